"""Which code has played: what a folder of results keeps of it, and what has changed since.

The digest of the rules is one of compiled Python code, which differs between versions of Python: so that version is
kept too, and where it is another one, nothing is claimed about the rules.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._registry.host import host
from .._registry.sources import digest_of, sources
from .._rules.code import digest
from .._rules.layout import Values
from ..agents.loading import agent_spec, code_of
from ..agents.making import rule_of
from ..agents.names import short_name
from ..errors import UsageError

if TYPE_CHECKING:
    from .._game.game import Game

BACK = "take the old code back; --force begins anew, --out names another folder"


def code_identity(game: Game, agents: Sequence[str]) -> dict[str, Any]:
    """The versions and digests of all code that plays a game: rules, agents, and the files that they come from."""
    from .. import __version__

    versions = {"metrolines": __version__}
    files = {path for path in (_file_of(chosen.spec.load()) for chosen in game.variants) if path is not None}
    for plugin in host().plugins:
        if _used(plugin.adds, game, agents):
            if plugin.version:
                versions[plugin.distribution] = plugin.version
            elif Path(plugin.distribution).is_file():
                files.add(Path(plugin.distribution).resolve())
    return {
        "python": ".".join(map(str, sys.version_info[:2])),
        "versions": dict(sorted(versions.items())),
        "rules": _rules(game),
        "files": _digests(sources(files)),
        "agents": [[short_name(agent), _agent(game, agent)] for agent in agents],
    }


def changes(was: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What differs between two identities of code, in words; nothing if it is the same code."""
    words = [
        f"{name} was {was['versions'].get(name, 'not there')}, and is {now['versions'].get(name, 'not used')} now"
        for name in dict.fromkeys([*was["versions"], *now["versions"]])
        if was["versions"].get(name) != now["versions"].get(name)
    ]
    words += [
        f"the rules of {name} have changed since"
        for name in dict.fromkeys([*was["files"], *now["files"]])
        if was["files"].get(name) != now["files"].get(name)
    ]
    if was["python"] != now["python"]:
        versions = f"Python {was['python']} played, and this is Python {now['python']}"
        return [*words, f"{versions}, which cannot compare the code of the rules"]
    changed = [
        name for (name, before), (_, after) in zip(was["agents"], now["agents"], strict=False) if before != after
    ]
    words += [f"the agent {name} has changed since" for name in dict.fromkeys(changed)]
    if was["rules"] != now["rules"] and not words:
        words.append("the rules of the game have changed since")
    return words


def refuse_changes(path: Path, was: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Raise a UsageError if the rows in a folder are of other code than that which would play now."""
    words = changes(was, now)
    if words:
        raise UsageError(f"{path} holds rows of other code: {'; '.join(words)}", BACK)


def _used(adds: Mapping[str, Sequence[str]], game: Game, agents: Sequence[str]) -> bool:
    """Whether a game or its players are of a plugin that adds these."""
    used = {
        "games": {game.id},
        "maps": {game.map.id},
        "variants": {chosen.spec.id for chosen in game.variants},
        "agents": set(agents),
    }
    return any(used[kind] & set(adds.get(kind, ())) for kind in used)


def _file_of(module: object) -> Path | None:
    """The file that a module, or an object that stands for one, was written in."""
    try:
        file = inspect.getsourcefile(module if inspect.ismodule(module) else type(module))
    except (TypeError, OSError):
        return None
    return Path(file).resolve() if file and Path(file).is_file() else None


def _digests(files: set[Path]) -> dict[str, str]:
    """A digest a name: files of one name in two folders have one together, wherever the folders lie."""
    found: dict[str, list[Path]] = {}
    for path in files:
        found.setdefault(path.name, []).append(path)
    return {name: digest_of(found[name]) for name in sorted(found)}


def _rules(game: Game) -> str:
    """A digest of the rules as code, and of the tables that they read."""
    return hashlib.sha256(f"{game.digest} {_numbers(game.constant_values)}".encode()).hexdigest()[:16]


def _numbers(values: Values) -> list[tuple[str, object]]:
    """Constant tables as plain numbers, in the order of their names."""
    return [
        (name, _numbers(value) if isinstance(value, Mapping) else int(value) if isinstance(value, int) else [*value])
        for name, value in sorted(values.items())
    ]


def _agent(game: Game, name: str) -> str:
    """A digest of an agent's code: of its rule function, or of the files that it comes from."""
    spec = agent_spec(game, name)
    return digest([rule_of(spec, game.engine)]) if spec.compiled else code_of(spec.factory)
