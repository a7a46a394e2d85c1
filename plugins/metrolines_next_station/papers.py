"""The sheets of a table that were played on paper, and one of which nobody says in which city."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from metrolines.plugin import (
    Document,
    FileError,
    PaperScore,
    Problem,
    SetupError,
    State,
    UsageError,
    counted,
    host,
    new_game,
    read_yaml,
    scores_data,
    validate,
)

from .cards import ROUNDS
from .city import City
from .sheet import Sheet, SheetFile
from .texts import lines

if TYPE_CHECKING:
    from metrolines.plugin import Game


def score_sheets(game: Game, sources: Sequence[tuple[Path, str | None]]) -> PaperScore:
    """The position that the sheets of a table show, one a seat, and what on them was not legal.

    Args:
        sources: the path of each sheet, and what stands in it if that has been read.

    Raises:
        FileError: a file that is no sheet, names what the game does not know, or is not of the same table.
        UsageError: there are not as many sheets as seats.
    """
    if game.seats != len(sources):
        hint = "name a sheet for each seat, or leave --seats out"
        raise UsageError(f"{game.seats} seats and {counted(len(sources), 'sheet')}: every seat has one", hint)
    documents = [read_yaml(path, text=text) for path, text in sources]
    files = [validate(document, SheetFile) for document in documents]
    for document, file in zip(documents[1:], files[1:], strict=True):
        for key in ("variants", "objectives"):
            if sorted(getattr(file, key)) != sorted(getattr(files[0], key)):
                message = f"the {key} are not those of {documents[0].path}"
                raise FileError([document.problem(message, key, hint="sheets of one table name the same")])
    game = _with_variants(game, documents[0], files[0])
    sheets = [Sheet(game, seat, *pair) for seat, pair in enumerate(zip(documents, files, strict=True))]
    for sheet in sheets:
        sheet.check_names()
    _refuse_shared_pencils(sheets)
    state = _begin(game, sheets)
    for sheet in sheets:
        sheet.draw(state)
    state.g.over = 1
    state.g.round = ROUNDS
    state.g.to_act = 0
    state.seed = None
    problems = [problem for sheet in sheets for problem in sheet.told()]
    return PaperScore(state, problems, _as_data(state, sheets, problems))


def check_sheet(document: Document) -> tuple[list[tuple[str, str]], dict[str, Any]]:
    """What was understood of a sheet that does not say of which city it is: the one in which most of it is legal.

    Raises:
        FileError: it is no sheet of any city, or something on it is not legal.
    """
    validate(document, SheetFile)
    found: list[tuple[Game, PaperScore]] = []
    refused: list[FileError] = []
    for spec in list(host().games.values()):
        if spec.family != "next_station":
            continue
        game = new_game(spec.id, [], 1)
        try:
            found.append((game, score_sheets(game, [(Path(document.path), document.text)])))
        except FileError as error:
            refused.append(error)
    if not found:
        raise min(refused, key=lambda error: len(error.problems))
    game, result = min(found, key=lambda pair: len(pair[1].problems))
    if result.problems:
        words = f"as a sheet of {game.id}; games score says it of any map"
        problems = [cast(Problem, problem) for problem in result.problems]
        raise FileError([replace(problem, hint="; ".join(filter(None, [problem.hint, words]))) for problem in problems])
    data = result.data
    rows = [
        ("sheet", document.path),
        ("game", game.title),
        ("total", str(data["total"])),
        *((f"  {item['name']}", str(item["points"])) for item in data["items"]),
    ]
    return rows, {"kind": "sheet", "game": game.id, "total": data["total"], "items": data["items"]}


def _with_variants(game: Game, document: Document, file: SheetFile) -> Game:
    """The game with the variants that the sheet names; cards on it bring the objectives with them."""
    names = [chosen.spec.id for chosen in game.variants]
    more = [*file.variants, *(["objectives"] if file.objectives else [])]
    if all(name.replace("-", "_") in names for name in more):
        return game
    options = {**game.options, "objectives.draw": len(file.objectives)} if file.objectives else game.options
    try:
        return new_game(game.id, [*names, *more], game.seats, options, cast(City, game.map).path)
    except SetupError as error:
        key = "variants" if file.variants else "objectives"
        raise FileError([document.problem(p.message, key, hint=p.hint) for p in error.problems]) from None


def _refuse_shared_pencils(sheets: Sequence[Sheet]) -> None:
    """Raise FileError for two seats that draw with one pencil in a round."""
    for sheet in sheets:
        for other in sheets[: sheet.seat]:
            for number, (own, its) in enumerate(zip(sheet.order, other.order, strict=True), 1):
                if own == its:
                    key = "order" if sheet.file.order else "lines"
                    message = f"{own} is the pencil of {other.document.path} in round {number}, too"
                    hint = "order: says the colours by round, for each seat others"
                    raise FileError([sheet.document.problem(message, key, hint=hint)])


def _begin(game: Game, sheets: Sequence[Sheet]) -> State:
    """The table before the first line, with every seat's order of the colours and the cards of the first sheet."""
    script: dict[str, Any] = {"colours": [sheet.order for sheet in sheets]}
    first = sheets[0]
    if first.file.objectives:
        script["objectives"] = first.file.objectives
    try:
        return game.start(0, script)
    except SetupError as error:
        keys = ("objectives",) if "objectives" in first.document.data else ()
        problems = [first.document.problem(p.message, *keys, hint=p.hint) for p in error.problems]
        raise FileError(problems) from None


def _as_data(state: State, sheets: Sequence[Sheet], problems: Sequence[Problem]) -> dict[str, Any]:
    """The boxes of the sheets and what was not legal, for programs."""
    wrong = [
        {"message": p.message, "hint": p.hint, "file": p.path, "line": p.line, "column": p.column} for p in problems
    ]
    known = {"valid": not problems, "problems": wrong}
    scores = scores_data(state)
    if len(sheets) == 1:
        boxes = {"total": scores[0]["total"], "items": scores[0]["items"]}
        return {**known, **boxes, "lines": lines(state, 0)}
    papers = [
        {"file": sheet.document.path, **score, "lines": lines(state, sheet.seat)}
        for sheet, score in zip(sheets, scores, strict=True)
    ]
    return {**known, "sheets": papers, "winners": [score["seat"] for score in scores if score["rank"] == 1]}
