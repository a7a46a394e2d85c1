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

    everybody: int  # mask of all seats
    stations: int
    districts: int
    section_codes: int  # actions below it draw a section
    section_of: list[int]  # by code
    passes: list[int]  # districts that every section brings to a line
    river: list[int]  # 1 for sections across the river
    conflict_index: list[int]  # where the conflicts of every section begin in the next two
    conflict_station: list[int]
    conflict_mask: list[int]  # what stays of that station's neighbours
    with_symbol: list[int]  # stations by symbol, ANY included
    ahead: list[int]  # mask of the next station straight ahead, by station * 8 + direction (see `directions`)
    symbol_of: list[int]
    district_of: list[int]
    in_district: list[int]  # stations by district
    departure: list[int]  # by colour
    monuments: int
    sections: int
    section_ends: list[int]  # mask of the two stations
    most_tracks: int  # along one section
    loop: int  # stations of the loop, 0 without it
    rivers: int
    river_sections: list[int]
    tour: int  # stations where a joker starts a guided tour


class CrossingTables(GameConstants):
    """Overhead crossings."""

    apart: int  # 1 if a line may not use both ways of an overhead crossing
    crossings: int
    crossing_a: list[int]  # the two sections of every crossing
    crossing_b: list[int]
    partner_of: list[int]  # the next three have two entries a crossing, one from either section
    crossing_from: list[int]
    crossing_to: list[int]


class ScoringTables(GameConstants):
    """What things are worth, and in which box it stands."""

    monument_points: int
    river_points: int
    crossing_points: list[int]  # by how many of the two are drawn
    crossing_column: int
    interchange_points: list[int]  # by number of lines
    interchange_column: int
    five_column: int


class ChanceTables(GameConstants):
    """The deck, and the slots of chance."""

    deck: list[int]
    deck_slot: int
    colours_slot: int


class Tables(MapTables, CrossingTables, ScoringTables, ChanceTables):
    """All constant tables of Next Station."""
