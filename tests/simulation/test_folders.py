"""Folders of results: whose they are, what is in them, what --force and --resume make of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from command import Answer, complaint, games
from sweep_files import PLAIN, SWEEP_FILE, sweep

import metrolines as ml
from metrolines.simulation import series
from metrolines.simulation.folders import RUN, SWEEP
from metrolines.simulation.results import StoredResults

pytest.importorskip("pyarrow")
pytest.importorskip("filelock")

ONE = ("simulate", "paris", "-n", "5", "--seed", "1", "--agents", "random", *PLAIN)


def files(folder: Path) -> dict[str, bytes]:
    """All files below a folder but the locks, which say nothing."""
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "_lock")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def rows(folder: Path) -> int:
    import pyarrow.dataset

    count: int = pyarrow.dataset.dataset(folder, partitioning="hive").count_rows()
    return count


# --- the folder of a sweep ---


def test_a_sweep_says_what_it_is(tmp_path: Path) -> None:
    answer = sweep(tmp_path)
    assert answer.status == 0, answer.err
    said = json.loads((tmp_path / "table" / SWEEP).read_text(encoding="utf-8"))
    assert (said["metrolines_sweep"], said["title"], said["games"], said["seed"]) == (2, "Cities", 5, 3)
    assert [run["played"] for run in said["runs"]] == ["paris", "paris", "tokyo", "tokyo"]
    assert [run["variants"] for run in said["runs"]] == ["none", "effects"] * 2
    assert answer.out.endswith("20 rows in table; its folders are columns of one table.\n")
    assert rows(tmp_path / "table") == 20


def test_a_sweep_whose_grid_has_lost_something_is_another(tmp_path: Path) -> None:
    sweep(tmp_path)
    before = files(tmp_path / "table")
    less = SWEEP_FILE.replace("[paris, tokyo]", "[paris]")
    said = complaint(sweep(tmp_path, "--resume", text=less))
    assert said.startswith("table holds another sweep, with played=tokyo, map=tokyo, which the grid lacks")
    assert files(tmp_path / "table") == before
    answer = sweep(tmp_path, "--force", text=less)
    assert answer.status == 0, answer.err
    assert not list((tmp_path / "table").glob("*tokyo*"))
    assert rows(tmp_path / "table") == 10
    assert "10 rows in table" in answer.out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("games: 5", "games: 6", ": games 5, not 6"),
        ("seed: 3", "seed: 4", ": seed 3, not 4"),
        ("[[random]]", "[[random_pass]]", ", with agents=random, which the grid lacks"),
        ("[paris, tokyo]", "[paris, tokyo, metro]", ", whose table has other columns: without "),
    ],
)
def test_another_sweep_is_not_gone_on_with(old: str, new: str, said: str, tmp_path: Path) -> None:
    sweep(tmp_path)
    before = files(tmp_path / "table")
    told = complaint_but_left_out(sweep(tmp_path, "--resume", text=SWEEP_FILE.replace(old, new)))
    assert told.startswith(f"error: table holds another sweep{said}")
    assert "--force begins anew" in told
    assert files(tmp_path / "table") == before


def complaint_but_left_out(answer: Answer) -> str:
    """The last line of what a run said that failed."""
    assert (answer.status, answer.out) == (2, "")
    *before, last = answer.err.splitlines()
    assert all(line.startswith("left out: ") for line in before)
    return last


def test_a_sweep_that_has_grown_goes_on(tmp_path: Path) -> None:
    sweep(tmp_path)
    before = files(tmp_path / "table")
    more = SWEEP_FILE.replace("[[random]]", "[[random_pass], [random]]").replace("Cities", "More")
    answer = sweep(tmp_path, "--resume", text=more)
    assert answer.status == 0, answer.err
    after = files(tmp_path / "table")
    assert len(after) > len(before)
    assert {name: after[name] for name in before if name != SWEEP} == {
        name: data for name, data in before.items() if name != SWEEP
    }
    assert sweep(tmp_path, text=more, out="whole").status == 0
    assert files(tmp_path / "whole") == after


def test_a_title_is_no_other_sweep(tmp_path: Path) -> None:
    sweep(tmp_path)
    assert sweep(tmp_path, "--resume", text=SWEEP_FILE.replace("Cities", "Towns")).status == 0
    assert '"Towns"' in (tmp_path / "table" / SWEEP).read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [(), ("--force",), ("--resume",)])
def test_foreign_folders_are_left_alone(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "notes.txt").write_text("mine", encoding="utf-8")
    said = "table holds no sweep" if words == ("--resume",) else "table is not empty, and holds no results"
    assert complaint(sweep(tmp_path, *words)).startswith(said)
    said = said.replace("sweep", "results of games simulate")
    assert complaint(games(tmp_path, *ONE, "--out", "table", *words)).startswith(said)
    assert [path.name for path in (tmp_path / "table").iterdir()] == ["notes.txt"]


def test_a_sweep_and_a_run_do_not_mix(tmp_path: Path) -> None:
    assert sweep(tmp_path).status == 0
    assert games(tmp_path, *ONE, "--out", "run").status == 0
    table, run = files(tmp_path / "table"), files(tmp_path / "run")
    said = complaint(games(tmp_path, *ONE, "--out", "table"))
    assert said == "table holds a sweep already (--out names a new folder, --force begins anew)"
    assert complaint(games(tmp_path, *ONE, "--out", "table", "--resume")).startswith("table holds a sweep, not")
    said = complaint(sweep(tmp_path, out="run"))
    assert said == "run holds results already (--out names a new folder, --force begins anew)"
    assert complaint(sweep(tmp_path, "--resume", out="run")).startswith("run holds the results of one run, not of a")
    assert (files(tmp_path / "table"), files(tmp_path / "run")) == (table, run)
    (tmp_path / "run" / "notes.txt").write_text("mine", encoding="utf-8")
    assert sweep(tmp_path, "--force", out="run").status == 0
    assert files(tmp_path / "run") == {**table, "notes.txt": b"mine"}
    answer = games(tmp_path, *ONE, "--out", "table", "--force")
    assert answer.status == 0, answer.err
    assert sorted(path.name for path in (tmp_path / "table").rglob("*")) == ["_lock", RUN, "chunk-000000.parquet"]


def test_force_removes_what_a_sweep_wrote_and_nothing_else(tmp_path: Path) -> None:
    sweep(tmp_path)
    table = tmp_path / "table"
    kept = {table / "notes.txt", table / "played=tokyo" / "notes.txt", table / "figures" / "chunk-000000.parquet"}
    (table / "figures").mkdir()
    for path in kept:
        path.write_text("mine", encoding="utf-8")
    assert games(tmp_path, *ONE, "--out", "table", "--force").status == 0
    assert {path for path in table.rglob("*") if path.is_file()} == {
        *kept,
        *(table / name for name in ("_lock", RUN, "chunk-000000.parquet")),
    }


def test_force_removes_nothing_where_a_part_could_not_be_written(tmp_path: Path) -> None:
    sweep(tmp_path)
    before = files(tmp_path / "table")
    deepest = next((tmp_path / "table").rglob("chunk-*")).parent
    (deepest / "notes.txt").write_text("mine", encoding="utf-8")
    said = complaint(sweep(tmp_path, "--force"))
    assert said.startswith(f"{deepest.relative_to(tmp_path)} holds notes.txt, which no run wrote (move it, ")
    (deepest / "notes.txt").unlink()
    assert files(tmp_path / "table") == before
    assert sweep(tmp_path, "--force").status == 0


def test_a_sweep_whose_description_is_damaged_can_be_begun_anew(tmp_path: Path) -> None:
    sweep(tmp_path)
    whole = files(tmp_path / "table")
    (tmp_path / "table" / SWEEP).write_text("{", encoding="utf-8")
    (tmp_path / "table" / "played=paris").rename(tmp_path / "table" / "played=rome")
    said = complaint(sweep(tmp_path, "--resume"))
    assert said == f"table/{SWEEP} is damaged (begin anew with --force)"
    assert sweep(tmp_path, "--force").status == 0
    assert files(tmp_path / "table") == whole


def test_opening_a_sweep_says_how_to_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sweep(tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ml.UsageError, match="table holds a sweep, not the results of one run") as caught:
        ml.Results.open("table")
    words = caught.value.hint
    one = words.partition("such as ")[2]
    assert ml.Results.open(one).games == 5
    polars = pytest.importorskip("polars")
    assert len(eval(words.partition(" reads it")[0], {"polars": polars})) == 20
    assert complaint(games(tmp_path, "replay", "--from", "table", "--row", "1")).startswith("table holds a sweep")
    answer = games(tmp_path, "replay", "--from", one, "--row", "1", "--json")
    assert answer.status == 0, answer.err


# --- one table ---


MIXED = """\
games: 6
seed: 3
grid:
  game: [paris, metro]
  variants: [[], [objectives]]
  agents: [[random]]
