"""The tiles: all 35 ways to join eight exits in pairs, where turns of one another count once.

Exits are numbered clockwise from the left one at the top: 0 and 1 at the top, 2 and 3 to the right, 4 and 5 at the
bottom, 6 and 7 to the left. A track joins two of them. A quarter turn clockwise moves exit e to e + 2.
"""

from __future__ import annotations

from collections.abc import Iterator

EXITS = 8
DIRECTIONS = "nesw"  # how a tile lies: as it is, or turned clockwise once, twice, three times
Joined = tuple[int, ...]  # for every exit the one that a track joins it to


def all_joined(free: tuple[int, ...] = tuple(range(EXITS))) -> Iterator[dict[int, int]]:
    """Every way to join the free exits in pairs."""
    if not free:
        yield {}
        return
    first, *others = free
    for other in others:
        for rest in all_joined(tuple(exit for exit in others if exit != other)):
            yield {first: other, other: first, **rest}


def turned(tile: Joined, times: int = 1) -> Joined:
    """A tile turned clockwise by so many quarters."""
    moved = {(a + 2 * times) % EXITS: (b + 2 * times) % EXITS for a, b in enumerate(tile)}
    return tuple(moved[exit] for exit in range(EXITS))


def _tiles() -> tuple[Joined, ...]:
    every = {tuple(joined[exit] for exit in range(EXITS)) for joined in all_joined()}
    return tuple(sorted({min(turned(tile, times) for times in range(4)) for tile in every}))


TILES = _tiles()
NAMES = tuple(f"{number:02d}" for number in range(1, len(TILES) + 1))


def directions(tile: Joined) -> tuple[int, ...]:
    """The turns in which a tile looks different."""
    looks = [turned(tile, times) for times in range(4)]
    return tuple(times for times in range(4) if looks.index(looks[times]) == times)
