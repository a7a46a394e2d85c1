"""Damaged folders of results: what is wrong is said in a line, no wrong row is read, and --resume makes all whole."""

from __future__ import annotations

import errno
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from command import complaint, games
from damages import DAMAGES, Damage

import metrolines as ml
from metrolines.simulation import series
from metrolines.simulation.folders import RUN
from metrolines.simulation.results import StoredResults
from metrolines.simulation.rows import game_of_row
from metrolines.simulation.store import Store

pyarrow = pytest.importorskip("pyarrow")
filelock = pytest.importorskip("filelock")

N, CHUNK, SEATS = 60, 8, 2
QUICK, ALL = range(30), range(30, 230)


class Whole(NamedTuple):
    """A folder as it is to be, one of another seed, and the rows of the first."""

    folder: Path
    other: Path
    rows: list[list[int]]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "CHUNKS", dict.fromkeys(series.CHUNKS, CHUNK))


def run(folder: Path, seed: int = 4, **more: Any) -> StoredResults:
    results = ml.simulate(
        ml.new_game("paris", seats=SEATS), N, ["random"], seed=seed, compiled="off", out=folder, **more
    )
    assert isinstance(results, StoredResults)
    return results


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(series, "CHUNKS", dict.fromkeys(series.CHUNKS, CHUNK))
        run(folder / "other", seed=5)
        return Whole(folder / "out", folder / "other", run(folder / "out").table.tolist())


@pytest.fixture
def copy(whole: Whole, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole.folder, tmp_path / "out"))


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.glob("chunk-*.parquet"))}


def told(step: Callable[[], Any], folder: Path) -> Any:
    """What a step gives; None if it was refused in words that name the folder. Any other error is a fault."""
    said = ""
    try:
        return step()
    except ml.UsageError as error:
        said = error.message
    assert str(folder) in said
    assert "\n" not in said
    return None


def damaged(damage: Damage, dice: random.Random, folder: Path, whole: Whole) -> None:
    what = damage(folder, whole.other, dice)
    results = told(lambda: ml.Results.open(folder), folder)
    rows = told(lambda: results.table.tolist(), folder) if results is not None else None
    for row in rows or ():
        assert row == whole.rows[row[0] * SEATS + row[1]], what
    number = dice.randrange(N * SEATS)
    row = told(lambda: Store.open(folder).row(number), folder)
    assert row is None or list(row.values()) == whole.rows[number], what
    state = told(lambda: game_of_row(Store.open(folder), number), folder)
    assert state is None or state.scores()[number % SEATS].total == whole.rows[number][3], what
    again = told(lambda: run(folder, resume=True), folder)
    if again is not None:
        assert again.table.tolist() == whole.rows, what
        strange = set(contents(folder)) - set(contents(whole.folder))
        assert {**contents(whole.folder)} == {k: v for k, v in contents(folder).items() if k not in strange}, what


@pytest.mark.parametrize("seed", QUICK)
def test_damage(seed: int, copy: Path, whole: Whole) -> None:
    damaged(DAMAGES[seed % len(DAMAGES)], random.Random(seed), copy, whole)


@pytest.mark.slow
@pytest.mark.parametrize("seed", ALL)
def test_more_damage(seed: int, copy: Path, whole: Whole) -> None:
    damaged(DAMAGES[seed % len(DAMAGES)], random.Random(seed), copy, whole)


