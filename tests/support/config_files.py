"""Game configs to be read, played and spoilt by tests, and what they may name, laid out in a folder."""

from __future__ import annotations

from pathlib import Path

from town import town_file

from metrolines_next_station.cards import CARDS

MANY = ", ".join(CARDS[card] for card in (0, 0, 1, 3, 4, 5, 6, 7, 8, 9, 10))  # no pentagon on the street, two squares
DECK = """\
title: Small cards
objectives:
  - {id: many_stations, when: {count: stations, at_least: 12}, points: 7, source: house}
  - {id: two_interchanges, when: {count: interchanges, at_least: 2}}
  - {id: long_lines, each: {count: stations, of: each_line, beyond: 3}, points: 2}
"""
TERMS = "terms: [{id: stations, each: {count: stations}, points: 3}]\n"
EVERYTHING = f"""\
game: paris
title: A night in Small Town
map: town.yaml
variants:
  pencil_powers:
  effects:
  objectives: {{draw: 2, from: [own/deck.yaml]}}
  scoring_terms: {{from: [terms.yaml]}}
settings:
  districts: stations
  crossing_self: forbidden
  deck: [{MANY}]
  scoring: {{monument: 5, interchanges: {{2: 3, 3: 6}}, crossing: {{both: 7}}}}
seats: [greedy, random]
seed: 7
script:
  colours: [[blue, red, green, yellow]]
  decks: [[square-street, square-street, joker-underground], [], [circle-street]]
  objectives: [long-lines, two_interchanges]
  gates: {{North: double-station}}
"""
GOOD: dict[str, str] = {
    "a game alone": "game: london\n",
    "variants as a list": "game: paris\nvariants: [effects, objectives]\nseats: [random, greedy]\nseed: 3\n",
    "variants as a mapping": "game: paris\nvariants: {effects: , objectives: {draw: 3, from: [paris, london]}}\n",
    "a number of seats": "game: tokyo\nseats: 3\nseed: 3\nvariants: []\nsettings: {}\nscript: {}\nplugins: []\n",
    "nothing where that may be": "game: paris\nmap:\nseats:\nseed:\n",
    "another map by name": "game: paris\nmap: tokyo\nvariants: [stamps]\nseats: [greedy]\nseed: 0\n",
    "settings": (
        "game: london\nsettings: {districts: stations, crossing_self: forbidden, scoring: {river: 0}}\n"
        "seats: [random]\nseed: 4611686018427387903\n"
    ),
    "metro": "game: metro\nvariants: {hand: {size: 3}, rotation: }\nseats: [greedy, random]\nseed: 1\n",
    "all the keys": EVERYTHING,
}


def lay_out(folder: Path, text: str | bytes = EVERYTHING, name: str = "game.yaml") -> Path:
    """A config with what it may name beside it."""
    town_file(folder)
    (folder / "own").mkdir(exist_ok=True)
    (folder / "own" / "deck.yaml").write_text(DECK, encoding="utf-8")
    (folder / "terms.yaml").write_text(TERMS, encoding="utf-8")
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder / name
