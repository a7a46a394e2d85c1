"""Chance as rule functions: a small generator, and outcomes that are kept, scripted or drawn.

The generator is a lag-1 multiply-with-carry with 32-bit digits (Marsaglia 1994), its output the exclusive or of digit
and carry (D. B. Thomas, MWC64X). With the multiplier below 2**30 the state stays under 2**62, so that Python and
machine code compute the same bits; 2**32 * A - 1 and 2**31 * A - 1 are prime, which makes the period 2**31 * A - 1.

Every chance event of a game has a slot in `g.outcomes`. A slot holds 0 while nothing is known of it, -(k + 1) when
outcome k is scripted but has not happened yet, and k + 1 once k has happened. A game is therefore known by its
outcomes: a replay scripts them all and needs no generator.
"""

from __future__ import annotations

from typing import Any

from ..errors import UsageError
from .decorator import rule

A = 1073740155
M32 = (1 << 32) - 1
M62 = (1 << 62) - 1
SEEDS = 1 << 62


def check_seed(seed: object) -> None:
    """Refuse what is no seed. Raises UsageError."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
        raise UsageError(f"a seed is a whole number from 0 to 2**62 - 1, not {seed!r}")


@rule
def randbelow(owner: Any, n: int) -> int:
    """A number from 0 to n - 1 (n below 2**30), each as likely up to n / 2**32; `owner` has a field of that name."""
    x: int = owner.rng
    digit = x & M32
    carry = x >> 32
    owner.rng = A * digit + carry
    return ((digit ^ carry) * n) >> 32


@rule
def mix(z: int) -> int:
    """A bijection of 62-bit numbers in which every bit of `z` moves every bit: xor-shifts and odd multipliers."""
    z = ((z ^ (z >> 31)) * 0x369DEA0F31A53F85) & M62
    z = ((z ^ (z >> 29)) * 0x22A6AB65A0D43E4B) & M62
    return z ^ (z >> 32)


@rule
def game_seed(seed: int, index: int) -> int:
    """The seed of game number `index` of a series that has a seed of its own."""
    return mix((mix(seed) + index * 0x1E3779B97F4A7C15) & M62)


@rule
def rng_state(seed: int, role: int) -> int:
    """A generator's first state: role 0 is the table, role 1 + s the agent at seat s."""
    z = mix((seed + (role + 1) * 0x2545F4914F6CDD1D) & M62)
    return z % ((A << 32) - 2) + 1


@rule
def scripted_outcome(g: Any, slot: int) -> int:
    """The outcome scripted for a slot, or -1."""
    scripted: int = g.outcomes[slot]
    if scripted < 0:
        return -scripted - 1
    return -1


@rule
def outcome(g: Any, slot: int, n: int) -> int:
    """One of 0 to n - 1: what is scripted for the slot, else drawn; kept in the slot."""
    k = scripted_outcome(g, slot)
    if k < 0:
        k = randbelow(g, n)
    g.outcomes[slot] = k + 1
    return k


@rule
def has_been_dealt(slots: Any, first: int, at: int, end: int, outcome: int) -> bool:
    """Whether one of the slots `first` to `end` - 1 has an outcome, by a script or since it lies before `at`."""
    for i in range(first, end):
        dealt = slots[i]
        if dealt < 0:
            dealt = -dealt
        elif i >= at:
            continue
        if dealt == outcome + 1:
            return True
    return False


@rule
def draw_undealt(g: Any, first: int, slot: int, end: int, left: int) -> None:
    """Draw one of the `left` outcomes for a slot that none of the slots `first` to `end` - 1 has been dealt."""
    k = randbelow(g, left)
    outcome = -1
    while k >= 0:
        outcome += 1
        if not has_been_dealt(g.outcomes, first, slot, end, outcome):
            k -= 1
    g.outcomes[slot] = outcome + 1


@rule
def deal(g: Any, slot: int, count: int, outcomes: int) -> None:
    """Deal different outcomes of 0 to `outcomes` - 1 to `count` slots: what is scripted for them, the rest drawn.

    Raises:
        ValueError: fewer outcomes than slots.
    """
    if count > outcomes:
        raise ValueError("deal: fewer outcomes than slots")
    slots = g.outcomes
    end = slot + count
    left = outcomes
    for i in range(slot, end):
        if slots[i] < 0:
            left -= 1
    for i in range(slot, end):
        if slots[i] < 0:
            slots[i] = -slots[i]
            continue
        draw_undealt(g, slot, i, end, left)
        left -= 1


