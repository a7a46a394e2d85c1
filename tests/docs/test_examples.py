"""What the documentation shows can be done: its commands, its variant, its map, its sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer
from command import complaint, games
from pages import INLINE, PAGES, blocks, commands, put_together

import metrolines as ml
from metrolines.cli import COMMANDS, program

SHOWN = sorted({tuple(words) for page in PAGES for words in commands(page)})
COMMAND_LINE = typer.main.get_command(program([]))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the documentation speaks of."""
    folder = tmp_path_factory.mktemp("docs")
    (folder / "night_bus.py").write_text(blocks("variants.md", "python")[0], encoding="utf-8")
    (folder / "my_rules.py").write_text(blocks("agents.md", "python")[-1], encoding="utf-8")
    (folder / "express.py").write_text(put_together(blocks("tutorial.md", "python")[:-1]), encoding="utf-8")
    two_ahead = next(block for block in blocks("agents.md", "python") if "def two_ahead(" in block)
    (folder / "my_rules.py").write_text(two_ahead, encoding="utf-8")
    (folder / "twinton.yaml").write_text(blocks("maps.md", "yaml")[0], encoding="utf-8")
    (made,) = [words for words in commands("README.md") if words[:2] == ["new", "map"]]
    assert games(folder, *made).status == 0
    (folder / "new").mkdir()
    (folder / "game.yaml").write_text(blocks("configs.md", "yaml")[0], encoding="utf-8")
    for name, number in (("my-deck.yaml", 0), ("my-terms.yaml", 1)):
        (folder / name).write_text(blocks("objectives.md", "yaml")[number], encoding="utf-8")
    (folder / "sheet.yaml").write_text(blocks("playing.md", "yaml")[0], encoding="utf-8")
    sweep = blocks("simulating.md", "yaml")[0].replace("games: 20000", "games: 2")
    (folder / "sweep.yaml").write_text(sweep, encoding="utf-8")
    simulation = ("paris", "--variants", "effects", "-n", "10", "--agents", "greedy", "--compiled", "off")
    games(folder, "simulate", *simulation, "--seed", "1", "--out", "results")
    text = ml.play(ml.new_game("paris"), seed=1).record(["greedy"]).text()
    for name in ("game.jsonl", "FILE"):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_all_commands_are_shown() -> None:
    told = {words[0] for page in PAGES for words in commands(page, INLINE)}
    assert {words[0] for words in SHOWN} | told == set(COMMANDS)


@pytest.mark.parametrize("words", SHOWN, ids=" ".join)
def test_every_command_shown_can_be_read(words: tuple[str, ...]) -> None:
    command = COMMAND_LINE.commands[words[0]]  # type: ignore[attr-defined]
    with command.make_context(words[0], list(words[1:])) as context:
        assert context.params


def agents_only(words: tuple[str, ...]) -> bool:
    """Whether a command needs neither a person nor a game that goes on."""
    asks = words[0] == "run" and ("human" in " ".join(words) or "--config" in words)
    asks |= words[0] == "daily" and "--by" not in words
    asks |= words[0] == "resume" and len(words) > 1
    return not asks and "--resume" not in words and len(words) > 1


@pytest.mark.parametrize("words", [words for words in SHOWN if agents_only(words)], ids=" ".join)
def test_every_command_shown_works(words: tuple[str, ...], folder: Path) -> None:
    if {"--out", "--from"} & {*words}:
        pytest.importorskip("pyarrow")
    if words[0] == "simulate":
        words = (*(re.sub("^[1-9]00*$", "10", word) for word in words), "--compiled", "off")
        if "--resume" not in words:
            words = tuple("fresh" if word == "results" else word for word in words)
    if words[0] == "new":
        words = (*words, "--into", "new")
    words = tuple("7" if word == "77777" else word for word in words)
    answer = games(folder, *words)
    assert answer.status == 0, answer.err
    assert answer.out


def test_commands_and_options_in_sentences_exist() -> None:
    parameters = {name: command.params for name, command in COMMAND_LINE.commands.items()}  # type: ignore[attr-defined]
    options = {name: {option for p in found for option in p.opts} for name, found in parameters.items()}
    options[""] = {option for parameter in COMMAND_LINE.params for option in parameter.opts}
    for page, text in PAGES.items():
        for command, *words in commands(page, INLINE):
            assert {word for word in words if word.startswith("-")} <= options[command], (page, command, words)
        for option in re.findall(r"`(--(?!metrolines-)\w[\w-]*)", text):  # those of pytest are the kit's
            assert any(option in known for known in options.values()), (page, option)


def test_the_board_of_the_readme_is_that_of_its_first_command(folder: Path) -> None:
    (board,) = [text for text in blocks("README.md", "") if "┄" in text]
    words = next(words for words in commands("README.md") if "greedy,greedy" in words)
    assert board in games(folder, *words).out


@pytest.fixture
def night_bus(folder: Path, monkeypatch: pytest.MonkeyPatch) -> ml.Game:
    monkeypatch.setenv("METROLINES_PLUGINS", str(folder / "night_bus.py"))
    return ml.new_game("paris", ["night_bus"])


