"""The reference for authors: it is generated from docstrings, and nothing that an author uses is missing in it."""

from __future__ import annotations

import importlib
import inspect
import re
from typing import Any

import pytest
import yaml
from pages import PAGES, mentioned

import metrolines.plugin
import metrolines.testing
from metrolines import errors
from metrolines._registry.host import DECLARATION_HOOKS, host
from metrolines._rules.hooks import Hooks, specs_of
from metrolines_next_station.hookspecs import NextStationHooks

DIRECTIVE = re.compile(r"^::: ([\w.]+)\n((?:    .*\n)*)", re.MULTILINE)


def shown() -> set[Any]:
    """Everything that the reference shows, as objects."""
    found: set[Any] = set()
    for path, options in DIRECTIVE.findall(PAGES["reference.md"]):
        members = yaml.safe_load(options)["options"]["members"] if options else None
        try:
            owner = importlib.import_module(path)
        except ModuleNotFoundError:
            module, _, name = path.rpartition(".")
            owner = getattr(importlib.import_module(module), name)
        names = members or [name for name in vars(owner) if not name.startswith("_")]
        found |= {id(getattr(owner, name)) for name in names}
        found.add(id(owner))
    return found


SHOWN = shown()
UNTOLD = ("PASS", "hookimpl", "hookspec", "Choose", "OptionValue", "Rule", "Listed", "Mapped")  # a number, and types


def test_what_an_author_imports_is_there() -> None:
    for name in metrolines.plugin.__all__:
        value = getattr(metrolines.plugin, name)
        assert id(value) in SHOWN or mentioned(name, "tutorial.md", "variants.md", "games.md"), name
        assert name in UNTOLD or inspect.getdoc(value), name


def test_the_kit_is_there() -> None:
    for name in metrolines.testing.__all__:
        value = getattr(metrolines.testing, name)
        assert id(value) in SHOWN or mentioned(name, "testing.md"), name
        assert mentioned(name, "testing.md", "reference.md") or name == "CHECKS", name
    for check, function in metrolines.testing.CHECKS.items():
        assert mentioned(check, "testing.md"), check
        assert inspect.getdoc(function), check


@pytest.mark.parametrize("name", DECLARATION_HOOKS)
def test_every_declaration_hook_is_there(name: str) -> None:
    from metrolines._registry.host import Declarations

    assert id(getattr(Declarations, name)) in SHOWN
    assert inspect.getdoc(getattr(Declarations, name))


@pytest.mark.parametrize("declaring", [Hooks, NextStationHooks])
def test_every_hook_is_there(declaring: type) -> None:
    for name in specs_of(declaring).arguments:
        assert id(getattr(declaring, name, None) or getattr(Hooks, name)) in SHOWN
        assert inspect.getdoc(getattr(declaring, name, None) or getattr(Hooks, name))
        assert mentioned(name, "variants.md")


def test_every_error_is_there() -> None:
    classes = [
        value for value in vars(errors).values() if inspect.isclass(value) and value.__module__ == errors.__name__
    ]
    assert len(classes) > 10
    for error in classes:
        assert id(error) in SHOWN or error.__name__.startswith("_"), error
        assert inspect.getdoc(error), error


def test_every_option_is_told() -> None:
    for variant in host().variants.values():
        for option in variant.options:
            assert option.help, option
            assert mentioned(f"{variant.id}.{option.name}") or mentioned(option.name), (variant.id, option.name)
    for game in host().games.values():
        for option in game.load().settings:
            assert option.help, option
            assert mentioned(option.name), option.name


def test_environment_variables_are_told() -> None:
    for name in ("METROLINES_PLUGINS", "METROLINES_DISABLE", "METROLINES_LIMIT", "METROLINES_TRACE"):
        assert mentioned(name), name
