"""Reading YAML files: values with their places, and refusals that a player can act on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal

import pytest
import yaml
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from metrolines._files.documents import MAX_BYTES, Document, read_yaml, validate
from metrolines._text import closest, hint_for, quoted
from metrolines.errors import FileError, Problem


@pytest.fixture(params=["libyaml", "python"])
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Both parsers of PyYAML: they word their errors differently."""
    if request.param == "python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    elif not hasattr(yaml, "CSafeLoader"):
        pytest.skip("PyYAML was built without libyaml")
    return request.param


def problems_of(text: str) -> tuple[Problem, ...]:
    with pytest.raises(FileError) as caught:
        read_yaml("game.yaml", text=text)
    return caught.value.problems


# ---------------------------------------------------------------------------------------------------- refusals

MALFORMED = {
    "empty": ("", 1, 1, "the file is empty"),
    "only a comment": ("# nothing\n", 1, 1, "the file is empty"),
    "only a marker": ("---\n", 1, 1, "the file is empty"),
    "list at the top": ("- a\n- b\n", 1, 1, "expected a mapping at the top, found a list"),
    "text at the top": ("hello\n", 1, 1, 'found a single value (begin with "key: value")'),
    "no space after colon": ("a:1\n", 1, 1, 'put a space after the ":"'),
    "no space after colon, then more": ("a:1\nb: 2\n", 1, 2, 'a space is missing after the ":"'),
    "no space after colon in braces": ("p: {x:1, y: 2}\n", 1, 5, 'a space is missing after the ":"'),
    "duplicate key": ("a: 1\nb: 2\na: 3\n", 3, 1, 'the key "a" is here twice, first in line 1, column 1'),
    "duplicate key, quoted": ("on: 1\n'on': 2\n", 2, 1, 'the key "on" is here twice'),
    "duplicate key, nested": ("a:\n  - {x: 1, x: 2}\n", 2, 12, "first in line 2, column 6"),
    "key is a list": ("? [a, b]\n: 1\n", 1, 3, "a key must be text"),
    "no key": (": 1\n", 1, 1, 'a key is missing before ":"'),
    "no key, explicit": ("? \n: 1\n", 1, 2, 'a key is missing before ":"'),
    "tab indents": ("a:\n\tb: 1\n", 2, 1, "a tab in the indentation (use spaces)"),
    "tab among spaces": ("a:\n  b: 1\n \tc: 1\n", 3, 2, "a tab in the indentation (use spaces)"),
    "tab in a block": ("a: |\n\ttext\n", 2, 1, "use spaces"),
    "indented too far": ("a: 1\n  b: 2\n", 2, 3, "indented too far"),
    "indented between": ("a:\n    b: 1\n  c: 2\n", 3, 3, "does not line up"),
    "list among keys": ("a: 1\n- b\n", 2, 1, "does not line up"),
    "two colons": ("title: Tube: the game\n", 1, 12, 'put text with ": " in it in quotes'),
    "single quote open": ("a: 1\nb: 'x\nc: 2\n", 2, 4, "the quote that opens here is never closed"),
    "double quote open": ('a: "x\nc: 2\n', 1, 4, "the quote that opens here is never closed"),
    "bracket open": ("a: [1, 2\nb: 3\n", 1, 4, 'the "[" that opens here is not closed (add "]"'),
    "bracket open at the end": ("a: [1, 2", 1, 4, 'the "[" that opens here is not closed'),
    "file ends after a bracket": ("a: [\n", 2, 1, 'the file ends within brackets (add the missing "]" or "}")'),
    "brace open": ("a: {x: 1\nb: 3\n", 1, 4, 'the "{" that opens here is not closed (add "}"'),
    "comma missing": ('a: ["x" "y"]\n', 1, 9, '"," or "]" is missing'),
    "bracket too many": ("a: [1]]\n", 1, 7, "unexpected text after a value"),
    "brace on its own": ("a: 1\n}\n", 2, 1, "unexpected text after a value"),
    "text after a quote": ("a: 'x' y\n", 1, 8, "unexpected text after a value"),
    "comma alone": ("a: [,]\n", 1, 5, "a value is missing"),
    "key without colon": ("a: 1\nbc\nd: 2\n", 2, 1, 'a ":" is missing after this'),
    "list behind a key": ("a: - b\n", 1, 4, 'a list cannot begin with "-" here'),
    "at sign": ("a: @home\n", 1, 4, 'text cannot begin with "@" (put the text in quotes)'),
    "percent sign": ("a: %x\n", 1, 4, 'text cannot begin with "%"'),
    "stars": ("a: **bold**\n", 1, 5, 'put text that begins with "*" in quotes'),
    "text behind a bar": ("a: | text\n", 1, 6, "begin the text on the next line"),
    "escape": ('a: "C:\\qed"\n', 1, 7, "not a known escape after the backslash"),
    "escaped control character": ('a: "x\\0"\n', 1, 4, "U+0000 is not allowed in text"),
    "two documents": ("a: 1\n---\nb: 2\n", 2, 1, "a second document begins here"),
    "text after the document": ("a: 1\n...\nb: 2\n", 3, 1, "unexpected text after the end"),
    "directive": ("%YAML 1.1\n---\na: 1\n", 1, 1, 'a line cannot begin with "%"'),
    "python tag": ("a: !!python/object:os.system {}\n", 1, 4, 'the tag "!!python/object:os.system" is not allowed'),
    "own tag": ("a: !station x\n", 1, 4, 'the tag "!station" is not allowed'),
    "tag of a key": ("!own a: 1\n", 1, 1, 'the tag "!own" is not allowed'),
    "set": ("a: !!set {x}\n", 1, 4, 'the tag "!!set" is not allowed'),
    "tag of another kind": ("a: !!str [x]\n", 1, 4, 'the tag "!!str" is not allowed'),
    "unknown prefix of a tag": ("a: !e!x 1\n", 1, 4, "this tag is not allowed"),
    "tag that does not fit": ("a: !!int x\n", 1, 4, '"x" is no value of the type !!int'),
    "base 8": ("line: 017\n", 1, 7, 'number in base 8 (write "017" in quotes'),
    "base 60": ("time: 12:30\n", 1, 7, 'number in base 60 (write "12:30" in quotes'),
    "long number": (f"a: {'9' * 5000}\n", 1, 4, "too long for a number: 5,000 characters"),
    "undefined alias": ("a: &dot 1\nb: *dto\n", 2, 4, 'no anchor "&dto" before this alias (did you mean "dot"?)'),
    "alias before its anchor": ("a: *x\nb: &x 1\n", 1, 4, 'no anchor "&x" before this alias'),
    "anchor set twice": ("a: &x 1\nb: &x 2\n", 2, 4, "set twice, first in line 1, column 4"),
    "recursive list": ("a: &x [1, *x]\n", 1, 11, "stands inside the value it names"),
    "recursive mapping": ("a: &x\n  b: *x\n", 2, 6, "stands inside the value it names"),
    "merge of text": ("a: 1\n<<: text\n", 2, 5, '"<<" needs a mapping'),
    "NUL": ("a: x\0y\n", 1, 5, "U+0000 is not allowed (save the file as UTF-8 text)"),
    "control character": ("a: 1\nb: \x1b[31m\n", 2, 4, "U+001B is not allowed (remove it)"),
    "line separator": ("a: x\u2028y\n", 1, 5, "U+2028 is not allowed"),
    "surrogate": ("a: \ud800\n", 1, 4, "U+D800 is not allowed"),
    "deep in blocks": ("- " * 150 + "x", 1, 201, "nested too deeply (at most 100 levels are read)"),
}


