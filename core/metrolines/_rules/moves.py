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
def add_moves(p: Any, row: int, bits: int) -> None:
    """Add actions to what the seat may do: the bits of one row, none of which is offered yet."""
    if bits:
        n = p.moves
        p.move_row[n] = row
        p.move_bits[n] = bits
        p.moves = n + 1
        p.move_count += bits.bit_count()


@rule
def add_new_moves(p: Any, row: int, bits: int) -> None:
    """Add actions of a row of which some may be offered already."""
    for i in range(p.moves):
        if p.move_row[i] == row:
            bits &= ~p.move_bits[i]
            p.move_bits[i] |= bits
            p.move_count += bits.bit_count()
            return
    add_moves(p, row, bits)


@rule
def remove_moves(p: Any, row: int, bits: int) -> None:
    """Take the bits of one row out of what the seat may do."""
    i = 0
    while i < p.moves:
        lost = p.move_bits[i] & bits
        if p.move_row[i] == row and lost:
            p.move_count -= lost.bit_count()
            p.move_bits[i] ^= lost
            if p.move_bits[i] == 0:
                p.moves -= 1
                p.move_row[i] = p.move_row[p.moves]
                p.move_bits[i] = p.move_bits[p.moves]
                continue
        i += 1


@rule
def move_at(p: Any, k: int) -> int:
    """The k-th action offered, from 0."""
    i = 0
    row_bits = p.move_bits
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
    row: int = p.move_row[i]
    return row * 64 + (bits & -bits).bit_length() - 1


@rule
def random_move(p: Any, owner: Any) -> int:
    """One of the actions offered, each as likely; PASS when there is none.

    This is `move_at` with a number drawn for k by `randbelow`, in one piece because random play spends its time
    here: in plain Python each call a turn is two or three in a hundred of a game.
    """
    count = p.move_count
    if count == 0:
        return PASS
    k = 0
    if count > 1:
        x: int = owner.rng
        digit = x & M32
        carry = x >> 32
        owner.rng = A * digit + carry
        k = ((digit ^ carry) * count) >> 32
    i = 0
    row_bits = p.move_bits
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
    row: int = p.move_row[i]
    return row * 64 + (bits & -bits).bit_length() - 1
