"""Legal actions as rows of bits.

An action is `row * 64 + bit`. A row has up to 62 bits: all stations that one station leads to, all powers, all
districts ... What is legal for a seat now is a short list of rows with the bits that may be played; so most games work
out a legal set with one AND a row, and nobody builds lists in a hot loop. `PASS` stands outside of the rows.

People and programs outside of the rules see dense numbers instead: see `metrolines.actions`.
"""

from __future__ import annotations

from typing import Any

from .chance import below
from .rules import rule

PASS = -1


@rule
def offer(p: Any, row: int, bits: int) -> None:
    """Add actions to what the seat may do: the bits of one row."""
    if bits:
        n = p.offers
        p.offer_row[n] = row
        p.offer_bits[n] = bits
        p.offers = n + 1


@rule
def offered(p: Any, action: int) -> bool:
    """Whether an action other than PASS is among the seat's offers."""
    row = action >> 6
    for i in range(p.offers):
        if p.offer_row[i] == row and (p.offer_bits[i] >> (action & 63)) & 1:
            return True
    return False


@rule
def offer_count(p: Any) -> int:
    """How many actions are offered, PASS not counted."""
    count = 0
    bits = p.offer_bits
    for i in range(p.offers):
        count += bits[i].bit_count()
    return count


@rule
def offer_at(p: Any, k: int) -> int:
    """The k-th action offered, from 0."""
    i = 0
    bits = p.offer_bits[0]
    count = bits.bit_count()
    while k >= count:
        k -= count
        i += 1
        bits = p.offer_bits[i]
        count = bits.bit_count()
    while k:
        bits &= bits - 1
        k -= 1
    return p.offer_row[i] * 64 + (bits & -bits).bit_length() - 1


@rule
def random_offer(p: Any, dice: Any) -> int:
    """One of the actions offered, each as likely; PASS when there is none."""
    count = offer_count(p)
    if count == 0:
        return PASS
    return offer_at(p, below(dice, count))
