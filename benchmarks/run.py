"""One command, all the numbers: `python benchmarks/run.py`."""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import metrolines as ml
from metrolines.simulation.run import make_agent

TABLES = (
    ("london", (), 1),
    ("paris", (), 1),
    ("paris", ("objectives", "effects"), 1),
    ("paris", ("objectives", "effects", "pencil_powers"), 1),
    ("tokyo", (), 1),
    ("tokyo", ("objectives", "effects", "pencil_powers", "stamps"), 1),
    ("metro", (), 2),
    ("metro", ("rotation", "hand", "no_centre"), 2),
)
CHILD = "import metrolines as ml; ml.simulate(ml.new_game('london'), 1, ['random'], seed=1, compiled={mode!r})"


def best(measure: Callable[[], float], times: int) -> float:
    return max(measure() for _ in range(times))


def games_per_second(game: ml.Game, agent: str, mode: str, seconds: float) -> float:
    """Games per second, found with as many games as fill the time."""
    n, results = 1, ml.simulate(game, 1, [agent], seed=1, compiled=mode)
    while results.seconds < seconds:
        n = max(n * 2, int(n * seconds / max(results.seconds, 1e-6) * 1.1))
        results = ml.simulate(game, n, [agent], seed=1, compiled=mode)
    return results.games / results.seconds


def recorded_actions(game: ml.Game, seed: int) -> list[tuple[int, int]]:
    """The seats and actions of one random game."""
    state = game.start(seed)
    agent = make_agent(game, "random", 0, seed)
    actions = []
    while not state.over:
        action = agent.act(state.view(0))
        state.play(0, action)
        actions.append((0, action))
    return actions


def step_microseconds(game: ml.Game, compiled: bool, rounds: int) -> float:
    """One action played from Python, by replaying a game; nothing is chosen, nothing else is timed."""
    actions = recorded_actions(game, 7)
    spent = 0.0
    for _ in range(rounds):
        if compiled:
            table = game.compiled().table(7)
            step = table.step
            began = time.perf_counter()
            for seat, action in actions:
                step(seat, action)
        else:
            state = game.start(7)
            began = time.perf_counter()
            for seat, action in actions:
                state.play(seat, action)
        spent += time.perf_counter() - began
    return spent / rounds / len(actions) * 1e6


def child_seconds(command: list[str], env: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def start_up(times: int) -> dict[str, float]:
    """Seconds of whole processes: the command, and one game of the compiled engine without and with its cache."""
    found = {}
    games = [sys.executable, "-m", "metrolines"]
    found["games --help"] = min(child_seconds([*games, "--help"], dict(os.environ)) for _ in range(times))
    found["games list"] = min(child_seconds([*games, "list"], dict(os.environ)) for _ in range(times))
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "NUMBA_CACHE_DIR": folder}
        engine = [sys.executable, "-c", CHILD.format(mode="require")]
        found["compiled engine, cold"] = child_seconds(engine, env)
        found["compiled engine, warm"] = min(child_seconds(engine, env) for _ in range(times))
    plain = [sys.executable, "-c", CHILD.format(mode="off")]
    found["plain engine"] = min(child_seconds(plain, dict(os.environ)) for _ in range(times))
    return found


def peak_megabytes(mode: str, n: int) -> float:
    """The largest memory of a process that plays n games."""
    code = CHILD.format(mode=mode).replace(", 1,", f", {n},")
    code += "; print(open('/proc/self/status').read())"  # not getrusage: a child inherits its parent's peak there
    answer = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return int(re.search(r"VmHWM:\s+(\d+)", answer.stdout)[1]) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few seconds, noisy")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")
    options = parser.parse_args()
    seconds, times = (0.1, 2) if options.quick else (0.8, 5)
    data: dict[str, object] = {
        "python": platform.python_version(),
        "machine": platform.processor() or platform.machine(),
    }
    rates: dict[str, dict[str, float]] = {}
    for base, variants, seats in TABLES:
        game = ml.new_game(base, variants, seats)
        for agent in ("random", "greedy"):
            name = f"{' + '.join((base, *variants))}, {agent}"
            rates[name] = {
                mode: best(lambda g=game, a=agent, m=way: games_per_second(g, a, m, seconds), times)  # type: ignore[misc]
                for mode, way in (("plain", "off"), ("compiled", "require"))
            }
    data["games_per_second"] = rates
    london = ml.new_game("london")
    step_microseconds(london, True, 1)
    data["step_microseconds"] = {
        name: min(step_microseconds(london, compiled, 200 if compiled else 20) for _ in range(times))
        for name, compiled in (("plain", False), ("compiled", True))
    }
    data["start_seconds"] = start_up(times)
    data["peak_megabytes"] = {
        "plain, 1,000 games": peak_megabytes("off", 1000),
        "compiled, 100,000 games": peak_megabytes("require", 100_000),
    }
    print(json.dumps(data, indent=2)) if options.json else show(data)


def show(data: dict) -> None:
    print(f"Python {data['python']}, {data['machine']}, one core\n")
    print(f"{'games per second':58}{'plain':>12}{'compiled':>14}")
    for name, rates in data["games_per_second"].items():
        print(f"{name:58}{rates['plain']:>12,.0f}{rates['compiled']:>14,.0f}")
    steps = data["step_microseconds"]
    print(f"\n{'a step from Python, microseconds':58}{steps['plain']:>12.2f}{steps['compiled']:>14.2f}")
    print(f"\n{'start-up, seconds':58}")
    for name, value in data["start_seconds"].items():
        print(f"{name:58}{value:>12.2f}")
    print(f"\n{'peak memory, megabytes':58}")
    for name, value in data["peak_megabytes"].items():
        print(f"{name:58}{value:>12.0f}")


if __name__ == "__main__":
    main()
