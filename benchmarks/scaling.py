"""How simulations scale: games a second and peak memory by number of games and of workers, a process a run.

python benchmarks/scaling.py [--quick] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile

CHILD = """
import json, resource, sys, time
import metrolines as ml

variants, agent, n, workers, folder = json.loads(sys.argv[1])
game = ml.new_game("paris", variants)
ml.simulate(game, 1, [agent], seed=1, compiled="require")
began = time.perf_counter()
ml.simulate(game, n, [agent], seed=1, compiled="require", out=folder, workers=workers)
seconds = time.perf_counter() - began
print(json.dumps([n / seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))
"""
TABLES = (
    ("paris, random", [], "random", (1_000, 10_000, 100_000, 1_000_000, 10_000_000)),
    ("paris + objectives + effects, greedy", ["objectives", "effects"], "greedy", (1_000, 10_000, 100_000, 1_000_000)),
)


def measure(variants: list[str], agent: str, n: int, workers: int) -> tuple[float, float]:
    """Games a second and peak megabytes of one run into a folder."""
    with tempfile.TemporaryDirectory() as folder:
        words = json.dumps([variants, agent, n, workers, f"{folder}/out"])
        done = subprocess.run([sys.executable, "-c", CHILD, words], capture_output=True, text=True, check=True)
    rate, megabytes = json.loads(done.stdout)
    return rate, megabytes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="no more than 100,000 games a run")
    parser.add_argument("--json", action="store_true", help="as JSON")
    options = parser.parse_args()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    rows = []
    for name, variants, agent, numbers in TABLES:
        for n in numbers:
            if options.quick and n > 100_000:
                continue
            for workers in dict.fromkeys((1, cores)):
                rate, megabytes = measure(variants, agent, n, workers)
                rows.append({"table": name, "games": n, "workers": workers, "per_second": rate, "megabytes": megabytes})
                if not options.json:
                    if len(rows) == 1:
                        print(f"Python {platform.python_version()}, {platform.machine()}, {cores} processors\n")
                        print(f"{'':<38}{'games':>12}{'workers':>9}{'games/s':>12}{'MB':>7}")
                    print(f"{name:<38}{n:>12,}{workers:>9}{rate:>12,.0f}{megabytes:>7.0f}", flush=True)
    if options.json:
        print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
