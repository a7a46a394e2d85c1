"""What tests of the referee share: maps, and games with a known deck."""

import copy
from pathlib import Path

from .next_station import Referee, load_city

DATA = Path(__file__).resolve().parent.parent / "data"
PARIS = load_city(DATA / "paris_map.json")
LONDON = load_city(DATA / "london_map.json")


def name(cell):
    return "abcdefghij"[cell[0]] + str(cell[1] + 1)


def sections(labels):
    return {text for text in labels if "-" in text and " " not in text}


def branch(game):
    """An independent copy of the game, to try something on."""
    return copy.deepcopy(game, {id(game.city): game.city})


def after(game, *labels):
    """A copy of the game in which seat 0 has played the labels."""
    game = branch(game)
    for text in labels:
        game.play(0, text)
    return game


def orange(deck, seats=1, **settings):
    colours = [["orange", "blue", "green", "purple"], ["blue", "green", "purple", "orange"]][:seats]
    return Referee(PARIS, seats, colours=colours, decks=[deck, [], [], []], **settings)


def play_all(game, *labels):
    for text in labels:
        game.play(0, text)
