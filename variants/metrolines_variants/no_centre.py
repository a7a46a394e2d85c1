"""No centre: a line into the central station counts once."""

from __future__ import annotations

from metrolines.plugin import Part


def build(part: Part) -> None:
    """Tell the game the factor of such a line."""
    part.change(centre_factor=1)
