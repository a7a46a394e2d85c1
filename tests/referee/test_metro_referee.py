"""The naive Metro referee against vectors of independent programs, the small cases of the rules and random games."""

import json
import random
import statistics
from collections import Counter
from pathlib import Path

import pytest

from referee import metro
from referee.metro import MetroReferee, allowed_cells, first_bad_index, score_placements

VECTORS = json.loads(
    (Path(__file__).resolve().parent.parent / "data" / "metro_vectors.json").read_text(encoding="utf-8")
)
EXAMPLE = "bbad02bcbc12ddbc13adad03adbb23"
BORDER = {f"{row}{column}" for row in range(8) for column in range(8) if {row, column} & {0, 7}}
REASONS = {"centre": "central", "count_exceeded": "too_many"}  # the vectors' word -> the referee's


def vectors(section):
    assert VECTORS[section]
    return [pytest.param(vector, id=vector.get("id")) for vector in VECTORS[section]]


def cell(text):
    return int(text[0]), int(text[1])


def lines_of(placements, **options):
    return metro.finished_lines(dict(metro.read(placements)), **options)


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


def shuffled_tiles(seed, first=()):
    rest = Counter(metro.TILE_COUNTS) - Counter(first)
    tiles = sorted(rest.elements())
    random.Random(seed).shuffle(tiles)
    return [*first, *tiles]


def play_randomly(game, seed, drawing=0.0):
    dice = random.Random(seed)
    while not game.over:
        labels = sorted(game.legal())
        if "draw" in labels and len(labels) > 1 and dice.random() >= drawing:
            labels.remove("draw")
        game.play(dice.choice(labels))
    return game


@pytest.fixture(scope="module")
def two_seat_games():
    return [play_randomly(MetroReferee(tiles=shuffled_tiles(seed)), seed) for seed in range(300)]


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


def test_station_cells():
    side_exits = {"top": (0, 1), "right": (2, 3), "bottom": (4, 5), "left": (6, 7)}
    assert {int(station) for station in VECTORS["station_cells"]} == set(metro.DEPARTURES) == set(range(1, 33))
    for station, vector in VECTORS["station_cells"].items():
        assert (vector["departure_exit"], vector["arrival_exit"]) == side_exits[vector["side"]]
        assert metro.DEPARTURES[int(station)] == (cell(vector["cell"]), vector["departure_exit"])
        assert metro.ARRIVALS[cell(vector["cell"]), vector["arrival_exit"]] == int(station)
    assert len(metro.ARRIVALS) == 32


def test_arrivals_are_where_the_board_ends():
    leaving_the_board = {
        (start, leaving)
        for start in metro.CELLS
        for leaving in metro.STEP
        if metro.beyond(start, leaving)[0] not in metro.CELLS | metro.CENTRE
    }
    assert leaving_the_board == set(metro.ARRIVALS)


def test_centre_arrivals():
    found = {
        (start, leaving, metro.beyond(start, leaving)[0])
        for start in metro.CELLS
        for leaving in metro.STEP
        if metro.beyond(start, leaving)[0] in metro.CENTRE
    }
    expected = {(cell(v["cell"]), v["arrival_exit"], cell(v["centre"])) for v in VECTORS["centre_arrivals"]}
    assert found == expected
    for vector in VECTORS["centre_arrivals"]:  # no train leaves by the exit next to it
        assert all(vector["unused_exit"] not in pairs.values() for pairs in metro.EXITS.values())


@pytest.mark.parametrize("seats", range(2, 7))
def test_who_owns_which_station(seats):
    owners = metro.owners_for(seats)
    by_seat = [sorted(station for station in owners if owners[station] == seat) for seat in range(seats)]
    assert by_seat == VECTORS["stations"][str(seats)]
    assert sorted(set(range(1, 33)) - set(owners)) == VECTORS["stations_without_car"][str(seats)]
    assert [len(stations) for stations in by_seat] == [{2: 16, 3: 10, 4: 8, 5: 6, 6: 5}[seats]] * seats


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


# ---- small cases of the rules ----


