"""A person plays at a terminal: what is shown, what can be typed, and what the record keeps of it."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest
from command import games

import metrolines as ml
from metrolines.cli.pencils import read_order

pytest.importorskip("pexpect")
from terminal import CONFIRM, GO_ON, MOVE, Terminal, actions

SOLO = ("run", "paris", "--seed", "5", "--record", "game.jsonl")
RICH = (*SOLO, "--variants", "effects,objectives,pencil_powers")


def play_on(terminal: Terminal, moves: int = 1000) -> list[str]:
    """Play the first move of the menu again and again; tell the moves."""
    made: list[str] = []
    while terminal.asked and len(made) < moves:
        if terminal.asked == GO_ON:
            terminal.type("")
            made.append("pass")
            continue
        assert terminal.asked == MOVE
        made.append(terminal.menu.get("1", "pass"))
        terminal.move("1" if "1" in terminal.menu else "0")
    return made


def test_a_whole_solo_game(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *SOLO)
    assert terminal.shown.startswith("Next Station: Paris\n")
    assert "Round 1 of 4" in terminal.words
    assert "Pencil: orange; then purple, blue, green" in terminal.words
    assert terminal.menu["0"] == "pass"
    assert "what you can type" in terminal.type("?").lower()
    hint = re.search(r"greedy would play (\S+): \+", terminal.type("h"))
    assert hint is not None
    assert "Score if the game ended now" in terminal.type("s")
    assert "branch. It adds an end" in terminal.type("r")
    assert ", turn 1\n" in terminal.type("b")
    assert "Line of round 1: orange: " in terminal.type("d 1")
    assert "■ square, ▲ triangle" not in terminal.type("b")  # what signs mean is told once
    first, moves = terminal.menu["1"], len(terminal.menu)
    assert hint[1] in terminal.menu.values()
    assert "■ square, ▲ triangle" in terminal.type("?")
    for wrong, said in [
        ("a1-b1", "Neither end of a1-b1 is on the orange line.\n"),
        ("d3-d9", "D3-d9 is no section of the map"),
        ("a1-z9", "There is no station at z9.\n"),
        ("99", f"Moves are numbered 0 to {moves - 1}.\n"),
        ("fly", "No move is called 'fly'; ? for help.\n"),
        ("power joker", "No move is called 'power joker'; ? for help.\n"),
        ("²", "No move is called '²'; ? for help.\n"),
        ("①", "No move is called '①'; ? for help.\n"),
        ("9" * 3000, "No move is called '" + "9" * 57 + "...'; ? for help.\n"),
        ("[/x]", "No move is called '[/x]'; ? for help.\n"),
    ]:
        assert said in terminal.type(wrong)
        assert terminal.asked == MOVE
    assert first in terminal.type("")  # Enter alone shows the moves again
    here, there = first.split("-")
    assert terminal.type(f" {there.upper()}-{here} ").startswith(f"{first}: +")
    assert terminal.asked == CONFIRM
    assert ", turn 2\n" in terminal.type("")
    made = [first, *play_on(terminal)]
    assert terminal.status == 0
    assert "Solo ladder [house]: rung" in terminal.words
    assert re.search(r"> \d\. .* points", terminal.words)
    assert terminal.shown.endswith("Seed 5.\nRecorded in game.jsonl\n")
    assert actions(tmp_path / "game.jsonl") == [(0, move) for move in made]
    total = ml.Record.load(tmp_path / "game.jsonl").replay().scores()[0].total
    assert f"│ Total │ {total} │" in terminal.words.replace("│ │", "│")
    replayed = games(tmp_path, "replay", "game.jsonl")
    assert f"{len(made)} actions: every line is right." in replayed.out


def test_the_sheet_is_shown_once_a_round_has_ended(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *SOLO, "--fast")
    while "Round 2 of 4" not in terminal.shown:
        assert terminal.asked in (MOVE, GO_ON)
        assert "The sheet of" not in terminal.shown
        terminal.type("1" if "1" in terminal.menu else "0")
    state = ml.Record.load(tmp_path / "game.jsonl").replay()
    assert "The sheet of you after 1 of 4" in terminal.words
    assert re.search(rf" {state.ps[0].items[0]}  Line of round 1: orange: \d districts? x ", terminal.shown)
    left = terminal.words.partition("In the deck: ")[2].partition(" Points now")[0]
    assert len(re.findall(r"square|triangle|pentagon|circle|joker|switch", left)) == state.g.left


def test_undo_goes_back_to_the_last_card_and_no_further(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *RICH, "--seed", "25")
    path = tmp_path / "game.jsonl"
    nothing = "Nothing to take back: what chance decided last is as far as it goes.\n"
    start = terminal.menu
    assert terminal.type("u") == nothing
    terminal.type("power double-section")
    assert terminal.asked == MOVE  # it does not end the turn: nothing to confirm
    armed = terminal.menu
    assert "power double-section" not in armed.values()
    assert actions(path) == [(0, "power double-section")]
    terminal.type("1")
    second = terminal.menu
    terminal.type("u")
    assert terminal.shown.startswith(f"Taken back, of you: {armed['1']}\n")
    assert terminal.menu == armed
    terminal.type("undo")
    assert terminal.shown.startswith("Taken back, of you: power double-section\n")
    assert terminal.menu == start
    assert actions(path) == []
    assert terminal.type("u") == nothing
    terminal.type("power double-section")
    terminal.type("1")
    assert terminal.menu == second
    terminal.type("1")
    assert terminal.asked == CONFIRM
    terminal.type("u")  # takes back what was only typed
    assert (terminal.asked, terminal.menu) == (MOVE, second)
    terminal.move("1")
    assert ", turn 2\n" in terminal.shown
    made = [(0, "power double-section"), (0, armed["1"]), (0, second["1"])]
    assert terminal.type("u") == nothing
    assert actions(path) == made
    terminal.type("q")
    assert path.read_text(encoding="utf-8").count('"undo":1') == 2
    assert games(tmp_path, "replay", "game.jsonl").status == 0


def test_a_move_is_made_when_it_is_confirmed(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *SOLO)
    path = tmp_path / "game.jsonl"
    terminal.type("1")
    for slip in ("99", "a1-z9"):
        terminal.type(slip)
        assert terminal.asked == MOVE
        terminal.type("1")
        assert terminal.asked == CONFIRM
        assert actions(path) == []
    terminal.type("2")  # another move instead
    assert terminal.asked == CONFIRM
    assert actions(path) == []
    move = terminal.type("u") and terminal.menu["1"]
    terminal.move("1")
    assert actions(path) == [(0, move)]


def test_quit_and_resume_to_the_end(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *RICH)
    before = play_on(terminal, 5)
    menu = terminal.menu
    assert terminal.type("q") == "The game is kept. To go on:\n  games run --resume game.jsonl\n"
    assert terminal.status == 0
    path = tmp_path / "game.jsonl"
    kept = path.read_text(encoding="utf-8")
    assert '"seed"' not in kept  # which would tell what is to come
    assert "the game goes on: games run --resume game.jsonl" in games(tmp_path, "replay", "game.jsonl").words
    terminal = Terminal(tmp_path, "run", "--resume", "game.jsonl")
    assert terminal.menu == menu
    after = play_on(terminal)
    assert terminal.status == 0
    assert path.read_text(encoding="utf-8").startswith(kept)
    assert actions(path) == [(0, move) for move in before + after]
    assert "every line is right." in games(tmp_path, "replay", "game.jsonl").words


@pytest.mark.parametrize("question", [MOVE, CONFIRM])
@pytest.mark.parametrize("letter", ["c", "d"])
def test_control_keys_keep_the_game(tmp_path: Path, letter: str, question: str) -> None:
    terminal = Terminal(tmp_path, *SOLO)
    made = play_on(terminal, 2)
    if question == CONFIRM:
        terminal.type("1")
        assert terminal.asked == CONFIRM
    assert "games run --resume game.jsonl" in terminal.control(letter)
    assert terminal.asked == ""
    assert terminal.status == 0
    assert "Traceback" not in terminal.shown
    assert actions(tmp_path / "game.jsonl") == [(0, move) for move in made]
    assert games(tmp_path, "replay", "game.jsonl").status == 0


def test_a_killed_game_loses_no_move(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *RICH)
    path = tmp_path / "game.jsonl"
    made: list[str] = []
    for _ in range(12):
        made += play_on(terminal, 1)
        assert actions(path) == [(0, move) for move in made]  # written before the next question is asked
    terminal.child.kill(signal.SIGKILL)
    terminal.child.wait()
    assert terminal.child.signalstatus == signal.SIGKILL
    assert actions(path) == [(0, move) for move in made]
    resumed = Terminal(tmp_path, "run", "--resume", "game.jsonl")
    assert resumed.menu == terminal.menu
    resumed.type("q")


def test_unasked_a_person_plays_alone_and_the_game_is_recorded(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "run", "paris")
    made = play_on(terminal, 1)
    terminal.type("quit")
    (path,) = (tmp_path / "config").rglob("*.jsonl") or (tmp_path / "Library").rglob("*.jsonl")
    assert terminal.words == f"The game is kept. To go on: games run --resume {path}"
    assert actions(path) == [(0, made[0])]
    record = ml.Record.load(path)
    assert record.header["agents"] == ["human"]


def test_a_person_who_plays_alone_chooses_the_order_of_the_pencils(tmp_path: Path) -> None:
    words = ("run", "paris", "--variants", "objectives", "--seed", "5", "--order")
    terminal = Terminal(tmp_path, *words, "choose")
    assert "Objectives" in terminal.shown
    objectives = terminal.words.partition(" a b c ")[0].partition("Objectives: ")[2]
    for wrong, said in [
        ("pink", "'pink' is no pencil"),
        ("blue blue", "blue is named twice"),
        ("green", "orange, blue, purple: when?"),
        ("", "no pencil is named"),
    ]:
        assert said in terminal.type(wrong)
    terminal.type("gop")
    assert "Pencil: green; then orange, purple, blue" in terminal.words
    assert objectives.strip()[:60] in terminal.words
    terminal.type("q")


def test_leaving_at_the_choice_of_pencils_leaves_nothing_behind(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "run", "paris", "--order", "choose", "--record", "game.jsonl")
    terminal.type("q")
    assert not terminal.asked
    assert not (tmp_path / "game.jsonl").exists()


def test_pencils_go_by_the_letters_of_the_map() -> None:
    known = ["pink", "blue", "green", "purple"]
    letters = {"pink": "p", "blue": "b", "green": "g", "purple": "u"}
    assert read_order("ubp", known, letters) == ["purple", "blue", "pink", "green"]
    assert read_order("pu, Pink, g", known, letters) == ["purple", "pink", "green", "blue"]
    with pytest.raises(ml.UsageError, match="pink is named twice"):
        read_order("p pink b", known, letters)
