"""Records: the whole story of a game as JSON Lines.

The first line is the header: format, game, map, variants, options, seats and agents. A line follows for every action
and every outcome of chance, in order; the last line of what happened at once carries `state`, a digest of the position
reached. An undo is a line of its own. The last line of an ended game holds the scores and the seed; it is not in the
header, so that a record of a game that goes on tells nobody what is to come.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .errors import RecordError, UsageError

if TYPE_CHECKING:
    from .game import Game
    from .state import State

FORMAT = 1


@dataclass(frozen=True)
class Event:
    """One line of a record: an action of a seat, an outcome of chance, or an undo of the last `count` actions."""

    kind: Literal["action", "chance", "undo"]
    seat: int = -1
    action: str = ""
    key: str = ""
    place: str = ""
    outcome: str = ""
    count: int = 0
    state: str = ""
    line: int = 0

    def as_json(self) -> dict[str, Any]:
        """The line as an object."""
        known: dict[str, Any]
        if self.kind == "action":
            known = {"seat": self.seat, "action": self.action}
        elif self.kind == "chance":
            known = {"chance": self.key, "place": self.place, "outcome": self.outcome}
        else:
            known = {"undo": self.count}
        return {**known, "state": self.state} if self.state else known


def _header(game: Game, agents: Sequence[str]) -> dict[str, Any]:
    the_map = {"id": game.map.id, "digest": game.map.digest}
    if game.map_name != game.map.id:  # a map of one's own
        the_map["path"] = game.map_name
    return {
        "metrolines": FORMAT,
        "game": game.id,
        "map": the_map,
        "variants": {chosen.spec.id: chosen.spec.version for chosen in game.variants},
        "options": game.options,
        "seats": game.seats,
        "agents": list(agents),
    }


def final_scores(state: State) -> list[dict[str, Any]]:
    """The scores of a state as the last line of a record gives them."""
    scores = []
    for score in state.scores():
        items = {f"{item.source}.{item.name}": item.points for item in score.items}
        scores.append({"seat": score.seat, "total": score.total, "rank": score.rank, "items": items})
    return scores


def _end(state: State) -> dict[str, Any]:
    why = state.game.kind.early_end(state)
    end = {"seed": state.seed, "scores": final_scores(state), **({"early": why} if why else {})}
    return {"end": end, "state": state.digest()}


def _line(known: Mapping[str, Any]) -> str:
    return json.dumps(known, separators=(",", ":")) + "\n"


def _stamped(events: Sequence[Event], digest: str) -> list[Event]:
    return [*events[:-1], replace(events[-1], state=digest)] if events else []


def _story(state: State) -> list[Event]:
    """All that happened to a state, with the digests of the positions on the way: it is played once more."""
    blocks = {block.key: block for block in state.game.chance}
    found = [blocks[event.key].find(event.place, event.outcome) for event in state.events if event.kind == "chance"]
    again = type(state).begin(state.game, 0, dict(pair for pair in found if pair is not None))
    events = _stamped(again.events, again.digest())
    for event in state.events:
        if event.kind == "action":
            before = len(again.events)
            again.play(event.seat, event.action)
            events += _stamped(again.events[before:], again.digest())
    return events


class RecordWriter:
    """Writes a game down as it goes on: everything that happens at once is one write, so that a kill loses nothing."""

    def __init__(self, path: Path, state: State, agents: Sequence[str] = (), *, force: bool = False) -> None:
        self.path = path
        flags = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if force else os.O_EXCL)
        try:
            if not path.parent.is_dir():
                path.parent.mkdir(parents=True)
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {path.parent}: {error.strerror}") from None
        try:
            self._file = os.open(path, flags, 0o644)
        except FileExistsError:
            if path.is_dir():
                raise UsageError(f"{path} is a folder", "name a file in it") from None
            raise UsageError(f"{path} exists", "--force writes over it; another --record FILE keeps it") from None
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror}") from None
        self._written = 0
        self._write([_line(_header(state.game, agents))])
        self.add(state)

    @classmethod
    def resume(cls, path: Path, record: Record, state: State) -> RecordWriter:
        """Go on writing the last record of a file, which was replayed to its end; a torn last line is cut off first.

        Raises:
            UsageError: the game has ended, another follows in the file, or the file cannot be written.
        """
        if record.end is not None:
            raise UsageError(f"{path}: the game has ended")
        writer = object.__new__(cls)
        writer.path = path
        try:
            writer._file = os.open(path, os.O_RDWR)
            rest = os.pread(writer._file, os.fstat(writer._file).st_size, record.size)
            if rest.strip() and not record.torn:
                writer.close()
                raise UsageError(f"{path}: another game follows in the file")
            os.truncate(writer._file, record.size)
            os.lseek(writer._file, 0, os.SEEK_END)
            if os.pread(writer._file, 1, record.size - 1) != b"\n":
                writer._write(["\n"])
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror}") from None
        # what happened at once begins with its action, and may have been written down in part
        actions = [i for i, event in enumerate(state.events) if event.kind == "action"]
        began = actions[-1] if actions else 0
        writer._written = began + record.loose if record.loose else len(state.events)
        if not record.events:
            writer._written = 0
        if writer._written < len(state.events):
            writer.add(state)
        return writer

    def _write(self, lines: Sequence[str]) -> None:
        data = "".join(lines).encode()
        try:
            while data:
                data = data[os.write(self._file, data) :]
        except OSError as error:
            raise UsageError(f"{self.path} cannot be written: {error.strerror}") from None

    def add(self, state: State) -> None:
        """Write down what has happened to a state since the last time."""
        events = _stamped(state.events[self._written :], state.digest())
        self._written = len(state.events)
        self._write([_line(event.as_json()) for event in events])

    def undo(self, count: int, state: State) -> None:
        """Write down that the last `count` actions were taken back, which led to `state`."""
        self._written = len(state.events)
        self._write([_line(Event("undo", count=count, state=state.digest()).as_json())])

    def end(self, state: State) -> None:
        """Write the scores of an ended game, and close the file."""
        self._write([_line(_end(state))])
        self.close()

    def close(self) -> None:
        """Close the file; the game may be resumed from it."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


