"""The action space of a game: every action a dense number, a label for people, and a code for the rules.

The game and each variant add *blocks* of rows at set-up. Outside of the rules an action is its number, from 0 to
`space.size - 1`; in the rules it is the code `row * 64 + bit` of `metrolines._rules.moves`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from .._rules.moves import PASS
from .._sealable import Sealable
from .._text import hint_for
from ..errors import UsageError

ROW_BITS = 62


@dataclass(frozen=True)
class Block:
    """A named run of actions: the numbers `first` to `first + size - 1`, added by `source`."""

    name: str
    source: str
    first: int
    size: int


def plain_text(text: str) -> str:
    """A label as it is compared: small letters, one space between words and none beside a `-`, `-` for `_`."""
    return re.sub(r" ?- ?", "-", re.sub(r"\s+", " ", text.strip().lower()).replace("_", "-"))


class ActionSpace(Sealable):
    """All actions of one game. Immutable once the game is set up.

    `labels[number]`, `codes[number]` and `number_of[code]` translate; `mirror[number]` is the action that the same
    label read from its other end names (`b3-d3` for `d3-b3`), or the action itself.
    """

    def __init__(self) -> None:
        self._labels: list[str] = []
        self._codes: list[int] = []
        self._number_of: dict[int, int] = {}
        self._blocks: list[Block] = []
        self._by_label: dict[str, int] = {}
        self.labels: Sequence[str] = self._labels
        self.codes: Sequence[int] = self._codes
        self.number_of: Mapping[int, int] = self._number_of
        self.blocks: Sequence[Block] = self._blocks
        self.rows = 0
        self.mirror: Sequence[int] = ()

    @property
    def size(self) -> int:
        """How many actions there are."""
        return len(self.labels)

    def _add(self, code: int, label: str) -> None:
        key = plain_text(label)
        if key in self._by_label:
            raise ValueError(f"two actions are called {label!r}")
        self._by_label[key] = self._number_of[code] = len(self.labels)
        self._labels.append(label)
        self._codes.append(code)

    def add_pass(self, source: str) -> None:
        """Add the action `pass`, a block of its own."""
        self._blocks.append(Block("pass", source, self.size, 1))
        self._add(PASS, "pass")

    def add_block(self, name: str, source: str, rows: Iterable[Mapping[int, str]]) -> int:
        """Add a block of rows, each a mapping of bit to label; returns the number of its first row."""
        first_row, first = self.rows, self.size
        for row in rows:
            for bit, label in row.items():
                if not 0 <= bit < ROW_BITS:
                    raise ValueError(f"{label!r}: a row has the bits 0 to {ROW_BITS - 1}, not {bit}")
                self._add(self.rows * 64 + bit, label)
            self.rows += 1
        self._blocks.append(Block(name, source, first, self.size - first))
        return first_row

    def close(self, mirrored: Mapping[str, str]) -> None:
        """End the set-up; `mirrored` maps labels to the label of the same thing from its other end."""
        other = {self._by_label[plain_text(a)]: self._by_label[plain_text(b)] for a, b in mirrored.items()}
        self.mirror = tuple(other.get(number, number) for number in range(self.size))
        self.labels, self.codes, self.blocks = tuple(self._labels), tuple(self._codes), tuple(self._blocks)
        self.number_of = MappingProxyType(self._number_of)
        self.seal()

    def parse(self, text: str) -> int:
        """The number of the action with this label.

        Raises:
            UsageError: nothing has this label; the hint names the closest one.
        """
        number = self._by_label.get(plain_text(text))
        if number is None:
            shown = text if len(text) <= 60 else text[:57] + "..."
            raise UsageError(f"no such action: {shown!r}", hint_for(plain_text(text), self._by_label))
        return number

    def label_of(self, code: int) -> str:
        """The label of the action that rules know by this code. Raises KeyError for a code that is none."""
        return self.labels[self.number_of[code]]

    def block_of(self, number: int) -> Block:
        """The block an action belongs to. Raises IndexError for a number that is none."""
        for block in self.blocks:
            if block.first <= number < block.first + block.size:
                return block
        raise IndexError(f"actions are numbered 0 to {self.size - 1}, not {number}")
