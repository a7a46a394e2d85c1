"""Text that is no YAML, or YAML that nobody should write: refusals that a player can act on."""

from __future__ import annotations

from itertools import pairwise

import pytest

from metrolines._files.documents import read_yaml
from metrolines.errors import FileError, Problem


def problems_of(text: str) -> tuple[Problem, ...]:
    with pytest.raises(FileError) as caught:
        read_yaml("game.yaml", text=text)
    return caught.value.problems


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
