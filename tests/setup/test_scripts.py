"""Scripted chance: what is written happens, what is left out is drawn, what cannot be is refused."""

from __future__ import annotations

import copy
from itertools import chain
from typing import Any

import pytest

import metrolines as ml

ALL = ("effects", "objectives", "pencil_powers")
COLOURS = ["orange", "blue", "green", "purple"]
DECK = [
    "triangle-street",
    "switch-street",
    "joker-underground",
    "square-street",
    "circle-underground",
    "pentagon-street",
    "square-underground",
    "joker-street",
    "triangle-underground",
    "circle-street",
    "pentagon-underground",
]
FULL: dict[str, Any] = {
    "colours": [COLOURS, ["blue", "orange", "purple", "green"]],
    "decks": [DECK, DECK[::-1], DECK[4:] + DECK[:4], DECK[7:] + DECK[:7]],
    "objectives": ["monuments_6", "line_districts_7"],
    "powers": dict(zip(COLOURS, ["switch", "joker", "double-station", "double-section"], strict=True)),
    "gates": dict(
        zip(
            ["a1", "j1", "a10", "j10"],
            ["extra-branch", "extra-section", "double-station", "double-district"],
            strict=True,
        )
    ),
}


def dealt(state: ml.State, key: str) -> dict[str, str]:
    """What chance has decided under a key so far, by place."""
    return {event.place: event.outcome for event in state.events if event.kind == "chance" and event.key == key}


def rounds(state: ml.State) -> list[list[str]]:
    """The cards flipped so far, a list a round."""
    cards = dealt(state, "decks")
    return [[card for place, card in cards.items() if place.startswith(f"{number}.")] for number in range(1, 5)]


def passed(state: ml.State) -> ml.State:
    """The state once everybody has passed to the end."""
    while not state.over:
        state.play(state.to_act[0], "pass")
    return state


def problems(script: dict[Any, Any], variants: tuple[str, ...] = ALL, seats: int = 2) -> list[str]:
    """What is wrong with a script, one text a problem."""
    game = ml.new_game("paris", variants, seats)
    with pytest.raises(ml.SetupError) as caught:
        game.start(seed=1, script=script)
    return [str(problem) for problem in caught.value.problems]


# ---------------------------------------------------------------------------------------------------- what happens


def test_everything_scripted_happens_whatever_the_seed() -> None:
    game = ml.new_game("paris", ALL, 2)
    before = copy.deepcopy(FULL)
    states = [passed(game.start(seed, FULL)) for seed in (1, 2)]
    assert before == FULL
    assert states[0].events == states[1].events
    state = states[0]
    assert dealt(state, "colours") == {f"{s}.{r + 1}": FULL["colours"][s][r] for s in range(2) for r in range(4)}
    assert dealt(state, "objectives") == {"1": "monuments_6", "2": "line_districts_7"}
    assert dealt(state, "powers") == FULL["powers"]
    assert dealt(state, "gates") == FULL["gates"]
    for flipped, deck in zip(rounds(state), FULL["decks"], strict=True):
        assert flipped == deck[: len(flipped)]
        assert sum("underground" in card for card in flipped) == 5
        assert flipped[-1].endswith("underground")


def test_play_takes_a_script() -> None:
    state = ml.play(ml.new_game("paris", ALL, 2), ["random"], seed=5, script=FULL)
    assert rounds(state)[2] == FULL["decks"][2][: len(rounds(state)[2])]


@pytest.mark.parametrize("key", FULL)
def test_what_is_left_out_is_drawn(key: str) -> None:
    game = ml.new_game("paris", ALL, 2)
    script = {name: value for name, value in FULL.items() if name != key}
    states = [passed(game.start(seed, script)) for seed in range(12)]
    assert len({repr(dealt(state, key)) for state in states}) > 2
    for name in script:
        assert len({repr(dealt(state, name)) for state in states}) == 1


def test_lists_and_mappings_say_the_same() -> None:
    game = ml.new_game("paris", ALL, 2)
    slots = {block.key: block.slots for block in game.chance}
    flat = {key: list(chain.from_iterable(FULL[key])) for key in ("colours", "decks")}
    flat["objectives"] = FULL["objectives"]
    by_place = {key: dict(zip(slots[key], values, strict=True)) for key, values in flat.items()}
    in_order = {key: list(FULL[key].values()) for key in ("powers", "gates")}
    events = passed(game.start(1, FULL)).events
    assert passed(game.start(2, {**FULL, **by_place})).events == events
    assert passed(game.start(3, {**FULL, **in_order})).events == events
    assert passed(game.start(4, {**FULL, "colours": flat["colours"]})).events == events


