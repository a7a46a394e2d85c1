"""Agents that print, break or answer wrongly: the data stay clean, and the game can be seen again."""

from __future__ import annotations

from pathlib import Path

import pytest
from agent_files import COMMANDS, PLAIN
from command import complaint, games

import metrolines as ml

NOISY = """\
print("imported")


class Noisy:
    def __init__(self):
        print("made")

    def act(self, view):
        print("asked")
        return "pass"
"""


@pytest.mark.parametrize("command", COMMANDS)
def test_what_an_agent_prints_is_not_among_the_data(command: str, tmp_path: Path) -> None:
    (tmp_path / "noisy.py").write_text(NOISY, encoding="utf-8")
    answer = games(tmp_path, *COMMANDS[command], "noisy.py:Noisy", *([] if command == "lab" else ["--json"]))
    assert answer.status == 0, answer.err
    assert answer.data
    assert {"imported", "made", "asked"} <= set(answer.err.split())


def test_what_workers_print_is_not_among_the_data_either(tmp_path: Path) -> None:
    slow = NOISY.replace('print("asked")', "time.sleep(0.05)")  # worth processes
    (tmp_path / "noisy.py").write_text(f"import time\n{slow}", encoding="utf-8")
    words = ("simulate", "paris", "-n", "6", "--seed", "1", "--workers", "2", "--json", "--agents", "noisy.py:Noisy")
    answer = games(tmp_path, *words)
    assert answer.data["games"] == 6
    assert answer.err.split().count("imported") == 3  # here, and in two workers


# --- in the middle of a game ---


ODD = """\
class Odd:
    def __init__(self, game, seat, seed):
        self.seed = seed

    def act(self, view):
        if self.seed % 5 == 0:
            raise ValueError("oh no")
        return "pass"


class Rude(Odd):
    def act(self, view):
        return "blah" if self.seed % 5 == 0 else "pass"


class Leaves(Odd):
    def act(self, view):
        return exit(0) if self.seed % 5 == 0 else "pass"


class Lost(Odd):
    def act(self, view):
        view.resample(0, 1).play(0, "blah")
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [("Odd", "ValueError: oh no"), ("Rude", "seat 0 answered 'blah': no such"), ("Leaves", "SystemExit: 0")],
)
def test_the_game_in_which_an_agent_fails_can_be_seen_again(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(ODD, encoding="utf-8")
    words = ("simulate", "london", "--variants", "objectives", "--option", "objectives.draw=3", "--option")
    answer = games(
        tmp_path, *words, "crossing_self=forbidden", "-n", "40", "--seed", "1", *PLAIN, "--agents", "random,odd.py:Odd"
    )
    assert complaint(answer).startswith("agent odd.py:Odd failed in game ")
    answer = games(tmp_path, "simulate", "paris", "-n", "40", "--seed", "1", *PLAIN, "--agents", f"odd.py:{name}")
    told = complaint(answer)
    assert told.startswith(f"agent odd.py:{name} failed in game ")
    assert f"): {said}" in told
    assert "plugin" not in told
    command = told.rpartition("(games ")[2].removesuffix(")").split()
    again = games(tmp_path, *[word for word in command if word != "--traceback"])
    seed = command[command.index("--seed") + 1]
    assert f"error: agent odd.py:{name} failed in the game of seed {seed}: {said}" in again.err
    assert (again.status, again.err.count("\n")) == (2, 1)
    assert "Traceback" in games(tmp_path, *command).err


def test_the_command_that_shows_it_again_has_all_that_is_not_usual(made: Path) -> None:
    from metrolines.simulation.reproduce import command

    options = {"objectives": {"draw": 3, "from": ["paris", "london"]}, "crossing_self": "forbidden"}
    game = ml.new_game("london", ["objectives", "effects"], 2, options, map="paris")
    words = command(game, ["greedy", "random"], 5).split()
    assert words[:7] == ["games", "run", "london", "--variants", "effects,objectives", "--map", "paris"]
    assert words[-4:] == ["--seats", "greedy,random", "--seed", "5"]
    answer = games(made, *words[1:], "--json")
    assert answer.status == 0, answer.err
    told = answer.data["options"]
    assert (told["objectives"], told["crossing_self"]) == ({"draw": 3, "from": ["paris", "london"]}, "forbidden")
    scores = ml.play(game, ["greedy", "random"], seed=5).scores()
    assert [score["total"] for score in answer.data["scores"]] == [score.total for score in scores]


def test_what_an_agent_tries_that_is_illegal_is_its_own_fault(made: Path) -> None:
    (made / "odd.py").write_text(ODD, encoding="utf-8")
    with pytest.raises(
        ml.AgentError, match=r"agent odd.py:Lost failed in the game of seed 5: IllegalAction: "
    ) as caught:
        ml.play(ml.new_game("paris"), ["odd.py:Lost"], seed=5)
    assert not isinstance(caught.value, ml.IllegalAction)
