"""Legal actions as rows of bits.

An action is `row * 64 + bit`. A row has up to 62 bits: all stations that one station leads to, all powers, all
districts ... What is legal for a seat now is a short list of rows with the bits that may be played; so most games work
out a legal set with one AND a row, and nobody builds lists in a hot loop. `PASS` stands outside of the rows.

People and programs outside of the rules see dense numbers instead: see `metrolines._setup.actions`.
"""

from __future__ import annotations

from typing import Any

from .decorator import rule
from .rng import M32, A

PASS = -1
LOW = (1 << 30) - 1  # the lower half of a row


@rule
def offer(p: Any, row: int, bits: int) -> None:
    """Add actions to what the seat may do: the bits of one row, none of which is offered yet."""
    if bits:
        n = p.offers
        p.offer_row[n] = row
        p.offer_bits[n] = bits
        p.offers = n + 1
        p.offer_count += bits.bit_count()


@rule
def offer_more(p: Any, row: int, bits: int) -> None:
    """Add actions of a row of which some may be offered already."""
    for i in range(p.offers):
        if p.offer_row[i] == row:
            bits &= ~p.offer_bits[i]
            p.offer_bits[i] |= bits
            p.offer_count += bits.bit_count()
            return
    offer(p, row, bits)


@rule
def withdraw(p: Any, row: int, bits: int) -> None:
    """Take the bits of one row out of what the seat may do."""
    i = 0
    while i < p.offers:
        lost = p.offer_bits[i] & bits
        if p.offer_row[i] == row and lost:
            p.offer_count -= lost.bit_count()
            p.offer_bits[i] ^= lost
            if p.offer_bits[i] == 0:
                p.offers -= 1
                p.offer_row[i] = p.offer_row[p.offers]
                p.offer_bits[i] = p.offer_bits[p.offers]
                continue
        i += 1


@rule
def offer_at(p: Any, k: int) -> int:
    """The k-th action offered, from 0."""
    i = 0
    row_bits = p.offer_bits
    bits: int = row_bits[0]
    count = bits.bit_count()
    while k >= count:
        k -= count
        i += 1
        bits = row_bits[i]
        count = bits.bit_count()
    if k > 7:  # a long way from the lowest bit: leave out the lower half at once
        half = bits & LOW
        count = half.bit_count()
        if k >= count:
            k -= count
            bits ^= half
    while k:
        bits &= bits - 1
        k -= 1
    row: int = p.offer_row[i]
    return row * 64 + (bits & -bits).bit_length() - 1


@rule
def random_offer(p: Any, dice: Any) -> int:
    """One of the actions offered, each as likely; PASS when there is none.

    This is `offer_at` with a number drawn for k by `below`, in one piece because random play spends its time here: in
    plain Python each call a turn is two or three in a hundred of a game.
    """
    count = p.offer_count
    if count == 0:
        return PASS
    k = 0
    if count > 1:
        x: int = dice.dice
        digit = x & M32
        carry = x >> 32
        dice.dice = A * digit + carry
        k = ((digit ^ carry) * count) >> 32
    i = 0
    row_bits = p.offer_bits
    bits: int = row_bits[0]
    count = bits.bit_count()
    while k >= count:
        k -= count
        i += 1
        bits = row_bits[i]
        count = bits.bit_count()
    if k > 7:  # a long way from the lowest bit: leave out the lower half at once
        half = bits & LOW
        count = half.bit_count()
        if k >= count:
            k -= count
            bits ^= half
    while k:
        bits &= bits - 1
        k -= 1
    row: int = p.offer_row[i]
    return row * 64 + (bits & -bits).bit_length() - 1
