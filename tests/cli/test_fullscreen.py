"""The table on the full screen, driven by keys and the mouse as a person would."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.widgets import Input

import metrolines as ml
from metrolines._game.describe import positions_of
from metrolines._game.record_writer import RecordWriter
from metrolines.cli.fullscreen.app import TableApp
from metrolines.cli.fullscreen.dialogs import Boards, HandOver, Page
from metrolines.cli.fullscreen.panes import BoardPane
from metrolines.cli.fullscreen.replay import ReplayApp
from metrolines.cli.table import Table
from metrolines.plugin import make_agent

SIZES = ((80, 24), (200, 60))
SCRIPT = {
    "colours": [["orange", "blue", "green", "purple"]],
    "decks": [["square-street", "circle-street"]],
}


def table_of(
    game: ml.Game, names: Sequence[str], path: Path | None = None, script: Any = None, seed: int = 5, **more: Any
) -> Table:
    state = game.start(seed, script)
    agents = [None if name.startswith("human") else make_agent(game, name, seat, 1) for seat, name in enumerate(names)]
    writer = RecordWriter(path, state, names) if path else None
    return Table(state, list(names), agents, writer, **more)


def drive(
    table: Table, hands: Callable[[TableApp, Any], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> TableApp:
    """Run the app, and let a test press keys."""
    app = TableApp(table)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await hands(app, pilot)

    asyncio.run(run())
    if app.failure is not None:
        raise app.failure
    return app


def shown(app: App[Any], pane: str) -> str:
    """What a pane shows."""
    return str(app.query_one(pane).render())


async def typed(pilot: Any, text: str) -> None:
    """Type a line."""
    await pilot.press(*text, "enter")
    await pilot.pause()


async def play_on(app: TableApp, pilot: Any) -> None:
    """Play the first move of the list to the end of the game, closing every page on the way."""
    for _ in range(1000):
        if not app.is_running or app.return_value is not None:
            return
        if isinstance(app.screen, (Page, HandOver)):
            await pilot.press("enter")
        else:
            await pilot.press("tab", "enter", "enter")
        await pilot.pause()


def whole_games() -> list[Any]:
    """The games that are played through at both sizes; most of them only where there is time."""
    tables = [
        ("paris", "objectives,effects", ["human"]),
        ("london", "pencil_powers", ["human:ann", "greedy"]),
        ("tokyo", "", ["human"]),
        ("metro", "", ["human:ann", "human:ben"]),
        ("metro", "rotation,hand", ["human", "greedy"]),
    ]
    quick = [(tables[0], SIZES[0]), (tables[4], SIZES[1])]
    return [
        pytest.param(
            *table,
            size,
            id=f"{table[0]} {len(table[2])} {size[0]}",
            marks=[] if (table, size) in quick else pytest.mark.long,
        )
        for table in tables
        for size in SIZES
    ]


@pytest.mark.parametrize(("game", "variants", "names", "size"), whole_games())
def test_a_whole_game_by_keys_alone(
    tmp_path: Path, game: str, variants: str, names: list[str], size: tuple[int, int]
) -> None:
    path = tmp_path / "game.jsonl"
    table = table_of(ml.new_game(game, variants, len(names)), names, path)
    pages: list[str] = []

    async def hands(app: TableApp, pilot: Any) -> None:
        seen = app.push_screen

        def note(screen: Any, *more: Any) -> Any:
            pages.append(getattr(screen, "_title", type(screen).__name__))
            return seen(screen, *more)

        app.push_screen = note  # type: ignore[method-assign,assignment]
        await play_on(app, pilot)

    app = drive(table, hands, size)
    assert app.return_value is True
    assert table.state.over
    assert ml.Record.load(path).replay().position() == table.state.position()
    assert pages[-1] == "The game is over"
    if game != "metro":
        assert [page for page in pages if page.startswith("The sheets after")] == [
            f"The sheets after {number} of 4" for number in (1, 2, 3)
        ]
    # the next person is not shown what the last one holds, and the other way round
    assert ("HandOver" in pages) == (names == ["human:ann", "human:ben"])


@pytest.mark.parametrize("size", [*SIZES, (80, 25), (100, 30)], ids=str)
@pytest.mark.parametrize("game", ["paris", "london", "tokyo", "metro"])
def test_the_board_is_always_whole(game: str, size: tuple[int, int]) -> None:
    names = ["human", "greedy"]
    table = table_of(ml.new_game(game, seats=2), names)

    async def hands(app: TableApp, pilot: Any) -> None:
        board = app.query_one("#board", BoardPane)
        assert board.drawing is not None
        assert board.size.width == board.drawing.width
        assert board.size.height >= board.drawing.height
        assert app.query_one("#side").size.width >= 23
        assert app.query_one("#moves").size.height >= 3

    drive(table, hands, size)


def test_a_move_by_its_destination_alone_and_undo() -> None:
    script = {**SCRIPT, "decks": [["triangle-street", "joker-street"]]}
    table = table_of(ml.new_game("paris", "effects"), ["human"], script=script)

    async def hands(app: TableApp, pilot: Any) -> None:
        before = table.state.legal_labels(0)
        await typed(pilot, "b3")
        assert "cannot be taken back" in shown(app, "#detail")
        assert "orange: 1 district x 2 stations = 2" in shown(app, "#detail")
        assert table.state.legal_labels(0) == before  # nothing was played yet
        await pilot.press("enter")
        await pilot.pause()
        assert "guided tour" in shown(app, "#told")
        await pilot.press(*"b4")
        await pilot.press("enter")
        await pilot.pause()
        assert table.state.ps[0].drawn == 1  # the turn goes on, so that nothing was asked twice
        assert "Guided tour." in shown(app, "#told")
        assert "Draw one more section from b4" in shown(app, "#told")
        await typed(pilot, "u")
        assert table.state.ps[0].drawn == 0
        assert "Taken back: b3-b4." in shown(app, "#detail")
        await typed(pilot, "u")
        assert "Nothing to take back" in shown(app, "#detail")

    drive(table, hands)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a1-b1", "Neither end of a1-b1 is on the orange line."),
        ("fly", "No move is called 'fly'."),
        ("99", "No move is called '99'."),
        ("h", "Greedy would play d3-"),
    ],
)
def test_what_is_said(text: str, said: str) -> None:
    table = table_of(ml.new_game("paris"), ["human"], script=SCRIPT)

    async def hands(app: TableApp, pilot: Any) -> None:
        await typed(pilot, text)
        assert said in shown(app, "#detail")

    drive(table, hands)


@pytest.mark.parametrize("text", ["e5", "f5", "e6", "F6", "f3-f6", "e6-f3"])
def test_the_central_station_by_any_of_its_cells(text: str) -> None:
    state = ml.new_game("paris").start(1, SCRIPT)
    state.play(0, "d3-f3")
    assert "f3-e5" in state.legal_labels(0)
    table = Table(state, ["human"], [None], None)
    assert state.game.label(table.read(0, text)) == "f3-e5"


def test_a_destination_that_two_moves_lead_to_is_asked_for_in_full() -> None:
    state = ml.new_game("paris").start(1, SCRIPT)
    state.play(0, "d3-f3")
    assert {"d3-e4", "f3-e4"} <= set(state.legal_labels(0))
    table = Table(state, ["human"], [None], None)
    with pytest.raises(ml.IllegalAction, match="no move is called 'e4'"):
        table.read(0, "e4")

    async def hands(app: TableApp, pilot: Any) -> None:
        await typed(pilot, "e4")
        assert shown(app, "#detail").startswith("d3-e4 and f3-e4 lead to e4: which one?")

    drive(table, hands)


def test_the_only_move_is_chosen_already() -> None:
    state = ml.new_game("paris").start(1)
    while state.legal_labels(0) != ("pass",):
        state.play(0, state.legal(0)[-1])
    table = Table(state, ["human"], [None], None)

    async def hands(app: TableApp, pilot: Any) -> None:
        assert "you can only pass" in shown(app, "#told")
        before = len(state.events)
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert [event.action for event in state.events[before:] if event.kind == "action"] == ["pass"]

    drive(table, hands)


def test_a_note_is_told_at_the_beginning() -> None:
    table = table_of(ml.new_game("paris"), ["human"], note="The same game was left.")

    async def hands(app: TableApp, pilot: Any) -> None:
        assert shown(app, "#detail") == "The same game was left."
        await pilot.press("tab")
        await pilot.pause()
        assert "The same game" not in shown(app, "#detail")

    drive(table, hands)


def test_the_mouse_chooses_and_plays() -> None:
    table = table_of(ml.new_game("paris"), ["human"], script=SCRIPT)

    async def hands(app: TableApp, pilot: Any) -> None:
        board = app.query_one("#board", BoardPane)
        assert board.drawing is not None
        at = next(at for at, place in board.drawing.places.items() if place == "f3")
        await pilot.click(BoardPane, offset=at)
        await pilot.pause()
        assert shown(app, "#detail").startswith("d3-f3: +1")
        await pilot.click(BoardPane, offset=at)
        await pilot.pause()
        assert "d3-f3 cannot be taken back" in shown(app, "#detail")
        await pilot.click(BoardPane, offset=at)
        await pilot.pause()
        assert [event.action for event in table.state.events if event.kind == "action"] == ["d3-f3"]

    drive(table, hands)


def test_who_hands_the_screen_over_shows_nothing() -> None:
    table = table_of(ml.new_game("metro", seats=2), ["human:ann", "human:ben"])

    async def hands(app: TableApp, pilot: Any) -> None:
        await pilot.press("tab", "enter", "enter")
        await pilot.pause()
        assert isinstance(app.screen, HandOver)
        seen = html.unescape(app.export_screenshot()).replace("\xa0", " ")
        assert "Now 2 ben." in seen
        assert "In hand" not in seen and "Pile" not in seen
        await pilot.press("enter")
        await pilot.pause()
        assert "In hand" in html.unescape(app.export_screenshot()).replace("\xa0", " ")

    drive(table, hands)


def test_tiles_are_chosen_first_and_then_their_cell() -> None:
    game = ml.new_game("metro", ["rotation", "hand"], 2)
    table = table_of(game, ["human", "greedy"], seed=7)

    async def hands(app: TableApp, pilot: Any) -> None:
        choices = app.choices
        assert choices is not None
        first = choices.piece
        assert first in shown(app, "#hand")
        assert {move.piece for move in choices.moves.values() if move.piece} == {first}
        await pilot.press("pagedown")
        assert choices.piece == choices.pieces[1]
        await typed(pilot, choices.pieces[-1])
        assert choices.piece == choices.pieces[-1]
        cell = next(move.place for move in choices.moves.values() if move.place)
        await typed(pilot, cell)
        await pilot.press("enter")
        await pilot.pause()
        (mine, *_) = [event.action for event in table.state.events if event.kind == "action"]
        assert mine == f"{choices.pieces[-1]}{cell}"

    drive(table, hands)


def test_arrow_keys_go_from_place_to_place() -> None:
    table = table_of(ml.new_game("metro", seats=2), ["human", "greedy"])

    async def hands(app: TableApp, pilot: Any) -> None:
        await pilot.press("right")
        assert app.cursor is not None
        row, column = app.cursor.place
        await pilot.press("right")
        assert app.cursor.place[0] == row and app.cursor.place[1] > column
        await pilot.press("left")
        assert app.cursor.place == row + column

    drive(table, hands)


@pytest.mark.parametrize(
    ("key", "title"),
    [("f1", "Keys"), ("f3", "The score"), ("f5", "Next Station: Paris"), ("f6", "What is known")],
)
def test_pages_come_and_go(key: str, title: str) -> None:
    table = table_of(ml.new_game("paris", "objectives", 2), ["human", "greedy"])

    async def hands(app: TableApp, pilot: Any) -> None:
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, Page)
        assert app.screen._title.startswith(title)
        await pilot.press("down", "escape")
        await pilot.pause()
        assert not isinstance(app.screen, Page)

    drive(table, hands)


def test_the_boards_of_others_one_after_another() -> None:
    table = table_of(ml.new_game("london", seats=3), ["human:ann", "greedy", "random"])

    async def hands(app: TableApp, pilot: Any) -> None:
        for key, whose in (("f4", "2 greedy"), ("right", "3 random"), ("right", "1 ann"), ("left", "3 random")):
            await pilot.press(key)
            await pilot.pause()
            assert str(app.screen.query_one("#whose").render()).startswith(whose)
        board = app.screen.query_one(BoardPane)
        assert board.drawing is not None and board.size.height >= board.drawing.height
        await pilot.press("enter")
        await pilot.pause()
        assert not isinstance(app.screen, Boards)

    drive(table, hands)


@pytest.mark.parametrize("game", ["paris", "metro"])
def test_a_recorded_game_step_by_step(game: str) -> None:
    state = ml.play(ml.new_game(game, seats=2), ["greedy", "random"], seed=2)
    positions = list(positions_of(state))
    app = ReplayApp(positions, lambda seat: f"seat {seat + 1}", plain=False)
    actions = [event for event in state.events if event.kind == "action"]

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for step in (1, 2):
                await pilot.press("right")
                await pilot.pause()
                said = f"{step} of {len(actions)}  seat {actions[step - 1].seat + 1}: {actions[step - 1].action}"
                assert shown(app, "#head").startswith(said)
            await pilot.press("end")
            await pilot.pause()
            assert app.at == len(actions)
            assert f"{state.scores()[0].total}  Total" in shown(app, "#sheet")
            await pilot.press("tab", "right")
            await pilot.pause()
            assert f"{state.scores()[1].total}  Total" in shown(app, "#sheet")
            await pilot.press("home", "left")
            assert app.at == 0

    asyncio.run(run())


def test_leaving_keeps_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    table = table_of(ml.new_game("paris"), ["human"], path)

    async def hands(app: TableApp, pilot: Any) -> None:
        await pilot.press("tab", "enter", "enter")
        await pilot.press("ctrl+q")

    assert drive(table, hands).return_value is False
    assert table.leave() == f"games run --resume {path}"
    assert len([event for event in ml.Record.load(path).events if event.kind == "action"]) == 1


def test_an_agent_that_breaks_ends_the_screen_and_is_told() -> None:
    class Broken:
        def act(self, view: ml.State) -> int:
            raise ZeroDivisionError("no")

    game = ml.new_game("paris", seats=2)
    table = Table(game.start(1), ["human", "broken"], [None, Broken()], None)

    async def hands(app: TableApp, pilot: Any) -> None:
        await play_on(app, pilot)

    with pytest.raises(ml.AgentError, match="broken"):
        drive(table, hands)


def test_text_of_others_is_no_command_to_the_terminal() -> None:
    table = table_of(ml.new_game("paris", seats=2), ["human:a\x1b[31mn", "greedy"])

    async def hands(app: TableApp, pilot: Any) -> None:
        assert "\x1b" not in shown(app, "#head")
        assert "a?[31mn" in shown(app, "#head")

    drive(table, hands)


def test_a_smaller_window_gets_a_smaller_board() -> None:
    table = table_of(ml.new_game("paris"), ["human"])

    async def hands(app: TableApp, pilot: Any) -> None:
        board = app.query_one("#board", BoardPane)
        assert board.drawing is not None
        wide = board.drawing.width
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert board.drawing.width < wide

    drive(table, hands, (200, 60))


def test_plain_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(ml.new_game("paris"), ["human"], ascii=True)

    async def hands(app: TableApp, pilot: Any) -> None:
        text = shown(app, "#board")
        assert text.isascii()
        # no letter means two things: symbols are small letters, lines are capitals of other letters
        assert not {letter.lower() for letter in re.findall(r"[A-Z]", text)} & set("stpc")

    drive(table, hands)


def test_the_keys_are_told_as_soon_as_they_are_asked_for() -> None:
    async def hands(app: TableApp, pilot: Any) -> None:
        await pilot.press("?")
        await pilot.pause()
        assert isinstance(app.screen, Page)
        await pilot.press("enter")
        await pilot.pause()
        assert app.query_one("#typed", Input).value == ""

    drive(table_of(ml.new_game("paris"), ["human"]), hands)