@rule
def deal_next(g: Any, slot: int, first: int, end: int, outcomes: int) -> int:
    """One of 0 to `outcomes` - 1 for a slot among `first` to `end` - 1, other than those that the slots before it hold.

    For what is dealt bit by bit in the course of a game; a script is heeded as by `deal`. Returns the outcome.
    """
    slots = g.outcomes
    if slots[slot] < 0:
        slots[slot] = -slots[slot]
    else:
        left = 0
        for known in range(outcomes):
            if not has_been_dealt(slots, first, slot, end, known):
                left += 1
        draw_undealt(g, first, slot, end, left)
    dealt: int = slots[slot] - 1
    return dealt


@rule
def next_slot(g: Any, slot: int, count: int) -> int:
    """The first of `count` slots from `slot` on at which nothing has happened yet, or -1."""
    for i in range(slot, slot + count):
        if g.outcomes[i] <= 0:
            return i
    return -1


@rule
def throw_next(g: Any, slot: int, count: int, sides: int) -> int:
    """Throw a die into the next of `count` slots: 0 to `sides` - 1, or -1 when all of them have been thrown."""
    here = next_slot(g, slot, count)
    if here < 0:
        return -1
    return outcome(g, here, sides)


@rule
def draw_next(g: Any, slot: int, count: int, copies: Any) -> int:
    """Draw from a bag into the next of `count` slots: a kind of thing, or -1 when nothing more can be drawn.

    `copies` says how many things of every kind are in the bag. An empty bag is filled again. Things that a script has
    for slots to come are kept for them.
    """
    here = next_slot(g, slot, count)
    size = 0
    for kind in range(len(copies)):
        size += copies[kind]
    if here < 0 or size == 0:
        return -1
    scripted = scripted_outcome(g, here)
    if scripted >= 0:
        g.outcomes[here] = scripted + 1
        return scripted
    first = here - (here - slot) % size
    end = first + size
    if end > slot + count:
        end = slot + count
    left = size
    for i in range(first, end):
        if g.outcomes[i] != 0:
            left -= 1
    k = randbelow(g, left)
    for kind in range(len(copies)):
        k -= copies[kind]
        for i in range(first, end):
            if g.outcomes[i] == kind + 1 or g.outcomes[i] == -kind - 1:
                k += 1
        if k < 0:
            g.outcomes[here] = kind + 1
            return kind
    return -1


@rule
def happened(g: Any, slot: int) -> int:
    """The outcome that came about at a slot, or -1 while nothing has."""
    k: int = g.outcomes[slot] - 1
    return k if k >= 0 else -1


@rule
def shuffled(g: Any, cards: Any, size: int, slot: int) -> None:
    """A fresh deck of `size` cards, a row of numbers; the card flipped k-th from now on belongs to slot + k."""
    for i in range(size):  # a slice would take numba seconds to compile
        g.deck[i] = cards[i]
    g.left = size
    g.slot = slot


@rule
def flip(g: Any) -> int:
    """The next card of the deck.

    The order of a deck is decided card by card, which is the same as shuffling it and leaves nothing hidden in the
    state but the generator. Flipped cards lie behind the cards left, the latest first.
    """
    slot = g.slot
    g.slot = slot + 1
    left = g.left - 1
    g.left = left
    deck = g.deck
    slots = g.outcomes
    scripted = slots[slot]
    if scripted < 0:
        card: int = -scripted - 1
        i = 0
        while deck[i] != card:
            i += 1
    else:
        x: int = g.rng  # `randbelow`, written out: in plain Python the call is two in a hundred of a game
        digit = x & M32
        carry = x >> 32
        g.rng = A * digit + carry
        i = ((digit ^ carry) * (left + 1)) >> 32
        card = deck[i]
    deck[i] = deck[left]
    deck[left] = card
    slots[slot] = card + 1
    return card


def flip_again(g: Any, slots: range) -> None:
    """Flip once more the cards that these slots hold, in a position that is read: the deck is as before the first."""
    for slot in slots:
        known = g.outcomes[slot]
        if known > 0:
            g.outcomes[slot] = -known
            flip(g)
