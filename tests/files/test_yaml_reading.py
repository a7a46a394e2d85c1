"""Files of YAML and their text: what can be read, and as what."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from metrolines._files.documents import MAX_BYTES, Document, read_yaml
from metrolines._text import closest, hint_for, quoted
from metrolines.errors import FileError, Problem

# ---------------------------------------------------------------------------------------------------- files


def refused(path: Path) -> Problem:
    with pytest.raises(FileError) as caught:
        read_yaml(path)
    (problem,) = caught.value.problems
    assert problem.path == str(path)
    return problem


def test_file_is_read_with_its_path_as_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.yaml").write_text("a: 1\nb: [x\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileError, match=r"^\./game\.yaml:2:4: "):
        read_yaml("./game.yaml")
    (tmp_path / "game.yaml").write_text("a: 1\n")
    document = read_yaml(Path("game.yaml"))
    assert (document.path, document.data, document.text) == ("game.yaml", {"a": 1}, "a: 1\n")


def test_missing_file_names_the_closest(tmp_path: Path) -> None:
    assert refused(tmp_path / "x" / "y.yaml").hint == "check the path"
    (tmp_path / "london.yaml").touch()
    problem = refused(tmp_path / "lodnon.yaml")
    assert (problem.message, problem.hint, problem.line) == ("no such file", 'did you mean "london.yaml"?', 0)


def test_directory(tmp_path: Path) -> None:
    assert "this is a directory" in refused(tmp_path).message


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="needs a user who can be denied a file")
def test_unreadable_file(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.touch(mode=0o000)
    assert "may not be read" in refused(path).message


def test_permission_error_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a.yaml").write_text("a: 1")
    monkeypatch.setattr("os.open", denied)
    problem = refused(tmp_path / "a.yaml")
    assert (problem.message, problem.hint) == ("this file may not be read", "check its permissions")


def test_path_that_is_none() -> None:
    assert "cannot be read" in refused(Path("a\0b")).message
    assert "cannot be read" in refused(Path("a" * 5000)).message


def test_large_file_is_refused_before_parsing(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"[" + b" " * MAX_BYTES)
    assert refused(path).message == "too large: 1,000,001 bytes, at most 1,000,000 are read"
    with pytest.raises(FileError, match="too large: 1,000,001 characters"):
        read_yaml("", text="[" + " " * MAX_BYTES)
    path.write_bytes(b"a: 1".ljust(MAX_BYTES))
    assert read_yaml(path).data == {"a": 1}


def test_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("a: ü\nb: ä".encode() + "ß".encode("latin-1"))
    problem = refused(path)
    assert problem.message == "not UTF-8: byte 0xdf at offset 11"
    assert (problem.line, problem.column, problem.hint) == (2, 5, "save the file as UTF-8")
    path.write_bytes("a: 1".encode("utf-16"))
    assert refused(path).message == "not UTF-8: byte 0xff at offset 0"


@pytest.mark.usefixtures("loader")
def test_byte_order_mark_and_windows_lines_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: |\r\n  x\r\n  y\r\nc: 2\r\n")
    document = read_yaml(path)
    assert document.data == {"a": 1, "b": "x\ny\n", "c": 2}
    assert document.place("a") == (1, 4)
    assert document.inside("b", row=1) == (4, 3)
    assert document.place("c") == (5, 4)


# ---------------------------------------------------------------------------------------------------- good documents


@pytest.mark.usefixtures("loader")
def test_values_are_plain_python() -> None:
    text = """
        on: yes
        no: off
        1: 1_000
        0x1F: 0x1F
        ~: ~
        empty:
        float: [1.5, -0.25, 1.0e+3]
        date: 2001-01-01
        text: [08, =, <<, "017", '1:30', "yes", x:y]
        tagged: [!!str 5, !!float 5]
        block: |
          a
           b
        folded: >-
          a
          b
        ? explicit
        : 'it''s'
        "": {}
    """
    assert read_yaml("", text=text).data == {
        "on": True,
        "no": False,
        "1": 1000,
        "0x1F": 31,
        "~": None,
        "empty": None,
        "float": [1.5, -0.25, 1000.0],
        "date": "2001-01-01",
        "text": ["08", "=", "<<", "017", "1:30", "yes", "x:y"],
        "tagged": ["5", 5.0],
        "block": "a\n b\n",
        "folded": "a b",
        "explicit": "it's",
        "": {},
    }


def test_closest() -> None:
    assert closest("lodnon", ["paris", "london"]) == "london"
    assert closest("LONDON", ["paris", "London"]) == "London"
    assert closest("xyz", ["paris", "london"]) is None
    assert closest("x", []) is None


def test_hint_for() -> None:
    assert hint_for("lodnon", ["paris", "london"]) == 'did you mean "london"?'
    assert hint_for("xyz", ["paris", "london"]) == "known: paris, london"
    assert hint_for("xyz", ["a1", "b2", "c3"], limit=2) == "known: a1, b2, ..."
    assert hint_for("xyz", []) == ""


def test_quoted_is_short_and_on_one_line() -> None:
    assert quoted("a\nb\x1b") == '"a b\\x1b"'
    assert quoted("Zürich 🚇") == '"Zürich 🚇"'
    assert len(quoted("x" * 500)) == 62


def test_import_is_light() -> None:
    code = (
        "import sys, metrolines._files.documents; print([name for name in ('yaml', 'pydantic') if name in sys.modules])"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_document_is_what_read_yaml_gives() -> None:
    assert isinstance(read_yaml("", text="a: 1"), Document)
