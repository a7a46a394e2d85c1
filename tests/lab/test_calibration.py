"""A variant that does nothing but draw: what the lab calls a difference is one in twenty, and no more."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from lab_comparisons import sides
from plugin_files import variant, write_plugins

import metrolines as ml
from metrolines.lab import comparison_of, investigate

STUDIES = 25
IDLE = """
@hookimpl
def on_round_start(g):
    randbelow(g, 2)  # all cards after it are others
"""


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 3])
def test_what_does_nothing_is_called_different_as_often_as_chance_would(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: int
) -> None:
    write_plugins(tmp_path, monkeypatch, idle=variant("idle", IDLE))
    among, clear, topics = Counter[str](), Counter[str](), Counter[str]()
    for seed in range(STUDIES):
        comparison = comparison_of(*sides("london", seats=seats, more_variants=["idle"]), ["random"], 150, 40, seed)
        report = investigate(comparison, workers=1)
        for row in report.numbers.rows:
            if row.side == "difference" and row.name != "correlation":
                among[row.part] += 1
                clear[row.part] += row.significant()
        topics.update(finding.topic for finding in report.findings)
    for part, least, most in (("edges", 0.035, 0.07), ("places", 0.03, 0.08), ("boxes", 0.01, 0.1)):
        assert least < clear[part] / among[part] < most, part
    assert clear["total"] <= 0.15 * among["total"]  # few, and so more by chance
    assert topics["Map"] + topics["Use"] <= 0.2 * STUDIES  # of many numbers together


def test_it_shuffles_the_cards_indeed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, idle=variant("idle", IDLE))
    decks = []
    for variants in ([], ["idle"]):
        events = ml.play(ml.new_game("london", variants), ["random"], seed=1).events
        decks.append([event.outcome for event in events if event.key == "decks"])
    assert decks[0] != decks[1]