def test_gates_have_the_names_of_their_districts_too() -> None:
    state = ml.new_game("paris", ["effects"]).start(
        1, {"gates": {"outer_southeast": "extra-branch", "a1": "double-station"}}
    )
    assert dealt(state, "gates")["j10"] == "extra-branch"
    assert dealt(state, "gates")["a1"] == "double-station"


def test_names_are_read_as_actions_are() -> None:
    script = {"DECKS": [["Joker_Street "]], "Gates": {"Outer-Northwest": "Extra_Branch"}, "objectives": ["Monuments-6"]}
    state = ml.new_game("paris", ALL).start(1, script)
    assert dealt(state, "decks") == {"1.1": "joker-street"}
    assert dealt(state, "gates")["a1"] == "extra-branch"
    assert dealt(state, "objectives")["1"] == "monuments_6"


@pytest.mark.parametrize("decks", [[["joker-street", "switch-street"]], ["joker-street", "switch-street"]])
def test_head_of_a_deck(decks: list[Any]) -> None:
    game = ml.new_game("paris")
    games = [rounds(passed(game.start(seed, {"decks": decks}))) for seed in range(30)]
    assert {tuple(flipped[0][:2]) for flipped in games} == {("joker-street", "switch-street")}
    assert len({flipped[0][2] for flipped in games}) == 9
    for flipped in games:
        assert all(len(set(cards)) == len(cards) for cards in flipped)
    assert len({flipped[1][0] for flipped in games}) > 5


@pytest.mark.parametrize(
    "decks",
    [[[], [], ["joker-street"]], [None, None, ["joker-street"]], {"3.1": "joker-street"}, {3.1: "joker-street"}],
)
def test_deck_of_a_later_round(decks: Any) -> None:
    game = ml.new_game("london")
    games = [rounds(passed(game.start(seed, {"decks": decks}))) for seed in range(20)]
    assert {flipped[2][0] for flipped in games} == {"joker-street"}
    assert len({flipped[0][0] for flipped in games}) > 4


def test_switch_brings_the_next_card_with_it() -> None:
    state = ml.new_game("paris").start(1, {"decks": [["switch-street", "joker-underground"]]})
    assert rounds(state)[0] == ["switch-street", "joker-underground"]
    assert (state.g.turn, state.g.switch, state.g.anywhere) == (1, 1, 0)


def test_a_place_may_be_left_open_in_a_list() -> None:
    game = ml.new_game("paris", ["objectives"])
    cards = [dealt(game.start(seed, {"objectives": [None, "monuments_6"]}), "objectives") for seed in range(30)]
    assert {drawn["2"] for drawn in cards} == {"monuments_6"}
    assert len({drawn["1"] for drawn in cards}) == 4
    assert all(drawn["1"] != "monuments_6" for drawn in cards)


def test_powers_in_part() -> None:
    game = ml.new_game("london", ["pencil_powers"])
    powers = [dealt(game.start(seed, {"powers": {"pink": "joker"}}), "powers") for seed in range(30)]
    assert {dealt["pink"] for dealt in powers} == {"joker"}
    assert {dealt["green"] for dealt in powers} == {"double-section", "switch", "double-station"}


# ---------------------------------------------------------------------------------------------------- colours


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_colours_of_seat_0_alone_go_round(seats: int) -> None:
    state = ml.new_game("paris", seats=seats).start(1, {"colours": [["green", "orange", "purple", "blue"]]})
    order = ["green", "orange", "purple", "blue"]
    for seat in range(seats):
        own = [dealt(state, "colours")[f"{seat}.{number}"] for number in range(1, 5)]
        assert own == order[seat:] + order[:seat]


def test_drawn_colours_are_never_shared() -> None:
    game = ml.new_game("london", seats=4)
    for seed in range(20):
        colours = dealt(game.start(seed), "colours")
        for number in range(1, 5):
            assert len({colours[f"{seat}.{number}"] for seat in range(4)}) == 4
        for seat in range(4):
            assert len({colours[f"{seat}.{number}"] for number in range(1, 5)}) == 4


