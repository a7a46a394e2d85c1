"""Sweeps: a grid in a YAML file, one table, and what is wrong with a grid at its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command import Answer, complaint, games
from pages import blocks, mentioned
from plugin_files import HEAD, variant

import metrolines as ml
from metrolines.simulation.sweep import SweepFile, read_sweep

SWEEP = """\
title: Two cities
games: 12
seed: 3
grid:
  game: [paris, london]
  variants: [[], [effects], {objectives: {draw: 3}}]
  agents: [[random], [greedy, random]]
  settings: [{}, {districts: stations}]
"""


def sweep(tmp_path: Path, text: str = SWEEP) -> Path:
    (tmp_path / "sweep.yaml").write_text(text, encoding="utf-8")
    return tmp_path / "sweep.yaml"


def simulate(tmp_path: Path, *words: str) -> Answer:
    return games(tmp_path, "simulate", "--config", "sweep.yaml", "--compiled", "off", "--workers", "1", *words)


def test_every_combination_is_a_run(tmp_path: Path) -> None:
    found = read_sweep(sweep(tmp_path))
    assert (found.title, found.games, found.seed, len(found.runs)) == ("Two cities", 12, 3, 2 * 3 * 2 * 2)
    assert {run.game.id for run in found.runs} == {"paris", "london"}
    assert {run.game.seats for run in found.runs} == {1, 2}
    drawn = [run for run in found.runs if "objectives" in run.columns["variants"]]
    assert {run.columns["variants"] for run in drawn} == {"objectives(draw.3)"}
    assert all(run.game.options["objectives"]["draw"] == 3 for run in drawn)
    assert len({run.folder for run in found.runs}) == len(found.runs)


def test_one_table(tmp_path: Path) -> None:
    dataset = pytest.importorskip("pyarrow.dataset")
    sweep(tmp_path)
    answer = simulate(tmp_path, "--out", "table")
    assert answer.status == 0, answer.err
    assert "12 games of each, seed 3" in answer.out
    table = dataset.dataset(tmp_path / "table", partitioning="hive").to_table()
    assert table.num_rows == 12 * (2 * 3 * 2) * (1 + 2)
    assert {"played", "variants", "agents", "seats", "settings", "total"} <= {*table.column_names}
    assert set(table["played"].to_pylist()) == {"paris", "london"}
    assert set(table["settings"].to_pylist()) == {"usual", "districts.stations"}
    game = ml.new_game("london", ["effects"])
    alone = ml.simulate(game, 12, ["random"], seed=3, compiled="off").column("total").tolist()
    rows = table.filter(
        (dataset.field("played") == "london")
        & (dataset.field("variants") == "effects")
        & (dataset.field("agents") == "random")
        & (dataset.field("settings") == "usual")
    )
    assert rows["total"].to_pylist() == alone


def test_a_sweep_that_was_broken_off(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    sweep(tmp_path)
    assert simulate(tmp_path, "--out", "table").status == 0
    files = sorted((tmp_path / "table").rglob("chunk-*"))
    kept = {file: file.read_bytes() for file in files}
    for file in files[::3]:
        file.unlink()
    (files[1].parent / "_run.json").unlink()
    files[1].unlink()
    assert simulate(tmp_path, "--out", "table").status == 2
    assert simulate(tmp_path, "--out", "table", "--resume").status == 0
    assert {file: file.read_bytes() for file in files} == kept


def test_json_without_a_folder(tmp_path: Path) -> None:
    sweep(tmp_path)
    data = simulate(tmp_path, "--json").data
    assert (data["games"], data["seed"], len(data["runs"])) == (12, 3, 24)
    run = data["runs"][0]
    assert run["played"] == "paris"
    assert run["seats"][0]["columns"]["total"]["mean"] > 40


def test_what_a_map_cannot_support(tmp_path: Path) -> None:
    text = "games: 2\ngrid:\n  game: [paris, tokyo]\n  variants: [[tourist_sites], [loop_line], [effects]]\n"
    sweep(tmp_path, text)
    answer = simulate(tmp_path)
    assert answer.status == 2
    assert answer.err.startswith("error: sweep.yaml:4:15: tourist_sites cannot be played on the map of Paris")
    sweep(tmp_path, text + "skip_impossible: true\n")
    answer = simulate(tmp_path, "--json")
    assert answer.status == 0
    assert len(answer.err.splitlines()) == 3
    assert [(run["played"], run["variants"]) for run in answer.data["runs"]] == [
        ("paris", "effects"),
        ("tokyo", "loop_line"),
        ("tokyo", "effects"),
    ]
    sweep(tmp_path, "grid:\n  game: [paris]\n  variants: [[loop_line]]\nskip_impossible: true\n")
    assert "nothing of the grid can be played" in simulate(tmp_path).err


WRONG: dict[str, tuple[str, str]] = {
    "an unknown variant": ("grid: {game: [paris], variants: [[], [efects]]}", "1:39: no variant is called 'efects'"),
    "an unknown variant where impossible ones are skipped": (
        "grid: {game: [paris], variants: [[], [efects]]}\nskip_impossible: true",
        "1:39: no variant is called 'efects'",
    ),
    "an unknown game": ("grid:\n  game: [paris, londn]", "2:17: no game is called 'londn'"),
    "an unknown agent": ("grid:\n  game: [paris]\n  agents: [[gredy]]", "3:13: no agent is called 'gredy'"),
    "too many agents": (
        "grid:\n  game: [paris]\n  seats: [2]\n  agents: [[greedy, greedy, greedy]]",
        "4:12: 3 agents for 2 seats",
    ),
    "too many seats": ("grid:\n  game: [paris]\n  seats: [1, 7]", "3:14: paris is for 1 to 4 seats, not 7"),
    "no seats": ("grid:\n  game: [paris]\n  seats: [0]", "3:11: paris is for 1 to 4 seats, not 0"),
    "too many seats because of the agents": (
        "grid:\n  game: [paris]\n  agents: [[greedy], [greedy, greedy, greedy, greedy, greedy]]",
        "3:22: paris is for 1 to 4 seats, not 5",
    ),
    "an unknown agent at one of the seats": (
        "grid:\n  game: [paris]\n  agents:\n    - [greedy]\n    - [random, gredy]",
        "5:16: no agent is called 'gredy'",
    ),
    "an unknown variant with options": (
        "grid:\n  game: [paris]\n  variants:\n    - {effects: , objectve: {draw: 3}}",
        "4:19: no variant is called 'objectve'",
    ),
    "an unknown option": (
        "grid:\n  game: [paris]\n  variants:\n    - []\n    - objectives:\n        drow: 3",
        "6:9: objectives has no option 'drow'",
    ),
    "a wrong value of an option": (
        "grid:\n  game: [paris]\n  variants: [{objectives: {draw: 99}}]",
        "3:34: objectives: option draw: at most 10, not 99",
    ),
    "an option of a variant among the settings": (
        "grid:\n  game: [paris]\n  variants: [[objectives]]\n  settings: [{}, {objectives.draw: 99}]",
        "4:19: paris has no setting 'objectives.draw' (options of a variant stand with it, under variants)",
    ),
    "an unknown setting": ("grid:\n  game: [paris]\n  settings: [{x: 1}]", "3:15: paris has no setting 'x'"),
    "a wrong value of a setting": (
        "grid:\n  game: [paris]\n  settings: [{}, {districts: crosed}]",
        "3:30: paris: option districts: unknown: 'crosed'",
    ),
    "an unknown map": ("grid:\n  game: [paris]\n  map: [rome]", "3:9: no map is called 'rome'"),
    "a map of another game": (
        "grid:\n  game: [paris]\n  map: [london, metro]",
        "3:17: paris is not played on a map of metro",
    ),
    "a missing map file": ("grid:\n  game: [paris]\n  map: [rome.yaml]", "3:9: rome.yaml: no such file"),
    "a missing plugin": ("plugins: [none.py]\ngrid: {game: [paris]}", "1:11: no such plugin file: none.py"),
    "no grid": ("games: 3", '1:1: the key "grid" is missing'),
    "no games": ("games: 0\ngrid: {game: [paris]}", "1:8: must be at least 1"),
    "an unknown key": ("grid: {game: [paris], varians: [[]]}", '1:23: unknown key "varians"'),
    "a game twice": ("grid:\n  game: [paris, metro, paris]", "2:24: this stands in the grid twice (take one"),
    "agents twice": ("grid:\n  game: [paris]\n  agents: [[greedy], [greedy]]", "3:22: this stands in the grid twice"),
    "a seed that is none": (
        "seed: -1\ngrid: {game: [paris]}",
        "1:7: a seed is a whole number from 0 to 2**62 - 1, not -1",
    ),
}


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    sweep(tmp_path, "grid:\n  game: [paris, lndon]\n  variants: [[], [efects]]\n  agents: [[gredy], [random]]\n")
    lines = simulate(tmp_path).err.splitlines()
    assert [line.split(" (")[0].removeprefix("error: sweep.yaml:") for line in lines] == [
        "2:17: no game is called 'lndon'",
        "3:19: no variant is called 'efects'",
        "4:13: no agent is called 'gredy'",
    ]


def test_more_seats_than_a_game_has_may_be_left_out(tmp_path: Path) -> None:
    sweep(tmp_path, "games: 2\nskip_impossible: true\ngrid:\n  game: [paris, metro]\n  seats: [4, 6]\n")
    answer = simulate(tmp_path, "--json")
    assert answer.err == "left out: paris is for 1 to 4 seats, not 6\n"
    assert [(run["played"], len(run["seats"])) for run in answer.data["runs"]] == [
        ("paris", 4),
        ("metro", 4),
        ("metro", 6),
    ]


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_sweep(name: str, tmp_path: Path) -> None:
    text, said = WRONG[name]
    sweep(tmp_path, text + "\n")
    answer = simulate(tmp_path)
    assert answer.status == 2
    assert len(answer.err.splitlines()) == 1
    assert answer.err.startswith(f"error: sweep.yaml:{said}")


def test_a_plugin_that_breaks_is_told_at_its_place(tmp_path: Path) -> None:
    crash = variant("crash", "def build(builder):\n    builder.constants(crash_half=1 / 0)\n")
    (tmp_path / "crash.py").write_text(HEAD + crash, encoding="utf-8")
    (tmp_path / "broken.py").write_text("import nothing_at_all\n", encoding="utf-8")
    grid = "grid:\n  game: [paris]\n  variants: [[], [effects, crash]]\n"
    sweep(tmp_path, grid + "plugins: [crash.py]\n")
    assert complaint(simulate(tmp_path, "--trust")).startswith("sweep.yaml:3:28: plugin crash (")
    sweep(tmp_path, grid + "plugins: [crash.py, broken.py]\n")
    assert complaint(simulate(tmp_path, "--trust")).startswith("sweep.yaml:4:21: plugin broken (")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("paris",), "--config takes what is played, how often and by whom from the file"),
        (("-n", "7"), "--config takes what is played, how often and by whom from the file"),
        (("--agents", "random"), "--config takes what is played, how often and by whom from the file"),
        (("--csv", "x.csv"), "a sweep has no single sheet"),
        (("--resume",), "--resume goes on with a folder"),
    ],
)
def test_refusals(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    sweep(tmp_path)
    answer = simulate(tmp_path, *words)
    assert answer.status == 2
    assert said in answer.err


def test_the_sweep_of_its_page(tmp_path: Path) -> None:
    (text,) = blocks("simulating.md", "yaml")
    found = read_sweep(sweep(tmp_path, text))
    assert len(found.runs) == 3 * 3 * 2 * 2
    keys: list[Any] = [*SweepFile.model_fields, *SweepFile.model_fields["grid"].annotation.model_fields]  # type: ignore[union-attr]
    assert all(mentioned(key, "simulating.md") for key in keys)


def test_check_tells_what_a_sweep_plays(tmp_path: Path) -> None:
    sweep(tmp_path)
    data = games(tmp_path, "check", "sweep.yaml", "--json").data
    assert (data["valid"], data["kind"], len(data["runs"]), data["games"]) == (True, "sweep", 24, 12)
    assert "variants=effects" in games(tmp_path, "check", "sweep.yaml").out
    (tmp_path / "two.yaml").write_text("baseline: {game: paris}\ntreatment: [effects]\n", encoding="utf-8")
    data = games(tmp_path, "check", "two.yaml", "--json").data
    assert (data["kind"], data["treatment"]["variants"], data["baseline"]["variants"]) == (
        "comparison",
        ["effects"],
        [],
    )
    sweep(tmp_path, "grid: {game: [paris], variants: [[efects]]}\n")
    assert games(tmp_path, "check", "sweep.yaml").status == 2
