"""Checks of one position: each takes a state and says what is wrong with it, or nothing.

They try things on copies; that the position itself stays as it was is one of the checks.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .._game.describe import description_of, preview_of
from .._game.record import Record
from .._game.scores import scored_seats
from .._game.state import State
from ..errors import IllegalAction, MetrolinesError, pass_on_interrupts
from .report import NotConforming, told

Check = Callable[[State], str]
TRIED = 24  # actions tried at a position, legal and not
OTHER_SEED = 987_654_321


def content(state: State, *, secrets: bool = True) -> tuple[Any, ...]:
    """All that a state holds, as one value; scratch is left out, and secrets if asked."""

    def values(record: Any) -> tuple[Any, ...]:
        left_out = {"scratch"} if secrets else {"scratch", "secret"}
        found = ((name, value) for name, field, value in record.LAYOUT.numbers(record) if field.kind not in left_out)
        return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in found)

    events = tuple((e.kind, e.seat, e.action, e.key, e.place, e.outcome) for e in state.events)
    return values(state.g), tuple(values(p) for p in state.ps), events, state.viewer


def _some(items: list[int], state: State) -> list[int]:
    """A few of many, always the same at one position."""
    dice = random.Random(state.digest())
    return items if len(items) <= TRIED else dice.sample(items, TRIED)


def numbers(state: State) -> str:
    """Fields hold whole numbers within 2**62, as many as were declared."""
    for record in (state.g, *state.ps):
        for name, field, value in record.LAYOUT.numbers(record):
            row = value if isinstance(value, list) else [value]
            if len(row) != max(1, field.length):
                return f"the field {name} holds {len(row)} values, {max(1, field.length)} were declared"
            for number in row:
                if isinstance(number, bool) or not isinstance(number, int):
                    return f"the field {name} holds {number!r}, which is no whole number"
                if abs(number) >= 1 << min(62, field.width - 1):
                    return f"the field {name} holds {number}, too large for its {field.width} bits"
    return ""


def legal(state: State) -> str:
    """Every legal action is one of the game's, and can be played."""
    for seat in state.to_act:
        actions = state.legal(seat)
        if not actions:
            return f"seat {seat} is to act and can do nothing"
        if len(set(actions)) < len(actions):
            return f"an action is offered twice to seat {seat}"
        for action in _some(list(actions), state):
            copy = state.copy()
            try:
                copy.play(seat, action)
            except IllegalAction as error:
                return f"{state.game.label(action)!r} is legal for seat {seat} and is refused: {error.message}"
            if copy.digest() == state.digest():
                return f"{state.game.label(action)!r} changes nothing: the game could go on for ever"
    return ""


def refused(state: State) -> str:
    """Every other action is refused with a reason, and changes nothing."""
    before = content(state)
    for seat in range(state.game.seats):
        allowed = set(state.legal(seat))
        others = [action for action in range(state.game.space.size) if action not in allowed]
        for action in _some(others, state):
            label = state.game.label(action)
            try:
                state.copy().play(seat, action)
            except IllegalAction as error:
                if not error.code or not error.message:
                    return f"{label!r} is refused without a reason"
            else:
                return f"{label!r} is not legal for seat {seat} and can be played"
            if content(state) != before:
                return f"{label!r} was refused and changed the position"
    return ""


def copies(state: State) -> str:
    """A position stays as it was, whatever is played on copies of it; asking changes nothing either."""
    before = content(state)
    for seat in state.to_act:
        for action in _some(list(state.legal(seat)), state)[:6]:
            state.copy().play(seat, action)
            if content(state) != before:
                return f"{state.game.label(action)!r}, played on a copy, changed the position it was copied from"
    for ask, what in ((state.scores, "scores"), (state.digest, "the digest"), (lambda: state.view(0), "a view")):
        ask()
        if content(state) != before:
            return f"asking for {what} changed the position"
    return ""


def trials(state: State) -> str:
    """What `greedy` tries out for one seat leaves the table alone, where the game has no greedy of its own."""
    game = state.game
    if "greedy" in game.family.agents:
        return ""
    table = state.copy()
    for seat in state.to_act:
        for action in _some(list(state.legal(seat)), state)[:6]:
            game.guarded_engine.act(table.g, table.ps[seat].copy(), game.constants, game.space.codes[action])
            if content(table) != content(state):
                return f"{game.label(action)!r}, tried out for seat {seat} alone, changed the table"
    return ""


