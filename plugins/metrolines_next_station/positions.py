"""What follows from the rest of a position: from the cards that were flipped, the colours dealt, and the tracks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from metrolines.plugin import flip_again, shuffled

from .cards import DECK_SIZE, ROUNDS, SWITCH, UNDERGROUND
from .rules import NextStationEngine

if TYPE_CHECKING:
    from metrolines.plugin import Game

    from .state import Seat, Table, Tables


def derive(game: Game, g: Table, ps: Sequence[Seat]) -> None:
    """Fill in the fields that are not written down."""
    t = game.constants
    flip_cards_again(game, g, ps)
    for p in ps:
        derive_seat(g, p, t)


def flip_cards_again(game: Game, g: Table, ps: Sequence[Any]) -> None:
    """Flip the cards of all rounds again, and count turns and underground cards."""
    t = game.constants
    last = min(g.round, ROUNDS - 1)
    for number in range(last + 1):
        first = t.deck_slot + number * DECK_SIZE
        flips = sum(1 for slot in range(first, first + DECK_SIZE) if g.outcomes[slot] > 0)
        if number == last:
            make_deck(game, g, ps, first)
        cards = [g.outcomes[first + k] - 1 for k in range(flips)]
        turns = sum(card != SWITCH for card in cards)
        if number < g.round:
            g.turns += turns
        if number == last:
            g.turn = turns
            g.undergrounds = sum(card >= UNDERGROUND and card != SWITCH for card in cards)
            if cards:
                g.card = cards[-1] - UNDERGROUND if cards[-1] >= UNDERGROUND else cards[-1]
                g.switch = int(SWITCH in cards[-2:-1])
                g.anywhere = int(g.switch and turns > 2)


def make_deck(game: Game, g: Table, ps: Sequence[Any], first: int) -> None:
    """The deck of a round, as variants make it, with the cards flipped that were."""
    t, outcomes = game.constants, g.outcomes
    before = list(outcomes)
    outcomes[:] = [-known if known > 0 else known for known in before]  # what was drawn for it comes again
    shuffled(g, t.deck, DECK_SIZE, first)
    cast(NextStationEngine, game.engine).build_deck(g, ps[0], t)
    outcomes[:] = before
    flip_again(g, range(first, first + DECK_SIZE))


def derive_seat(g: Table, p: Seat, t: Tables) -> None:
    """The lines of a seat, and where it may draw on."""
    for number in range(ROUNDS):
        p.colours[number] = g.outcomes[t.colours_slot + p.seat * ROUNDS + number] - 1
    p.colour = p.colours[min(g.round, ROUNDS - 1)]
    for colour in range(ROUNDS):
        line, ends, districts, river = line_of(p, t, colour)
        if colour == p.colour:
            p.line, p.ends, p.districts_passed, p.river = line, ends, districts, river
        if colour != p.colour or g.over:
            p.lines[colour], p.districts_by_line[colour], p.rivers[colour] = line, districts, river
    for section in range(t.sections):
        if p.tracks[section] & ((1 << ROUNDS) - 1):
            for i in range(t.conflict_index[section], t.conflict_index[section + 1]):
                p.neighbours[t.conflict_station[i]] &= t.conflict_mask[i]


def line_of(p: Seat, t: Tables, colour: int) -> tuple[int, int, int, int]:
    """Stations, ends and districts of a line, and how often it crosses the river."""
    departure = 1 << t.departure[colour]
    line, twice, river = departure, 0, 0
    once = 0
    districts = 1 << t.district_of[t.departure[colour]]
    for section in range(t.sections):
        if p.tracks[section] >> colour & 1:
            both = t.section_ends[section]
            twice |= once & both
            once |= both
            line |= both
            districts |= t.passes[section]
            river += t.river[section]
    return line, line & ~twice, districts, river
