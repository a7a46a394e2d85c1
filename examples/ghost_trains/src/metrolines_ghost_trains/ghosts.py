"""Ghost trains: what the variant adds to a table, and what it does at the hooks of a game.

The trains' districts are drawn once for the whole game, so that people can plan for them (and so that `games run` shows
them, which it does as soon as all outcomes of a chance key are known). A seat keeps a mask of the districts whose train
it has not met in this round; meeting one opens a question, which is answered by one of two actions, or by passing.
"""

from __future__ import annotations

from typing import cast

from metrolines.plugin import (
    PASS,
    Constants,
    Fields,
    PluginBuilder,
    Problem,
    SetupError,
    add_moves,
    deal,
    happened,
    hookimpl,
    integer,
)
from metrolines_next_station.cards import ANY, ROUNDS
from metrolines_next_station.frames import owe_now
from metrolines_next_station.state import Seat, Table, Tables

TRACK = (0, 1, 3, 6, 10, 15, 21)  # what 0, 1, 2 ... trains pay that were caught; more pay no more
CATCH, RIDE = 0, 1


class Own(Fields):
    """What a seat keeps of the trains."""

    about: int = integer("mask of the haunted districts whose train the line has not met")
    at: int = integer("the station where a train was met last")
    caught: int = integer("trains caught in the whole game")
    rides: int = integer("rides in the whole game")


class OwnTables(Constants):
    """How trains are drawn and met, and what they are worth."""

    slot: int
    ghosts: int
    districts: list[int]  # those with stations, which can be haunted
    outcomes: int
    row: int
    question: int
    fare: int
    track: list[int]
    most: int
    fares_column: int


def build(builder: PluginBuilder) -> None:
    """State, actions, the question, chance, and boxes of the score sheet."""
    city = builder.map
    ghosts, fare = cast(int, builder.options["ghosts"]), cast(int, builder.options["fare"])
    with_stations = sorted({station.district for station in city.stations})
    if len(with_stations) < ghosts:
        message = f"ghost_trains: {ghosts} districts to haunt, {len(with_stations)} have stations"
        raise SetupError([Problem(message, about=("variants", "ghost_trains", "ghosts"))])

    builder.seat_state(Own)
    slots = [f"round-{number}.{k}" for number in range(1, ROUNDS + 1) for k in range(1, ghosts + 1)]
    names = [city.districts[district] for district in with_stations]
    tables = OwnTables(
        slot=builder.chance("haunts", slots, names, group=ghosts),
        ghosts=ghosts,
        districts=with_stations,
        outcomes=len(with_stations),
        row=builder.actions("ghost", [{CATCH: "ghost catch", RIDE: "ghost ride"}]),
        question=builder.decision("ghost"),
        fare=fare,
        track=list(TRACK),
        most=len(TRACK) - 1,
        fares_column=builder.column("ghost_rides", "Fares of ghost rides"),
    )
    builder.constants(tables)
    builder.note(f"0 to {len(TRACK) - 1} ghost trains caught pay {' '.join(map(str, TRACK))}; a ride costs {fare}.")


@hookimpl
def on_setup(g: Table, p: Seat, own_t: OwnTables) -> None:
    """Draw the haunted districts of every round, once for all seats."""
    if p.seat == 0:
        for number in range(ROUNDS):
            deal(
                g,
                own_t.slot + number * own_t.ghosts,
                own_t.ghosts,
                own_t.outcomes,
            )


@hookimpl
def on_round_start(g: Table, own_p: Own, own_t: OwnTables) -> None:
    """The trains of the round are about."""
    own_p.about = 0
    for k in range(own_t.ghosts):
        which = happened(g, own_t.slot + g.round * own_t.ghosts + k)
        own_p.about |= 1 << own_t.districts[which]


@hookimpl
def legal(p: Seat, own_t: OwnTables) -> None:
    """While this question is the one to answer (of several, the highest bit), offer its answers."""
    if p.pending.bit_length() == own_t.question.bit_length():
        add_moves(p, own_t.row, 1 << CATCH | 1 << RIDE)


@hookimpl
def on_action(p: Seat, t: Tables, action: int, own_p: Own, own_t: OwnTables) -> None:
    """Meet a train; catch it or ride on it. Passing, which the game itself sees to, closes the question."""
    if action == PASS:
        return
    if action < t.section_codes:
        reached = action & 63
        here = 1 << t.district_of[reached]
        if own_p.about & here:
            own_p.about ^= here
            own_p.at = reached
            p.pending |= own_t.question
        return
    if action >> 6 != own_t.row:
        return
    p.pending &= ~own_t.question
    if action & 63 == CATCH:
        own_p.caught += 1
    else:
        own_p.rides += 1
        owe_now(p, ANY, 0, own_p.at)


@hookimpl
def score_game(p: Seat, own_p: Own, own_t: OwnTables) -> int:
    """What the trains caught are worth; the fares of all rides go into a box of their own."""
    p.items[own_t.fares_column] = -own_t.fare * own_p.rides
    caught = own_p.caught
    if caught > own_t.most:
        caught = own_t.most
    return own_t.track[caught]