def test_worked_example():
    assert first_bad_index(EXAMPLE) is None
    assert lines_of(EXAMPLE) == {
        5: ([(0, 3), (1, 3), (0, 3)], 5, 3),
        6: ([(0, 2), (0, 3), (0, 2), (1, 2), (1, 3), (2, 3)], "centre", 12),
    }
    assert score_placements(EXAMPLE, 2) == [3, 12]
    assert score_placements(EXAMPLE, 3) == [12, 0, 3]


def test_worked_example_played():
    tiles = shuffled_tiles(1, [tile for _, tile in metro.read(EXAMPLE)])
    game = MetroReferee(tiles=tiles)
    for start in range(0, len(EXAMPLE), 6):
        assert game.to_act == start // 6 % 2
        game.play(EXAMPLE[start : start + 6])
    assert game.placements() == EXAMPLE
    assert game.board == dict(metro.read(EXAMPLE))
    assert game.scores() == [3, 12]
    assert game.lines() == lines_of(EXAMPLE)
    assert game.hands == [[tiles[6]], [tiles[5]]]
    assert not game.over


def test_without_the_centre_nothing_doubles():
    assert lines_of(EXAMPLE, no_centre=True)[6][1:] == ("centre", 6)
    assert score_placements(EXAMPLE, 2, no_centre=True) == [3, 6]


def test_lines_of_an_unowned_station_score_for_nobody():
    [full] = [vector["placements"] for vector in VECTORS["scores"] if vector["group"] == "full_board"]
    lines = lines_of(full)
    assert (lines[16][2], lines[17][2]) == (2, 3)
    for seats in range(2, 7):
        nobodys = 5 if seats in (3, 5, 6) else 0
        assert sum(score_placements(full, seats)) == 185 - nobodys


def test_own_table_of_owners():
    assert score_placements(EXAMPLE, 2, owners={5: 1}) == [0, 3]
    assert score_placements(EXAMPLE, 2, owners={5: 1, 6: 0}) == [12, 3]


@pytest.mark.parametrize(("placements", "points"), [("aaaa04aaaa14aaaa24", 6), ("ccda03cbcb04", 2)])
def test_station_four(placements, points):
    assert lines_of(placements)[4][2] == points
    assert first_bad_index(placements) is None


def test_openings():
    assert len(BORDER) == 28
    assert first_bad_index("dbcd00") == (0, "one_tile_line")
    assert allowed_cells("", "dddd") == BORDER
    assert allowed_cells("", "dddd", one_tile_lines="never") == set()
    assert allowed_cells("", "aaaa") == BORDER
    assert allowed_cells("", "cccc") == BORDER - {"00", "07", "70", "77"}
    assert first_bad_index("dddd00") is None
    assert first_bad_index("dddd00", one_tile_lines="never") == (0, "one_tile_line")
    assert first_bad_index("adad74dbba66") == (1, "not_adjacent")


@pytest.mark.parametrize(
    ("placements", "bad"),
    [
        ("aaaa0", (0, "form")),
        ("aaaa04cpcp04", (1, "form")),
        ("aaaa04 ", (1, "form")),
        ("AAAA04", (0, "form")),
        ("aaaa04abcd04", (1, "unknown_tile")),
        ("cccc01cccc02cccc03", (2, "too_many")),
        ("aaaa08", (0, "off_board")),
        ("aaaa33", (0, "central")),
        ("aaaa04aaaa04", (1, "occupied")),
        ("aaaa22", (0, "not_adjacent")),
        ("aaaa24", (0, "not_adjacent")),  # beside the central station only
        ("adad04aaaa03adad03", (2, "occupied")),
        ("cccc00", (0, "one_tile_line")),
        (VECTORS["complete_boards"][0]["placements"] + "aaaa00", (60, "too_long")),
    ],
)
def test_reasons(placements, bad):
    assert first_bad_index(placements) == bad


# ---- turns ----