@pytest.mark.parametrize(("text", "line", "column", "words"), MALFORMED.values(), ids=MALFORMED)
@pytest.mark.usefixtures("loader")
def test_malformed(text: str, line: int, column: int, words: str) -> None:
    problem = problems_of(text)[0]
    assert words in str(problem)
    assert (problem.path, problem.line, problem.column) == ("game.yaml", line, column)
    assert "\n" not in str(problem)


@pytest.mark.usefixtures("loader")
def test_very_deep_nesting_is_refused() -> None:
    for text in ("a: " + "[" * 900_000, "a: " + "{x: " * 200_000, "? " * 400_000):
        (problem,) = problems_of(text)
        assert problem.message == "nested too deeply"
        assert problem.line == 1
        assert problem.column > 100


@pytest.mark.usefixtures("loader")
def test_depth_counts_through_aliases() -> None:
    layers = [f"k{i}: &k{i} " + "[" * 60 + (f"*k{i - 1}" if i else "x") + "]" * 60 for i in range(40)]
    assert problems_of("\n".join(layers))[0].message == "nested too deeply"


@pytest.mark.usefixtures("loader")
def test_alias_bomb_is_refused() -> None:
    names = "abcdefghij"
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"{new}: &{new} [{', '.join([f'*{old}'] * 10)}]" for old, new in pairwise(names)]
    (problem,) = problems_of("\n".join(lines))
    assert "too much data: over 100,000" in problem.message
    assert problem.line == 1


