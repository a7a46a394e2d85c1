"""A board, read from its file: its size, where trains come in, and how its cells hang together.

A *place* is where a train stands: in front of a cell, at one of the cell's exits, `8 * cell + exit`. A train that
leaves a cell by an exit comes to a place before the next cell, or off the board.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from metrolines.plugin import FileError, cell_name, read_yaml, validate
from pydantic import BaseModel, ConfigDict, Field

from .tiles import EXITS

OFF = -1
MOST_SEATS = 8
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # to the top, right, bottom, left
ACROSS = (5, 4, 7, 6, 1, 0, 3, 2)  # the exit of the next cell that an exit leads to


class BoardFile(BaseModel):
    """What the file of a board may say."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    game: Literal["crossrails"]
    name: str
    size: Annotated[int, Field(ge=3, le=7)] = Field(default=6, description="cells to a side")
    hand: Annotated[int, Field(ge=1, le=3)] = Field(default=3, description="tiles in hand")
    starts: list[int] = Field(
        min_length=MOST_SEATS, max_length=MOST_SEATS, description="the gate of every seat, clockwise from the top left"
    )


@dataclass(frozen=True, eq=False)
class Board:
    """A board. Cells are numbered row by row, gates clockwise from the left one at the top left corner, from 1."""

    id: str
    path: Path
    file: BoardFile
    digest: str
    features: Mapping[str, str]
    variants: Sequence[str] = ()
    notes: Sequence[str] = ("A board of the house.",)

    @property
    def title(self) -> str:
        """The name for people."""
        return self.file.name

    @property
    def size(self) -> int:
        """Cells to a side."""
        return self.file.size

    @property
    def cells(self) -> int:
        """All cells."""
        return self.size * self.size

    @cached_property
    def gates(self) -> tuple[int, ...]:
        """The place inside every gate, clockwise."""
        n = range(self.size)
        edges = [
            *((x, 0, 0) for x in n),
            *((self.size - 1, y, 1) for y in n),
            *((x, self.size - 1, 2) for x in reversed(n)),
            *((0, y, 3) for y in reversed(n)),
        ]
        return tuple(EXITS * (y * self.size + x) + 2 * side + k for x, y, side in edges for k in (0, 1))

    @property
    def starts(self) -> tuple[int, ...]:
        """The place where every seat's train comes in."""
        return tuple(self.gates[number - 1] for number in self.file.starts)

    @cached_property
    def beyond(self) -> tuple[int, ...]:
        """For every cell and exit: the place that a train leaving there comes to, or OFF."""
        found = []
        for cell in range(self.cells):
            y, x = divmod(cell, self.size)
            for exit in range(EXITS):
                dx, dy = STEPS[exit // 2]
                inside = 0 <= x + dx < self.size and 0 <= y + dy < self.size
                found.append(EXITS * (cell + dy * self.size + dx) + ACROSS[exit] if inside else OFF)
        return tuple(found)

    def name(self, cell: int) -> str:
        """A cell as players call it: `c4`."""
        y, x = divmod(cell, self.size)
        return cell_name((x, y))


def read_board(path: Path, text: str | None = None) -> Board:
    """The board of a file, whose text may be known. Raises FileError with everything that is wrong with it."""
    document = read_yaml(path, text=text)
    file = validate(document, BoardFile)
    gates = 2 * 4 * file.size
    problems = []
    for index, number in enumerate(file.starts):
        if not 1 <= number <= gates:
            problems.append(document.problem(f"gates are numbered 1 to {gates}, not {number}", "starts", index))
        elif number in file.starts[:index]:
            problems.append(document.problem(f"two trains come in at gate {number}", "starts", index))
    if problems:
        raise FileError(problems)
    seen = json.dumps(file.model_dump(mode="json", exclude={"name"}), sort_keys=True)
    digest = hashlib.blake2s(seen.encode(), digest_size=4).hexdigest()
    return Board(path.stem, path, file, digest, {})
