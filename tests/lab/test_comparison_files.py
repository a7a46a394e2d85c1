"""Plans of the lab, and the files that hold them."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import complaint, games
from lab_comparisons import sides, tiny
from pages import blocks
from plugin_files import HEAD, variant

import metrolines as ml
from metrolines.lab import comparison_of, investigate, read_comparison


def test_plans_are_checked() -> None:
    for wrong in ({"games": 1}, {"traced": 1}, {"traced": 31}, {"agents": ()}, {"agents": ("random", "random")}):
        with pytest.raises(ml.UsageError):
            tiny(**wrong)
    with pytest.raises(ml.UsageError, match="nothing to compare"):
        comparison_of(*sides("paris", ["effects"], more_variants=["effects"]))
    assert tiny().label == "effects"
    comparison = comparison_of(
        *sides("metro", ["hand"], more_variants=["rotation"], more_options={"hand": {"size": 3}})
    )
    assert comparison.label == "rotation and hand.size=3"
    assert (comparison.added, comparison.baseline.seats) == (("rotation",), 2)


def test_the_comparison_of_the_page(tmp_path: Path) -> None:
    path = tmp_path / "comparison.yaml"
    path.write_text(blocks("lab.md", "yaml")[0], encoding="utf-8")
    comparison = read_comparison(path, games=20)
    assert (comparison.games, comparison.traced, comparison.seed) == (20, 20, 1)
    assert comparison.label == "effects and crossing_self=forbidden"
    assert (
        comparison.baseline.options["objectives"]
        == comparison.treatment.options["objectives"]
        == {"draw": 3, "from": ()}
    )
    assert comparison.title


def test_a_comparison_brings_its_own_files(tmp_path: Path) -> None:
    (tmp_path / "night_bus.py").write_text(blocks("variants.md", "python")[0], encoding="utf-8")
    path = tmp_path / "comparison.yaml"
    path.write_text("baseline: {game: paris}\ntreatment: [night_bus.py]\n", encoding="utf-8")
    done = games(tmp_path, "lab", path, "--trust", "-n", "4", "--agents", "random", "--compiled", "off", "--json")
    assert done.status == 0, done
    assert done.data["treatment"]["variants"] == ["night_bus"]
    assert done.data["label"] == "night-bus"
    words = ("lab", "paris", "--with", "night_bus.py", "-n", "4", "--agents", "random", "--compiled", "off", "--json")
    assert games(tmp_path, *words).data["numbers"] == done.data["numbers"]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("baseline: {game: paris}\ntreatment: [efects]\n", 2, "no variant is called 'efects'"),
        ("baseline: {game: pariss}\ntreatment: [effects]\n", 1, "no game is called 'pariss'"),
        ("baseline: {game: paris}\ntreatment: [effects]\ngamess: 3\n", 3, 'unknown key "gamess"'),
        ("baseline: {game: paris}\ntreatment: [effects]\ngames: 1\n", 3, "must be at least 2"),
        ("baseline: {game: paris}\ntreatment: []\n", 2, "nothing to compare"),
        ("baseline: {game: paris}\n", 1, "treatment"),
        ("baseline: {game: paris}\ntreatment: {settings: {crossings: no}}\n", 2, "no setting 'crossings'"),
    ],
)
def test_what_is_wrong_with_a_comparison_is_told_with_its_place(
    text: str, line: int, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "comparison.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ml.FileError) as caught:
        read_comparison(path)
    assert [problem.line for problem in caught.value.problems] == [line]
    assert message in str(caught.value)


def test_a_file_of_terms_or_cards_stands_for_the_variant_that_takes_it_in(tmp_path: Path) -> None:
    (tmp_path / "terms.yaml").write_text("terms: [{id: a, each: {count: stations}, points: 1}]\n", encoding="utf-8")
    words = ("-n", "6", "--traced", "2", "--agents", "random", "--compiled", "off", "--json")
    done = games(tmp_path, "lab", "paris", "--with", "terms.yaml", *words)
    assert done.status == 0, done.err
    means = {(row["side"], row["name"]): row["value"] for row in done.data["numbers"] if row["part"] == "boxes"}
    assert means["treatment", "Scoring terms"] > 15
    (tmp_path / "deck.yaml").write_text(
        "objectives: [{id: a, when: {count: stations, at_least: 2}}, {id: b, when: {count: stations, at_least: 3}}]\n",
        encoding="utf-8",
    )
    done = games(tmp_path, "lab", "paris", "--with", "deck.yaml,effects", *words)
    means = {(row["side"], row["name"]): row["value"] for row in done.data["numbers"] if row["part"] == "boxes"}
    assert means["treatment", "Shared objectives"] == 20
    (tmp_path / "map.yaml").write_text("game: next_station\n", encoding="utf-8")
    said = complaint(games(tmp_path, "lab", "paris", "--with", "map.yaml"))
    assert said.startswith("map.yaml is no file that a variant of paris takes in")


PLACED = {
    "an unknown game": ("baseline:\n  game: pariss\ntreatment: [effects]", "2:9: no game is called 'pariss'"),
    "an unknown map": ("baseline: {game: paris, map: rome}\ntreatment: [effects]", "1:30: no map is called 'rome'"),
    "too many seats": (
        "baseline: {game: paris, seats: 9}\ntreatment: [effects]",
        "1:32: paris is for 1 to 4 seats, not 9",
    ),
    "an unknown variant of both sides": (
        "baseline: {game: paris, variants: [effects, objectve]}\ntreatment: [pencil_powers]",
        "1:45: no variant is called 'objectve'",
    ),
    "an unknown variant of one side": (
        "baseline: {game: paris}\ntreatment: [pencil_powers, efects]",
        "2:28: no variant is called 'efects'",
    ),
    "an unknown variant beside options": (
        "baseline: {game: paris}\ntreatment:\n  variants:\n    - efects\n  settings: {districts: stations}",
        "4:7: no variant is called 'efects'",
    ),
    "an unknown option of both sides": (
        "baseline: {game: paris, variants: {objectives: {drow: 3}}}\ntreatment: [effects]",
        "1:49: objectives has no option 'drow'",
    ),
    "a wrong value of a variant's option": (
        "baseline:\n  game: paris\n  variants: {objectives: {draw: 33}}\ntreatment: [effects]",
        "3:33: objectives: option draw: at most 10, not 33",
    ),
    "a wrong value of a setting": (
        "baseline:\n  game: paris\n  settings: {districts: crosed}\ntreatment: {settings: {districts: stations}}",
        "3:25: paris: option districts: unknown: 'crosed'",
    ),
    "a wrong value of one side": (
        "baseline: {game: paris, settings: {districts: crossed}}\ntreatment: {settings: {districts: crosed}}",
        "2:35: paris: option districts: unknown: 'crosed'",
    ),
    "a variant the map cannot support": (
        "baseline: {game: paris}\ntreatment: [effects, loop_line]",
        "2:22: loop_line cannot be played on the map of Paris",
    ),
    "a variant of a file": (
        "baseline: {game: paris}\ntreatment:\n  - effects\n  - own.py",
        "4:5: alone and effects cannot be played together",
    ),
    "a missing file": ("baseline: {game: paris}\ntreatment: [effects, none.py]", "2:22: no such plugin file: none.py"),
    "nothing to compare": ("baseline: {game: paris}\ntreatment: []", "2:12: there is nothing to compare"),
    "an unknown agent": (
        "baseline: {game: paris}\ntreatment: [effects]\nagents: [random, gredy]",
        "3:18: no agent is called 'gredy'",
    ),
    "an agent twice": (
        "baseline: {game: paris}\ntreatment: [effects]\nagents: [greedy, greedy]",
        "3:9: name every agent once",
    ),
    "too many traced": (
        "baseline: {game: paris}\ntreatment: [effects]\ngames: 10\ntraced: 11",
        "4:9: 11 games step by step are more than all 10",
    ),
    "a seed that is none": (
        f"baseline: {{game: paris}}\ntreatment: [effects]\nseed: {1 << 62}",
        "3:7: a seed is a whole number from 0 to 2**62 - 1, not 4611686018427387904",
    ),
}


@pytest.mark.parametrize("name", PLACED)
def test_every_word_of_a_comparison_that_is_wrong_is_told_with_its_place(name: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(HEAD + variant("alone", conflicts=("effects",)), encoding="utf-8")
    text, said = PLACED[name]
    (tmp_path / "comparison.yaml").write_text(text + "\n", encoding="utf-8")
    assert complaint(games(tmp_path, "check", "comparison.yaml", "--trust")).startswith(f"comparison.yaml:{said}")


def test_what_is_given_beside_a_comparison_has_no_place_in_it(tmp_path: Path) -> None:
    text = "baseline: {game: paris}\ntreatment: [effects]\nagents: [greedy]\ntraced: 9\nseed: 1\n"
    (tmp_path / "comparison.yaml").write_text(text, encoding="utf-8")
    for words, said in (
        (("--agents", "gredy"), "no agent is called 'gredy'"),
        (("--traced", "30", "-n", "20"), "30 games step by step are more than all 20"),
        (("-n", "5"), "comparison.yaml:4:9: 9 games step by step are more than all 5"),
        (("--seed", "-1"), "a seed is a whole number from 0 to 2**62 - 1, not -1"),
    ):
        assert complaint(games(tmp_path, "lab", "comparison.yaml", *words, "--json")).startswith(said)


def test_a_comparison_takes_in_files_of_terms_and_agents_of_its_own_folder(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    for name in ("ways", "more"):
        term = f"terms:\n  - {{id: {name}, title: T, each: {{count: longest_path, of: any_line}}, points: 1}}\n"
        (inner / f"{name}.yaml").write_text(term, encoding="utf-8")
    agent = "class Passes:\n    def act(self, view):\n        return 'pass'\n"
    (inner / "mine.py").write_text(agent, encoding="utf-8")
    file = inner / "comparison.yaml"
    file.write_text("baseline: {game: paris}\ntreatment: [ways.yaml, effects, more.yaml]\nagents: [mine.py:Passes]\n")
    comparison = read_comparison(file, games=30, traced=5, trust=True)
    assert set(comparison.added) == {"scoring_terms", "effects"}
    files = comparison.treatment.options["scoring_terms"]["from"]
    assert [Path(file.name).name for file in files] == ["ways.yaml", "more.yaml"]
    report = investigate(comparison, compiled="off")
    passes = report.numbers.get("length", comparison.agents[0], "treatment", "passes a game")
    turns = report.numbers.get("length", comparison.agents[0], "treatment", "turns a game")
    assert passes is not None
    assert turns is not None
    assert passes.value == turns.value
    file.write_text("baseline: {game: paris}\ntreatment:\n  - comparison.yaml\n")
    with pytest.raises(ml.FileError, match=r"comparison.yaml:3:5: .*is no file that a variant of paris takes in"):
        read_comparison(file)
