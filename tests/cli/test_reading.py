"""`games rules`, `games replay`, `games check`: commands that read and tell."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command import Answer, complaint, games
from town import town_file

import metrolines as ml

VARIANTS = "effects,objectives,pencil_powers"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a finished game of two."""
    path = tmp_path_factory.mktemp("game") / "game.jsonl"
    state = ml.play(ml.new_game("paris", VARIANTS, 2), ["greedy", "random"], seed=5)
    path.write_text(state.record(("greedy", "random")).text(), encoding="utf-8")
    return path


def test_rules_in_a_page(tmp_path: Path) -> None:
    answer = games(tmp_path, "rules", "paris", "--variants", VARIANTS)
    assert answer.status == 0
    for words in (
        "In each you draw one line, with a pencil of another colour.",
        "Each monument on the line adds 2,",
        "Extra section: draw one more section at once, from an end of the line to any station. [house]",
        "Every outer district has a station of the network: 10 points. [house]",
        "House values of the map Not from printed rules: solo_ladder. [house]",
    ):
        assert words in answer.words
    assert "the Thames" in games(tmp_path, "rules", "london").words
    assert "lines" not in games(tmp_path, "rules", "paris").err


def test_rules_know_options_and_maps(tmp_path: Path) -> None:
    town_file(tmp_path, ("monument: 2", "monument: 3"))
    told = games(tmp_path, "rules", "paris", "--map", "town.yaml", "-o", "districts=stations").words
    assert "A district counts only when the line has a station in it." in told
    assert "Each monument on the line adds 3," in told
    assert "Each section of the line that crosses the Brook adds 1." in told
    data = games(tmp_path, "rules", "paris", "--variants", "effects", "--json").data
    assert set(data) == {"game", "variants", "rules"}
    assert data["variants"] == ["effects"]
    assert [*data["rules"][0]] == ["id", "heading", "text", "example", "source"]
    (branch,) = [row for row in data["rules"] if row["id"] == "branch-adds-an-end"]
    assert "B-D" in branch["example"] and branch["source"] == "printed"
    assert "City gates" in [row["heading"] for row in data["rules"]]


def test_replay_verifies_every_line(game: Path, tmp_path: Path) -> None:
    answer = games(tmp_path, "replay", game)
    assert answer.status == 0
    lines = game.read_text(encoding="utf-8").splitlines()
    actions = sum('"action"' in line for line in lines)
    assert f"{len(lines)} lines, {actions} actions: every line is right.\n" in answer.out
    assert "\n2 random\n" in answer.out
    assert re.search(r"\d (greedy|random) wins", answer.out)


def test_replay_to_a_position(game: Path, tmp_path: Path) -> None:
    state = ml.Record.load(game).replay(12)
    answer = games(tmp_path, "replay", game, "--to", "12")
    assert f"Position after 12 actions, {state.digest()}; every line so far is right.\n" in answer.out
    assert f", turn {state.g.turn}\n" in answer.out
    assert "Score if the game ended now" in answer.out
    data = games(tmp_path, "replay", game, "--to", "12", "--json").data
    assert data["state"] == state.digest()
    assert data["to_act"] == list(state.to_act)
    assert data["legal"] == {str(seat): list(state.legal_labels(seat)) for seat in state.to_act}
    assert data["over"] is False
    drawn = [line["sections"] for line in data["details"][0]["lines"]]
    assert sum(map(len, drawn)) == sum(tracks > 0 for tracks in state.ps[0].tracks)


def test_replay_json(game: Path, tmp_path: Path) -> None:
    data = games(tmp_path, "replay", game, "--json").data
    state = ml.Record.load(game).replay()
    assert set(data) == {
        *("game", "map", "variants", "options", "seats", "notes", "agents", "seed", "over", "torn"),
        *("state", "position", "scores", "remarks", "details", "to_act", "legal", "hidden", "verified"),
    }
    assert (data["over"], data["torn"], data["seed"], data["to_act"], data["legal"]) == (True, False, 5, [], {})
    assert [seat["total"] for seat in data["scores"]] == [score.total for score in state.scores()]
    lines = data["details"][0]["lines"]
    assert [line["points"] for line in lines] == [item["points"] for item in data["scores"][0]["items"][:4]]


