"""`games new`: all kinds and forms are written as told, load and play; what cannot be written leaves nothing behind."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path

import pytest
import yaml
from command import complaint, games
from drafts import PACKAGES, SINGLE
from written_drafts import check_style, check_texts, load, written

import metrolines as ml
from metrolines._registry import host as plugins
from metrolines._registry.host import host
from metrolines.scaffold import draft as scaffold
from metrolines.scaffold.draft import draft, next_minor
from metrolines.scaffold.names import read_name

OWN_FILES = {
    "variant": ["__init__.py", "rules.py"],
    "map": ["__init__.py", "{}.yaml"],
    "agent": ["__init__.py", "agent.py"],
    "game": ["__init__.py", "family.py", "hookspecs.py", "line.py", "rules.py", "state.py", "{}.yaml"],
}


# ---------------------------------------------------------------------------------------------------- what is written


@pytest.mark.parametrize(("kind", "name", "game"), PACKAGES.values(), ids=PACKAGES)
def test_a_package(kind: str, name: str, game: str | None, tmp_path: Path) -> None:
    new = draft(kind, name, game, into=tmp_path)
    assert not (tmp_path / name).exists()
    new.write()
    module = name.replace("-", "_")
    own = [f"src/{module}/{file.format(module)}" for file in OWN_FILES[kind]]
    ci = ".github/workflows/tests.yml"
    expected = [*own, ci, "README.md", "pyproject.toml", f"src/{module}/py.typed", f"tests/test_{module}.py"]
    assert written(tmp_path / name) == sorted(expected)
    assert {path.relative_to(tmp_path / name).as_posix() for path in new.files} == set(expected)
    check_texts(tmp_path)
    project = tomllib.loads((tmp_path / name / "pyproject.toml").read_text())["project"]
    assert project["name"] == f"metrolines-{name}"
    assert project["entry-points"]["metrolines"] == {module: module}
    assert project["dependencies"] == [f"metrolines>={ml.__version__.rpartition('.')[0]},<{next_minor(ml.__version__)}"]
    check_ci_file(tmp_path / name / ci, project["requires-python"])
    assert name.replace("-", " ").capitalize() in project["description"]
    readme = (tmp_path / name / "README.md").read_text()
    assert len(readme.splitlines()) < 25
    assert f"    {new.commands[-1]}\n" in readme
    check_style(tmp_path)


def check_ci_file(path: Path, requires: str) -> None:
    """It runs the tests on every Python that the package is for, and once with machine code."""
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    ran = {name: [step["run"] for step in job["steps"] if "run" in step] for name, job in jobs.items()}
    assert ran["plain"] == ['pip install ".[test]"', "pytest --metrolines-plain"]
    assert ran["compiled"] == ['pip install ".[test]" "metrolines[fast]"', "pytest"]
    pythons = jobs["plain"]["strategy"]["matrix"]["python"]
    assert requires == f">={pythons[0]}"
    assert jobs["plain"]["steps"][1]["with"]["python-version"] == "${{ matrix.python }}"


def test_the_next_minor_version() -> None:
    assert [next_minor(version) for version in ("0.1.0", "0.9.3", "2.19")] == ["0.2", "0.10", "2.20"]


@pytest.mark.parametrize(("kind", "name", "game"), SINGLE.values(), ids=SINGLE)
def test_a_single_file(kind: str, name: str, game: str, tmp_path: Path) -> None:
    new = draft(kind, name, game, single=True, into=tmp_path)
    new.write()
    file = name.replace("-", "_") + (".yaml" if kind == "map" else ".py")
    assert written(tmp_path) == [file]
    check_texts(tmp_path)
    head = (tmp_path / file).read_text()[:600]
    assert f"games run {game} " in head  # how to play and test it stands in the file
    assert ("check_map" if kind == "map" else f"pytest {file}") in head
    check_style(tmp_path)


@pytest.mark.parametrize("name", ["b2", "the_longest_name_that_is_there"])
def test_style_does_not_depend_on_the_name(name: str, tmp_path: Path) -> None:
    for number, (kind, _, game) in enumerate(PACKAGES.values()):
        for single in (False, True):
            if kind != "game" or not single:
                folder = tmp_path / f"{number}{single}"
                folder.mkdir()
                draft(kind, name, game, single=single, into=folder).write()
    check_style(tmp_path)


@pytest.mark.parametrize("text", ["night-bus", "night_bus", "Night bus", " NIGHT -- BUS "])
def test_a_name_may_be_written_in_many_ways(text: str) -> None:
    name = read_name(text)
    assert (name.id, name.folder, name.title) == ("night_bus", "night-bus", "Night bus")
    assert (name.words, name.class_name) == ("night bus", "NightBus")


def test_the_command_tells_what_it_wrote_and_what_to_try(tmp_path: Path) -> None:
    answer = games(tmp_path, "new", "variant", "Night bus")
    assert (answer.status, answer.err) == (0, "")
    said = [line.strip() for line in answer.out.splitlines()]
    at = said.index("Try next:")
    assert said[0] == "Written: night-bus"
    assert said[1:at] == written(tmp_path / "night-bus")
    install, test, play = said[at + 1 :]
    assert (install, test) == ('pip install -e "./night-bus[test]"', "pytest ./night-bus")
    assert play == "games run paris --variants night-bus"
    assert "games new variant night-bus --for paris" in games(tmp_path, "new", "--help").words


def test_into_another_folder(tmp_path: Path) -> None:
    (tmp_path / "my plugins").mkdir()
    answer = games(tmp_path, "new", "agent", "look-ahead", "--into", "my plugins", "--for", "metro")
    assert answer.status == 0
    assert 'pip install -e "./my plugins/look-ahead[test]"' in answer.out
    assert 'pytest "./my plugins/look-ahead"' in answer.out
    assert "games run metro --seats look-ahead,greedy" in answer.out
    assert written(tmp_path / "my plugins" / "look-ahead")
    answer = games(tmp_path, "new", "map", "river-town", "--into", "my plugins", "--single-file")
    assert 'games check "my plugins/river_town.yaml"' in answer.out


# ---------------------------------------------------------------------------------------------------- what it does


@pytest.mark.parametrize(("kind", "name", "game"), PACKAGES.values(), ids=PACKAGES)
def test_a_package_loads_and_plays(
    kind: str, name: str, game: str | None, tmp_path: Path, plugin: pytest.MonkeyPatch
) -> None:
    draft(kind, name, game, into=tmp_path).write()
    module = name.replace("-", "_")
    load(tmp_path / name, module, plugin)
    assert [p.broken for p in host().plugins if p.distribution.startswith(str(tmp_path))] == [""]
    spec = host().games[module if kind in ("map", "game") else str(game)]
    table = ml.new_game(spec.id, [module] if kind == "variant" else [], max(2, spec.default_seats))
    agents = [module if kind == "agent" else "greedy", "random"]
    state = ml.play(table, agents, seed=5)
    assert state.over
    assert state.record().replay().digest() == state.digest()
    if kind == "game":
        assert state.scores()[0].total > 0
        assert [rule.id for rule in table.rules()] == ["turn", "end"]


@pytest.mark.parametrize(("kind", "name", "game"), SINGLE.values(), ids=SINGLE)
def test_a_single_file_plays_by_the_commands_it_tells(kind: str, name: str, game: str, tmp_path: Path) -> None:
    new = draft(kind, name, game, single=True, into=tmp_path)
    new.write()
    assert len(new.commands) == 3
    for command in new.commands:
        first, *words = shlex.split(command.replace(f"-n {command.split()[-1]}", "-n 3"))
        if first == "games":
            answer = games(tmp_path, *words, *(["--compiled", "off"] if words[0] == "simulate" else []))
            assert answer.status == 0, answer.err
            assert answer.out
        else:
            assert (first, words) == ("pytest", [str(new.path)])


COMPILED = {what: PACKAGES[what] for what in ("variant of next station", "variant of metro", "game")}


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("kind", "name", "game"), COMPILED.values(), ids=COMPILED)
def test_rules_can_be_compiled(
    kind: str, name: str, game: str | None, tmp_path: Path, plugin: pytest.MonkeyPatch
) -> None:
    draft(kind, name, game, into=tmp_path).write()
    module = name.replace("-", "_")
    load(tmp_path / name, module, plugin)
    table = ml.new_game(game or module, [module] if game else [], 2)
    machine, plain = (ml.simulate(table, 30, ["random"], 5, compiled=way) for way in ("require", "off"))
    assert (machine.table == plain.table).all()


# ---------------------------------------------------------------------------------------------------- what is refused

REFUSED = {
    "no such kind": ("varaint x", "nothing new is called 'varaint' (did you mean \"variant\"?)"),
    "no such game": ("variant x --for pariss", "no game is called 'pariss' (did you mean \"paris\"?)"),
    "a digit first": ("variant 2fast", "'2fast' cannot be the name of a module"),
    "a sign": ("agent night/bus", "'night/bus' cannot be the name of a module"),
    "no name": ("map ''", "'' cannot be the name of a module"),
    "letters that an index does not know": ("map métro", "'métro' cannot be the name of a module"),
    "too long": (f"map {'x' * 31}", "at most 30 letters"),
    "a word of Python": ("variant class", "'class' is a word of Python's own (for example class-line)"),
    "taken by a variant": ("variant Effects", "effects is among the variants that are installed"),
    "taken by a game": ("game paris", "paris is among the games that are installed"),
    "taken by a map": ("map metro --single-file", "metro is among the maps that are installed"),
    "taken by an agent": ("agent random-pass", "random_pass is among the agents that are installed"),
    "taken by a person": ("agent human", "human is what a person at the terminal is called"),
    "taken by a family": ("variant next-station", "next_station is a word of paris already"),
    "taken by a setting": ("variant scoring", "scoring is a word of paris already"),
    "a module of Python's": ("agent statistics", "there is a module of Python called statistics already"),
    "an installed module": ("game pydantic", "there is a module of Python called pydantic already"),
    "a game for a game": ("game x --for paris", "a game is for no other game (leave --for out)"),
    "a game in one file": ("game x --single-file", "a game is no single file: its rules and its map need one each"),
    "a compiled variant": ("variant x --compiled", "--compiled is for an agent; rules are compiled anyway"),
    "a compiled agent without copies": (
        "agent x --compiled --for metro",
        "an action of metro cannot be tried on a copy",
    ),
    "no such folder": ("variant x --into nowhere", "no such folder: nowhere"),
    "a file as a folder": ("variant x --into notes.txt", "no such folder: notes.txt"),
}


@pytest.mark.parametrize(("words", "said"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(words: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    answer = complaint(games(tmp_path, "new", *shlex.split(words)))
    assert said in answer
    assert answer.endswith(")")  # a hint
    assert written(tmp_path) == ["notes.txt"]


def test_a_map_of_yaml_alone_may_be_called_like_a_module(tmp_path: Path) -> None:
    draft("map", "random", "paris", single=True, into=tmp_path).write()
    assert written(tmp_path) == ["random.yaml"]


def test_a_game_without_templates(tmp_path: Path, plugin: pytest.MonkeyPatch) -> None:
    draft("game", "last-train", into=tmp_path).write()
    load(tmp_path / "last-train", "last_train", plugin)
    with pytest.raises(ml.UsageError, match="last_train has no template for a variant") as caught:
        draft("variant", "night-bus", "last-train", into=tmp_path)
    assert caught.value.hint == "--for paris has one"
    assert draft("agent", "look-ahead", "last-train", into=tmp_path).commands[-1].startswith("games run last_train ")


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "night-bus").mkdir()
    (tmp_path / "night_bus.py").write_text("mine")
    (tmp_path / "town.yaml").symlink_to(tmp_path / "nowhere")
    for words in ("variant night-bus", "variant night-bus --single-file", "map town --single-file"):
        assert "exists, and nothing is written over" in complaint(games(tmp_path, "new", *words.split()))
    assert written(tmp_path) == ["night_bus.py"]
    assert (tmp_path / "night_bus.py").read_text() == "mine"
    assert (tmp_path / "town.yaml").is_symlink()
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("single", [False, True])
def test_nothing_half_written_stays(
    error: BaseException, single: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_text, left = Path.write_text, [0 if single else 3]

    def full(path: Path, *arguments: str, **named: str) -> int:
        left[0] -= 1
        if left[0] < 0:
            raise error
        return write_text(path, *arguments, **named)

    new = draft("variant", "night-bus", single=single, into=tmp_path)
    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises((ml.UsageError, KeyboardInterrupt)) as caught:
        new.write()
    assert isinstance(error, KeyboardInterrupt) or "no space left on device" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, *arguments: int) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    new = draft("variant", "night-bus", into=tmp_path)
    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(ml.UsageError, match="night-bus cannot be written: permission denied"):
        new.write()


# ---------------------------------------------------------------------------------------------------- the templates


def test_templates_are_no_python_to_other_tools() -> None:
    roots = [scaffold.HERE, *(spec.load().templates for spec in host().games.values())]
    found = [path for root in set(roots) for path in root.rglob("*") if path.is_file()]
    assert len(found) > 40
    assert {path.suffix for path in found} <= {scaffold.SUFFIX, ".typed"}


def test_every_game_that_comes_with_templates_has_both_kinds() -> None:
    for spec in plugins.Host().games.values():
        folder = spec.load().templates
        if folder is not None:
            assert sorted(path.name for path in folder.iterdir()) == sorted(scaffold.OF_GAMES)