def test_all_problems_that_are_not_syntax_come_at_once() -> None:
    problems = problems_of("a: 1\nb: 010\na: !x 2\nc: [!y 1, 1:20]\n")
    assert [(problem.line, problem.column) for problem in problems] == [(2, 4), (3, 1), (4, 5), (4, 11)]


def test_a_problem_behind_several_aliases_comes_once() -> None:
    assert len(problems_of("a: &a [010]\nb: [*a, *a]\n")) == 1


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


NETWORK = """\
# A network.
name: "Tube"
lines:
  - {id: red, stops: [a, b]}
  - id: blue
    stops:
      - c
"""


@pytest.mark.usefixtures("loader")
def test_places() -> None:
    document = read_yaml("n.yaml", text=NETWORK)
    assert document.place() == (2, 1)
    assert document.place("name") == (2, 7)
    assert document.place("lines") == (4, 3)
    assert document.place("lines", 0, "stops", 1) == (4, 26)
    assert document.place("lines", 1) == (5, 5)
    assert document.place("lines", 1, "stops", 0) == (7, 9)
    assert document.key_place("name") == (2, 1)
    assert document.key_place("lines", 0, "stops") == (4, 15)
    assert document.key_place("lines", 1, "id") == (5, 5)


def test_places_of_what_is_not_there() -> None:
    document = read_yaml("n.yaml", text=NETWORK)
    assert document.place("lines", 1, "colour") == (5, 5)
    assert document.place("lines", 1, "colour", "r") == (5, 5)
    assert document.place("lines", 7) == (4, 3)
    assert document.place("nowhere", "name") == (2, 1)
    assert document.key_place() == document.place()
    assert document.key_place("lines", 1) == (5, 5)
    assert document.key_place("lines", 1, "colour") == (5, 5)
    assert document.key_place("nowhere", "name") == (2, 1)
    assert document.source("lines", 7) is None


def test_source_is_the_text_before_it_became_a_number() -> None:
    document = read_yaml("", text="a: 1_0\nb: [yes]\n")
    assert (document.source("a"), document.source("b", 0), document.source("b")) == ("1_0", "yes", None)


def test_problem() -> None:
    document = read_yaml("n.yaml", text=NETWORK)
    assert str(document.problem("too\n  short", "name", hint="add x")) == "n.yaml:2:7: too short (add x)"
    assert document.problem("odd", "name", at=(9, 9)) == Problem("odd", "", "n.yaml", 9, 9)
    assert str(read_yaml("", text="a: 1").problem("odd", "a")) == "<text>:1:4: odd"


BLOCKS = """\
map: |
  ab.c
   d

  e
deep:
    - grid: &grid |-  # a comment with a | in it
            xy
            z
indicated: |2
    two more
  none
kept: |+

  after a blank row

again: *grid
"""


