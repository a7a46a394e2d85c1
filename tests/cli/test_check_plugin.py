"""`games check` of a plugin in a file of Python: what it declares, its set-up, and a verdict for every check."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import complaint, games
from plugin_files import HEAD, variant

from metrolines.testing import CHECKS

COUNTS = (
    "class Own(Fields):\n    seen: int = integer('cards seen')\n\ndef build(builder):\n    builder.seat_state(Own)\n"
)
SOUND = COUNTS + "\n@hookimpl\ndef on_card(own_p):\n    own_p.seen += 1\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "fog.py"
    path.write_text(HEAD + text, encoding="utf-8")
    return path


def test_a_sound_variant(tmp_path: Path) -> None:
    write(tmp_path, variant("fog", SOUND))
    said = games(tmp_path, "check", "fog.py")
    assert said.status == 0
    assert "variants fog" in said.words and said.words.endswith("verdict right")
    data = games(tmp_path, "check", "fog.py", "--json").data
    assert (data["valid"], data["adds"], data["wrong"]) == (True, {"variants": ["fog"]}, [])
    assert [table["subject"] for table in data["tables"]] == [
        f"variant fog on {c}" for c in ("paris", "london", "tokyo")
    ]
    for table in data["tables"]:
        assert table["checks"] == dict.fromkeys(["set-up", *CHECKS, "ends"], "")
        assert table["games"] == 2 and table["positions"] > 50


def test_every_check_that_fails_is_told(tmp_path: Path) -> None:
    write(tmp_path, variant("fog", SOUND.replace("'cards seen'", "'cards seen', width=8").replace("+= 1", "+= 40")))
    said = games(tmp_path, "check", "fog.py", "--json")
    assert said.status == 1
    (table, *_) = said.data["tables"]
    assert said.data["valid"] is False
    assert "the field fog.seen holds" in table["checks"]["numbers"]
    assert table["checks"]["labels"] == "" and table["checks"]["legal"] == ""
    assert "numbers: wrong: the field fog.seen" in games(tmp_path, "check", "fog.py").words


def test_a_set_up_that_breaks(tmp_path: Path) -> None:
    write(tmp_path, variant("fog", "def build(builder):\n    raise RuntimeError('no build')\n"))
    said = games(tmp_path, "check", "fog.py", "--json")
    assert said.status == 1
    assert "no build" in said.data["tables"][0]["checks"]["set-up"]


def test_a_variant_is_left_out_where_it_does_not_fit(tmp_path: Path) -> None:
    write(tmp_path, variant("fog", SOUND, needs=("loop",)))
    tables = games(tmp_path, "check", "fog.py", "--json").data["tables"]
    assert [bool(table["left_out"]) for table in tables] == [True, True, False]
    write(tmp_path, variant("fog", SOUND, needs=("volcano",)))
    said = games(tmp_path, "check", "fog.py", "--json")
    assert said.status == 1
    assert said.data["wrong"] == ["variant fog: it can be played on none of the games here"]


@pytest.mark.parametrize("text", ["x =\n", "raise RuntimeError\n", "from nowhere_at_all import x\n"])
def test_a_file_that_cannot_be_loaded(text: str, tmp_path: Path) -> None:
    write(tmp_path, text)
    said = games(tmp_path, "check", "fog.py", "--json")
    assert said.status == 1
    assert not said.data["valid"] and said.data["wrong"][0].startswith("plugin fog (fog.py) failed in start-up: ")


def test_agents_and_files_are_checked_too(tmp_path: Path) -> None:
    (tmp_path / "deck.yaml").write_text("objectives: 3\n", encoding="utf-8")
    declared = """
from pathlib import Path

class Hasty:
    def act(self, view):
        return 10**6

@hookimpl
def metrolines_agents():
    return [AgentSpec("hasty", "Hasty", f"{__name__}:Hasty", applies_to=("paris",))]

@hookimpl
def metrolines_files():
    return [FileSpec("mine", "objectives.from", Path(__file__).parent / "deck.yaml")]
"""
    write(tmp_path, declared)
    said = games(tmp_path, "check", "fog.py", "--json")
    assert said.status == 1
    (wrong,) = said.data["wrong"]
    assert wrong.startswith("file mine: ") and "deck.yaml:1:13" in wrong
    (agent,) = said.data["tables"]
    assert agent["subject"] == "agent hasty" and agent["checks"]["answers"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert complaint(games(tmp_path, "check", "fog.py")) == "no such plugin file: fog.py"
