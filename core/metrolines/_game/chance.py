"""What chance has decided between two positions, as events, and whether a variant may let it decide so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..errors import PluginError
from .record import Event

if TYPE_CHECKING:
    from .._setup.script import ChanceBlock
    from .game import Game


def events_of(game: Game, before: Sequence[int], after: Sequence[int]) -> Iterator[Event]:
    """The outcomes that came about since `g.outcomes` was `before`.

    Raises PluginError where somebody else's variant has drawn what its declaration rules out: no script could say that,
    and no record could be replayed.
    """
    for block in game.chance:
        came = False
        for offset, slot in enumerate(range(block.first, block.first + len(block.slots))):
            if after[slot] > 0 and before[slot] <= 0:
                came = True
                outcome = block.outcomes[after[slot] - 1]
                yield Event("chance", key=block.key, place=block.slots[offset], outcome=outcome)
        if came and game.watched and block.source != game.spec.family:
            _refuse_contradictions(block, after)


def _refuse_contradictions(block: ChanceBlock, outcomes: Sequence[int]) -> None:
    known = [outcomes[block.first + offset] - 1 for offset in range(len(block.slots))]
    filled = {offset: outcome for offset, outcome in enumerate(known) if outcome >= 0}
    wrong = block.contradictions(filled, dict.fromkeys(filled, ()), whole=False)
    if wrong:
        drawn = wrong[0].message.removeprefix("script, ")
        where = f" {wrong[0].hint}" if wrong[0].hint else ""
        way = f"builder.chance({block.key!r}, ..., repeats=True) lets outcomes come again"
        raise PluginError(block.source, "chance", f"{drawn}{where} ({way})")
