"""Broken plugins against the commands: none may end in a traceback, each message names the plugin at fault.

    python benchmarks/broken_plugins.py [--plugins 70] [--seed 1]

Plugins are made of seeded faults: wrong fields of declarations, errors at import, in hooks, at set-up, in hooks.
Everything runs in this process, each plugin beside a sound one.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

HEAD = "import sys\nfrom pathlib import Path\nfrom metrolines.plugin import *\n\nHERE = sys.modules[__name__]\n"
GOOD = "@hookimpl\ndef metrolines_variants():\n    return [VariantSpec('good', 'Good', HERE, 'next_station')]\n"
ERRORS = (
    "[][1]",
    "1 / 0",
    "{}['fog']",
    "None.fog",
    "raise SystemExit(3)",
    "raise GeneratorExit",
    "import fog_that_is_not_there",
    "import asyncio; raise asyncio.CancelledError",
    "raise RuntimeError('\\x1b[2J\\n' * 9)",
    "assert False",
)
VALUES = (
    "None",
    "5",
    "''",
    "[]",
    "('a', 5)",
    "{}",
    "1.5",
    "object()",
    "'\\x07'",
    "b'x'",
    "True",
    "'a b'",
    "(5, 1)",
    "...",
)
FIELDS = {
    "games": ("title", "family", "kind", "map", "seats", "summary", "default_seats"),
    "variants": (
        "title",
        "module",
        "applies_to",
        "summary",
        "version",
        "needs",
        "requires",
        "conflicts",
        "options",
        "rules",
        "house",
    ),
    "maps": ("family", "path"),
    "agents": ("title", "factory", "compiled", "applies_to"),
}
SPECS = {
    "games": "GameSpec('bad', **{{**dict(title='B', family='next_station', "
    "factory='metrolines_next_station.family:NextStation', map='paris', seats=(1, 4)), {}}})",
    "variants": "VariantSpec('bad', **{{**dict(title='B', module=HERE, applies_to='next_station'), {}}})",
    "maps": "MapSpec('bad', **{{**dict(family='next_station', path=Path('nowhere.yaml')), {}}})",
    "agents": "AgentSpec('bad', **{{**dict(title='B', factory='nowhere:Bad'), {}}})",
}
HOOKS = {
    "on_setup": "g, p, t",
    "on_round_start": "g, p, t",
    "on_card": "g, p, t",
    "legal": "g, p, t",
    "on_action": "g, p, t, action",
    "on_round_end": "g, p, t",
    "score_line": "g, p, t",
    "score_game": "g, p, t",
}
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("list",),
    ("list", "plugins"),
    ("list", "variants", "--long"),
    ("list", "--json"),
    ("run", "paris", "--seats", "greedy", "--seed", "1", "--json"),
    ("run", "paris", "--variants", "bad", "--seats", "greedy", "--seed", "1", "--json"),
    ("simulate", "paris", "--variants", "bad", "-n", "2", "--seed", "1", "--workers", "1", "--compiled", "off"),
    ("schema", "config"),
    ("rules", "paris"),
    ("check", "map.yaml"),
)
OF_THE_PLUGIN = (5, 6)  # commands that play the broken variant: they may fail, with its name


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    status: int
    out: str
    err: str


def plugin_text(dice: random.Random) -> str:
    """A plugin that is broken in one way."""
    indented = dice.choice(ERRORS)
    way = dice.randrange(6)
    declared = "@hookimpl\ndef metrolines_variants():\n    return [VariantSpec('bad', 'Bad', HERE, 'next_station')]\n"
    if way == 0:
        return f"{indented}\n{declared}"
    if way == 1:
        hook = dice.choice(list(FIELDS))
        return f"@hookimpl\ndef metrolines_{hook}():\n    {indented}\n"
    if way == 2:
        return f"def build(builder):\n    {indented}\n\n\n{declared}"
    if way == 3:
        hook = dice.choice(list(HOOKS))
        return f"@hookimpl\ndef {hook}({HOOKS[hook]}):\n    {indented}\n\n\n{declared}"
    kind = dice.choice(list(FIELDS))
    wrong = f"'{dice.choice(FIELDS[kind])}': {dice.choice(VALUES)}"
    return f"@hookimpl\ndef metrolines_{kind}():\n    return [{SPECS[kind].format(wrong)}]\n"


@contextlib.contextmanager
def _kept() -> Iterator[tuple[Path, Path]]:
    """Standard output and error, of the process, go to files."""
    with tempfile.TemporaryDirectory() as folder:
        paths = Path(folder) / "out", Path(folder) / "err"
        kept = [os.dup(1), os.dup(2)]
        for number, path in zip((1, 2), paths, strict=True):
            target = os.open(path, os.O_CREAT | os.O_WRONLY)
            os.dup2(target, number)
            os.close(target)
        try:
            yield paths
        finally:
            for number, old in zip((1, 2), kept, strict=True):
                os.dup2(old, number)
                os.close(old)


def run(words: Sequence[str]) -> Ended:
    """A command in this process."""
    from metrolines import cli
    from metrolines.cli import show

    before = sys.argv, sys.stdout, sys.stderr
    with _kept() as (out, err):
        sys.argv = ["games", *words]
        sys.stdout, sys.stderr = (io.TextIOWrapper(os.fdopen(os.dup(n), "wb"), "utf-8", "replace") for n in (1, 2))
        show.out.cache_clear()
        show.err.cache_clear()
        try:
            cli.main()
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException:
            status = 70
            traceback.print_exc()
        finally:
            for stream in (sys.stdout, sys.stderr):
                stream.close()
            sys.argv, sys.stdout, sys.stderr = before
            show.out.cache_clear()
            show.err.cache_clear()
        return Ended(status, out.read_text("utf-8", "replace"), err.read_text("utf-8", "replace"))


def wrong_with(number: int, ended: Ended) -> str:
    """What is wrong with how a command ended beside a broken plugin; nothing if all is well."""
    if "Traceback" in ended.err or ended.status not in (0, 1, 2):
        return f"ended with {ended.status}: {ended.err[-300:]}"
    if number in OF_THE_PLUGIN:
        return "" if ended.status == 0 or "bad" in ended.err else f"does not name the plugin: {ended.err}"
    if ended.status != 0:
        return f"does not work beside it: {ended.err}"
    return ""


def attack(plugins: int, seed: int, folder: Path, commands: Sequence[int] = range(len(COMMANDS))) -> list[str]:
    """What went wrong with so many plugins, a line each."""
    from metrolines._registry.host import host
    from metrolines_maps import FOLDER

    dice = random.Random(seed)
    (folder / "map.yaml").write_bytes((FOLDER / "paris.yaml").read_bytes())
    (folder / "good.py").write_text(HEAD + GOOD, encoding="utf-8")
    found: list[str] = []
    before = Path.cwd(), os.environ.get("METROLINES_PLUGINS")
    os.chdir(folder)
    try:
        for count in range(plugins):
            text = plugin_text(dice)
            (folder / f"bad_{count}.py").write_text(HEAD + text, encoding="utf-8")
            os.environ["METROLINES_PLUGINS"] = f"bad_{count}.py{os.pathsep}good.py"
            for number in commands:
                wrong = wrong_with(number, run(COMMANDS[number]))
                if wrong:
                    found.append(f"games {' '.join(COMMANDS[number])}: {wrong}\n{text}")
            if "good" not in host().variants or len(host().games) < 4 or "effects" not in host().variants:
                found.append(f"something sound is gone:\n{text}")
    finally:
        os.chdir(before[0])
        os.environ.pop("METROLINES_PLUGINS")
        if before[1] is not None:
            os.environ["METROLINES_PLUGINS"] = before[1]
    return found


def main() -> None:
    """Attack, and tell how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plugins", type=int, default=70)
    parser.add_argument("--seed", type=int, default=1)
    options_ = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = attack(options_.plugins, options_.seed, Path(folder))
    print(f"{options_.plugins * len(COMMANDS)} commands beside {options_.plugins} broken plugins: {len(found)} wrong")
    for text in found:
        print(f"\n{text}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
