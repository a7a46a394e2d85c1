"""Make the records in tests/data again in today's form: python tests/support/seal_records.py

Actions, outcomes of chance and scores stay the same; digests of positions, and the seal, are new.
"""

from __future__ import annotations

from pathlib import Path

import metrolines as ml
from metrolines._game.record import Event, final_scores

RECORDS = Path(__file__).parents[1] / "data" / "records"


def outcomes(events: list[Event]) -> list[tuple[str, str, str]]:
    return [(event.key, event.place, event.outcome) for event in events if event.kind == "chance"]


def again(record: ml.Record) -> ml.Record:
    """The same game, played once more."""
    assert record.end is not None
    end = record.end["end"]
    state = record.game().start(end["seed"], end.get("script"))
    for event in record.events:
        if event.kind == "action":
            state.play(event.seat, event.action)
    assert outcomes(record.events) == outcomes(state.events)
    assert final_scores(state) == end["scores"]
    return state.record(tuple(record.header["agents"]))


if __name__ == "__main__":
    for path in sorted(RECORDS.iterdir()):
        path.write_text(again(ml.Record.load(path)).text())