@dataclass
class Record:
    """A game as it was written down. `end` is None while the game is not over.

    `size` is the number of bytes of the record's whole lines, `loose` the number of trailing events without a digest.
    """

    header: dict[str, Any]
    events: list[Event]
    end: dict[str, Any] | None = None
    end_line: int = 0
    path: str = ""
    first_line: int = 1
    size: int = 0
    torn: bool = field(default=False)

    @property
    def loose(self) -> int:
        """How many of the last events lack the digest that closes what happened at once."""
        count = 0
        for event in reversed(self.events):
            if event.state:
                break
            count += 1
        return count

    @classmethod
    def of(cls, state: State, agents: Sequence[str] = ()) -> Record:
        """The record of a state: its game, all that happened, and the scores if it is over."""
        return cls(_header(state.game, agents), _story(state), _end(state) if state.over else None)

    def text(self) -> str:
        """The record as JSON Lines."""
        lines = [_line(self.header), *(_line(event.as_json()) for event in self.events)]
        return "".join(lines + ([_line(self.end)] if self.end else []))

    def save(self, path: str | Path, *, force: bool = False) -> None:
        """Write the record to a file. Raises UsageError if it exists, or cannot be written."""
        try:
            with Path(path).open("w" if force else "x", encoding="utf-8", newline="\n") as file:
                file.write(self.text())
        except FileExistsError:
            raise UsageError(f"{path} exists", "--force writes over it") from None
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror}") from None

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """The first game of a record file. Raises RecordError, which names the line."""
        return next(cls.load_all(path))

    @classmethod
    def load_all(cls, path: str | Path) -> Iterator[Record]:
        """All games of a record file, one after the other."""
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise RecordError(error.strerror or str(error), str(path)) from None
        return iter(_read(data, str(path)))

    @classmethod
    def parse(cls, text: str) -> Record:
        """The first game of the text of a record. Raises RecordError, which names the line."""
        return _read(text.encode(), "")[0]

    def game(self) -> Game:
        """The game that was played, set up again.

        Raises:
            RecordError: a game, variant or map that is not here, or not the same any more.
        """
        from .game import new_game

        header = self.header
        the_map = header["map"]
        own_map = the_map.get("path")
        if own_map is not None and not Path(own_map).is_file():  # it may lie beside the record, wherever that is now
            beside = [Path(self.path).parent / own_map, Path(self.path).parent / Path(own_map).name]
            own_map = next((str(path) for path in beside if path.is_file()), own_map)
        try:
            game = new_game(
                header["game"],
                list(header["variants"]),
                header["seats"],
                header["options"],
                own_map or the_map["id"],
            )
        except UsageError as error:
            reason = "; ".join(str(error).splitlines())
            raise RecordError(f"the game cannot be set up: {reason}", self.path, self.first_line) from None
        if game.map.digest != the_map["digest"]:
            raise RecordError(f"the map {the_map['id']} has changed since", self.path, self.first_line)
        for chosen in game.variants:
            was = header["variants"].get(chosen.spec.id, chosen.spec.version)
            if was != chosen.spec.version:
                reason = f"{chosen.spec.id} was version {was}, here it is {chosen.spec.version}"
                raise RecordError(reason, self.path, self.first_line)
        return game

    def replay(self, to: int | None = None) -> State:
        """The position after `to` actions (None: after all), with every line checked on the way.

        Raises:
            RecordError: the game cannot be set up.
            ReplayError: the first line that does not come out as it says.
        """
        from .replay import replay

        return replay(self, to)


