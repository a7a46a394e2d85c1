"""A person at a seat, line by line: the board, the moves, and all that can be typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .._text import whole_number
from ..errors import IllegalAction
from ..terminal import told
from ..terminal.choices import Choices
from . import show
from .seating import LEAVE

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..view import Move, TableView
    from .table import Table

HELP = """\
What you can type:
  3            the move with that number
  {example:<12} a move by its name; a destination alone where one move leads there
  h            a hint: what the greedy agent would do, which looks no further than the next card
  u            take back your last move, as far as the last thing that chance decided
  d 3          what the move with that number changes, box by box
  s            the score if the game ended now
  b            the board again
  o            the boards of all seats
  r            the rules
  q            leave; the game is kept and can be resumed
  ?            this help"""
SHORT = 12  # signs of a move that has room before what it does


class Person:
    """Asks persons for moves, whoever of them is to act."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seen: set[int] = set()  # seats that were told what signs mean
        self.stages: dict[int, int] = {}
        self.last: int | None = None  # who was asked last
        self.choices: Choices | None = None

    def turn(self, seat: int) -> bool:
        """One decision of a seat. False if the person leaves."""
        if not self._hand_over(seat):
            return self._leave()
        view = self.table.view(seat)
        self.choices = Choices(view)
        self._tell(view, seat)
        if all(move.kind == "pass" for move in view.moves) and not self.table.past:
            label = view.moves[0].label
            if not self.table.fast:
                answer = self._ask("Enter passes, q leaves ")
                if answer is None or answer.lower() in LEAVE:
                    return self._leave()
            self.table.play(seat, label)
            return True
        self._moves(view)
        while True:
            text = self._ask("> ")
            if text is None or text.lower() in LEAVE:
                return self._leave()
            if (done := self._answer(view, seat, text)) is not None:
                return done or self._leave()

    def _ask(self, prompt: str) -> str | None:
        try:
            return show.out().ask(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            show.out().print()
            return None

    def _leave(self) -> bool:
        show.tell_kept(self.table.leave())
        return False

    def _hand_over(self, seat: int) -> bool:
        """Let the next person come to the screen where a seat has what others may not see. False to leave."""
        before, self.last = self.last, seat
        if before in (None, seat) or not self.table.state.view(before).hidden(seat):
            return True
        show.out().clear()
        answer = self._ask(f"Now {self.table.called(seat)}: Enter shows your turn, q leaves ")
        return answer is not None and answer.lower() not in LEAVE

    # --- telling ---

    def _print(self, rows: Sequence[RenderableType]) -> None:
        for row in rows:
            show.out().print(row)

    def _tell(self, view: TableView, seat: int) -> None:
        """What happened, the board, and all that is known beside it."""
        called = self.table.called
        self._print(told.news(view, called))
        self._stage(view, seat)
        title = view.stage.title if view.stage else ""
        if len(self.table.names) > 1:
            title = f"{called(seat)}{': ' if title else ''}{title}"
        show.show_board(view, seat, title, self.table.plain, self._choices.targets)
        if seat not in self.seen:
            self.seen.add(seat)
            show.out().print(show.legend(view, seat, self.table.plain))
        self._print([*told.dealt(view, seat), *told.facts(view), *told.status(view, seat)])
        show.out().print(told.points_now(view, called))
        self._print(told.asked(view))

    def _stage(self, view: TableView, seat: int) -> None:
        """The sheet so far, once a round has ended."""
        if view.stage is None:
            return
        before = self.stages.get(seat, view.stage.number)
        self.stages[seat] = view.stage.number
        if before != view.stage.number:
            show.out().print(
                f"\nThe sheet of {self.table.called(seat)} after {before} of {view.stage.of}", style="bold"
            )
            self._print(told.boxes(view.sheets[seat]))

    def _moves(self, view: TableView) -> None:
        from rich.table import Table as Grid

        menu = Grid(box=None, show_header=False, padding=(0, 1))
        choices = self._choices
        if choices.pieces:
            show.out().print(f"Tile {choices.piece}" + _others(choices))
        cells = [
            (f"{key:>3}", *_row(key, told.move_row(view, move, self.table.called)))
            for key, move in choices.moves.items()
        ]
        rows = _rows(cells, show.out().width)
        for row in range(rows):
            menu.add_row(*(text for cell in cells[row::rows] for text in cell))
        show.out().print(menu)
        kind = "A cell or a tile" if choices.pieces else "A number or a name"
        show.out().print(f"{kind}; ? for help", style="dim")

    # --- answers ---

    def _answer(self, view: TableView, seat: int, text: str) -> bool | None:
        """Do what was typed: True when the position has changed, False to leave, None to ask again."""
        word, _, rest = text.lower().partition(" ")
        if word in ("", "m"):
            self._moves(view)
        elif word in ("?", "help"):
            example = next((move.label for move in view.moves if move.kind != "pass"), "pass")
            if len(example) > SHORT:
                example += f"\n{'':{SHORT + 2}}"
            show.out().print(HELP.format(example=example))
            show.out().print(show.legend(view, seat, self.table.plain))
        elif word in ("h", "hint"):
            self._hint(view, seat)
        elif word in ("d", "detail") and rest:
            move = self._named(seat, rest)
            if move is not None:
                self._print(told.move_detail(view, move, self.table.called))
        elif word in ("s", "score"):
            show.show_scores(view, self.table.called)
        elif word in ("b", "board"):
            self._tell(view, seat)
            self._moves(view)
        elif word in ("o", "others"):
            show.show_boards(view, self.table.called, self.table.plain)
        elif word in ("r", "rules"):
            from .reading import print_rules

            print_rules(self.table.state.game)
        elif word in ("u", "undo"):
            return self._undo()
        elif self._choices.choose_piece(word):
            self._tell(view, seat)
            self._moves(view)
        else:
            return self._move(view, seat, text)
        return None

    @property
    def _choices(self) -> Choices:
        assert self.choices is not None
        return self.choices

    def _hint(self, view: TableView, seat: int) -> None:
        number = self.table.hint(seat)
        move = next(move for move in view.moves if move.action == number)
        label, words = told.move_row(view, move, self.table.called)
        show.out().print(f"greedy would play {label}: {words}")

    def _undo(self) -> bool | None:
        back = self.table.undo()
        if not back:
            show.out().print("Nothing to take back: what chance decided last is as far as it goes.")
            return None
        for event in back:
            show.out().print(f"Taken back, of {self.table.called(event.seat)}: {event.action}")
        return True

    def _named(self, seat: int, text: str) -> Move | None:
        """The move that was typed; None, and why, if there is none."""
        choices = self._choices
        if whole_number(text) is not None and not choices.pieces and text.strip() not in choices.moves:
            numbers = list(map(int, choices.moves))
            show.out().print(f"Moves are numbered {min(numbers)} to {max(numbers)}.")
            return None
        try:
            return self.table.named(choices, seat, text)
        except IllegalAction as error:
            unknown = error.code == "unknown_action"
            show.out().print(f"{error.message.removesuffix('.')}; ? for help." if unknown else error.message)
            return None

    def _move(self, view: TableView, seat: int, text: str) -> bool | None:
        move = self._named(seat, text)
        while move is not None:
            if self.table.fast or not self.table.lets_chance_speak(seat, move.action):
                break
            self._print(told.move_detail(view, move, self.table.called))
            answer = self._ask("Once more or Enter plays it, u does not ")
            if answer is None or answer.lower() in LEAVE:
                return False
            if answer in ("", text):
                break
            if answer.lower() in ("u", "undo"):
                self._moves(view)
                return None
            text, move = answer, self._named(seat, answer)
        if move is None:
            return None
        self.table.play(seat, move.label)
        return True


def _row(key: str, cells: tuple[str, str]) -> tuple[str, str]:
    """The label and the words of a move; a label that ends in its key need not be told twice."""
    label, words = cells
    return ("" if label == key or (len(key) > 1 and label.endswith(key)) else label, words)


def _others(choices: Choices) -> str:
    """The further tiles that can be typed."""
    others = [name for name in choices.pieces if name != choices.piece]
    return f"; or choose {', '.join(others)}" if others else ""


def _rows(cells: Sequence[Sequence[str]], width: int) -> int:
    """How many rows moves are shown in: as many columns side by side as they deserve and as fit."""
    for columns in (3, 2) if len(cells) > 14 else (2,) if len(cells) > 7 else ():
        rows = -(-len(cells) // columns)
        blocks = [cells[start : start + rows] for start in range(0, len(cells), rows)]
        if sum(max(len(cell[i]) for cell in block) + 2 for block in blocks for i in range(3)) <= width:
            return rows
    return len(cells)
