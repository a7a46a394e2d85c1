"""The constant tables `t` and the fields of Next Station, worked out from a city."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from metrolines.plugin import PluginBuilder

from .cards import ANY, CARDS, DECK_SIZE, ROUNDS, SYMBOLS
from .city import City, Section
from .settings import deck_of, scoring_of

MOST_SEATS = 4


def mask(numbers: Iterable[int]) -> int:
    """The bit mask of station or district numbers."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def add_fields(builder: PluginBuilder, city: City) -> None:
    """The state of the table and of a seat."""
    builder.shared_field("round", doc="number of the round, from 0")
    builder.shared_field("turn", doc="number of the turn in its round, from 1")
    builder.shared_field("turns", doc="turns of the rounds that have ended")
    builder.shared_field("undergrounds", doc="underground cards flipped in this round")
    builder.shared_field("card", doc="symbol of the turn's card: 0 to 3, or ANY for a joker")
    builder.shared_field("switch", doc="1 if the railroad switch came with the card")
    builder.shared_field("anywhere", doc="1 if it has an effect in this turn")
    builder.shared_field(
        # no part of the position: what was flipped is in the slots of chance, the order of the rest means nothing
        "deck",
        DECK_SIZE,
        width=8,
        kind="secret",
        doc="cards: those left first, behind them the flipped ones, latest first",
    )
    builder.shared_field("left", doc="number of cards left")
    builder.shared_field("slot", kind="scratch", doc="chance slot of the next card")
    near = [mask(others) for others in city.neighbours]
    departures = [1 << station for station in city.departures]
    builder.seat_field("colours", ROUNDS, width=8, doc="colour of every round")
    builder.seat_field("colour", doc="colour of this round")
    builder.seat_field("line", doc="stations of the current line")
    builder.seat_field("ends", doc="stations that are ends of the current line")
    builder.seat_field(
        "lines", ROUNDS, initial=departures, doc="stations of every colour's line, the current one's as of its start"
    )
    passed = [1 << city.stations[station].district for station in city.departures]
    builder.seat_field("districts_by_line", ROUNDS, initial=passed, doc="districts of every colour's line, likewise")
    builder.seat_field("rivers", ROUNDS, doc="sections of every colour's line across the river, likewise")
    builder.seat_field("neighbours", len(near), initial=near, doc="stations that free, uncrossed sections lead to")
    builder.seat_field(
        "tracks", len(city.sections), width=8, doc="mask of the colours that run along a section; 1 << LOOP: the loop"
    )
    builder.seat_field("districts_passed", doc="districts the current line passes through")
    builder.seat_field("river", doc="sections of the current line across the river")
    builder.seat_field("marks", len(city.districts), width=8, doc="marks on stations of the current line, by district")
    builder.seat_field("more_districts", doc="marks on districts of the current line")
    builder.seat_field(
        "line_districts", ROUNDS, width=8, doc="box of every round: districts of the line, marks counted"
    )
    builder.seat_field(
        "line_busiest", ROUNDS, width=8, doc="box of every round: most stations in one of them, marks counted"
    )
    builder.seat_field("symbol", doc="what the card counts as for this seat in this turn")
    builder.seat_field("want", doc="symbol of the section owed first: 0 to 3, or ANY")
    builder.seat_field("anywhere", doc="1 if that section may start from any station of the line")
    builder.seat_field("start", initial=-1, doc="the station that section must start from, or -1")
    builder.seat_field("owed", doc="sections still to draw in this turn")
    builder.seat_field("later", doc="frames of the further sections owed, packed")
    builder.seat_field("pending", doc="mask of the questions that are open")
    builder.seat_field("drawn", doc="sections drawn in this turn")


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
    builder.constants(
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
        with_symbol=[*(mask(numbers) for numbers in symbols), (1 << count) - 1],
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


def _add_crossings(builder: PluginBuilder, city: City) -> None:
    pairs = [crossing.sections for crossing in city.crossings]
    turned = [pair for a, b in pairs for pair in ((a, b), (b, a))]
    builder.constants(
        crossings=len(pairs),
        crossing_a=[a for a, _ in pairs],
        crossing_b=[b for _, b in pairs],
        partner_of=[own for own, _ in turned],
        crossing_from=[city.sections[other].a for _, other in turned],
        crossing_to=[city.sections[other].b for _, other in turned],
    )


def _add_scoring(builder: PluginBuilder, city: City) -> None:
    scoring = scoring_of(city, builder.settings)
    interchanges = scoring.interchanges
    builder.constants(
        monument_points=scoring.monument,
        river_points=scoring.river,
        interchange_points=[0, 0, interchanges.two, interchanges.three, interchanges.four, interchanges.five],
        crossing_points=[0, scoring.crossing.one, scoring.crossing.both] if scoring.crossing else [0, 0, 0],
    )
    for number in range(1, ROUNDS + 1):
        builder.column(f"line_{number}", f"Line of round {number}")
    titles = ("two", "three", "four")
    columns = [builder.column(f"interchanges_{n}", f"Stations with {titles[n - 2]} lines") for n in (2, 3, 4)]
    builder.constants(interchange_column=columns[0], five_column=0)
    builder.constants(crossing_column=builder.column("crossings", "Overhead crossings") if scoring.crossing else 0)


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
    builder.constants(colours_slot=builder.chance("colours", slots, city.colours, group=ROUNDS, check=check, room=room))
    slots = [f"{number}.{k}" for number in range(1, ROUNDS + 1) for k in range(1, DECK_SIZE + 1)]
    deck = deck_of(builder.settings)
    copies = [deck.count(card) for card in range(len(CARDS))]
    builder.constants(
        deck=deck, deck_slot=builder.chance("decks", slots, CARDS, group=DECK_SIZE, ordered=True, copies=copies)
    )