def test_a_position_can_be_pasted(game: Path, tmp_path: Path) -> None:
    record = ml.Record.load(game)
    answer = games(tmp_path, "replay", game, "--to", "12", "--position")
    assert (answer.status, answer.err, answer.out) == (0, "", record.replay(12).position())
    assert games(tmp_path, "replay", game, "--json").data["position"] == record.replay().position()
    assert record.game().from_position(answer.out, seed=1).legal(0) == record.replay(12).legal(0)


def test_the_position_of_a_game_that_goes_on_hides_hands(tmp_path: Path) -> None:
    whole = ml.play(ml.new_game("metro"), ["random"], seed=1).record()
    (tmp_path / "open.jsonl").write_text("".join(whole.text().splitlines(keepends=True)[:40]), encoding="utf-8")
    answer = games(tmp_path, "replay", "open.jsonl", "--position")
    assert answer.out.splitlines()[1] == "chance:"
    assert answer.out.splitlines()[-1].startswith("seat 1: hand=#-1")


def test_a_record_of_a_record_is_refused(game: Path, tmp_path: Path) -> None:
    said = complaint(games(tmp_path, "replay", game, "--record", "other.jsonl"))
    assert said.startswith("--record writes the record of a row: --from names its folder")
    assert not (tmp_path / "other.jsonl").exists()


def test_replay_of_several_games(game: Path, tmp_path: Path) -> None:
    text = game.read_text(encoding="utf-8")
    path = tmp_path / "two.jsonl"
    path.write_text(text + text[: text.index("\n", 4000) + 1], encoding="utf-8")
    whole, part = games(tmp_path, "replay", path.name, "--json").data
    assert whole["over"]
    assert not part["over"]
    answer = games(tmp_path, "replay", path.name)
    assert "every line is right; the game goes on: games run --resume two.jsonl" in answer.out


def damaged(game: Path, old: str, new: str) -> tuple[str, int]:
    """The record with the first of some words replaced, and the line where that was."""
    text = game.read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new, 1), text[: text.index(old)].count("\n") + 1


def some_action(game: Path, number: int) -> str:
    lines = game.read_text(encoding="utf-8").splitlines()
    action: str = [json.loads(line)["action"] for line in lines if '"action"' in line][number]
    return action


def test_a_damaged_record_names_the_line(game: Path, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    end = json.loads(game.read_text(encoding="utf-8").splitlines()[-1])["end"]
    points = f'"total":{end["scores"][1]["total"]}'
    for old, new, said in (
        (f'"{some_action(game, 9)}"', '"a1-a2"', "a1-a2: neither end of a1-a2 is on the"),
        (f'"{some_action(game, 9)}"', '"a1-z2"', "a1-z2: there is no station at z2"),
        (points, '"total":999', f"seat 1 has {end['scores'][1]['total']} points"),
    ):
        text, line = damaged(game, old, new)
        path.write_text(text, encoding="utf-8")
        answer = games(tmp_path, "replay", path.name)
        assert answer.status == 1
        assert answer.err.startswith(f"error: bad.jsonl:{line}: {said}"), answer.err
        assert answer.err.count("\n") == 1


def test_another_position_is_noticed(game: Path, tmp_path: Path) -> None:
    text = game.read_text(encoding="utf-8")
    at = text.index('"state":"', 3000) + len('"state":"')
    path = tmp_path / "bad.jsonl"
    path.write_text(text[:at] + "00000000" + text[at + 8 :], encoding="utf-8")
    said = complaint(games(tmp_path, "replay", path.name), 1)
    assert said.startswith(f"bad.jsonl:{text[:at].count(chr(10)) + 1}: the position differs: ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "foreign.txt: the file is empty"),
        ("Dear diary,\n", "foreign.txt:1: not a line of JSON"),
        ('{"moves": []}\n', "foreign.txt:1: not a record of metrolines: the first line is no header"),
        ('{"metrolines": 99}\n', "foreign.txt:1: format 99; this version reads format 2"),
    ],
)
def test_a_foreign_file(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "foreign.txt").write_text(text, encoding="utf-8")
    assert complaint(games(tmp_path, "replay", "foreign.txt")) == said


