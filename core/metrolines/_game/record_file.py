"""Reading record files: every line is judged before anything is made of it, so that a record is data and nothing more.

A file is read whole if it is a regular one of at most MOST_BYTES; a game has at most MOST_LINES lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .._files.documents import MAX_BYTES
from .._files.reading import read_regular
from .._rules.rng import SEEDS
from .._text import quoted, shortened
from ..errors import RecordError, UsageError, system_reason
from .record import FORMAT, Event, Record

MOST_BYTES = 64_000_000
MOST_LINES = 100_000
MOST_IN_LINE = 100_000  # characters; a header may hold the texts of files, and be as long as MOST_IN_HEADER
MOST_IN_HEADER = 16_000_000
MOST_COUNT = 1 << 31  # of seats and actions
MOST_SEATS = 1000

NO_EVENT = "neither an action, nor chance, nor an undo, nor the end"

Name = Annotated[str, Field(min_length=1, max_length=200)]
Text = Annotated[str, Field(max_length=MAX_BYTES + 5000)]
Whole = Annotated[int, Field(ge=-(1 << 63), le=(1 << 63) - 1)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _File(_Strict):
    file: Annotated[str, Field(max_length=4096)]
    text: Text


Value = bool | Whole | Text | list[Text | _File]


Options = Annotated[dict[Name, Value], Field(max_length=1000)]


class _Header(_Strict):
    metrolines: Literal[2]
    game: Name
    map: Annotated[str, Field(min_length=1, max_length=4096)] | None = None
    map_digest: Annotated[str, Field(max_length=200)]
    map_text: Text | None = None
    variants: Annotated[dict[Name, Options], Field(max_length=200)]
    settings: Options
    seats: Annotated[int, Field(ge=1, le=MOST_SEATS)]
    versions: dict[Name, Annotated[str, Field(max_length=200)]]
    agents: list[Annotated[str, Field(max_length=4096)]]
    position: Annotated[str, Field(max_length=MOST_IN_LINE)] | None = None


class _Score(_Strict):
    seat: Whole
    total: Whole
    rank: Whole
    items: dict[str, Whole]


class _Outcome(_Strict):
    seed: Annotated[int, Field(ge=0, lt=SEEDS)] | None
    scores: Annotated[list[_Score], Field(max_length=MOST_SEATS)]
    script: dict[Name, dict[Name, Name]] | None = None
    early: Annotated[str, Field(max_length=1000)] | None = None


class _End(_Strict):
    end: _Outcome
    state: Name
    seal: Name | None = None


def read_records(path: str) -> list[Record]:
    """All games of a record file. Raises RecordError, which names the line."""
    try:
        data = read_regular(path, MOST_BYTES, "a file may hold one game, or several")
    except UsageError as error:
        raise RecordError(error.message + (f" ({error.hint})" if error.hint else ""), path) from None
    except OSError as error:
        raise RecordError(system_reason(error), path) from None
    except ValueError as error:
        raise RecordError(str(error), path) from None
    return parse_records(data, path)


def parse_records(data: bytes, path: str) -> list[Record]:
    """All games of what a record file holds; `path` is for messages. Raises RecordError, which names the line."""
    records: list[Record] = []
    for number, raw, end, last in _lines(data):
        if not raw.strip():
            continue
        try:
            known = _json(raw, path, number)
        except ValueError:
            if last and records:
                records[-1].torn = True
                continue
            raise RecordError("not a line of JSON", path, number) from None
        if "metrolines" in known:
            records.append(_read_header(known, path, number))
        elif not records:
            raise RecordError("not a record of metrolines: the first line is no header", path, number)
        else:
            _read_line(records[-1], known, path, number)
        if last:  # the end of the line was not written, but the line is whole
            records[-1].torn = True
        records[-1].size = end
    if not records:
        raise RecordError("the file is empty", path)
    for record in records:
        record.read = len(data)
    return records


def _lines(data: bytes) -> Iterator[tuple[int, bytes, int, bool]]:
    """Every line with its number, where it ends, and whether it is the last one, which has no line break."""
    start, number = 0, 0
    while start <= len(data):
        number += 1
        end = data.find(b"\n", start)
        last = end < 0
        stop = len(data) if last else end
        yield number, data[start:stop], stop if last else stop + 1, last
        start = len(data) + 1 if last else end + 1


def _json(raw: bytes, path: str, number: int) -> dict[str, Any]:
    """The object of a line. Raises ValueError where it is no JSON, and RecordError where it is JSON that is refused."""

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        known = dict(found)
        if len(known) < len(found):
            keys = [key for key, _ in found]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise RecordError(f"the key {quoted(twice)} is here twice", path, number)
        return known

    if len(raw) > MOST_IN_HEADER or (len(raw) > MOST_IN_LINE and b'"metrolines"' not in raw[:100]):
        message = f"a line of {len(raw):,} bytes; at most {MOST_IN_LINE:,} are read, of a header {MOST_IN_HEADER:,}"
        raise RecordError(message, path, number)
    try:
        known = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=pairs, parse_constant=_no_constant)
    except RecursionError:
        raise ValueError from None
    if not isinstance(known, dict):
        raise RecordError("expected an object", path, number)
    if b"\\u" in raw:
        _refuse_halves(json.dumps(known, ensure_ascii=False), path, number)
    return known


def _refuse_halves(text: str, path: str, number: int) -> None:
    """Refuse escapes that are no characters, which could be neither printed nor written again."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise RecordError(f"\\u{ord(text[error.start]):04x} alone is no character", path, number) from None


