"""The station cards. A card is a number: 0 to 4 street cards by symbol, 5 the railroad switch, 6 to 10 underground."""

from __future__ import annotations

SYMBOLS = ("square", "triangle", "pentagon", "circle")
ANY = 4
SWITCH = 5
UNDERGROUND = 6
CARDS = (
    *(f"{symbol}-street" for symbol in (*SYMBOLS, "joker", "switch")),
    *(f"{symbol}-underground" for symbol in (*SYMBOLS, "joker")),
)
DECK_SIZE = len(CARDS)
ROUNDS = 4
UNDERGROUND_CARDS = 5
LOOP = ROUNDS  # the loop's bit where a section's tracks are told by colour
LETTERS = {"square": "s", "triangle": "t", "pentagon": "p", "circle": "c", "any": "*"}
SIGNS = {"square": "■", "triangle": "▲", "pentagon": "⬟", "circle": "●", "any": "★"}


def symbol_name(symbol: int) -> str:
    """The name of a symbol, `any` for what every card reaches."""
    return SYMBOLS[symbol] if symbol < len(SYMBOLS) else "any"
