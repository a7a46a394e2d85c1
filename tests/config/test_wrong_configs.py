"""Wrong configs: everything that is wrong in one is told with its place, by each command and from Python."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from command import Answer, games
from config_files import DECK, lay_out
from plugin_files import HEAD, variant, write_plugins

import metrolines as ml
from metrolines_next_station.cards import CARDS


def wrong(answer: Answer, name: str, *expected: str) -> None:
    """The answer says these things of the file, in this order, a line each: place and beginning, what else in it."""
    assert answer.status == 2, answer
    assert answer.out == ""
    assert "Traceback" not in answer.err
    lines = answer.err.splitlines()
    assert len(lines) == len(expected), answer.err
    for line, said in zip(lines, expected, strict=True):
        beginning, *more = said.split(" ... ")
        assert line.startswith(f"error: {name}:{beginning}"), line
        assert all(part in line for part in more), line


PARIS = "game: paris\n"
TWELVE = ", ".join((*CARDS, CARDS[0]))
FEW = ", ".join((*CARDS[:6], CARDS[0], *CARDS[6:10]))
SWITCHES = ", ".join((*CARDS[:4], "switch-street", "switch-street", *CARDS[6:]))
NOT_TEXT = "expected text, found"
SEATS = "is for 1 to 4 seats, not"
WRONG: dict[str, tuple[str, list[str]]] = {
    # bad types, key by key
    "a game that is a number": ("game: 7\n", [f"1:7: {NOT_TEXT} the number 7"]),
    "a game that is a list": ("game: [paris]\n", [f"1:7: {NOT_TEXT} a list"]),
    "a title that is a number": (PARIS + "title: 12\n", [f"2:8: {NOT_TEXT} the number 12"]),
    "a map that is a list": (PARIS + "map: [london]\n", [f"2:6: {NOT_TEXT} a list"]),
    "variants that are text": (PARIS + "variants: effects\n", ['2:11: expected a list or a mapping, found "effects"']),
    "a variant that is a number": (PARIS + "variants: [effects, 3]\n", [f"2:21: {NOT_TEXT} the number 3"]),
    "options that are a number": (PARIS + "variants:\n  objectives: 3\n", ["3:15: expected a mapping, found the"]),
    "settings that are a list": (PARIS + "settings: [deck]\n", ["2:11: expected a mapping, found a list"]),
    "seats that are text": (PARIS + "seats: two\n", ['2:8: expected a whole number or a list, found "two"']),
    "seats that are true": (PARIS + "seats: yes\n", ["2:8: expected a whole number or a list, found yes"]),
    "a seat that is a number": (PARIS + "seats: [greedy, 2]\n", [f"2:17: {NOT_TEXT} the number 2"]),
    "a seed that is text": (PARIS + "seed: seven\n", ['2:7: expected a whole number, found "seven"']),
    "half a seed": (PARIS + "seed: 7.5\n", ["2:7: expected a whole number, found the number 7.5"]),
    "a script that is a list": (PARIS + "script: [colours]\n", ["2:9: expected a mapping, found a list"]),
    "plugins that are text": (PARIS + "plugins: a.py\n", ['2:10: expected a list, found "a.py"']),
    "several at once": (
        "game: 7\nseats: two\nseed: seven\nmape: london\n",
        ["1:7: expected text", "2:8: expected a whole", "3:7: expected a whole", '4:1: unknown key "mape" ... "map"'],
    ),
    # keys
    "an unknown key": (PARIS + "seats: 1\nvariant: [effects]\n", ['3:1: unknown key "variant" ... mean "variants"?']),
    "a missing game": ("title: none\n", ["1:1: the key "]),
    "a key twice": (PARIS + "seats: 1\nseats: 2\n", ['3:1: the key "seats" is here twice, first in line 2, column 1']),
    "a variant twice": (PARIS + "variants:\n  effects:\n  effects:\n", ['4:3: the key "effects" is here twice']),
    # names
    "an unknown game": ("game: pariss\n", ["1:7: no game is called 'pariss' (did you mean \"paris\"?)"]),
    "an unknown map": (PARIS + "map: lodon\n", ["2:6: no map is called 'lodon' (did you mean \"london\"?)"]),
    "a map of another game": (PARIS + "map: metro\n", ["2:6: paris is not played on a map of metro"]),
    "an unknown variant": (
        PARIS + "variants: [effects, pencil-power]\n",
        ["2:21: no variant is called 'pencil-power' (did you mean \"pencil_powers\"?)"],
    ),
    "a wrong value of an option": (
        PARIS + "variants:\n  objectives:\n    draw: two\n",
        ["4:11: objectives: option draw: expected a whole number, not 'two'"],
    ),
    "too much of an option": (PARIS + "variants:\n  objectives: {draw: 11}\n", ["3:22: ... at most 10, not 11"]),
    "more cards than there are": (PARIS + "variants:\n  objectives: {draw: 9}\n", ["3:22: ... 9 cards to draw"]),
    "an unknown value of a setting": (
        PARIS + "settings: {districts: crosed}\n",
        ["2:23: ... 'crosed' (did you mean \"crossed\"?)"],
    ),
    "a number for a setting": (PARIS + "settings: {districts: 1}\n", ["2:23: ... expected a text, not 1"]),
    "two problems of settings": (
        PARIS + "settings:\n  crossing-self: forbiden\n  districts: stops\n",
        ['3:18: ... did you mean "forbidden"?', "4:14: ... 'stops'"],
    ),
    "a variant of another game": (PARIS + "variants: [effects, hand]\n", ["2:21: hand is not for paris ... metro"]),
    "variants the map cannot support": (
        PARIS + "variants: [effects, loop_line, tourist_sites]\n",
        ["2:21: loop_line cannot be played on the map of Paris, which has no loop", "2:32: tourist_sites ... Paris"],
    ),
    "terms without a file": (PARIS + "variants: [effects, scoring_terms]\n", ["2:21: scoring_terms: no file is named"]),
    # seats and seeds
    "no seats": (PARIS + "seats: 0\n", [f"2:8: paris {SEATS} 0"]),
    "nine seats": (PARIS + "seats: 9\n", [f"2:8: paris {SEATS} 9"]),
    "minus one seat": (PARIS + "seats: -1\n", [f"2:8: paris {SEATS} -1"]),
    "a list of too many": (PARIS + "seats: [greedy, greedy, greedy, greedy, greedy]\n", [f"2:8: paris {SEATS} 5"]),
    "one seat for metro": ("game: metro\nseats: [greedy]\n", ["2:8: metro is for 2 to 6 seats, not 1"]),
    "an unknown agent": (PARIS + "seats: [random, gredy]\n", ["2:17: ... 'gredy' (did you mean \"greedy\"?)"]),
    "a misspelt person": (PARIS + "seats:\n  - greedy\n  - humn\n", ["4:5: ... 'humn' (did you mean \"human\"?)"]),
    "a seed below 0": (PARIS + "seed: -1\n", ["2:7: a seed is a whole number from 0 to 2**62 - 1, not -1"]),
    "a seed too great": (PARIS + f"seed: {1 << 62}\n", ["2:7: a seed is a whole number from 0 to 2**62 - 1"]),
    # decks and scoring
    "a deck of twelve": (PARIS + f"settings:\n  deck: [{TWELVE}]\n", ["3:206: deck: 12 cards; a deck has 11"]),
    "too few underground cards": (PARIS + f"settings:\n  deck: [{FEW}]\n", ["3:9: deck: 4 underground cards"]),
    "two switches": (PARIS + f"settings:\n  deck: [{SWITCHES}]\n", ["3:89: deck: two railroad switches"]),
    "a deck that is a number": (PARIS + "settings:\n  deck: 11\n", ["3:9: ... expected a list of names, not 11"]),
    "text for points": (
        PARIS + "settings: {scoring: {monument: three}}\n",
        ["2:32: ... monument: expected a whole number, not 'three'"],
    ),
    "too many points": (
        PARIS + "settings:\n  scoring:\n    interchanges: {2: 300}\n",
        ["4:23: ... interchanges.2: at most 100, not 300"],
    ),
    "points for crossings that are not there": (
        "game: london\nsettings: {scoring: {crossing: {one: 3}}}\n",
        ["2:33: scoring: London has no overhead crossings"],
    ),
    # scripts
    "a script of twelve cards": (
        PARIS + f"script:\n  decks:\n    - [{TWELVE}]\n",
        [f"4:{8 + TWELVE.rindex(CARDS[0])}: script, decks: 12 entries where there are 11"],
    ),
    "five decks": (
        PARIS + "script:\n  decks: [[], [], [], [], []]\n",
        ["3:10: script, decks: 5 lists where there are 4"],
    ),
    "an unknown card": (
        PARIS + "script:\n  decks:\n    - [square-street, circle-steet]\n",
        ["4:23: script, decks: no such outcome: 'circle-steet' (did you mean \"circle-street\"?)"],
    ),
    "a card twice": (
        PARIS + "script:\n  decks:\n    - [square-street, circle-street, square-street]\n",
        ["4:38: script, decks: square-street comes twice"],
    ),
    "a gap in a script": (
        PARIS + "script:\n  decks: {1.1: joker-street, 1.3: circle-street}\n",
        ["3:35: script, decks: a gap before 1.3"],
    ),
    "a script that is text": (PARIS + "script: {decks: square-street}\n", ["2:17: script, decks: expected a list"]),
    "two seats with a colour": (
        PARIS + "seats: 2\nscript:\n  colours: [[orange, blue, green, purple], [orange, green, blue, purple]]\n",
        ["4:12: script, colours: two seats share a colour in round 1"],
    ),
    # files beside it
    "a missing plugin": (PARIS + "plugins:\n  - bonus.py\n", ["3:5: no such plugin file"]),
    # the file as such
    "tabs": (PARIS + "variants:\n\teffects:\n", ["3:1: a tab in the indentation"]),
    "an empty file": ("", ["1:1: the file is empty"]),
    "only a remark": ("# nothing\n", ["1:1: the file is empty"]),
    "a list at the top": ("- game: paris\n", ["1:1: expected a mapping at the top, found a list"]),
    "no blank behind the colon": ("game:paris\n", ['1:1: ... put a space after the ":"']),
    "an open bracket": (PARIS + "variants: [effects\n", ['2:11: the "[" that opens here is not closed']),
    "two documents": (PARIS + "---\n" + PARIS, ["2:1: a second document begins here"]),
    "a number in base 8": (PARIS + "seed: 010\n", ["2:7: YAML would read 010 as a number in base 8"]),
    "an unknown variant with options": (
        PARIS + "variants:\n  effects:\n  objective: {draw: 3}\n",
        ["4:3: no variant is called 'objective' (did you mean \"objectives\"?)"],
    ),
    "an unknown variant without options": (
        PARIS + "variants:\n  effects:\n  objective:\n",
        ["4:3: no variant is called 'objective' (did you mean \"objectives\"?)"],
    ),
    "a variant without options that the map cannot support": (
        PARIS + "variants:\n  effects:\n  loop_line:\n",
        ["4:3: loop_line cannot be played on the map of Paris"],
    ),
    "an unknown option": (
        PARIS + "variants:\n  objectives: {drow: 2}\n",
        ["3:16: objectives has no option 'drow' (did you mean \"draw\"?)"],
    ),
    "an option of a variant that has none": (
        PARIS + "variants:\n  effects: {draw: 2}\n",
        ["3:13: effects has no option"],
    ),
    "an unknown setting": (
        PARIS + "settings: {district: crossed}\n",
        ["2:12: paris has no setting 'district' (did you mean \"districts\"?)"],
    ),
    "an unknown value of a list": (
        PARIS + "variants:\n  objectives:\n    from: [london, pariss]\n",
        ["4:20: ... 'pariss' (did you mean \"paris\"?"],
    ),
    "an unknown card of a deck": (
        PARIS + f"settings:\n  deck: [{', '.join(CARDS[:10])}, joker-undergrund]\n",
        [f'3:{10 + len(", ".join(CARDS[:10])) + 2}: ... did you mean "joker-underground"?'],
    ),
    "an unknown kind of points": (
        PARIS + "settings:\n  scoring: {monumnt: 3}\n",
        ["3:13: ... 'monumnt' (did you mean \"monument\"?)"],
    ),
    "points for six lines": (
        PARIS + "settings:\n  scoring:\n    interchanges: {2: 1, 6: 3}\n",
        ["4:26: ... interchanges.6"],
    ),
    "an unknown kind of points with dots": (
        PARIS + "settings:\n  scoring:\n    interchanges.6: 3\n",
        ["4:5: ... interchanges.6"],
    ),
    "too many points with dots": (
        PARIS + "settings:\n  scoring:\n    interchanges.2: 300\n",
        ["4:21: ... interchanges.2: at most 100, not 300"],
    ),
    "options of a variant among the settings": (
        PARIS + "variants: [objectives]\nsettings:\n  objectives: {draw: 3}\n",
        ["4:3: "],
    ),
    "options of a variant that is not in play": (PARIS + "settings:\n  objectives: {draw: 3}\n", ["3:3: "]),
    "a mapping for a setting": (PARIS + "settings:\n  districts: {a: 1}\n", ["3:14: ... expected a text"]),
    "an empty list of seats": (PARIS + "seats: []\n", [f"2:8: paris {SEATS} 0"]),
    "a script with an unknown key": (
        PARIS + "script:\n  deck:\n    - [square-street]\n",
        ["3:3: script: this game leaves nothing called 'deck' to chance (did you mean \"decks\"?)"],
    ),
    "a script with an unknown place": (
        PARIS + "variants: [effects]\nscript:\n  gates:\n    a2: double-station\n",
        ["5:5: script, gates: no such place: 'a2'"],
    ),
    "a script with a colour twice": (
        PARIS + "script:\n  colours: [[orange, orange]]\n",
        ["3:22: script, colours: orange comes twice"],
    ),
    "a script of lists and names": (
        PARIS + "script:\n  decks: [[square-street], circle-street]\n",
        ["3:28: script, decks: "],
    ),
    "points for a river that is not there": (
        PARIS + "settings: {scoring: {river: 3}}\n",
        ["2:22: scoring: Paris has no river"],
    ),
    "points for a loop that is not there": (
        PARIS + "settings: {scoring: {loop: 3}}\n",
        ["2:22: scoring: Paris has no loop"],
    ),
    "the same variant twice": (PARIS + "variants: [effects, effects]\n", ["2:21: effects is here twice"]),
    "a missing map file": (PARIS + "map: nowhere.yaml\n", ["2:6: ... nowhere.yaml"]),
    "a missing deck file": (
        PARIS + "variants:\n  objectives:\n    from: [paris, nowhere.yaml]\n",
        ["4:19: ... nowhere.yaml"],
    ),
    "a missing terms file": (PARIS + "variants: {scoring_terms: {from: nowhere.yaml}}\n", ["2:34: ... nowhere.yaml"]),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_config(tmp_path: Path, name: str) -> None:
    text, expected = WRONG[name]
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    wrong(games(tmp_path, "run", "--config", "game.yaml"), "game.yaml", *expected)


NO_GAME = ("a missing game", "a game that is a number", "a game that is a list", "several at once")


@pytest.mark.parametrize("name", [name for name in WRONG if name not in NO_GAME])
def test_check_says_the_same_as_run(tmp_path: Path, name: str) -> None:
    text, expected = WRONG[name]
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    answer = games(tmp_path, "check", "game.yaml", "--json")
    assert (answer.status, answer.err) == (2, "")
    assert answer.data["valid"] is False
    problems = answer.data["problems"]
    assert len(problems) == len(expected)
    for problem, said in zip(problems, expected, strict=True):
        assert problem["file"] == "game.yaml"
        assert said.startswith(f"{problem['line']}:{problem['column']}: ")
        assert problem["message"]


FILES: dict[str, tuple[bytes, str]] = {
    "ten megabytes": (b"game: paris\n#" + b"x" * 10_000_000, " too large: 10,000,013 bytes"),
    "not UTF-8": (b"game: paris\ntitle: caf\xe9\n", "2:11: not UTF-8: byte 0xe9"),
    "a character that is none": (b"game: paris\ntitle: a\0b\n", "2:9: the character U+0000 is not allowed"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_text(tmp_path: Path, name: str) -> None:
    data, said = FILES[name]
    (tmp_path / "game.yaml").write_bytes(data)
    wrong(games(tmp_path, "run", "--config", "game.yaml"), "game.yaml", said)


def test_an_alias_bomb(tmp_path: Path) -> None:
    rows = ["game: paris", "settings:", "  a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"  a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 10)}]" for k in range(1, 9)]
    (tmp_path / "game.yaml").write_text("\n".join(rows), encoding="utf-8")
    answer = games(tmp_path, "run", "--config", "game.yaml")
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("error: game.yaml:")
    assert "too much data" in answer.err
    assert answer.err.count("\n") == 1


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    (tmp_path / "game.yml").mkdir()
    wrong(games(tmp_path, "run", "--config", "gaem.yml"), "gaem.yml", ' no such file (did you mean "game.yml"?)')
    wrong(games(tmp_path, "run", "--config", "game.yml"), "game.yml", " this is a directory, not a file")


def test_windows_line_ends_move_no_place(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_bytes("\ufeffgame: paris\r\nseats: 0\r\n".encode())
    wrong(games(tmp_path, "run", "--config", "game.yaml"), "game.yaml", f"2:8: paris {SEATS} 0")


BESIDE: dict[str, tuple[str, str, str, str]] = {
    "a wrong word in a deck": (
        "variants: {objectives: {from: [paris, own/deck.yaml]}}\n",
        "own/deck.yaml",
        "title: Wrong\nobjectives:\n  - id: a\n    when: {count: station, at_least: 1}\n",
        '4:19: unknown value "station" (did you mean "stations"?)',
    ),
    "a wrong key in terms": (
        "variants: {scoring_terms: {from: [terms.yaml]}}\n",
        "terms.yaml",
        "terms:\n  - {id: a, each: {count: stations}, pionts: 1}\n",
        '2:38: unknown key "pionts" (did you mean "points"?)',
    ),
    "two cards of one name in a deck": (
        "variants: {objectives: {from: own/deck.yaml}}\n",
        "own/deck.yaml",
        DECK.replace("two_interchanges", "many_stations"),
        "4:10: many_stations is here twice",
    ),
    "a wrong value in a map": (
        "map: town.yaml\n",
        "town.yaml",
        "game: next_station\nname: 7\n",
        "2:7: expected text, found the number 7",
    ),
}


@pytest.mark.parametrize("name", BESIDE)
def test_what_is_wrong_in_a_file_beside_it(tmp_path: Path, name: str) -> None:
    text, other, written, said = BESIDE[name]
    folder = tmp_path / "here"
    folder.mkdir()
    lay_out(folder, PARIS + text)
    (folder / other).write_text(written, encoding="utf-8")
    answer = games(tmp_path, "run", "--config", "here/game.yaml")
    assert (answer.status, answer.out) == (2, "")
    assert f"error: here/{other}:{said}" in answer.err
    assert all(line.startswith(f"error: here/{other}:") for line in answer.err.splitlines())


@pytest.mark.parametrize("form", ["variants: [{}]\n", "variants:\n  {}: {{}}\n"])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("alone", "alone and effects cannot be played together"),
        ("hen", "variants need one another in a circle: hen -> egg -> hen"),
        ("ringless", "ringless and loop_line cannot be played together"),
    ],
)
def test_variants_that_do_not_go_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, name: str, said: str
) -> None:
    paths = write_plugins(
        tmp_path,
        monkeypatch,
        alone=variant("alone", conflicts=("effects",)),
        hen=variant("hen", requires=("egg",)),
        egg=variant("egg", requires=("hen",)),
        ringless=variant("ringless", conflicts=("loop_line",)),
    )
    between = ", " if "[" in form else ": {}\n  "
    text = "game: tokyo\n" + form.format(between.join(["effects", name]))
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    plugins = os.pathsep.join(str(path) for path in paths.values())
    answer = games(tmp_path, "run", "--config", "game.yaml", METROLINES_PLUGINS=plugins)
    wrong(answer, "game.yaml", f"{'2:21' if '[' in form else '4:3'}: {said}")
    with pytest.raises(ml.FileError, match=r"game\.yaml:"):
        ml.read_config(tmp_path / "game.yaml")


BROKEN = {
    "an option": ("flag: {on: maybe}", "3:14: flag: option on: expected true or false, not 'maybe'"),
    "a plugin that breaks": ("crash: {}", "3:3: plugin crash ... failed in set-up: ZeroDivisionError"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_with_a_plugin_is_told_at_its_place(tmp_path: Path, name: str) -> None:
    text, said = BROKEN[name]
    (tmp_path / "flag.py").write_text(HEAD + variant("flag", options="(Option('on', False, 'x'),)"), encoding="utf-8")
    crash = variant("crash", "def build(builder):\n    builder.map.half = 1 / 0\n")
    (tmp_path / "crash.py").write_text(HEAD + crash, encoding="utf-8")
    text = f"game: paris\nvariants:\n  {text}\nplugins: [flag.py, crash.py]\n"
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    wrong(games(tmp_path, "run", "--config", "game.yaml", "--trust"), "game.yaml", said)


@pytest.mark.parametrize("text", ["import nothing_at_all\n", "def (\n"])
def test_a_plugin_that_cannot_be_loaded(tmp_path: Path, text: str) -> None:
    (tmp_path / "broken.py").write_text(text, encoding="utf-8")
    (tmp_path / "game.yaml").write_text(PARIS + "plugins: [broken.py]\n", encoding="utf-8")
    wrong(games(tmp_path, "run", "--config", "game.yaml", "--trust"), "game.yaml", "2:11: ... broken")


def test_a_variant_that_needs_one_the_map_cannot_support(tmp_path: Path) -> None:
    (tmp_path / "ring.py").write_text(HEAD + variant("ring", requires=("loop_line",)), encoding="utf-8")
    text = PARIS + "variants: [effects, ring]\nplugins: [ring.py]\n"
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    wrong(games(tmp_path, "run", "--config", "game.yaml", "--trust"), "game.yaml", "2:21: ... loop_line ... Paris")


@pytest.mark.parametrize("game", ["[paris]", "{paris: }"])
def test_check_of_a_game_that_is_no_name(tmp_path: Path, game: str) -> None:
    (tmp_path / "game.yaml").write_text(f"game: {game}\n", encoding="utf-8")
    wrong(games(tmp_path, "check", "game.yaml"), "game.yaml", "1:7: ")


def test_errors_of_python_are_those_of_the_command(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("game: paris\nvariants: [efects, loop_line]\nseats: 9\n", encoding="utf-8")
    with pytest.raises(ml.FileError) as caught:
        ml.read_config(path)
    assert [(problem.line, problem.column) for problem in caught.value.problems] == [(2, 12), (2, 20), (3, 8)]
    assert {problem.path for problem in caught.value.problems} == {str(path)}
