"""Game configs, a whole set-up in one file: what it says is played."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from command import games
from config_files import DECK, EVERYTHING, GOOD, MANY, TERMS, lay_out
from plugin_files import HEAD, variant

import metrolines as ml


def played(folder: Path, *words: str | Path, name: str = "game.yaml") -> Any:
    """What `games run --json` says of a config."""
    answer = games(folder, "run", "--config", name, "--json", *words)
    assert answer.status == 0, answer.err
    return answer.data


def totals(data: Any) -> list[int]:
    return [seat["total"] for seat in data["scores"]]


def box(data: Any, name: str, seat: int = 0) -> int:
    """The points of a box of the score sheet."""
    return next(item["points"] for item in data["scores"][seat]["items"] if item["name"] == name)


@pytest.mark.parametrize("name", GOOD)
def test_a_config_is_checked_and_read(tmp_path: Path, name: str) -> None:
    path = lay_out(tmp_path, GOOD[name])
    answer = games(tmp_path, "check", path.name, "--json")
    assert (answer.status, answer.err) == (0, "")
    config = ml.read_config(path)
    said = answer.data
    assert (said["valid"], said["kind"], said["title"]) == (True, "config", config.title)
    assert said["variants"] == [chosen.spec.id for chosen in config.game.variants]
    assert (said["game"], said["map"], said["seats"]) == (config.game.id, config.game.map.id, config.game.seats)
    assert (said["agents"], said["seed"], said["script"]) == (list(config.names), config.seed, config.script)
    words = games(tmp_path, "check", path.name)
    assert (words.status, words.err) == (0, "")
    assert all(heading in words.out for heading in ("config", "game", "seats", "seed", "scripted"))
    assert config.start(seed=5).seed == 5
    assert config.seed is None or config.start().seed == config.seed


def test_everything_in_one_file(tmp_path: Path) -> None:
    lay_out(tmp_path)
    data = played(tmp_path)
    assert (data["game"], data["map"], data["seats"], data["seed"]) == ("paris", "town", 2, 7)
    assert data["agents"] == ["greedy", "random"]
    assert sorted(data["variants"]) == ["effects", "objectives", "pencil_powers", "scoring_terms"]
    options = data["options"]
    assert (options["districts"], options["crossing_self"]) == ("stations", "forbidden")
    assert options["deck"] == MANY.split(", ")
    assert options["scoring"] == ["crossing.both=7", "interchanges.2=3", "interchanges.3=6", "monument=5"]
    assert options["objectives"]["draw"] == 2
    config = ml.read_config(tmp_path / "game.yaml")
    assert (config.title, config.names, config.seed) == ("A night in Small Town", ("greedy", "random"), 7)
    state = ml.play(config.game, ["greedy", "random"], seed=7, script=config.script)
    assert [score.total for score in state.scores()] == totals(data)


def test_the_title_is_shown(tmp_path: Path) -> None:
    lay_out(tmp_path, 'game: paris\ntitle: "[bold] Monday"\nseats: [greedy]\n')
    assert games(tmp_path, "run", "--config", "game.yaml").out.startswith("[bold] Monday\nNext Station: Paris\n")


def test_paths_are_taken_from_the_folder_of_the_file(tmp_path: Path) -> None:
    inner, other = tmp_path / "a" / "b", tmp_path / "c"
    inner.mkdir(parents=True)
    other.mkdir()
    lay_out(inner)
    here = played(inner)
    for folder, name in [
        (other, "../a/b/game.yaml"),
        (tmp_path, "a/b/game.yaml"),
        (other, inner / "game.yaml"),
    ]:
        there = played(folder, name=str(name))
        assert there["scores"] == here["scores"]
        assert there["notes"] == here["notes"]
        assert games(folder, "check", name).status == 0


def test_names_may_have_hyphens(tmp_path: Path) -> None:
    text = "variants: {{pencil{0}powers: }}\nsettings: {{crossing{0}self: forbidden}}\nseats: [random{0}pass]\n"
    found = []
    for sign in "-_":
        lay_out(tmp_path, "game: paris\n" + text.format(sign))
        found.append(played(tmp_path, "--seed", "4"))
        assert found[-1]["variants"] == ["pencil_powers"]
        assert found[-1]["options"]["crossing_self"] == "forbidden"
    assert found[0]["scores"] == found[1]["scores"]


def test_a_single_deck_needs_no_list(tmp_path: Path) -> None:
    lay_out(tmp_path, "game: paris\nvariants: {objectives: {from: own/deck.yaml}}\nseats: [greedy]\nseed: 1\n")
    (deck,) = played(tmp_path)["options"]["objectives"]["from"]
    assert (Path(deck["file"]).name, deck["text"]) == ("deck.yaml", DECK)


def test_the_script_is_followed(tmp_path: Path) -> None:
    lay_out(tmp_path)
    for seed in (7, 8):
        state = ml.read_config(tmp_path / "game.yaml").start(seed)
        dealt = {(event.key, event.place): event.outcome for event in state.events}
        assert [dealt["colours", f"0.{k}"] for k in range(1, 5)] == ["blue", "red", "green", "yellow"]
        assert [dealt["objectives", str(k)] for k in (1, 2)] == ["long_lines", "two_interchanges"]
        assert "double-station" in [value for (key, _), value in dealt.items() if key == "gates"]
    state = ml.read_config(tmp_path / "game.yaml").start()
    while not state.over:
        state.play(state.to_act[0], state.legal(state.to_act[0])[-1])
    flipped = {event.place: event.outcome for event in state.events if event.key == "decks"}
    assert [flipped[f"1.{k}"] for k in (1, 2, 3)] == ["square-street", "square-street", "joker-underground"]
    assert flipped["3.1"] == "circle-street"


def test_only_the_cards_of_the_deck_are_flipped(tmp_path: Path) -> None:
    lay_out(tmp_path, f"game: paris\nsettings: {{deck: [{MANY}]}}\nseats: [random]\n")
    config = ml.read_config(tmp_path / "game.yaml")
    seen = set()
    for seed in range(8):
        state = ml.play(config.game, ["random"], seed=seed)
        for deck in "1234":
            flipped = [e.outcome for e in state.events if e.key == "decks" and e.place.startswith(f"{deck}.")]
            assert all(flipped.count(card) <= MANY.split(", ").count(card) for card in flipped)
            seen |= set(flipped)
    assert "pentagon-street" not in seen
    assert seen <= set(MANY.split(", "))


def test_a_seed_gives_the_game_that_the_command_line_gives(tmp_path: Path) -> None:
    text = "game: paris\nmap: town.yaml\nvariants: {effects: , objectives: {draw: 3, from: [paris, own/deck.yaml]}}\n"
    text += f"settings: {{districts: stations, deck: [{MANY}], scoring: {{monument: 5, interchanges: {{4: 1}}}}}}\n"
    lay_out(tmp_path, text + "seats: [random, greedy]\nseed: 11\n")
    told = ["run", "paris", "--map", "town.yaml", "--variants", "objectives,effects", "--seats", "random,greedy"]
    told += ["-o", "objectives.draw=3", "-o", "objectives.from=paris,own/deck.yaml", "-o", "districts=stations"]
    told += ["-o", f"deck={MANY}", "-o", "scoring=monument=5,interchanges.4=1", "--seed", "11", "--json"]
    answer = games(tmp_path, *told)
    assert answer.status == 0, answer.err
    assert answer.data == played(tmp_path)


MONUMENTS = "game: paris\nseats: [random]\nseed: 5\nsettings: {{scoring: {{{}}}}}\n"


def test_scores_are_as_the_scoring_says(tmp_path: Path) -> None:
    """The random agent does not look at the score, so that the games are the same but for it."""
    values = {
        "as printed": "",
        "monuments": "monument: 50",
        "interchanges": "interchanges: {2: -7, 3: 0}",
        "crossings": "crossing: {one: 10, both: 0}",
        "by dots": "crossing.one: 10, crossing.both: 0",
    }
    found = {}
    for name, scoring in values.items():
        lay_out(tmp_path, MONUMENTS.format(scoring))
        found[name] = played(tmp_path)
    own = ml.new_game("paris").map.file.scoring
    printed = found["as printed"]
    lines = [f"line_{k}" for k in range(1, 5)]
    gained = sum(box(found["monuments"], name) - box(printed, name) for name in lines)
    assert gained > 0
    assert gained % (50 - own.monument) == 0
    twos = box(printed, "interchanges_2") // own.interchanges.two
    assert twos > 0
    assert box(found["interchanges"], "interchanges_2") == -7 * twos
    assert box(found["interchanges"], "interchanges_3") == 0
    assert box(found["crossings"], "crossings") % 10 == 0
    assert found["crossings"]["scores"] == found["by dots"]["scores"]
    for name, data in found.items():
        assert totals(data)[0] == sum(item["points"] for item in data["scores"][0]["items"]), name


def test_terms_and_cards_pay_what_their_files_say(tmp_path: Path) -> None:
    lay_out(tmp_path)
    config = ml.read_config(tmp_path / "game.yaml")
    state = ml.play(config.game, list(config.names), seed=7, script=config.script)
    data = played(tmp_path)
    for seat, p in enumerate(state.ps):
        lines = list(p.lines)[:4]
        stations = set().union(*({i for i in range(64) if line >> i & 1} for line in lines))
        assert box(data, "scoring_terms", seat) == 3 * len(stations)
        changes = [i for i in stations if sum(line >> i & 1 for line in lines) > 1]
        beyond = sum(max(0, line.bit_count() - 3) for line in lines)
        assert box(data, "objectives", seat) == 2 * beyond + (10 if len(changes) >= 2 else 0)


def test_the_command_line_goes_before_the_file(tmp_path: Path) -> None:
    lay_out(tmp_path, "game: paris\nvariants: [effects]\nseats: [greedy, greedy]\nseed: 3\n")
    data = played(tmp_path, "--seats", "random,greedy", "--seed", "8", "--record", "game.jsonl")
    assert (data["agents"], data["seed"]) == (["random", "greedy"], 8)
    state = ml.play(ml.new_game("paris", "effects", 2), ["random", "greedy"], seed=8)
    assert totals(data) == [score.total for score in state.scores()]
    record = ml.Record.load(tmp_path / "game.jsonl")
    assert record.header["agents"] == ["random", "greedy"]
    assert record.replay().seed == 8


def test_other_people_can_take_the_seats(tmp_path: Path) -> None:
    lay_out(tmp_path, "game: paris\nseats: [human, greedy]\nseed: 3\n")
    refused = games(tmp_path, "run", "--config", "game.yaml")
    assert refused.status == 2
    assert refused.err.startswith("error: human is a person, but standard input is no terminal")
    assert games(tmp_path, "check", "game.yaml").status == 0
    assert played(tmp_path, "--seats", "random,greedy")["agents"] == ["random", "greedy"]
    few = games(tmp_path, "run", "--config", "game.yaml", "--seats", "greedy")
    assert (few.status, few.out) == (2, "")
    assert "the config of game.yaml has 2" in few.err


@pytest.mark.parametrize(
    "words",
    [["paris"], ["--variants", "effects"], ["--map", "london"], ["-o", "districts=stations"], ["--resume", "a"]],
)
def test_a_game_is_named_once(tmp_path: Path, words: list[str]) -> None:
    lay_out(tmp_path, "game: paris\nseed: 1\n")
    answer = games(tmp_path, "run", *words, "--config", "game.yaml")
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("error: ")
    assert "--config" in answer.err
    assert answer.err.count("\n") == 1


TAKEN_IN = EVERYTHING.replace("map: town.yaml\n", "").replace(f"  deck: [{MANY}]\n", "")
TAKEN_IN = TAKEN_IN.partition("script:")[0]


def test_the_record_needs_no_deck_and_no_terms(tmp_path: Path) -> None:
    folder = tmp_path / "config"
    folder.mkdir()
    lay_out(folder, TAKEN_IN)
    data = played(tmp_path, "--record", "game.jsonl", name="config/game.yaml")
    shutil.rmtree(folder)
    answer = games(tmp_path, "replay", "game.jsonl", "--json")
    assert (answer.status, answer.err) == (0, "")
    state = ml.Record.load(tmp_path / "game.jsonl").replay()
    assert [score.total for score in state.scores()] == totals(data)
    assert "long_lines" in {outcome for block in state.game.chance for outcome in block.outcomes}


def test_the_record_is_not_changed_by_a_changed_deck(tmp_path: Path) -> None:
    lay_out(tmp_path, TAKEN_IN)
    data = played(tmp_path, "--record", "game.jsonl")
    (tmp_path / "terms.yaml").write_text(TERMS.replace("points: 3", "points: 4"), encoding="utf-8")
    (tmp_path / "own" / "deck.yaml").write_text("no deck any more\n", encoding="utf-8")
    state = ml.Record.load(tmp_path / "game.jsonl").replay()
    assert [score.total for score in state.scores()] == totals(data)


def test_the_record_needs_none_of_the_files(tmp_path: Path) -> None:
    path = lay_out(tmp_path, TAKEN_IN.replace("game: paris\n", "game: paris\nmap: town.yaml\n"))
    data = played(tmp_path, "--record", "game.jsonl")
    path.unlink()
    (tmp_path / "town.yaml").unlink()
    answer = games(tmp_path, "replay", "game.jsonl", "--json")
    assert (answer.status, answer.err) == (0, "")
    assert totals(answer.data) == totals(data)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_record_of_another_deck_replays(tmp_path: Path, seed: int) -> None:
    lay_out(tmp_path, f"game: paris\nsettings: {{deck: [{MANY}]}}\nseats: [greedy]\n")
    played(tmp_path, "--seed", str(seed), "--record", "game.jsonl")
    answer = games(tmp_path, "replay", "game.jsonl", "--json")
    assert (answer.status, answer.err) == (0, "")


BONUS = "@hookimpl\ndef score_game(g, p, t):\n    return 1000\n"


def test_a_config_brings_its_plugins(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "bonus.py").write_text(HEAD + variant("bonus", BONUS), encoding="utf-8")
    text = "game: paris\nvariants: [bonus]\nplugins: [own/bonus.py]\nseats: [greedy]\nseed: 2\n"
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    data = played(tmp_path / "elsewhere", "--trust", name="../game.yaml")
    assert data["variants"] == ["bonus"]
    assert box(data, "bonus") == 1000
    assert totals(data) == [1000 + ml.play(ml.new_game("paris"), seed=2).scores()[0].total]
    assert games(tmp_path, "check", "game.yaml", "--trust", "--json").data["variants"] == ["bonus"]


def test_a_plugin_that_is_loaded_already(tmp_path: Path) -> None:
    (tmp_path / "bonus.py").write_text(HEAD + variant("bonus", BONUS), encoding="utf-8")
    text = "game: paris\nvariants: [bonus]\nplugins: [bonus.py]\nseats: [greedy]\n"
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    played(tmp_path, "--plugin", tmp_path / "bonus.py")
