"""Simulations: the same games however they are cut into chunks, and what their table says."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import metrolines as ml
from metrolines._rules.rng import game_seed
from metrolines.simulation import series

ROW_COLUMNS = ["game", "seat", "seed", "total", "rank", "turns", "decisions", "passes"]


@pytest.fixture(scope="module")
def results() -> ml.Results:
    return ml.simulate(ml.new_game("paris", ["effects"], 2), 30, ["greedy", "random"], seed=9, compiled="off")


# ---------------------------------------------------------------------------------------------------- the table


def test_a_row_a_game_and_seat(results: ml.Results) -> None:
    assert list(results.columns[:8]) == ROW_COLUMNS
    assert list(results.columns[8:]) == [column.name for column in ml.new_game("paris", ["effects"], 2).columns]
    assert results.table.shape == (60, len(results.columns))
    assert results.table.dtype == np.int64
    assert results.column("game").tolist() == [number for number in range(30) for _ in range(2)]
    assert results.column("seat").tolist() == [0, 1] * 30
    assert (results.games, results.agents, results.compiled, results.note) == (30, ("greedy", "random"), False, "")
    assert results.seconds > 0


def test_items_add_up_and_ranks_follow(results: ml.Results) -> None:
    assert (results.table[:, 8:].sum(axis=1) == results.column("total")).all()
    totals, ranks = results.column("total").reshape(30, 2), results.column("rank").reshape(30, 2)
    assert (ranks.min(axis=1) == 1).all()
    apart = totals[:, 0] != totals[:, 1]
    assert apart.sum() > 20
    assert (ranks[apart].argmin(axis=1) == totals[apart].argmax(axis=1)).all()


def test_each_row_is_the_game_of_its_seed(results: ml.Results) -> None:
    game = ml.new_game("paris", ["effects"], 2)
    for number in (0, 7, 29):
        seed = int(results.column("seed", 0)[number])
        assert seed == game_seed(9, number) == results.column("seed", 1)[number]
        state = ml.play(game, ["greedy", "random"], seed=seed)
        for seat, score in enumerate(state.scores()):
            row = results.table[2 * number + seat].tolist()
            actions = [e.action for e in state.events if e.kind == "action" and e.seat == seat]
            assert row[3:5] == [score.total, score.rank]
            assert row[5:8] == [state.turns(score.seat), len(actions), actions.count("pass")]
            assert row[8:] == [item.points for item in score.items]


# ---------------------------------------------------------------------------------------------------- chunks


@pytest.mark.parametrize(("seconds", "chunks"), [(0.0, [1] * 30), (100.0, [1, 8, 21])])
def test_chunks_do_not_change_rows(
    results: ml.Results, monkeypatch: pytest.MonkeyPatch, seconds: float, chunks: list[int]
) -> None:
    monkeypatch.setattr(series, "MOMENT", seconds)
    told: list[int] = []
    game = ml.new_game("paris", ["effects"], 2)
    again = ml.simulate(game, 30, ["greedy", "random"], seed=9, compiled="off", progress=told.append)
    assert np.array_equal(again.table, results.table)
    assert told == chunks


def test_fewer_games_are_the_first_ones(results: ml.Results) -> None:
    fewer = ml.simulate(ml.new_game("paris", ["effects"], 2), 4, ["greedy", "random"], seed=9, compiled="off")
    assert np.array_equal(fewer.table, results.table[:8])


def test_another_seed_is_another_series(results: ml.Results) -> None:
    other = ml.simulate(ml.new_game("paris", ["effects"], 2), 30, ["greedy", "random"], seed=10, compiled="off")
    assert not set(other.column("seed").tolist()) & set(results.column("seed").tolist())
    assert not np.array_equal(other.column("total"), results.column("total"))


@pytest.mark.parametrize("n", [1, 5])
def test_progress_adds_up(n: int) -> None:
    told: list[int] = []
    ml.simulate(ml.new_game("london"), n, ["random"], compiled="off", progress=told.append)
    assert sum(told) == n


class Passing:
    def act(self, view: ml.State) -> str:
        return "pass"


def test_an_agent_written_in_python() -> None:
    game = ml.new_game("paris")
    told: list[int] = []
    results = ml.simulate(game, 12, [Passing()], seed=2, progress=told.append)
    assert (results.compiled, results.note) == (False, "an agent is written in Python")
    assert results.agents == ("Passing",)
    assert (results.column("passes") == results.column("decisions")).all()
    assert results.column("line_1").tolist() == [1] * 12
    assert sum(told) == 12
    with pytest.raises(ml.NotCompilable, match="an agent is written in Python"):
        ml.simulate(game, 12, [Passing()], compiled="require")


# ---------------------------------------------------------------------------------------------------- arguments


@pytest.mark.parametrize("n", [0, -1, True, 1.5, "3", None])
def test_number_of_games(n: Any) -> None:
    with pytest.raises(ml.UsageError) as caught:
        ml.simulate(ml.new_game("paris"), n)
    assert caught.value.message == f"at least one game is played, not {n!r}"


@pytest.mark.parametrize("seed", [-1, 2**62, True, 1.5, "3", None])
def test_seed(seed: Any) -> None:
    with pytest.raises(ml.UsageError) as caught:
        ml.simulate(ml.new_game("paris"), 1, seed=seed)
    assert caught.value.message == f"a seed is a whole number from 0 to 2**62 - 1, not {seed!r}"


@pytest.mark.parametrize("mode", ["on", True, False, None, "REQUIRE"])
def test_mode(mode: Any) -> None:
    with pytest.raises(ml.UsageError) as caught:
        ml.simulate(ml.new_game("paris"), 1, compiled=mode)
    assert caught.value.message == f"compiled is one of auto, require, off, not {mode!r}"


def test_unknown_agent() -> None:
    with pytest.raises(ml.UnknownName, match="no agent is called 'gready'"):
        ml.simulate(ml.new_game("paris"), 1, ["gready"])


def test_nothing_is_compiled_where_numba_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(game: ml.Game, checked: bool) -> None:
        raise ml.NotCompilable("numba is not installed; pip install 'metrolines[fast]'")

    monkeypatch.setattr(ml.Game, "compiled", missing)
    game = ml.new_game("paris")
    results = ml.simulate(game, 3, ["random"], seed=1)
    assert (results.compiled, results.note) == (False, "numba is not installed; pip install 'metrolines[fast]'")
    assert np.array_equal(results.table, ml.simulate(game, 3, ["random"], seed=1, compiled="off").table)
    with pytest.raises(ml.NotCompilable, match="numba is not installed"):
        ml.simulate(game, 3, ["random"], compiled="require")


# ---------------------------------------------------------------------------------------------------- results


def test_column_by_seat(results: ml.Results) -> None:
    assert results.column("total", 0).tolist() == results.column("total").tolist()[::2]
    assert results.column("total", 1).tolist() == results.column("total").tolist()[1::2]


def test_column_that_is_none(results: ml.Results) -> None:
    with pytest.raises(ml.UsageError) as caught:
        results.column("totl")
    assert caught.value.message == "no column is called 'totl'"
    assert "game, seat, seed, total" in caught.value.hint
    for seat in (2, -1):
        with pytest.raises(ml.UsageError, match=f"seats are numbered 0 to 1, not {seat}"):
            results.column("total", seat)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_summary(results: ml.Results, seat: int | None) -> None:
    rows = results.summary(seat)
    assert [row.name for row in rows] == list(results.columns[3:])
    for row in rows:
        values = results.column(row.name, seat).tolist()
        mean = sum(values) / len(values)
        deviation = (sum((value - mean) ** 2 for value in values) / (len(values) - 1)) ** 0.5
        assert row.mean == pytest.approx(mean)
        assert row.deviation == pytest.approx(deviation)
        assert row.error == pytest.approx(deviation / len(values) ** 0.5)
        assert (row.least, row.most) == (min(values), max(values))
        assert list(row.quantiles) == sorted(row.quantiles)
        assert row.least <= row.quantiles[0] <= row.quantiles[-1] <= row.most
        assert sum(value <= row.quantiles[2] for value in values) >= len(values) / 2


def test_summary_of_one_game() -> None:
    results = ml.simulate(ml.new_game("paris"), 1, ["random"], compiled="off")
    row = results.summary()[0]
    assert (np.isnan(row.error), np.isnan(row.deviation)) == (True, True)
    assert row.mean == row.least == row.most
    assert np.isnan(results.interval("total")).all()
    column = json.loads(json.dumps(results.as_data(), allow_nan=False))["seats"][0]["columns"]["total"]
    assert (column["mean"], column["standard_error"], column["standard_deviation"]) == (row.mean, None, None)


def test_as_data(results: ml.Results) -> None:
    data = json.loads(json.dumps(results.as_data()))
    assert (data["games"], data["compiled"], data["note"]) == (30, False, "")
    assert [(seat["seat"], seat["agent"]) for seat in data["seats"]] == [(0, "greedy"), (1, "random")]
    for seat in data["seats"]:
        total = seat["columns"]["total"]
        values = results.column("total", seat["seat"])
        assert total["mean"] == pytest.approx(values.mean())
        assert (total["min"], total["max"]) == (values.min(), values.max())
        assert list(total["quantiles"]) == ["0.05", "0.25", "0.5", "0.75", "0.95"]
        assert total["quantiles"]["0.5"] == pytest.approx(np.median(values))


def test_csv(results: ml.Results, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    results.to_csv(path)
    with path.open(newline="") as file:
        header, *rows = list(csv.reader(file))
    assert header == list(results.columns)
    assert [[int(value) for value in row] for row in rows] == results.table.tolist()
    with pytest.raises(ml.UsageError, match=r"games\.csv exists") as caught:
        results.to_csv(path)
    assert "--force" in caught.value.hint
    path.write_text("old")
    results.to_csv(path, force=True)
    assert path.read_text().startswith("game,seat,seed,total")
    with pytest.raises(ml.UsageError, match=r"games\.csv cannot be written: no such file"):
        results.to_csv(tmp_path / "nowhere" / "games.csv")
