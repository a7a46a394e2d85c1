"""What a seat may know in Metro: its own tiles, the board, and how many of each tile are unseen; nothing else."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from metro_table import ALL_TILES, Pair, choice_of, hand_of, metro, pile, play_on
from series import few_and_all
from table import content

import metrolines as ml
from metrolines.simulation.run import make_agent
from referee.metro import piece

steady = partial(settings, derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
NEVER = {"one_tile_lines": "never"}
TABLES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    ((), {}),
    ((), NEVER),
    (("hand",), {"hand.size": 3}),
    (("rotation",), {}),
    (("hand", "rotation"), {"hand.size": 2}),
    (("hand", "rotation"), {"hand.size": 3, **NEVER}),
]
tables_and_seeds = given(table=st.sampled_from(TABLES), seats=st.sampled_from((2, 3, 5)), seed=st.integers(0, 2**40))


class Copy(str):
    """A tile that knows its place in the pile; the referee moves it about like any other."""

    place = -1


def copies(tiles: list[str]) -> list[Copy]:
    made = [Copy(tile) for tile in tiles]
    for place, tile in enumerate(made):
        tile.place = place
    return made


def somewhere(table: Any, seats: int, seed: int) -> Pair:
    """A table in the middle of a game, or at its end."""
    variants, options = table
    dice = random.Random(seed)
    pair = Pair(metro(variants, seats, **options), copies(pile(seed=seed)))
    for _ in range(dice.choice((dice.randrange(70), dice.randrange(58, 75)))):
        if not pair.referee.over:
            pair.play(choice_of(sorted(pair.referee.legal()), dice, 0.2))
    return pair


def look(view: Any, seat: int) -> tuple[Any, ...]:
    """All that a state holds, what is only worked with included, and what a seat may do."""
    records = [{name: value for name, _, value in record.LAYOUT.numbers(record)} for record in (view.g, *view.ps)]
    return records, view.events, view.seed, view.viewer, view.legal_labels(seat)


def shown(view: Any, seat: int) -> list[Any]:
    """What people and programs are shown of a state."""
    table = view.describe(seat)  # what happened before is told by states alone, which know the story
    return [replace(table, news=()), view.game.family.details(view, seat)]


def unseen_places(pair: Pair, seat: int) -> list[int]:
    """Where in the pile the tiles came from, or will come from, that a seat has not seen."""
    referee: Any = pair.referee
    hidden = [tile for other, hand in enumerate(referee.hands) if other != seat for tile in hand] + referee.pile
    if referee.drawn is not None and referee.to_act != seat:
        hidden.append(referee.drawn)
    return [tile.place for tile in hidden]


def tiles_of(state: Any, *seats: int) -> Counter[str]:
    """The tiles in the hands of seats, drawn ones among them, and in the pile."""
    drawn = [state.game.map.tiles[state.ps[seat].drawn - 1] for seat in seats if state.ps[seat].drawn > 0]
    held = [tile for seat in seats for tile in hand_of(state, seat)]
    return Counter([*held, *drawn, *(state.game.map.tiles[tile] for tile in state.g.deck[: state.g.left])])


@few_and_all(12, 100)
def test_states_that_differ_in_hidden_things_look_the_same(games: int):
    steady(max_examples=games)(tables_and_seeds(look_alike))()


def look_alike(table: Any, seats: int, seed: int) -> None:
    pair = somewhere(table, seats, seed)
    dice = random.Random(seed)
    for seat in range(seats):
        places = unseen_places(pair, seat)
        tiles = list(map(str, pair.tiles))
        moved = dice.sample(places, len(places))
        for place, source in zip(places, moved, strict=True):
            tiles[place] = str(pair.tiles[source])
        other = pair.state.game.start(seed=seed, script={"tiles": tiles})
        try:
            for label in pair.story:
                other.play(other.to_act[0], label)
            assert other.over == pair.state.over
        except (ml.IllegalAction, IndexError, AssertionError):
            assert "never" in table[1].values()  # with other tiles that game would have ended
            continue
        assert look(other.view(seat), seat) == look(pair.state.view(seat), seat), pair
        assert shown(other, seat) == shown(pair.state, seat) == shown(pair.state.view(seat), seat)
        if len(set(tiles)) > 1 and tiles != pair.tiles and not pair.state.over:
            assert content(other) != content(pair.state)


@steady(max_examples=100)
@tables_and_seeds
def test_a_view_shows_what_a_seat_knows(table: Any, seats: int, seed: int):
    pair = somewhere(table, seats, seed)
    state, referee = pair.state, pair.referee
    for seat in range(seats):
        view = state.view(seat)
        assert sorted(map(pair.kind, hand_of(view, seat))) == sorted(map(pair.kind, referee.hands[seat]))
        assert view.ps[seat].drawn == state.ps[seat].drawn
        assert (view.viewer, view.seed, view.g.rng, set(view.g.outcomes)) == (seat, None, 0, {0})
        assert view.placements() == referee.placements()
        assert view.scores() == state.scores()
        assert view.g.left == len(referee.pile)
        assert (view.to_act, view.over) == (state.to_act, state.over)
        assert set(view.legal_labels(seat)) == (referee.legal() if state.to_act == (seat,) else set())
        assert [event for event in view.events if event.kind == "chance"] == []
        assert [event.action for event in view.events] == pair.story
        for other in set(range(seats)) - {seat}:
            assert hand_of(view, other) == ["?"] * len(referee.hands[other])
            assert view.ps[other].drawn == (-1 if referee.drawn is not None and referee.to_act == other else 0)
        unseen = sorted(str(pair.tiles[place]) for place in unseen_places(pair, seat))
        shown = [state.game.map.tiles[tile] for tile in view.g.deck[: len(unseen)]]
        assert sorted(map(pair.kind, shown)) == sorted(map(pair.kind, unseen))
        assert view.g.deck == sorted(view.g.deck[: len(unseen)]) + [0] * (60 - len(unseen))
        assert look(view.view(seat), seat) == look(view, seat)
        for other in state.to_act:
            with pytest.raises(ml.UsageError, match="a view cannot be played on"):
                view.play(other, "draw")


@few_and_all(12, 100)
def test_guesses_keep_what_is_seen_and_deal_the_rest(games: int):
    steady(max_examples=games)(tables_and_seeds(check_guesses))()


def check_guesses(table: Any, seats: int, seed: int) -> None:
    pair = somewhere(table, seats, seed)
    state = pair.state
    before = content(state)
    others = [[other for other in range(seats) if other != seat] for seat in range(seats)]
    for seat in range(seats):
        view = state.view(seat)
        unseen = Counter(pair.kind(str(pair.tiles[place])) for place in unseen_places(pair, seat))
        for rng in range(4):
            guess = state.resample(seat, rng)
            assert look(view.resample(seat, rng), seat) == look(guess, seat)  # a view is enough to guess from
            assert (guess.viewer, guess.seed) == (None, rng)
            assert look(guess.view(seat), seat) == look(view, seat)
            dealt = tiles_of(guess, *others[seat])
            assert Counter(pair.kind(tile) for tile in dealt.elements()) == unseen
            if "rotation" not in table[0]:
                laid = Counter(guess.placements()[at : at + 4] for at in range(0, len(guess.placements()), 6))
                everything = tiles_of(guess, *range(seats)) + laid
                assert everything == Counter(ALL_TILES)
        for legal in guess.to_act:
            assert guess.legal(legal)
        play_on(guess, random.Random(seed))
        assert guess.over
        assert guess.g.placed == 60 or "never" in table[1].values()
    assert content(state) == before


def test_two_views_show_nothing_together():
    view = somewhere(TABLES[2], 3, 4).state.view(0).view(1)
    assert [set(hand_of(view, seat)) for seat in range(3)] == [{"?"}] * 3


def test_guesses_reach_every_hand_as_often_as_they_should():
    """The other hand and the next tile are any of the unseen tiles, each as likely."""
    state: Any = metro().start(seed=1, script={"tiles": pile("aacb", "dddd", "cbcb", "aaaa", "bbbb")})
    state.play(0, "aacb01")
    state.play(1, "dddd11")  # seat 0 holds cbcb, seat 1 aaaa
    unseen = Counter(ALL_TILES) - Counter(["aacb", "dddd", "cbcb"])
    assert sum(unseen.values()) == 57
    games = 4000
    hands: Counter[str] = Counter()
    following: Counter[str] = Counter()
    for rng in range(games):
        guess = state.resample(0, rng)
        hands[hand_of(guess, 1)[0]] += 1
        guess.play(0, "draw")
        following[guess.game.map.tiles[guess.ps[0].drawn - 1]] += 1
    for found in (hands, following):
        assert set(found) == set(unseen)
        squares = sum((found[tile] - games * n / 57) ** 2 / (games * n / 57) for tile, n in unseen.items())
        assert squares < 55  # 23 degrees of freedom: one in five thousand
    assert hands != following


def test_guesses_differ_in_all_that_is_hidden():
    state = somewhere(TABLES[2], 3, 5).state
    guesses = [state.resample(0, rng) for rng in range(30)]
    assert len({tuple(map(tuple, (hand_of(guess, 1), hand_of(guess, 2)))) for guess in guesses}) == 30
    assert len({tuple(guess.g.deck) for guess in guesses}) == 30
    assert content(state.resample(0, 7)) == content(guesses[7])


def test_a_guess_never_gives_a_seat_what_would_have_ended_the_game():
    """With `one_tile_lines: never` a drawn tile that does not fit ends the game: since it goes on, it does fit."""
    state: Any = metro((), 2, **NEVER).start(seed=1, script={"tiles": pile("aacb", "cbcb", "cbaa")})
    state.play(0, "draw")
    elsewhere: Counter[str] = Counter()
    for rng in range(400):
        guess = state.resample(1, rng)
        drawn = guess.game.map.tiles[guess.ps[0].drawn - 1]
        assert drawn != "dddd"  # which fits nowhere on an empty board
        assert guess.legal(0)
        elsewhere[hand_of(guess, 0)[0]] += 1
    assert elsewhere["dddd"] > 3


def test_the_name_a_turned_tile_was_printed_under_is_not_told():
    """`adad` laid turned and `dada` are one and the same on the board."""
    seen = set()
    for tiles in (("aacb", "adad", "cbcb", "dada"), ("aacb", "dada", "cbcb", "adad")):
        state: Any = metro(("rotation",), 2).start(seed=1, script={"tiles": pile(*tiles)})
        state.play(0, "aacb01")
        state.play(1, "adad04")
        seen.add(repr(look(state.view(0), 0)))
        assert piece(hand_of(state, 1)[0]) == piece("dada")
    assert len(seen) == 1


@steady(max_examples=40)
@tables_and_seeds
def test_agents_decide_the_same_without_what_is_hidden(table: Any, seats: int, seed: int):
    state = somewhere(table, seats, seed).state
    game, decided = state.game, 0
    while not state.over and decided < 6:
        seat = state.to_act[0]
        for name in ("greedy", "random", "random_pass"):
            seen = (state, state.view(seat), state.resample(seat, decided))
            choices = {make_agent(game, name, seat, seed + decided).act(each) for each in seen}
            assert len(choices) == 1
            assert choices <= set(state.legal(seat))
        state.play(seat, choices.pop())
        decided += 1
