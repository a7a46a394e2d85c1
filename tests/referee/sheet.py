"""What a seat has on its sheet, and what it still has to decide in a turn."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Line:
    """One pencil of one player."""

    colour: str
    departure: str
    stations: set[str]
    sections: set[frozenset[str]] = field(default_factory=set)
    station_marks: list[str] = field(default_factory=list)  # stations that count once more
    district_marks: list[str] = field(default_factory=list)  # districts that count once more
    gates_used: set[str] = field(default_factory=set)
    power_used: bool = False

    def ends(self):
        """Stations with exactly one section of this line, or the bare departure."""
        if not self.sections:
            return {self.departure}
        degree = Counter(name for section in self.sections for name in section)
        return {name for name, count in degree.items() if count == 1}


@dataclass
class Owed:
    """A section the seat may draw now or later in this turn."""

    kind: str  # card, extra, straight, tour or double
    start: str  # "ends", "anywhere" (any station of the line), or the name of a station
    symbol: str  # "any" is met by every station
    second_track: bool = False  # it may run along a section that one other line has drawn
    only: frozenset[str] | None = None  # straight on: the one section that lies ahead


@dataclass
class Turn:
    """What one seat still has to decide in the present turn."""

    owed: list[Owed] = field(default_factory=list)  # the next one first
    question: str | None = None  # outer district whose gate is asking
    power: str | None = None  # power played in this turn
    touched: bool = False  # a section was drawn or passed
    last_call: bool = False  # the round's last section is drawn, and a station may still be marked
    done: bool = False