def labels(state: State) -> str:
    """The text of a legal action leads back to it."""
    for seat in state.to_act:
        for action in state.legal(seat):
            label = state.game.label(action)
            if state.read_action(seat, label) != action:
                return (
                    f"the text {label!r} leads to another action, {state.game.label(state.read_action(seat, label))!r}"
                )
            if "\n" in label or label != label.strip() or not label:
                return f"{label!r} is no text for a person"
    return ""


def scores(state: State) -> str:
    """The boxes of every seat are whole numbers that add up to its total, whenever asked; ranks follow the totals."""
    found = state.scores()
    if state.scores() != found:
        return "asked for twice, the scores are different"
    for score in found:
        for item in score.items:
            if isinstance(item.points, bool) or not isinstance(item.points, int):
                return f"the box {item.name} of seat {score.seat} holds {item.points!r}"
        if sum(item.points for item in score.items) != score.total:
            return f"the boxes of seat {score.seat} do not add up to its total {score.total}"
        state.breakdown(score.seat)  # which is an error if it does not add up
    for one in found:
        for other in found:
            if one.total > other.total and one.rank >= other.rank:
                return f"seat {one.seat} has more points than seat {other.seat} and no better rank"
    return ""


def views(state: State) -> str:
    """Two positions that differ only in what a seat cannot know look the same to it, and it may do the same."""
    for seat in range(state.game.seats):
        seen = content(state.view(seat), secrets=False)
        guess = state.resample(seat, OTHER_SEED)
        if content(guess.view(seat), secrets=False) != seen:
            return f"what seat {seat} sees is different where only hidden things are"
        if guess.legal(seat) != state.legal(seat) or state.view(seat).legal(seat) != state.legal(seat):
            return f"what seat {seat} may do depends on what it cannot know"
    return ""


def described(state: State) -> str:
    """What is shown of the position can be worked out, and what moves bring adds up."""
    game = state.game
    for seat in range(game.seats):
        view = state.view(seat)
        scored = scored_seats(game, view.g, view.ps)[seat]
        for variant in game.functions.describe:
            description_of(view, seat, variant, scored)
        for action in _some(list(state.legal(seat)), state):
            preview_of(view, seat, action)
        table = view.describe()
        for move in table.moves:
            if move.gain != sum(change.gain for change in move.changes if change.seat == seat):
                return f"what {move.label!r} changes for seat {seat} does not add up to {move.gain}"
        guess = state.resample(seat, OTHER_SEED).view(seat).describe()
        if guess != table:
            return f"what seat {seat} is shown is different where only hidden things are"
    return ""


def records(state: State) -> str:
    """The record leads to the same position, line by line, with another generator than the game had."""
    text = state.record().text()
    try:
        again = Record.parse(text).replay()
    except MetrolinesError as error:
        return f"its record does not replay: {error}"
    if again.digest() != state.digest():
        return "its record leads to another position: something was left to chance without a slot"
    if again.record().text() != text:
        return "its record, replayed, is another record"
    return ""


def positions(state: State) -> str:
    """Written as text and read again, the position is the same, and leaves the same to do."""
    again = state.game.from_position(state.position(), OTHER_SEED)
    for old, new in zip((state.g, *state.ps), (again.g, *again.ps), strict=True):
        for (name, field, was), (_, _, now) in zip(old.LAYOUT.numbers(old), new.LAYOUT.numbers(new), strict=True):
            if field.kind in ("state", "derived") and was != now:
                told = f"the field {name} is {now} in the position that is read from its text, not {was}"
                return told + (": `derive` has to work it out" if field.kind == "derived" else "")
    for seat in state.to_act:
        if again.legal(seat) != state.legal(seat):
            return f"seat {seat} may do something else in the position that is read from its text"
    return "" if again.scores() == state.scores() else "the position that is read from its text has other scores"


CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (numbers, legal, refused, copies, trials, labels, scores, views, described, records, positions)
}


def complaint_of(name: str, state: State) -> str:
    """What a check says of a position; an error that it runs into is a complaint as well."""
    try:
        return CHECKS[name](state)
    except BaseException as error:
        pass_on_interrupts(error)
        return told(error, state.game)


def check_position(state: State, *names: str) -> None:
    """Make the checks named (all, if none is) at one position.

    Raises:
        NotConforming: what the first that fails says.
        KeyError: there is no such check.
    """
    for name in names or CHECKS:
        complaint = CHECKS[name](state) if name not in CHECKS else complaint_of(name, state)
        if complaint:
            moves = [(event.seat, event.action) for event in state.events if event.kind == "action"]
            raise NotConforming(name, complaint, state.game, state.seed or 0, moves)
