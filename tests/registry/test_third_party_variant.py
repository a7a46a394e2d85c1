"""A variant by somebody else, in one file: it plays plain and compiled, and one that numba refuses plays plain."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from plugin_files import variant, write_plugins

import metrolines as ml

KIOSK = '''
WARES = ("tea", "news")


class Own(Fields):
    tea: list[int] = integers("cups by round", 4, width=8)
    news: int = integer("papers")
    seen: int = integer()


class OwnTables(Constants):
    row: int
    at: int
    question: int
    sold_out: int
    worth: list[int]


def build(builder):
    """A kiosk at every circle: who reaches one may buy tea or news, once a line; one of them is sold out."""
    worth = builder.options["worth"]
    builder.note("Kiosks are open.")
    builder.seat_state(Own)
    tables = OwnTables(
        row=builder.actions("kiosk", [{number: f"kiosk {ware}" for number, ware in enumerate(WARES)}]),
        at=sum(1 << station.number for station in builder.map.stations if station.symbol == 3),
        question=builder.decision("kiosk"),
        sold_out=builder.chance("kiosk", ["sold-out"], WARES),
        worth=[0, worth, 2 * worth, 2 * worth, 2 * worth],
    )
    builder.constants(tables)


@rule
def cups(own_p):
    """All cups of tea."""
    total = 0
    for number in range(4):
        total += own_p.tea[number]
    return total


@hookimpl
def on_setup(g, p, t, own_t):
    if p.seat == 0:
        outcome(g, own_t.sold_out, 2)


@hookimpl
def on_round_start(g, p, t, own_p):
    own_p.seen = 0


@hookimpl
def legal(g, p, t, own_t):
    if p.pending.bit_length() == own_t.question.bit_length():
        add_moves(p, own_t.row, 3 & ~(1 << happened(g, own_t.sold_out)))


@hookimpl
def on_action(g, p, t, action, own_p, own_t):
    if action == PASS:
        return
    if action < t.section_codes:
        if own_t.at >> (action & 63) & 1 and not own_p.seen:
            own_p.seen = 1
            p.pending |= own_t.question
    elif action >> 6 == own_t.row:
        p.pending &= ~own_t.question
        if action & 63 == 0:
            own_p.tea[g.round] += 1
        else:
            own_p.news += 1


@hookimpl
def score_line(g, p, t, own_p):
    return 3 * own_p.tea[g.round]


@hookimpl
def score_game(g, p, t, own_p, own_t):
    return own_t.worth[own_p.news] - cups(own_p)
'''
OPTION = "(Option('worth', 5, 'points of a paper', least=1),)"


@pytest.fixture
def kiosk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return write_plugins(tmp_path, monkeypatch, kiosk=variant("kiosk", KIOSK, version="3", options=OPTION))["kiosk"]


def bought(state: ml.State, seat: int, ware: str) -> int:
    return sum(event.seat == seat and event.action == f"kiosk {ware}" for event in state.events)


@pytest.mark.usefixtures("kiosk")
def test_what_it_adds() -> None:
    base, game = ml.new_game("london", seats=2), ml.new_game("london", ["kiosk"], 2, {"kiosk.worth": "7"})
    assert set(game.space.labels) - set(base.space.labels) == {"kiosk tea", "kiosk news"}
    own = dict(game.seat_layout.parts)
    assert set(own) - {name for name, _ in base.seat_layout.parts} == {"kiosk"}
    assert [field.name for field in own["kiosk"].fields] == ["tea", "news", "seen"]
    assert game.space.block_of(game.parse("kiosk tea")).source == "kiosk"
    assert [(column.source, column.title) for column in game.columns if column.name == "kiosk"] == [("kiosk", "Kiosk")]
    assert game.options["kiosk"] == {"worth": 7}
    assert list(game.constants.kiosk.worth) == [0, 7, 14, 14, 14]
    assert "Kiosks are open." in game.notes


@pytest.mark.usefixtures("kiosk")
@pytest.mark.parametrize(("sold_out", "ware", "points"), [("tea", "news", 5), ("news", "tea", 2)])
def test_its_question_and_its_points(sold_out: str, ware: str, points: int) -> None:
    cards = ["circle-street", "joker-street", "circle-underground"]
    script = {"colours": [["orange", "blue", "green", "purple"]], "decks": [cards], "kiosk": [sold_out]}
    state = ml.new_game("paris", ["kiosk"]).start(1, script)
    state.play(0, "d3-b1")
    assert state.legal_labels(0) == ("pass", f"kiosk {ware}")
    with pytest.raises(ml.IllegalAction) as caught:
        state.play(0, f"kiosk {sold_out}")
    assert caught.value.code == "decision_pending"
    left, bought = state.copy(), state
    left.play(0, "pass")
    bought.play(0, f"Kiosk_{ware}".replace("_", " "))
    assert bought.scores()[0].total - left.scores()[0].total == points
    for after in (left, bought):
        assert (after.g.turn, after.ps[0].pending) == (2, 0)
        after.play(0, "pass")
        assert "b1-a1" not in after.legal_labels(0)
        after.play(0, "d3-e4")  # a circle, but this line was at a kiosk
        assert after.g.turn == 4


@pytest.mark.usefixtures("kiosk")
@pytest.mark.parametrize("others", [(), ("effects", "pencil_powers")])
def test_scores_and_replays(others: tuple[str, ...]) -> None:
    game = ml.new_game("london", ["kiosk", *others], 2)
    sold = 0
    for seed in range(6):
        state = ml.play(game, ["random"], seed=seed)
        sold_out = next(event.outcome for event in state.events if event.key == "kiosk")
        for seat, score in enumerate(state.scores()):
            tea, news = bought(state, seat, "tea"), bought(state, seat, "news")
            sold += tea + news
            assert bought(state, seat, sold_out) == 0
            assert {item.name: item.points for item in score.items}["kiosk"] == [0, 5, 10, 10, 10][news] - tea
        again = state.record().replay()
        assert (again.events, again.digest(), again.scores()) == (state.events, state.digest(), state.scores())
        assert state.record().header["versions"]["kiosk"] == "3"
    assert sold > 20


@pytest.mark.compiled
@pytest.mark.usefixtures("kiosk")
def test_compiled_is_the_same() -> None:
    pytest.importorskip("numba")
    game = ml.new_game("london", ["kiosk"], 2)
    fast = ml.simulate(game, 60, ["random"], seed=4, compiled="require")
    plain = ml.simulate(game, 60, ["random"], seed=4, compiled="off")
    assert np.array_equal(fast.table, plain.table)
    assert (fast.compiled, fast.note, plain.compiled, plain.note) == (True, "", False, "")
    assert len(set(fast.column("kiosk").tolist())) > 2


# ---------------------------------------------------------------------------------------------------- beyond numba

BEYOND = {
    "a list of its own": (
        "seen = []\n\n\n@hookimpl\ndef on_card(g, p, t):\n    seen.append(g.turn)\n",
        "on_card",
        "'seen'",
    ),
    "a builtin": (
        "@hookimpl\ndef on_setup(g, p, t):\n    p.marks[0] = sum({str(k): k for k in range(3)}.values())\n",
        "on_setup",
        "<built-in function sum>",
    ),
    "a helper without @rule": (
        "def help(p):\n    return 1\n\n\n@hookimpl\ndef score_line(g, p, t):\n    return help(p)\n",
        "score_line",
        "'help'",
    ),
    "a file": (
        "@hookimpl\ndef on_round_end(g, p, t):\n    with open('/dev/null') as file:\n        file.read()\n",
        "on_round_end",
        "'with (context manager) as (variable):'",
    ),
}


@pytest.mark.compiled
@pytest.mark.parametrize(("code", "hook", "words"), BEYOND.values(), ids=BEYOND.keys())
def test_a_variant_beyond_numba_plays_plain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, hook: str, words: str
) -> None:
    pytest.importorskip("numba")
    path = write_plugins(tmp_path, monkeypatch, fog=variant("fog", code))["fog"]
    game = ml.new_game("paris", ["fog"])
    results = ml.simulate(game, 3, ["random"], seed=2)
    assert not results.compiled
    assert f"fog, {hook} ({path}:" in results.note
    assert words in results.note
    assert len(results.note.splitlines()) == 1
    assert len(results.note) < 400
    assert np.array_equal(results.table, ml.simulate(game, 3, ["random"], seed=2, compiled="off").table)
    with pytest.raises(ml.NotCompilable) as caught:
        ml.simulate(game, 3, ["random"], seed=2, compiled="require")
    assert str(caught.value) == results.note
    assert ml.play(game, ["greedy"], seed=1).over
