"""Code that files name is run by nobody who has not said so: every door, with a file that leaves a mark if it runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import Answer, complaint, games
from plugin_files import HEAD, variant

import metrolines as ml
from metrolines._registry.host import host
from metrolines.lab import read_comparison
from metrolines.simulation.sweep import read_sweep

MARK = "import pathlib\npathlib.Path(__file__).with_suffix('.mark').write_text('ran')\n"
AGENT = MARK + "class A:\n    def act(self, view):\n        return view.legal(view.viewer)[-1]\n"
PLAIN = ("--compiled", "off", "--workers", "1")

# what a file says, and what of it is code
EVENINGS = {
    "a plugin": ("game: paris\nplugins: [evil.py]\nvariants: [own, effects]\n", "2:11"),
    "an agent": ("game: paris\nseats: [greedy, 'agent.py:A']\n", "2:17"),
    "a module": ("game: paris\nseats: ['os:abort']\n", "2:9"),
}
STUDIES = {
    "a plugin": ("games: 1\nplugins: [evil.py]\ngrid: {game: [paris], variants: [[], [own]]}\n", "2:11"),
    "an agent": ("games: 1\ngrid:\n  game: [paris]\n  agents: [[random], ['agent.py:A']]\n", "4:23"),
    "a module": ("games: 1\ngrid: {game: [paris], agents: [['os:abort']]}\n", "2:33"),
}
COMPARISONS = {
    "a plugin": ("baseline: {game: paris}\ntreatment: [own, effects]\nplugins: [evil.py]\n", "3:11"),
    "a variant": ("baseline: {game: paris}\ntreatment: [evil.py]\n", "2:13"),
    "an agent": ("baseline: {game: paris}\ntreatment: [effects]\nagents: ['agent.py:A']\n", "3:10"),
    "a module": ("baseline: {game: paris}\ntreatment: [effects]\nagents: ['os:abort']\n", "3:10"),
}
FILES = {
    f"{kind}, {name}": (kind, *told)
    for kind, known in (("config", EVENINGS), ("sweep", STUDIES), ("comparison", COMPARISONS))
    for name, told in known.items()
}
DOORS = {
    "config": ("run", "--config"),
    "sweep": ("simulate", *PLAIN, "--config"),
    "comparison": ("lab", "-n", "4", "--compiled", "off", "--json"),
}


def laid_out(folder: Path, text: str) -> Path:
    (folder / "evil.py").write_text(HEAD + MARK + variant("own"), encoding="utf-8")
    (folder / "agent.py").write_text(AGENT, encoding="utf-8")
    (folder / "file.yaml").write_text(text, encoding="utf-8")
    return folder / "file.yaml"


def marks(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.mark"))


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_names_code_is_refused_and_says_what_would_run(tmp_path: Path, name: str) -> None:
    kind, text, at = FILES[name]
    laid_out(tmp_path, text)
    said = complaint(games(tmp_path, *DOORS[kind], "file.yaml"))
    assert said.startswith(f"file.yaml:{at}: this names code, ")
    assert any(code in said for code in ("evil.py", "agent.py:A", "os:abort"))
    assert "--trust runs it" in said
    assert marks(tmp_path) == []


@pytest.mark.parametrize("name", FILES)
def test_check_runs_nothing_and_says_so(tmp_path: Path, name: str) -> None:
    kind, text, _ = FILES[name]
    laid_out(tmp_path, text)
    answer = games(tmp_path, "check", "file.yaml", "--json")
    assert answer.status == 0, answer
    assert (answer.data["valid"], answer.data["kind"]) == (True, kind)
    (left_out,) = answer.data["not_run"]
    assert left_out in ("evil.py", "agent.py:A", "os:abort")
    assert marks(tmp_path) == []


def test_check_tells_what_else_is_wrong_without_running_code(tmp_path: Path) -> None:
    laid_out(tmp_path, "game: paris\nplugins: [evil.py]\nvariants: {own: {x: 1}, effects: {x: 1}}\n")
    said = complaint(games(tmp_path, "check", "file.yaml"))
    assert said.startswith("file.yaml:3:35: effects has no option 'x'")
    laid_out(tmp_path, "game: paris\nplugins: [evil.py]\nseeed: 1\n")
    assert "3:1: unknown key" in complaint(games(tmp_path, "check", "file.yaml"))
    laid_out(tmp_path, "game: own_game\nplugins: [evil.py]\n")
    assert "evil.py" in games(tmp_path, "check", "file.yaml").words
    assert marks(tmp_path) == []


def test_who_trusts_runs_it(tmp_path: Path) -> None:
    laid_out(tmp_path, "game: paris\nplugins: [evil.py]\nvariants: [own]\nseats: ['agent.py:A']\n")
    assert games(tmp_path, "run", "--config", "file.yaml", "--trust", "--json").data["variants"] == ["own"]
    assert marks(tmp_path) == ["agent.mark", "evil.mark"]


def test_what_stands_on_the_command_line_is_trusted(tmp_path: Path) -> None:
    laid_out(tmp_path, "game: paris\nplugins: [evil.py]\nvariants: [own]\nseats: ['agent.py:A']\n")
    words = ("run", "--config", "file.yaml", "--plugin", "evil.py", "--seats", "random", "--json")
    assert games(tmp_path, *words).status == 0
    assert marks(tmp_path) == ["evil.mark"]  # and the agent of the file, who does not play, is not loaded


def test_from_python(tmp_path: Path) -> None:
    for text, read in (
        (EVENINGS["an agent"][0], ml.read_config),
        (STUDIES["an agent"][0], read_sweep),
        (COMPARISONS["an agent"][0], read_comparison),
    ):
        path = laid_out(tmp_path, text)
        with pytest.raises(ml.FileError, match="this names code"):
            read(path)
        assert marks(tmp_path) == []
        read(path, trust=True)  # type: ignore[operator]
        assert marks(tmp_path) == ["agent.mark"]
        (tmp_path / "agent.mark").unlink()
        (tmp_path / "agent.py").touch()
    assert "own" not in host().variants


def resumed(folder: Path, agent: str, *words: str) -> Answer:
    state = ml.new_game("paris").start(seed=1)
    state.play(0, "pass")
    (folder / "game.jsonl").write_text(state.record((agent,)).text(), encoding="utf-8")
    return games(folder, "run", "--resume", "game.jsonl", "--json", *words)


def test_agents_that_a_record_names(tmp_path: Path) -> None:
    laid_out(tmp_path, "")
    for agent in ("agent.py:A", "os:abort"):
        said = complaint(resumed(tmp_path, agent))
        assert said.startswith("game.jsonl names code, ")
        assert agent in said
        assert "--trust runs it, --seats names who plays instead" in said
    assert games(tmp_path, "replay", "game.jsonl").status == 0
    assert resumed(tmp_path, "os:abort", "--seats", "random").status == 0
    assert marks(tmp_path) == []
    assert resumed(tmp_path, "agent.py:A", "--trust").status == 0
    assert marks(tmp_path) == ["agent.mark"]


def test_agents_that_a_folder_of_results_names(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    laid_out(tmp_path, "")
    made = games(tmp_path, "simulate", "paris", "-n", "2", "--agents", "agent.py:A", "--out", "out", *PLAIN)
    assert made.status == 0, made
    (tmp_path / "agent.mark").unlink()
    said = complaint(games(tmp_path, "replay", "--from", "out", "--row", "1"))
    assert "agent.py:A, which is not run unasked" in said
    assert marks(tmp_path) == []
    header = json.loads((tmp_path / "out" / "_run.json").read_text())
    header["agents"] = ["os:abort"]
    (tmp_path / "out" / "_run.json").write_text(json.dumps(header))
    assert "_run.json is damaged" in complaint(games(tmp_path, "replay", "--from", "out", "--row", "1"))
