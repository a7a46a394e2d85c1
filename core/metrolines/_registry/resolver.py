"""Which variants a table gets, with which options; every problem at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .._text import hint_for, told
from ..errors import MOST_TOLD, Problem, SetupError
from .declarations import Chosen, GameSpec, VariantSpec
from .host import Host
from .options import Option, OptionValue

Options = Mapping[str, Any]


def resolve(
    host: Host,
    game: GameSpec,
    place: str,
    features: Mapping[str, str],
    settings: Sequence[Option],
    wanted: Sequence[str],
    options: Options,
) -> tuple[dict[str, OptionValue], list[Chosen]]:
    """The settings of the game and its variants, in the order in which their rules apply.

    Args:
        place: the name of the map, for people.
        features: what the map has, by name, each with a few words on it.
        settings: the options that the game itself knows.
        wanted: names of variants, `-` or `_` between words.
        options: settings by name, and options of a variant under its name: `{"districts": "stations",
            "objectives": {"draw": 3}}`; `{"objectives.draw": 3}` is the same.

    Raises:
        SetupError: unknown names, variants of another game, missing features, conflicts, bad options.
    """
    problems: list[Problem] = []
    chosen, wanted_by = _with_required(host, game, wanted, problems)
    names = {spec.id for spec in chosen}

    def impossible(name: str, message: str, hint: str = "") -> None:
        by = wanted_by.get(name, name)
        message += f"; {by} requires it" if by != name else ""
        problems.append(Problem(message, hint, about=("variants", by), at_key=True, apart=True))

    for spec in chosen:
        if not set(spec.applies_to) & {game.id, game.family}:
            impossible(spec.id, f"{spec.id} is not for {game.id}", f"it is for {', '.join(spec.applies_to)}")
        for need in spec.needs:
            if need not in features:
                lacking = f"{spec.id} cannot be played on the map of {place}, which has no {need.replace('_', ' ')}"
                impossible(spec.id, lacking, "games list maps --long shows what maps have")
        for other in sorted(names & {host.key("variants", name) or name for name in spec.conflicts}):
            impossible(spec.id, f"{spec.id} and {other} cannot be played together")
        if spec.id == game.family:
            impossible(spec.id, f"{spec.id} has the name of the game's own rules", "it must be renamed")
        for other in sorted(v.id for v in chosen if v.word == spec.word and v.id > spec.id):
            message = f"{spec.id} and {other} cannot be played together: names of both begin with {spec.word}_"
            impossible(spec.id, message)
    unknown = {str(problem.about[1]) for problem in problems if problem.about[:1] == ("variants",)} - names
    own, nested = _sorted_options(host, options, [option.name for option in settings], names | unknown)
    read = _read(settings, own, game.id, ("settings",), problems, sorted(names | set(nested)))
    for owner in nested:
        if owner not in names and owner not in unknown:
            hint = hint_for(owner, sorted(names)) if len(problems) < MOST_TOLD else ""
            about = ("variants", owner)
            problems.append(Problem(f"options for {owner}, which is not in play", hint, about=about, at_key=True))
    variants = [
        Chosen(spec, _read(spec.options, nested.get(spec.id, {}), spec.id, ("variants", spec.id), problems, host=host))
        for spec in chosen
    ]
    if problems:
        raise SetupError(problems)
    return read, variants


def _with_required(
    host: Host, game: GameSpec, wanted: Sequence[str], problems: list[Problem]
) -> tuple[list[VariantSpec], dict[str, str]]:
    """The variants with those that they require, and for each the one that was asked for because of which it is in."""
    ordered: dict[str, VariantSpec] = {}
    wanted_by: dict[str, str] = {}

    def add(name: str, above: tuple[str, ...]) -> None:
        key = host.key("variants", name) or name.strip().replace("-", "_")
        if key in ordered:
            return
        first = (*above, key)[0]
        wanted_by[key] = first
        if key in above:
            circle = " -> ".join((*above, key))
            message = f"variants need one another in a circle: {circle}"
            problems.append(Problem(message, about=("variants", first), at_key=True))
            return
        spec = host.variants.get(key)
        if spec is None:
            here = [v.id for v in host.variants.values() if set(v.applies_to) & {game.id, game.family}]
            message = f"no variant is called {name!r}" + (f"; {above[-1]} requires it" if above else "")
            hint = host.hint_for(key, here) if len(problems) < MOST_TOLD else ""
            problems.append(Problem(message, hint, about=("variants", first), at_key=True))
            return
        for required in spec.requires:
            add(required, (*above, key))
        ordered[key] = spec

    for name in sorted(filter(str.strip, wanted)):  # the same variants in another order are the same game
        add(name, ())
    return list(ordered.values()), wanted_by


def owner_of(host: Host, name: str, in_play: Collection[str]) -> tuple[str, str]:
    """The variant that an option such as `fog.draw` or `rain.fog.draw` is of, and the name of the option, if it says.

    Variants `in_play` are thought of first.
    """
    first, _, rest = name.replace("-", "_").partition(".")
    second, _, more = rest.partition(".")
    single, full = first, f"{first}.{second}"
    single, known = host.key("variants", single) or single, host.key("variants", full)
    if second and (full in in_play or known in in_play or (known is not None and single not in in_play)):
        return known or full, more
    return single, rest


def _sorted_options(
    host: Host, options: Options, mappings: Collection[str], in_play: Collection[str]
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    own: dict[str, Any] = {}
    nested: dict[str, dict[str, Any]] = {}
    for name, value in options.items():
        key = name.replace("-", "_")
        owner, rest = owner_of(host, key, in_play)
        if "." in key and rest:
            nested.setdefault(owner, {})[rest] = value
        elif isinstance(value, Mapping) and key not in mappings:
            nested.setdefault(owner, {}).update({str(k).replace("-", "_"): v for k, v in value.items()})
        else:
            own[key] = value
    return own, nested


def _read(
    known: Sequence[Option],
    given: Mapping[str, Any],
    owner: str,
    about: tuple[str, ...],
    problems: list[Problem],
    owners: Sequence[str] = (),
    host: Host | None = None,
) -> dict[str, OptionValue]:
    by_name = {option.name: option for option in known}
    read = {option.name: option.read(option.default, owner)[0] if option.pairs else option.default for option in known}
    for name, value in given.items():
        option = by_name.get(name)
        if option is None and name in owners:
            message = f"options for {name}: expected options by name, not {told(value)}"
            problems.append(Problem(message, about=(*about, name)))
            continue
        if option is None:
            hint = "it has none" if not (by_name or owners) else ""
            if not hint and len(problems) < MOST_TOLD:
                hint = hint_for(name, [*by_name, *owners])
            problems.append(Problem(f"{owner} has no option {name!r}", hint, about=(*about, name), at_key=True))
            continue
        named = host.files_for(owner, name) if host and option.files else {}
        read[name], wrong = option.read(value, owner, named)
        problems += [
            problem if problem.line else replace(problem, about=(*about, name, *problem.about)) for problem in wrong
        ]
    return read
