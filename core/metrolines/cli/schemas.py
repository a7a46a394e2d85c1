"""JSON Schemas of the YAML files, for editors: of configs, variants' options, maps, and what else a game reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .._registry.host import Host, host
from .._registry.options import Option
from .._text import hint_for
from ..errors import UnknownName

if TYPE_CHECKING:
    from pydantic import BaseModel

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FILE = {  # one that an option has taken in
    "type": "object",
    "properties": {"file": {"type": "string"}, "text": {"type": "string"}},
    "required": ["file", "text"],
    "additionalProperties": False,
}
CONFIG, VARIANT, MAP, SWEEP, COMPARISON, TABLE = "config", "variant", "map", "sweep", "lab", "table"


def schema_names() -> list[str]:
    """What there is a schema of: configs, variants' options, sweeps, maps, views of tables, what else games read."""
    names = [CONFIG, VARIANT, SWEEP, COMPARISON, MAP, TABLE]
    for kind in host().kinds().values():
        names += [name for name in kind.file_models() if name not in names]
    return names


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a kind of file. Raises UnknownName."""
    if name == CONFIG:
        return {"$schema": DIALECT, **_config(host())}
    if name == VARIANT:
        return {"$schema": DIALECT, "title": "Variants and their options", **_variants(host(), host().variants)}
    if name in (SWEEP, COMPARISON):
        from ..lab.comparison_file import ComparisonFile
        from ..simulation.sweep import SweepFile

        return {"$schema": DIALECT, **_of_models([SweepFile if name == SWEEP else ComparisonFile])}
    if name == TABLE:
        from ..view import table_schema

        return {"$schema": DIALECT, **table_schema()}
    models = [kind.file_models().get(name) for kind in host().kinds().values()]
    found = [model for model in models if model is not None]
    if not found:
        raise UnknownName(f"there is no schema of {name!r}", hint_for(name, schema_names()))
    return {"$schema": DIALECT, **_of_models(found)}


def _of_models(models: Sequence[type[BaseModel]]) -> dict[str, Any]:
    if len(models) == 1:
        return models[0].model_json_schema(by_alias=True)
    from functools import reduce
    from operator import or_

    from pydantic import TypeAdapter

    return TypeAdapter(reduce(or_, models)).json_schema(by_alias=True)


def _option(option: Option) -> dict[str, Any]:
    """The values of an option."""
    known: dict[str, Any] = {"description": option.help}
    words: dict[str, Any] = {"enum": list(option.choices)} if option.choices else {"type": "string"}
    if option.pairs:
        number = {"type": "integer", **_limits(option)}
        properties = _nested(option.choices, number)
        return known | {"type": "object", "properties": properties, "additionalProperties": False}
    if isinstance(option.default, bool):
        return known | {"type": "boolean", "default": option.default}
    if isinstance(option.default, int):
        return known | {"type": "integer", "default": option.default, **_limits(option)}
    if isinstance(option.default, tuple):
        if option.files:
            words = {"anyOf": [*([words] if option.choices else []), {"type": "string", "pattern": r"\.ya?ml$"}, FILE]}
        return known | {"type": "array", "items": words, "default": list(option.default)}
    return known | words | {"default": option.default}


def _limits(option: Option) -> dict[str, int]:
    """The least and the most that a number may be."""
    limits = {"minimum": option.least, "maximum": option.most}
    return {key: value for key, value in limits.items() if value is not None}


def _nested(names: Sequence[str], number: dict[str, Any]) -> dict[str, Any]:
    """Numbers under names; a dot in a name leads into a mapping."""
    properties: dict[str, Any] = {}
    for name in names:
        group, _, key = name.rpartition(".")
        inner = properties
        if group:
            empty = {"type": "object", "properties": {}, "additionalProperties": False}
            inner = properties.setdefault(group, empty)["properties"]
        inner[key] = number
    return properties


def _options(options: Sequence[Option]) -> dict[str, Any]:
    properties = {option.name: _option(option) for option in options}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _variants(the_host: Host, names: Sequence[str] | Mapping[str, Any]) -> dict[str, Any]:
    """A mapping from variants to their options."""
    properties = {}
    for name in names:
        spec = the_host.variants[name]
        nothing = {"anyOf": [{"type": "null"}, {"type": "object", "maxProperties": 0}]}
        words = {"title": spec.title, "description": spec.summary or spec.title}
        properties[name] = words | ({"anyOf": [_options(spec.options), {"type": "null"}]} if spec.options else nothing)
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _config(the_host: Host) -> dict[str, Any]:
    """Game configs: what the model says, and for every game its seats, settings and variants."""
    from ..agents.names import HUMAN
    from ..config.game_config import GameConfigFile

    found = GameConfigFile.model_json_schema()
    found["title"] = "GameConfig"
    of_game = []
    for spec, kind in the_host.loaded_games():
        variants = [v.id for v in the_host.variants.values() if set(v.applies_to) & {spec.id, spec.family}]
        agents = [
            a.id for a in the_host.agents.values() if not a.applies_to or {spec.id, spec.family} & {*a.applies_to}
        ]
        least, most = spec.seats
        listed = {"type": "array", "items": {"enum": [*agents, HUMAN]}, "minItems": least, "maxItems": most}
        counted = {"type": "integer", "minimum": least, "maximum": most}
        named = {"type": "array", "items": {"enum": variants}}
        told = {
            "settings": _options(kind.settings),
            "seats": {"anyOf": [counted, listed, {"type": "null"}]},
            "variants": {"anyOf": [named, _variants(the_host, variants)]},
        }
        this = {"properties": {"game": {"const": spec.id}}}
        of_game.append({"if": this, "then": {"properties": told}})
    found["properties"]["game"]["enum"] = list(the_host.games)
    return {**found, "allOf": of_game}
