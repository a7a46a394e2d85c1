"""`games list`: what there is, without importing any of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .._registry.declarations import AgentSpec
from .._registry.host import Host, host
from .._registry.options import Option
from .._text import hint_for
from ..errors import FileError, UsageError
from . import show
from .data import print_json
from .options import use_plugins

KINDS = ("games", "presets", "variants", "maps", "files", "agents", "plugins")
OF_PACKAGES = ("presets", "files")  # what is told where there is any


def show_list(what: str, game: str, *, long: bool, plugins: Sequence[Path] | None, as_json: bool) -> None:
    """Everything, one kind of things, one thing by its name, or what goes with a game."""
    use_plugins(plugins)
    the_host = host()
    if game:
        if what != "variants":
            hint = f"games list variants {game}"
            raise UsageError(f"for a game there are only its variants to list, not {what!r}", hint)
        from .listing_one import show_variants_for

        show_variants_for(the_host, game, as_json=as_json)
        return
    if what and what not in KINDS:
        from .listing_one import show_one

        if not show_one(the_host, what, as_json=as_json):
            known = (*KINDS, *the_host.games, *the_host.variants)
            raise UsageError(f"nothing to list under {what!r}", hint_for(what, known))
        return
    # where there are none, nothing that reads YAML is imported: that costs time, and a damaged distribution may stop it
    if what in ("plugins", *OF_PACKAGES) and (the_host.files or the_host.presets):
        from ..config.presets import leave_out_wrong_files

        leave_out_wrong_files(the_host)
    rows = {kind: _rows(the_host, kind, long) for kind in ([what] if what else KINDS[:-1])}
    rows = {kind: entries for kind, entries in rows.items() if what or entries or kind not in OF_PACKAGES}
    if as_json:
        print_json(rows[what] if what else rows)
    else:
        for kind, entries in rows.items():
            remarks = _remarks(entries) if kind == "plugins" else []
            (_print_long if long and kind != "agents" else print_table)(kind, entries)
            for line in remarks:
                show.out().print(line, markup=False, soft_wrap=True)
        broken = [plugin.name for plugin in the_host.plugins if plugin.faulty]
        if broken and what != "plugins":
            show.remark(f"broken plugins: {', '.join(broken)} (games list plugins says why)")


def _rows(the_host: Host, kind: str, long: bool) -> list[dict[str, Any]]:
    if kind == "games":
        kinds = dict(the_host.loaded_games()) if long else {}
        return [
            {
                "id": g.id,
                "title": g.title,
                "seats": f"{g.seats[0]}-{g.seats[1]}",
                "map": g.map,
                "summary": g.summary,
                **({"options": options_data(kinds[g].settings)} if long else {}),
            }
            for g in the_host.games.values()
        ]
    if kind == "presets":
        return [
            {"id": preset.id, "title": preset.title, "summary": preset.summary} for preset in the_host.presets.values()
        ]
    if kind == "files":
        return [{"id": file.id, "option": file.option} for file in the_host.files.values()]
    if kind == "variants":
        return [_variant(the_host, variant.id, long) for variant in the_host.variants.values()]
    if kind == "maps":
        return [_map(the_host, name, long) for name in the_host.maps]
    if kind == "agents":
        return [agent_data(the_host, agent) for agent in the_host.agents.values()]
    return [
        {
            "name": p.name,
            "distribution": p.distribution,
            "version": p.version,
            "adds": p.adds,
            "broken": p.broken,
            "wrong": p.wrong,
            "notes": p.notes,
        }
        for p in the_host.plugins
    ]


def _variant(the_host: Host, name: str, long: bool) -> dict[str, Any]:
    spec = the_host.variants[name]
    row: dict[str, Any] = {"id": spec.id, "title": spec.title, "for": list(spec.applies_to), "summary": spec.summary}
    if long:
        row |= {
            "needs": list(spec.needs),
            "requires": list(spec.requires),
            "conflicts": list(spec.conflicts),
            "options": options_data(spec.options),
            "house": list(spec.house),
            "from": the_host.distribution_of(name),
        }
    return row


def agent_data(the_host: Host, spec: AgentSpec) -> dict[str, Any]:
    """An agent for programs; it plays every game if `for` is empty. `own` says what those see that games have of their
    own under this name.
    """
    own = {game.family: told for game in the_host.games.values() for name, told in game.own_agents if name == spec.id}
    return {"id": spec.id, "title": spec.title, "for": list(spec.applies_to), "sees": spec.sees, "own": own}


def options_data(options: Sequence[Option]) -> dict[str, Any]:
    """Options for programs."""
    return {o.name: {"default": o.default, "help": o.help, "choices": list(o.choices)} for o in options}


def _map(the_host: Host, name: str, long: bool) -> dict[str, Any]:
    spec = the_host.maps[name]
    row: dict[str, Any] = {"id": spec.id, "for": spec.family}
    if long:
        kind = the_host.kinds().get(spec.family)
        try:
            the_map = kind.read_map(spec.path) if kind else None
        except FileError as error:
            return row | {"broken": str(error.problems[0])}
        if the_map is not None:
            row |= {
                "features": dict(the_map.features),
                "variants": list(the_map.variants),
                "notes": list(the_map.notes),
            }
    return row


def _remarks(rows: list[dict[str, Any]]) -> list[str]:
    """What is wrong with single declarations, and which names others have; it is taken out of the rows of a table."""
    return [f"{row['name']}: {text}" for row in rows for text in (*row.pop("wrong"), *row.pop("notes"))]


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return "\n".join(f"{key}: {_text(inner)}" for key, inner in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(_text(item) for item in value)
    return str(value)


def print_table(kind: str, rows: list[dict[str, Any]]) -> None:
    """Entries as rows of a table."""
    from rich.table import Table

    table = Table(title=kind.capitalize(), title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0))
    keys = list(dict.fromkeys(key for row in rows for key in row if key != "own"))  # told under `sees`
    for key in keys:
        table.add_column(key, overflow="fold")
    for row in rows:
        everywhere = {"for": "every game"} if row.get("for") == [] else {}
        if own := row.get("own"):
            everywhere["sees"] = f"{row['sees']}\n" + "\n".join(f"in {game}: {told}" for game, told in own.items())
        table.add_row(*(_text((row | everywhere).get(key, "")) for key in keys))
    show.out().print(table)
    show.out().print()


def _print_long(kind: str, rows: list[dict[str, Any]]) -> None:
    """An entry below another, each with what there is to tell of it."""
    from rich.table import Table

    show.out().print(kind.capitalize(), style="bold")
    for row in rows:
        table = Table(title=row.get("id") or row["name"], title_style="bold", title_justify="left", box=None)
        table.show_header = False
        for key, value in row.items():
            text = options_text(value) if key == "options" else _text(value)
            if key == "notes":
                text = "\n".join(value)
            if key not in ("id", "name") and text:
                table.add_row(key, text)
        show.out().print(table)
        show.out().print()


def options_text(options: dict[str, Any]) -> str:
    """Options, a line each."""
    return "\n".join(map(_option, options, options.values()))


def _option(name: str, option: dict[str, Any]) -> str:
    choices = f" ({' or '.join(option['choices'])})" if option["choices"] else ""
    return f"{name}={_text(option['default'])}: {option['help']}{choices}"
