"""Agents from modules and files: how they are made, and what is said of those that break."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from command import complaint, games
from pages import blocks
from plugin_files import write_plugins

import metrolines as ml
from metrolines.agents.making import agent_seed, make_agent
from metrolines.agents.names import absolute_name, short_name
from metrolines.simulation import series
from metrolines.testing import check_agent

(CAUTIOUS,) = [text for text in blocks("python.md", "python") if "class Cautious" in text]
HASTY = blocks("agents.md", "python")[0].partition("\ngame = ")[0]
PLAIN = ("--compiled", "off", "--workers", "1")

MADE = """\
class Base:
    def act(self, view):
        return "pass"


class Nothing(Base):
    pass


class Three(Base):
    def __init__(self, game, seat, seed):
        self.given = (game.id, seat, seed)


class Any(Base):
    def __init__(self, *words, **more):
        self.given = words


class Usual(Base):
    def __init__(self, depth=3):
        self.depth = depth


def factory():
    return Nothing()


class Two(Base):
    def __init__(self, game, seat):
        pass


class Bad(Base):
    def __init__(self, game, seat, seed):
        raise ValueError("oh\\nno")


class Confused(Base):
    def __init__(self):
        len(5)


class Gone(Base):
    def __init__(self):
        raise SystemExit(0)


class Mute:
    pass


def none():
    pass


def itself():
    return Nothing


bob = Nothing()
"""


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "made.py").write_text(MADE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["Nothing", "Three", "Any", "Usual", "factory"])
def test_an_agent_takes_game_seat_and_seed_or_nothing(name: str, made: Path) -> None:
    game = ml.new_game("paris")
    agent = make_agent(game, f"made.py:{name}", 0, 7)
    if name == "Three":
        assert agent.given == ("paris", 0, agent_seed(7, 0))  # type: ignore[attr-defined]
    if name == "Any":
        assert agent.given == (game, 0, agent_seed(7, 0))  # type: ignore[attr-defined]
    assert ml.play(game, [f"made.py:{name}"], seed=7).over
    assert set(ml.simulate(game, 3, [f"made.py:{name}"]).column("total").tolist()) == {4}


WRONG = {
    "Two": (ml.UsageError, "the agent made.py:Two takes (game, seat)"),
    "bob": (ml.UsageError, "made.py:bob makes no agent: it cannot be called"),
    "Nothin": (ml.UsageError, "the agent made.py:Nothin cannot be imported: made.py has no Nothin"),
    "Bad": (ml.AgentError, "agent made.py:Bad failed {made}: ValueError: oh no"),
    "Confused": (
        ml.AgentError,
        "agent made.py:Confused failed {made}: TypeError: object",
    ),
    "Mute": (
        ml.AgentError,
        "agent made.py:Mute failed {made}: Mute has no act(view)",
    ),
    "none": (
        ml.AgentError,
        "agent made.py:none failed {made}: NoneType has no act(view)",
    ),
    "itself": (
        ml.AgentError,
        "agent made.py:itself failed {made}: it is the class",
    ),
    "Gone": (ml.AgentError, "agent made.py:Gone failed {made}: SystemExit: 0"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_goes_wrong_in_making_an_agent_names_it(name: str, made: Path) -> None:
    error, said = WRONG[name]
    game = ml.new_game("paris")
    with pytest.raises(error) as caught:
        make_agent(game, f"made.py:{name}", 0, 7)
    assert str(caught.value).startswith(said.format(made=f"when it was made (seat 0, its seed {agent_seed(7, 0)})"))
    with pytest.raises(error):
        ml.simulate(game, 2, [f"made.py:{name}"])


def test_a_name_that_is_almost_one_of_the_file(made: Path) -> None:
    with pytest.raises(ml.UsageError) as caught:
        ml.play(ml.new_game("paris"), ["made.py:Nothin"])
    assert caught.value.hint == 'did you mean "Nothing"?'


COMMANDS = {
    "simulate": ("simulate", "paris", "-n", "2", "--seed", "1", *PLAIN, "--agents"),
    "run": ("run", "paris", "--seed", "1", "--seats"),
    "lab": ("lab", "paris", "--with", "effects", "-n", "2", "--traced", "2", "--json", *PLAIN, "--agents"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_agent_of_the_page_on_python_plays(command: str, tmp_path: Path) -> None:
    (tmp_path / "my_agents.py").write_text(CAUTIOUS.partition("\n\n\nml.play")[0], encoding="utf-8")
    for agent in ("my_agents.py:Cautious", "my_agents:Cautious"):
        answer = games(tmp_path, *COMMANDS[command], agent, PYTHONPATH=str(tmp_path))
        assert answer.status == 0, answer.err


BROKEN = {
    "syntax": ("def act(:\n", "agent broken.py:Hasty failed when it was imported: SyntaxError: invalid syntax ("),
    "raises": ("1 / 0\n", "agent broken.py:Hasty failed when it was imported: ZeroDivisionError: division by zero"),
    "leaves": ("raise SystemExit(3)\n", "agent broken.py:Hasty failed when it was imported: SystemExit: 3"),
    "imports": (
        "import nowhere_at_all\n",
        "agent broken.py:Hasty failed when it was imported: ModuleNotFoundError: No module named 'nowhere_at_all'",
    ),
    "lacks": ("class Calm:\n    act = print\n", "the agent broken.py:Hasty cannot be imported: broken.py has no Hasty"),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", BROKEN)
def test_a_module_that_breaks_is_one_line(name: str, command: str, tmp_path: Path) -> None:
    text, said = BROKEN[name]
    (tmp_path / "broken.py").write_text(text, encoding="utf-8")
    assert complaint(games(tmp_path, *COMMANDS[command], "broken.py:Hasty")).startswith(said)
    again = complaint(games(tmp_path, *COMMANDS[command], "broken:Hasty", PYTHONPATH=str(tmp_path)))
    assert again.startswith(said.replace("broken.py:Hasty", "broken:Hasty").replace("broken.py has", "broken has"))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gone.py:Hasty", "the agent gone.py:Hasty cannot be imported: there is no file gone.py"),
        ("gone:Hasty", "the agent gone:Hasty cannot be imported: No module named 'gone' (as file.py:Class"),
        ("gone.py", "gone.py is a file: which agent of it? (gone.py:Class)"),
        (":Hasty", "the agent :Hasty cannot be imported: ':Hasty' names no class"),
        ("gone:", "the agent gone: cannot be imported: 'gone:' names no class"),
        (".gone:Hasty", "agent .gone:Hasty failed when it was imported: TypeError"),
    ],
)
def test_a_name_of_nothing(name: str, said: str, tmp_path: Path) -> None:
    for command in ("run", "lab"):
        assert complaint(games(tmp_path, *COMMANDS[command], name)).startswith(said)


DECLARED = """
class Bad:
    def __init__(self, game, seat, seed):
        raise ValueError("oh no")


