"""Random maps, written as files, and played beside a referee that finds stations, sections and crossings by itself."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, note, settings
from hypothesis import strategies as st
from series import few_and_all
from table import Pair, choice_of, compare_scores, full_script

import metrolines as ml
from referee import City, Section, Station
from referee.city import cross, districts_along, notation

SHAPES = {"s": "square", "t": "triangle", "p": "pentagon", "c": "circle", "?": "any", "*": "any", "#": "any"}
COLOURS = ("red", "blue", "green", "black")
Cell = tuple[int, int]
Ends = tuple[Cell, Cell]


@dataclass
class Sketch:
    """A map before it is written down: the sign and the district of each cell, and where the lines depart."""

    signs: dict[Cell, str]
    districts: dict[Cell, str]
    departures: dict[str, Cell]
    paris: bool
    outer: list[str]
    crossings: dict[Cell, list[Ends]] = field(default_factory=dict)
    loop: list[Cell] = field(default_factory=list)

    def stations(self) -> dict[Cell, Cell]:
        """Every cell of a station -> the cell that names it."""
        first = min((cell for cell, sign in self.signs.items() if sign == "#"), default=None)
        here = {cell: sign for cell, sign in self.signs.items() if sign.lower() in SHAPES}
        return {cell: first if sign == "#" else cell for cell, sign in here.items()}

    def rays(self) -> dict[frozenset[Cell], Ends]:
        """Two stations -> the cells where the section between them begins and ends; straight ways come first."""
        stations = self.stations()
        found: dict[frozenset[Cell], Ends] = {}
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for cell, own in stations.items():
                x, y = cell[0] + dx, cell[1] + dy
                while (x, y) in self.signs and (x, y) not in stations:
                    x, y = x + dx, y + dy
                if stations.get((x, y), own) != own:
                    found.setdefault(frozenset((own, stations[x, y])), (cell, (x, y)))
        return found

    def ring(self, dice: random.Random) -> list[Cell]:
        """Stations whose sections make a ring without any crossing; none, if several walks find no way home."""
        over = [ends for both in self.crossings.values() for ends in both]
        ways: dict[Cell, dict[Cell, Ends]] = defaultdict(dict)
        for (one, two), ends in self.rays().items():
            if ends not in over:
                ways[one][two] = ways[two][one] = ends
        for _ in range(20):
            run, drawn, size = [dice.choice(sorted(self.stations().values()))], [], dice.randint(3, 8)
            while len(run) < size:
                here = ways[run[-1]]
                steps = [cell for cell in sorted(here) if cell not in run and apart(here[cell], drawn)]
                if not steps:
                    break
                run.append(dice.choice(steps))
                drawn.append(here[run[-1]])
            home = ways[run[-1]].get(run[0])
            if len(run) > 2 and home and apart(home, drawn):
                return run
        return []

    def text(self) -> str:
        """The map file."""
        width, height = (1 + max(cell[axis] for cell in self.signs) for axis in (0, 1))

        def picture(signs: dict[Cell, str]) -> str:
            return "".join("    " + " ".join(signs[x, y] for x in range(width)) + "\n" for y in range(height))

        names = sorted(set(self.districts.values()))
        lines = ["game: next_station", "name: Made up", "picture: |\n" + picture(self.signs)]
        departures = [f"{colour}: {notation(*cell)}" for colour, cell in self.departures.items()]
        lines.append(f"departures: {{{', '.join(departures)}}}")
        lines.append("districts:\n  picture: |\n" + picture(self.districts))
        lines.append("  names: {" + ", ".join(f"{sign}: part_{sign}" for sign in names) + "}")
        lines.append(f"  outer: [{', '.join(f'part_{sign}' for sign in self.outer)}]")
        if self.paris and "*" in self.signs.values():
            lines.append("jokers: guided_tour")
        if self.loop:
            lines.append(f"loop: {{stations: [{', '.join(notation(*cell) for cell in self.loop)}]}}")
        crossing = ", crossing: {one: 2, both: 6}" if self.crossings else ""
        lines.append(f"scoring: {{monument: {2 * self.paris}, interchanges: {{2: 2, 3: 5, 4: 9}}{crossing}}}")
        return "\n".join(lines) + "\n"

    def city(self) -> City:
        """The same for the referee."""
        stations = {}
        for cell in set(self.stations().values()):
            name, sign = notation(*cell), self.signs[cell].lower()
            stations[name] = Station(name, SHAPES[sign], f"part_{self.districts[cell]}", sign == "*")
        lines = {frozenset(notation(*cell) for cell in pair): ends for pair, ends in self.rays().items()}
        sections = {}
        for pair, (one, two) in lines.items():
            through = frozenset(f"part_{sign}" for sign in districts_along(one, two, self.districts))
            sections[pair] = Section(tuple(sorted(pair)), through)
        named = {ends: pair for pair, ends in lines.items()}
        crossings = [(named[one], named[two]) for one, two in self.crossings.values()]
        for one, two in combinations(sections, 2):
            if cross(lines[one], lines[two]) and {one, two} not in [set(pair) for pair in crossings]:
                sections[one].conflicts.add(two)
                sections[two].conflicts.add(one)
        departures = {colour: notation(*cell) for colour, cell in self.departures.items()}
        outer, loop = {f"part_{s}" for s in self.outer}, [notation(*cell) for cell in self.loop]
        return City(stations, sections, crossings, departures, outer, None, self.paris, loop)


def apart(ends: Ends, drawn: list[Ends]) -> bool:
    return not any(cross(ends, other) for other in drawn)


def inside(ends: Ends) -> set[Cell]:
    """The cells strictly between the ends of a section."""
    (a, b), (c, d) = ends
    steps = max(abs(c - a), abs(d - b))
    return {(a + (c - a) // steps * i, b + (d - b) // steps * i) for i in range(1, steps)}


def sketch(dice: random.Random) -> Sketch:
    width, height = dice.randint(4, 8), dice.randint(4, 7)
    cells = [(x, y) for y in range(height) for x in range(width)]
    districts = dict.fromkeys(cells, "K")
    for sign in "LMPQRS":
        x, y, w, h = dice.randrange(width), dice.randrange(height), dice.randint(1, 4), dice.randint(1, 3)
        districts.update({c: sign for c in cells if x <= c[0] < x + w and y <= c[1] < y + h})
    share = dice.choice((0.3, 0.5, 0.7))
    signs = {cell: dice.choice("sstppcc*?") if dice.random() < share else "." for cell in cells}
    if dice.random() < 0.5:  # a station over several cells, as often as not in a district of its own
        x, y, w, h = dice.randrange(width - 1), dice.randrange(height - 1), dice.randint(1, 2), dice.randint(1, 2)
        block = [c for c in cells if x <= c[0] < x + w and y <= c[1] < y + h]
        signs.update(dict.fromkeys(block, "#"))
        if dice.random() < 0.5:
            districts.update(dict.fromkeys(block, "Z"))
    for cell in dice.sample([c for c in cells if signs[c] != "#"], 5):
        signs[cell] = dice.choice("stpc")
    made = Sketch(signs, districts, {}, dice.random() < 0.5, [])
    made.departures = dict(zip(COLOURS, dice.sample([c for c in cells if signs[c] in "stpc"], 4), strict=True))
    made.outer = dice.sample(sorted(set(districts.values())), min(4, len(set(districts.values()))))
    rays = made.rays().values()
    through = Counter(cell for ends in rays for cell in inside(ends))
    for cell in [c for c, count in through.items() if count == 2 and dice.random() < 0.5]:
        signs[cell] = "+"
        made.crossings[cell] = [ends for ends in rays if cell in inside(ends)]
    for cell in made.departures.values():
        signs[cell] = signs[cell].upper()
    if dice.random() < 0.7:
        made.loop = made.ring(dice)
    return made


def modules_for(made: Sketch, dice: random.Random) -> list[str]:
    """Each of them as often as not."""
    known = ["double_track", "effects", "pencil_powers", "stamps", *["loop_line"] * bool(made.loop)]
    return [name for name in known if dice.random() < 0.5]


def test_loops_of_every_size():
    loops = [made.loop for made in map(sketch, map(random.Random, range(100))) if made.loop]
    assert len(loops) > 40
    assert {len(loop) for loop in loops} == {3, 4, 5, 6, 7, 8}


@few_and_all(20, 200)
def test_random_maps_beside_the_referee(games: int):
    @settings(max_examples=games, derandomize=True, database=None, deadline=None)
    @given(seed=st.integers(0, 2**40))
    def check(seed: int) -> None:
        play_on_a_map_of(seed)

    check()


def play_on_a_map_of(seed: int) -> None:
    dice = random.Random(seed)
    made = sketch(dice)
    note(made.text())
    reading, crossing_self = dice.choice(("crossed", "stations")), dice.choice(("allowed", "forbidden"))
    options = {"districts": reading, "crossing_self": crossing_self}
    with TemporaryDirectory() as folder:
        file = Path(folder) / "made_up.yaml"
        file.write_text(made.text(), encoding="utf-8")
        game = ml.new_game("paris", modules_for(made, dice), dice.randint(1, 3), options, map=file)
    city = made.city()
    assert {s.name for s in game.map.stations} == set(city.stations)
    assert {frozenset(game.map.label(s.a, s.b).split("-")) for s in game.map.sections} == set(city.sections)
    for _ in range(2):
        pair = Pair(game, full_script(game, dice), city)
        pair.compare()
        while not pair.state.over:
            seat = dice.choice(pair.state.to_act)
            pair.play(seat, choice_of(pair.state.legal_labels(seat), dice, 0.1))
            pair.compare()
            if dice.random() < 0.1:
                compare_scores(pair.state, pair.referee)
        compare_scores(pair.state, pair.referee)
