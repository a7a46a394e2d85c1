"""The rules of Metro: every entry is played as it is told, drawings too."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from metro_table import EXAMPLE, finished, hand_of, metro, pieces, pile, play_on, totals
from told_rules import plays, rule

import metrolines as ml

SEATS = (2, 3, 4, 5, 6)
NEVER = {"one_tile_lines": "never"}


def started(*tiles: str, variants: tuple[str, ...] = (), seats: int = 2, **options: object):
    """A game whose pile begins with these tiles."""
    return metro(variants, seats, **options).start(seed=1, script={"tiles": pile(*tiles)})


def placed(text: str, seats: int = 2):
    return metro((), seats).from_placements(text, seed=1)


def cells(state: ml.State, tile: str) -> set[str]:
    """Where the seat may lay the tile."""
    labels = state.legal_labels(state.to_act[0])
    return {label[4:] for label in labels if label.startswith(tile)}


# --- the table ---


@plays("who-begins")
@pytest.mark.parametrize("seats", SEATS)
def test_who_begins(seats: int):
    state = metro((), seats).start(seed=1)
    order = []
    for _ in range(2 * seats):
        order.append(state.to_act[0])
        state.play(order[-1], next(label for label in state.legal_labels(order[-1]) if label != "draw"))
    assert order == [*range(seats), *range(seats)]


@plays("colours")
def test_colours():
    game = metro((), 6)
    colours = rule(game, "colours").text.partition("colours ")[2].partition(", in this")[0].split(", ")
    assert colours == [game.family.colour(game, seat) for seat in range(6)]
    assert colours[:5] == ["yellow", "blue", "orange", "green", "purple"]
    assert len(set(colours)) == 6


@plays("wagons", "wagons-by-players")
@pytest.mark.parametrize("seats", SEATS)
def test_wagons(seats: int):
    game = metro((), seats)
    each = {2: 16, 3: 10, 4: 8, 5: 6, 6: 5}[seats]
    entry = rule(game, "wagons")
    assert f"With {seats} players each has {each} wagons" in entry.text
    assert f"{seats}: {each}" in rule(game, "wagons-by-players").text
    rows = [line.split() for line in entry.text.splitlines()[1:]]
    table = rule(game, "wagons-by-players").example.partition(f"{seats} players\n")[2].splitlines()[:seats]
    assert [line.split() for line in table] == rows
    owner = {int(number): seat for seat, (_, *numbers) in enumerate(rows) for number in numbers}
    assert [game.family.colour(game, seat) for seat in range(seats)] == [row[0] for row in rows]
    free = re.search(r"The stations ([\d, ]+) have none", entry.text)
    assert set(range(1, 33)) - set(owner) == ({int(n) for n in free[1].split(", ")} if free else set())
    state = play_on(game.start(seed=5), random.Random(5))
    for line in state.lines():
        assert line.owner == owner.get(line.station)
    points = [sum(line.points for line in state.lines() if owner.get(line.station) == seat) for seat in range(seats)]
    assert totals(state) == points


# --- the turn ---


@plays("hand")
def test_hand():
    state = metro((), 3).start(seed=1)
    assert [len(hand_of(state, seat)) for seat in range(3)] == [1, 1, 1]
    assert hand_of(state.view(0), 1) == ["?"]


@plays("turn", "draw-instead", "refill")
def test_turn():
    entry = rule(metro(), "draw-instead")
    assert "the drawn one is laid" in entry.example
    state = started("aaaa", "cccc", "bbbb", "cbcb", "acba")
    assert {label[:4] for label in state.legal_labels(0)} == {"aaaa", "draw"}
    state.play(0, "draw")
    assert len(hand_of(state, 0)) + 1 == 2  # two tiles: the one in hand and the one drawn
    assert {label[:4] for label in state.legal_labels(0)} == {"bbbb"}  # which must be laid
    state.play(0, next(iter(state.legal_labels(0))))
    assert (hand_of(state, 0), state.to_act) == (["aaaa"], (1,))
    state.play(1, state.legal_labels(1)[-1] if state.legal_labels(1)[-1] != "draw" else state.legal_labels(1)[0])
    assert hand_of(state, 1) == ["cbcb"]  # drawn at once
    state = metro().start(seed=3)
    play_on(state, random.Random(3), 0.0, 58)
    assert state.g.left == 0 and not state.over
    assert "draw" not in state.legal_labels(state.to_act[0])  # the pile is empty: from the hand alone
    assert sum(len(hand_of(state, seat)) for seat in (0, 1)) == 2


@plays("goes-on-laying")
def test_goes_on_laying():
    found = 0
    for seed in range(80):
        state = metro((), 6).start(seed=seed)
        dice = random.Random(seed)
        while not state.over:
            seat = state.to_act[0]
            lines = [line for line in state.lines() if line.owner == seat]
            if len(lines) == 5 and all(line.end is not None for line in lines):
                found += 1
                assert set(state.legal_labels(seat)) - {"draw"}
            play_on(state, dice, 0.0, 1)
    assert found


@plays("anybodys-line")
def test_anybodys_line():
    state = placed("aaaa04aaaa14")
    seat = state.to_act[0]
    (line,) = [line for line in state.lines() if line.station == 4]
    assert line.owner == 1 != seat and line.end is None
    before = totals(state)
    done = placed("aaaa04aaaa14aaaa24")  # seat 0 ends the line of seat 1
    (line,) = [line for line in done.lines() if line.station == 4]
    assert line.end == "centre" and line.points == 6
    assert totals(done) == [before[0], before[1] + 6]
    script = started("aaaa", "aaaa", "aaaa")
    script.play(0, "aaaa04")
    script.play(1, "aaaa14")
    assert "24" in cells(script, "aaaa")


# --- where ---


@plays("next-to")
def test_next_to():
    drawn = rule(metro(), "next-to").example
    assert "00 is at the border" in drawn and "11 touches" in drawn and "12 touches no tile" in drawn
    state = started("aacb", "acba", "aacb")
    state.play(0, "aacb01")
    legal = cells(state, "acba")
    assert {"00", "11"} <= legal and "12" not in legal and "01" not in legal
    border = {f"{row}{column}" for row in range(8) for column in range(8) if {row, column} & {0, 7}}
    assert cells(started("aaaa"), "aaaa") == border  # none beside the centre
    assert "22" not in legal  # a corner of 11, which is free; and of nothing
    state = started("aaaa", "aacb", "aaaa")
    state.play(0, "aaaa04")
    state.play(1, "aacb14")
    assert {"13", "15", "24"} <= cells(state, "aaaa") and not {"23", "25"} & cells(state, "aaaa")


@plays("arrow")
def test_arrow():
    assert {label[:4] for label in started("adad").legal_labels(0)} == {"adad", "draw"}


@plays("one-tile-line", "one-tile-line-exception")
def test_one_tile_lines():
    drawn = rule(metro(), "one-tile-line").example
    opening = re.search(r"opening (\w{4})(\d\d)", drawn)
    assert opening is not None
    tile, cell = opening.groups()
    assert re.search(r"station (\d+)", drawn)[1] == "8"
    state = started(tile)
    assert cells(state, tile) and cell not in cells(state, tile)
    with pytest.raises(ml.IllegalAction, match="one"):
        state.play(0, tile + cell)
    border = {f"{row}{column}" for row in range(8) for column in range(8) if {row, column} & {0, 7}}
    assert cells(started("dddd"), "dddd") == border  # every cell would complete one: any will do
    three = metro((), 3)
    free = set(range(1, 33)) - {n for numbers in three.map.file.wagons["3"] for n in numbers}
    assert free == {16, 17}
    corner = started("dbcd", seats=3)  # 16 and 17 have no wagon: barred all the same
    barred = border - cells(corner, "dbcd")
    assert barred == border - cells(started("dbcd"), "dbcd")


@plays("one-tile-line-never")
def test_one_tile_lines_never():
    assert "no exception" in rule(metro((), 2, **NEVER), "one-tile-line-never").text
    state = started("dddd", "aaaa", "dddd", **NEVER)
    assert state.legal_labels(0) == ("draw",)
    state.play(0, "draw")
    assert state.over  # the second one does not fit either
    state = started("dddd", "aaaa", "aaaa", **NEVER)
    state.play(0, "draw")
    assert not state.over and cells(state, "aaaa")


# --- lines ---


@plays("line", "points", "worked-lines", "double-in-the-centre")
def test_worked_lines():
    drawn = rule(metro(), "worked-lines").example
    assert re.search("tiles: (.+)", drawn)[1].split() == pieces(EXAMPLE)
    state = placed(EXAMPLE)
    told = re.findall(r"station (\d+), tiles ([\d ]+), (.+):\n +(\d+) crossings", drawn)
    assert len(told) == 2
    done = finished(state)
    assert set(done) == {5, 6}
    for station, tiles, where, crossings in told:
        path, end, points = done[int(station)]
        assert [f"{row}{column}" for row, column in path] == tiles.split()
        assert len(path) == int(crossings)
        assert end == ("centre" if "centre" in where else int(station))
        assert points == len(path) * (2 if end == "centre" else 1)  # the centre counts double
    assert "3 crossings = 3 points" in drawn and "6 crossings x 2 = 12 points" in drawn
    assert totals(state) == [3, 12]
    assert totals(placed(EXAMPLE[:-6]))[1] == 0  # scored at once, with the last tile


@plays("out-of-the-centre", "no-wagon", "several-at-once")
def test_what_scores_for_nobody():
    most = 0
    lost = 0
    for seed in range(40):
        state = metro((), 3).start(seed=seed)
        dice = random.Random(seed)
        while not state.over:
            before, was = totals(state), finished(state)
            play_on(state, dice, 0.0, 1)
            new = {station: line for station, line in finished(state).items() if station not in was}
            most = max(most, len(new))
            assert len(new) <= 4
            owned = {line.station: line.owner for line in state.lines()}
            lost += any(owned[station] is None for station in new)
            gained = Counter(dict.fromkeys(range(3), 0))
            for station, (_, _, points) in new.items():
                if owned[station] is not None:
                    gained[owned[station]] += points
            assert totals(state) == [before[seat] + gained[seat] for seat in range(3)]
        assert {line.station for line in state.lines()} == set(range(1, 33))  # nothing starts in the centre
    assert most >= 2 and lost


# --- the end ---


@plays("end")
def test_end():
    game = metro()
    assert "all 60 tiles lie." in rule(game, "end").text
    state = game.start(seed=2)
    play_on(state, random.Random(2), 0.0, 59)
    assert not state.over
    play_on(state, random.Random(2), 0.0, 1)
    assert state.over and len(pieces(state.placements())) == 60


@plays("ties")
def test_ties():
    for seed in range(400):
        state = ml.play(metro(), ["random", "random"], seed=seed)
        one, other = state.scores()
        assert (one.rank < other.rank) == (one.total > other.total)
        if one.total == other.total:
            assert one.rank == other.rank == 1
            return
    raise AssertionError("no tie in all these games")


@plays("house-values")
def test_house_values():
    game = metro()
    if game.map.file.house:
        assert all(words in rule(game, "house-values").text for words in game.map.file.house)


# --- variants ---


@plays("hand-of-several")
@pytest.mark.parametrize("size", [2, 3])
def test_hand_of_several(size: int):
    state = started("aaaa", "cbcb", "acba", "bcbc", "baac", "cbaa", "aacb", variants=("hand",), **{"hand.size": size})
    assert f"holds {size} tiles" in rule(state.game, "hand-of-several").text
    assert f"takes {size} tiles" in rule(state.game, "hand").text
    held = hand_of(state, 0)
    assert len(held) == size
    assert {label[:4] for label in state.legal_labels(0)} == {*held, "draw"}
    state.play(0, sorted(set(state.legal_labels(0)) - {"draw"})[0])
    assert len(hand_of(state, 0)) == size


@plays("no-centre")
def test_no_centre():
    text = "aaaa04aaaa14aaaa24"
    game = metro(("no_centre",))
    assert finished(game.from_placements(text, seed=1))[4][2] == 3
    assert finished(placed(text))[4][2] == 6
    assert "double-in-the-centre" not in [entry.id for entry in game.rules()]


@plays("rotation", "rotation-one-tile-lines")
def test_rotation():
    state = started("adad", variants=("rotation",))
    assert {label[:4] for label in state.legal_labels(0)} == {"adad", "dada", "draw"}
    assert "arrow" not in [entry.id for entry in state.game.rules()]
    rotated = started("dbcd", variants=("rotation",))
    for label in rotated.legal_labels(0):
        if label != "draw":
            after = rotated.copy()
            after.play(0, label)
            assert not any(len(cells) == 1 for cells, _, _ in finished(after).values())
    assert len([label for label in rotated.legal_labels(0) if label != "draw"]) > len(cells(started("dbcd"), "dbcd"))
