"""What tests of the Metro referee share: vectors of independent programs, and tiles to lay."""

import json
import random
from collections import Counter
from pathlib import Path

from referee import metro

VECTORS = json.loads(
    (Path(__file__).resolve().parent.parent / "data" / "metro_vectors.json").read_text(encoding="utf-8")
)
BORDER = {f"{row}{column}" for row in range(8) for column in range(8) if {row, column} & {0, 7}}


def cell(text):
    return int(text[0]), int(text[1])


def lines_of(placements, **options):
    return metro.finished_lines(dict(metro.read(placements)), **options)


def shuffled_tiles(seed, first=()):
    rest = Counter(metro.TILE_COUNTS) - Counter(first)
    tiles = sorted(rest.elements())
    random.Random(seed).shuffle(tiles)
    return [*first, *tiles]
