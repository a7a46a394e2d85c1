"""The naive referee on made-up cities: maps with a loop, and maps of another name."""

import pytest

from .made_up import JOKER, city_of, game_on, pair, play_all, ring, street


def test_the_loop_of_a_map():
    city = ring()
    assert city.loop == ["b2", "d2", "d4", "b4"]
    assert city.loop_sections == {pair("b2-d2"), pair("d2-d4"), pair("b4-d4"), pair("b2-b4")}
    assert ring(loop="").loop == [] and ring(loop="").loop_sections == set()


@pytest.mark.parametrize(
    "loop",
    [
        "b2 d2 b4",  # no section d2-b4
        "a1 b2 d2",  # the last is not joined with the first
        "b2 d2 d4 b4 b2",  # the first station is not said again at the end
        "b2 d2 c3 d4 b4 c3",  # an eight
    ],
)
def test_a_loop_follows_sections_and_is_a_ring(loop):
    with pytest.raises(AssertionError):
        ring(loop=loop)


def test_a_loop_may_name_any_cell_of_the_central_station():
    city = city_of("a1-c2 c1-a3 a1-a3", "a1 a3 a8 a9", central="c1 c2", loop="a1 c2 a3")
    assert city.loop == ["a1", "c1", "a3"] and pair("a1-c1") in city.loop_sections


@pytest.mark.parametrize(("name", "bonus"), [("Tokyo", 0), ("Paris", 2)])
def test_city_bonus_of_another_map(name, bonus):
    """A map of another name has no guided tour and pays nothing for monuments; without a river it has no bonus."""
    game = game_on(street(name=name, monuments="b1"), [JOKER])
    play_all(game, "a1-b1")
    assert game.line_detail(0, 0)[2] == bonus
    assert game.turn_number == (1 if name == "Paris" else 2)
