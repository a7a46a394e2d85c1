"""The constant tables `t` and the fields of Next Station, worked out from a city."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from metrolines.plugin import PluginBuilder

from .cards import ANY, CARDS, DECK_SIZE, ROUNDS, SYMBOLS
from .city import City, Section
from .settings import deck_of, scoring_of
from .state import ChanceTables, CrossingTables, MapTables, ScoringTables, Seat, Table

MOST_SEATS = 4


def mask(numbers: Iterable[int]) -> int:
    """The bit mask of station or district numbers."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def add_state(builder: PluginBuilder, city: City) -> None:
    """The state of the table and of a seat, and what it is called in the notation of positions."""
    builder.names(
        stations=[station.name for station in city.stations],
        sections=[city.label(section.a, section.b) for section in city.sections],
        districts=city.districts,
        lines=[*city.colours, "loop"],
        symbols=[*SYMBOLS, "any"],
    )
    builder.table_state(Table)
    builder.seat_state(
        Seat,
        lines=[1 << station for station in city.departures],
        districts_by_line=[1 << city.stations[station].district for station in city.departures],
        neighbours=[mask(others) for others in city.neighbours],
        tracks=[0] * len(city.sections),
        marks=[0] * len(city.districts),
    )


def add_tables(builder: PluginBuilder, city: City) -> None:
    """The map as rows of numbers."""
    count = len(city.stations)
    section_of = [0] * (count * 64)
    for section in city.sections:
        section_of[section.a * 64 + section.b] = section_of[section.b * 64 + section.a] = section.number
    conflict_index, conflict_station, conflict_mask = [0], [], []
    for section in city.sections:
        for station, lost in cuts(city, section).items():
            conflict_station.append(station)
            conflict_mask.append(~lost)
        conflict_index.append(len(conflict_station))
    symbols = [[s.number for s in city.stations if s.symbol in (symbol, ANY)] for symbol in range(len(SYMBOLS))]
    tables = MapTables(
        everybody=(1 << builder.seats) - 1,
        stations=count,
        districts=len(city.districts),
        section_codes=count * 64,
        section_of=section_of,
        passes=[mask(districts) for districts in _districts(builder, city)],
        river=[int(section.river) for section in city.sections],
        conflict_index=conflict_index,
        conflict_station=conflict_station,
        conflict_mask=conflict_mask,
        with_symbol=[*(mask(numbers) for numbers in symbols), (1 << count) - 1, 0, 0, 0],
        ahead=_ahead(city),
        symbol_of=[station.symbol for station in city.stations],
        district_of=[station.district for station in city.stations],
        in_district=[mask(s.number for s in city.stations if s.district == d) for d in range(len(city.districts))],
        departure=list(city.departures),
        monuments=mask(s.number for s in city.stations if s.monument),
        sections=len(city.sections),
        section_ends=[1 << section.a | 1 << section.b for section in city.sections],
        most_tracks=1,
        loop=0,
        river_sections=[section.number for section in city.sections if section.river],
        rivers=sum(section.river for section in city.sections),
        tour=mask(s.number for s in city.stations if s.monument and city.file.jokers == "guided_tour"),
    )
    builder.constants(tables)
    _add_crossings(builder, city)
    _add_scoring(builder, city)


def cuts(city: City, section: Section) -> dict[int, int]:
    """What drawing a section takes from `near`: for each station, the mask of those it no longer leads to."""
    lost: dict[int, int] = {}
    for number in (section.number, *sorted(section.conflicts)):
        gone = city.sections[number]
        lost[gone.a] = lost.get(gone.a, 0) | 1 << gone.b
        lost[gone.b] = lost.get(gone.b, 0) | 1 << gone.a
    return lost


def _districts(builder: PluginBuilder, city: City) -> list[frozenset[int]]:
    """The districts that each section brings to a line, in the reading of the option `districts`."""
    ends = [frozenset((city.stations[s.a].district, city.stations[s.b].district)) for s in city.sections]
    if builder.settings["districts"] == "stations":
        return ends
    return [section.districts | own for section, own in zip(city.sections, ends, strict=True)]


DIRECTIONS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))  # clockwise from straight up


def direction_of(city: City, a: int, b: int) -> int:
    """The direction of the section from station a to station b, as a number of DIRECTIONS."""
    path = city.sections[city.neighbours[a][b]].path
    (x0, y0), (x1, y1) = (path[0], path[1]) if path[0] in city.stations[a].cells else (path[-1], path[-2])
    return DIRECTIONS.index((x1 - x0, y1 - y0))


