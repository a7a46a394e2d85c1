"""Variants that break, plain and as machine code: `python benchmarks/broken_variants.py`.

Every fault is in every hook, in some games alone. What plain rules raise, machine code must raise in the same words;
neither may end the process, hang or pay nonsense. One compilation serves all of them.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

FAULTS = {
    "reads beyond a row": "own_t.row[own_t.three + 50]",
    "reads before a row": "own_t.row[-own_t.three - 50]",
    "divides by zero": "7 // (own_t.three - 3)",
    "takes a remainder of zero": "7 % (own_t.three - 3)",
    "writes beyond a row": "write(own_p, own_t.three + 50)",
    "has no end": "go_round(g, own_t)",
    "runs over": "own_t.three << 62",
}
HOOKS = {
    "on_setup": "(g, p, t, own_p, own_t)",
    "on_round_start": "(g, p, t, own_p, own_t)",
    "on_card": "(g, p, t, own_p, own_t)",
    "legal": "(g, p, t, own_p, own_t)",
    "on_action": "(g, p, t, action, own_p, own_t)",
    "on_round_end": "(g, p, t, own_p, own_t)",
    "score_line": "(g, p, t, own_p, own_t)",
    "score_game": "(g, p, t, own_p, own_t)",
}
HEAD = """
import sys
from metrolines.plugin import *


@rule
def write(own_p, i):
    own_p.here[i] = 1
    return 1


@rule
def go_round(g, own_t):
    while own_t.three == 3:
        g.turn += 0
    return 1


class Own(Fields):
    here: list[int] = integers("", 3)
    sum: int = integer()


class OwnTables(Constants):
    mode: int
    three: int
    row: list[int]


def build(builder):
    builder.constants(OwnTables(mode=builder.options["mode"], three=3, row=[1, 2, 3]))
    builder.seat_state(Own)


@hookimpl
def metrolines_variants():
    option = Option("mode", 0, "which fault", least=0, most=999)
    return [VariantSpec("broken", "Broken", sys.modules[__name__], ("next_station",), options=(option,))]
"""


def plugin() -> str:
    """The text of the variant: in every hook every fault, each under a number of its own."""
    text = HEAD
    for number, (hook, arguments) in enumerate(HOOKS.items()):
        text += f"\n\n@hookimpl\ndef {hook}{arguments}:\n"
        # in on_setup nothing tells one game from another but the generator, and everything breaks early enough
        rare = "g.rng % 5 == 0" if hook == "on_setup" else "p.lines[0].bit_count() + p.line.bit_count() > 9"
        for fault, code in enumerate(FAULTS.values()):
            text += f"    if own_t.mode == {1 + number * len(FAULTS) + fault} and {rare}:\n"
            text += f"        {'return' if hook.startswith('score') else 'own_p.sum +='} {code}\n"
        text += "    return 0\n" if hook.startswith("score") else ""
    return text


def outcome(mode: int, compiled: str, games: int) -> tuple[str, str]:
    """What a series ends with: the rows, or the kind of the error and its words."""
    import metrolines as ml

    game = ml.new_game("paris", ["broken"], options={"broken.mode": mode})
    try:
        results = ml.simulate(game, games, ["random"], seed=11, compiled=compiled, workers=1)  # type: ignore[arg-type]
    except ml.MetrolinesError as error:
        return type(error).__name__, str(error)
    return "rows", str(results.table.tolist())


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "broken.py"
        path.write_text(plugin(), encoding="utf-8")
        os.environ["METROLINES_PLUGINS"] = str(path)
        os.environ["METROLINES_LIMIT"] = "1"
        tried = wrong = 0
        began = time.perf_counter()
        for number, hook in enumerate(HOOKS):
            for fault, name in enumerate(FAULTS):
                mode = 1 + number * len(FAULTS) + fault
                plain, machine = (outcome(mode, compiled, 150) for compiled in ("off", "auto"))
                named = plain[0] == "rows" or ("broken" in plain[1] and hook in plain[1])
                tried += 1
                if plain != machine or not named:
                    wrong += 1
                    print(f"{hook}, {name}")
                    for way, (kind, words) in {"plain": plain, "compiled": machine}.items():
                        print(f"  {way:<8} {kind}: {words[:150]}")
        print(f"{tried} faults, {wrong} wrong, {time.perf_counter() - began:.0f} s")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
