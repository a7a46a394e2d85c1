"""A recorded game of every variant that is shipped, in which that variant mattered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from metro_table import finished, hand_of, pieces
from table import DATA, items

import metrolines as ml
from metrolines._registry.host import host
from metrolines_next_station.cards import LOOP

RECORDS = DATA / "records"
NAMES = sorted(path.stem for path in RECORDS.iterdir())
PACKAGES = ("metrolines_variants", "metrolines_next_station", "metrolines_metro")
COLOURS = (1 << LOOP) - 1


@cache
def record_of(name: str) -> ml.Record:
    return ml.Record.load(RECORDS / f"{name}.jsonl")


@cache
def replayed(name: str) -> Any:
    return record_of(name).replay()


def chosen(name: str, word: str) -> set[str]:
    """The second words of the actions that begin with this one."""
    actions = (event.action.split() for event in record_of(name).events if event.kind == "action")
    return {action[1] for action in actions if action[0] == word}


def points(name: str, box: str) -> list[int]:
    """What the seats have in a box of the score sheet."""
    return [items(replayed(name), seat)[box] for seat in range(replayed(name).game.seats)]


def tracks(name: str) -> list[int]:
    """The lines along every section of every seat."""
    return [tracks for p in replayed(name).ps for tracks in p.tracks]


def objectives() -> None:
    assert max(points("objectives", "objectives")) >= 10
    assert len(set(points("objectives", "objectives"))) > 1


def effects() -> None:
    assert chosen("effects", "gate") == {"double-station", "double-district", "extra-section", "extra-branch"}


def tourist_sites() -> None:
    assert min(points("tourist_sites", "tourist_sites")) > 0


def pencil_powers() -> None:
    assert chosen("pencil_powers", "power") == {"double-section", "joker", "switch", "double-station"}


def loop_line() -> None:
    assert min(points("loop_line", "loop_line")) < 0
    assert max(points("loop_line", "interchanges_5")) == 30
    assert any(mask >> LOOP and mask & COLOURS for mask in tracks("loop_line"))


def double_track() -> None:
    assert sum(mask.bit_count() == 2 for mask in tracks("double_track")) >= 2
    assert max(mask.bit_count() for mask in tracks("double_track")) == 2


def stamps() -> None:
    assert min(points("stamps", "stamps")) > 0
    assert len(set(points("stamps", "stamps"))) > 1


def round_effects() -> None:
    dealt = {event.outcome for event in record_of("round_effects").events if event.key == "round_effects"}
    assert dealt == {"joker-double-track", "branch", "double", "straight-on"}
    assert sum(mask.bit_count() == 2 for mask in tracks("round_effects")) >= 1


def scoring_terms() -> None:
    (file,) = record_of("scoring_terms").header["variants"]["scoring_terms"]["from"]
    assert file["file"] == "terms.yaml"
    assert min(points("scoring_terms", "scoring_terms")) > 0
    assert len(set(points("scoring_terms", "scoring_terms"))) > 1


def laid(name: str) -> list[str]:
    return [piece[:4] for piece in pieces(replayed(name).placements())]


def rotation() -> None:
    drawn = Counter(event.outcome for event in record_of("rotation").events if event.kind == "chance")
    assert sum(drawn.values()) == len(laid("rotation")) == 60
    assert sum((Counter(laid("rotation")) - drawn).values()) > 10


def hand() -> None:
    state = record_of("hand").replay(to=0)
    assert [len(hand_of(state, seat)) for seat in range(state.game.seats)] == [3] * state.game.seats
    assert laid("hand")[0] == hand_of(state, 0)[2]


def no_centre() -> None:
    ended = [(cells, paid) for cells, end, paid in finished(replayed("no_centre")).values() if end == "centre"]
    assert all(paid == len(cells) for cells, paid in ended)
    assert len(ended) > 2


HAPPENED: dict[str, Callable[[], None]] = {
    check.__name__: check
    for check in (
        objectives,
        effects,
        tourist_sites,
        pencil_powers,
        loop_line,
        double_track,
        stamps,
        round_effects,
        scoring_terms,
        rotation,
        hand,
        no_centre,
    )
}


def test_every_shipped_variant_has_a_record_and_nothing_else_has():
    shipped = {name for name, spec in host().variants.items() if str(spec.module).partition(".")[0] in PACKAGES}
    assert set(NAMES) == shipped == set(HAPPENED)
    assert {path.suffix for path in RECORDS.iterdir()} == {".jsonl"}


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_replayed(name: str):
    record, state = record_of(name), replayed(name)
    assert state.over
    assert name in record.header["variants"]
    again = state.record(record.header["agents"]).text().splitlines()
    written = (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert again == written
    assert len(list(ml.Record.load_all(RECORDS / f"{name}.jsonl"))) == 1
    for score, said in zip(state.scores(), record.end["end"]["scores"], strict=True):
        assert (score.seat, score.total, score.rank) == (said["seat"], said["total"], said["rank"])
        assert {f"{item.source}.{item.name}": item.points for item in score.items} == said["items"]


@pytest.mark.parametrize("name", NAMES)
def test_what_the_record_is_there_for_happens(name: str):
    HAPPENED[name]()
