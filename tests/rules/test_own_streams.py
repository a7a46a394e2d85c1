"""What variants deal before the game comes from generators of their own: equal seeds, equal decks, with and without."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin_files import variant, write_plugins
from table import game_of

import metrolines as ml

AGENT = ["random"]
FORTUNES = """
class OwnTables(Constants):
    slot: int

def build(builder):
    slots = [str(number) for number in range(20 * builder.seats)]
    builder.constants(OwnTables(slot=builder.chance("fortunes", slots, ["red", "black"], group=1)))

@hookimpl
def on_setup(g, p, t, own_t):
    for number in range(20):
        outcome(g, own_t.slot + 20 * p.seat + number, 2)
"""


def dealt(game: ml.Game, seed: int, *keys: str) -> list[tuple[str | None, ...]]:
    """What chance decided under some keys in a whole game."""
    events = ml.play(game, AGENT, seed=seed).events
    return [(event.key, event.place, event.outcome) for event in events if event.key in keys]


@pytest.mark.parametrize("city", ["paris", "london"])
@pytest.mark.parametrize("variants", [("effects",), ("objectives",), ("effects", "objectives", "pencil_powers")])
def test_decks_and_colours_are_those_of_the_base_game(city: str, variants: tuple[str, ...]) -> None:
    base, other = game_of(city, (), 2), game_of(city, variants, 2)
    seen = set()
    for seed in range(5):
        decks = dealt(base, seed, "colours", "decks")
        assert dealt(other, seed, "colours", "decks") == decks
        seen.add(tuple(decks))
    assert len(seen) == 5


def test_a_variant_deals_the_same_in_any_company() -> None:
    alone, together = game_of("paris", ("effects",), 2), game_of("paris", ("effects", "objectives"), 2)
    deals = [dealt(alone, seed, "gates") for seed in range(8)]
    assert deals == [dealt(together, seed, "gates") for seed in range(8)]
    assert len({tuple(deal) for deal in deals}) > 3


def test_variants_do_not_draw_the_same_numbers() -> None:
    """Effects and powers are four of each, dealt to four places: numbers in common would deal them alike."""
    game = game_of("paris", ("effects", "pencil_powers"), 1)
    orders: dict[str, list[str]] = {"gates": [], "powers": []}
    for block in game.chance:
        orders.setdefault(block.key, []).extend(block.outcomes)
    alike = 0
    for seed in range(40):
        gates, powers = (
            [orders[key].index(outcome) for _, _, outcome in dealt(game, seed, key)] for key in ("gates", "powers")
        )
        alike += gates == powers
    assert alike < 10


@pytest.fixture
def fog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ml.Game:
    """A game with a variant that draws for every seat, twenty times."""
    write_plugins(tmp_path, monkeypatch, fog=variant("fog", FORTUNES))
    return ml.new_game("paris", ["fog"], 3)


def test_seats_draw_apart_from_one_another(fog: ml.Game) -> None:
    for seed in range(3):
        drawn = [outcome for _, _, outcome in dealt(fog, seed, "fortunes")]
        hands = {tuple(drawn[start : start + 20]) for start in (0, 20, 40)}
        assert len(hands) == 3


def test_what_a_script_decides_draws_nothing_else_anew(fog: ml.Game) -> None:
    whole = ml.play(fog, AGENT, seed=3)
    fortunes = [event.outcome for event in whole.events if event.key == "fortunes"]
    scripted = ml.play(fog, AGENT, seed=3, script={"fortunes": fortunes})
    assert scripted.events == whole.events


@pytest.mark.compiled
def test_the_same_numbers_are_drawn_by_machine_code(fog: ml.Game) -> None:
    fast, slow = (ml.simulate(fog, 20, AGENT, seed=2, compiled=mode) for mode in ("require", "off"))
    assert fast.table.tolist() == slow.table.tolist()
