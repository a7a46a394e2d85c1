"""Write the records in tests/data anew in today's form: python tests/support/seal_records.py

Positions and scores stay the same. A record from before seals does not say what was scripted in its game: the keys of
chance that its seed does not deal are taken for scripted.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import metrolines as ml
from metrolines._game.record import final_scores

RECORDS = Path(__file__).parents[1] / "data" / "records"


def sealed(record: ml.Record) -> ml.Record:
    """The same game with what was scripted, and a seal."""
    assert record.end is not None
    keys = sorted({event.key for event in record.events if event.kind == "chance"})
    for count in range(len(keys) + 1):
        for chosen in combinations(keys, count):
            script: dict[str, dict[str, str]] = {}
            for event in record.events:
                if event.kind == "chance" and event.key in chosen:
                    script.setdefault(event.key, {})[event.place] = event.outcome
            record.end["end"]["script"] = script
            record.end.pop("seal", None)
            try:
                state = record.replay()
            except ml.ReplayError:
                continue
            assert final_scores(state) == record.end["end"]["scores"]
            return state.record(tuple(record.header["agents"]))
    raise AssertionError("no seed deals this game")


if __name__ == "__main__":
    for path in sorted(RECORDS.iterdir()):
        path.write_text(sealed(ml.Record.load(path)).text())