def test_every_flipped_bit_of_a_chunk_is_noticed_before_a_run_goes_on(copy: Path) -> None:
    store = Store.open(copy)
    ((_, chunk), *_) = store._there()
    data, dice = chunk.file.read_bytes(), random.Random(1)
    for _ in range(300):
        other = bytearray(data)
        other[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        chunk.file.write_bytes(other)
        assert chunk.fault()
    chunk.file.write_bytes(data)
    assert chunk.fault() == ""


def test_what_is_made_anew_is_said(copy: Path, whole: Whole) -> None:
    (copy / "chunk-000002.parquet").write_bytes(b"")
    shutil.copy(whole.other / "chunk-000004.parquet", copy / "chunk-000004.parquet")
    with pytest.raises(ml.UsageError, match=r"chunk-000002.parquet is damaged: it is empty") as caught:
        ml.Results.open(copy)
    assert caught.value.hint == f"games simulate ... --out {copy} --resume plays its games again"
    again = run(copy, resume=True)
    assert again.remade == (
        f"chunk 2 of {copy} is damaged (it is empty): played again",
        f"chunk 4 of {copy} is damaged (it is of another run): played again",
    )
    assert again.played == 2 * CHUNK
    assert contents(copy) == contents(whole.folder)


def test_the_command_says_it_too(tmp_path: Path) -> None:
    words = ("simulate", "paris", "-n", "5", "--seed", "1", "--agents", "random", "--compiled", "off", "--out", "out")
    assert games(tmp_path, *words).status == 0
    (tmp_path / "out" / "chunk-000000.parquet").write_bytes(b"PAR1")
    said = complaint(games(tmp_path, "replay", "--from", "out", "--row", "1"))
    assert said.startswith(
        "out/chunk-000000.parquet is damaged: it cannot be read as Parquet (games simulate ... --out"
    )
    answer = games(tmp_path, *words, "--resume", "--json")
    assert answer.err == "chunk 0 of out is damaged (it cannot be read as Parquet): played again\n"
    assert answer.data["games"] == 5


def test_a_file_that_claims_millions_of_rows_is_not_read(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np
    import pyarrow.parquet

    store = Store.open(copy)
    zeros = pyarrow.array(np.zeros(3_000_000, np.int64))
    table = pyarrow.table(dict.fromkeys(store.columns, zeros))
    file = copy / "chunk-000000.parquet"
    pyarrow.parquet.write_table(table, file, compression="zstd")
    assert file.stat().st_size < 500_000
    monkeypatch.setattr(pyarrow.parquet, "ParquetFile", None)
    for step in (store.check, lambda: store.row(3), lambda: store.column("total")):
        with pytest.raises(ml.UsageError, match="it has 3,000,000 rows, not 16"):
            step()


def test_other_files_of_parquet_are_not_taken_for_rows(copy: Path, whole: Whole) -> None:
    shutil.copy(whole.other / "chunk-000000.parquet", copy / "chunk-000099.parquet")
    for step in (lambda: ml.Results.open(copy), lambda: run(copy, resume=True)):
        with pytest.raises(ml.UsageError, match=r"holds chunk-000099.parquet, which is no part of its run") as caught:
            step()
        assert caught.value.hint == "move it"


def test_a_chunk_that_cannot_be_read_is_not_removed(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(path: Path) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(Path, "read_bytes", broken)
    with pytest.raises(ml.UsageError, match=r"chunk-000000\.parquet cannot be read: input/output error"):
        Store.open(copy).remove_damaged()
    assert (copy / "chunk-000000.parquet").exists()


def test_a_folder_that_somebody_writes_into(copy: Path) -> None:
    with filelock.FileLock(copy / "_lock"), pytest.raises(ml.UsageError, match="another run is writing into"):
        run(copy, resume=True)


@pytest.mark.parametrize("there", [None, (), ("_lock",), ("_lock", f".{RUN}.123")])
def test_a_run_killed_before_its_first_chunk_is_begun(
    there: tuple[str, ...] | None, tmp_path: Path, whole: Whole
) -> None:
    out = tmp_path / "out"
    if there is not None:
        out.mkdir()
    for name in there or ():
        (out / name).touch()
    assert run(out, resume=True).played == N
    assert contents(out) == contents(whole.folder)
    assert (out / RUN).read_bytes() == (whole.folder / RUN).read_bytes()


def test_a_run_killed_after_its_header_is_gone_on_with(copy: Path, whole: Whole) -> None:
    for file in copy.glob("chunk-*"):
        file.unlink()
    assert run(copy, resume=True).played == N
    assert contents(copy) == contents(whole.folder)


def test_files_are_synced_before_they_have_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from metrolines._files import writing

    steps: list[str] = []
    sync, replace = writing.sync, Path.replace
    monkeypatch.setattr(writing, "sync", lambda path: (steps.append(f"sync {path.name}"), sync(path)))
    monkeypatch.setattr(Path, "replace", lambda path, to: (steps.append(f"rename {to.name}"), replace(path, to))[1])
    writing.write_whole(tmp_path, "file", b"data")
    draft = steps[0].removeprefix("sync ")
    assert draft.startswith(".file.")
    assert steps == [f"sync {draft}", "rename file", f"sync {tmp_path.name}"]
