"""Hand: two or three tiles in hand."""

from __future__ import annotations

from typing import cast

from metrolines.plugin import Part


def build(part: Part) -> None:
    """Tell the game the size of a hand."""
    part.change(hand_size=cast(int, part.options["size"]), plain_hand=0)
