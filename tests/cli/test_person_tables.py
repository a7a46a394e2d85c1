"""Persons at a table with others, and what terminals show: hot seat, agents, colours, plain characters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command import games

import metrolines as ml

pytest.importorskip("pexpect")
from terminal import CONFIRM, MOVE, Terminal, actions

TABLE = ("run", "paris", "--seed", "5", "--record", "game.jsonl", "--seats")


def play_on(terminal: Terminal) -> None:
    while terminal.asked:
        terminal.type("1" if "1" in terminal.menu else "0")


def test_two_persons_share_a_screen(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *TABLE, "human,human", "--fast")
    path = tmp_path / "game.jsonl"
    assert "1 you: Round 1 of 4" in terminal.shown
    first = terminal.menu["1"]
    terminal.type("1")
    assert "2 you: Round 1 of 4" in terminal.shown
    assert terminal.type("u").startswith(f"Taken back, of 1 you: {first}\n")
    assert terminal.menu["1"] == first
    terminal.type("1")
    second = terminal.menu["2"]
    assert "1 you: Round 1 of 4" in terminal.type("2")
    assert actions(path) == [(0, first), (1, second)]
    assert terminal.type("u").startswith("Nothing to take back")
    play_on(terminal)
    assert terminal.status == 0
    state = ml.Record.load(path).replay()
    assert state.over
    for seat, score in enumerate(state.scores()):
        assert f"{seat + 1} you\n" in terminal.shown
        assert str(score.total) in terminal.shown.partition("│ Total")[2].split("│")[1 + seat]
    assert re.search(r"\d you wins?", terminal.words)


def test_a_person_against_greedy(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *TABLE, "human,greedy")
    path = tmp_path / "game.jsonl"
    for number in range(1, 4):
        shown = terminal.move("1")
        seat, reply = actions(path)[-1]
        assert seat == 1
        assert f"2 greedy: {reply}" in shown
        assert len(actions(path)) == 2 * number
        assert f", turn {number + 1}\n" in shown
        # greedy has flipped the next card: neither move can be taken back
        assert terminal.type("u").startswith("Nothing to take back")
    terminal.type("q")
    assert '"undo"' not in path.read_text(encoding="utf-8")
    replayed = games(tmp_path, "replay", "game.jsonl")
    assert "6 actions, every line is right" in replayed.words


def test_what_agents_answered_is_taken_back_with_a_move(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *TABLE, "human,greedy,human")
    path = tmp_path / "game.jsonl"
    menu = terminal.menu
    terminal.type("1")
    assert terminal.asked == MOVE
    (_, mine), (_, reply) = actions(path)
    shown = terminal.type("u")
    assert shown.startswith(f"Taken back, of 1 you: {mine}\nTaken back, of 2 greedy: {reply}\n")
    assert terminal.menu == menu
    assert actions(path) == []
    terminal.type("2")
    terminal.type("1")
    assert terminal.asked == CONFIRM
    terminal.type("")
    terminal.type("q")
    assert [seat for seat, _ in actions(path)] == [0, 1, 2]
    assert actions(path)[0][1] == menu["2"]
    assert games(tmp_path, "replay", "game.jsonl").status == 0


def test_a_number_of_seats_is_one_person_and_agents(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *TABLE, "2")
    terminal.type("q")
    assert ml.Record.load(tmp_path / "game.jsonl").header["agents"] == ["human", "greedy"]


def test_json_is_for_games_without_a_person(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *TABLE, "human", "--json")
    assert terminal.words == "error: --json is for games without a person (--seats greedy)"
    assert terminal.status == 2
    assert not (tmp_path / "game.jsonl").exists()


def test_seats_by_name_are_not_a_person(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *TABLE, "greedy")
    assert terminal.asked == ""
    assert "Recorded in game.jsonl" in terminal.shown
    assert terminal.status == 0


def test_many_moves_fit_a_narrow_terminal(tmp_path: Path) -> None:
    words = ("run", "paris", "--seed", "11", "--variants", "effects,objectives,pencil_powers", "--fast")
    terminal = Terminal(tmp_path, *words, "--record", "game.jsonl", width=80)
    while len(terminal.menu) < 20:
        assert terminal.asked
        terminal.type("1" if "1" in terminal.menu else "0")
    state = ml.Record.load(tmp_path / "game.jsonl").replay()
    assert sorted(terminal.menu.values()) == sorted(state.legal_labels(0))
    assert sorted(map(int, terminal.menu)) == list(range(len(terminal.menu)))
    assert "…" not in terminal.shown


def test_long_work_shows_a_bar_at_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "simulate", "paris", "-n", "60", "--seed", "1", "--compiled", "off")
    assert terminal.status == 0
    assert re.search(r"games .*\d+/60", terminal.shown)
    assert "Next Station: Paris: 60 games, seed 1, plain" in terminal.shown


COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3|9)[0-9](?:;\d+)*m")


def test_colours_at_a_terminal_and_letters_for_all(tmp_path: Path) -> None:
    colourful = Terminal(tmp_path, *TABLE, "human")
    colourful.move("1")
    (tmp_path / "bare").mkdir()
    bare = Terminal(tmp_path / "bare", *TABLE, "human", NO_COLOR="1")
    assert "o orange, b blue, g green, p purple" in bare.words
    bare.move("1")
    assert COLOUR.search(colourful.raw)
    assert not COLOUR.search(bare.raw)
    assert bare.shown == colourful.shown  # nothing is said by colour alone
    (_, move), *_ = actions(tmp_path / "game.jsonl")
    assert re.search(r"[━┃╲╱]o", bare.shown), move
    for letter in "BGP":  # departure stations of colours that have not begun
        assert re.search(rf"{letter}[■▲⬟●]", bare.shown)
    assert len(re.findall(r"\[[■▲⬟●★◎]\]", bare.shown)) == 2


@pytest.mark.parametrize("way", ["asked", "needed"])
def test_plain_characters(tmp_path: Path, way: str) -> None:
    words = (*TABLE, "human", "--variants", "effects,objectives,pencil_powers")
    if way == "asked":
        terminal = Terminal(tmp_path, *words, "--ascii")
    else:
        terminal = Terminal(tmp_path, *words, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    for text in ("h", "r", "b", "?"):
        assert terminal.type(text).isascii(), terminal.shown
    assert "s square, t triangle, p pentagon, c circle, * monument: every card, # central station" in terminal.words
    terminal.type("b")
    assert "In the deck: street square triangle" in terminal.words
    assert "monuments_6: At least 6 monuments in the network" in terminal.words
    assert terminal.move("1").isascii()
    assert re.search(r"[-|/\\]O", terminal.shown)
