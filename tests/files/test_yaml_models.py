"""YAML files as models: what does not fit one is told in plain words, with its place."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from metrolines._files.documents import read_yaml, validate
from metrolines.errors import FileError, Problem


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
