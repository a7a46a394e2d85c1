"""Ghost trains: what the variant adds to a table, and what it does at the hooks of a game.

The trains' districts are drawn once for the whole game, so that people can plan for them (and so that `games run` shows
them, which it does as soon as all outcomes of a chance key are known). A seat keeps a mask of the districts whose train
it has not met in this round; meeting one opens a question, which is answered by one of two actions, or by passing.
"""

from __future__ import annotations

from typing import Any, cast

from metrolines.plugin import PASS, PluginBuilder, Problem, SetupError, add_moves, deal, happened, hookimpl
from metrolines_next_station.cards import ANY, ROUNDS
from metrolines_next_station.frames import owe_now

TRACK = (0, 1, 3, 6, 10, 15, 21)  # what 0, 1, 2 ... trains pay that were caught; more pay no more
CATCH, RIDE = 0, 1


def build(builder: PluginBuilder) -> None:
    """State, actions, the question, chance, and boxes of the score sheet."""
    city = builder.map
    ghosts, fare = cast(int, builder.options["ghosts"]), cast(int, builder.options["fare"])
    with_stations = sorted({station.district for station in city.stations})
    if len(with_stations) < ghosts:
        message = f"ghost_trains: {ghosts} districts to haunt, {len(with_stations)} have stations"
        raise SetupError([Problem(message, about=("variants", "ghost_trains", "ghosts"))])

    builder.seat_field("ghost_trains_about", doc="mask of the haunted districts whose train the line has not met")
    builder.seat_field("ghost_trains_at", doc="the station where a train was met last")
    builder.seat_field("ghost_trains_caught", doc="trains caught in the whole game")
    builder.seat_field("ghost_trains_rides", doc="rides in the whole game")

    slots = [f"round-{number}.{k}" for number in range(1, ROUNDS + 1) for k in range(1, ghosts + 1)]
    names = [city.districts[district] for district in with_stations]
    builder.constants(
        ghost_trains_slot=builder.chance("haunts", slots, names, group=ghosts),
        ghost_trains_ghosts=ghosts,
        ghost_trains_districts=with_stations,
        ghost_trains_outcomes=len(with_stations),
        ghost_trains_row=builder.actions("ghost", [{CATCH: "ghost catch", RIDE: "ghost ride"}]),
        ghost_trains_question=builder.decision("ghost"),
        ghost_trains_fare=fare,
        ghost_trains_track=TRACK,
        ghost_trains_most=len(TRACK) - 1,
        ghost_trains_fares_column=builder.column("ghost_rides", "Fares of ghost rides"),
    )
    builder.note(f"0 to {len(TRACK) - 1} ghost trains caught pay {' '.join(map(str, TRACK))}; a ride costs {fare}.")


@hookimpl
def on_setup(g: Any, p: Any, t: Any) -> None:
    """Draw the haunted districts of every round, once for all seats."""
    if p.seat == 0:
        for number in range(ROUNDS):
            deal(
                g,
                t.ghost_trains_slot + number * t.ghost_trains_ghosts,
                t.ghost_trains_ghosts,
                t.ghost_trains_outcomes,
            )


@hookimpl
def on_round_start(g: Any, p: Any, t: Any) -> None:
    """The trains of the round are about."""
    p.ghost_trains_about = 0
    for k in range(t.ghost_trains_ghosts):
        which = happened(g, t.ghost_trains_slot + g.round * t.ghost_trains_ghosts + k)
        p.ghost_trains_about |= 1 << t.ghost_trains_districts[which]


@hookimpl
def legal(g: Any, p: Any, t: Any) -> None:
    """While this question is the one to answer (of several, the highest bit), offer its answers."""
    if p.pending.bit_length() == t.ghost_trains_question.bit_length():
        add_moves(p, t.ghost_trains_row, 1 << CATCH | 1 << RIDE)


@hookimpl
def on_action(g: Any, p: Any, t: Any, action: int) -> None:
    """Meet a train; catch it or ride on it. Passing, which the game itself sees to, closes the question."""
    if action == PASS:
        return
    if action < t.section_codes:
        reached = action & 63
        here = 1 << t.district_of[reached]
        if p.ghost_trains_about & here:
            p.ghost_trains_about ^= here
            p.ghost_trains_at = reached
            p.pending |= t.ghost_trains_question
        return
    if action >> 6 != t.ghost_trains_row:
        return
    p.pending &= ~t.ghost_trains_question
    if action & 63 == CATCH:
        p.ghost_trains_caught += 1
    else:
        p.ghost_trains_rides += 1
        owe_now(p, ANY, 0, p.ghost_trains_at)


@hookimpl
def score_game(g: Any, p: Any, t: Any) -> int:
    """What the trains caught are worth; the fares of all rides go into a box of their own."""
    p.items[t.ghost_trains_fares_column] = -t.ghost_trains_fare * p.ghost_trains_rides
    caught = p.ghost_trains_caught
    if caught > t.ghost_trains_most:
        caught = t.ghost_trains_most
    points: int = t.ghost_trains_track[caught]
    return points
