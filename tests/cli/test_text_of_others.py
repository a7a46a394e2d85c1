"""Text that files, plugins and command lines bring is shown as it is: no terminal obeys it, nothing of it vanishes."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from command import Answer
from here import harmful, run_here
from plugin_files import write_plugins

import metrolines as ml
from metrolines import cli
from metrolines._text import printable
from metrolines.simulation.run import play
from metrolines.view.letters import letters_of

ATTACKS = [
    "\x1b]0;owned\x07",
    "\x1b[2J\x1b[1;31mred",
    "\x9b31mC1",
    "\x1b]8;;http://example.com\x1b\\here\x1b]8;;\x1b\\",
    "[/x]",
    "[bold][red]beta[/red]",
    "[link=http://example.com]here[/link]",
    ":smile: :100:",
    "back\b\b\bspace",
    "over\rwritten",
    "\u202etxt.exe",
    "zero\u200bwidth",
    "lone \udc41 \ud800",
]
ALL = "".join(ATTACKS)
WHOLE = "".join(ATTACKS[:-1])  # what records may hold
FILED = "".join(text for text in ATTACKS if not set(text) & set("\x1b\x9b\b\r\ud800"))  # what YAML files may hold
PARIS = ml.new_game("paris").map.path.read_text(encoding="utf-8")  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "1000")
    for name in ("FORCE_COLOR", "METROLINES_PLUGINS"):
        monkeypatch.delenv(name, raising=False)


def said(answer: Answer) -> str:
    """All that was printed, which holds nothing that a terminal would obey."""
    told = answer.out + answer.err
    assert harmful(told) == set(), harmful(told)
    assert "Traceback" not in told
    return told


def squeezed(text: str) -> str:
    """A text without blanks, since lines may be broken anywhere."""
    return "".join(text.split())


@pytest.mark.parametrize("text", ATTACKS)
def test_what_is_escaped_is_visible_and_the_rest_stays(text: str) -> None:
    shown = printable(f"Métro «é» 地下鉄\u00a0! {text}")
    assert shown.startswith("Métro «é» 地下鉄\u00a0! ")
    assert harmful(shown) == set()
    assert len(shown) >= len(text)


def test_a_byte_of_a_name_that_is_not_utf_8_is_shown_as_that_byte() -> None:
    assert printable("map-\udcff.yaml") == "map-\\xff.yaml"


@pytest.mark.parametrize("text", [ALL, "[/x]"])
@pytest.mark.parametrize(
    "words",
    [
        ("run", "{}"),
        ("run", "paris", "--seats", "{}"),
        ("run", "paris", "--variants", "{}"),
        ("run", "paris", "--option", "{}"),
        ("run", "paris", "--option", "districts={}"),
        ("run", "paris", "--map", "{}"),
        ("run", "paris", "--seed", "{}"),
        ("run", "paris", "--order", "{}"),
        ("run", "paris", "--plugin", "{}"),
        ("run", "--config", "{}.yaml"),
        ("run", "--resume", "{}"),
        ("{}",),
        ("list", "{}"),
        ("list", "--{}"),
        ("check", "{}"),
        ("replay", "{}"),
        ("replay", "--from", "{}", "--row", "0"),
        ("schema", "{}"),
        ("score", "paris", "{}"),
        ("score", "metro", "{}"),
        ("simulate", "paris", "-a", "{}"),
        ("simulate", "paris", "--compiled", "{}"),
        ("simulate", "--config", "{}"),
        ("lab", "paris", "--with", "{}", "--json"),
        ("new", "variant", "{}"),
    ],
    ids=lambda words: "-".join(words) if isinstance(words, tuple) else None,
)
def test_words_of_the_command_line(monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], text: str) -> None:
    answer = run_here(monkeypatch, *(word.format(text) for word in words))
    assert answer.status in (1, 2) or words[0] == "new"  # which makes a name of what is left
    assert said(answer).count("\n") == 1 or words[0] == "new"


def hostile_map(folder: Path) -> Path:
    """The map of Paris with attacks wherever it lets people write."""
    text = PARIS
    for name in ("Paris", "outer_northwest", "north_west"):
        written = json.dumps(name + FILED)
        text = text.replace(f": {name}\n", f": {written}\n").replace(f"[{name},", f"[{written},")
    text = text.replace("sources:\n", f"sources:\n  - {json.dumps('from' + FILED)}\n")
    text = text.replace(
        "house: [solo_ladder]", f"river: {{name: {json.dumps('Seine' + FILED)}, through: [[0.5, -0.5], [0.5, 9.5]]}}"
    )
    path = folder / "hostile.yaml"
    path.write_text(text.replace("orange", json.dumps("[/x]orange")), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("check", "{}"),
        ("check", "{}", "--json"),
        ("rules", "paris", "--map", "{}"),
        ("rules", "paris", "--map", "{}", "--json"),
        ("run", "paris", "--map", "{}", "--seats", "greedy,greedy", "--seed", "1"),
        ("run", "paris", "--map", "{}", "--seats", "greedy", "--seed", "1", "--json"),
        ("simulate", "paris", "--map", "{}", "-n", "2", "--compiled", "off"),
        ("score", "paris", "-", "--map", "{}"),
    ],
    ids=" ".join,
)
def test_a_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    path = hostile_map(tmp_path)
    answer = run_here(monkeypatch, *(word.format(path) for word in words), stdin="lines: {blue: [h4-h1]}\n")
    told = said(answer)
    assert answer.status == 0, told
    if "--json" in words:
        assert words[0] != "check" or answer.data["name"] == f"Paris{FILED}"
    elif words[0] != "simulate":
        assert squeezed(printable(FILED)) in squeezed(told)


def test_a_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"game: paris\ntitle: {json.dumps(FILED)}\nseats: [greedy]\nseed: 1\n"
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    for words in (("check", "game.yaml"), ("run", "--config", "game.yaml")):
        assert printable(FILED) in said(run_here(monkeypatch, *words))
    assert run_here(monkeypatch, "check", "game.yaml", "--json").data["title"] == FILED


def test_objectives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = "".join(
        f"  - {{id: {name}, title: {json.dumps(name + FILED)}, when: {{count: stations, at_least: 5}}}}\n"
        for name in ("one", "two", "three")
    )
    (tmp_path / "deck.yaml").write_text(f"title: {json.dumps(FILED)}\nobjectives:\n{cards}", encoding="utf-8")
    checked = run_here(monkeypatch, "check", "deck.yaml")
    assert checked.status == 0, checked
    assert printable(f"one{FILED}") in said(checked)
    words = ("run", "paris", "--seats", "greedy", "--seed", "1", "-v", "objectives", "-o", "objectives.from=deck.yaml")
    played = run_here(monkeypatch, *words)
    assert played.status == 0, played
    assert printable(FILED) in said(played)


def test_a_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"title: {json.dumps(FILED)}\ngames: 2\nseed: 1\ngrid:\n  game: [paris]\n  agents: [[random], [greedy]]\n"
    (tmp_path / "sweep.yaml").write_text(text, encoding="utf-8")
    for words in (("check", "sweep.yaml"), ("simulate", "-c", "sweep.yaml", "--compiled", "off", "--workers", "1")):
        answer = run_here(monkeypatch, *words)
        assert answer.status == 0, answer
        assert squeezed(printable(FILED)) in squeezed(said(answer))


def record_lines() -> list[dict[str, object]]:
    """The lines of a record of a game with two seats."""
    state = play(ml.new_game("paris", ["effects"], 2), ["greedy", "greedy"], seed=1)
    lines = [json.loads(line) for line in state.record(("greedy", "greedy")).text().splitlines()]
    del lines[-1]["seal"]  # the lines are to be changed
    return lines


def test_agents_of_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = record_lines()
    lines[0]["agents"] = [WHOLE, "[/x]"]
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    for more in ((), ("--to", "3"), ("--ascii",)):
        answer = run_here(monkeypatch, "replay", path, *more)
        assert answer.status == 0, answer
        assert squeezed(printable(WHOLE)) in squeezed(said(answer))
    answer = run_here(monkeypatch, "replay", path, "--json")
    assert said(answer)
    assert answer.data["agents"] == [WHOLE, "[/x]"]


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        (0, ("game",)),
        (0, ("map",)),
        (0, ("map_digest",)),
        (0, ("position",)),
        (0, ("versions", "effects")),
        (0, ("variants", ALL)),
        (0, ("settings", ALL)),
        (0, ("settings", "paris", ALL)),
        (0, ("metrolines",)),
        (1, ("chance",)),
        (1, ("place",)),
        (1, ("outcome",)),
        (2, ("outcome",)),
        (-1, ("state",)),
        (-1, ("end", "scores")),
    ],
)
def test_other_texts_of_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: int, keys: tuple[str, ...]
) -> None:
    lines = record_lines()
    where: dict[str, object] = lines[line]
    for key in keys[:-1]:
        where = where.setdefault(key, {})  # type: ignore[assignment]
    where[keys[-1]] = ALL
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    answer = run_here(monkeypatch, "replay", path)
    assert answer.status in (1, 2), answer
    assert said(answer).startswith("error: ")


def test_an_action_of_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = record_lines()
    next(line for line in lines if "action" in line)["action"] = WHOLE
    (tmp_path / "game.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    answer = run_here(monkeypatch, "replay", "game.jsonl")
    assert answer.status == 1, answer
    assert said(answer)


def test_plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(text for text in ATTACKS if text.isprintable())  # others are refused: such a plugin is broken
    told = repr(text)
    options = f"options=(Option('size', 2, {told}),)"
    spec = (
        f"VariantSpec('odd', {told}, HERE, ('next_station',), summary={told}, rules={told}, house=({told},), {options})"
    )
    odd = f"@hookimpl\ndef metrolines_variants():\n    return [{spec}]\n"
    write_plugins(tmp_path, monkeypatch, odd=odd, broken=f"raise ValueError({ALL!r})\n")
    for words in (
        ("list",),
        ("list", "variants"),
        ("list", "--long"),
        ("list", "plugins"),
        ("rules", "paris", "-v", "odd"),
    ):
        answer = run_here(monkeypatch, *words)
        assert answer.status == 0, answer
        assert squeezed(text if words != ("list", "plugins") else printable(ALL)) in squeezed(said(answer)), words
    assert said(run_here(monkeypatch, "list", "--json"))


def test_names_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "".join(ATTACKS).replace("/", "|").replace("\ud800", "").replace("\udc41", "\udcff")
    (tmp_path / name).mkdir()
    path = tmp_path / name / "game.jsonl"
    played = run_here(monkeypatch, "run", "paris", "--seats", "greedy", "--seed", "1", "--record", path)
    assert played.status == 0, played
    assert f"Recorded in {printable(str(path))}" in said(played)
    again = run_here(monkeypatch, "run", "paris", "--seats", "greedy", "--record", path)
    assert (again.status, printable(f"{path} exists") in said(again)) == (2, True)
    assert run_here(monkeypatch, "replay", path).status == 0


@pytest.mark.parametrize("colour", ["\x1b", "ß", "東", "\u200b", "\u0301"])
def test_letters_on_a_board_take_one_place(colour: str) -> None:
    letters = letters_of([colour, "blue"])
    assert letters == ["?", "B"]


def test_commands_print_through_one_console() -> None:
    """Nothing in the command prints by itself, makes a console or styled text, or has text read as markup."""
    allowed = {"screen.py"}
    for path in Path(cli.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("print", "input"), (path, node.lineno)
            if isinstance(node, ast.ImportFrom) and path.name not in allowed:
                assert node.module not in ("rich.text", "rich.markup"), (path, node.lineno)
                assert not (node.module == "rich.console" and "Console" in {n.name for n in node.names}), path
            if isinstance(node, ast.keyword) and node.arg in ("markup", "emoji"):
                assert isinstance(node.value, ast.Constant), (path, node.value.lineno)
                assert node.value.value is False, (path, node.value.lineno)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and path.name != "data.py":
                named = ast.unparse(node)
                assert named not in ("sys.stdout.write", "sys.stderr.write"), (path, node.lineno)
