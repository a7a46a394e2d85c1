"""Small cases of round effects, by hand: what each effect allows, and what people take it to allow and it does not."""

from __future__ import annotations

from typing import Any

import pytest
from table import MAPS, game_of, items, pass_round, path, play_on

import metrolines as ml

ORDER = ["orange", "blue", "green", "purple"]
SYMBOLS = ["square", "triangle", "pentagon", "circle"]
EFFECTS = ["joker-double-track", "branch", "double", "straight-on"]
POWERS = ["double-section", "joker", "switch", "double-station"]


def cards_up(symbol: str, effect: str) -> dict[str, list[str]]:
    """The script in which these two are turned up first, and the others in their order."""
    symbols = [symbol, *(other for other in SYMBOLS if other != symbol)]
    return {"round_symbols": symbols, "round_effects": [effect, *(other for other in EFFECTS if other != effect)]}


def table(symbol: str, effect: str, *cards: str, power: str = "", seats: int = 1) -> ml.State:
    """Paris with orange first; its power, where one is named."""
    colours = [ORDER[k:] + ORDER[:k] for k in range(seats)]
    script: dict[str, Any] = {"colours": colours, "decks": [cards], **cards_up(symbol, effect)}
    if power:
        others = [name for name in POWERS if name != power]
        script["powers"] = dict(zip(ORDER, [power, *others], strict=True))
    variants = ("round_effects", *["pencil_powers"] * bool(power))
    return game_of("paris", variants, seats).start(seed=1, script=script)


def sections(state: ml.State) -> set[str]:
    return {text for text in state.legal_labels(0) if "-" in text and " " not in text}


def powers(state: ml.State) -> set[str]:
    return {text for text in state.legal_labels(0) if text.startswith("power")}


def why(state: ml.State) -> str:
    return " ".join(state.describe(0).prompt.why)


# --- straight on ---


@pytest.mark.parametrize("card", ["square-street", "joker-street"])
def test_straight_on(card: str) -> None:
    """d4 and d6 are squares in one column, d9 below them is none; any symbol will do ahead."""
    state = table("square", "straight-on", card)
    play_on(state, 0, "d3-d4")
    assert state.g.turn == 1
    assert set(state.legal_labels(0)) == {"d4-d6", "pass"}
    assert "Straight on: you reached a square" in why(state)
    again = state.game.from_position(state.position(), seed=1)
    assert set(again.legal_labels(0)) == {"d4-d6", "pass"}
    play_on(state, 0, "d4-d6")
    assert set(state.legal_labels(0)) == {"d6-d9", "pass"}
    declined = state.copy()
    declined.play(0, "pass")
    play_on(state, 0, "d6-d9")
    assert (state.g.turn, declined.g.turn) == (2, 2)


def test_straight_on_is_of_the_symbol_of_the_station() -> None:
    state = table("circle", "straight-on", "square-street")
    play_on(state, 0, "d3-d4")
    assert state.g.turn == 2


def test_nothing_ahead_ends_the_turn() -> None:
    """From d3 to b3 the next cell to the west is the last one, and empty."""
    state = table("triangle", "straight-on", "triangle-street")
    play_on(state, 0, "d3-b3")
    assert state.g.turn == 2


def test_the_way_ahead_may_be_barred() -> None:
    """Ahead of d4 lies d6, which is on the line already."""
    state = table("square", "straight-on", "joker-street", "square-street", "joker-underground", "circle-street")
    play_on(state, 0, "d3-f3", "pass")  # f3 is a square as well: its way on is declined
    assert state.g.turn == 2
    play_on(state, 0, "d3-d4", "d4-d6", "pass")
    assert state.g.turn == 3
    assert "d4-d6" not in sections(state)


def test_straight_on_comes_before_the_double_section() -> None:
    state = table("square", "straight-on", "square-street", power="double-section")
    play_on(state, 0, "power double-section", "d3-d4")
    assert set(state.legal_labels(0)) == {"d4-d6", "pass"}
    play_on(state, 0, "pass")
    assert state.g.turn == 1
    assert {"d3-f3", "d4-d6"} <= sections(state)


# --- double ---


def test_stations_of_the_symbol_count_twice() -> None:
    """Triangles b3 and d1; the departure d3 lies in one district with b3."""
    state = table("triangle", "double", "joker-street", "triangle-street")
    assert items(state)["line_1"] == 1
    play_on(state, 0, "d3-b3")
    assert items(state)["line_1"] == 1 * 3
    play_on(state, 0, "d3-d1")
    assert items(state)["line_1"] == 2 * 3
    pass_round(state)
    assert items(state)["line_1"] == 2 * 3
    assert items(state)["line_2"] == 1


def test_the_departure_station_is_not_reached() -> None:
    state = table("circle", "double", "square-street")
    assert items(state)["line_1"] == 1
    play_on(state, 0, "d3-d4")
    assert items(state)["line_1"] == 1 * 2


def test_doubled_and_marked_counts_three_times() -> None:
    state = table("triangle", "double", "triangle-street", power="double-station")
    play_on(state, 0, "d3-b3", "power double-station b3")
    assert items(state)["line_1"] == 1 * 4


# --- joker and double track ---