def test_the_variant_of_its_page_does_what_it_says(night_bus: ml.Game) -> None:
    script = {"colours": [["orange", "blue", "green", "purple"]], "decks": [["square-street", "triangle-street"]]}
    state = night_bus.start(seed=1, script=script)
    assert "d3-e4" not in state.legal_labels(0)  # a circle, and the card is a square
    state.play(0, "night bus")
    assert "d3-e4" in state.legal_labels(0)
    assert "night bus" not in state.legal_labels(0)
    assert state.scores()[0].total == 1 - 2
    state.play(0, "d3-e4")
    assert "night bus" not in state.legal_labels(0)  # once a line
    while state.g.round == 0:
        state.play(0, "pass")
    state.play(0, "night bus")
    assert {item.name: item.points for item in state.scores()[0].items}["night_bus"] == -4


def test_the_variant_of_its_page_changes_scores(night_bus: ml.Game) -> None:
    results = ml.simulate(night_bus, n=40, agents=["random"], seed=3, compiled="off")
    costs = results.column("night_bus", seat=0)
    assert costs.min() < 0
    assert all(cost % 2 == 0 and -8 <= cost <= 0 for cost in costs.tolist())
    again = ml.play(night_bus, ["random"], seed=int(results.column("seed")[0]))
    calls = sum(event.action == "night bus" for event in again.events)
    assert costs[0] == -2 * calls == again.scores()[0].items[-1].points


@pytest.mark.compiled
def test_the_variant_of_its_page_is_compiled(night_bus: ml.Game) -> None:
    machine, plain = (ml.simulate(night_bus, 30, ["random"], 5, compiled=way) for way in ("require", "off"))
    assert machine.compiled
    assert (machine.table == plain.table).all()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("def score_game(own_p)", "def score_gane(own_p)", 'in score_gane: no such hook; did you mean "score_game"?'),
        ("@hookimpl\ndef score_game", "def score_game", "in score_game: a function with the name of a hook lacks"),
        (
            "def score_game(own_p)",
            "def score_game(own)",
            "it is given g, p, t, own_g, own_p, own_t, but no own",
        ),
    ],
)
def test_a_hook_that_is_not_right_is_refused_by_name(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = blocks("variants.md", "python")[0]
    (tmp_path / "bus.py").write_text(text.replace(old, new), encoding="utf-8")
    answer = complaint(games(tmp_path, "run", "paris", "--plugin", "bus.py", "--variants", "night-bus"))
    assert said in answer
    assert "(bus.py)" in answer


def test_a_broken_plugin_is_named_where_its_variant_is_missed(tmp_path: Path) -> None:
    text = blocks("variants.md", "python")[0]
    wrong = text.replace("def metrolines_variants", "def metrolines_varaints")
    (tmp_path / "bus.py").write_text(wrong, encoding="utf-8")
    answer = complaint(games(tmp_path, "run", "paris", "--variants", "night-bus", METROLINES_PLUGINS="bus.py"))
    assert answer.startswith("no variant is called 'night-bus' (")
    assert answer.endswith("broken plugins: bus; games list plugins says why)")


def test_the_config_of_its_page(folder: Path) -> None:
    answer = games(folder, "run", "--config", "game.yaml", "--seats", "greedy,random", "--json")
    assert answer.status == 0, answer.err
    assert answer.data["seed"] == 7
    assert answer.data["options"]["scoring"] == ["interchanges.4=12", "monument=3"]
    assert answer.data["options"]["objectives"] == {"draw": 3, "from": ["paris", "london"]}


def test_the_deck_and_the_terms_of_their_page(folder: Path) -> None:
    for file, kind in (("my-deck.yaml", "deck"), ("my-terms.yaml", "terms")):
        data = games(folder, "check", file, "--json").data
        assert (data["valid"], data["kind"], len(data["terms"])) == (True, kind, 2)
        assert not any(term["not_on"] for term in data["terms"])


def test_the_map_of_its_page(folder: Path) -> None:
    answer = games(folder, "check", "twinton.yaml")
    assert answer.status == 0
    assert answer.err == ""
    for words in (
        "map Twinton, 5 x 5 cells, 12 stations",
        "stations by symbol square 3: a1 e3 c5",
        "departures red a1, blue e1, green a5, brown e5",
        "districts west 7",
        "overhead crossings c3: c1-c5 x a3-e3",
        "features monuments: d2, b4",
        "unreachable stations none",
        "symbols missing beside a departure",
    ):
        assert words in answer.words
    named = PAGES["maps.md"].partition("`check` says")[2].partition("## The signs")[0]
    for word in ("symbol", "districts", "sections", "crossings", "features", "unreachable stations"):
        assert word in named
        assert word in answer.out


def test_the_exceptions_of_the_map_are_needed(tmp_path: Path) -> None:
    text = re.sub("not_sections:.*\n", "", blocks("maps.md", "yaml")[0])
    (tmp_path / "twinton.yaml").write_text(text, encoding="utf-8")
    answer = games(tmp_path, "check", "twinton.yaml")
    assert answer.status == 2
    assert "c3" in answer.err


def test_the_sheet_of_its_page(folder: Path) -> None:
    answer = games(folder, "score", "paris", "sheet.yaml", "--json")
    assert answer.status == 0
    data = answer.data
    assert data["valid"] is True
    first, second, *_ = data["lines"]
    assert (first["colour"], first["districts"], first["busiest"], first["points"]) == ("orange", 3, 5, 19)
    assert (second["colour"], second["points"]) == ("blue", 4)
    assert data["total"] == 19 + 4 + 1 + 1  # the other two lines have their departure stations
