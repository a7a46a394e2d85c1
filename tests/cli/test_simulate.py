"""`games simulate`: many games and their summary, as a table, as JSON and as CSV."""

from __future__ import annotations

import csv
from importlib.util import find_spec
from pathlib import Path

import pytest
from command import Answer, complaint, games

import metrolines as ml

PLAIN = ("--compiled", "off")


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Answer]:
    folder = tmp_path_factory.mktemp("many")
    words = ("paris", "--variants", "effects", "--agents", "greedy,random", "-n", "12", "--seed", "9")
    return folder / "games.csv", games(folder, "simulate", *words, *PLAIN, "--json", "--csv", "games.csv")


@pytest.fixture(scope="module")
def results() -> ml.Results:
    game = ml.new_game("paris", "effects", 2)
    return ml.simulate(game, n=12, agents=["greedy", "random"], seed=9, compiled="off")


def test_json_equals_the_simulation_from_python(asked: tuple[Path, Answer], results: ml.Results) -> None:
    answer = asked[1]
    assert answer.status == 0
    assert answer.err == ""
    data = answer.data
    assert {"game", "variants", "options", "seed", "games", "compiled", "seconds", "note", "seats"} == set(data)
    assert (data["game"], data["seed"], data["games"], data["compiled"]) == ("paris", 9, 12, False)
    assert data["variants"] == ["effects"]
    for seat, agent in enumerate(["greedy", "random"]):
        found = data["seats"][seat]
        assert (found["seat"], found["agent"]) == (seat, agent)
        for row in results.summary(seat):
            column = found["columns"][row.name]
            assert column["mean"] == pytest.approx(row.mean)
            assert column["standard_error"] == pytest.approx(row.error)
            assert (column["min"], column["max"]) == (row.least, row.most)
            assert list(column["quantiles"].values()) == pytest.approx(row.quantiles)


def test_csv_holds_every_row(asked: tuple[Path, Answer], results: ml.Results) -> None:
    with asked[0].open(encoding="utf-8", newline="") as file:
        heading, *rows = csv.reader(file)
    assert tuple(heading) == results.columns
    assert [[int(value) for value in row] for row in rows] == results.table.tolist()
    assert len(rows) == 24


def test_csv_is_not_written_over(asked: tuple[Path, Answer]) -> None:
    path = asked[0]
    before = path.read_bytes()
    words = ("simulate", "paris", "-n", "2", "--seed", "1", *PLAIN, "--csv", path.name)
    assert complaint(games(path.parent, *words)) == "games.csv exists (--force writes over it)"
    nowhere = ("simulate", "paris", "-n", "100000000", "--csv", "nowhere/games.csv")
    assert complaint(games(path.parent, *nowhere)) == "there is no folder nowhere for the rows"
    assert path.read_bytes() == before
    forced = games(path.parent, *words[:-1], "other.csv", "--force")
    assert forced.out.endswith("2 rows in other.csv\n")
    assert "nowhere" in complaint(games(path.parent, *words[:-1], "nowhere/games.csv"))


def test_table(tmp_path: Path, results: ml.Results) -> None:
    words = ("paris", "--variants", "effects", "--agents", "greedy,random", "-n", "12", "--seed", "9")
    answer = games(tmp_path, "simulate", *words, *PLAIN)
    assert answer.status == 0
    assert answer.err == ""  # no progress bar where nobody looks
    assert answer.out.startswith("Next Station: Paris with City gates: 12 games, seed 9, plain, ")
    for seat, agent in enumerate(["greedy", "random"]):
        row = answer.out.partition(f"Seat {seat} ({agent})")[2].partition(" Total ")[2].split("\n")[0].split()
        total = results.summary(seat)[0]
        assert row[:3] == [f"{total.mean:.2f}", f"{total.error:.2f}", f"{total.deviation:.1f}"]
        assert (int(row[3]), int(row[-1])) == (total.least, total.most)


