"""YAML files damaged at random: `python tests/support/fuzz_yaml.py [HOW_MANY [SEED]]` checks many.

A mutant must be understood or refused with an error of metrolines, and never take long.
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from config_files import DECK, GOOD, TERMS, lay_out

import metrolines as ml
from metrolines._registry.host import host
from metrolines.cli.checking import check_file

SECONDS = 5.0
GRID = """\
games: 10
grid:
  game: [paris, london]
  variants: [[], [effects], {objectives: {draw: 3}}]
  agents: [[greedy], [random]]
  settings: [{}, {districts: stations}]
skip_impossible: true
"""
COMPARISON = (
    "baseline: {game: paris, variants: [objectives]}\ntreatment: [effects]\nagents: [random, greedy]\ngames: 5000\n"
)
WORDS = (
    *(
        "null",
        "true",
        "1",
        "-1",
        "1.5",
        "1" + "0" * 300,
        "[]",
        "{}",
        "[[[]]]",
        "{a: {b: {}}}",
        "'x'",
        "paris",
        "..",
        "~",
    ),
    *("&a [*a]", "*a", "!!python/object:os.system x", "/dev/zero", "/dev/zero.yaml", "os:abort", "x.py", "<<: 1"),
    *(
        "2001-01-01",
        "0x10",
        "'\\0'",
        "é",
        "[" * 50,
        "- - - -",
        ": :",
        "x" * 3000,
        ", ".join("abcdefgh"),
        "\t",
        "%",
        "|",
    ),
)


def sources() -> list[str]:
    """Sound files of every kind."""
    maps = [spec.path.read_text(encoding="utf-8") for spec in host().maps.values()]
    return [*GOOD.values(), DECK, TERMS, GRID, COMPARISON, *maps]


def mutant(dice: random.Random, texts: list[str]) -> str:
    """One of them with something wrong in it."""
    text = dice.choice(texts)
    for _ in range(dice.choice((1, 1, 2, 4))):
        lines = text.split("\n")
        at = dice.randrange(len(lines))
        kind = dice.randrange(7)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, dice.choice(lines))
        elif kind == 2:
            lines[at] = lines[at].partition(":")[0] + ": " + dice.choice(WORDS)
        elif kind == 3:
            lines[at] = " " * dice.randrange(6) + lines[at].strip()
        elif kind == 4:
            words = lines[at].split(" ")
            words[dice.randrange(len(words))] = dice.choice(WORDS)
            lines[at] = " ".join(words)
        elif kind == 5 and text:
            cut = dice.randrange(len(text))
            lines = (text[:cut] + dice.choice("[]{}:,-#'\"&*!|> x0") + text[cut + 1 :]).split("\n")
        else:
            lines = lines[:at]
        text = "\n".join(lines) or "x"
    return text


def tried(count: int, seed: int, folder: Path) -> Counter[str]:
    """How often what came of `count` mutants."""
    dice, texts = random.Random(seed), sources()
    found: Counter[str] = Counter()
    lay_out(folder)
    for _ in range(count):
        path = folder / "mutant.yaml"
        path.write_text(mutant(dice, texts), encoding="utf-8")
        began = time.process_time()
        try:
            with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                check_file(path, ascii=True, plugins=None, trust=False, as_json=False)
            found["understood"] += 1
        except ml.MetrolinesError:
            found["refused"] += 1
        except Exception as error:
            found[f"{type(error).__name__}: {error}"] += 1
            (folder / f"bad{sum(found.values())}.yaml").write_bytes(path.read_bytes())
        if time.process_time() - began > SECONDS:
            found["too long"] += 1
    return found


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as where:
        for what, often in tried(many, first, Path(where)).most_common():
            print(f"{often:6} {what}")