@pytest.mark.usefixtures("loader")
def test_inside_a_literal_block() -> None:
    document = read_yaml("", text=BLOCKS)
    lines = BLOCKS.split("\n")

    def char(*keys: str | int, row: int, column: int) -> str:
        line, at = document.inside(*keys, row=row, column=column)
        return lines[line - 1][at - 1]

    assert document.inside("map", row=0) == (2, 3)
    assert document.inside("map", row=1, column=2) == (3, 4)
    assert document.inside("map", row=2) == (4, 3)
    assert document.inside("deep", 0, "grid", row=1, column=1) == (9, 13)
    assert document.inside("kept", row=1, column=7) == (15, 9)
    for keys in (("map",), ("deep", 0, "grid"), ("indicated",), ("kept",), ("again",)):
        value = document.data
        for key in keys:
            value = value[key]
        for row, content in enumerate(value.split("\n")):
            for column, expected in enumerate(content, 1):
                assert char(*keys, row=row, column=column) == expected


def test_inside_stays_in_the_block() -> None:
    document = read_yaml("", text=BLOCKS)
    assert document.inside("map", row=99, column=2) == (5, 4)
    assert document.inside("map", row=-1) == (2, 3)
    anchored = read_yaml("", text="'a|b': &x\n  |\n  x\n")
    assert anchored.inside("a|b", row=0) == (3, 3)


def test_inside_other_values() -> None:
    document = read_yaml("", text="a: plain\nb: 'quoted'\nc: \"es\\tcaped\"\nd: >\n  folded\ne: |\nf: [1]\n")
    assert document.inside("a", row=0, column=3) == (1, 6)
    assert document.inside("b", row=0, column=3) == (2, 7)
    assert document.inside("c", row=0, column=3) == (3, 4)
    assert document.inside("d", row=0, column=3) == (4, 4)
    assert document.inside("e", row=0, column=3) == document.place("e")
    assert document.inside("f", row=0, column=3) == (7, 4)


@pytest.mark.usefixtures("loader")
def test_anchors_and_merge_keys() -> None:
    text = """\
base: &base {x: 1, y: 2}
other: &other {y: 3, z: 4}
one:
  y: 9
  <<: *base
both:
  <<: [*base, *other]
inline: {<<: {q: 1}, w: 2}
same: *base
"""
    document = read_yaml("", text=text)
    assert document.data["one"] == {"x": 1, "y": 9}
    assert document.data["both"] == {"x": 1, "y": 2, "z": 4}
    assert document.data["inline"] == {"q": 1, "w": 2}
    assert document.data["same"] == document.data["base"]
    assert document.data["same"] is not document.data["base"]
    assert document.place("one", "y") == (4, 6)
    assert document.key_place("one", "y") == (4, 3)
    assert document.place("one", "x") == (1, 17)
    assert document.key_place("both", "z") == (2, 22)
    assert document.key_place("same") == (9, 1)


# ---------------------------------------------------------------------------------------------------- validation


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Colour(Enum):
    RED = "red"
    GREEN = "green"


class Circle(Strict):
    kind: Literal["circle"]
    radius: float = Field(gt=0)


class Square(Strict):
    kind: Literal["square"]
    side: int


class Point(Strict):
    x: int
    y: int


class Named(Strict):
    label: str
    size: int


Shape = Annotated[Circle | Square, Field(discriminator="kind")]


