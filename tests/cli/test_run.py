"""`games run` in a script: agents play, games are recorded and shown, and seeds decide."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import Answer, complaint, games, games_anew
from town import town_file

import metrolines as ml

REMARK = "No terminal to ask a person at: greedy plays. (--seats says who plays.)\n"
TABLE = ("--variants", "effects,objectives", "--seats", "greedy,random", "--seed", "7")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Answer:
    return games(tmp_path_factory.mktemp("told"), "run", "paris", *TABLE)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Answer]:
    folder = tmp_path_factory.mktemp("recorded")
    return folder / "game.jsonl", games(folder, "run", "paris", *TABLE, "--json", "--record", "game.jsonl")


def test_greedy_plays_where_nobody_can_be_asked(tmp_path: Path) -> None:
    answer = games(tmp_path, "run", "paris")
    assert answer.status == 0
    assert answer.err == REMARK
    assert "\ngreedy\n" in answer.out
    assert "Solo ladder [house]: rung" in answer.out
    seed = int(answer.out.rpartition("Seed ")[2].rstrip(".\n"))
    total = int(answer.out.rpartition("Total")[2].split("│")[1])
    assert ml.play(ml.new_game("paris"), seed=seed).scores()[0].total == total
    assert not list(tmp_path.iterdir())  # only a person's game is recorded unasked


def test_a_number_of_seats(tmp_path: Path) -> None:
    answer = games(tmp_path, "run", "london", "--seats", "3", "--json", "--seed", "1")
    assert answer.status == 0
    assert answer.err == REMARK
    assert answer.data["agents"] == ["greedy"] * 3


def test_an_explicit_person_without_a_terminal_is_an_error(tmp_path: Path) -> None:
    said = complaint(games(tmp_path, "run", "paris", "--seats", "human,greedy", stdin="1\n"))
    assert said.startswith("human is a person, but standard input is no terminal")
    assert not list(tmp_path.iterdir())


def test_equal_seeds_give_equal_output(told: Answer, tmp_path: Path) -> None:
    for _ in range(2):  # hashes of texts differ from one process to the next
        assert games_anew(tmp_path, "run", "paris", *TABLE) == told
    assert told.err == ""
    other = games(tmp_path, "run", "paris", *TABLE[:-1], "8")
    assert other.out != told.out


def test_what_is_shown_at_the_end(told: Answer) -> None:
    state = ml.play(ml.new_game("paris", "effects,objectives", 2), ["greedy", "random"], seed=7)
    for seat, name in enumerate(["greedy", "random"]):
        board = told.out.partition(f"\n{seat + 1} {name}\n")[2]
        assert "━━o━━" in board
        assert f"Round 1, {state.game.map.colours[state.ps[seat].colours[0]]}: " in board
    drawn = [event for event in state.events if event.kind == "chance" and event.key in ("gates", "objectives")]
    assert len(drawn) == 6
    for event in drawn:
        (block,) = (block for block in state.game.chance if block.key == event.key)
        title = f": {block.titles[event.outcome]}" if block.titles else ""
        assert event.outcome + title in told.words
    scores = state.scores()
    assert [int(points) for points in told.out.partition("│ Total")[2].split("│")[1:3]] == [s.total for s in scores]
    assert [int(rank) for rank in told.out.partition("│ Rank")[2].split("│")[1:3]] == [s.rank for s in scores]
    winner = next(score.seat for score in scores if score.rank == 1)
    assert f"{winner + 1} {['greedy', 'random'][winner]} wins.\n" in told.out


def test_json(recorded: tuple[Path, Answer]) -> None:
    answer = recorded[1]
    assert answer.status == 0
    data = answer.data
    assert set(data) == {
        *("game", "map", "variants", "options", "seats", "notes"),
        *("agents", "seed", "scores", "remarks"),
    }
    assert (data["game"], data["map"], data["seats"], data["seed"]) == ("paris", "paris", 2, 7)
    assert data["variants"] == ["effects", "objectives"]
    assert data["options"]["objectives"]["draw"] == 2
    state = ml.play(ml.new_game("paris", "effects,objectives", 2), ["greedy", "random"], seed=7)
    for score, seat in zip(state.scores(), data["scores"], strict=True):
        assert seat["total"] == score.total == sum(item["points"] for item in seat["items"])
        assert (seat["seat"], seat["rank"]) == (score.seat, score.rank)
        assert [item["name"] for item in seat["items"]] == [column.name for column in state.game.columns]


def test_a_record_can_be_replayed(recorded: tuple[Path, Answer]) -> None:
    path, answer = recorded
    record = ml.Record.load(path)
    state = record.replay()
    assert state.over
    assert state.seed == 7
    assert record.header["agents"] == ["greedy", "random"]
    assert [score.total for score in state.scores()] == [seat["total"] for seat in answer.data["scores"]]


def test_nothing_is_written_over_without_force(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("something dear\n", encoding="utf-8")
    words = ("run", "paris", "--seats", "greedy", "--seed", "2", "--record", path.name)
    said = complaint(games(tmp_path, *words))
    assert said == "game.jsonl exists (--force writes over it; another --record FILE keeps it)"
    assert path.read_text(encoding="utf-8") == "something dear\n"
    forced = games(tmp_path, *words, "--force")
    assert forced.status == 0
    assert forced.out.endswith("Recorded in game.jsonl\n")
    assert ml.Record.load(path).replay().seed == 2


def test_a_record_makes_its_folders_and_says_where_it_cannot(tmp_path: Path) -> None:
    words = ("run", "paris", "--seats", "greedy", "--record")
    assert games(tmp_path, *words, "a/b/game.jsonl").status == 0
    assert ml.Record.load(tmp_path / "a" / "b" / "game.jsonl").replay().over
    assert complaint(games(tmp_path, *words, "a")) == "a is a folder (name a file in it)"
    assert "a/b/game.jsonl/c" in complaint(games(tmp_path, *words, "a/b/game.jsonl/c/d"))


def test_the_order_of_colours(tmp_path: Path) -> None:
    words = ("run", "paris", "--seats", "greedy,greedy", "--seed", "3", "--order", "purple, blue,orange,green")
    told = games(tmp_path, *words, "--record", "game.jsonl").out
    state = ml.Record.load(tmp_path / "game.jsonl").replay()
    colours = [[state.game.map.colours[c] for c in p.colours] for p in state.ps]
    assert colours[0] == ["purple", "blue", "orange", "green"]
    assert colours[1] == ["blue", "orange", "green", "purple"]
    assert all(f"Round {k}, {colour}: " in told for k, colour in enumerate(colours[0], 1))


def test_options_of_the_game_and_of_variants(tmp_path: Path) -> None:
    words = ("run", "paris", "--seats", "greedy", "--seed", "3", "--variants", "objectives", "--json")
    data = games(tmp_path, *words, "-o", "objectives.draw=3", "-o", "crossing-self=forbidden").data
    assert data["options"]["objectives"]["draw"] == 3
    assert data["options"]["crossing_self"] == "forbidden"


def test_a_map_of_ones_own(tmp_path: Path) -> None:
    town_file(tmp_path)
    words = ("run", "paris", "--map", "town.yaml", "--seats", "greedy", "--seed", "1")
    answer = games(tmp_path, *words, "--record", "game.jsonl")
    assert answer.status == 0, answer.err
    assert answer.out.startswith("Next Station: Paris on the map of Small Town\n")
    assert games(tmp_path, "run", "paris", "--map", "london", "--seats", "greedy", "--json").data["map"] == "london"
    again = games(tmp_path, "replay", "game.jsonl")
    assert again.status == 0
    town_file(tmp_path, ("monument: 2", "monument: 3"))
    assert games(tmp_path, "replay", "game.jsonl") == again  # the record holds the map that was played on


def test_a_game_that_is_over_is_not_resumed(tmp_path: Path, recorded: tuple[Path, Answer]) -> None:
    said = complaint(games(tmp_path, "run", "--resume", recorded[0]))
    assert said.startswith(f"the game of {recorded[0]} is over")
    said = complaint(games(tmp_path, "run", "paris", "--resume", recorded[0]))
    assert said.startswith("--resume takes the game from the file")


def test_agents_go_on_with_a_game_that_was_broken_off(tmp_path: Path, recorded: tuple[Path, Answer]) -> None:
    path = tmp_path / "game.jsonl"
    lines = recorded[0].read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:60]) + lines[60][:9], encoding="utf-8")  # the last line is torn
    answer = games(tmp_path, "run", "--resume", path.name, "--json")
    assert answer.status == 0, answer.err
    assert path.read_text(encoding="utf-8").startswith("".join(lines[:60]))
    state = ml.Record.load(path).replay()
    assert state.over
    assert [score.total for score in state.scores()] == [seat["total"] for seat in answer.data["scores"]]
    assert answer.data["agents"] == ["greedy", "random"]


def test_other_seats_go_on(tmp_path: Path, recorded: tuple[Path, Answer]) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("".join(recorded[0].read_text(encoding="utf-8").splitlines(keepends=True)[:40]), encoding="utf-8")
    assert "1 names for 2 seats" in complaint(games(tmp_path, "run", "--resume", path.name, "--seats", "greedy"))
    answer = games(tmp_path, "run", "--resume", path.name, "--seats", "random,random", "--json")
    assert answer.data["agents"] == ["random", "random"]
    assert ml.Record.load(path).replay().over
