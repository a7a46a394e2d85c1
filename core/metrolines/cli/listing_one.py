"""`games list` of one thing by its name, and of the variants that go with a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .._registry.declarations import GameSpec, VariantSpec
from .._registry.host import Host
from .._registry.resolver import resolve
from .._setup.maps import load_map
from ..errors import SetupError
from . import show
from .data import print_json
from .listing import agent_data, options_data, options_text, print_table

if TYPE_CHECKING:
    from ..view.rules import RuleText


def show_one(host: Host, name: str, *, as_json: bool) -> bool:
    """A game, or every variant or agent of that name (a word of it will do). Returns whether there is any."""
    if (key := host.key("games", name)) is not None:
        _show_game(host, host.games[key], as_json)
        return True
    variants = list(_variants_called(host, name))
    agents = [host.agents[key]] if (key := host.key("agents", name)) is not None else []
    if not variants and not agents:
        return False
    told = [(spec, _rules(host, spec)) for spec in variants]
    if as_json:
        rows = [_variant_data(spec, rules) for spec, rules in told] + [agent_data(host, spec) for spec in agents]
        print_json(rows)
        return True
    for spec, rules in told:
        _print_variant(spec, rules)
    if agents:
        print_table("agents", [agent_data(host, spec) for spec in agents])
    return True


def show_variants_for(host: Host, name: str, *, as_json: bool) -> None:
    """The variants, and which of them a game can have. Raises UnknownName for no game."""
    rows = _variants_for(host, host.game(name))
    if as_json:
        print_json(rows)
    else:
        _print_fitting(rows)


def _variants_called(host: Host, name: str) -> Iterator[VariantSpec]:
    word = name.strip().replace("-", "_").casefold()
    for key, spec in host.variants.items():
        if key == host.key("variants", name) or word in spec.word.casefold().split("_"):
            yield spec


def _variants_for(host: Host, game: GameSpec) -> list[dict[str, Any]]:
    kind = game.load()
    the_map, _ = load_map(host, game, kind, None, None)
    rows = []
    for spec in host.variants.values():
        why: list[str] = []
        try:
            resolve(host, game, the_map.title, the_map.features, kind.settings, [spec.id], {})
        except SetupError as error:
            why = [problem.message for problem in error.problems]
        rows.append(
            {
                "id": spec.id,
                "title": spec.title,
                "fits": "no" if why else "always" if spec.id in the_map.variants else "yes",
                "why": "; ".join(why),
                "conflicts": _conflicts(host, spec),
                "needs": [*spec.requires, *(f"a map with {need.replace('_', ' ')}" for need in spec.needs)],
            }
        )
    return rows


def _conflicts(host: Host, spec: VariantSpec) -> list[str]:
    """The variants that a variant cannot be played with, whichever of the two says so."""
    own = {host.key("variants", name) or name for name in spec.conflicts}
    others = {v.id for v in host.variants.values() if spec.id in {host.key("variants", n) or n for n in v.conflicts}}
    return sorted(own | others)


def _print_fitting(rows: list[dict[str, Any]]) -> None:
    fitting = [{key: row[key] for key in row if key != "why"} for row in rows if row["fits"] != "no"]
    print_table("variants", fitting)
    others = [{key: row[key] for key in ("id", "title", "why")} for row in rows if row["fits"] == "no"]
    if others:
        print_table("those that do not fit", others)


def _show_game(host: Host, spec: GameSpec, as_json: bool) -> None:
    kind = spec.load()
    the_map, _ = load_map(host, spec, kind, None, None)
    variants = _variants_for(host, spec)
    options = options_data(kind.settings)
    row = {
        "id": spec.id,
        "title": spec.title,
        "seats": f"{spec.seats[0]}-{spec.seats[1]}",
        "map": spec.map,
        "summary": spec.summary,
        "options": options,
        "variants": variants,
    }
    if as_json:
        print_json(row | {"map_data": dict(kind.check_data(the_map))})
        return
    from rich.table import Table

    table = Table(title=spec.title, title_style="bold", title_justify="left", box=None, show_header=False)
    table.add_column(max_width=18)
    table.add_column()
    for key in ("seats", "summary"):
        table.add_row(key, str(row[key]))
    table.add_row("options", options_text(options))
    for heading, text in kind.check_report(the_map):
        table.add_row(heading, text)
    show.out().print(table)
    show.out().print()
    _print_fitting(variants)


def _rules(host: Host, spec: VariantSpec) -> list[tuple[RuleText, list[str]]]:
    """The entries of a variant, each with the games in which it reads so; all games that can have it are asked."""
    from .._game.new_game import new_game
    from .._game.rules_told import rules_of_variant

    found: dict[RuleText, list[str]] = {}
    for game in host.games.values():
        if set(spec.applies_to) & {game.id, game.family}:
            try:
                table = new_game(game.id, [spec.id])
            except SetupError:  # it does not fit, or cannot be without an option
                continue
            chosen = next(each for each in table.variants if each.spec.id == spec.id)
            for rule in rules_of_variant(table, chosen):
                found.setdefault(rule, []).append(game.id)
    return list(found.items())


def _variant_data(spec: VariantSpec, rules: list[tuple[RuleText, list[str]]]) -> dict[str, Any]:
    return {
        "id": spec.id,
        "title": spec.title,
        "for": list(spec.applies_to),
        "summary": spec.summary,
        "options": options_data(spec.options),
        "rules": [rule.as_data() | {"games": games} for rule, games in rules],
    }


def _print_variant(spec: VariantSpec, rules: list[tuple[RuleText, list[str]]]) -> None:
    from ..terminal.rules import page

    show.out().print(f"{spec.id}: {spec.summary}", style="bold")
    if spec.options:
        show.out().print(options_text(options_data(spec.options)))
    everywhere = {game for _, games in rules for game in games}
    told = [
        rule if set(games) == everywhere else replace(rule, text=f"{rule.text} ({', '.join(games)})")
        for rule, games in rules
    ]
    for line in page(told, show.out().width):
        show.out().print(line, no_wrap=True, overflow="ignore", crop=False)
    show.out().print()
