"""Plain series with other people's rules: what goes wrong is told as at a table, and nothing wrong is counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import complaint, games
from plugin_files import HEAD, variant, write_plugins

import metrolines as ml
from metrolines._compiled.checked import COMPARED

# In every game, or in those alone in which a seat has drawn much of one line: past those that are watched.
RULES = """
import metrolines as ml

LATE = {late}


def wrong(p):
    return p.lines[3].bit_count() > 9 if LATE else True


@hookimpl
def score_game(g, p, t):
    if not wrong(p):
        return 1
    {what}
"""
FAULTS = {
    "a fraction": ("return 1.5", "it returned 1.5; points are whole numbers"),
    "nothing": ("return None", "it returned None; points are whole numbers"),
    "too much": ("return 10**13", "it returned 10000000000000 points; fewer than 1,000,000,000,000 are counted"),
    "an error": ("return [][0]", "IndexError: list index out of range (fog.py:19)"),
    "an agent's error": ("raise ml.AgentError('greedy', 'now', 'blame')", "AgentError: agent greedy failed now: blame"),
    "a loop": ("while True: pass", "no end after 0.2 s"),
}


@pytest.mark.parametrize("late", [False, True], ids=["at once", "in a later game"])
@pytest.mark.parametrize(("what", "words"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_is_told_with_plugin_and_hook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, words: str, late: bool
) -> None:
    monkeypatch.setenv("METROLINES_LIMIT", "0.2")
    write_plugins(tmp_path, monkeypatch, fog=variant("fog", RULES.format(what=what, late=late)))
    game = ml.new_game("london", ["fog"])
    with pytest.raises(ml.PluginError) as caught:
        ml.simulate(game, 2000, ["random"], seed=3, compiled="off")
    assert (caught.value.plugin, caught.value.hook) == ("fog", "score_game")
    assert words in str(caught.value)


def test_rows_are_those_of_games_that_are_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, fog=variant("fog", RULES.format(what="return 2", late=True)))
    game = ml.new_game("london", ["fog"], seats=2)
    results = ml.simulate(game, 20, ["random", "greedy"], seed=3, compiled="off")
    assert COMPARED < 20
    for number, seed in enumerate(results.column("seed")[::2].tolist()):
        scores = ml.play(game, ["random", "greedy"], seed).scores()
        assert results.column("total")[2 * number : 2 * number + 2].tolist() == [score.total for score in scores]


def test_the_command_refuses_with_the_same_words(tmp_path: Path) -> None:
    (tmp_path / "fog.py").write_text(HEAD + variant("fog", RULES.format(what="return 1.5", late=False)), "utf-8")
    words = ("paris", "--variants", "fog", "--plugin", "fog.py", "--seed", "1")
    said = complaint(games(tmp_path, "run", *words, "--seats", "greedy", "--json"))
    for more in ((), ("--compiled", "off")):
        assert complaint(games(tmp_path, "simulate", *words, "-n", "20", *more)) == said
