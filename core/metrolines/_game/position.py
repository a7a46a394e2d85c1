"""A position as text: what lies on the table, seat by seat, in the labels that people use.

::

    paris variants=effects seats=1
    chance: colours=purple,blue,orange,green decks=circle-street,joker-underground gates=double-station,extra-branch
    table: to_act=0
    seat 0: drawn=1 tracks=purple:b3-d3

`chance` holds what has come about, in the order of the places that a script has; `;` parts lists such as the decks of
rounds, `-` is what is not known. The rest is what differs from the beginning, see `notation`; what follows from it is
worked out anew by the game and its variants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from .._rules.rng import rng_state
from .._rules.streams import begin_streams
from .._setup.script import check_outcomes
from .._text import as_characters, shortened
from ..errors import PositionError, SetupError, pass_on_interrupts, reason_of
from .notation import Notation, escaped

if TYPE_CHECKING:
    from .game import Game
    from .state import State

T = TypeVar("T", bound="State")


def title_of(game: Game) -> str:
    """The first line: the game, its map if it is another one, its variants, and the number of seats."""
    words = [game.id]
    if game.map.id != game.spec.map:
        words.append(f"map={escaped(as_characters(game.map.id))}")
    if game.variants:
        words.append("variants=" + ",".join(sorted(chosen.spec.id for chosen in game.variants)))
    return " ".join([*words, f"seats={game.seats}"])


def position_of(state: State) -> str:
    """The position of a state, or what a view shows of it."""
    game = state.game
    known = [text for block in game.chance_notation if (text := block.write(state.g.outcomes))]
    lines = [
        ("chance", known),
        *((name, told.write(record)) for name, told, record in _records(game, state.g, state.ps)),
    ]
    return "\n".join([title_of(game), *(f"{name}: {' '.join(words)}".rstrip() for name, words in lines)]) + "\n"


def _records(game: Game, g: Any, ps: Sequence[Any]) -> list[tuple[str, Notation, Any]]:
    """The records of a position, each with what its line is called and how it is written."""
    seats = [(f"seat {seat}", game.seat_notation, p) for seat, p in enumerate(ps)]
    return [("table", game.table_notation, g), *seats]


def read_position(game: Game, text: str, g: Any, ps: Sequence[Any]) -> None:
    """Give new records of a game what a position says. Raises PositionError, which names the line."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise PositionError("the position is empty")
    if lines[0][1].split() != title_of(game).split():
        raise PositionError(f"line {lines[0][0]}: expected {title_of(game)!r}, not {shortened(lines[0][1])!r}")
    records = {name: (notation, record) for name, notation, record in _records(game, g, ps)}
    wanted = ["chance", *records]
    for (number, line), name in zip(lines[1:], wanted, strict=False):
        said, sign, words = line.partition(":")
        if not sign or said.strip() != name:
            raise PositionError(f"line {number}: expected '{name}: ...', not {shortened(line)!r}")
        try:
            if name == "chance":
                _read_chance(game, words.split(), g.outcomes)
            else:
                notation, record = records[name]
                notation.read(record, words.split())
        except ValueError as error:
            raise PositionError(f"line {number}, {name}: {error}") from None
    if len(lines) - 1 != len(wanted):
        raise PositionError(f"{len(lines)} lines; a position of this game has {len(wanted) + 1}")
    try:
        check_outcomes(game.chance, {k: n - 1 for k, n in enumerate(g.outcomes) if n > 0}, False)
    except SetupError as error:
        raise PositionError(f"chance: {error.problems[0].message}") from None


def _read_chance(game: Game, words: Sequence[str], outcomes: list[int]) -> None:
    blocks = {block.key: block for block in game.chance_notation}
    for word in words:
        key, _, text = word.partition("=")
        if key not in blocks:
            raise ValueError(f"this game leaves nothing called {shortened(key)!r} to chance")
        blocks.pop(key).read(text, outcomes)


def state_at(kind: type[T], game: Game, text: str, seed: int, outcomes: Mapping[int, int]) -> T:
    """The state at a position; `outcomes` are scripted for slots of which the position knows nothing.

    Raises PositionError.
    """
    g, ps = game.blank()
    read_position(game, text, g, ps)
    try:
        game.derive(g, ps)
    except Exception as error:
        pass_on_interrupts(error)
        raise PositionError(f"nothing can come to this position: {reason_of(error)}") from error
    g.rng = rng_state(seed, 0)
    begin_streams(g, game.streams)
    state = kind(game, g, ps, [], seed)
    check_position(state, text)
    for slot, outcome in outcomes.items():
        if g.outcomes[slot] == 0:
            g.outcomes[slot] = -outcome - 1
    state.scripted = {slot: outcome for slot, outcome in outcomes.items() if g.outcomes[slot] < 0}
    state.began_at = state.position()
    return state


def check_position(state: State, text: str) -> None:
    """Refuse a position that contradicts itself, or in which the rules find no way.

    Raises PositionError.
    """
    read = [line.split() for line in text.splitlines() if line.strip()]
    for said, meant in zip(read, position_of(state).splitlines(), strict=True):
        if sorted(said) != sorted(meant.split()):
            other = ", ".join(sorted(set(meant.split()) - set(said))) or "nothing"
            raise PositionError(
                f"{' '.join(said[:2])}: this contradicts the rest, from which {shortened(other)} follows"
            )
    try:
        for seat in state.to_act:
            state.legal(seat)
        state.scores()
    except Exception as error:
        pass_on_interrupts(error)
        raise PositionError(f"the rules cannot go on from this position: {reason_of(error)}") from error
