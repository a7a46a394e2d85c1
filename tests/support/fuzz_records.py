"""Records damaged at random: `python tests/support/fuzz_records.py [HOW_MANY [SEED]]` tries many and counts.

A mutant must be refused with an error of metrolines, or be the same game told in other words.
"""

from __future__ import annotations

import io
import json
import random
import sys
import tempfile
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

from town import town_file

import metrolines as ml
from metrolines._game.record import Record
from metrolines.cli.reading import show_replay

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 7, 1 << 31, 1 << 62, 1 << 64, 10**400, 1.0, -0.5, 1e308, "", "0", "x", "human"),
    *("\0", "\ud800", "é", "paris", "os:abort", "/dev/zero", "../x.yaml", "x" * 5000, "[/x]", "\x1b[2J"),
    *(
        [],
        [[]],
        ["random"],
        [None],
        [1, 2],
        {},
        {"a": 1},
        {"id": "paris"},
        ["x.yaml"],
        "x.yaml,y.yaml",
        {"x": {"y": {}}},
    ),
)
RAW = (b"NaN", b"Infinity", b"[" * 2000, b"9" * 5000, b'"\\ud800"', b"{", b"\xff", b'{"a":1,"a":2}', b"-", b"1e999")


@cache
def originals() -> tuple[bytes, ...]:
    """Games of several kinds: in part scripted, of hidden hands, with a map of one's own, under way."""
    games = [
        ml.play(ml.new_game("paris", ["effects", "objectives"], 2), ["random"], seed=5),
        ml.play(ml.new_game("london"), ["random"], seed=6, script={"decks": [["joker-street"]]}),
        ml.play(ml.new_game("metro", ["hand"], 2), ["random"], seed=7),
    ]
    with tempfile.TemporaryDirectory() as folder:
        games.append(ml.play(ml.new_game("paris", map=town_file(Path(folder))), ["random"], seed=8))
    texts = [state.record(("random",) * state.game.seats).text().encode() for state in games]
    return (*texts, texts[0][: len(texts[0]) * 2 // 3])


def _places(value: Any, above: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all values in a value."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [above] if above else []
    for key, inner in pairs:
        found += _places(inner, (*above, key))
    return found


def _odd_value(line: bytes, dice: random.Random) -> bytes:
    """The line with one value changed to an odd one, taken out, or put in beside it."""
    known = json.loads(line)
    way = dice.choice(_places(known))
    owner = known
    for key in way[:-1]:
        owner = owner[key]
    what = dice.randrange(4)
    if what == 0 and isinstance(owner, dict):
        del owner[way[-1]]
    elif what == 1 and isinstance(owner, dict):
        owner[dice.choice(("extra", "state", "seal", "text", "path", "undo"))] = dice.choice(ODD)
    elif what == 2:
        owner[way[-1]] = "@@"
        return json.dumps(known).encode().replace(b'"@@"', dice.choice(RAW), 1)
    else:
        owner[way[-1]] = dice.choice(ODD)
    return json.dumps(known).encode()


def mutant(dice: random.Random) -> tuple[bytes, bytes]:
    """A record, and the same with something wrong in it."""
    data = dice.choice(originals())
    lines = data.split(b"\n")
    whole = [number for number, line in enumerate(lines) if line.endswith(b"}")]
    at = dice.choice((0, whole[-1], *dice.choices(whole, k=4)))
    kind = dice.randrange(8)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[dice.choice(whole)])
    elif kind == 2:
        other = dice.choice(whole)
        lines[at], lines[other] = lines[other], lines[at]
    elif kind in (3, 4, 5):
        lines[at] = _odd_value(lines[at], dice)
    elif kind == 6:
        return data, data[: dice.randrange(len(data))]
    else:
        changed = bytearray(data)
        for _ in range(dice.choice((1, 1, 3))):
            changed[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        return data, bytes(changed)
    return data, b"\n".join(lines)


def outcome(data: bytes, changed: bytes, path: Path) -> str:
    """`refused`, `same`, or what is wrong: any other error, or another game taken for right."""
    path.write_bytes(changed)
    original = Record.parse(data.decode())
    try:
        records = list(Record.load_all(path))
        states = [record.replay() for record in records]
    except ml.MetrolinesError:
        found = "refused"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    else:
        found = (
            "same"
            if all(_same(record, state, original) for record, state in zip(records, states, strict=True))
            else ("another game taken for right")
        )
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            show_replay(path, None, ascii=True, plugins=None, as_json=False)
    except ml.MetrolinesError:
        if found != "refused":
            return "the command refuses what loads"
    except Exception as error:
        return f"command: {type(error).__name__}: {error}"
    return found


def _same(record: Record, state: ml.State, original: Record) -> bool:
    """Whether a replayed record tells the original game, or less of it."""
    if record.end is not None and "seal" in record.end:
        return record.text() == original.text()
    ours = [event.as_json() for event in record.events]  # without a seal, what made no difference may be another
    theirs = [event.as_json() for event in original.events]
    return ours == theirs[: len(ours)] and (record.end is None or (state.over and len(ours) == len(theirs)))


def tried(count: int, seed: int, path: Path) -> Counter[str]:
    """How often what came of `count` mutants."""
    dice = random.Random(seed)
    found: Counter[str] = Counter()
    for _ in range(count):
        data, changed = mutant(dice)
        found[outcome(data, changed, path)] += 1
    return found


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as where:
        for what, often in tried(many, first, Path(where, "game.jsonl")).most_common():
            print(f"{often:6} {what}")