def test_a_torn_line_is_no_harm(game: Path, tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl"
    path.write_text(game.read_text(encoding="utf-8")[:5000], encoding="utf-8")
    answer = games(tmp_path, "replay", path.name)
    assert answer.status == 0
    assert answer.err == "torn.jsonl: the last line is torn off; what came before it is whole\n"


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Answer, Answer]:
    folder = tmp_path_factory.mktemp("town")
    town_file(folder)
    return games(folder, "check", "town.yaml"), games(folder, "check", "town.yaml", "--json")


def test_check_draws_a_good_map_and_tells_what_it_understood(checked: tuple[Answer, Answer]) -> None:
    answer = checked[0]
    assert answer.status == 0
    assert answer.err == ""
    assert answer.out.splitlines()[1] == " 1 R■ · · · · ▲ · · · ·   · ·┊· · ⬟ · · · ·   · · · ·B●"
    for words in (
        "map Small Town, 6 x 5 cells, 19 stations",
        "departures red a1, blue f1, green a5, yellow f5",
        "unreachable stations none",
        "river: Brook",
        "always in play nothing",
    ):
        assert words in answer.words


def test_check_json(checked: tuple[Answer, Answer]) -> None:
    data = checked[1].data
    assert data["valid"] is True
    assert data["size"] == [6, 5]
    assert sum(map(len, data["stations_by_symbol"].values())) == data["stations"] == 19
    assert "a1-d1" in data["sections"]
    assert "d1-b3" not in data["sections"]
    assert "b3-d1" not in data["sections"]


def place(path: Path, words: str) -> str:
    """How a message on a place in a file begins."""
    text = path.read_text(encoding="utf-8")
    before = text[: text.rindex(words)]
    return f"error: {path.name}:{before.count(chr(10)) + 1}:{len(before.rpartition(chr(10))[2]) + 1}"


def test_check_names_every_place_that_is_wrong(tmp_path: Path) -> None:
    path = town_file(tmp_path, ("jokers: guided_tour", "joker: guided_tour"), ("monument: 2", "monument: two"))
    answer = games(tmp_path, "check", path.name)
    assert answer.status == 2
    assert answer.out == ""
    assert place(path, "joker:") + ': unknown key "joker" (did you mean "jokers"?)\n' in answer.err
    assert place(path, "two") + ": expected a whole number" in answer.err
    assert all(line.startswith("error: town.yaml:") for line in answer.err.splitlines())


def test_check_names_what_is_wrong_on_the_map(tmp_path: Path) -> None:
    path = town_file(tmp_path, ("[d1-b3]", "[d1-b3, a1-f5]"), ("yellow: f5", "yellow: f4"))
    answer = games(tmp_path, "check", path.name)
    assert answer.err.startswith(f"{place(path, 'T')}: f5 is no departure station")
    path = town_file(tmp_path, ("[d1-b3]", "[d1-b3, a1-f4, a1-z9]"))
    bad = games(tmp_path, "check", path.name, "--json")
    assert bad.status == 2
    assert bad.data["valid"] is False
    found = {f"error: town.yaml:{p['line']}:{p['column']}": p["message"] for p in bad.data["problems"]}
    assert found[place(path, "a1-f4")] == "a1-f4 is no section of the picture anyway"
    assert found[place(path, "a1-z9")] == "there is no station at z9"
    assert set(bad.data["problems"][0]) == {"message", "hint", "file", "line", "column"}


def test_check_wants_to_know_the_game(tmp_path: Path) -> None:
    town_file(tmp_path, ("game: next_station\n", ""))
    assert "the file does not say what it is (a map has game: metro or " in complaint(
        games(tmp_path, "check", "town.yaml")
    )
    town_file(tmp_path, ("game: next_station", "game: next_stetion"))
    said = complaint(games(tmp_path, "check", "town.yaml"))
    assert said == "town.yaml:1:7: no game is called 'next_stetion' (did you mean \"next_station\"?)"