# ---------------------------------------------------------------------------------------------------- refusals

REFUSED: dict[str, tuple[dict[Any, Any], str]] = {
    "unknown key": (
        {"colors": []},
        "script: this game leaves nothing called 'colors' to chance (did you mean \"colours\"?)",
    ),
    "a key that is no text": (
        {5: []},
        "script: this game leaves nothing called 5 to chance (known: colours, decks, gates,",
    ),
    "unknown card": ({"decks": [["jokerstreet"]]}, "no such outcome: 'jokerstreet' (did you mean \"joker-street\"?)"),
    "a card that is no text": ({"decks": [[5]]}, "script, decks: no such outcome: 5 (known: "),
    "unknown place": ({"powers": {"oranje": "joker"}}, "no such place: 'oranje' (did you mean \"orange\"?)"),
    "a round too many": (
        {"decks": {"5.1": "joker-street"}},
        "script, decks: no such place: '5.1' (did you mean \"4.1\"?)",
    ),
    "no list": ({"decks": "joker-street"}, "script, decks: expected a list, not 'joker-street'"),
    "a number": ({"decks": 5}, "script, decks: expected a list, not 5"),
    "more cards than a deck has": ({"decks": [DECK + DECK[:1]]}, "script, decks: 12 entries where there are 11"),
    "more decks than rounds": ({"decks": [DECK] * 5}, "script, decks: 5 lists where there are 4"),
    "more objectives than are drawn": (
        {"objectives": ["a", "b", "c"]},
        "script, objectives: 3 entries where there are 2",
    ),
    "more seats than there are": ({"colours": [COLOURS] * 3}, "script, colours: 3 lists where there are 2"),
    "a card twice": ({"decks": [["joker-street", "joker-street"]]}, "script, decks: joker-street comes twice (at 1.2)"),
    "a power twice": ({"powers": {"blue": "joker", "green": "joker"}}, "script, powers: joker comes twice (at green)"),
    "an objective twice": ({"objectives": ["monuments_6"] * 2}, "script, objectives: monuments_6 comes twice (at 2)"),
    "a colour twice": (
        {"colours": [["blue", "blue", "green", "orange"]]},
        "script, colours: blue comes twice (at 0.2)",
    ),
    "a gap": ({"decks": [["joker-street", None, "square-street"]]}, "script, decks: a gap before 1.3"),
    "a gap at the beginning": ({"decks": {"2.2": "joker-street"}}, "script, decks: a gap before 2.2"),
    "two outcomes for one place": (
        {"gates": {"a1": "extra-branch", "outer_northwest": "extra-section"}},
        "script, gates: two outcomes for a1",
    ),
    "two seats share a colour": (
        {"colours": [COLOURS, ["blue", "green", "orange", "purple"]]},
        "script, colours: two seats share a colour in round 4",
    ),
    "colours in part": (
        {"colours": [COLOURS[:3]]},
        "script, colours: give the colours of every seat, or of seat 0 alone",
    ),
    "colours of another seat alone": (
        {"colours": {f"1.{number + 1}": colour for number, colour in enumerate(COLOURS)}},
        "script, colours: give the colours of every seat, or of seat 0 alone",
    ),
    "an objective of another city": ({"objectives": ["thames_6"]}, "script, objectives: no such outcome: 'thames_6'"),
}


@pytest.mark.parametrize(("script", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_refused(script: dict[Any, Any], words: str) -> None:
    (problem,) = problems(script)
    assert problem.startswith("script")
    assert words in problem


def test_keys_of_variants_that_are_not_in_play_are_unknown() -> None:
    assert problems({"powers": {"blue": "joker"}, "gates": {}}, ()) == [
        "script: this game leaves nothing called 'powers' to chance (known: colours, decks)",
        "script: this game leaves nothing called 'gates' to chance (known: colours, decks)",
    ]


def test_all_problems_come_at_once() -> None:
    found = problems({"decks": [["x"], ["joker-street", "y"]], "powers": {"z": "joker"}, "objectives": 7})
    assert [problem.split(" (")[0] for problem in found] == [
        "script, decks: no such outcome: 'x'",
        "script, decks: no such outcome: 'y'",
        "script, powers: no such place: 'z'",
        "script, objectives: expected a list, not 7",
    ]
