"""The page of a report: it says what the table says, needs nothing, and is what the documentation shows."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from command import complaint, games
from here import harmful
from lab_comparisons import sides, tiny
from pages import PAGES, blocks, mentioned

import metrolines as ml
from metrolines.cli import COMMANDS, program
from metrolines.lab import comparison_of, investigate
from metrolines.lab.comparison_file import ComparisonFile, Treatment
from metrolines.lab.page import page
from metrolines.lab.report import Report

COMMAND_LINE = typer.main.get_command(program([]))


@pytest.fixture(scope="module")
def report() -> Report:
    return investigate(tiny(), compiled="off", workers=1)


def table_of(page: str) -> list[dict[str, str]]:
    """The rows of the table within a page."""
    coded = re.search(r'href="data:text/csv;base64,([^"]+)"', page)
    assert coded is not None
    return list(csv.DictReader(io.StringIO(base64.b64decode(coded[1]).decode())))


def test_the_table_in_the_page_is_that_of_json(report: Report, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    report.write(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    table = table_of(page)
    data = json.loads(json.dumps(report.as_data()))["numbers"]
    assert len(table) == len(data) > 300
    for row, known in zip(table, data, strict=True):
        assert float(row["value"]) == known["value"]
        assert (row["part"], row["agent"], row["side"], row["name"]) == tuple(
            known[key] for key in ("part", "agent", "side", "name")
        )
    assert {row["part"] for row in table} >= {"total", "distribution", "boxes", "length", "used", "dealt", "places"}


def test_names_of_others_in_a_page_are_only_text(report: Report) -> None:
    pytest.importorskip("matplotlib")
    hostile = "</title><script>alert(1)</script> $\\frac$ & \u202egnp \x1b[2J \udcff ${title}"
    text = page(replace(report, comparison=replace(report.comparison, title=hostile, label=hostile)))
    assert "<script>alert" not in text
    assert (
        "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; $\\frac$ &amp; \\u202egnp \\x1b[2J \\xff ${title}" in text
    )
    assert harmful(text) == set()
    assert text.encode()


def test_a_report_is_the_same_every_time_and_needs_nothing(report: Report, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    words = ("lab", "paris", "--with", "effects", "-n", "30", "--compiled", "off", "--workers", "1")
    done = games(tmp_path, *words, "--out", "report.html")
    assert (done.status, done.err) == (0, ""), done
    assert report.findings[0].text in done.words
    report.write(tmp_path / "again.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert text == (tmp_path / "again.html").read_text(encoding="utf-8")
    assert not re.search(r"https?:|<link|<script|src=|@import|url\((?!#)", text)
    for reference in re.findall(r'href="([^"]{1,40})', text):
        assert reference.startswith(("#", "data:text/csv")), reference
    identities = re.findall(r'\bid="([^"]+)"', text)
    assert len(set(identities)) == len(identities)
    assert text.count("<svg") == text.count("<figure>") >= 8
    assert complaint(games(tmp_path, *words, "--out", "report.html")).startswith("report.html exists")
    with pytest.raises(ml.UsageError, match="exists"):
        report.write(tmp_path / "again.html")


def test_names_cannot_break_the_page(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    comparison = tiny(agents=("random",), games=4, traced=4, title="<b>A & B</b>")
    investigate(comparison, compiled="off").write(tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<h1>&lt;b&gt;A &amp; B&lt;/b&gt;</h1>" in text


def test_a_game_for_several_without_passing(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    words = ("--with", "no_centre", "-n", "6", "--seats", "3", "--compiled", "off", "--seed", "2")
    done = games(tmp_path, "lab", "metro", *words, "--agents", "random", "--out", "m.html", "--json")
    assert done.status == 0, done
    wins = [row for row in done.data["numbers"] if row["part"] == "seat wins" and row["side"] == "baseline"]
    assert sum(row["value"] for row in wins) == pytest.approx(1, abs=1e-4)
    assert not [row for row in done.data["numbers"] if "pass" in row["name"]]
    assert "Seats</h2>" in (tmp_path / "m.html").read_text(encoding="utf-8")


def test_what_the_command_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "what is to be looked into?" in complaint(games(tmp_path, "lab", "paris"))
    assert "no such plugin file" in complaint(games(tmp_path, "lab", "paris", "--with", "none.py"))
    assert "no folder" in complaint(games(tmp_path, "lab", "paris", "--with", "effects", "--out", "no/r.html"))
    assert "--compiled cannot be" in complaint(games(tmp_path, "lab", "paris", "--with", "effects", "--compiled", "on"))
    (tmp_path / "s.yaml").write_text("baseline: {game: paris}\ntreatment: [effects]\n", encoding="utf-8")
    assert "a comparison's file says" in complaint(games(tmp_path, "lab", "s.yaml", "--with", "effects"))
    from metrolines.lab.report import need_figures

    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ml.UsageError) as caught:
        need_figures()
    assert "metrolines[lab]" in caught.value.hint


@pytest.mark.compiled
def test_rules_that_cannot_be_compiled_are_told(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    text = blocks("variants.md", "python")[0].replace("return -2 * own_p.calls", 'return -2 * int(f"{own_p.calls}")')
    (tmp_path / "odd.py").write_text(text, encoding="utf-8")
    done = games(tmp_path, "lab", "paris", "--with", "odd.py", "-n", "4", "--agents", "random", "--json")
    assert done.status == 0, done
    assert any("with night-bus was played plain" in remark for remark in done.data["remarks"])


# ---------------------------------------------------------------------------------------------------- documentation


def test_the_commands_of_the_page_exist() -> None:
    assert "lab" in COMMANDS
    command = COMMAND_LINE.commands["lab"]  # type: ignore[attr-defined]
    shown = [line.split()[1:] for text in blocks("lab.md", "sh") for line in text.splitlines()]
    assert len(shown) >= 5
    for words in shown:
        with command.make_context("lab", words[1:]) as context:
            assert context.params["subject"]


@pytest.mark.compiled
@pytest.mark.slow
def test_the_sentences_of_the_page_are_what_its_command_finds() -> None:
    text = page(investigate(comparison_of(*sides("paris", more_variants=["effects"]))))
    assert len(text) < 800_000
    assert not re.search(r"https?:", text)
    for sentence in re.findall(r"^> (.+(?:\n> .+)*)$", PAGES["lab.md"], re.MULTILINE):
        assert " ".join(sentence.replace("\n>", "").split()).replace(" %", "&nbsp;%") in text


def test_every_key_of_a_comparison_and_of_the_table_is_told(report: Report) -> None:
    for model in (ComparisonFile, ml.GameConfig, Treatment):
        for name, field in model.model_fields.items():
            assert mentioned(field.alias or name, "lab.md"), name
    data = report.as_data()
    for key in (*data, *data["treatment"], *data["findings"][0], *(key for row in data["numbers"] for key in row)):
        assert mentioned(key, "lab.md"), key
