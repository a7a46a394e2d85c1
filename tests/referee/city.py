"""What the naive referee knows of a map, and the exact geometry behind it."""

import json
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path


@dataclass
class Station:
    name: str  # notation such as "d3"
    symbol: str  # square, triangle, pentagon, circle, or any
    district: str
    monument: bool = False
    tourist_site: bool = False


@dataclass
class Section:
    ends: tuple[str, str]
    districts: frozenset[str]  # those it runs through for a positive length
    river: bool = False
    conflicts: set[frozenset[str]] = field(default_factory=set)  # sections it must not cross
    cells: tuple = ()  # where the two ends lie: a station of several cells is met in one of them

    def __post_init__(self):
        self.cells = self.cells or tuple(coordinates(name) for name in self.ends)


@dataclass
class City:
    stations: dict[str, Station]
    sections: dict[frozenset[str], Section]  # by the names of the two stations
    crossings: list[tuple[frozenset[str], frozenset[str]]]  # overhead crossings
    departures: dict[str, str]  # colour -> station
    outer: set[str]  # the four corner districts
    central_district: str | None
    paris: bool  # jokers carry the guided tour
    loop: list[str] = field(default_factory=list)  # stations of the loop line, in ring order
    tokyo: bool = False  # interchanges pay from three lines on
    outer_main: set[str] = field(default_factory=set)  # the main districts at the corners of the 3 x 3

    def __post_init__(self):
        assert len(set(self.loop)) == len(self.loop), "a station twice on the loop"
        assert self.loop_sections <= set(self.sections), "a step of the loop without a section"

    @property
    def loop_sections(self):
        """The sections of the loop: from each of its stations to the next, and from the last to the first."""
        return {frozenset(pair) for pair in pairwise([*self.loop, *self.loop[:1]])}

    @property
    def stamp_points(self):
        """District -> points of its stamp: the corners pay 10 [house but in Tokyo], its outer main districts 5."""
        return (dict.fromkeys(self.outer_main, 5) if self.tokyo else {}) | dict.fromkeys(self.outer, 10)


# The names that the main districts at the corners of the 3 x 3 have in map files, with or without an underscore.
OUTER_MAIN = {"northwest", "northeast", "southwest", "southeast"}


def coordinates(name):
    """d3 is (3, 2)."""
    return "abcdefghijklmnopqrstuvwxyz".index(name[0]), int(name[1:]) - 1


def notation(x, y):
    """(3, 2) is d3."""
    return "abcdefghijklmnopqrstuvwxyz"[x] + str(y + 1)


def load_city(path) -> City:
    """Read a map file; monuments, the Thames, crossings and a loop may each be missing."""
    data = json.loads(Path(path).read_text(encoding="utf-8"))
    stations, departures, name_at = {}, {}, {}
    for entry in data["stations"]:
        cell = tuple(entry["at"])
        name = name_at[cell] = notation(*cell)
        stations[name] = Station(
            name, entry["symbol"], entry["district"], entry.get("monument", False), entry.get("tourist_site", False)
        )
        if "departure" in entry:
            departures[entry["departure"]] = name
    central = data.get("central_station")
    if central:  # one station over several cells, named by the top-left one
        name = notation(*min(central["cells"]))
        stations[name] = Station(name, central["symbol"], central["district"])
        for cell in central["cells"]:
            name_at[tuple(cell)] = name

    def key(ends):
        return frozenset(name_at[tuple(cell)] for cell in ends)

    owner = cell_owners(data["districts"])
    sections, lines = {}, {}
    for entry in data["sections"]:
        if isinstance(entry, list):  # bare ends: the districts are left to geometry
            entry = {"ends": entry, "districts": districts_along(*entry, owner)}
        one, two = entry["ends"]
        names = key((one, two))
        assert len(names) == 2 and names not in sections, entry
        sections[names] = Section(
            (name_at[tuple(one)], name_at[tuple(two)]),
            frozenset(entry["districts"]),
            entry.get("thames", False),
            cells=(tuple(one), tuple(two)),
        )
        lines[names] = (one, two)
    crossings = [tuple(key(ends) for ends in entry["sections"]) for entry in data.get("crossings", ())]
    overhead = {frozenset(pair) for pair in crossings}
    for a, b in combinations(sections, 2):
        if cross(lines[a], lines[b]) and frozenset((a, b)) not in overhead:
            sections[a].conflicts.add(b)
            sections[b].conflicts.add(a)
    districts = [district["id"] for district in data["districts"]]
    middle = [name for name in districts if name in ("centre", "central")]
    return City(
        stations,
        sections,
        crossings,
        departures,
        {name for name in districts if name.startswith("outer_")},
        middle[0] if middle else None,
        data["name"] == "Paris",
        [name_at[tuple(cell)] for cell in data.get("loop", {}).get("stations", ())],
        data["name"] == "Tokyo",
        {name for name in districts if name.replace("_", "") in OUTER_MAIN},
    )


def cell_owners(districts):
    """Cell -> district; where the rectangles overlap, the district listed first has the cell."""
    owner = {}
    for district in districts:
        for left, top, width, height in district["rects"]:
            for x in range(left, left + width):
                for y in range(top, top + height):
                    owner.setdefault((x, y), district["id"])
    return owner


def districts_along(one, two, owner):
    """The districts in which the straight line between two cells has a positive length."""
    return {district for cell, district in owner.items() if length_inside(one, two, cell) > 0}


def length_inside(one, two, cell):
    """Share of the line that lies in a cell, which reaches half a unit around its middle."""
    enter, leave = Fraction(0), Fraction(1)
    for a, b, middle in zip(one, two, cell, strict=False):
        low, high = middle - Fraction(1, 2), middle + Fraction(1, 2)
        if a == b:
            if not low < a < high:
                return Fraction(0)
        else:
            near, far = sorted(((low - a) / (b - a), (high - a) / (b - a)))
            enter, leave = max(enter, near), min(leave, far)
    return max(leave - enter, Fraction(0))


def cross(first, second):
    """Whether two straight lines share a point that is not an end of either, or overlap."""
    (a, b), (c, d) = first, second
    c_side, d_side, a_side, b_side = side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)
    if c_side == d_side == 0:  # on one straight line: compare along it
        one, two = sorted((a, b)), sorted((c, d))
        return max(one[0], two[0]) < min(one[1], two[1])
    return c_side * d_side < 0 and a_side * b_side < 0


def side(a, b, point):
    """Sign tells on which side of the line a-b the point lies; 0 is on it."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
