"""Which variants a table gets, with which options; every problem at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .errors import Problem, SetupError
from .names import hint_for
from .plugins import Host
from .specs import Chosen, GameSpec, Option, OptionValue, VariantSpec

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
    chosen = _with_required(host, game, wanted, problems)
    names = {spec.id for spec in chosen}
    for spec in chosen:
        if not set(spec.applies_to) & {game.id, game.family}:
            hint = f"it is for {', '.join(spec.applies_to)}"
            problems.append(Problem(f"{spec.id} is not for {game.id}", hint, about=("variants", spec.id)))
        for need in spec.needs:
            if need not in features:
                lacking = f"{spec.id} cannot be played on the map of {place}, which has no {need.replace('_', ' ')}"
                hint = "games list maps --long shows what maps have"
                problems.append(Problem(lacking, hint, about=("variants", spec.id)))
        for other in sorted(names & set(spec.conflicts)):
            message = f"{spec.id} and {other} cannot be played together"
            problems.append(Problem(message, about=("variants", spec.id)))
    own, nested = _sorted_options(options, [option.name for option in settings if option.pairs])
    read = _read(settings, own, game.id, ("settings",), problems, sorted(names | set(nested)))
    for owner in nested:
        if owner not in names:
            hint = hint_for(owner, sorted(names))
            problems.append(Problem(f"options for {owner}, which is not in play", hint, about=("variants", owner)))
    variants = [
        Chosen(spec, _read(spec.options, nested.get(spec.id, {}), spec.id, ("variants", spec.id), problems))
        for spec in chosen
    ]
    if problems:
        raise SetupError(problems)
    return read, variants


def _with_required(host: Host, game: GameSpec, wanted: Sequence[str], problems: list[Problem]) -> list[VariantSpec]:
    ordered: dict[str, VariantSpec] = {}

    def add(name: str, above: tuple[str, ...]) -> None:
        key = name.strip().replace("-", "_")
        if key in ordered:
            return
        if key in above:
            circle = " -> ".join((*above, key))
            message = f"variants need one another in a circle: {circle}"
            problems.append(Problem(message, about=("variants", key)))
            return
        spec = host.variants.get(key)
        if spec is None:
            here = [v.id for v in host.variants.values() if set(v.applies_to) & {game.id, game.family}]
            hint = host.hint_for(key, here)
            problems.append(Problem(f"no variant is called {name!r}", hint, about=("variants", key)))
            return
        for required in spec.requires:
            add(required, (*above, key))
        ordered[key] = spec

    for name in sorted(filter(str.strip, wanted)):  # the same variants in another order are the same game
        add(name, ())
    return list(ordered.values())


def _sorted_options(options: Options, mappings: Collection[str]) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    own: dict[str, Any] = {}
    nested: dict[str, dict[str, Any]] = {}
    for name, value in options.items():
        key = name.replace("-", "_")
        owner, dot, rest = key.partition(".")
        if dot:
            nested.setdefault(owner, {})[rest] = value
        elif isinstance(value, Mapping) and key not in mappings:
            nested.setdefault(key, {}).update({str(k).replace("-", "_"): v for k, v in value.items()})
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
) -> dict[str, OptionValue]:
    by_name = {option.name: option for option in known}
    read = {option.name: option.default for option in known}
    for name, value in given.items():
        option = by_name.get(name)
        if option is None and name in owners:
            message = f"options for {name}: expected options by name, not {value!r}"
            problems.append(Problem(message, about=(*about, name)))
            continue
        if option is None:
            hint = hint_for(name, [*by_name, *owners]) if by_name or owners else "it has none"
            problems.append(Problem(f"{owner} has no option {name!r}", hint, about=(*about, name)))
            continue
        read[name], wrong = option.read(value, owner)
        problems += [
            problem if problem.line else replace(problem, about=(*about, name, *problem.about)) for problem in wrong
        ]
    return read