def test_one_game_has_no_standard_error(tmp_path: Path) -> None:
    words = ("simulate", "paris", "-n", "1", "--seed", "9", "--agents", "random", *PLAIN)
    answer = games(tmp_path, *words, "--csv", "one.csv")
    assert answer.out.startswith("Next Station: Paris: 1 game, seed 9, plain, ")
    total = answer.out.partition(" Total ")[2].split("\n")[0].split()
    assert total[1:3] == ["–", "–"]
    assert answer.out.endswith("1 row in one.csv\n")
    assert games(tmp_path, *words, "--json").data["seats"][0]["columns"]["total"]["standard_error"] is None
    (tmp_path / "sweep.yaml").write_text("games: 1\nseed: 9\ngrid: {game: [paris], agents: [[random]]}\n", "utf-8")
    answer = games(tmp_path, "simulate", "--config", "sweep.yaml", *PLAIN)
    assert f"{total[0]} ± –" in answer.out
    assert "1 game of each" in answer.out


def test_a_seed_is_drawn_and_told(tmp_path: Path) -> None:
    first = games(tmp_path, "simulate", "london", "-n", "2", *PLAIN, "--json").data
    again = games(tmp_path, "simulate", "london", "-n", "2", *PLAIN, "--json", "--seed", str(first["seed"])).data
    assert again["seats"] == first["seats"]
    assert again["seed"] == first["seed"]
    other = games(tmp_path, "simulate", "london", "-n", "2", *PLAIN, "--json").data
    assert other["seed"] != first["seed"]


def test_one_agent_sits_at_all_seats(tmp_path: Path) -> None:
    answer = games(tmp_path, "simulate", "paris", "-n", "2", "--seats", "3", "--agents", "random", *PLAIN, "--json")
    assert [seat["agent"] for seat in answer.data["seats"]] == ["random"] * 3


@pytest.mark.compiled
def test_compiled_games_are_the_same(tmp_path: Path) -> None:
    words = ("simulate", "paris", "-n", "20", "--seed", "4", "--json", "--compiled")
    machine, plain = (games(tmp_path, *words, way).data for way in ("require", "off"))
    assert machine["compiled"]
    assert not plain["compiled"]
    assert machine["seats"] == plain["seats"]


PLUGIN = """\
import sys

from metrolines.plugin import VariantSpec, hookimpl


@hookimpl
def metrolines_variants():
    return [VariantSpec(id="{name}", title="{name}", module=sys.modules[__name__], applies_to=("next_station",))]


@hookimpl
def score_game(g, p, t):
    {body}
"""


@pytest.mark.long
def test_what_cannot_be_compiled_plays_plain_and_says_so(tmp_path: Path) -> None:
    body = 'return int(format(len(p.lines), "d"))'
    (tmp_path / "texts.py").write_text(PLUGIN.format(name="texts", body=body), encoding="utf-8")
    words = ("simulate", "paris", "--plugin", "texts.py", "--variants", "texts", "-n", "2", "--seed", "1")
    answer = games(tmp_path, *words)
    assert answer.status == 0
    assert ", plain, " in answer.out
    assert "played plain: " in [line[:14] for line in answer.err.splitlines()]  # a slow run tells of progress, too
    answer = games(tmp_path, *words, "--compiled", "require")
    assert (answer.status, answer.out) == (2, "")
    said = answer.err.splitlines()[-1]  # before it stands that machine code is being made, where that takes long
    assert said.startswith("error: ")
    assert ("texts" if find_spec("numba") else "numba") in said


def test_a_plugin_that_breaks_is_named(tmp_path: Path) -> None:
    (tmp_path / "faulty.py").write_text(PLUGIN.format(name="faulty", body="return 1 // 0"), encoding="utf-8")
    words = ("paris", "--plugin", "faulty.py", "--variants", "faulty", "--seed", "1")
    said = complaint(games(tmp_path, "simulate", *words, "-n", "2", *PLAIN))
    assert "faulty" in said
    assert "ZeroDivisionError" in said
    answer = games(tmp_path, "run", *words, "--seats", "greedy", "--record", "game.jsonl")
    assert answer.status == 2
    assert "plugin faulty (faulty.py) failed in score_game: ZeroDivisionError" in answer.err
    (tmp_path / "broken.py").write_text("import no_such_thing\n", encoding="utf-8")
    said = complaint(games(tmp_path, "run", "paris", "--plugin", "broken.py"))
    assert "plugin broken (broken.py) failed in start-up: ModuleNotFoundError" in said