def test_drawing_keeps_the_hand():
    tiles = shuffled_tiles(2, ["aaaa", "aacb", "cbaa", "acba"])
    game = MetroReferee(tiles=tiles)
    assert game.hands == [["aaaa"], ["aacb"]]
    assert "draw" in game.legal()
    game.play("draw")
    assert (game.drawn, game.to_act, game.hands) == ("cbaa", 0, [["aaaa"], ["aacb"]])
    assert {label[:4] for label in game.legal()} == {"cbaa"}
    with pytest.raises(ValueError, match="may not play"):
        game.play("draw")
    with pytest.raises(ValueError, match="may not play"):
        game.play("aaaa04")
    game.play("cbaa04")
    assert (game.drawn, game.to_act, game.hands) == (None, 1, [["aaaa"], ["aacb"]])
    game.play("aacb05")
    assert game.hands == [["aaaa"], ["acba"]]


@pytest.mark.parametrize(("seats", "hand"), [(2, 1), (2, 2), (3, 3), (5, 2), (6, 3)])
def test_hands_are_dealt_seat_by_seat(seats, hand):
    tiles = shuffled_tiles(3)
    game = MetroReferee(seats=seats, hand=hand, tiles=tiles)
    assert game.hands == [tiles[seat * hand : (seat + 1) * hand] for seat in range(seats)]
    assert {label[:4] for label in game.legal()} == {*tiles[:hand], "draw"}


@pytest.mark.parametrize("rotation", [False, True])
@pytest.mark.parametrize("hand", [1, 2, 3])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_whole_games(seats, hand, rotation):
    for seed in range(6):
        game = MetroReferee(seats=seats, hand=hand, rotation=rotation, tiles=shuffled_tiles(seed))
        play_randomly(game, seed, drawing=0.3)
        placements = game.placements()
        assert len(game.board) == 60
        assert game.hands == [[]] * seats
        assert game.legal() == set()
        assert first_bad_index(placements, rotation=rotation, seats=seats, hand=hand) is None
        assert score_placements(placements, seats) == game.scores()
        kind = metro.piece if rotation else str
        assert Counter(map(kind, game.board.values())) == Counter(map(kind, Counter(metro.TILE_COUNTS).elements()))


def test_without_draws_the_pile_is_laid_in_order():
    tiles = shuffled_tiles(4)
    for seats in range(2, 7):
        game = play_randomly(MetroReferee(seats=seats, tiles=tiles), 4)
        laid = list(game.board.values())
        assert laid == tiles


def test_each_tile_of_a_hand_is_judged_by_itself():
    game = MetroReferee(hand=2, tiles=shuffled_tiles(5, ["dddd", "cccc"]))
    labels = game.legal()
    assert {label[4:] for label in labels if label.startswith("dddd")} == BORDER
    assert {label[4:] for label in labels if label.startswith("cccc")} == allowed_cells("", "cccc")


# ---- the one-tile rule without its exception ----


def test_never_a_seat_that_cannot_lay_must_draw():
    game = MetroReferee(one_tile_lines="never", tiles=shuffled_tiles(6, ["dddd", "aaaa", "aacb"]))
    assert game.legal() == {"draw"}
    game.play("draw")
    assert game.drawn == "aacb"
    assert game.legal() == {f"aacb{where}" for where in allowed_cells("", "aacb")}


def test_never_the_game_ends_when_the_drawn_tile_does_not_fit_either():
    game = MetroReferee(one_tile_lines="never", tiles=shuffled_tiles(7, ["dddd", "aaaa", "dddd"]))
    game.play("draw")
    assert game.over
    assert game.drawn == "dddd"
    assert game.legal() == set()


def test_never_leaves_most_boards_unfinished():
    unfinished = 0
    for seed in range(200):
        game = play_randomly(MetroReferee(one_tile_lines="never", tiles=shuffled_tiles(seed)), seed)
        assert first_bad_index(game.placements(), one_tile_lines="never") is None
        assert all(len(cells) > 1 or end == "centre" for cells, end, _ in game.lines().values())
        unfinished += len(game.board) < 60
    assert 0.6 < unfinished / 200 < 0.9


# ---- rotation ----