def _ahead(city: City) -> list[int]:
    """For every station and direction, the mask of the station that a section in this direction leads to.

    From a station that covers several cells there may be more than one: then it is the first.
    """
    ahead = [0] * (8 * len(city.stations))
    for a, others in enumerate(city.neighbours):
        for b in sorted(others, reverse=True):
            ahead[8 * a + direction_of(city, a, b)] = 1 << b
    return ahead


def _add_crossings(builder: PluginBuilder, city: City) -> None:
    pairs = [crossing.sections for crossing in city.crossings]
    turned = [pair for a, b in pairs for pair in ((a, b), (b, a))]
    tables = CrossingTables(
        apart=int(crosses_apart(builder)),
        crossings=len(pairs),
        crossing_a=[a for a, _ in pairs],
        crossing_b=[b for _, b in pairs],
        partner_of=[own for own, _ in turned],
        crossing_from=[city.sections[other].a for _, other in turned],
        crossing_to=[city.sections[other].b for _, other in turned],
    )
    builder.constants(tables)


def crosses_apart(builder: PluginBuilder) -> bool:
    """Whether a line may not use both ways of an overhead crossing."""
    return builder.settings["crossing_self"] == "forbidden" and bool(builder.map.crossings)


def _add_scoring(builder: PluginBuilder, city: City) -> None:
    scoring = scoring_of(city, builder.settings)
    interchanges = scoring.interchanges
    for number in range(1, ROUNDS + 1):
        builder.column(f"line_{number}", f"Line of round {number}")
    titles = ("two", "three", "four")
    columns = [builder.column(f"interchanges_{n}", f"Stations with {titles[n - 2]} lines") for n in (2, 3, 4)]
    tables = ScoringTables(
        monument_points=scoring.monument,
        river_points=scoring.river,
        interchange_points=[0, 0, interchanges.two, interchanges.three, interchanges.four, interchanges.five],
        interchange_column=columns[0],
        five_column=0,
        crossing_points=[0, scoring.crossing.one, scoring.crossing.both] if scoring.crossing else [0, 0, 0],
        crossing_column=builder.column("crossings", "Overhead crossings") if scoring.crossing else 0,
    )
    builder.constants(tables)


def add_actions(builder: PluginBuilder, city: City) -> None:
    """Passing, and a row for every station with the sections that leave it."""
    builder.passing()
    rows = [{b: city.label(a, b) for b in sorted(others)} for a, others in enumerate(city.neighbours)]
    first = builder.actions("section", rows)
    assert first == 0, "the code of a section is `from * 64 + to`"
    builder.actions_from_both_ends(
        {city.label(a, b): city.label(b, a) for a, others in enumerate(city.neighbours) for b in others}
    )


def _no_shared_colours(seats: int) -> Callable[[Mapping[int, int]], str]:
    def check(outcomes: Mapping[int, int]) -> str:
        for number in range(ROUNDS):
            taken = [outcomes[s * ROUNDS + number] for s in range(seats) if s * ROUNDS + number in outcomes]
            if len(taken) != len(set(taken)):
                return f"two seats share a colour in round {number + 1}"
        given = len(outcomes)
        if 0 < given < seats * ROUNDS and set(outcomes) != set(range(ROUNDS)):
            return "give the colours of every seat, or of seat 0 alone"
        return ""

    return check


def add_chance(builder: PluginBuilder, city: City) -> None:
    """The colours of the seats, and the decks of the rounds."""
    slots = [f"{seat}.{number}" for seat in range(builder.seats) for number in range(1, ROUNDS + 1)]
    check = _no_shared_colours(builder.seats)
    room = (MOST_SEATS - builder.seats) * ROUNDS
    colours = builder.chance("colours", slots, city.colours, group=ROUNDS, check=check, room=room)
    slots = [f"{number}.{k}" for number in range(1, ROUNDS + 1) for k in range(1, DECK_SIZE + 1)]
    deck = deck_of(builder.settings)
    copies = [deck.count(card) for card in range(len(CARDS))]
    decks = builder.chance("decks", slots, CARDS, group=DECK_SIZE, ordered=True, copies=copies)
    builder.constants(ChanceTables(deck=deck, deck_slot=decks, colours_slot=colours))