def _read(data: bytes, path: str) -> list[Record]:
    records: list[Record] = []
    offset = 0
    lines = data.split(b"\n")
    for number, raw in enumerate(lines, 1):
        last = number == len(lines)
        offset += len(raw) + (0 if last else 1)
        if not raw.strip():
            continue
        try:
            known = json.loads(raw)
        except (ValueError, RecursionError):
            if last and records:
                records[-1].torn = True
                continue
            raise RecordError("not a line of JSON", path, number) from None
        if not isinstance(known, dict):
            raise RecordError("expected an object", path, number)
        if "metrolines" in known:
            records.append(_read_header(known, path, number))
        elif not records:
            raise RecordError("not a record of metrolines: the first line is no header", path, number)
        else:
            _read_line(records[-1], known, path, number)
        if last:  # the end of the line was not written, but the line is whole
            records[-1].torn = True
        records[-1].size = offset
    if not records:
        raise RecordError("the file is empty", path)
    return records


def _read_header(known: dict[str, Any], path: str, number: int) -> Record:
    if known["metrolines"] != FORMAT:
        raise RecordError(f"format {known['metrolines']!r}; this version reads format {FORMAT}", path, number)
    wanted = {"game": str, "map": dict, "variants": dict, "options": dict, "seats": int}
    for key, kind in wanted.items():
        if not isinstance(known.get(key), kind):
            raise RecordError(f"the header lacks {key!r}", path, number)
    if not {"id", "digest"} <= set(known["map"]):
        raise RecordError("the header lacks the map's id and digest", path, number)
    return Record(known, [], path=path, first_line=number)


def _read_line(record: Record, known: dict[str, Any], path: str, number: int) -> None:
    if record.end is not None:
        raise RecordError("a line after the end of the game", path, number)
    state = known.get("state", "")
    if "end" in known:
        end = known["end"]
        if not isinstance(end, dict) or not isinstance(end.get("scores"), list):
            raise RecordError("the end lacks the scores", path, number)
        record.end, record.end_line = known, number
    elif isinstance(known.get("action"), str) and isinstance(known.get("seat"), int):
        record.events.append(Event("action", known["seat"], known["action"], state=state, line=number))
    elif all(isinstance(known.get(key), str) for key in ("chance", "place", "outcome")):
        event = Event("chance", -1, "", known["chance"], known["place"], known["outcome"], state=state, line=number)
        record.events.append(event)
    elif type(known.get("undo")) is int and known["undo"] > 0:
        record.events.append(Event("undo", count=known["undo"], state=state, line=number))
    else:
        raise RecordError("neither an action, nor chance, nor an undo, nor the end", path, number)
