"""A person at a seat: the board, the moves, and all that can be typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .._text import shortened, whole_number
from ..errors import IllegalAction
from . import show

if TYPE_CHECKING:
    from .._game.record import Event
    from .._game.state import State
    from .run import Table

HELP = """\
What you can type:
  3            the move with that number
  {example:<12} a move by its name, as it is listed
  h            a hint: what the greedy agent would do
  u            take back your last move, as far as the last thing that chance decided
  s            the score if the game ended now
  b            the board again
  r            the rules in a page
  q            leave; the game is kept and can be resumed
  ?            this help"""


class Person:
    """Asks a person for moves until the turn is done."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.past: list[State] = []  # positions since chance decided anything
        self.left = False

    def turn(self, seat: int) -> bool:
        """One decision of a seat. False if the person leaves."""
        state = self.table.state
        self._forget()
        if state.legal_labels(seat) == ("pass",) and not self.past:
            self._board(seat)
            show.out().print("Nothing can be drawn: you pass.", style="bold")
            if not self._go_on():
                return False
            self._play(seat, "pass")
            return True
        self._board(seat)
        self._moves(seat)
        while True:
            text = self._ask("> ")
            if text is None or text.lower() in ("q", "quit", "exit"):
                self._leave()
                return False
            if self._answer(seat, text):
                return not self.left

    def _ask(self, prompt: str) -> str | None:
        try:
            return show.out().ask(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            show.out().print()
            return None

    def _leave(self) -> None:
        self.left = True
        writer = self.table.writer
        if writer:
            writer.close()
            show.out().print("The game is kept. To go on:")
            show.out().print(f"  games run --resume {writer.path}", markup=False, soft_wrap=True)
        else:
            show.out().print("The game is not kept: it has no record.")

    def _board(self, seat: int) -> None:
        state = self.table.state
        names = self.table.names
        title = "" if len(names) == 1 else f"Seat {seat} ({names[seat]})"
        show.show_board(state, seat, title, self.table.ascii)
        status = state.game.family.status(state, seat, show.plain_signs(self.table.ascii))
        for line in [*show.dealt(state), *status, *show.so_far(state, seat)]:
            show.out().print(line, markup=False)

    def _numbered(self, seat: int) -> dict[int, int]:
        """The legal moves under the numbers a person types: 0 is pass, the others count from 1."""
        state = self.table.state
        legal = [action for action in state.legal(seat) if state.game.label(action) != "pass"]
        passing = [action for action in state.legal(seat) if action not in legal]
        return {**dict(enumerate(legal, 1)), **dict(enumerate(passing))}

    def _moves(self, seat: int) -> None:
        from rich.table import Table

        state = self.table.state
        menu = Table(box=None, show_header=False, padding=(0, 1))
        cells: list[tuple[str, str, str]] = []
        for number, action in self._numbered(seat).items():
            preview = self._preview(seat, action)
            cells.append((f"{number:>3}", state.game.label(action), preview))
        rows = _rows(cells, show.out().width)
        for row in range(rows):
            line = [text for cell in cells[row::rows] for text in cell]
            menu.add_row(*line)
        show.out().print(menu)
        show.out().print("A number or a name; ? for help", style="dim")

    def _answer(self, seat: int, text: str) -> bool:
        """Do what was typed. True when the position has changed."""
        state = self.table.state
        word = text.lower()
        if word in ("", "m"):
            self._moves(seat)
        elif word in ("?", "help"):
            labels = self.table.state.legal_labels(seat)
            example = next((label for label in labels if label != "pass"), "pass")
            show.out().print(HELP.format(example=example), markup=False)
        elif word in ("h", "hint"):
            self._hint(seat)
        elif word in ("s", "score"):
            show.show_scores(state, self.table.names)
        elif word in ("b", "board"):
            self._board(seat)
            self._moves(seat)
        elif word in ("r", "rules"):
            from .reading import print_rules

            print_rules(state.game)
        elif word in ("u", "undo"):
            return self._undo()
        else:
            return self._move(seat, text)
        return False

    def _hint(self, seat: int) -> None:
        import secrets

        from ..simulation.run import make_agent

        state = self.table.state
        action = make_agent(state.game, "greedy", seat, secrets.randbelow(1 << 62)).act(state.view(seat))
        number = state.read_action(seat, action)
        show.out().print(f"greedy would play {state.game.label(number)}: {self._preview(seat, number)}", markup=False)

    def _preview(self, seat: int, number: int) -> str:
        state = self.table.state
        return state.game.family.preview(state, seat, number, show.plain_signs(self.table.ascii))

    def _forget(self) -> None:
        """Let go of positions from before chance last decided, which may have been at an agent's move."""
        if self.past and any(event.kind == "chance" for event in self._since(self.past[-1])):
            self.past = []

    def _since(self, state: State) -> list[Event]:
        return self.table.state.events[len(state.events) :]

    def _undo(self) -> bool:
        if not self.past:
            show.out().print("Nothing to take back: what chance decided last is as far as it goes.")
            return False
        back = self._since(self.past[-1])  # a person's move, and what agents answered
        for event in back:
            show.out().print(f"Seat {event.seat} takes back {event.action}.", markup=False)
        self.table.state = self.past.pop()
        self.table.write(lambda writer: writer.undo(len(back), self.table.state))
        return True

    def _move(self, seat: int, text: str) -> bool:
        state = self.table.state
        typed = whole_number(text)
        if typed is not None:
            numbered = self._numbered(seat)
            if typed not in numbered:
                show.out().print(f"Moves are numbered {min(numbered)} to {max(numbered)}.")
                return False
            number = numbered[typed]
        else:
            try:
                number = state.read_action(seat, text)
            except IllegalAction as error:
                unknown = error.code == "unknown_action"
                message = (
                    f"No move is called '{shortened(text)}'; ? for help" if unknown else shortened(error.message, 300)
                )
                show.out().print(f"{message}.", markup=False)
                return False
        label = state.game.label(number)
        leave = False
        if self._is_last_word(seat, number) and not self.table.fast:
            show.out().print(f"{label}: {self._preview(seat, number)}", markup=False)
            answer = self._confirm("Enter goes on, u takes the move back ", "u", "undo")
            leave = answer == "q"
            if answer == "u":
                self._moves(seat)
                return False
        self._play(seat, label)  # a person who leaves now has made this move all the same
        if leave:
            self._leave()
        return True

    def _is_last_word(self, seat: int, number: int) -> bool:
        """Whether no person is asked again before the next card."""
        trial = self.table.state.copy()
        before = len(trial.events)
        trial.play(seat, number)
        flipped = any(event.kind == "chance" for event in trial.events[before:])
        return flipped or trial.over or all(self.table.agents[other] is not None for other in trial.to_act)

    def _go_on(self) -> bool:
        if self.table.fast:
            return True
        if self._confirm("Enter goes on to the next card ") == "q":
            self._leave()
            return False
        return True

    def _confirm(self, prompt: str, *others: str) -> str:
        """The first letter of the answer, of `others` or of quit; nothing for Enter. Other answers are not taken."""
        while True:
            answer = self._ask(prompt)
            if answer is None:
                return "q"
            if answer.lower() in ("", "q", "quit", "exit", *others):
                return "q" if answer.lower() == "exit" else answer.lower()[:1]
            show.out().print(f"Not '{shortened(answer)}' now: {prompt.strip()}, q leaves.", markup=False)

    def _play(self, seat: int, label: str) -> None:
        state = self.table.state
        before = state.copy()
        state.play(seat, label)
        flipped = any(event.kind == "chance" for event in state.events[len(before.events) :])
        self.past = [] if flipped else [*self.past, before]
        self.table.write(lambda writer: writer.add(state))


def _rows(cells: Sequence[Sequence[str]], width: int) -> int:
    """How many rows moves are shown in: as many columns side by side as they deserve and as fit."""
    for columns in (3, 2) if len(cells) > 14 else (2,) if len(cells) > 7 else ():
        rows = -(-len(cells) // columns)
        blocks = [cells[start : start + rows] for start in range(0, len(cells), rows)]
        if sum(max(len(cell[i]) for cell in block) + 2 for block in blocks for i in range(3)) <= width:
            return rows
    return len(cells)
