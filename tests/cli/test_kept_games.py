"""Games that are kept on this machine: resumed by number, counted in one's own results, and the game of a day."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from command import complaint
from kept_records import begun, command, played, put, records

import metrolines as ml
from metrolines.cli.daily import city_of, seed_of

PAST = "2026-03-05"


# --- resume ---


def test_nothing_was_left(tmp_path: Path) -> None:
    assert command(tmp_path, "resume").out == "No game was left. `games run paris` begins one.\n"
    assert command(tmp_path, "resume", "--json").data == {"games": [], "damaged": []}
    assert "there is no game 1: 0 games" in complaint(command(tmp_path, "resume", "1"))
    assert not (tmp_path / "home").exists()


def test_games_that_were_left_are_listed(tmp_path: Path) -> None:
    put(tmp_path, "a", begun("paris", 15, variants="effects"), ["human"], age=2)
    put(tmp_path, "b", begun("metro", 4, 2), ["human", "greedy"], age=1)
    put(tmp_path, "c", played("paris", 1, ["greedy"]), ["human"])
    torn = put(tmp_path, "d", begun("paris", 3), ["human"])
    torn.write_text("what is this\n", encoding="utf-8")
    answer = command(tmp_path, "resume", "--json")
    assert answer.status == 0
    rows = answer.data["games"]
    assert [(row["number"], row["game"], row["variants"], row["seats"]) for row in rows] == [
        (1, "metro", [], ["human", "greedy"]),
        (2, "paris", ["effects"], ["human"]),
    ]
    assert rows[0]["far"] == "4 moves"
    assert re.fullmatch(r"Round \d of 4, 15 moves", rows[1]["far"])
    assert [one["file"] for one in answer.data["damaged"]] == [str(torn)]
    told = command(tmp_path, "resume")
    assert told.status == 0
    assert f"2 paris effects human {rows[1]['at']} {rows[1]['far']}" in told.words
    assert told.err == f"damaged: {torn}: line 1: not a line of JSON\n"


def test_a_game_whose_variant_is_gone_stops_nothing(tmp_path: Path) -> None:
    path = put(tmp_path, "a", begun("paris", 2), ["human"])
    path.write_text(path.read_text(encoding="utf-8").replace('"game":"paris"', '"game":"atlantis"'), encoding="utf-8")
    put(tmp_path, "b", begun("paris", 2), ["human"], age=1)
    rows = command(tmp_path, "resume", "--json").data["games"]
    assert "atlantis" in rows[0]["damage"]
    assert "damage" not in rows[1]


def test_going_on_by_number(tmp_path: Path) -> None:
    put(tmp_path, "a", begun("london", 5), ["human"], age=1)
    path = put(tmp_path, "b", begun("paris", 5), ["human"])
    assert "standard input is no terminal" in complaint(command(tmp_path, "resume", "1"))
    answer = command(tmp_path, "resume", "1", "--seats", "greedy", "--json")
    assert answer.status == 0
    assert answer.data["game"] == "paris"
    record = ml.Record.load(path)
    assert record.end is not None
    assert record.end["end"]["scores"][0]["total"] == answer.data["scores"][0]["total"]
    assert [row["game"] for row in command(tmp_path, "resume", "--json").data["games"]] == ["london"]
    assert "there is no game 2: 1 game" in complaint(command(tmp_path, "resume", "2"))


def test_a_new_game_mentions_the_one_that_was_left(tmp_path: Path) -> None:
    pytest.importorskip("pexpect")
    from terminal import Terminal

    put(tmp_path, "a", begun("london", 3), ["human"])
    put(tmp_path, "b", begun("paris", 5, variants="effects"), ["human"], age=1)
    home = str(tmp_path / "home")
    said = "The same game was left on 2023-11-1"
    for words, mentioned in (
        (("run", "paris", "--variants", "effects"), True),
        (("run", "paris"), False),
        (("run", "london", "--seats", "human,greedy"), False),
    ):
        terminal = Terminal(tmp_path, *words, METROLINES_HOME=home, TZ="UTC")
        assert (said in terminal.words) is mentioned
        assert ("games resume 2 goes on with it." in terminal.words) is mentioned
        terminal.type("q")


def test_a_finished_game_damaged_in_the_middle_is_listed(tmp_path: Path) -> None:
    path = put(tmp_path, "a", played("paris", 1, ["greedy"]), ["human"])
    put(tmp_path, "b", begun("london", 3), ["human"])
    whole = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join([*whole[:5], whole[5][:9] + "\n", *whole[6:]]), encoding="utf-8")
    answer = command(tmp_path, "resume", "--json")
    assert [row["game"] for row in answer.data["games"]] == ["london"]
    assert answer.data["damaged"] == [{"file": str(path), "damage": "line 6: not a line of JSON"}]
    assert command(tmp_path, "resume").err == f"damaged: {path}: line 6: not a line of JSON\n"
    assert command(tmp_path, "resume", "1", "--seats", "greedy", "--json").data["game"] == "london"


# --- results ---


def test_no_results(tmp_path: Path) -> None:
    put(tmp_path, "a", begun("paris", 3), ["human"])
    assert "No game has been played to the end yet." in command(tmp_path, "results").out
    assert command(tmp_path, "results", "--json").data["results"] == []


def test_results_by_city_variants_and_others(tmp_path: Path) -> None:
    alone = [played("paris", seed, ["greedy"]) for seed in (1, 2, 3)]
    for number, state in enumerate(alone):
        put(tmp_path, f"solo{number}", state, ["human"])
    duel = [played("paris", seed, ["greedy", "random"], "objectives") for seed in (4, 5)]
    for number, state in enumerate(duel):
        put(tmp_path, f"duel{number}", state, ["human", "random"])
    put(tmp_path, "agents", played("paris", 6, ["greedy"]), ["greedy"])
    put(tmp_path, "left", begun("paris", 3), ["human"])
    (records(tmp_path) / "broken.jsonl").write_bytes(b"\xff\n")
    answer = command(tmp_path, "results", "--json")
    assert answer.status == 0
    solo, two = answer.data["results"]
    totals = [state.scores()[0].total for state in alone]
    assert (solo["game"], solo["variants"], solo["against"], solo["games"]) == ("paris", [], [], 3)
    assert (solo["best"], solo["mean"]) == (max(totals), round(sum(totals) / 3, 2))
    best = max(alone, key=lambda state: state.scores()[0].total).describe().ladder
    assert best is not None
    assert (solo["best_rung"], solo["rungs"]) == (best.reached + 1, len(best.rungs))
    assert 1 <= solo["mean_rung"] <= solo["best_rung"]
    assert solo["wins"] is None
    assert (two["variants"], two["against"], two["games"]) == (["objectives"], ["random"], 2)
    assert two["wins"] == sum(state.scores()[0].rank == 1 for state in duel)
    assert two["best_rung"] is None
    assert [Path(one["file"]).name for one in answer.data["damaged"]] == ["broken.jsonl"]
    told = command(tmp_path, "results")
    assert f"paris alone 3 {solo['best']} ({solo['best_rung']})" in told.words
    assert "5 games. In brackets: the rung of the solo ladder." in told.words
    assert told.err.startswith("damaged: ")


def test_results_of_a_person_with_a_name(tmp_path: Path) -> None:
    state = played("paris", 1, ["greedy", "random"])
    put(tmp_path, "a", state, ["human:ann", "human:ben"])
    for name, seat, other in (("ann", 0, "ben"), ("ben", 1, "ann")):
        (row,) = command(tmp_path, "results", "--json", "--name", name).data["results"]
        assert (row["best"], row["against"]) == (state.scores()[seat].total, [other])
    said = complaint(command(tmp_path, "results", "--name", "anna"))
    assert said == 'no game of anna is kept (did you mean "ann"?)'


# --- the game of a day ---


def test_the_rotation_and_the_seeds() -> None:
    days = [date(2026, 3, day) for day in range(1, 13)]
    cities = [city_of(day) for day in days]
    assert set(cities[:3]) == {"paris", "london", "tokyo"}
    assert cities == cities[:3] * 4
    assert city_of(date(2026, 12, 1)) == "london"  # for ever: what is shared between people must not move
    game = ml.new_game("paris")
    assert len({seed_of(day, game) for day in days}) == 12
    assert seed_of(days[0], game) != seed_of(days[0], ml.new_game("london"))
    assert seed_of(days[0], game) == seed_of(days[0], ml.new_game("paris"))


def test_an_agent_plays_the_game_of_a_day(tmp_path: Path) -> None:
    answer = command(tmp_path, "daily", "--by", "greedy", "--date", PAST, "--json")
    assert answer.status == 0
    data = answer.data
    game = ml.new_game(city_of(date.fromisoformat(PAST)))
    state = ml.play(game, ["greedy"], seed=seed_of(date.fromisoformat(PAST), game))
    assert (data["date"], data["game"], data["points"]) == (PAST, game.id, state.scores()[0].total)
    line = command(tmp_path, "daily", "--by", "greedy", "--date", PAST)
    assert line.out == data["text"] + "\n"
    assert line.out.isascii()
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "a person plays this game, but standard input is no terminal (--by greedy has greedy play)"),
        (("--date", "friday"), "--date is a day such as"),
        (("--date", "2926-01-01"), "2926-01-01 is yet to come"),
        (
            ("--date", PAST, "--result"),
            f"the daily game of {PAST} has not been played (games daily --date {PAST} plays it)",
        ),
        (("--json",), "has not been played"),
        (("--by", "greedie"), "no agent is called 'greedie'"),
        (("--by", "greedy", "--result"), "--result is of a game that you have played"),
    ],
)
def test_what_cannot_be_asked_of_a_daily_game(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    assert said in complaint(command(tmp_path, "daily", *words))


def test_a_person_plays_leaves_and_goes_on_as_it_was_dealt(tmp_path: Path) -> None:
    pytest.importorskip("pexpect")
    from terminal import GO_ON, Terminal

    home = str(tmp_path / "home")
    path = records(tmp_path) / f"daily-{PAST}.jsonl"
    terminal = Terminal(tmp_path, "daily", "--date", PAST, "--fast", METROLINES_HOME=home)
    assert f"Daily game of {PAST}" in terminal.words
    for _ in range(6):
        terminal.type("" if terminal.asked == GO_ON else "0")
    terminal.type("q")
    assert "seed" not in path.read_text(encoding="utf-8")
    assert f"the daily game of {PAST} goes on" in complaint(command(tmp_path, "daily", "--result", "--date", PAST))
    terminal = Terminal(tmp_path, "daily", "--date", PAST, "--fast", METROLINES_HOME=home)
    while terminal.asked:
        terminal.type("" if terminal.asked == GO_ON else "0")
    assert terminal.status == 0
    record = ml.Record.load(path)
    game = ml.new_game(city_of(date.fromisoformat(PAST)))
    assert record.end is not None
    assert record.end["end"]["seed"] == seed_of(date.fromisoformat(PAST), game)
    record.replay()  # the seed deals what was dealt, before and after the break
    again = command(tmp_path, "daily", "--date", PAST, "--result")
    assert again.out.strip() in terminal.words
    assert again.out.startswith(f"{game.title}, daily of {PAST}: ")
    known = command(tmp_path, "daily", "--date", PAST, "--json").data
    assert known["text"] == again.out.strip()
    played_again = command(tmp_path, "daily", "--date", PAST)
    assert played_again.out == again.out
    assert played_again.err.startswith("This game has been played.")
    (row,) = command(tmp_path, "results", "--json").data["results"]
    assert (row["game"], row["best"]) == (game.id, known["points"])


def test_a_daily_game_is_played_where_no_record_can_be_written(tmp_path: Path) -> None:
    pytest.importorskip("pexpect")
    from terminal import GO_ON, Terminal

    (tmp_path / "home").write_text("a file", encoding="utf-8")
    terminal = Terminal(tmp_path, "daily", "--date", PAST, "--fast", METROLINES_HOME=str(tmp_path / "home"))
    assert "This game is not recorded" in terminal.words
    while terminal.asked:
        terminal.type("" if terminal.asked == GO_ON else "0")
    assert terminal.status == 0
    assert f"daily of {PAST}: " in terminal.words


def test_today_is_the_day_in_utc(tmp_path: Path) -> None:
    before = datetime.now(UTC).date()
    data: Any = json.loads(command(tmp_path, "daily", "--by", "random", "--json").out)
    assert before.isoformat() <= data["date"] <= datetime.now(UTC).date().isoformat()
