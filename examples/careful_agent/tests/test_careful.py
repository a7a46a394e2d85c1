"""The agents: they conform, and they beat others over fixed sets of games."""

import metrolines as ml
import pytest

from metrolines_careful.search import Careful, Effort

QUICK = Effort(3, 2, 40, 1.0)


def quick(game, seat, seed):
    """`careful` with less effort, for games where that is enough to show something."""
    return Careful(game, seat, seed, QUICK)


def totals(game, agents, seed):
    return [score.total for score in ml.play(game, agents, seed=seed).scores()]


@pytest.mark.parametrize(("game", "seats"), [("paris", 1), ("tokyo", 2), ("metro", 2)])
def test_careful_conforms(check_agent, game, seats):
    report = check_agent(quick, ml.new_game(game, seats=seats), games=seats)
    assert report.microseconds < 1_000_000


def test_it_sits_down_by_name(check_agent):
    report = check_agent("careful", "paris", games=1)
    assert report.microseconds < 1_000_000


def test_careful_beats_greedy_and_random_in_paris():
    game = ml.new_game("paris")
    sums = [0, 0, 0]
    for seed in range(4):
        for place, agent in enumerate(("careful", "greedy", "random")):
            sums[place] += totals(game, [agent], seed)[0]
    careful, greedy, random = (total / 4 for total in sums)
    assert careful > greedy + 15
    assert careful > random + 50


def test_careful_beats_random_in_metro():
    game = ml.new_game("metro", seats=2)
    for seed in range(2):
        seat = seed % 2
        agents = ["random", "random"]
        agents[seat] = quick(game, seat, seed)
        found = totals(game, agents, seed)
        assert found[seat] > found[1 - seat]


def test_a_move_does_not_depend_on_what_a_seat_cannot_know():
    """Two positions that look the same get the same answer, whatever is in the pile and the other hand."""
    game = ml.new_game("metro", seats=2)
    state = game.start(seed=3)
    answers = {quick(game, 0, 7).act(state.resample(0, seed).view(0)) for seed in range(4)}
    assert len(answers) == 1


def test_prudent_conforms(check_agent):
    check_agent("prudent", "paris", games=2)
    with pytest.raises(ml.UsageError, match="does not play metro"):
        ml.play(ml.new_game("metro", seats=2), ["prudent", "random"], seed=1)


def test_prudent_beats_greedy():
    game = ml.new_game("london")
    prudent = ml.simulate(game, 100, ["prudent"], seed=1, compiled="off")
    greedy = ml.simulate(game, 100, ["greedy"], seed=1, compiled="off")
    assert prudent.column("total").mean() > greedy.column("total").mean() + 5


def test_prudent_is_the_same_as_machine_code():
    pytest.importorskip("numba")
    game = ml.new_game("paris", ["effects"])
    fast = ml.simulate(game, 50, ["prudent"], seed=1, compiled="require")
    slow = ml.simulate(game, 50, ["prudent"], seed=1, compiled="off")
    assert fast.table.tolist() == slow.table.tolist()
