"""How the fields of a record read as text, and are read from it: `line=d3,b3 drawn=1 effects.used=2`.

A field at its initial value is left out, the others come in the order of their labels: equal records have equal texts.
A mask reads as the names of its bits; a row as its numbers, or, where its places have names, as `name:number` for those
that differ from the beginning. A row of masks reads bit by bit, as `purple:b3-d3+b3-b5`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from .._rules.fields import MOST_BITS, Field, check_numbers
from .._rules.layout import Layout, PlainRecord
from .._sealable import Sealable
from .._text import hint_for, shortened

NOTHING = "-"
_SIGNS = re.compile(r"[\s,:+;=%#]|^-$")  # what has a meaning of its own in the notation


def escaped(name: str) -> str:
    """A name as it stands in the notation: signs that have a meaning there are written as in addresses, `%2C`."""
    return _SIGNS.sub(lambda sign: "".join(f"%{byte:02X}" for byte in sign[0].encode()), name)


def number_of(name: str, names: Sequence[str], what: str) -> int:
    """The place of an escaped name among others. Raises ValueError, which tells the closest."""
    try:
        return names.index(name)
    except ValueError:
        raise ValueError(f"no {what} is called {shortened(unquote(name))!r}; {hint_for(name, names)}") from None


class Notation(Sealable):
    """The notation of the records of one layout.

    Args:
        names: what numbers are called, by the words that `Field.shows` and `Field.by` take.
    """

    def __init__(self, layout: Layout, names: Mapping[str, Sequence[str]]) -> None:
        known = {word: [escaped(name) for name in called] for word, called in names.items()}
        self._fields = {
            label: _FieldNotation(field, within, known) for label, within, field in sorted(_labelled(layout))
        }
        self.seal()

    @property
    def fields(self) -> Mapping[str, Field]:
        """The fields of a position by their labels; those of variants as `effects.used`."""
        return {label: known.field for label, known in self._fields.items()}

    def write(self, record: PlainRecord) -> list[str]:
        """What differs from a new record, as `label=value`."""
        words = []
        for label, known in self._fields.items():
            value = getattr(known.holder(record), known.field.name)
            if value != known.blank:
                words.append(f"{label}={known.text(value)}")
        return words

    def shown(self, record: PlainRecord, part: str) -> list[str]:
        """What a variant keeps, for people: label and value of all that differs from the beginning."""
        words = []
        for label, known in self._fields.items():
            value = getattr(known.holder(record), known.field.name)
            if known.within[:1] == (part,) and value != known.blank:
                words.append(f"{label.partition('.')[2].replace('_', ' ')} {unquote(known.text(value))}")
        return words

    def read(self, record: PlainRecord, words: Sequence[str]) -> None:
        """Give a new record what the words say. Raises ValueError for words that say nothing of it."""
        seen: set[str] = set()
        for word in words:
            label, sign, text = word.partition("=")
            if not sign:
                raise ValueError(f"expected label=value, not {shortened(word)!r}")
            if label not in self._fields:
                raise ValueError(f"nothing is called {shortened(label)!r}; {hint_for(label, self._fields)}")
            if label in seen:
                raise ValueError(f"{label} is said twice")
            seen.add(label)
            known = self._fields[label]
            try:
                value = known.value(text)
                check_numbers("it", value, min(known.field.width - 1, MOST_BITS))
            except ValueError as error:
                raise ValueError(f"{label}: {error}") from None
            setattr(known.holder(record), known.field.name, value)


def _labelled(
    layout: Layout, prefix: str = "", within: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...], Field]]:
    for field in layout.fields:
        if field.kind == "state":
            yield prefix + (field.label or field.name), within, field
    for name, part in layout.parts:
        yield from _labelled(part, f"{prefix}{name}.", (*within, name))


class _FieldNotation:
    """How one field is written and read. `within` names the records that it stands in."""

    def __init__(self, field: Field, within: tuple[str, ...], names: Mapping[str, Sequence[str]]) -> None:
        self.field = field
        self.within = within
        self.blank = field.blank
        self.many = field.shows is not None and field.shows.many
        self._first = field.shows.first if field.shows else 0
        self._names = names[field.shows.names] if field.shows else None
        self._places = names[field.by] if field.by else ()

    def holder(self, record: Any) -> Any:
        """The record that has the field."""
        for name in self.within:
            record = getattr(record, name)
        return record

    # --- writing ---

    def text(self, value: Any) -> str:
        """What stands behind the label."""
        if self.field.single:
            return self._number(value, ",")
        changed = [place for place, number in enumerate(value) if number != self.blank[place]]
        if not self.field.by:
            return ",".join(self._number(number, "+") for number in value[: changed[-1] + 1])
        if self.many:
            return self._bit_by_bit({place: value[place] for place in changed})
        return ",".join(f"{self._places[place]}:{self._number(value[place], '+')}" for place in changed)

    def _bit_by_bit(self, masks: Mapping[int, int]) -> str:
        groups: dict[int, list[str]] = {}
        for place, mask in masks.items():
            if not mask:
                groups.setdefault(-1, []).append(self._places[place])
            while mask:
                low = mask & -mask
                mask ^= low
                groups.setdefault(low.bit_length() - 1, []).append(self._places[place])
        names = self._names or ()
        shown = ((names[bit] if bit >= 0 else NOTHING, places) for bit, places in sorted(groups.items()))
        return ",".join(f"{name}:{'+'.join(places)}" for name, places in shown)

    def _number(self, number: int, between: str) -> str:
        if self._names is None:
            return str(number)
        if not self.many:
            place = number - self._first
            return self._names[place] if 0 <= place < len(self._names) else f"#{number}"
        if number < 0 or number.bit_length() > len(self._names):
            return f"#{number}"
        return between.join(name for bit, name in enumerate(self._names) if number >> bit & 1) or NOTHING

    # --- reading ---

    def value(self, text: str) -> Any:
        """The value that a text says. Raises ValueError."""
        if self.field.single:
            return self._read_number(text, ",")
        row = list(self.blank)
        if not self.field.by:
            numbers = [self._read_number(item, "+") for item in text.split(",")]
            if len(numbers) > len(row):
                raise ValueError(f"{len(numbers)} numbers, there are {len(row)}")
            return numbers + row[len(numbers) :]
        for item in text.split(","):
            name, sign, said = item.partition(":")
            if not sign:
                raise ValueError(f"expected name:value, not {shortened(item)!r}")
            if self.many:
                self._read_bit(row, name, said)
            else:
                row[number_of(name, self._places, "place")] = self._read_number(said, "+")
        return row

    def _read_bit(self, masks: list[int], name: str, places: str) -> None:
        bit = 0 if name == NOTHING else 1 << number_of(name, self._names or (), "thing")
        for place_name in places.split("+"):
            place = number_of(place_name, self._places, "place")
            masks[place] = (0 if masks[place] == self.blank[place] else masks[place]) | bit

    def _read_number(self, text: str, between: str) -> int:
        if self._names is None or text.startswith("#"):
            try:
                return int(text.removeprefix("#") if self._names is not None else text)
            except ValueError:
                raise ValueError(f"{shortened(text)!r} is no whole number") from None
        if not self.many:
            return number_of(text, self._names, "thing") + self._first
        if text == NOTHING:
            return 0
        mask = 0
        for name in text.split(between):
            mask |= 1 << number_of(name, self._names, "thing")
        return mask


class ChanceNotation(Sealable):
    """How what chance has decided reads: `decks=circle-street,joker-street;square-street`."""

    def __init__(self, key: str, first: int, places: int, group: int, outcomes: Sequence[str]) -> None:
        self.key = key
        self._slots = range(first, first + places)
        self._group = group if group > 1 else places
        self._names = [escaped(outcome) for outcome in outcomes]
        self.seal()

    def write(self, outcomes: Sequence[int]) -> str:
        """What has come about, of all slots; nothing where nothing has."""
        slots, names = self._slots, self._names
        groups = []
        for start in range(slots.start, slots.stop, self._group):
            here = outcomes[start : start + self._group]
            end = len(here)
            while end and here[end - 1] <= 0:
                end -= 1
            groups.append(",".join(names[number - 1] if number > 0 else NOTHING for number in here[:end]) or NOTHING)
        while groups and groups[-1] == NOTHING:
            groups.pop()
        return f"{self.key}={';'.join(groups)}" if groups else ""

    def read(self, text: str, outcomes: list[int]) -> None:
        """Fill in the outcomes that a text says. Raises ValueError."""
        for start, group in zip(
            range(self._slots.start, self._slots.stop + self._group, self._group), text.split(";"), strict=False
        ):
            names = group.split(",")
            if start + len(names) > min(start + self._group, self._slots.stop):
                raise ValueError(f"{self.key}: more outcomes than there are places")
            for slot, name in enumerate(names, start):
                if name != NOTHING:
                    outcomes[slot] = number_of(name, self._names, "outcome") + 1
