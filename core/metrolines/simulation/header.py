"""What `_run.json` and `_sweep.json` hold. It is judged before anything of it is used: it may be damaged, or edited."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .._files.models import Seed
from .._game.config import written
from .._limits import MOST_GAMES
from ..agents.names import short_name
from ..errors import UsageError
from .identity import code_identity

if TYPE_CHECKING:
    from .._game.game import Game

CHUNK_LIMIT = 100_000  # games of a chunk
CELL_LIMIT = 2**27  # numbers in a chunk: a gigabyte in memory
Count = Annotated[int, Field(ge=1, le=MOST_GAMES)]
Names = Annotated[list[str], Field(min_length=1, max_length=10_000)]


class _Part(BaseModel):
    """A part of a description. What another version has beside it is passed over."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)


class CodeOfRun(_Part):
    """The code that played, see `metrolines.simulation.identity`."""

    python: str
    versions: dict[str, str]
    rules: str
    files: dict[str, str]
    agents: list[Annotated[list[str], Field(min_length=2, max_length=2)]]


class HeaderOfRun(_Part):
    """A run."""

    identity: str
    game: str
    map: str | None = None
    map_digest: str
    variants: dict[str, dict[str, Any]]
    settings: dict[str, Any]
    versions: dict[str, str]
    seats: Annotated[int, Field(ge=1, le=1000)]
    agents: Names
    seed: Seed
    games: Count
    chunk: Annotated[int, Field(ge=1, le=CHUNK_LIMIT)]
    columns: Names
    titles: Names
    layout: Names | None = None
    code: CodeOfRun

    def fault(self) -> str:
        """What does not go together; nothing if it does."""
        layout = self.layout or self.columns
        if len(self.agents) != self.seats or len(self.titles) != len(self.columns):
            return "its parts do not go together"
        if len(set(layout)) < len(layout) or not set(self.columns) <= set(layout):
            return "its columns do not go together"
        if self.chunk * self.seats * len(layout) > CELL_LIMIT:
            return "its chunks are too large"
        return ""


class SweepDescription(_Part):
    """A sweep."""

    games: Count
    seed: Seed
    columns: Names
    runs: list[dict[str, str]]


Kind = TypeVar("Kind", bound=_Part)


def checked(kind: type[Kind], description: Mapping[str, Any], file: Path) -> Kind:
    """A description that a folder holds, of this kind. Raises UsageError where it is damaged."""
    try:
        return kind.model_validate(description)
    except ValidationError as error:
        found = error.errors(include_url=False)[0]
        where = ".".join(map(str, found["loc"]))
        raise damaged(file, f"{where}: {found['msg']}") from None


def damaged(file: Path, fault: str) -> UsageError:
    """The error for a description that is damaged."""
    return UsageError(f"{file} is damaged: {fault}", "begin anew with --force, or put it back as it was")


def identity_of(header: Mapping[str, Any]) -> str:
    """A short digest of what decides the rows of a run and their files. Where files lie has no part in it."""
    decides = {
        **{key: header[key] for key in HeaderOfRun.model_fields if key in header and key != "identity"},
        "map": "" if header.get("map_text") else header["map"],
        "agents": [short_name(agent) for agent in header["agents"]],
    }
    return hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()[:16]


def header_of(
    game: Game,
    agents: Sequence[str],
    seed: int,
    games: int,
    chunk: int,
    columns: Sequence[str],
    titles: Sequence[str],
    layout: Sequence[str] = (),
) -> dict[str, Any]:
    """What was played and by which code, as a folder keeps it."""
    from .. import __version__

    return {
        **written(game, game.map_anywhere),
        "metrolines": __version__,
        "agents": list(agents),
        "seed": seed,
        "games": games,
        "chunk": chunk,
        "columns": list(columns),
        "titles": list(titles),
        **({"layout": list(layout)} if layout else {}),
        "code": code_identity(game, agents),
    }
