"""Tables of one process know nothing of one another, and objective cards depend on the map alone."""

from __future__ import annotations

from pathlib import Path

from town import town_file

import metrolines as ml
from metrolines.simulation.run import make_agent

ALL = ("effects", "objectives", "pencil_powers")


def shape(game: ml.Game) -> tuple[object, ...]:
    """Everything of a set-up that a table shows."""
    fields = (game.table_layout, game.seat_layout, game.columns, [block.key for block in game.chance])
    return game.space.labels, game.space.codes, *fields, sorted(game.constant_values), game.digest, game.title


def test_order_of_variants_does_not_matter() -> None:
    games = [ml.new_game("paris", order, 2) for order in (ALL, ALL[::-1], (*ALL, *ALL))]
    assert len({repr(shape(game)) for game in games}) == 1
    assert len({ml.play(game, ["random"], seed=6).record().text() for game in games}) == 1


def test_variants_never_show_at_another_table() -> None:
    before, text = shape(ml.new_game("paris")), ml.play(ml.new_game("paris"), ["greedy"], seed=6).record().text()
    for name in ALL:
        full = ml.new_game("paris", [name])
        ml.play(full, ["random"], seed=6)
        assert shape(full) != before
        plain = ml.new_game("paris")
        assert shape(plain) == before
        assert ml.play(plain, ["greedy"], seed=6).record().text() == text


def test_two_tables_are_played_side_by_side() -> None:
    alone = [ml.play(ml.new_game("paris", chosen), ["random"], seed=9).record().text() for chosen in ((), ALL)]
    states = [ml.new_game("paris", chosen).start(seed=9) for chosen in ((), ALL)]
    agents = [make_agent(state.game, "random", 0, 9) for state in states]
    while not all(state.over for state in states):
        for state, agent in zip(states, agents, strict=True):
            if not state.over:
                state.play(0, agent.act(state.view(0)))
    assert [state.record().text() for state in states] == alone


def test_what_a_variant_keeps_is_a_record_of_its_own() -> None:
    base = ml.new_game("paris")
    for name in ALL:
        full = ml.new_game("paris", [name])
        assert set(full.constant_values) - set(base.constant_values) == {name}
        for layouts in ((full.table_layout, base.table_layout), (full.seat_layout, base.seat_layout)):
            names = [[field.name for field in layout.fields] for layout in layouts]
            assert names[0] == names[1]
        assert {part for part, _ in full.seat_layout.parts} <= {name}


# ---------------------------------------------------------------------------------------------------- objectives


def drawn(game: ml.Game) -> list[str]:
    """The objectives that may be drawn."""
    return next(list(block.outcomes) for block in game.chance if block.key == "objectives")


def test_cards_come_from_the_citys_own_deck() -> None:
    assert drawn(ml.new_game("paris", ["objectives"]))[0] == "line_districts_7"
    assert drawn(ml.new_game("london", ["objectives"])) == [
        "interchanges_8",
        "districts_13",
        "tourist_5",
        "central_9",
        "thames_6",
    ]
    assert "left out" not in " ".join(ml.new_game("london", ["objectives"]).notes)


def test_cards_of_another_city_are_left_out_where_the_map_lacks_what_they_count() -> None:
    game = ml.new_game("paris", ["objectives"], options={"objectives.from": "london"})
    assert drawn(game) == ["interchanges_8", "districts_13", "central_9"]
    assert game.notes == (
        "Objective tourist_5 is left out: Paris has no tourist sites.",
        "Objective thames_6 is left out: Paris has no river crossings.",
    )


def test_all_decks_for_a_map_of_ones_own(tmp_path: Path) -> None:
    game = ml.new_game("paris", ["objectives"], options={"objectives.draw": 3}, map=town_file(tmp_path))
    left_out = {note.split()[1] for note in game.notes}
    assert {"line_districts_7", "monuments_6", "double_crossings_2"} <= left_out
    assert {"interchanges_8", "tourist_5", "outer_districts_4"} <= set(drawn(game))
    assert not left_out & set(drawn(game))
    happened = [event.outcome for event in game.start(seed=1).events if event.key == "objectives"]
    assert len(set(happened)) == 3
    assert set(happened) <= set(drawn(game))
