"""Metro against vectors of independent programs, and the small cases of its rules."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from metro_table import EXAMPLE, finished, metro, pieces, totals
from table import DATA

import metrolines as ml
from metrolines_metro.agents import count_unseen
from metrolines_metro.board import turned
from metrolines_metro.hidden import unseen_tiles
from metrolines_metro.placements import PlacementError, lay_all
from referee.metro import first_bad_index

VECTORS = json.loads((DATA / "metro_vectors.json").read_text(encoding="utf-8"))
BOARD: Any = metro().map
SIDES = ("top", "right", "bottom", "left")
STEPS = {1: (0, -1, 4), 3: (1, 0, 6), 5: (0, 1, 0), 7: (-1, 0, 2)}  # exit left by -> column, row, exit entered next
REASONS = {"centre": "central", "count_exceeded": "too_many"}  # the vectors' word -> ours
BORDER = {f"{row}{column}" for row in range(8) for column in range(8) if {row, column} & {0, 7}}


def vectors(section: str) -> list[Any]:
    assert VECTORS[section]
    return [pytest.param(vector, id=vector["id"]) for vector in VECTORS[section]]


def cell_of(name: str) -> int:
    return BOARD.at[int(name[1]), int(name[0])]


def on_paper(text: str, seats: int = 2, **options: Any) -> dict[str, Any]:
    """What `games score` says of placements."""
    game = metro((), seats, **options)
    (paper,) = game.family.score_paper(game, text, None)
    assert (paper.state is not None) == paper.data["valid"] == (not paper.problems)
    return dict(paper.data)


def bad(text: str, variants: tuple[str, ...] = (), **options: Any) -> tuple[int, str] | None:
    """The first placement that is refused, and the word for why."""
    try:
        metro(variants, 2, **options).from_placements(text, seed=1)
    except PlacementError as error:
        return error.index, error.code
    return None


# ---- tiles, stations, seats ----


def test_every_section_of_the_vectors_is_looked_at():
    looked_at = {
        *("scores", "station_points", "valid_sequences", "invalid_sequences", "complete_boards", "moves", "draws"),
        *("well_formed", "tile_counts_exceeded", "tile_exits", "exit_checks", "one_tile_checks"),
        *("stations", "stations_without_car", "station_cells", "tile_counts", "centre_arrivals"),
    }
    assert {section for section, content in VECTORS.items() if content} == looked_at | {"_about"}


def test_tile_counts():
    assert dict(BOARD.file.tiles) == VECTORS["tile_counts"]
    deck = Counter(BOARD.tiles[tile] for tile in metro().blank()[0].deck)
    assert deck == VECTORS["tile_counts"]
    assert sum(deck.values()) == len(BOARD.cells) == 60


def exits(tile: str) -> dict[int, int]:
    """Where a train leaves a tile in the middle of the board, by the exit at which it enters."""
    cell = cell_of("22")
    x, y = BOARD.cells[cell]
    around = {4 * BOARD.at[x + dx, y + dy] + entered // 2: left for left, (dx, dy, entered) in STEPS.items()}
    return {2 * side: around[BOARD.through(tile, cell, side)] for side in range(4)}


@pytest.mark.parametrize("vector", vectors("tile_exits"))
def test_tile_exits(vector: Any):
    assert exits(vector["tile"]) == {int(entered): left for entered, left in vector["pairs"].items()}


@pytest.mark.parametrize("vector", vectors("exit_checks"))
def test_exit_checks(vector: Any):
    assert {vector["exit"], vector["connects_to"]} in [set(pair) for pair in exits(vector["tile"]).items()]


def test_a_quarter_turn_turns_the_tracks():
    for tile in BOARD.tiles:
        assert turned(tile) in BOARD.tiles
        assert exits(turned(tile)) == {(e + 2) % 8: (left + 2) % 8 for e, left in exits(tile).items()}
        assert turned(turned(turned(turned(tile)))) == tile


def test_station_cells():
    numbers = [station.number for station in BOARD.stations]
    assert numbers == sorted(map(int, VECTORS["station_cells"])) == list(range(1, 33))
    waits = metro().blank()[0].waits
    for station in BOARD.stations:
        vector = VECTORS["station_cells"][str(station.number)]
        assert (BOARD.name(station.cell), SIDES[station.side]) == (vector["cell"], vector["side"])
        assert waits[4 * station.cell + vector["departure_exit"] // 2] == station.number
        arrival = BOARD.beyond[station.cell, vector["arrival_exit"] // 2]
        assert arrival - 4 * len(BOARD.cells) + 1 == station.number
    assert sum(map(bool, waits)) == 32


def test_centre_arrivals():
    arrivals = [key for key, place in BOARD.beyond.items() if place == BOARD.centre_place]
    assert {(BOARD.name(cell), 2 * side + 1) for cell, side in arrivals} == {
        (vector["cell"], vector["arrival_exit"]) for vector in VECTORS["centre_arrivals"]
    }
    comes_to = set(BOARD.beyond.values())
    for vector in VECTORS["centre_arrivals"]:
        x, y = int(vector["cell"][1]), int(vector["cell"][0])
        dx, dy, _ = STEPS[vector["arrival_exit"]]
        assert f"{y + dy}{x + dx}" == vector["centre"]
        assert 4 * cell_of(vector["cell"]) + vector["unused_exit"] // 2 not in comes_to  # no train comes out


@pytest.mark.parametrize("seats", range(2, 7))
def test_who_owns_which_station(seats: int):
    owner = metro((), seats).constants.owner
    found = [[number for number, seat in enumerate(owner, 1) if seat == wanted] for wanted in range(-1, seats)]
    assert found == [VECTORS["stations_without_car"][str(seats)], *VECTORS["stations"][str(seats)]]
    assert [len(numbers) for numbers in found[1:]] == [{2: 16, 3: 10, 4: 8, 5: 6, 6: 5}[seats]] * seats


@pytest.mark.parametrize("vector", vectors("one_tile_checks"))
def test_one_tile_checks(vector: Any):
    tile, cell = vector["tile"], cell_of(vector["cell"])
    assert BOARD.one_tile_line(tile, cell) == vector["one_tile_line"]
    t = metro().constants
    assert t.one_tile[BOARD.tiles.index(tile)] >> cell & 1 == vector["one_tile_line"]
    expected = vector["one_tile_line"] and tile != "dddd"  # which has no other cell
    assert bad(tile + vector["cell"]) == ((0, "one_tile_line") if expected else None)


# ---- positions ----


@pytest.mark.parametrize("vector", vectors("scores"))
def test_scores(vector: Any):
    text, seats = vector["placements"], vector["players"]
    state = metro((), seats).from_placements(text, seed=1)
    assert totals(state) == vector["scores"]
    lines = {str(station): [len(cells), end, points] for station, (cells, end, points) in finished(state).items()}
    assert lines == vector["reference_lines"]
    data = on_paper(text, seats)
    assert (data["valid"], data["scores"], data["tiles"]) == (True, vector["scores"], len(text) // 6)
    assert {str(line["station"]): [line["end"], line["points"]] for line in data["lines"]} == {
        station: line[1:] for station, line in vector["reference_lines"].items()
    }
    owned = Counter({line["owner"]: 0 for line in data["lines"]})
    for line in data["lines"]:
        owned[line["owner"]] += line["points"]
    assert [owned[seat] for seat in range(seats)] == vector["scores"]


@pytest.mark.parametrize("vector", vectors("station_points"))
def test_station_points(vector: Any):
    lines = finished(metro().from_placements(vector["placements"], seed=1))
    points = {str(number): lines[number][2] if number in lines else 0 for number in range(1, 33)}
    assert points == points | vector["station_points"]
    assert sum(points.values()) == sum(vector["station_points"].values())


@pytest.mark.parametrize("vector", [*vectors("valid_sequences"), *vectors("complete_boards")])
def test_valid_sequences(vector: Any):
    text = vector["placements"]
    for seats in (2, 5):
        state = metro((), seats).from_placements(text, seed=2)
        assert state.placements() == text
        assert state.g.placed == len(text) // 6
        assert state.over == (len(text) == 360)
    assert on_paper(text)["valid"]


@pytest.mark.parametrize("vector", vectors("complete_boards"))
def test_complete_boards(vector: Any):
    state = metro().from_placements(vector["placements"], seed=1)
    assert vector["valid"]
    assert (state.over, state.to_act, state.g.placed, state.g.free) == (True, (), 60, 0)
    lines = finished(state)
    assert set(lines) == set(range(1, 33))
    assert len({cells[-1] if end == "centre" else end for cells, end, _ in lines.values()}) == 32
    assert sum(totals(state)) == sum(points for _, _, points in lines.values())
    for seats in range(2, 7):
        owned: dict[Any, list[int]] = {seat: [] for seat in (*range(seats), None)}
        for line in metro((), seats).from_placements(vector["placements"], seed=1).lines():
            owned[line.owner].append(line.station)
        assert owned.pop(None) == VECTORS["stations_without_car"][str(seats)]
        assert list(owned.values()) == VECTORS["stations"][str(seats)]


@pytest.mark.parametrize("vector", vectors("invalid_sequences"))
def test_invalid_sequences(vector: Any):
    text, index = vector["placements"], vector["reference"]["first_bad_index"]
    reason = REASONS.get(vector["reference"]["reason"], vector["reference"]["reason"])
    assert bad(text) == (index, reason)
    assert bad(text[: 6 * index]) is None
    data = on_paper(text)
    assert (data["valid"], data["index"], data["code"]) == (False, index, reason)
    assert pieces(text)[index][4:] in data["reason"]
    if vector["reason"] == "overlap_or_centre":
        assert reason in ("occupied", "central")
    elif vector["reason"] is not None:
        assert reason == vector["reason"]


@pytest.mark.parametrize("vector", vectors("moves"))
def test_moves(vector: Any):
    text, tile = vector["placements"], vector["tile"]
    laid = [piece[:4] for piece in pieces(text)]
    state = metro((), vector["players"]).start(seed=1, script={"tiles": [*laid, tile]})
    for piece in pieces(text):
        state.play(state.to_act[0], piece)
    labels = set(state.legal_labels(state.to_act[0])) - {"draw"}
    assert labels == {tile + cell for cell in vector["reference_cells"]}
    assert set(vector["reference_cells"]) <= set(vector["allowed"])
    for row in range(8):
        for column in range(8):
            legal = f"{row}{column}" in vector["reference_cells"]
            assert (bad(f"{text}{tile}{row}{column}") is None) == legal


@pytest.mark.parametrize("vector", vectors("draws"))
def test_draws(vector: Any):
    game = metro(("hand",), 2, **{"hand.size": 3})
    g, ps = lay_all(game, vector["placements"])
    held = [vector["hands"][at : at + 4] for at in range(0, len(vector["hands"]), 4)]
    numbers = [*(BOARD.tiles.index(tile) + 1 for tile in held), 0, 0, 0, 0]
    ps[0].hand, ps[0].drawn = numbers[:3], numbers[3]
    count_unseen(g, ps[0], game.constants)
    assert sorted(BOARD.tiles[kind] for kind, number in enumerate(ps[0].unseen) if number > 0) == vector["allowed"]
    state = ml.State(game, g, ps, [], None)
    assert sorted({BOARD.tiles[kind] for kind in unseen_tiles(state, 0)}) == vector["allowed"]


@pytest.mark.parametrize("vector", vectors("well_formed"))
def test_well_formed(vector: Any):
    found = bad(vector["text"])
    assert found == first_bad_index(vector["text"])
    assert (found is None) == vector["well_formed"]


@pytest.mark.parametrize("vector", vectors("tile_counts_exceeded"))
def test_tile_counts_exceeded(vector: Any):
    tiles = [vector["tiles"][at : at + 4] for at in range(0, len(vector["tiles"]), 4)]
    if vector["exceeds"]:
        with pytest.raises(ml.SetupError, match=r"comes more than \d times"):
            metro().start(seed=1, script={"tiles": tiles})
    else:
        state = metro().start(seed=1, script={"tiles": tiles})
        for tile in tiles:
            played = next(label for label in state.legal_labels(state.to_act[0]) if label.startswith(tile))
            state.play(state.to_act[0], played)


# ---- the small cases of the rules ----


def test_worked_example():
    state = metro().from_placements(EXAMPLE, seed=1)
    assert finished(state) == {
        5: ([(0, 3), (1, 3), (0, 3)], 5, 3),
        6: ([(0, 2), (0, 3), (0, 2), (1, 2), (1, 3), (2, 3)], "centre", 12),
    }
    assert totals(state) == on_paper(EXAMPLE)["scores"] == [3, 12]
    assert [[item.points for item in score.items] for score in state.scores()] == [[3, 0], [0, 12]]
    assert totals(metro((), 3).from_placements(EXAMPLE)) == on_paper(EXAMPLE, 3)["scores"] == [12, 0, 3]
    assert totals(metro(("no_centre",)).from_placements(EXAMPLE)) == [3, 6]


@pytest.mark.parametrize(("text", "points"), [("aaaa04aaaa14aaaa24", 6), ("ccda03cbcb04", 2)])
def test_station_four(text: str, points: int):
    state = metro().from_placements(text, seed=1)
    assert finished(state)[4][2] == points
    assert state.scores()[1].total == points  # the even stations are those of the second seat


def test_openings():
    def cells(tile: str, **options: Any) -> set[str]:
        labels = metro((), 2, **options).start(seed=1, script={"tiles": [tile]}).legal_labels(0)
        return {label[4:] for label in labels if label != "draw"}

    assert len(BORDER) == 28
    assert bad("dbcd00") == (0, "one_tile_line")
    assert "00" not in cells("dbcd")
    assert cells("dddd") == cells("aaaa") == BORDER
    assert cells("dddd", one_tile_lines="never") == set()
    assert cells("cccc") == BORDER - {"00", "07", "70", "77"}
    assert bad("dddd00") is None
    assert bad("dddd00", one_tile_lines="never") == (0, "one_tile_line")
    assert bad("adad74dbba66") == (1, "not_adjacent")
    assert on_paper("dddd00", one_tile_lines="never")["code"] == "one_tile_line"
