"""A game without cards, rounds and a map, as a plugin in one file: guess how a coin falls, ten times, in turn."""

COIN = '''
"""Heads or tails."""

import sys

from metrolines.plugin import *
from metrolines.view import Prompt, TextBoard

HEADS, TAILS = 0, 1


class Table(TableState):
    tosses: int = integer("how often the coin was tossed")


class Seat(SeatState):
    right: int = integer("how often it was guessed")
    said: int = integer("what was guessed last", kind="scratch")


class Tables(GameConstants):
    coin: int
    tosses: int
    seats: int


@rule
def offer(p):
    p.moves = 0
    p.move_count = 0
    add_moves(p, 0, 1 << HEADS | 1 << TAILS)


@rule
def guess(p, action):
    p.said = action


class Base:
    legal = staticmethod(hookimpl(offer))
    on_action = staticmethod(hookimpl(guess))


def engine_of(hooks):
    on_setup, legal, on_action = hooks.on_setup, hooks.legal, hooks.on_action

    @rule
    def setup(g, ps, t):
        for seat in range(len(ps)):
            on_setup(g, ps[seat], t)
        g.to_act = 1

    @rule
    def play(g, ps, t, seat, action):
        p = ps[seat]
        on_action(g, p, t, action)
        if outcome(g, t.coin + g.tosses, 2) == p.said:
            p.right += 1
        g.tosses += 1
        g.to_act = 1 << g.tosses % len(ps)
        if g.tosses == t.tosses:
            g.to_act = 0
            g.over = 1

    @rule
    def score_now(g, p, t):
        p.items[0] = p.right

    @rule
    def turns(g, p, t):
        return (g.tosses + t.seats - 1 - p.seat) // t.seats

    return Engine(setup, legal, on_action, play, score_now, turns)


class Coin(GameFamily):
    family = "coin"

    def build(self, builder):
        builder.table_state(Table)
        builder.seat_state(Seat)
        builder.actions("guess", [{HEADS: "heads", TAILS: "tails"}])
        builder.column("right", "Guessed")
        tosses = 5 * builder.seats
        slot = builder.chance("coin", [str(k + 1) for k in range(tosses)], ["heads", "tails"], group=1)
        builder.constants(Tables(coin=slot, tosses=tosses, seats=builder.seats))

    def rules(self, builder):
        return Base

    def engine(self, rules):
        return engine_of(rules)

    def explain(self, state, seat, action):
        return IllegalAction("odd", "the coin has two sides")

    def board(self, state, seat):
        return TextBoard("Coin", (f"{state.g.tosses} tosses",), seat=seat)

    def prompt(self, state, seat):
        return Prompt("Heads or tails?")

    def rule_sheet(self, game):
        return [("A turn", "Guess.")]


@hookimpl
def metrolines_games():
    return [GameSpec("coin", "Coin", "coin", f"{__name__}:Coin", "", (1, 4), default_seats=2)]


class Lucky:
    """Heads pay twice."""

    class Own(Fields):
        heads: int = integer("guesses of heads")

    @staticmethod
    def build(builder):
        builder.seat_state(Lucky.Own)

    @staticmethod
    @hookimpl
    def on_action(action, own_p):
        if action == HEADS:
            own_p.heads += 1

    @staticmethod
    @hookimpl
    def score_game(own_p):
        return own_p.heads


@hookimpl
def metrolines_variants():
    return [VariantSpec("lucky", "Lucky", Lucky, ("coin",), rules="Each guess of heads pays a point.")]
'''
