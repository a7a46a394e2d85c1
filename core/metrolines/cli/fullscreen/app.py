"""The table on the full screen: the board whole, what is told beside it, and one line to type in."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ...errors import IllegalAction
from ...terminal import told
from ...terminal.boards import Look
from ...terminal.choices import Choices, beside
from ...terminal.rules import page
from . import pages
from .base import FullScreen
from .dialogs import Boards, HandOver, Page
from .panes import LEAST_SIDE, BoardPane, HandPane, hand, safe, side

if TYPE_CHECKING:
    from ...view import Move, TableView
    from ..table import Table


NAME_ROOM = LEAST_SIDE - 7  # columns of the list of moves in which a name stands whole beside its number and its gain


class TableApp(FullScreen[bool]):
    """A game at one screen. It returns whether the game was played to its end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", priority=True),
        Binding("f2", "hint", priority=True),
        Binding("f3", "sheet", priority=True),
        Binding("f4", "boards", priority=True),
        Binding("f5", "rules", priority=True),
        Binding("f6", "info", priority=True),
        Binding("ctrl+z", "undo", priority=True),
        Binding("ctrl+q,ctrl+c", "leave", priority=True),
        Binding("tab", "step(1)", priority=True),
        Binding("shift+tab", "step(-1)", priority=True),
        Binding("pagedown", "piece(1)", priority=True),
        Binding("pageup", "piece(-1)", priority=True),
        Binding("up", "go(0, -1)", priority=True),
        Binding("down", "go(0, 1)", priority=True),
        Binding("left", "go(-1, 0)", priority=True),
        Binding("right", "go(1, 0)", priority=True),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__(table.called, table.plain)
        self.table = table
        self.failure: BaseException | None = None
        self.seat = table.persons[0] if table.persons else 0
        self.choices: Choices | None = None
        self.cursor: Move | None = None
        self.asked_twice: str = ""  # the label of a move that waits to be confirmed
        self.stage = 0
        self.last: int | None = None
        self.said = ""

    def compose(self) -> ComposeResult:
        """Points, board and side, what the chosen move brings, the line to type in."""
        yield Static(id="head")
        with Horizontal(id="middle"):
            yield BoardPane(id="board")
            with Vertical(id="side"):
                yield Static(id="told")
                yield HandPane(id="hand")
                yield OptionList(id="moves")
        yield Static(id="detail")
        yield Input(id="typed", placeholder="number or name, then Enter; ? for the keys", select_on_focus=False)

    def on_mount(self) -> None:
        """Begin."""
        self.query_one("#moves", OptionList).can_focus = False
        self.query_one("#typed", Input).focus()
        self.call_after_refresh(self.go_on)

    # --- the course of the game ---

    def go_on(self) -> None:
        """Let agents play until a person is asked, or the game is over."""
        table = self.table
        try:
            while not table.state.over and table.person_to_act is None:
                table.agent_plays()
            if table.state.over:
                table.end()
        except BaseException as error:
            self._fail(error)
            return
        seat = table.person_to_act
        if seat is None:
            self._show_end()
        elif self.last not in (None, seat) and table.state.view(self.last or 0).hidden(seat):
            self.push_screen(HandOver(table.called(seat)), self._handed_over)
        else:
            self._begin(seat)

    def _fail(self, error: BaseException) -> None:
        """Leave the screen; whoever has opened it raises the error where it can be told."""
        self.failure = error
        self.exit(False)

    def _handed_over(self, here: bool | None) -> None:
        seat = self.table.person_to_act
        if not here or seat is None:
            self.action_leave()
        else:
            self._begin(seat)

    def _begin(self, seat: int) -> None:
        """A person is asked."""
        self.seat = self.last = seat
        view = self.table.view(seat)
        self.choices = Choices(view)
        self.cursor = view.moves[0] if len(view.moves) == 1 else None  # where there is no choice, Enter will do
        self.asked_twice = ""
        news = [row.plain for row in told.news(view, self.called)]
        self.said = "; ".join(filter(None, [self.table.note, *news]))
        self.table.note = ""
        self.refresh_table()
        number = view.stage.number if view.stage else 0
        if self.stage and number != self.stage:
            self._sheet(view, f"The sheets after {self.stage} of {view.stage.of if view.stage else 0}")
        self.stage = number

    def _show_end(self) -> None:
        """The end of the game: every point explained, then leave."""
        view = self.table.state.describe()
        self.choices = Choices(view)
        self.cursor = None
        self.refresh_table()
        self.push_screen(Page("The game is over", pages.end(view, self.called)), lambda _: self.exit(True))

    def _sheet(self, view: TableView, title: str) -> None:
        self.push_screen(Page(title, pages.sheets(view, self.called)))

    # --- showing ---

    def on_resize(self) -> None:
        """The board fits into whatever size there is."""
        if self.choices is not None:
            self.call_after_refresh(self.refresh_table)

    def refresh_table(self) -> None:
        """Draw everything anew."""
        choices = self.choices
        if choices is None:
            return
        view, plain = choices.view, self.plain
        width, height = self.size
        place = self.cursor.place if self.cursor else ""
        rows = 3 if height > 26 else 2
        self.query_one("#detail").styles.height = rows
        look = Look(plain, choices.targets, place, (width - LEAST_SIDE, height - 2 - rows))
        board = self.query_one("#board", BoardPane)
        board.show(view, self.seat, look)
        drawn = board.drawing.width if board.drawing else 0
        self.query_one("#head", Static).update(safe(self._head(view)))
        beside_it = side(view, self.seat, self.called, plain, width - drawn - 2)
        self.query_one("#told", Static).update(safe(beside_it))
        self.query_one("#hand", Static).update(safe(hand(view, choices, plain)))
        self._list(choices)
        self._detail()

    def _head(self, view: TableView) -> Text:
        head = Text(no_wrap=True, overflow="ellipsis")
        if view.stage:
            head.append(f"{view.stage.title}  ", "bold")
        head.append_text(told.totals(view, self.called))
        head.append(f"  {view.title}", "dim")
        return head

    def _list(self, choices: Choices) -> None:
        moves = self.query_one("#moves", OptionList)
        moves.clear_options()
        for key, move in choices.moves.items():
            label, words = told.move_row(choices.view, move, self.called)
            name = "" if key in (label, move.place) else label
            row = Text(f"{key:>2} {name} {words}".replace("  ", " "), no_wrap=len(name) < NAME_ROOM)
            moves.add_option(Option(safe(row), id=key))
        chosen = [number for number, move in enumerate(choices.moves.values()) if move is self.cursor]
        moves.highlighted = chosen[0] if chosen else None

    def _detail(self) -> None:
        """What the chosen move brings; what was said last comes first."""
        detail = self.query_one("#detail", Static)
        rows = [Text(self.said, "bold")] if self.said else []
        self.said = ""
        if self.cursor is not None and self.choices is not None:
            described = told.move_detail(self.choices.view, self.cursor, self.called)
            rows.append(Text("; ").join(Text(row.plain.strip()) for row in described))
        detail.update(safe(Text("  ").join(rows)))

    def say(self, text: str) -> None:
        """Tell something in the line under the board."""
        self.said = text
        self._detail()

    # --- choosing ---

    def choose(self, move: Move) -> None:
        """Show what a move brings; the same move once more plays it."""
        if move is not self.cursor:
            self.asked_twice = ""
        self.cursor = move
        self.refresh_table()

    def play(self, move: Move, typed: bool) -> None:
        """Play a move; one that lets chance speak is asked for once more."""
        table = self.table
        if not table.fast and table.lets_chance_speak(self.seat, move.action) and self.asked_twice != move.label:
            self.choose(move)
            self.asked_twice = move.label
            self.say(f"{move.label} cannot be taken back: {'type it once more, or ' if typed else ''}Enter plays it.")
            return
        try:
            table.play(self.seat, move.label)
        except BaseException as error:
            self._fail(error)
            return
        self.go_on()

    def on_input_changed(self, event: Input.Changed) -> None:
        """The keys are told at once: no move begins with `?`."""
        if event.value == "?":
            event.input.value = ""
            if self.choices is not None:
                self.action_help()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        text = event.value.strip()
        event.input.value = ""
        if self.choices is None:
            return
        word = text.lower()
        commands = {
            "u": self.action_undo,
            "undo": self.action_undo,
            "h": self.action_hint,
            "hint": self.action_hint,
            "s": self.action_sheet,
            "o": self.action_boards,
            "i": self.action_info,
            "r": self.action_rules,
            "q": self.action_leave,
            "quit": self.action_leave,
        }
        if not word:
            if self.cursor is None:
                self.say("Choose a move first: by its number, with the arrow keys, or with Tab.")
            else:
                self.play(self.cursor, typed=False)
        elif word in commands:
            commands[word]()
        elif self.choices.choose_piece(word):
            self.cursor = None
            self.refresh_table()
        elif (move := self._named(text)) is not None:
            self.play(move, typed=True)

    def _named(self, text: str) -> Move | None:
        """The move that was typed; None, and why, if there is none."""
        assert self.choices is not None
        try:
            return self.table.named(self.choices, self.seat, text)
        except IllegalAction as error:
            self.say(error.message)
            return None

    def on_board_pane_chosen(self, event: BoardPane.Chosen) -> None:
        """A click on a place chooses a move there, a second one plays it."""
        if self.choices is None or not (moves := self.choices.at(event.place)):
            return
        if self.cursor in moves and len(moves) == 1:
            self.play(moves[0], typed=False)
        elif self.cursor in moves:
            self.choose(moves[(moves.index(self.cursor) + 1) % len(moves)])
        else:
            self.choose(moves[0])

    def on_hand_pane_turned(self) -> None:
        """A click on the tiles in hand chooses another."""
        self.action_piece(1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click on a move chooses it, a second one plays it."""
        self.query_one("#typed", Input).focus()
        if self.choices is None:
            return
        move = self.choices.moves[str(event.option_id)]
        if move is self.cursor:
            self.play(move, typed=False)
        else:
            self.choose(move)

    def on_key(self, event: events.Key) -> None:
        """Typing goes to the line for it, wherever the focus is."""
        typed = self.query_one("#typed", Input)
        if not typed.has_focus and event.is_printable and len(self.screen_stack) == 1:
            typed.focus()

    def action_step(self, step: int) -> None:
        """The next move in the list, or the one before."""
        if isinstance(self.screen, Boards):
            self.screen.action_turn(step)
            return
        if self.choices is None or not self.choices.moves or len(self.screen_stack) > 1:
            return
        moves = list(self.choices.moves.values())
        at = next((number for number, move in enumerate(moves) if move is self.cursor), -1 if step > 0 else 0)
        self.choose(moves[(at + step) % len(moves)])

    def action_go(self, x: int, y: int) -> None:
        """The next place on the board in a direction; without places, the next move."""
        if len(self.screen_stack) > 1:
            if isinstance(self.screen, Boards):
                self.screen.action_turn(x)
            elif isinstance(self.screen, Page):
                self.screen.scroll_text(y)
            return
        if self.choices is None:
            return
        places = list(self.choices.targets)
        if not places:
            self.action_step(x + y)
            return
        here = self.cursor.place if self.cursor else ""
        place = beside(self.choices.view, self.seat, places, here, (x, y))
        if place != here and (moves := self.choices.at(place)):
            self.choose(moves[0])

    def action_piece(self, step: int) -> None:
        """Another tile, or another way to lay it."""
        if self.choices is not None and len(self.choices.pieces) > 1:
            self.choices.turn(step)
            self.cursor = None
            self.refresh_table()

    # --- commands ---

    def action_undo(self) -> None:
        """Take back the last move."""
        if len(self.screen_stack) > 1:
            return
        back = self.table.undo()
        if not back:
            self.say("Nothing to take back: what chance decided last is as far as it goes.")
            return
        self.go_on()
        self.say(f"Taken back: {', '.join(event.action for event in back)}.")

    def action_hint(self) -> None:
        """What greedy would do."""
        if self.choices is None or self.table.state.over or len(self.screen_stack) > 1:
            return
        number = self.table.hint(self.seat)
        move = next(move for move in self.choices.view.moves if move.action == number)
        self.choices.choose_piece(move.piece)
        self.choose(move)
        self.say(f"Greedy would play {move.label}.")

    def action_sheet(self) -> None:
        """The score sheets."""
        self._page("The score, if the game ended now", pages.sheets(self._view(), self.called))

    def action_boards(self) -> None:
        """The boards of the seats, one after another."""
        view = self._view()
        others = [(self.seat + step) % view.seats for step in range(1, view.seats)]
        if len(self.screen_stack) == 1:
            self.push_screen(Boards(view, self.called, self.plain, (others or [self.seat])[0]))

    def action_info(self) -> None:
        """All that is known beside the board."""
        self._page("What is known", pages.known(self._view(), self.seat, self.called))

    def action_rules(self) -> None:
        """The rules of this game."""
        game = self.table.state.game
        self._page(game.title, page(game.rules(), self.size.width - 4))

    def action_help(self) -> None:
        """The keys, and what the signs mean."""
        self._page("Keys", pages.keys(self._view().board(self.seat), self.plain))

    def _page(self, title: str, rows: list[Text]) -> None:
        if len(self.screen_stack) == 1:
            self.push_screen(Page(title, rows))

    def _view(self) -> TableView:
        assert self.choices is not None
        return self.choices.view

    def action_leave(self) -> None:
        """Leave; the game is kept."""
        self.exit(False)