skip_impossible: true
"""


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mixed")
    assert sweep(folder, text=MIXED).status == 0
    return folder / "table"


def test_all_parts_of_a_sweep_have_the_same_columns(mixed: Path) -> None:
    import pyarrow.parquet

    schemas = {pyarrow.parquet.read_schema(file).remove_metadata() for file in mixed.rglob("*.parquet")}
    assert len(schemas) == 1
    assert {str(kind) for kind in next(iter(schemas)).types} == {"int64"}
    (file,) = mixed.rglob("played=metro/**/*.parquet")
    table = pyarrow.parquet.read_table(file)
    boxes = [column.name for column in ml.new_game("metro", seats=2).columns]
    own = ["game", "seat", "seed", "total", "rank", "turns", "decisions", "passes", *boxes]
    assert {name for name in table.column_names if table[name].null_count == 0} == set(own)
    assert {name for name in table.column_names if 0 < table[name].null_count < len(table)} == set()
    results = ml.Results.open(file.parent)
    assert list(results.columns) == own
    alone = ml.simulate(ml.new_game("metro", seats=2), 6, ["random"], seed=3, compiled="off")
    assert results.table.tolist() == alone.table.tolist()
    assert results.store.row(3) == dict(zip(own, alone.table[3].tolist(), strict=True))


def test_a_part_that_is_gone_on_with_alone_keeps_the_columns_of_the_table(mixed: Path, tmp_path: Path) -> None:
    shutil.copytree(mixed, tmp_path / "table")
    (file,) = (tmp_path / "table").rglob("played=metro/**/*.parquet")
    data = file.read_bytes()
    file.unlink()
    game = ml.new_game("metro", seats=2)
    ml.simulate(game, 6, ["random"], seed=3, compiled="off", out=file.parent, resume=True)
    assert file.read_bytes() == data


@pytest.mark.parametrize("library", ["polars", "pandas", "duckdb"])
def test_other_libraries_read_a_mixed_sweep(library: str, mixed: Path) -> None:
    module = pytest.importorskip(library)
    where = str(mixed)
    if library == "polars":
        table = module.read_parquet(f"{where}/**/*.parquet", hive_partitioning=True).to_dicts()
    elif library == "pandas":
        frame = module.read_parquet(where)
        table = frame.astype(object).where(frame.notna(), None).to_dict("records")
    else:
        found = module.sql(f"SELECT * FROM read_parquet('{where}/**/*.parquet', hive_partitioning=true)")
        table = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
    assert len(table) == 6 * (1 + 1 + 2)
    told = {(row["played"], row["map"], row["variants"], row["agents"], str(row["seats"])) for row in table}
    assert told == {
        ("paris", "paris", "none", "random", "1"),
        ("paris", "paris", "objectives", "random", "1"),
        ("metro", "metro", "none", "random", "2"),
    }
    alone = ml.simulate(ml.new_game("paris", ["objectives"]), 6, ["random"], seed=3, compiled="off")
    for name in ("total", "objectives"):
        values = [row[name] for row in table if row["variants"] == "objectives"]
        assert values == alone.column(name).tolist()
    assert {row["objectives"] for row in table if row["variants"] == "none"} == {None}


# --- maps of one's own ---


def test_the_file_of_a_map_is_found_from_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    london = ml.new_game("london").map
    (tmp_path / "my.yaml").write_text(Path(london.path).read_text(encoding="utf-8"), encoding="utf-8")  # type: ignore[attr-defined]
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(series, "CHUNKS", dict.fromkeys(series.CHUNKS, 2))
    game = ml.new_game("paris", map="my.yaml")
    first = ml.simulate(game, 6, ["random"], seed=1, out="out", compiled="off")
    totals = first.column("total").tolist()
    (tmp_path / "out" / "chunk-000001.parquet").unlink()
    monkeypatch.chdir(tmp_path / "elsewhere")
    answer = games(tmp_path / "elsewhere", "replay", "--from", "../out", "--row", "0", "--json")
    assert answer.data["scores"][0]["total"] == totals[0], answer.err
    again = ml.simulate(
        ml.new_game("paris", map="../my.yaml"), 6, ["random"], seed=1, out="../out", compiled="off", resume=True
    )
    assert (again.played, again.column("total").tolist()) == (2, totals)
    (tmp_path / "my.yaml").rename(tmp_path / "elsewhere" / "my.yaml")
    moved = ml.new_game("paris", map="my.yaml")
    assert ml.simulate(moved, 6, ["random"], seed=1, out="../out", compiled="off", resume=True).played == 0


# --- told in a line ---


def test_results_are_told_in_a_line(tmp_path: Path) -> None:
    game = ml.new_game("paris", seats=2)
    results = ml.simulate(game, 30, ["greedy", "random"], seed=9, compiled="off")
    means = [f"{results.column('total', seat).mean():.2f}" for seat in range(2)]
    assert repr(results) == f"<Results: 30 games of greedy, random, plain; mean total {means[0]}, {means[1]}>"
    stored = ml.simulate(game, 1, ["random"], seed=9, compiled="off", out=tmp_path / "out")
    assert repr(stored) == f"<StoredResults: 1 game of random, random in {tmp_path}/out>"
    assert isinstance(stored, StoredResults)
    stored.store.files[0].unlink()
    assert repr(stored).endswith(f"0 games of random, random in {tmp_path}/out, 1 are missing>")
