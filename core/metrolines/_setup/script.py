"""Scripted chance: what people write in a script, and the slots of `g.outcomes` it fills."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .._text import hint_for, told
from ..errors import MOST_TOLD, Problem, SetupError
from .actions import plain_text

Script = Mapping[str, Any]
Place = tuple[str | int, ...]  # the keys that lead to an entry of a script


def _no_check(outcomes: Mapping[int, int]) -> str:
    return ""


@dataclass(frozen=True)
class ChanceBlock:
    """Slots that a game or a variant asked for under one key of the script.

    `slots` names every slot, `outcomes` every outcome. Within a run of `group` slots no outcome comes twice, or
    more often than `copies` says. `ordered`
    says that slots happen one after the other, so that a script fills them from the first on. A script gives a list
    (or a list of lists, one a group), or a mapping from slot names; `aliases` are further names of slots. `titles` say
    in words what outcomes mean, for players, and `news` how one that comes about is announced: "the rival closes
    {outcome}", in which `place` and `title` may stand, too. `room` slots behind these stay free, so that tables of all
    sizes have one layout and share their machine code.
    """

    key: str
    source: str
    first: int
    slots: tuple[str, ...]
    outcomes: tuple[str, ...]
    group: int
    ordered: bool = False
    aliases: Mapping[str, int] | None = None
    check: Callable[[Mapping[int, int]], str] = _no_check
    titles: Mapping[str, str] = field(default_factory=dict)
    copies: tuple[int, ...] = ()
    room: int = 0
    news: str = ""

    def announced(self, place: str, outcome: str) -> str:
        """What players are told when an outcome comes about."""
        title = self.titles.get(outcome, "")
        if self.news:
            return self.news.format(place=place, outcome=outcome, title=title)
        return f"{self.key} {place}: {outcome}" + (f" ({title})" if title else "")

    def read(self, value: Any) -> tuple[dict[int, int], list[Problem]]:
        """Slot offsets and outcomes of what a script says under this key, and what is wrong with it."""
        problems: list[Problem] = []
        filled: dict[int, int] = {}
        places: dict[int, Place] = {}
        known = {plain_text(outcome): index for index, outcome in reversed(list(enumerate(self.outcomes)))}
        for offset, name, place in self._entries(value, problems):
            outcome = known.get(plain_text(name)) if isinstance(name, str) else None
            places[offset] = place
            if outcome is None:
                hint = hint_for(plain_text(str(name)), known) if len(problems) < MOST_TOLD else ""
                problems.append(self._problem(f"no such outcome: {told(name)}", hint, place))
            elif filled.setdefault(offset, outcome) != outcome:
                problems.append(self._problem(f"two outcomes for {self.slots[offset]}", "", place))
        if not problems:
            problems.extend(self.contradictions(filled, places))
        return filled, problems

    def _problem(self, message: str, hint: str = "", place: Place = (), *, at_key: bool = False) -> Problem:
        return Problem(f"script, {self.key}: {message}", hint, about=("script", self.key, *place), at_key=at_key)

    def find(self, place: str, outcome: str) -> tuple[int, int] | None:
        """The slot of `g.outcomes` and the number of an outcome, as a record names them; None if there is none."""
        if place not in self.slots or outcome not in self.outcomes:
            return None
        return self.first + self.slots.index(place), self.outcomes.index(outcome)

    def _entries(self, value: Any, problems: list[Problem]) -> list[tuple[int, Any, Place]]:
        if isinstance(value, Mapping):
            return self._named(value, problems)
        if isinstance(value, str) or not isinstance(value, Sequence):
            problems.append(self._problem(f"expected a list, not {told(value)}"))
            return []
        rows = [item for item in value if item is not None]
        nested = any(_is_list(row) for row in rows)
        strays = [i for i, row in enumerate(value) if nested and row is not None and not _is_list(row)]
        if strays:
            problems += [self._problem(f"expected a list, not {told(value[i])}", "", (i,)) for i in strays]
            return []
        most = self.group if nested else len(self.slots)
        if nested and len(value) > len(self.slots) // self.group:
            problems.append(self._problem(f"{len(value)} lists where there are {len(self.slots) // self.group}"))
            return []
        entries: list[tuple[int, Any, Place]] = []
        for number, items in enumerate([row or () for row in value] if nested else [value]):
            start, row = number * self.group, (number,) if nested else ()
            if len(items) > most:
                problems.append(self._problem(f"{len(items)} entries where there are {most}", "", (*row, most)))
                return []
            entries += [(start + i, item, (*row, i)) for i, item in enumerate(items) if item is not None]
        return entries

    def _named(self, value: Mapping[str, Any], problems: list[Problem]) -> list[tuple[int, Any, Place]]:
        known = {plain_text(name): i for i, name in enumerate(self.slots)}
        known.update({plain_text(name): i for name, i in (self.aliases or {}).items()})
        entries: list[tuple[int, Any, Place]] = []
        for name, item in value.items():
            offset = known.get(plain_text(str(name)))
            if offset is None:
                hint = hint_for(plain_text(str(name)), known) if len(problems) < MOST_TOLD else ""
                problems.append(self._problem(f"no such place: {name!r}", hint, (name,), at_key=True))
            else:
                entries.append((offset, item, (name,)))
        return entries

    def contradictions(
        self, filled: Mapping[int, int], places: Mapping[int, Place], whole: bool = True
    ) -> list[Problem]:
        """What of these outcomes, by offset of the slot, cannot come together; `places` says where each one stands."""
        problems = []
        for start in range(0, len(self.slots), self.group):
            here = [offset for offset in range(start, start + self.group) if offset in filled]
            seen: Counter[int] = Counter()
            for offset in here:
                outcome = filled[offset]
                seen[outcome] += 1
                most = self.copies[outcome] if self.copies else 1
                if seen[outcome] == most + 1:
                    times = {0: "is not there to come", 1: "comes twice"}.get(most, f"comes more than {most} times")
                    message = f"{self.outcomes[outcome]} {times}"
                    problems.append(self._problem(message, f"at {self.slots[offset]}", places[offset]))
            if self.ordered and here and here[-1] - start >= len(here):
                problems.append(self._problem(f"a gap before {self.slots[here[-1]]}", "", places[here[-1]]))
        wrong = "" if problems or not whole else self.check(filled)
        return problems + ([self._problem(wrong)] if wrong else [])


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def check_outcomes(blocks: Sequence[ChanceBlock], outcomes: Mapping[int, int], whole: bool) -> None:
    """Raise SetupError for outcomes by slot that cannot come together; a problem is about its block and place.

    With `whole`, they are a script or all that happened, not what a broken-off game has come to.
    """
    problems: list[Problem] = []
    for block in blocks:
        slots = {offset: block.first + offset for offset in range(len(block.slots))}
        filled = {offset: outcomes[slot] for offset, slot in slots.items() if slot in outcomes}
        problems += block.contradictions(filled, {offset: (block.slots[offset],) for offset in filled}, whole)
    if problems:
        raise SetupError(problems)


def read_script(blocks: Sequence[ChanceBlock], script: Script) -> dict[int, int]:
    """The outcome of every scripted slot.

    Raises:
        SetupError: unknown keys, places or outcomes, or outcomes that cannot come together; all of them at once.
    """
    by_key = {plain_text(block.key): block for block in blocks}
    problems: list[Problem] = []
    outcomes: dict[int, int] = {}
    for key, value in script.items():
        block = by_key.get(plain_text(str(key)))
        if block is None:
            hint = hint_for(plain_text(str(key)), by_key) if len(problems) < MOST_TOLD else ""
            message = f"script: this game leaves nothing called {key!r} to chance"
            problems.append(Problem(message, hint, about=("script", key), at_key=True))
            continue
        filled, wrong = block.read(value)
        problems += wrong
        outcomes.update({block.first + offset: outcome for offset, outcome in filled.items()})
    if problems:
        raise SetupError(problems)
    return outcomes
