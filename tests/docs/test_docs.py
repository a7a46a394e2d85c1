"""The documentation says what is so: its Python runs, and all that has a name is told of."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from pages import PAGES, ROOT, blocks, commands, mentioned
from pydantic import BaseModel

import metrolines as ml
from metrolines import errors
from metrolines._game.record import Record
from metrolines._rules.hooks import specs_of
from metrolines._setup.builder import PluginBuilder
from metrolines.config.game_config import GameConfigFile
from metrolines_next_station.city import City, Section, Station
from metrolines_next_station.hookspecs import NextStationHooks
from metrolines_next_station.map_file import MapFile
from metrolines_next_station.sheet import SheetFile
from metrolines_next_station.terms import Count, DeckFile, TermsFile

REMARK = re.compile(r"#\s*(.*)$")


def claim(line: str) -> Any:
    """The value that a remark behind an expression says it has; Ellipsis if it says none."""
    remark = REMARK.search(line)
    for words in [remark[1], remark[1].partition(":")[0]] if remark else []:
        try:
            return ast.literal_eval(words)
        except (ValueError, SyntaxError):
            continue
    return ...


def run(text: str, space: dict[str, Any], page: str) -> int:
    """Run a block, statement by statement; values that its remarks claim are compared. Tells how many there were."""
    compared = 0
    for statement in ast.parse(text).body:
        if not isinstance(statement, ast.Expr):
            exec(compile(ast.Module([statement], []), page, "exec"), space)
            continue
        value = eval(compile(ast.Expression(statement.value), page, "eval"), space)
        claimed = claim(text.splitlines()[statement.end_lineno - 1]) if statement.end_lineno else ...
        if claimed is not ...:
            assert value == claimed, statement
            compared += 1
    return compared


def plainly(text: str) -> str:
    """The same with fewer games, which are not worth compiling."""
    return text.replace("n=100_000", 'n=100, compiled="off"')


def test_python_of_the_readme(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (text,) = blocks("README.md", "python")
    space: dict[str, Any] = {}
    run(plainly(text), space, "README.md")
    totals, mean = capsys.readouterr().out.splitlines()
    assert ast.literal_eval(totals) == [score.total for score in space["state"].scores()]
    assert space["results"].games == 100
    assert float(mean) == pytest.approx(space["results"].column("total", 0).mean())
    assert float(mean) > space["results"].column("total", 1).mean()  # greedy plays better than random


def test_python_of_the_page_on_simulating(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    space: dict[str, Any] = {}
    (text,) = blocks("simulating.md", "python")
    run(text.replace("n=4_000", "n=40"), space, "simulating.md")
    low, high = space["results"].interval("total")
    assert low < space["results"].column("total").mean() < high


def test_python_of_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    space: dict[str, Any] = {}
    compared = 0
    for text in blocks("python.md", "python"):
        if "compiled()" not in text:
            compared += run(plainly(text), space, "python.md")
    assert compared >= 2
    dealt = [event for event in space["state"].events if event.kind == "chance"]
    assert space["state"].over
    assert len(dealt) > 10
    assert (tmp_path / "games.csv").read_text(encoding="utf-8").startswith("game,seat,seed,total,rank,")
    columns = ("game", "seat", "seed", "total", "rank", "turns", "decisions", "passes")
    assert space["results"].columns[: len(columns)] == columns
    assert all(re.search(rf"\b{name}\b", PAGES["python.md"]) for name in columns)
    row = ml.play(space["game"], ["greedy", "random"], seed=int(space["results"].column("seed")[0]))
    assert row.scores()[0].total == space["results"].column("total")[0]


def test_python_of_the_page_on_maps_and_lines() -> None:
    space: dict[str, Any] = {}
    assert sum(run(text, space, "map-objects.md") for text in blocks("map-objects.md", "python")) == 10
    for name in (*City.__dataclass_fields__, *Section.__dataclass_fields__, *Station.__dataclass_fields__):
        assert mentioned(name, "map-objects.md") or name in ("id", "path", "file", "width", "height", "digest"), name


@pytest.mark.compiled
def test_single_steps_as_its_page_says() -> None:
    text = next(text for text in blocks("python.md", "python") if "compiled()" in text)
    game = ml.new_game("paris")
    space: dict[str, Any] = {"game": game}
    run(text, space, "python.md")
    state = game.start(seed=7)
    while not state.over:
        state.play(state.to_act[0], state.legal(state.to_act[0])[-1])
    assert list(space["table"].totals()) == [score.total for score in state.scores()]


def test_scripted_chance_comes_out_as_scripted() -> None:
    text = next(text for text in blocks("python.md", "python") if "script = {" in text)
    space: dict[str, Any] = {"ml": ml}
    run(text, space, "python.md")
    script, state = space["script"], space["state"]
    happened = {(event.key, event.place): event.outcome for event in state.events}
    assert [happened["colours", f"0.{k}"] for k in range(1, 5)] == script["colours"][0]
    assert happened["decks", "1.1"] == script["decks"][0][0]
    assert [happened["objectives", str(k)] for k in (1, 2)] == script["objectives"]
    assert script["gates"]["a1"] in (value.replace("_", "-") for value in happened.values())
    known = {outcome for block in state.game.chance if block.key == "decks" for outcome in block.outcomes}
    symbols = ("square", "triangle", "pentagon", "circle", "joker")
    assert known == {f"{name}-{kind}" for name in symbols for kind in ("street", "underground")} | {"switch-street"}
    assert all(mentioned(word, "python.md") for word in (*symbols, "switch-street"))


@pytest.mark.parametrize("hook", specs_of(NextStationHooks).arguments)
def test_every_hook_is_told(hook: str) -> None:
    assert re.search(rf"^\| `{hook}` \| .+ \|$", PAGES["variants.md"], re.MULTILINE)


def test_every_call_of_build_is_told() -> None:
    calls = [name for name, value in vars(PluginBuilder).items() if callable(value) and not name.startswith("_")]
    for name in calls:
        assert mentioned(f"builder.{name}", "variants.md") or name == "passing", name
    for name in re.findall(r"builder\.(\w+)\(", PAGES["variants.md"]):
        assert name in calls


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, errors.MetrolinesError)
    ],
)
def test_every_error_is_told(name: str) -> None:
    if not name.startswith("_"):
        assert mentioned(name, "python.md") or mentioned(f"ml.{name}", "python.md")
        assert name in ml.__all__


@pytest.mark.parametrize("name", ml.__all__)
def test_every_exported_name_is_there_and_told(name: str) -> None:
    assert getattr(ml, name) is not None
    assert mentioned(name), name


def test_exported_names_are_all_there_are() -> None:
    assert dir(ml) == ml.__all__
    space: dict[str, Any] = {}
    exec("from metrolines import *", space)
    assert set(space) - {"__builtins__"} == set(ml.__all__)
    with pytest.raises(AttributeError, match="no attribute 'new_gam'"):
        ml.new_gam  # noqa: B018
    public = importlib.import_module("metrolines.plugin")
    assert all(getattr(public, name) is not None for name in public.__all__)


def keys(model: type[BaseModel]) -> list[str]:
    """The keys of a model and of the models in it."""
    found = []
    for name, field in model.model_fields.items():
        found.append(field.alias or name)
        parts = [field.annotation]
        while parts:
            part = parts.pop()
            parts += get_args(part) if get_origin(part) is not Literal else ()
            if isinstance(part, type) and issubclass(part, BaseModel):
                found += keys(part)
    return found


def choices(annotation: Any) -> list[str]:
    """The texts that a key may have, where they are known."""
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    return [choice for part in get_args(annotation) for choice in choices(part)]


@pytest.mark.parametrize(
    ("model", "page"),
    [
        (MapFile, "maps.md"),
        (SheetFile, "playing.md"),
        (DeckFile, "objectives.md"),
        (TermsFile, "objectives.md"),
        (GameConfigFile, "configs.md"),
    ],
)
def test_every_key_of_a_file_is_told(model: type[BaseModel], page: str) -> None:
    for key in keys(model):
        assert mentioned(key, page), key
    for field in model.model_fields.values():
        for choice in choices(field.annotation):
            assert mentioned(choice, page), choice


def test_what_can_be_counted_is_told() -> None:
    assert len(choices(Count.model_fields["count"].annotation)) > 9
    for field in Count.model_fields.values():
        assert all(mentioned(choice, "objectives.md") for choice in choices(field.annotation))


def test_every_key_of_a_record_is_told() -> None:
    state = ml.play(ml.new_game("paris", "effects"), seed=1)
    record = Record.of(state, ["greedy"])
    lines = [record.header, *(event.as_json() for event in record.events), record.end, record.end["end"]]  # type: ignore
    for known in lines:
        assert known is not None
        assert all(mentioned(key, "records.md") for key in known), known
    assert all(mentioned(key, "records.md") for key in (*record.end["end"]["scores"][0], "map_text", "position"))  # type: ignore


def test_what_the_readme_says_is_where(tmp_path: Path) -> None:
    readme = PAGES["README.md"]
    folders = re.findall(r"^\| `([\w/]+)` \|", readme, re.MULTILINE)
    assert len(folders) >= 7
    assert all((ROOT / folder).is_dir() for folder in folders)
    assert all((ROOT / link).is_file() for link in re.findall(r"\]\(([\w/]+\.md)\)", readme))
    assert (ROOT / "benchmarks" / "run.py").is_file()
    said = re.search(r"(\d+) recorded games by others", readme)
    assert said is not None
    data = ROOT / "tests" / "data" / "london_games"
    games = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in data.glob("*.jsonl"))
    assert int(said[1]) == games


MADE_WITH_THE_DOCS = {"effects.html"}


def test_pages_link_to_one_another() -> None:
    for name, text in PAGES.items():
        folder = ROOT if name == "README.md" else ROOT / "docs"
        for link in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (folder / link).is_file() or link in MADE_WITH_THE_DOCS, (name, link)
    with_commands = ("README.md", "playing.md", "configs.md", "maps.md", "objectives.md", "variants.md", "records.md")
    assert all(commands(page) for page in with_commands)


def test_the_fields_that_authors_are_told_of_are_there() -> None:
    game = ml.new_game("paris", ["effects"])
    g, ps = game.blank()
    holders = {"g": g, "p": ps[0], "t": game.constants}
    told = set(re.findall(r"`([gpt])\.(\w+)", PAGES["variants.md"]))
    own = {name for _, name in told if name.startswith(("x_", "night_bus"))}
    assert len(told) > 30
    for letter, name in told:
        assert name in own or hasattr(holders[letter], name), f"{letter}.{name}"
