"""Crossrails: the kit, tiles, trains that go out, a naive referee beside random games, and hidden hands."""

import random
from pathlib import Path

import metrolines as ml
import pytest

from metrolines_crossrails.board import read_board
from metrolines_crossrails.tiles import DIRECTIONS, NAMES, TILES, directions, turned

CORNER = """\
game: crossrails
name: Corner
size: 3
hand: 1
starts: [1, 2, 7, 8, 13, 14, 19, 20]
"""


@pytest.fixture
def corner(tmp_path):
    """A board on which the first two trains come in at the two gates at the top of a1."""
    path = tmp_path / "corner.yaml"
    path.write_text(CORNER)
    return str(path)


def tile_that_joins(*pairs):
    """The label of a tile that has these tracks as it lies."""
    return next(
        f"{name}{DIRECTIONS[turns]}"
        for name, tile in zip(NAMES, TILES, strict=True)
        for turns in directions(tile)
        if all(turned(tile, turns)[a] == b for a, b in pairs)
    )


def test_conforms_as_a_game_with_machine_code(check_game):
    check_game("crossrails", games=3)


def test_conforms_on_a_small_board(check_map, monkeypatch):
    """By the plain rules: machine code was made above."""

    def plain(game, **_):
        raise ml.NotCompilable("left out here")

    monkeypatch.setattr(ml.Game, "compiled", plain)
    check_map("crossrails_small", games=4)


def test_there_are_35_tiles_that_lie_in_105_ways():
    assert len(set(TILES)) == 35
    assert sum(len(directions(tile)) for tile in TILES) == 105
    assert all(tile[tile[exit]] == exit != tile[exit] for tile in TILES for exit in range(8))


def test_a_train_runs_on_to_the_next_free_cell(corner):
    label = tile_that_joins((0, 5))  # straight down
    state = ml.new_game("crossrails", seats=2, map=corner).start(1, {"tiles": [label[:2]]})
    state.play(0, label)
    a2 = 3
    assert state.g.at[0] == 8 * a2 + 0


def test_both_trains_before_the_cell_move(corner):
    label = tile_that_joins((0, 5), (1, 2))
    state = ml.new_game("crossrails", seats=2, map=corner).start(1, {"tiles": [label[:2]]})
    state.play(0, label)
    assert [place // 8 for place in state.g.at[:2]] == [3, 1]  # a2 and b1


def test_a_train_that_runs_off_the_board_is_out(corner):
    label = tile_that_joins((0, 7), (1, 2))
    game = ml.new_game("crossrails", seats=2, map=corner, options={"leaving": "always"})
    state = game.start(1, {"tiles": [label[:2]]})
    state.play(0, label)
    assert state.over
    assert [(score.total, score.rank) for score in state.scores()] == [(0, 2), (1, 1)]


def test_two_trains_on_one_track_are_out_both_and_share(corner):
    label = tile_that_joins((0, 1))
    game = ml.new_game("crossrails", seats=2, map=corner, options={"leaving": "always"})
    state = game.start(1, {"tiles": [label[:2]]})
    state.play(0, label)
    assert state.over
    assert [(score.total, score.rank) for score in state.scores()] == [(0, 1), (0, 1)]


def test_nobody_need_leave_who_can_stay(corner):
    label = tile_that_joins((0, 7), (1, 2))
    state = ml.new_game("crossrails", seats=2, map=corner).start(1, {"tiles": [label[:2]]})
    assert state.legal(0)
    with pytest.raises(ml.IllegalAction) as refused:
        state.play(0, label)
    assert refused.value.code == "leaves"
    with pytest.raises(ml.IllegalAction) as refused:
        state.play(0, "35n")
    assert refused.value.code == "not_in_hand"


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
@pytest.mark.parametrize("leaving", ["if_forced", "always"])
def test_a_naive_referee_says_the_same(seats, leaving):
    from crossrails_referee import AROUND, Referee

    game = ml.new_game("crossrails", seats=seats, options={"leaving": leaving})
    size = game.map.size
    dice = random.Random(seats)

    def spot(place):
        (y, x), inner = divmod(place // 8, size), AROUND[place % 8]
        return (3 * x + inner[0], 3 * y + inner[1]), (x, y)

    for seed in range(12):
        state = game.start(seed)
        referee = Referee(size, [spot(place) for place in state.g.at[:seats]], leaving)
        while not state.over:
            (seat,) = state.to_act
            hand = [NAMES[tile - 1] for tile in state.ps[seat].hand if tile]
            assert set(state.legal_labels(seat)) == referee.legal(seat, hand)
            label = dice.choice(state.legal_labels(seat))
            state.play(seat, label)
            referee.lay(seat, label)
            assert {s: spot(p) for s, p in enumerate(state.g.at[:seats]) if p >= 0} == referee.trains
        assert [score.total for score in state.scores()] == [referee.outlived(seat) for seat in range(seats)]
        assert len(referee.trains) <= 1 or not any(any(state.ps[seat].hand) for seat in referee.trains)


def test_a_view_shows_the_own_hand_alone():
    state = ml.new_game("crossrails", seats=3).start(seed=5)
    view = state.view(1)
    assert view.ps[1].hand == state.ps[1].hand
    assert set(view.ps[0].hand + view.ps[2].hand) == {-1}
    assert not [event for event in view.events if event.kind == "chance"]
    assert sorted(view.g.deck[:32]) == [tile for tile in range(35) if tile + 1 not in state.ps[1].hand]


def test_a_guess_deals_every_unseen_tile_once():
    state = ml.new_game("crossrails", seats=4).start(seed=5)
    hands = set()
    for seed in range(20):
        guess = state.resample(2, seed)
        dealt = [tile - 1 for p in guess.ps for tile in p.hand] + list(guess.g.deck[: guess.g.left])
        assert sorted(dealt) == list(range(35))
        hands.add(tuple(guess.ps[0].hand))
    assert len(hands) > 15


def test_greedy_beats_random():
    game = ml.new_game("crossrails", seats=2)
    results = ml.simulate(game, 150, ["greedy", "random"], seed=1, compiled="off")
    assert results.column("total", 0).mean() > 1.5 * results.column("total", 1).mean()


def test_records_replay(tmp_path):
    state = ml.play(ml.new_game("crossrails", seats=4, map="crossrails_small"), ["greedy", "random"] * 2, seed=3)
    path = tmp_path / "game.jsonl"
    path.write_text(state.record().text())
    assert ml.Record.load(path).replay().digest() == state.digest()


def test_the_view_shows_tiles_trains_and_where_they_go():
    state = ml.new_game("crossrails", seats=3).start(seed=5)
    for _ in range(6):
        seat = state.to_act[0]
        state.play(seat, state.legal(seat)[0])
    seat = state.to_act[0]
    table = state.describe(seat)
    assert table.shared_board and len(table.boards) == 1
    board = table.boards[0]
    assert sorted(end.line for end in board.open_ends) == [s for s in range(3) if state.g.at[s] >= 0]
    assert len(board.tiles) == state.g.laid
    assert [tile.name for tile in table.hand] == table.facts[1].text.split()
    assert all(move.note for move in table.moves)


def test_files_of_boards_are_checked(tmp_path):
    path = tmp_path / "wrong.yaml"
    path.write_text(CORNER.replace("[1, 2,", "[1, 1,").replace("20]", "99]"))
    with pytest.raises(ml.FileError) as refused:
        read_board(Path(path))
    assert [(problem.line, problem.message) for problem in refused.value.problems] == [
        (5, "two trains come in at gate 1"),
        (5, "gates are numbered 1 to 24, not 99"),
    ]
