"""`--order`: the colours of the pencils by round, named on the command line or chosen by the person who plays alone."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .._rules.rng import SEEDS
from .._text import hint_for
from ..agents.names import is_person
from ..errors import UsageError
from . import show
from .options import words
from .seating import LEAVE

if TYPE_CHECKING:
    from .._game.game import Game

CHOOSE = "choose"
Order = dict[str, list[list[str]]]


def order_script(
    game: Game, names: Sequence[str], order: str | None, seed: int | None, *, ascii: bool
) -> tuple[Order | None, int | None]:
    """The script that says the order of the colours, None for one that is dealt; and the seed of the game.

    A person who is to choose sees the map and what is dealt first; that takes a seed, so one is drawn where none is
    given.

    Raises:
        UsageError: the game has no such order, it is not one of all colours, or nobody can be asked.
        KeyboardInterrupt: the person leaves.
    """
    if not order:
        return None, seed
    known = _colours(game)
    if order.strip().lower() != CHOOSE:
        named = words(order)
        if sorted(named) != sorted(known):
            raise UsageError(
                f"--order names every colour once, not {order!r}",
                f"for example --order {','.join(known)}, or --order {CHOOSE}",
            )
        return {"colours": [named]}, seed
    if len(names) > 1 or not is_person(names[0]):
        raise UsageError(
            f"--order {CHOOSE} asks a person who plays alone", f"--order {','.join(known)} says it for the first seat"
        )
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    return {"colours": [_ask(game, known, seed, show.plain_signs(ascii))]}, seed


def _colours(game: Game) -> Sequence[str]:
    known = next((block.outcomes for block in game.chance if block.key == "colours"), None)
    if known is None:
        raise UsageError(f"{game.id} has no order of colours to choose", "leave --order out")
    return known


def _ask(game: Game, known: Sequence[str], seed: int, plain: bool) -> list[str]:
    """The colours in the order that the person names."""
    from ..terminal import told
    from ..view.board import Network

    # where all colours are scripted, the seed deals the same of everything else, whichever comes first
    view = game.start(seed, {"colours": [list(known)]}).describe(0)
    for line in told.dealt(view, 0):
        show.out().print(line)
    board = game.family.map_board(game.map)
    show.draw(board, plain)
    letters = {line.id: line.letter.lower() for line in board.lines} if isinstance(board, Network) else {}
    named = ", ".join(f"{colour} {letters.get(colour, '')}".strip() for colour in known)
    show.out().print(f"Your pencils, first to last ({named})?", style="bold")
    while True:
        try:
            text = show.out().ask("> ").strip()
        except EOFError:
            raise KeyboardInterrupt from None
        if text.lower() in LEAVE:
            raise KeyboardInterrupt
        try:
            return read_order(text, known, letters)
        except UsageError as error:
            show.remark(f"{error}" + (f" ({error.hint})" if error.hint else ""))


def read_order(text: str, known: Sequence[str], letters: Mapping[str, str]) -> list[str]:
    """The colours that a text names in order: `blue green ...`, `blue,green`, their beginnings, or `bgpo`.

    Args:
        text: what a person has typed. The last colour need not be named.
        known: all colours.
        letters: those that stand for colours on the map.

    Raises:
        UsageError: a word is no colour, or means several; or a colour is named twice, or left out.
    """
    named = words(text.lower().replace(" ", ","))
    if not named:
        raise UsageError("no pencil is named", f"for example {', '.join(known)}")
    if len(named) == 1 and len(named[0]) > 1 and set(named[0]) <= set(letters.values()):
        named = list(named[0])
    found: list[str] = []
    for word in named:
        meant = [colour for colour in known if word in (colour, letters.get(colour))]
        meant = meant or [colour for colour in known if colour.startswith(word)]
        if not meant:
            raise UsageError(f"{word!r} is no pencil", hint_for(word, known))
        if len(meant) > 1:
            raise UsageError(f"{word!r} may be {' or '.join(meant)}")
        if meant[0] in found:
            raise UsageError(f"{meant[0]} is named twice")
        found += meant
    left = [colour for colour in known if colour not in found]
    if len(left) == 1:
        found += left
    elif left:
        raise UsageError(f"{', '.join(left)}: when?", f"for example {', '.join([*found, *left])}")
    return found
