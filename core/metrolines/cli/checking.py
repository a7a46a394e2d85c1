"""`games check` and `games schema`: what YAML files say, what is wrong with them, and what they may say."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._text import closest, hint_for
from ..config.trust import Gate
from ..errors import FileError
from . import show
from .data import print_json
from .options import use_plugins

if TYPE_CHECKING:
    from .._files.documents import Document
    from .._setup.family import GameFamily

Rows = Sequence[tuple[str, str]]


def check_file(file: Path, *, ascii: bool, plugins: Sequence[Path] | None, trust: bool, as_json: bool) -> None:
    """`games check`: what is wrong with a map, a config or another file, or what was understood of it.

    Without `trust` no code runs that the file names; what could not be judged without it is told. A file of Python is a
    plugin: it is loaded, as `--plugin` does, and the quick form of the kit checks what it declares.
    """
    from .._files.documents import read_yaml

    use_plugins(plugins)
    if file.suffix == ".py":
        from .check_plugin import check_plugin

        check_plugin(file, as_json=as_json)
        return
    gate = Gate(trust, leave_out=True)
    try:
        rows, data = _understood(read_yaml(file), file, gate, ascii, as_json)
    except FileError as error:
        if not as_json:
            raise
        problems = [
            {"message": p.message, "hint": p.hint, "file": p.path, "line": p.line, "column": p.column}
            for p in error.problems
        ]
        print_json({"valid": False, "problems": problems})
        sys.exit(2)
    if as_json:
        print_json({"valid": True, **data, **({"not_run": gate.left_out} if gate.left_out else {})})
        return
    if gate.left_out:
        note = "what these bring could not be checked; --trust runs them"
        rows = [*rows, ("not run", "\n".join([*gate.left_out, note]))]
    from rich.table import Table

    table = Table(box=None, show_header=False, padding=(0, 1))
    table.add_column(style="bold")
    table.add_column()
    for row in rows:
        table.add_row(*row)
    show.out().print(table)


def _understood(
    document: Document, file: Path, gate: Gate, ascii: bool, as_json: bool
) -> tuple[Rows, Mapping[str, Any]]:
    """What a file of any kind says, for people and for programs."""
    from .._registry.host import host

    families = host().families()
    named = document.data.get("game")
    is_game = isinstance(named, str) and host().key("games", named) is not None
    if isinstance(named, str) and named in families and ("name" in document.data or not is_game):
        kind: GameFamily = families[named].load()
        the_map = kind.read_map(file)
        if not as_json:
            show.draw(kind.map_board(the_map), show.plain_signs(ascii))
        return kind.check_report(the_map), {"kind": "map", **kind.check_data(the_map)}
    if isinstance(named, str) and not is_game and not document.data.get("plugins"):
        names = [*families, *(name for name in host().games if name not in families)]
        raise FileError([document.problem(f"no game is called {named!r}", "game", hint=hint_for(named, names))])
    if "game" in document.data:
        return _config(file, gate)
    if "grid" in document.data:
        return _sweep(file, gate)
    if "baseline" in document.data:
        return _comparison(file, gate)
    telling = ["game", "grid", "base"]
    fitting = []
    for kind in host().kinds().values():
        for what, model in kind.file_models().items():
            needed = [name for name, field in model.model_fields.items() if field.is_required()]
            if all(name in document.data for name in needed):
                fitting.append((sum(name in model.model_fields for name in document.data), kind, what))
            telling += needed
    if fitting:  # a sheet may name objectives, as a deck does: the kind that knows most of its keys
        _, kind, what = max(fitting, key=lambda found: found[0])
        return kind.check_other(what, document)
    message = "the file does not say what it is"
    for key in document.data:
        meant = closest(key, telling)
        if meant is not None and key not in telling:
            at = document.key_place(key)
            raise FileError(
                [document.problem(f"{message}: unknown key {key!r}", hint=f'did you mean "{meant}"?', at=at)]
            )
    hint = f"a map has game: {' or '.join(families)}; a config has game: {' or '.join(host().games)}"
    raise FileError([document.problem(message, hint=hint)])


def _unknown(kind: str) -> tuple[Rows, Mapping[str, Any]]:
    """What is told of a file whose game or map may be one of a plugin that was not run."""
    return [(kind, "its form is right; its game or map is none of the installed plugins")], {"kind": kind}


def _config(file: Path, gate: Gate) -> tuple[Rows, Mapping[str, Any]]:
    from ..config.game_config import config_behind

    config = config_behind(file, gate)
    if config is None:
        return _unknown("config")
    game = config.game
    options = [
        f"{name}: {', '.join(f'{key}={_short(value)}' for key, value in own.items())}" if isinstance(own, dict) else ""
        for name, own in game.options.items()
    ]
    own = {name: value for name, value in game.settings.items() if value not in ((), "")}
    rows = [
        ("config", config.title or game.title),
        ("game", game.title),
        ("variants", ", ".join(chosen.spec.id for chosen in game.variants) or "none"),
        ("options", "\n".join(filter(None, options)) or "none"),
        ("settings", ", ".join(f"{name}={_short(value)}" for name, value in own.items()) or "none"),
        ("seats", ", ".join(config.names) or str(game.seats)),
        ("seed", "drawn" if config.seed is None else str(config.seed)),
        ("scripted", ", ".join(config.script) or "nothing"),
        *([("notes", "\n".join(game.notes))] if game.notes else []),
    ]
    data = {"kind": "config", "title": config.title, **show.game_data(game), "agents": list(config.names)}
    return rows, {**data, "seed": config.seed, "script": dict(config.script)}


def _sweep(file: Path, gate: Gate) -> tuple[Rows, Mapping[str, Any]]:
    from ..simulation.sweep import sweep_behind

    sweep = sweep_behind(file, gate)
    runs = [" ".join(f"{key}={value}" for key, value in run.columns.items()) for run in sweep.runs]
    rows = [
        ("sweep", sweep.title or str(file)),
        ("games", f"{sweep.games:,} of each, seed {sweep.seed}"),
        (f"{len(runs)} runs", "\n".join(runs)),
        *([("left out", "\n".join(sweep.left_out))] if sweep.left_out else []),
    ]
    columns = [dict(run.columns) for run in sweep.runs]
    data = {"kind": "sweep", "title": sweep.title, "games": sweep.games, "seed": sweep.seed, "runs": columns}
    return rows, {**data, "left_out": list(sweep.left_out)}


def _comparison(file: Path, gate: Gate) -> tuple[Rows, Mapping[str, Any]]:
    from ..lab.comparison_file import comparison_behind

    comparison = comparison_behind(file, gate)
    if comparison is None:
        return _unknown("comparison")
    rows = [
        ("comparison", comparison.title or str(file)),
        ("baseline", comparison.baseline.title),
        (
            "treatment",
            f"{comparison.treatment.title} ({comparison.label})" if comparison.label else comparison.treatment.title,
        ),
        ("agents", ", ".join(comparison.agents)),
        ("games", f"{comparison.games:,}, {comparison.traced:,} of them step by step, seed {comparison.seed}"),
    ]
    sides = {"baseline": show.game_data(comparison.baseline), "treatment": show.game_data(comparison.treatment)}
    return rows, {
        "kind": "comparison",
        "title": comparison.title,
        **sides,
        "agents": list(comparison.agents),
        "games": comparison.games,
    }


def _short(value: Any) -> str:
    """A value of an option; of files that were taken in, their names."""
    if isinstance(value, (tuple, list)):
        return "+".join(map(str, value)) or "-"
    return str(value)


def show_schema(what: str, plugins: Sequence[Path] | None) -> None:
    """`games schema`: a JSON Schema on standard output."""
    from .schemas import schema

    use_plugins(plugins)
    print_json(schema(what))
