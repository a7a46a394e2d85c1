"""The naive Metro referee against vectors of independent programs."""

from collections import Counter

import pytest

from referee import metro
from referee.metro import allowed_cells, first_bad_index, score_placements
from referee.metro_boards import VECTORS, cell, lines_of

REASONS = {"centre": "central", "count_exceeded": "too_many"}  # the vectors' word -> the referee's


def vectors(section):
    assert VECTORS[section]
    return [pytest.param(vector, id=vector.get("id")) for vector in VECTORS[section]]


def copies(tiles):
    return Counter(tiles[start : start + 4] for start in range(0, len(tiles), 4))


def well_formed(placements):
    """At most 60 tiles with cells, each tile as often as it exists, wherever they lie."""
    texts = [placements[start : start + 6] for start in range(0, len(placements), 6)]
    return (
        len(texts) <= 60
        and not any(metro.bad_text(text) for text in texts)
        and not metro.too_many_of(text[:4] for text in texts)
    )


# ---- vectors: facts about tiles, stations, seats ----


def test_tile_counts():
    assert VECTORS["tile_counts"] == metro.TILE_COUNTS
    assert sum(metro.TILE_COUNTS.values()) == len(metro.CELLS) == 60


@pytest.mark.parametrize("vector", vectors("tile_exits"))
def test_tile_exits(vector):
    assert metro.EXITS[vector["tile"]] == {int(entering): leaving for entering, leaving in vector["pairs"].items()}


@pytest.mark.parametrize("vector", vectors("exit_checks"))
def test_exit_checks(vector):
    pair = {vector["exit"], vector["connects_to"]}
    assert pair in [{entering, leaving} for entering, leaving in metro.EXITS[vector["tile"]].items()]


def test_every_tile_leaves_once_by_each_odd_exit():
    for pairs in metro.EXITS.values():
        assert list(pairs) == [0, 2, 4, 6]
        assert sorted(pairs.values()) == [1, 3, 5, 7]


# ---- vectors: boards ----


@pytest.mark.parametrize("vector", vectors("scores"))
def test_scores(vector):
    assert score_placements(vector["placements"], vector["players"]) == vector["scores"]
    lines = {
        str(start): [len(cells), end, points] for start, (cells, end, points) in lines_of(vector["placements"]).items()
    }
    assert lines == vector["reference_lines"]


@pytest.mark.parametrize("vector", vectors("station_points"))
def test_station_points(vector):
    lines = lines_of(vector["placements"])
    points = {str(start): lines[start][2] if start in lines else 0 for start in metro.DEPARTURES}
    assert points == points | vector["station_points"]
    assert sum(points.values()) == sum(vector["station_points"].values())


@pytest.mark.parametrize("vector", [*vectors("valid_sequences"), *vectors("complete_boards")])
def test_valid_sequences(vector):
    assert first_bad_index(vector["placements"]) is None
    assert well_formed(vector["placements"])


@pytest.mark.parametrize("vector", vectors("complete_boards"))
def test_complete_boards(vector):
    assert vector["valid"]
    assert len(dict(metro.read(vector["placements"]))) == 60
    assert len(lines_of(vector["placements"])) == 32


@pytest.mark.parametrize("vector", vectors("invalid_sequences"))
def test_invalid_sequences(vector):
    reference = vector["reference"]
    reason = REASONS.get(reference["reason"], reference["reason"])
    assert first_bad_index(vector["placements"]) == (reference["first_bad_index"], reason)
    assert first_bad_index(vector["placements"][: 6 * reference["first_bad_index"]]) is None
    if vector["reason"] == "overlap_or_centre":
        assert reason in ("occupied", "central")
    elif vector["reason"] is not None:
        assert reason == vector["reason"]


@pytest.mark.parametrize("vector", vectors("moves"))
def test_moves(vector):
    cells = allowed_cells(vector["placements"], vector["tile"])
    assert cells == set(vector["reference_cells"])
    assert cells <= set(vector["allowed"])
    for row in range(8):
        for column in range(8):
            text = f"{vector['tile']}{row}{column}"
            assert (first_bad_index(vector["placements"] + text) is None) == (text[4:] in cells)


@pytest.mark.parametrize("vector", vectors("draws"))
def test_draws(vector):
    placed = Counter(tile for _, tile in metro.read(vector["placements"]))
    left = Counter(metro.TILE_COUNTS) - placed - copies(vector["hands"])
    assert sorted(left) == vector["allowed"]


@pytest.mark.parametrize("vector", vectors("well_formed"))
def test_well_formed(vector):
    assert well_formed(vector["text"]) == vector["well_formed"]
    if not vector["well_formed"]:
        assert first_bad_index(vector["text"]) is not None


@pytest.mark.parametrize("vector", vectors("tile_counts_exceeded"))
def test_tile_counts_exceeded(vector):
    assert metro.too_many_of(copies(vector["tiles"]).elements()) == vector["exceeds"]


@pytest.mark.parametrize("vector", vectors("one_tile_checks"))
def test_one_tile_checks(vector):
    tile, where = vector["tile"], vector["cell"]
    assert ((tile, cell(where)) in metro.ONE_TILE_LINES) == vector["one_tile_line"]
    ends = [len(cells) == 1 and end != "centre" for cells, end, _ in lines_of(tile + where).values()]
    assert any(ends) == vector["one_tile_line"]


def test_every_section_of_the_vectors_is_looked_at():
    looked_at = {
        *("scores", "station_points", "valid_sequences", "invalid_sequences", "complete_boards", "moves", "draws"),
        *("well_formed", "tile_counts_exceeded", "tile_exits", "exit_checks", "one_tile_checks"),
        *("stations", "stations_without_car", "station_cells", "tile_counts", "centre_arrivals"),
    }
    assert {section for section, content in VECTORS.items() if content} == looked_at | {"_about"}
