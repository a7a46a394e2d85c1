"""Plugins of one file each, written by tests and named in METROLINES_PLUGINS, so that they are gone with the test."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

HEAD = """\
import sys
from metrolines.plugin import *

HERE = sys.modules[__name__]
"""


def write_plugins(folder: Path, monkeypatch: pytest.MonkeyPatch, **texts: str) -> dict[str, Path]:
    """Write plugin files, a text for each name, and have the host load them; HEAD stands above every text."""
    paths = {}
    for name, text in texts.items():
        paths[name] = folder / f"{name}.py"
        paths[name].write_text(HEAD + text, encoding="utf-8")
    monkeypatch.setenv("METROLINES_PLUGINS", os.pathsep.join(str(path) for path in paths.values()))
    return paths


def variant(name: str, code: str = "", **declared: object) -> str:
    """The text of a plugin that is one variant of Next Station: its hooks, and its declaration around them."""
    more = "".join(f", {key}={value!r}" for key, value in declared.items() if key != "options")
    more += f", options={declared['options']}" if "options" in declared else ""
    applies = "" if "applies_to" in declared else ", applies_to=('next_station',)"
    declaration = f'VariantSpec("{name}", "{name.title()}", HERE{applies}{more})'
    return f"{code}\n\n@hookimpl\ndef metrolines_variants():\n    return [{declaration}]\n"
