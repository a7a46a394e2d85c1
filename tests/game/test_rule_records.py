"""What authors are told of a game: its records, hooks and actions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command import complaint, games
from plugin_files import variant, write_plugins

import metrolines as ml
from metrolines._game.rule_records import fields_data
from metrolines._rules.fields import Constants, integer, integers

HOOKS = {
    "paris": (
        *("on_setup", "build_deck", "on_round_start", "on_card", "legal", "on_action", "on_turn_end", "score_line"),
        *("on_round_end", "score_game", "score_table"),
    ),
    "metro": ("on_setup", "legal", "on_action", "score_game", "score_table"),
}


def noting(game: str) -> str:
    """A variant whose every hook notes down that it was called, and with which seat."""
    lines = ["from test_seen import SEEN"]
    for hook in HOOKS[game]:
        lines += ["@hookimpl", f"def {hook}(p):", f"    SEEN.append(({hook!r}, p))"]
        lines += ["    return 0"] if hook.startswith("score") else []
    return "\n".join(lines)


@pytest.mark.parametrize("name", HOOKS)
def test_hooks_come_when_it_is_said(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "test_seen.py").write_text("SEEN = []\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    text = variant("fog", noting(name)).replace("next_station", "metro" if name == "metro" else "next_station")
    write_plugins(tmp_path, monkeypatch, fog=text)
    import test_seen  # type: ignore[import-not-found]

    seen = test_seen.SEEN
    game = ml.new_game(name, ["fog"], 2)
    told = {hook["hook"]: hook for hook in fields_data(game)["hooks"]}
    in_game: dict[str, None] = {}  # in the order in which they came first
    on_copies: set[str] = set()

    def note(ps: list[Any]) -> None:
        for hook, p in seen:
            if any(p is q for q in ps):
                in_game.setdefault(hook)
            else:
                on_copies.add(hook)
        seen.clear()

    state = game.start(seed=3)
    note(state.ps)
    while not state.over:
        seat = state.to_act[0]
        action = state.legal(seat)[-1]
        note(state.ps)
        state.play(seat, action)
        note(state.ps)
        state.scores()
        note(state.ps)
    # whether a seat can act is asked in Metro under another reading of the rules, in Paris late
    assert [hook for hook in in_game if hook != "legal"] == [
        hook for hook, data in told.items() if data["in_game"] and hook != "legal"
    ]
    assert {hook for hook in on_copies if not told[hook]["on_copies"]} == set()
    assert {*in_game, *on_copies} == set(told)
    scoring = {hook for hook in told if hook.startswith("score") or hook == "on_round_end"}
    assert scoring <= on_copies


def test_records_of_a_variant_are_its_own() -> None:
    data = fields_data(ml.new_game("paris", ["effects"]))
    names = {record: [field["name"] for field in fields] for record, fields in data["own"]["effects"].items()}
    assert names == {"own_p": ["used", "gate"], "own_t": ["slot", "gates", "row", "gate_of", "decision"]}
    (tracks,) = [field for field in data["records"]["p"] if field["name"] == "tracks"]
    assert (tracks["type"], tracks["width"], tracks["kind"]) == ("row of 152", 8, "declared")
    kinds = {field["name"]: field["kind"] for field in data["records"]["g"]}
    assert (kinds["turn"], kinds["deck"], kinds["slot"]) == ("derived", "secret", "scratch")


def test_codes_of_actions() -> None:
    game = ml.new_game("paris", ["effects"])
    blocks = {block["block"]: block for block in fields_data(game)["actions"]}
    assert list(blocks) == ["pass", "section", "gate"]
    for block in blocks.values():
        assert game.space.codes[game.parse(block["example"])] == block["code"]
    gate = blocks["gate"]
    assert gate["first_row"] == game.constants.effects.row and gate["code"] >> 6 == gate["first_row"]
    assert (blocks["section"]["first_row"], blocks["section"]["rows"]) == (0, 53)
    assert sum(block["actions"] for block in blocks.values()) == game.space.size


def test_a_constant_is_declared_by_its_meaning_alone() -> None:
    class Tables(Constants):
        row: int = integer("first row")
        plain: list[int]

    class More(Tables):
        late: list[int] = integers("more")

    assert dict(More.MEANINGS) == {"row": "first row", "late": "more"}
    assert More(row=1, plain=[2], late=[]).row == 1
    with pytest.raises(TypeError, match="row is missing"):
        Tables(plain=[])  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="Wrong: row: a constant table is declared by its meaning alone"):

        class Wrong(Constants):
            row: int = integer("first row", width=8)


def test_the_command(tmp_path: Path) -> None:
    said = games(tmp_path, "fields", "paris", "-v", "objectives").words
    for words in (
        "tracks row of 152 8 declared mask of the colours",
        "own_t of objectives",
        "score_line g, p, t, own_g, own_p, own_t Points that are added",
        "section next_station 0 53 304 a1-b1 = 1",
    ):
        assert words in said
    data = games(tmp_path, "fields", "metro", "--json").data
    assert [hook["hook"] for hook in data["hooks"]] == ["on_setup", "legal", "on_action", "score_game", "score_table"]
    assert "no game is called 'oslo'" in complaint(games(tmp_path, "fields", "oslo"))
