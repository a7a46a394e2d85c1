"""Small made-up cities for the tests of the naive referee, and games on them."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from .next_station import Referee, load_city

COLOURS = ("red", "blue", "green", "black")
JOKER, PLAIN = "joker-street", "square-street"


def cell(name):
    return ["abcdefghijklmnop".index(name[0]), int(name[1:]) - 1]


def pair(text):
    return frozenset(text.split("-"))


def city_of(
    sections,
    departures,
    name="Tokyo",
    loop="",
    stations="",
    districts=None,
    monuments="",
    tourist_sites="",
    thames="",
    crossings=(),
    through=None,
    central=None,
):
    """A map, written as a file and read again. Stations show any symbol and lie in "town" unless told otherwise."""
    districts, through = districts or {}, through or {}
    cells = set(sections.replace("-", " ").split()) | set(stations.split())
    colour_at = dict(zip(departures.split(), COLOURS, strict=True))
    entries = []
    for text in [*colour_at, *sorted(cells - set(colour_at))]:  # in the order of the colours
        entry = {"at": cell(text), "symbol": "any", "district": districts.get(text, "town")}
        if text in colour_at:
            entry["departure"] = colour_at[text]
        if text in monuments.split():
            entry["monument"] = True
        if text in tourist_sites.split():
            entry["tourist_site"] = True
        entries.append(entry)
    drawn = []
    for text in sections.split():
        ends = text.split("-")
        runs = {districts.get(end, "town") for end in ends} | through.get(text, set())
        drawn.append({"ends": [cell(end) for end in ends], "districts": sorted(runs)})
        if text in thames.split():
            drawn[-1]["thames"] = True
    ids = {"town", *districts.values()}
    data = {
        "name": name,
        "districts": [{"id": district, "rects": []} for district in sorted(ids)],
        "stations": entries,
        "sections": drawn,
    }
    if loop:
        data["loop"] = {"stations": [cell(text) for text in loop.split()]}
    if crossings:
        data["crossings"] = [
            {"sections": [[cell(end) for end in text.split("-")] for text in both]} for both in crossings
        ]
    if central:
        data["central_station"] = {
            "cells": [cell(text) for text in central.split()],
            "symbol": "any",
            "district": "town",
        }
    with TemporaryDirectory() as folder:
        path = Path(folder) / "map.json"
        path.write_text(json.dumps(data), encoding="utf-8")
        return load_city(path)


# The ring b2 d2 d4 b4 is the loop. c3 lies inside it, the others outside; c1-c3, c3-c5 and a3-c3 run across it.
RING = "b2-d2 d2-d4 b4-d4 b2-b4 b2-c3 c3-d2 c3-d4 b4-c3 a1-b2 a1-c1 c1-d2 a5-b4 c1-c3 c3-c5 a3-c3 a1-a3 c5-d4"
RING_LOOP = "b2 d2 d4 b4"


def ring(departures="c3 a1 c1 a5", **changes):
    return city_of(RING, departures, **{"loop": RING_LOOP, **changes})


# A street a1 b1 c1 d1 with a side street c1-c2; red starts at its west end and blue at its east end.
STREET = "a1-b1 b1-c1 c1-d1 c1-c2"


def street(departures="a1 d1 a9 b9", **changes):
    return city_of(STREET, departures, **changes)


def game_on(city, *decks, modules="", **settings):
    """A game with the first cards of each round given."""
    decks = [list(deck) for deck in decks] + [[]] * (4 - len(decks))
    return Referee(city, modules=set(modules.split()), decks=decks, **settings)


def play_all(game, *labels):
    for text in labels:
        game.play(0, text)


def play_round(game, *labels):
    """Play these, then pass until the next round."""
    play_all(game, *labels)
    number = game.round
    while not game.over and game.round == number:
        game.play(game.to_act()[0], "pass")


def visit(game, *rows):
    """Fill the sheet of seat 0 by hand: stations for each of its lines, besides the departure."""
    for line, row in zip(game.lines[0], rows, strict=False):
        line.stations |= set(row.split())
