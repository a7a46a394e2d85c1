"""`games check` of a file of Python: what it declares, whether that can be set up, and what the kit says of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._registry.host import host, use_file
from ..errors import MetrolinesError, PluginError
from . import show
from .data import print_json

if TYPE_CHECKING:
    from .._game.game import Game
    from .._registry.loading import Plugin


@dataclass
class Checked:
    """One table, or one agent: what it is called, why it was left out, and the complaints by check."""

    subject: str
    left_out: str = ""
    complaints: dict[str, str] = field(default_factory=dict)
    games: int = 0
    positions: int = 0

    @property
    def wrong(self) -> dict[str, str]:
        """The checks that fail."""
        return {name: text for name, text in self.complaints.items() if text}

    def told(self) -> str:
        """The verdict in words."""
        if self.left_out:
            return f"left out: {self.left_out}"
        passed = [name for name, text in self.complaints.items() if not text]
        lines = [f"{name}: wrong: {text}" for name, text in self.wrong.items()]
        return "\n".join([*lines, f"right: {', '.join(passed)}"] if passed else lines)


def check_plugin(file: Path, *, as_json: bool) -> None:
    """Load the plugin, as `--plugin` does, and check all that it declares. Exits with 1 if something is wrong.

    Raises:
        UsageError: there is no such file.
    """
    try:
        use_file(file)
    except PluginError as error:
        _tell(file, {}, [str(error)], [], as_json)
        return
    plugin = next(each for each in host().plugins if Path(each.distribution).resolve() == file.resolve())
    if plugin.adds.keys() & {"files", "presets"}:
        from ..config.presets import leave_out_wrong_files

        leave_out_wrong_files(host())
    wrong, checked = list(plugin.wrong), list(_checked(plugin))
    for name in plugin.adds.get("variants", ()):
        own = [each for each in checked if each.subject.startswith(f"variant {name} ")]
        if all(each.left_out for each in own):
            wrong.append(f"variant {name}: it can be played on none of the games here")
    _tell(file, plugin.adds, wrong, checked, as_json)


def _checked(plugin: Plugin) -> Iterator[Checked]:
    """Every table that shows something which the plugin declares, played."""
    from .._game.new_game import new_game

    the_host = host()
    for name in plugin.adds.get("games", ()):
        yield _table(f"game {name}", lambda name=name: new_game(name))
    for name in plugin.adds.get("variants", ()):
        spec = the_host.variants[name]
        for game in the_host.games.values():
            if set(spec.applies_to) & {game.id, game.family}:
                set_up = lambda game=game, name=name: new_game(game.id, [name])  # noqa: E731
                yield _table(f"variant {name} on {game.id}", set_up)
    for name in plugin.adds.get("maps", ()):
        family = the_host.maps[name].family
        first = next((game for game in the_host.games.values() if game.family == family), None)
        if first is not None:
            set_up = lambda first=first, name=name: new_game(first.id, map=name)  # noqa: E731
            yield _table(f"map {name} with {first.id}", set_up)
    for name in plugin.adds.get("agents", ()):
        yield _agent(name)


def _table(subject: str, set_up: Any) -> Checked:
    from ..errors import SetupError
    from ..testing.verdicts import quick_verdicts

    try:
        game: Game = set_up()
    except SetupError as error:
        return Checked(subject, left_out=error.problems[0].message)
    except MetrolinesError as error:
        return Checked(subject, complaints={"set-up": str(error)})
    verdicts = quick_verdicts(game)
    return Checked(subject, "", {"set-up": "", **verdicts.complaints}, verdicts.games, verdicts.positions)


def _agent(name: str) -> Checked:
    from ..testing.agents import check_agent
    from ..testing.report import NotConforming

    complaints = {"answers": ""}
    try:
        report = check_agent(name, games=1)
    except NotConforming as error:
        return Checked(f"agent {name}", "", {"answers": f"{error.game!r}: {error.check}: {error.complaint}"})
    except MetrolinesError as error:
        return Checked(f"agent {name}", "", {"answers": str(error)})
    return Checked(f"agent {name}", "", complaints, report.games, report.positions)


def _tell(file: Path, adds: dict[str, list[str]], wrong: list[str], checked: list[Checked], as_json: bool) -> None:
    valid = not wrong and not any(each.wrong for each in checked)
    if as_json:
        rows = [
            {
                "subject": each.subject,
                "left_out": each.left_out,
                "checks": each.complaints,
                "games": each.games,
                "positions": each.positions,
            }
            for each in checked
        ]
        print_json({"valid": valid, "kind": "plugin", "file": str(file), "adds": adds, "wrong": wrong, "tables": rows})
    else:
        from rich.table import Table

        table = Table(box=None, show_header=False, padding=(0, 1))
        table.add_column(style="bold")
        table.add_column()
        table.add_row("plugin", str(file))
        for kind, names in adds.items():
            table.add_row(kind, ", ".join(names))
        for text in wrong:
            table.add_row("wrong", text)
        for each in checked:
            table.add_row(each.subject, each.told())
        table.add_row("verdict", "right" if valid else "something is wrong")
        show.out().print(table)
    if not valid:
        sys.exit(1)