def test_the_card_counts_as_a_joker_without_the_tour() -> None:
    state = table("square", "joker-double-track", "triangle-street", "square-street", power="joker")
    assert powers(state) == {"power joker"}
    play_on(state, 0, "d3-b3")
    assert "counts as a joker" in why(state)
    assert powers(state) == set()
    assert {"b3-b4", "b3-b2", "d3-e4"} <= sections(state)
    play_on(state, 0, "b3-b4")  # a monument
    assert state.g.turn == 3


def test_a_second_track_without_the_variant_of_that_name() -> None:
    """Red has drawn a2-a3 and a3-a4; blue starts at a3."""
    game = ml.new_game("paris", ["round_effects"], map=MAPS / "playground.yaml")
    script = {"colours": [["red", "blue", "green", "black"]], **cards_up("circle", "double")}
    script["round_effects"] = ["double", "joker-double-track", "branch", "straight-on"]
    script["round_symbols"] = ["circle", "square", "triangle", "pentagon"]
    for card, offered in (("square-street", True), ("triangle-street", False), ("joker-street", False)):
        state = game.start(1, {**script, "decks": [["joker-street", "circle-street"], [card]]})
        play_on(state, 0, "a2-a3", "a3-a4")
        pass_round(state)
        assert ("a3-a2" in sections(state)) == offered
        assert ("a3-a4" in sections(state)) == offered
        if not offered:
            with pytest.raises(ml.IllegalAction, match="drawn already"):
                state.play(0, "a3-a2")
            continue
        play_on(state, 0, "a3-a2")
        pass_round(state)
        assert items(state)["interchanges_2"] == 2 * 3  # a2, a3, and a4, where green departs


# --- branch ---


def test_branch_from_the_third_turn_on() -> None:
    state = table("square", "branch", "triangle-street", "square-street", "square-underground", "circle-street")
    play_on(state, 0, "d3-b3")
    assert "no effect before turn 3" in why(state)
    play_on(state, 0, "b3-b2")
    assert "at any station of the line" in why(state)
    assert {text.split("-")[0] for text in sections(state)} >= {"d3", "b3"}
    branch = next(text for text in sorted(sections(state)) if text.startswith("b3-"))
    play_on(state, 0, branch)
    assert {text.split("-")[0] for text in sections(state)}.isdisjoint({"b3"})


def test_branch_makes_the_switch_power_idle_and_holds_for_the_double_section() -> None:
    cards = ("triangle-street", "square-street", "square-underground", "circle-street")
    state = table("square", "branch", *cards, power="switch")
    play_on(state, 0, "d3-b3", "b3-b2")
    assert powers(state) == set()
    play_on(state, 0, "pass")
    assert powers(state) == {"power switch"}
    state = table("square", "branch", *cards, power="double-section")
    play_on(state, 0, "d3-b3", "b3-b2", "power double-section", "d3-d4")
    assert any(text.startswith("b3-") for text in sections(state))


# --- the cards ---


def test_what_is_to_come_is_hidden() -> None:
    """In a state that was dealt, and in one that was scripted; the table tells of this round's two cards."""
    game = game_of("paris", ("round_effects",))
    for state in (game.start(7), table("square", "branch")):
        blocks = [block for block in game.chance if block.key.startswith("round_")]
        for seen in (state.view(0), game.from_position(state.position(), seed=1)):
            known = [[seen.g.outcomes[block.first + i] > 0 for i in range(4)] for block in blocks]
            assert known == [[True, False, False, False]] * 2
        assert sum("This round: " in line for line in state.describe(0).sheets[0].status) == 1
        assert sum(event.key.startswith("round_") for event in state.events) == 2


@pytest.mark.parametrize("seed", range(5))
def test_each_comes_once_also_from_a_position(seed: int) -> None:
    game = game_of("paris", ("round_effects",), 2)
    state = game.start(seed)
    pass_round(state)
    for start in (state, game.from_position(state.position(), seed=seed)):
        pass_round(start)
        pass_round(start)
        for block in game.chance:
            if block.key.startswith("round_"):
                assert sorted(start.g.outcomes[block.first : block.first + 4]) == [1, 2, 3, 4]


def test_a_part_of_them_may_be_scripted() -> None:
    game = game_of("paris", ("round_effects",))
    script = {"round_symbols": {"3": "circle"}, "round_effects": ["double"]}
    firsts = set()
    for seed in range(12):
        state = game.start(seed, script)
        firsts.add(next(event.outcome for event in state.events if event.key == "round_symbols"))
        pass_round(state)
        pass_round(state)
        happened = {(event.key, event.place): event.outcome for event in state.events}
        assert happened["round_symbols", "3"] == "circle"
        assert happened["round_effects", "1"] == "double"
    assert firsts == {"square", "triangle", "pentagon"}


def test_a_card_that_comes_twice_is_refused() -> None:
    with pytest.raises(ml.SetupError, match="circle comes twice"):
        game_of("paris", ("round_effects",)).start(1, {"round_symbols": ["circle", "circle"]})


def test_a_sheet_played_on_paper_says_itself_what_counts_twice() -> None:
    game = game_of("paris", ("round_effects",))
    sheet: dict[str, Any] = {"lines": {"orange": [*path("d3", "b3", "b2")]}}
    for seed in range(3):
        plain = game.score_sheet(sheet)
        assert not plain.problems, seed
        assert items(plain.state)["line_1"] == 2 * 2
    marked = game.score_sheet({**sheet, "marks": {"orange": {"stations": ["b3"]}}})
    assert items(marked.state)["line_1"] == 2 * 3
