"""What a check tells: a report when all is well, an error with the shortest game when something is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .._registry.blame import HERE, frames_of, package_of
from .._registry.options import as_data
from ..errors import MetrolinesError, PluginError, pass_on_interrupts, reason_of, told_place

if TYPE_CHECKING:
    from .._game.game import Game

Move = tuple[int, str]
Tell = Callable[[str], None]


@dataclass
class Report:
    """What was played, and how long a decision took.

    `tables` are the set-ups (game, variants, options, seats), `compiled` those of them that also ran as machine code,
    `notes` what was left out and why. `tell` is called with what is done next.
    """

    subject: str
    tables: int = 0
    games: int = 0
    positions: int = 0
    decisions: int = 0
    seconds: float = 0.0
    compiled: int = 0
    notes: list[str] = field(default_factory=list)
    tell: Tell | None = field(default=None, repr=False, compare=False)

    def say(self, doing: str) -> None:
        """Tell what is done next."""
        if self.tell is not None:
            self.tell(doing)

    @property
    def microseconds(self) -> float:
        """Time of a decision in plain Python: legal set, choice at random and what follows, on average."""
        return 1e6 * self.seconds / max(1, self.decisions)

    def __str__(self) -> str:
        known = f"{self.subject}: {self.tables} tables, {self.games} games, {self.positions} positions"
        known += f"; {self.microseconds:.0f} us a decision; {self.compiled} of the tables compiled"
        return "\n  ".join([known, *dict.fromkeys(self.notes)])


def told(error: BaseException, game: Game) -> str:
    """What an error says that a check ran into: the plugin to blame if there is one, and file and line."""
    try:
        game.attribute_error(error)
    except PluginError as blamed:
        return reason_of(blamed)
    except MetrolinesError:
        return reason_of(error)
    except BaseException as same:
        pass_on_interrupts(same)
    frames = frames_of(error)
    frame, line = next((each for each in frames if package_of(each[0]) != HERE), frames[0] if frames else (None, 0))
    return told_place(reason_of(error), frame.f_code.co_filename if frame else "", line)


class NotConforming(AssertionError):
    """Something does not do what is relied on. `check` names what, `moves` is the shortest game found that shows it."""

    def __init__(self, check: str, complaint: str, game: Game, seed: int, moves: Sequence[Move]) -> None:
        self.check = check
        self.complaint = complaint
        self.game = game
        self.seed = seed
        self.moves = tuple(moves)
        super().__init__(f"{game!r}: {check}: {complaint}\n\n{self._told()}")

    def _told(self) -> str:
        """The game as a test to paste, and as a record."""
        return f"As a test:\n\n{self.as_test()}\nAs a record:\n\n{self.as_record()}"

    def as_test(self) -> str:
        """Python that plays the game and makes the check again."""
        game = self.game
        variants = [chosen.spec.id for chosen in game.variants if chosen.spec.id not in game.map.variants]
        own_map = f", map={game.map.id!r}" if game.map.id != game.spec.map else ""
        lines = [
            "import metrolines as ml",
            "from metrolines.testing import check_position",
            "",
            "",
            f"def test_{self.check}():",
            f"    game = ml.new_game({game.id!r}, {variants!r}, {game.seats}, {as_data(game.options)!r}{own_map})",
            f"    state = game.start(seed={self.seed})",
            *(f"    state.play({seat}, {label!r})" for seat, label in self.moves),
            f"    check_position(state, {self.check!r})",
        ]
        return "".join(f"    {line}\n" if line else "\n" for line in lines)

    def as_record(self) -> str:
        """The record of the game up to there, or why there is none."""
        try:
            state = self.game.start(self.seed)
            for seat, label in self.moves:
                state.play(seat, label)
            return state.record().text()
        except BaseException as error:  # what is broken may break this, too
            pass_on_interrupts(error)
            return f"(none: {told(error, self.game)})\n"