def test_rotation_makes_ten_pieces():
    assert len({metro.piece(tile) for tile in metro.TILE_COUNTS}) == 10
    assert set(metro.EXITS) == set(metro.TILE_COUNTS)


def test_a_quarter_turn_turns_the_tracks():
    for tile in metro.TILE_COUNTS:
        turned = tile[-1] + tile[:-1]  # clockwise: what was on top is on the right
        assert turned in metro.rotations(tile)
        assert metro.EXITS[turned] == {(e + 2) % 8: (leaving + 2) % 8 for e, leaving in metro.EXITS[tile].items()}


def test_rotation_judges_over_all_directions():
    # only 70 is left, where cccc joins stations 16 and 17 however it lies
    before = VECTORS["complete_boards"][0]["placements"][:-6]
    assert allowed_cells(before, "cccc", rotation=True) == {"70"}
    assert allowed_cells(before, "cccc", rotation=True, one_tile_lines="never") == set()
    # at 70 cbcb is barred only in its direction bcbc, or the other way round: the other one is what may be laid
    for tile in ("cbcb", "bcbc"):
        barred = [name for name in ("cbcb", "bcbc") if (name, (7, 0)) in metro.ONE_TILE_LINES]
        board = dict(metro.read(before))
        laid = {name for name, _ in metro.legal_placements(board, tile, rotation=True)}
        assert laid == {"cbcb", "bcbc"} - set(barred)


def test_rotation_counts_per_piece():
    many = "adad01adad02adad03adad04adad05"
    assert first_bad_index(many) == (2, "too_many")
    assert first_bad_index(many, rotation=True) == (4, "too_many")  # adad and dada: two each, one piece


def test_rotation_labels_name_the_tile_as_it_lies():
    game = MetroReferee(rotation=True, tiles=shuffled_tiles(8, ["dada", "aaaa", "aacb"]))
    assert {label[:4] for label in game.legal()} == {"adad", "dada", "draw"}
    assert "dada04" not in game.legal()  # it joins station 4 to itself
    game.play("adad04")
    assert game.board == {(0, 4): "adad"}
    assert game.placements() == "adad04"
    assert game.hands == [["aacb"], ["aaaa"]]


@pytest.mark.parametrize("hand", [["dada", "adad"], ["adad", "dada"]])
def test_rotation_takes_the_very_tile_from_the_hand_first(hand):
    tiles = shuffled_tiles(9, hand)
    game = MetroReferee(rotation=True, hand=2, tiles=tiles)
    game.play("adad04")
    assert game.hands[0] == ["dada", tiles[4]]


# ---- random games ----


def test_random_games_score_as_expected(two_seat_games):
    totals = [sum(game.scores()) for game in two_seat_games]
    assert abs(statistics.mean(totals) - 198) < 4
    assert abs(statistics.stdev(totals) - 19) < 3
    points = [points for game in two_seat_games for _, _, points in game.lines().values()]
    assert abs(statistics.mean(points) - 6.2) < 0.15
    assert statistics.median(points) == 4


@pytest.mark.parametrize(("seats", "mean"), [(2, 99), (3, 63), (4, 49.5), (5, 38), (6, 31.5)])
def test_random_games_score_as_expected_by_number_of_seats(two_seat_games, seats, mean):
    scores = [score for game in two_seat_games for score in score_placements(game.placements(), seats)]
    assert abs(statistics.mean(scores) - mean) < 0.02 * mean


def test_on_a_full_board_every_departure_ends_and_no_two_lines_share_an_end(two_seat_games):
    for game in two_seat_games:
        lines = game.lines()
        assert len(game.board) == 60
        assert set(lines) == set(range(1, 33))
        ends = [cells[-1] if end == "centre" else end for cells, end, _ in lines.values()]
        assert len(set(ends)) == 32


def test_lines_grow_only(two_seat_games):
    for game in two_seat_games[:20]:
        placements, before = game.placements(), {}
        for end in range(0, len(placements) + 1, 6):
            lines = lines_of(placements[:end])
            assert lines == lines | before
            assert len(lines) - len(before) <= 4
            before = lines