def _no_constant(name: str) -> None:
    raise ValueError(name)  # NaN and Infinity are no JSON


def _read_header(known: dict[str, Any], path: str, number: int) -> Record:
    if known["metrolines"] != FORMAT or type(known["metrolines"]) is not int:
        said = shortened(repr(known["metrolines"]))
        raise RecordError(f"format {said}; this version reads format {FORMAT}", path, number)
    header = _checked(_Header, {"agents": [], **known}, "the header", path, number)
    agents = len(header.agents)
    if agents not in (0, header.seats):
        message = f"the header names {agents} agents for {header.seats} seats"
        raise RecordError(message, path, number)
    return Record(known, [], path=path, first_line=number)


def _read_line(record: Record, known: dict[str, Any], path: str, number: int) -> None:
    if record.end is not None:
        raise RecordError("a line after the end of the game", path, number)
    if len(record.events) >= MOST_LINES:
        raise RecordError(f"a game of more than {MOST_LINES:,} lines", path, number)
    if "end" in known:
        _checked(_End, known, "the end", path, number)
        record.end, record.end_line = known, number
        return
    state = known.get("state", "")
    keys = known.keys() - {"state"}
    if not isinstance(state, str) or ("state" in known and not state):
        raise RecordError("'state' is no digest", path, number)
    if keys == {"action", "seat"} and isinstance(known["action"], str) and _is_count(known["seat"]):
        record.events.append(Event("action", known["seat"], known["action"], state=state, line=number))
    elif keys == {"chance", "place", "outcome"} and all(isinstance(known[key], str) for key in keys):
        event = Event("chance", -1, "", known["chance"], known["place"], known["outcome"], state=state, line=number)
        record.events.append(event)
    elif keys == {"undo"} and _is_count(known["undo"]) and known["undo"] > 0:
        record.events.append(Event("undo", count=known["undo"], state=state, line=number))
    else:
        raise RecordError(NO_EVENT, path, number)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < MOST_COUNT


_EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "none_required": "nothing",
}
_BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "less_than_equal": ("at most", "le"),
    "less_than": ("below", "lt"),
}


def _checked(model: type[Any], known: dict[str, Any], what: str, path: str, number: int) -> Any:
    """A line as its model. Raises RecordError with the first thing that is wrong, in plain words."""
    try:
        return model.model_validate(known)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
    way, kind, ctx = first["loc"], str(first["type"]), first.get("ctx", {})
    where = shortened(".".join(str(step) for step in way if step != "[key]"))
    if kind == "missing":
        raise RecordError(f"{what} lacks {where!r}", path, number)
    if kind == "extra_forbidden":
        raise RecordError(f"{what} has the unknown key {where!r}", path, number)
    if kind in _BOUNDS:
        word, name = _BOUNDS[kind]
        wanted = f"{word} {ctx[name]}"
    elif kind.endswith(("too_long", "too_short")):
        length = ctx.get("max_length", ctx.get("min_length"))
        wanted = f"{'at most' if kind.endswith('long') else 'at least'} {length:,} long"
    else:
        wanted = _EXPECTED.get(kind, "another value")
    if way[0] == "options":  # one of several types: no single one of them is what was expected
        where = shortened(".".join(str(step) for step in way[:2]))
        wanted = "true, false, a whole number, a text, a list of texts or files, or a mapping of these"
    raise RecordError(f"{what}, {where!r}: expected {wanted}", path, number)