class Quiet:
    def act(self, view):
        return "pass"


def rule_bad(engine):
    raise ValueError("oh no")


def rule_late(engine):
    @rule
    def choose(g, ps, t, seat, agents, scratch):
        return 1 // (g.round - 1)
    return choose


@hookimpl
def metrolines_agents():
    return [
        AgentSpec("bad", "Bad", f"{__name__}:Bad"),
        AgentSpec("quiet", "Quiet", f"{__name__}:Quiet"),
        AgentSpec("lost", "Lost", "nowhere:agent"),
        AgentSpec("rule_bad", "Bad", f"{__name__}:rule_bad", compiled=True),
        AgentSpec("rule_late", "Late", f"{__name__}:rule_late", compiled=True),
    ]
"""


def test_declared_agents_are_told_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, mine=DECLARED)
    game = ml.new_game("paris")
    assert ml.play(game, ["quiet"], seed=1).scores()[0].total == 4
    for call in (lambda name: ml.play(game, [name], seed=1), lambda name: ml.simulate(game, 3, [name], seed=1)):
        with pytest.raises(ml.AgentError, match=r"agent bad failed when it was made .*: ValueError: oh no"):
            call("bad")
        with pytest.raises(ml.AgentError, match="agent rule_bad failed when it was made: ValueError: oh no"):
            call("rule_bad")
        with pytest.raises(ml.UnknownName, match="no agent is called 'lost'"):
            call("lost")


def test_a_rule_that_breaks_in_a_batch_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugins(tmp_path, monkeypatch, mine=DECLARED)
    game = ml.new_game("paris", seats=2)
    with pytest.raises(ml.AgentError) as caught:
        ml.simulate(game, 3, ["rule_late", "random"], seed=1, compiled="off")
    seed = ml.simulate(game, 1, ["random"], seed=1, compiled="off").column("seed")[0]
    assert str(caught.value).startswith(f"agent rule_late failed in game 0 (seed {seed}): ")


# --- files ---


def test_files_in_two_folders_are_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, answer in (("a", "view.legal(0)[-1]"), ("b", "'pass'")):
        (tmp_path / folder).mkdir()
        text = f"class One:\n    def act(self, view):\n        return {answer}\n"
        (tmp_path / folder / "mine.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    game = ml.new_game("paris")
    first, second, again = (ml.play(game, [f"{folder}/mine.py:One"], seed=1).scores()[0].total for folder in "aba")
    assert first == again != second == 4


def test_a_file_that_was_mended_is_read_again(made: Path) -> None:
    game = ml.new_game("paris")
    with pytest.raises(ml.UsageError):
        ml.play(game, ["made.py:Mended"])
    (made / "made.py").write_text(MADE + "\n\nclass Mended(Base):\n    pass\n", encoding="utf-8")
    assert ml.play(game, ["made.py:Mended"], seed=1).over


def test_a_file_goes_with_its_absolute_path_and_is_shown_with_its_last_name(made: Path) -> None:
    assert absolute_name("made.py:Nothing") == f"{made.resolve()}/made.py:Nothing"
    assert absolute_name("made.py:Nothing", made / "deeper") == f"{made.resolve()}/deeper/made.py:Nothing"
    assert absolute_name("made:Nothing") == "made:Nothing"
    assert absolute_name("greedy") == "greedy"
    assert short_name("C:/agents/made.py:Nothing") == "made.py:Nothing"


def test_workers_find_the_file_wherever_they_are(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (made / "elsewhere").mkdir()
    game = ml.new_game("paris")
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        monkeypatch.chdir(made / "elsewhere")
        pool.submit(abs, 1).result()  # the worker starts here, and imports what it needs here
        there = ml.simulate(game, 4, ["../made.py:Three"], seed=2, executor=pool)
    assert set(there.column("total").tolist()) == {4}


def test_workers_read_a_file_that_has_changed_again(made: Path) -> None:
    game = ml.new_game("paris")
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        totals = []
        for answers in ('"pass"', "view.legal(0)[-1]"):
            (made / "made.py").write_text(MADE.replace('"pass"', answers), encoding="utf-8")
            totals.append(ml.simulate(game, 4, ["made.py:Three"], seed=2, executor=pool).column("total").tolist())
    assert totals[0] == [4, 4, 4, 4]
    assert min(totals[1]) > 4


def test_a_folder_is_gone_on_with_from_another_place(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(series, "CHUNKS", dict.fromkeys(series.CHUNKS, 2))
    game = ml.new_game("paris")
    ml.simulate(game, 6, ["made.py:Nothing"], seed=1, out="out")
    (made / "out" / "chunk-000001.parquet").unlink()
    (made / "elsewhere").mkdir()
    monkeypatch.chdir(made / "elsewhere")
    results = ml.simulate(game, 6, ["../made.py:Nothing"], seed=1, out="../out", resume=True)
    assert (results.played, results.games) == (2, 6)
    answer = games(made / "elsewhere", "replay", "--from", "../out", "--row", "3", "--trust", "--json")
    assert answer.data["scores"][0]["total"] == 4


def test_a_sweep_takes_files_from_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "my_agents.py").write_text(HASTY, encoding="utf-8")
    text = "games: 3\ngrid:\n  game: [paris]\n  agents: [[my_agents.py:Hasty], [random]]\n"
    (tmp_path / "deep" / "sweep.yaml").write_text(text, encoding="utf-8")
    answer = games(tmp_path, "simulate", "--config", "deep/sweep.yaml", "--trust", *PLAIN, "--json")
    assert answer.status == 0, answer.err
    assert [run["agents"] for run in answer.data["runs"]] == ["my_agents.Hasty", "random"]
    (tmp_path / "deep" / "my_agents.py").write_text("class Hasty:\n    def act(:\n", encoding="utf-8")
    said = complaint(games(tmp_path, "simulate", "--config", "deep/sweep.yaml", "--trust", *PLAIN))
    assert said.startswith("deep/sweep.yaml:4:13: agent my_agents.py:Hasty failed when it was imported: SyntaxError")


def test_a_config_takes_files_from_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "my_agents.py").write_text(HASTY, encoding="utf-8")
    text = "game: paris\nseats: [my_agents.py:Hasty, greedy]\nseed: 1\n"
    (tmp_path / "deep" / "game.yaml").write_text(text, encoding="utf-8")
    answer = games(tmp_path, "run", "--config", "deep/game.yaml", "--trust", "--json")
    assert answer.status == 0, answer.err


def test_two_files_of_one_name_are_no_one_combination(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(HASTY, encoding="utf-8")
    text = "games: 2\ngrid:\n  game: [paris]\n  agents: [[a/mine.py:Hasty], [b/mine.py:Hasty]]\n"
    (tmp_path / "sweep.yaml").write_text(text, encoding="utf-8")
    said = complaint(games(tmp_path, "simulate", "--config", "sweep.yaml", "--trust", *PLAIN))
    assert said.startswith("sweep.yaml:4:31: two combinations would both be called played=paris, map=paris")


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


# --- the kit ---


@pytest.mark.parametrize("name", ["Nothing", "Three", "factory"])
def test_the_kit_makes_agents_as_tables_do(name: str, made: Path) -> None:
    space: dict[str, object] = {}
    exec(MADE, space)
    for agent in (f"made.py:{name}", space[name]):
        assert check_agent(agent, "paris", games=1).games == 2  # type: ignore[arg-type]
    with pytest.raises(ml.UsageError, match=r"the agent Two takes \(game, seat\)"):
        check_agent(space["Two"], "paris")  # type: ignore[arg-type]