class Game(Strict):
    name: str = "game"
    seats: int = Field(2, ge=1, le=8)
    pace: float = 1.0
    open_hand: bool = False
    colour: Colour = Colour.RED
    mode: Literal["off", "on", "auto"] = "auto"
    stops: list[int] = Field([], max_length=3)
    prices: dict[str, int] = {}
    by_name: dict[Annotated[str, Field(pattern="^[a-z]+$")], int] = {}
    pair: tuple[int, str] = (1, "a")
    shape: Shape | None = None
    shapes: list[Shape] = []
    where: Point | Named | str = ""
    count: int | list[str] | Literal["auto"] = "auto"
    start: int = Field(1, alias="from")
    code: str = Field("ab", min_length=2, max_length=3, pattern="^[a-z]+$")

    @field_validator("seats")
    @classmethod
    def not_seven(cls, seats: int) -> int:
        if seats == 7:
            raise ValueError("seven seats\n  bring bad luck")
        return seats

    @model_validator(mode="after")
    def not_hasty(self) -> Game:
        assert self.pace != 99, "that is too hasty"
        return self


INVALID = {
    "number for text": ("name: 1984", 1, 7, 'expected text, found the number 1984 (put it in quotes: "1984")'),
    "boolean for text": ("name: no", 1, 7, 'found no, which YAML reads as false (put it in quotes: "no")'),
    "list for text": ("name: [a]", 1, 7, "expected text, found a list"),
    "nothing for text": ("name:\n", 1, 6, "expected text, found nothing (write a value, or remove the key)"),
    "text for a whole number": ("seats: two", 1, 8, 'expected a whole number, found "two"'),
    "fraction for a whole number": ("seats: 1.5", 1, 8, "expected a whole number, found the number 1.5"),
    "text for a number": ("pace: fast", 1, 7, 'expected a number, found "fast"'),
    "number for a boolean": ("open_hand: 3", 1, 12, "expected true or false, found the number 3"),
    "text for a list": ("stops: a", 1, 8, 'expected a list, found "a" (write [a, b]'),
    "list for a mapping": ("prices: [1]", 1, 9, "expected a mapping, found a list"),
    "item of a list": ("stops:\n  - 1\n  - x\n", 3, 5, 'expected a whole number, found "x"'),
    "value of a mapping": ("prices: {a: 1, b: x}", 1, 19, 'expected a whole number, found "x"'),
    "key of a mapping": ("by_name: {ok: 1, A: 1}", 1, 18, '"A" does not fit the pattern ^[a-z]+$'),
    "item of a tuple": ("pair: [1]", 1, 7, "item 2 is missing"),
    "too small": ("seats: 0", 1, 8, "must be at least 1, found 0"),
    "too large": ("seats: 9", 1, 8, "must be at most 8, found 9"),
    "not above": ("shape: {kind: circle, radius: -1}", 1, 31, "must be more than 0, found -1"),
    "short text": ("code: a", 1, 7, "too short: 1 character, at least 2 needed"),
    "long text": ("code: abcd", 1, 7, "too long: 4 characters, at most 3 allowed"),
    "long list": ("stops: [1, 2, 3, 4]", 1, 8, "too long: 4 items, at most 3 allowed"),
    "pattern": ("code: A1", 1, 7, '"A1" does not fit the pattern'),
    "unknown key": ("nmae: x", 1, 1, 'unknown key "nmae" (did you mean "name"?)'),
    "field instead of its alias": ("form: 1", 1, 1, 'unknown key "form" (did you mean "from"?)'),
    "alias": ("from: x", 1, 7, "expected a whole number"),
    "missing key": ("shape: {kind: square}", 1, 8, 'the key "side" is missing (add "side: ...")'),
    "enum": ("colour: gren", 1, 9, 'unknown value "gren" (did you mean "green"?)'),
    "literal": ("mode: manual", 1, 7, 'unknown value "manual" (known: off, on, auto)'),
    "literal read as a boolean": ("mode: off", 1, 7, 'unknown value "off" (put it in quotes: "off")'),
    "list for a literal": ("mode: [on]", 1, 7, 'expected "off", "on" or "auto", found a list'),
    "validator": ("seats: 7", 1, 8, "seven seats bring bad luck"),
    "model validator": ("name: x\npace: 99", 1, 1, "that is too hasty"),
    "tag of a union": ("shape: {kind: sqare}", 1, 15, 'unknown value "sqare" for "kind" (did you mean "square"?)'),
    "no tag of a union": ("shape: {side: 1}", 1, 8, 'the key "kind" is missing'),
    "in a tagged union": ("shapes:\n  - kind: circle\n    radius: x\n", 3, 13, 'expected a number, found "x"'),
    "no mapping for a union": ("shape: 3", 1, 8, "expected a mapping, found the number 3"),
    "in a plain union": ("where: {x: 1, y: a}", 1, 18, 'expected a whole number, found "a"'),
    "no branch of a union": ("where: [1]", 1, 8, "expected a mapping or text, found a list"),
    "no branch of a union of scalars": ("count: some", 1, 8, 'expected a whole number, a list or "auto", found "some"'),
    "list in a union of scalars": ("count: [a, 1]", 1, 12, "expected text, found the number 1"),
}


