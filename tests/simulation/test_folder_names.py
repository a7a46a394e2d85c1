"""Names of a sweep's folders: whatever a column says comes back from every reader of Parquet as the same text."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import complaint, games
from pages import ROOT

from metrolines.errors import UsageError
from metrolines.simulation.folders import check_lengths, folder_of

pyarrow = pytest.importorskip("pyarrow")
pytest.importorskip("filelock")

TEXTS = (
    "007",
    "a%2Fb",
    "a/b",
    "k=v",
    "two words",
    "größe 東京",
    "a+b",
    "(draw.3),x",
    "1.50",
    "true",
    "2020-01-01",
    "~",
)
PLAIN = ("--compiled", "off", "--workers", "1")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import pyarrow.parquet

    folder = tmp_path_factory.mktemp("names") / "table"
    for number, text in enumerate(TEXTS):
        place = folder / folder_of({"played": text, "seats": str(number)})
        place.mkdir(parents=True)
        pyarrow.parquet.write_table(pyarrow.table({"total": [number]}), place / "chunk-000000.parquet")
    return folder


def test_names_hold_no_signs_that_mean_something_to_a_file_system(table: Path) -> None:
    for place in table.iterdir():
        key, _, value = place.name.partition("=")
        assert (key, value.isascii()) == ("played", True)
        assert not set(value) & set(' /\\:*?"<>|=')


def test_names_that_were_plain_are_what_they_were() -> None:
    columns = {"variants": "effects+objectives(draw.3)", "agents": "greedy", "settings": "districts.stations"}
    parts = ("variants=effects+objectives(draw.3)", "agents=greedy", "settings=districts.stations")
    assert folder_of(columns).parts == parts


@pytest.mark.parametrize("library", ["pyarrow", "pandas", "polars", "duckdb"])
def test_texts_come_back_from_every_reader(library: str, table: Path) -> None:
    module = pytest.importorskip(library)
    keys = ("played", "seats")
    if library in ("pyarrow", "pandas"):
        import pyarrow.dataset

        texts = pyarrow.dataset.partitioning(pyarrow.schema([(key, pyarrow.string()) for key in keys]), flavor="hive")
        if library == "pyarrow":
            found = pyarrow.dataset.dataset(table, partitioning=texts).to_table()
            rows = [found[name].to_pylist() for name in ("total", *keys)]
        else:
            frame = module.read_parquet(table, partitioning=texts)
            rows = [frame[name].tolist() for name in ("total", *keys)]
    elif library == "polars":
        types = dict.fromkeys(keys, module.String)
        frame = module.read_parquet(f"{table}/**/*.parquet", hive_partitioning=True, hive_schema=types)
        rows = [frame[name].to_list() for name in ("total", *keys)]
    else:
        how = "hive_partitioning=true, hive_types_autocast=false"
        found = module.sql(f"SELECT total, played, seats FROM read_parquet('{table}/**/*.parquet', {how})").fetchall()
        rows = [list(column) for column in zip(*found, strict=True)]
    assert {number: (text, seats) for number, text, seats in zip(*rows, strict=True)} == {
        number: (text, str(number)) for number, text in enumerate(TEXTS)
    }


def test_the_page_says_how_to_have_texts() -> None:
    page = (ROOT / "docs" / "simulating.md").read_text(encoding="utf-8")
    for words in ("hive_types_autocast=false", "hive_schema=", 'flavor="hive"'):
        assert words in page


@pytest.mark.parametrize(
    ("value", "path", "said"),
    [
        ("x" * 248, "out", "would be the name of a folder, with 256 letters; 255 are possible"),
        ("ö" * 42, "out", "would be the name of a folder, with 260 letters"),
        ("x", "y/" * 2100, "would be a path with 42.. letters"),
    ],
)
def test_names_that_are_too_long(value: str, path: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        check_lengths(Path("/", path), folder_of({"variant": value}))
    check_lengths(Path("/out"), folder_of({"variant": "x" * 247}))


LONG = """\
games: 2
seed: 3
grid:
  game: [paris]
  agents: [[random], [{agent}]]
"""


def test_a_sweep_with_a_name_that_is_too_long_writes_nothing(tmp_path: Path) -> None:
    name = "A" * 250
    (tmp_path / "a.py").write_text(
        f"class {name}:\n    def act(self, view):\n        return 'pass'\n", encoding="utf-8"
    )
    (tmp_path / "sweep.yaml").write_text(LONG.format(agent=f'"a.py:{name}"'), encoding="utf-8")
    said = complaint(games(tmp_path, "simulate", "--config", "sweep.yaml", *PLAIN, "--out", "table", "--trust"))
    assert "would be the name of a folder, with 259 letters; 255 are possible (fewer variants" in said
    assert not (tmp_path / "table").exists()
