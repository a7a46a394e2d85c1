"""What a variant shows of its own state: returned by its function `describe`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .board import Mark


@dataclass(frozen=True)
class Description:
    """What a variant shows of one seat.

    `status` are lines beside the board, such as "Banked: circle-street". `why` says why the seat is asked, while that
    is the variant's doing. `marks` lie on the seat's board. `progress` says how far the seat is with what chance dealt,
    by the name of the outcome ("1 of 3").
    """

    status: Sequence[str] = ()
    why: str = ""
    marks: Sequence[Mark] = ()
    progress: Mapping[str, str] = field(default_factory=dict)