def faults_of(text: str, model: type[BaseModel] = Game) -> tuple[Problem, ...]:
    with pytest.raises(FileError) as caught:
        validate(read_yaml("game.yaml", text=text), model)
    return caught.value.problems


@pytest.mark.parametrize(("text", "line", "column", "words"), INVALID.values(), ids=INVALID)
def test_invalid(text: str, line: int, column: int, words: str) -> None:
    (problem,) = faults_of(text)
    assert words in str(problem)
    assert (problem.path, problem.line, problem.column) == ("game.yaml", line, column)
    assert "\n" not in str(problem)


def test_valid() -> None:
    text = "from: 3\nmode: 'off'\nshape: {kind: square, side: 2}\nwhere: {x: 1, y: 2}\n"
    game: Game = validate(read_yaml("", text=text), Game)
    assert (game.start, game.mode, game.shape) == (3, "off", Square(kind="square", side=2))
    assert game.where == Point(x=1, y=2)


def test_unknown_key_in_a_union_is_compared_with_the_branch_that_was_meant() -> None:
    missing, unknown = faults_of("shapes:\n  - {kind: circle, radius: 1}\n  - {kind: square, syde: 1}\n")
    assert str(missing) == 'game.yaml:3:5: the key "side" is missing (add "side: ...")'
    assert str(unknown) == 'game.yaml:3:20: unknown key "syde" (did you mean "side"?)'
    missing, unknown = faults_of("where: {label: a, xsize: 2}")
    assert missing.message == 'the key "size" is missing'
    assert (unknown.hint, unknown.column) == ('did you mean "size"?', 19)


def test_a_key_named_like_a_branch_does_not_mislead() -> None:
    class Inner(Strict):
        circle: int

    class Outer(Strict):
        shape: Annotated[Circle | Square, Field(discriminator="kind")] | None = None
        circle: Inner | None = None

    (problem,) = faults_of("circle: {circle: x}\n", Outer)
    assert (problem.line, problem.column) == (1, 18)
    (problem,) = faults_of("shape: {kind: circle, radius: 1, circle: 2}\n", Outer)
    assert (problem.message, problem.column) == ('unknown key "circle"', 34)
    problem = faults_of("shape: {kind: circle, radius: x, circle: {radius: 3}}\n", Outer)[0]
    assert (problem.message, problem.column) == ('expected a number, found "x"', 31)


def test_all_faults_come_at_once_in_the_order_of_the_file() -> None:
    problems = faults_of("stops: [x, 1, y]\nsetas: 3\nname: 5\nmode: of\n")
    assert [(problem.line, problem.column) for problem in problems] == [(1, 9), (1, 15), (2, 1), (3, 7), (4, 7)]


def test_faults_in_merged_values_are_where_they_are_written() -> None:
    (problem,) = faults_of("shape: &s {kind: circle, radius: 1}\nshapes:\n  - {<<: *s, radius: x}\n")
    assert (problem.line, problem.column) == (3, 22)
    (problem,) = faults_of("stops: &s [x]\n", Game)
    assert (problem.line, problem.column) == (1, 12)


# ---------------------------------------------------------------------------------------------------- names and imports


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
