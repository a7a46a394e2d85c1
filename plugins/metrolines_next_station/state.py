"""What a table of Next Station keeps: `g` (the table), `p` (one seat) and `t` (constant tables)."""

from __future__ import annotations

from metrolines.plugin import GameConstants, SeatState, TableState, integer, integers, one_of, set_of

from .cards import DECK_SIZE, ROUNDS


class Table(TableState):
    """The table: rounds and cards."""

    round: int = integer("number of the round, from 0")
    # the rest follows from the cards that were flipped
    turn: int = integer("number of the turn in its round, from 1", kind="derived")
    turns: int = integer("turns of the rounds that have ended", kind="derived")
    undergrounds: int = integer("underground cards flipped in this round", kind="derived")
    card: int = integer("symbol of the turn's card: 0 to 3, or ANY for a joker", kind="derived")
    switch: int = integer("1 if the railroad switch came with the card", kind="derived")
    anywhere: int = integer("1 if sections may start anywhere in this turn, as with the switch", kind="derived")
    deck: list[int] = integers(
        "cards: those left first, behind them the flipped ones, latest first", DECK_SIZE, width=8, kind="secret"
    )
    left: int = integer("number of cards left", kind="derived")
    slot: int = integer("chance slot of the next card", kind="scratch")


class Seat(SeatState):
    """A seat: its lines, and the frame of its turn."""

    tracks: list[int] = integers(
        "mask of the colours that run along a section; 1 << LOOP: the loop",
        width=8,
        shows=set_of("lines"),
        by="sections",
    )
    # the next ones follow from the colours that were dealt and the tracks
    colours: list[int] = integers("colour of every round", ROUNDS, width=8, kind="derived")
    colour: int = integer("colour of this round", kind="derived")
    line: int = integer("stations of the current line", kind="derived")
    ends: int = integer("stations that are ends of the current line", kind="derived")
    lines: list[int] = integers(
        "stations of every colour's line, the current one's as of its start", ROUNDS, kind="derived"
    )
    districts_by_line: list[int] = integers("districts of every colour's line, likewise", ROUNDS, kind="derived")
    rivers: list[int] = integers("sections of every colour's line across the river, likewise", ROUNDS, kind="derived")
    neighbours: list[int] = integers(
        "stations that free, uncrossed sections lead to from every station", kind="derived"
    )
    districts_passed: int = integer("districts the current line passes through", kind="derived")
    river: int = integer("sections of the current line across the river", kind="derived")
    marks: list[int] = integers("marks on stations of the current line, by district", width=8, by="districts")
    more_districts: int = integer("marks on districts of the current line")
    line_districts: list[int] = integers("box of every round: districts of the line, marks counted", ROUNDS, width=8)
    line_busiest: list[int] = integers(
        "box of every round: most stations in one of them, marks counted", ROUNDS, width=8
    )
    symbol: int = integer("what the card counts as for this seat in this turn", shows=one_of("symbols"))
    own_card: int = integer("1 + the symbol of a card of its own that it plays in this turn, 0 for the table's card")
    want: int = integer("symbol of the section owed first: 0 to 3, or ANY", shows=one_of("symbols"))
    anywhere: int = integer("1 if that section may start from any station of the line")
    start: int = integer("the station that section must start from, or -1", initial=-1, shows=one_of("stations"))
    owed: int = integer("sections still to draw in this turn")
    later: int = integer("frames of the further sections owed, packed")
    pending: int = integer("mask of the questions that are open", shows=set_of("decisions"))
    drawn: int = integer("sections drawn in this turn")


class MapTables(GameConstants):
    """The map. Stations, districts and sections go by their numbers, in rows and as bits of masks."""

    everybody: int = integer("mask of all seats")
    stations: int = integer("number of stations")
    districts: int = integer("number of districts")
    section_codes: int = integer(
        "number of codes that may be sections: an action below it draws the section `from * 64 + to`"
    )
    section_of: list[int] = integers(
        "number of a section by its code `from * 64 + to`, read from either end; ask only for a code that is a section"
    )
    passes: list[int] = integers("mask of the districts that a section brings to a line, by section")
    river: list[int] = integers("1 for a section across the river, by section")
    conflict_index: list[int] = integers(
        "where the entries of a section begin in the next two tables; one entry more, the end of the last section's"
    )
    conflict_station: list[int] = integers("a station whose neighbours change when the section is drawn")
    conflict_mask: list[int] = integers("the neighbours that this station keeps, as a mask to AND with p.neighbours")
    with_symbol: list[int] = integers("mask of the stations that a card reaches, by its symbol, ANY included")
    ahead: list[int] = integers(
        "mask of the station that a section leads to, by station * 8 + direction, clockwise from straight up"
    )
    symbol_of: list[int] = integers("symbol of a station: 0 to 3, or ANY")
    district_of: list[int] = integers("district of a station")
    in_district: list[int] = integers("mask of the stations of a district")
    departure: list[int] = integers("departure station of a colour")
    monuments: int = integer("mask of the stations with a monument")
    sections: int = integer("number of sections")
    section_ends: list[int] = integers("mask of the two stations of a section")
    most_tracks: int = integer("how many lines may run along one section")
    loop: int = integer("mask of the stations of the loop; 0 on a map without one")
    rivers: int = integer("number of sections across the river")
    river_sections: list[int] = integers("numbers of these sections")
    tour: int = integer("mask of the stations at which a joker starts a guided tour")


class CrossingTables(GameConstants):
    """Overhead crossings."""

    apart: int = integer("1 if a line may not use both sections of an overhead crossing")
    crossings: int = integer("number of overhead crossings")
    crossing_a: list[int] = integers("the first of the two sections of a crossing")
    crossing_b: list[int] = integers("the second of them")
    partner_of: list[int] = integers("a section of a crossing; this table and the next two have two entries a crossing")
    crossing_from: list[int] = integers("first station of the other section, which would cross it")
    crossing_to: list[int] = integers("second station of that other section")


class ScoringTables(GameConstants):
    """What things are worth, and in which box it stands."""

    monument_points: int = integer("points of a line for each of its monuments")
    river_points: int = integer("points of a line for each of its sections across the river")
    crossing_points: list[int] = integers("points of a crossing by how many of its two sections are drawn")
    crossing_column: int = integer("box of the overhead crossings in p.items")
    interchange_points: list[int] = integers("points of a station by the number of lines that meet there")
    interchange_column: int = integer("first box of the interchanges in p.items")
    five_column: int = integer("box of the stations with five lines in p.items; 0 without a loop")


class ChanceTables(GameConstants):
    """The deck, and the slots of chance."""

    deck: list[int] = integers("every card of the deck, as it is before it is shuffled")
    deck_slot: int = integer("first chance slot of the decks; each round has DECK_SIZE of them")
    colours_slot: int = integer("first chance slot of the colours; each seat has ROUNDS of them")


class Tables(MapTables, CrossingTables, ScoringTables, ChanceTables):
    """All constant tables of Next Station."""
