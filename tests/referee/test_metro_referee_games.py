"""Whole games by the naive Metro referee: hands, the pile, turned tiles, and what random games score."""

import random
import statistics
from collections import Counter

import pytest

from referee import metro
from referee.metro import MetroReferee, allowed_cells, first_bad_index, score_placements
from referee.metro_boards import BORDER, VECTORS, lines_of, shuffled_tiles


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
