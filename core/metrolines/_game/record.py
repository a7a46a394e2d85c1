"""Records: the whole story of a game as JSON Lines.

The first line is the header: format, game config, agents, and the position if the game began from one. A line follows
for every action and every outcome of chance, in order; the last line of what happened at once carries `state`, a digest
of the position reached. An undo is a line of its own. The last line of an ended game holds the scores, the seed and
what was scripted; they are not in the header, so that a record of a game that goes on tells nobody what is to come. It
holds a seal, too: a digest of all that the record says. `metrolines._game.record_file` reads records.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .._text import as_characters
from ..errors import UsageError
from .config import written

if TYPE_CHECKING:
    from .game import Game
    from .state import State

FORMAT = 2


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


def header_of(state: State, agents: Sequence[str]) -> dict[str, Any]:
    """The first line of a record. Raises UsageError for names of other than all seats."""
    game = state.game
    if len(agents) not in (0, game.seats):
        raise UsageError(f"{len(agents)} names of agents for {game.seats} seats", "name one a seat, or none")
    position = {"position": state.began_at} if state.began_at else {}
    header: dict[str, Any] = _as_characters(
        {"metrolines": FORMAT, **written(game, game.map_name), "agents": list(agents), **position}
    )
    return header


def _as_characters(value: Any) -> Any:
    """The same with bytes of files' names that are no UTF-8 written out: `m\\xff.yaml`."""
    if isinstance(value, str):
        return as_characters(value)
    if isinstance(value, Mapping):
        return {_as_characters(key): _as_characters(item) for key, item in value.items()}
    return list(map(_as_characters, value)) if isinstance(value, list) else value


def final_scores(state: State) -> list[dict[str, Any]]:
    """The scores of a state as the last line of a record gives them."""
    scores = []
    for score in state.scores():
        items = {f"{item.source}.{item.name}": item.points for item in score.items}
        scores.append({"seat": score.seat, "total": score.total, "rank": score.rank, "items": items})
    return scores


def end_of(state: State) -> dict[str, Any]:
    """The last line of a record, without its seal."""
    why = state.game.family.early_end(state)
    end: dict[str, Any] = {"seed": state.seed, "scores": final_scores(state), **({"early": why} if why else {})}
    if state.seed is not None and state.scripted:
        end["script"] = _script(state)
    return {"end": end, "state": state.digest()}


def _script(state: State) -> dict[str, dict[str, str]]:
    """What was scripted, by key and place: the seed alone does not deal it."""
    script: dict[str, dict[str, str]] = {}
    for block in state.game.chance:
        for offset, place in enumerate(block.slots):
            outcome = state.scripted.get(block.first + offset)
            if outcome is not None:
                script.setdefault(block.key, {})[place] = block.outcomes[outcome]
    return script


def as_line(known: Mapping[str, Any]) -> str:
    """A line of a record, as it is written and as it is sealed."""
    return json.dumps(known, separators=(",", ":")) + "\n"


def stamped(events: Sequence[Event], digest: str) -> list[Event]:
    """What happened at once, with the digest of the position that it led to."""
    return [*events[:-1], replace(events[-1], state=digest)] if events else []


def _story(state: State) -> list[Event]:
    """All that happened to a state, with the digests of the positions on the way: it is played once more."""
    blocks = {block.key: block for block in state.game.chance}
    found = [blocks[event.key].find(event.place, event.outcome) for event in state.events if event.kind == "chance"]
    outcomes = dict(pair for pair in found if pair is not None)
    again = type(state).begin(state.game, 0, outcomes, state.began_at)
    events = stamped(again.events, again.digest())
    for event in state.events:
        if event.kind == "action":
            before = len(again.events)
            again.play(event.seat, event.action)
            events += stamped(again.events[before:], again.digest())
    return events


@dataclass
class Record:
    """A game as it was written down. `end` is None while the game is not over.

    `size` is the number of bytes up to the end of the record's whole lines, `read` that of the whole file, `loose` the
    number of trailing events without a digest.
    """

    header: dict[str, Any]
    events: list[Event]
    end: dict[str, Any] | None = None
    end_line: int = 0
    path: str = ""
    first_line: int = 1
    size: int = 0
    read: int = 0
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
        record = cls(header_of(state, agents), _story(state), end_of(state) if state.over else None)
        if record.end is not None:
            record.end["seal"] = record.seal()
        return record

    def seal(self) -> str:
        """The digest of all that the record says, which stands in the last line of one that is sealed."""
        bare = {key: value for key, value in (self.end or {}).items() if key != "seal"}
        return hashlib.sha256(replace(self, end=bare or None).text().encode()).hexdigest()

    def text(self) -> str:
        """The record as JSON Lines."""
        lines = [as_line(self.header), *(as_line(event.as_json()) for event in self.events)]
        return "".join(lines + ([as_line(self.end)] if self.end else []))

    def save(self, path: str | Path, *, force: bool = False) -> None:
        """Write the record to a file, whole or not at all.

        Raises:
            UsageError: it exists (with `force` it is replaced), another process writes it, or it cannot be written.
        """
        from .._files.saving import save

        save(Path(path), self.text().encode(), force)

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """The first game of a record file. Raises RecordError, which names the line."""
        return next(cls.load_all(path))

    @classmethod
    def load_all(cls, path: str | Path) -> Iterator[Record]:
        """All games of a record file, one after the other."""
        from .record_file import read_records

        return iter(read_records(str(path)))

    @classmethod
    def parse(cls, text: str) -> Record:
        """The first game of the text of a record. Raises RecordError, which names the line."""
        from .record_file import parse_records

        return parse_records(text.encode("utf-8", "surrogatepass"), "")[0]

    def game(self) -> Game:
        """The game that was played, set up again from what the record holds; no file that it names is opened.

        Raises:
            RecordError: a game, variant or map that is not here, or not the same any more.
        """
        from .record_setup import game_of

        return game_of(self)

    def replay(self, to: int | None = None) -> State:
        """The position after `to` actions (None: after all), with every line checked on the way.

        Examples:
            >>> import metrolines as ml
            >>> state = ml.play(ml.new_game("metro"), ["random"], seed=1)
            >>> state.record().replay().scores() == state.scores()
            True

        Raises:
            RecordError: the game cannot be set up.
            ReplayError: the first line that does not come out as it says.
        """
        from .replay import replay

        return replay(self, to)
