"""What is told of a table beside its board, as lines of text: from the view alone, for every way to show it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from rich.text import Text

from ..view.table import Box, Move, News, Sheet, TableView
from .canvas import style

Called = Callable[[int], str]  # what a seat is called


def signed(points: int) -> str:
    """Points with their sign."""
    return f"{points:+d}"


def facts(view: TableView, *, all: bool = True) -> list[Text]:
    """Card, deck and the like, a line each; without `all` only what is not minor."""
    return [Text.assemble((f"{fact.title}: ", "bold"), fact.text) for fact in view.facts if all or not fact.minor]


def dealt(view: TableView, seat: int | None) -> list[Text]:
    """What chance dealt for the whole game, with how far the seat is with it."""
    progress = view.sheets[seat].progress if seat is not None else {}
    rows: list[Text] = []
    for title, entries in groupby(view.dealt, lambda entry: entry.title):
        group = list(entries)
        if not any(entry.text for entry in group):
            words = ", ".join(f"{entry.place} {entry.name}".strip() for entry in group)
            rows.append(Text.assemble((f"{title}: ", "bold"), words))
            continue
        rows.append(Text(f"{title}:", "bold"))
        for entry in group:
            name = f"{entry.place} {entry.name}".strip()
            far = progress.get(entry.name, "")
            rows.append(Text.assemble(f"  {name}: {entry.text}", (f" ({far})" if far else "", "bold")))
    return rows


def status(view: TableView, seat: int) -> list[Text]:
    """What the variants keep of a seat, and what lies on its board."""
    marks = [Text(f"Marked: {mark.text}") for mark in view.board(seat).marks]
    return [*(Text(line) for line in view.sheets[seat].status), *marks]


def asked(view: TableView) -> list[Text]:
    """What the seat is asked, and why."""
    if view.prompt is None:
        return []
    return [*(Text(why) for why in view.prompt.why), Text(view.prompt.text, "bold")]


def totals(view: TableView, called: Called) -> Text:
    """Everybody's points."""
    text = Text()
    for sheet in view.sheets:
        text.append(", " if text.plain else "")
        colour = f" ({sheet.colour})" if sheet.colour else ""
        look = style(sheet.colour) if sheet.colour else "bold"
        text.append(f"{called(sheet.seat)}{colour}: ", look)
        text.append(str(sheet.total))
    return text


def points_now(view: TableView, called: Called) -> Text:
    """Everybody's points under a heading."""
    return Text.assemble(("Points now: ", "bold"), totals(view, called))


def news(view: TableView, called: Called) -> list[Text]:
    """What happened since the seat's last move, a line each."""
    return [_news(entry, called) for entry in view.news]


def _news(entry: News, called: Called) -> Text:
    if entry.seat is None:
        return Text(entry.text, "dim")
    gains = ", ".join(
        signed(points) if seat == entry.seat else f"{called(seat)} {signed(points)}"
        for seat, points in entry.gains.items()
    )
    return Text(f"{called(entry.seat)}: {entry.text}" + (f" ({gains})" if gains else ""))


# --- moves ---


def gain_of(view: TableView, move: Move, called: Called) -> str:
    """What a move brings the seat, and in brackets what it brings others."""
    others = [
        f"{called(seat)} {signed(points)}" for seat, points in enumerate(move.gains) if points and seat != view.viewer
    ]
    return signed(move.gain) + (f" ({', '.join(others)})" if others else "")


def move_row(view: TableView, move: Move, called: Called) -> tuple[str, str]:
    """The label of a move, and in a few words what it brings."""
    if move.kind == "pass":
        return move.label, "decline" if view.prompt and "more" in view.prompt.text else "draw nothing"
    words = [gain_of(view, move, called)]
    if move.note:
        words.append(move.note)
    return move.label, " ".join(words)


def move_detail(view: TableView, move: Move, called: Called) -> list[Text]:
    """What a move would change, box by box, and what it opens."""
    rows = [Text.assemble((move.label, "bold"), f": {gain_of(view, move, called)}")]
    if move.note:
        rows.append(Text(f"  {move.note}"))
    for change in move.changes:
        whose = "" if change.seat == view.viewer else f"{called(change.seat)}: "
        words = f"  {signed(change.gain)} {whose}{change.title}"
        rows.append(Text(f"{words}: {change.working}" if change.working else words))
    if move.opens:
        rows.append(Text(f"  Then: {move.opens}"))
    return rows


# --- sheets ---


def boxes(sheet: Sheet) -> list[Text]:
    """A seat's boxes with their working, a line each; those with nothing in them are left out."""
    rows = []
    for box in sheet.boxes:
        if box.points or box.working:
            rows.append(_box(box))
            rows += [Text(f"    {name} {points}", "dim") for name, points in box.parts.items()]
    rows.append(Text(f"{sheet.total:>4}  Total", "bold"))
    return rows


def _box(box: Box) -> Text:
    return Text(f"{box.points:>4}  {box.title}" + (f": {box.working}" if box.working else ""))


def ladder(view: TableView) -> list[Text]:
    """The solo ladder with the rung reached."""
    if view.ladder is None:
        return []
    found = view.ladder
    rows = [Text("Solo ladder" + (f", {found.working}" if found.working else ""), "bold")]
    for number, rung in reversed(list(enumerate(found.rungs))):
        here = number == found.reached
        rows.append(
            Text(
                f"{'>' if here else ' '} {number + 1}. {rung}" + (f"   {found.points} points" if here else ""),
                "bold" if here else "dim",
            )
        )
    return rows


def winners(view: TableView, called: Called) -> Text | None:
    """Who has won, of several."""
    if not view.over or view.seats == 1:
        return None
    best = [called(sheet.seat) for sheet in view.sheets if sheet.rank == 1]
    alone = len(best) == 1 and not best[0].endswith("you")
    return Text(f"{' and '.join(best)} win{'s' * alone}.", "bold")


def progress(view: TableView, seat: int) -> list[Text]:
    """How far a seat is with the cards on the table, a short line each."""
    return [Text(f"{name.replace('_', ' ')}: {far}") for name, far in view.sheets[seat].progress.items()]
