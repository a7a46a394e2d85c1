"""How many there may be of a thing is judged at set-up, or has no limit: nothing is cut to the width of a number."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin_files import variant, write_plugins

import metrolines as ml
from metrolines._rules.fields import Field
from metrolines._rules.layout import Layout, plain_class, plain_record
from metrolines._rules.rng import deal, rng_state

FIELDS = (Field("rng"), Field("outcomes", 300, width=16, single=False))
MANY = 150


def dealt(count: int, outcomes: int, seed: int, scripted: dict[int, int]) -> list[int]:
    g = plain_record(plain_class(Layout("Dealt", FIELDS)))
    g.rng = rng_state(seed, 0)
    for slot, outcome in scripted.items():
        g.outcomes[slot] = -outcome - 1
    deal(g, 2, count, outcomes)
    assert not any(g.outcomes[:2] + g.outcomes[2 + count :])
    return [known - 1 for known in g.outcomes[2 : 2 + count]]


@pytest.mark.parametrize(("count", "outcomes"), [(1, 1), (4, 4), (3, 5), (2, 64), (70, 70), (100, 280)])
def test_outcomes_are_dealt_once_each_however_many_there_are(count: int, outcomes: int):
    seen: set[int] = set()
    for seed in range(40):
        found = dealt(count, outcomes, seed, {})
        assert len(set(found)) == count
        assert all(0 <= outcome < outcomes for outcome in found)
        seen |= set(found)
    assert len(seen) > min(outcomes, 20) // 2


def test_what_is_scripted_is_dealt_to_nobody_else():
    for seed in range(40):
        found = dealt(4, 5, seed, {3: 0, 5: 4})
        assert (found[1], found[3]) == (0, 4)
        assert {found[0], found[2]} < {1, 2, 3}


def test_more_slots_than_outcomes():
    with pytest.raises(ValueError, match="fewer outcomes than slots"):
        dealt(5, 4, 1, {})


def deck(path: Path, cards: int) -> Path:
    """A deck of objectives of which the last ones alone pay."""
    terms = [
        f"  - {{id: card-{k}, points: {k % 7}, when: {{count: stations, at_least: {k % 40 + 1}}}}}"
        for k in range(cards)
    ]
    path.write_text("objectives:\n" + "\n".join(terms) + "\n", encoding="utf-8")
    return path


def test_a_deck_of_many_objectives_plays(tmp_path: Path):
    game = ml.new_game("paris", ["objectives"], options={"objectives.from": [str(deck(tmp_path / "deck.yaml", MANY))]})
    drawn = {event.outcome for seed in range(60) for event in game.start(seed).events if event.key == "objectives"}
    assert any(int(card.partition("-")[2]) > 64 for card in drawn)
    state = ml.play(game, ["random"], seed=3)
    assert state.record().replay().scores() == state.scores()


@pytest.mark.compiled
@pytest.mark.slow
def test_a_deck_of_many_objectives_pays_the_same_compiled(tmp_path: Path):
    pytest.importorskip("numba")
    options = {"objectives.from": [str(deck(tmp_path / "deck.yaml", MANY))], "objectives.draw": 9}
    game = ml.new_game("paris", ["objectives"], options=options)
    fast, slow = (ml.simulate(game, 200, ["random"], seed=5, compiled=mode) for mode in ("require", "off"))
    assert fast.table.tolist() == slow.table.tolist()
    assert fast.column("objectives").std() > 0


DECLARED = """
class Gold(Constants):
    gold: int

class Own(Fields):
    small: int = integer(width=8)

class Short(Fields):
    row: list[int] = integers("too short", -1)

"""
WIDE = {
    "outcomes": ("builder.chance('fog', ['1'], [str(k) for k in range(40_000)])", "40,000 outcomes; .* at most 32,766"),
    "a number of a table": (
        "builder.constants(Gold(gold=1 << 63))",
        "the constant gold: 9223372036854775808 does not fit into 62",
    ),
    "a number in a row": (
        "builder.constants(Gold(gold=[1, 1 << 62]))",
        "the constant gold: .* does not fit into 62 bits",
    ),
    "a fraction": ("builder.constants(Gold(gold=[1.5]))", "the constant gold: 1.5 is no whole number"),
    "a number that begins a field": (
        "builder.seat_state(Own, small=200)",
        "the field small: 200 does not fit",
    ),
    "a length": ("builder.seat_state(Short)", "the field row: -1 is no length"),
    "decisions": ("[builder.decision(f'q{k}') for k in range(63)]", "at most 62 optional decisions"),
    "actions of a row": ("builder.actions('fog', [{62: 'fog 62'}])", "a row has the bits 0 to 61, not 62"),
    "rows of actions": ("builder.actions('fog', [{0: f'fog {k}'} for k in range(33_000)])", "at most 32,767 rows"),
}


@pytest.mark.parametrize(("code", "reason"), WIDE.values(), ids=WIDE)
def test_what_is_too_wide_is_refused_at_set_up(code: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write_plugins(tmp_path, monkeypatch, fog=variant("fog", DECLARED + f"def build(builder):\n    {code}\n"))
    with pytest.raises(ml.PluginError, match=reason) as caught:
        ml.new_game("paris", ["fog"])
    assert caught.value.plugin == "fog"


def city(path: Path, districts: int) -> Path:
    """A map of 8 x 8 cells with so many districts, as small as that takes."""
    signs = [chr(0x100 + k) for k in range(64)]
    rows = [["stpc"[(x + y) % 4] if (x + y) % 2 == 0 else "." for x in range(8)] for y in range(8)]
    for x, y in ((0, 0), (2, 0), (0, 2), (2, 2)):
        rows[y][x] = rows[y][x].upper()
    areas = [[signs[(8 * y + x) % districts] for x in range(8)] for y in range(8)]
    lines = ["game: next_station", "name: Many districts", "departures: {red: a1, blue: c1, green: a3, pink: c3}"]
    lines += ["picture: |", *("  " + " ".join(row) for row in rows)]
    lines += ["districts:", "  picture: |", *("    " + " ".join(row) for row in areas), "  names:"]
    lines += [f"    {sign}: District {k}" for k, sign in enumerate(signs[:districts])]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_districts(tmp_path: Path):
    """A district is a bit of a number: one more than there are bits is refused at its place."""
    most = city(tmp_path / "most.yaml", 62)
    assert ml.play(ml.new_game("paris", map=most), ["greedy"], seed=1).over
    with pytest.raises(ml.FileError, match=r"more.yaml:24:5: 63 districts; a map has at most 62"):
        ml.new_game("paris", map=city(tmp_path / "more.yaml", 63))
