"""What the numbers show, in sentences.

A difference is told as one where its 95 % interval leaves out 0. Where the largest of many numbers are told (boxes,
actions, outcomes of chance), the level is 5 % for all of them together, since among many some stand out by chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .findings_of_use import MOST_TOLD, actions, dealt, habits, paid, untouched, unused, ways
from .numbers import DIFFERENCE, ENOUGH, Number, Numbers
from .skill import AHEAD, MORE_OFTEN, WINS, who
from .words import MINUS, Finding, between, both, full, interval, listed, more, sentence, size, told, value

if TYPE_CHECKING:
    from .plan import Plan

TRIFLE = 0.01  # of the base: less is not worth a sentence


def findings(plan: Plan, numbers: Numbers) -> list[Finding]:
    """All that is worth a sentence, the most important first."""
    found = _in_short(plan, numbers)
    for agent in reversed(plan.agents):  # the strongest first
        found += _scores(plan, numbers, agent)
    if len(plan.agents) > 1:
        found += _skill(plan, numbers)
    found += _luck(plan, numbers)
    found += _choices(plan, numbers)
    found += _length(plan, numbers)
    found += _seats(plan, numbers)
    for use in (actions, paid, dealt, ways):
        found += use(plan, numbers)
    return [Finding(one.topic, sentence(one.text)) for one in found]


def _three(numbers: Numbers, part: str, agent: str, name: str) -> tuple[Number, Number, Number] | None:
    """Base, other side and difference, if they are there."""
    base = numbers.get(part, agent, "base", name)
    other = numbers.get(part, agent, "with", name)
    difference = numbers.get(part, agent, DIFFERENCE, name)
    return (base, other, difference) if base and other and difference else None


def _tells(rows: tuple[Number, Number, Number]) -> bool:
    """Whether a difference is there, and is no trifle beside the base."""
    return rows[2].clear() and abs(rows[2].value) >= TRIFLE * abs(rows[0].value)


def _in_short(plan: Plan, numbers: Numbers) -> list[Finding]:
    """All of it in a line: what changes for the strongest agent, in percent."""
    agent = plan.agents[-1]
    kept = [("total", agent, "mean", "points"), ("total", agent, "standard deviation", "spread of points")]
    kept += [("length", agent, f"{unit} a game", unit) for unit in ("turns", "decisions")]
    kept.append(("length", agent, "actions to choose from", "choice"))
    if numbers.select("skill"):
        strong, weak, name = who(numbers)
        kept.append(("skill", name, AHEAD, f"lead of {strong} over {weak}" if strong != agent else f"lead over {weak}"))
    changed = []
    for part, whose, name, words in kept:
        rows = _three(numbers, part, whose, name)
        if rows is not None and rows[0].value and _tells(rows):
            much = rows[2].value / abs(rows[0].value)
            changed.append(f"{words} {told(much, 'share', 0 if abs(much) >= 0.095 else 1, signed=True)} %")
    text = f"{agent} with {plan.label}: {', '.join(changed) or 'very little changes'}."
    if unused(plan, numbers, agent):
        text += " It uses none of the new actions: these games say little of what those are worth."
    return [Finding("In short", text)]


def _scores(plan: Plan, numbers: Numbers, agent: str) -> list[Finding]:
    rows = _three(numbers, "total", agent, "mean")
    assert rows is not None
    difference = rows[2]
    base, other = both(*rows[:2])
    if difference.low == difference.high == 0:
        return [Finding("Scores", f"With {plan.label} {agent} scores exactly as without: {base}.")]
    if not difference.clear():
        text = (
            f"With {plan.label} {agent} scores about as much as without: {other} instead of {base}, "
            f"a difference {between(difference)} points."
        )
        return [Finding("Scores", text)]
    text = f"With {plan.label} {agent} scores {size(difference)} points {more(difference)}: "
    text += f"{other} instead of {base}."
    boxes = numbers.select("boxes", agent, DIFFERENCE)
    moved = [box for box in boxes if box.clear(len(boxes)) and abs(box.value) >= 0.1 * abs(difference.value)]
    moved.sort(key=lambda box: -abs(box.value))
    if moved:
        text += " The largest changes: "
        text += listed([f"{box.name} ({value(box, signed=True)})" for box in moved[:MOST_TOLD]]) + "."
    return [Finding("Scores", text)]


def _skill(plan: Plan, numbers: Numbers) -> list[Finding]:
    strong, weak, name = who(numbers)
    rows = _three(numbers, "skill", name, AHEAD)
    assert rows is not None
    difference = rows[2]
    base, other = both(*rows[:2])
    alone = plan.base.seats == 1
    text = f"{'' if alone else 'At one table '}{strong} is "
    if rows[1].value >= 0:
        text += f"ahead of {weak} by {other} points with it, {base} without: "
    else:
        text += f"behind {weak} by {other.lstrip(MINUS)} points with it, ahead by {base} without: "
    if difference.clear():
        text += f"{size(difference)} {more(difference)}."
    else:
        text += f"no clear difference ({interval(difference, signed=True)})."
    wins = _three(numbers, "skill", name, MORE_OFTEN if alone else WINS)
    assert wins is not None
    without, within = both(*wins[:2])
    if alone:
        text += f" It scores the more of the two in {within} of games with it, in {without} without"
    else:
        even = told(1 / plan.base.seats, "share", 0)
        text += f" It wins {within} with it, {without} without, where {even} % would be even"
    text += f": {size(wins[2])} {more(wins[2])}." if wins[2].clear() else ": no clear difference."
    if untouched(plan, numbers, strong):
        text += f" But {strong} uses none of the new actions."
    else:
        text += _conclusion(difference, wins[2])
    return [Finding("Skill", text)]


def _conclusion(points: Number, wins: Number) -> str:
    """Whether how one plays counts for more: by points and by wins, which may go different ways."""
    told_ = [(more(row), what) for row, what in ((points, "by points"), (wins, "by wins")) if row.clear()]
    if not told_:
        return ""
    (way, what), *rest = told_
    text = f" So how one plays counts for {way} {what}"
    for other_way, other in rest:
        text += f" and {other}" if other_way == way else f", for {other_way} {other}"
    return text + "."


def _luck(plan: Plan, numbers: Numbers) -> list[Finding]:
    agent = plan.agents[-1]
    rows = _three(numbers, "total", agent, "standard deviation")
    assert rows is not None
    base, other = both(*rows[:2])
    change = more(rows[2]) if rows[2].clear() else "about as much"
    text = f"The totals of {agent} vary {change} from game to game: by {other} points (standard deviation) with it, "
    text += f"{base} without."
    return [Finding("Luck", text)]


def _choices(plan: Plan, numbers: Numbers) -> list[Finding]:
    found = []
    for agent in reversed(plan.agents):
        rows = _three(numbers, "length", agent, "actions to choose from")
        if rows is None or plan.stories < ENOUGH:
            continue
        base, other = both(*rows[:2])
        if _tells(rows):
            verb = "grows" if rows[2].value > 0 else "shrinks"
            text = f"The choice of {agent} {verb} by {size(rows[2])} actions a decision, from {base} to {other}."
        else:
            text = f"The choice of {agent} stays at about {other} actions a decision."
        found.append(Finding("Choices", text))
    return found


def _length(plan: Plan, numbers: Numbers) -> list[Finding]:
    agent = plan.agents[-1]
    found = []
    for unit in ("turns", "decisions"):
        rows = _three(numbers, "length", agent, f"{unit} a game")
        if rows is not None and _tells(rows):
            base, other = both(*rows[:2])
            found.append(Finding("Length", f"A game of {agent} takes {other} {unit} a seat instead of {base}."))
    found += habits(plan, numbers, agent)
    rows = _three(numbers, "length", agent, "forced passes a turn")
    if rows is not None and rows[0].value and rows[1].value and plan.stories >= ENOUGH:
        turns = [told(1 / row.value) for row in rows[:2]]
        if _tells(rows):
            text = f"A forced pass comes to {agent} every {turns[1]} turns instead of every {turns[0]}."
        else:
            text = f"A forced pass comes to {agent} every {turns[1]} turns, about as often as without ({turns[0]})."
        found.append(Finding("Length", text))
    return found


def _seats(plan: Plan, numbers: Numbers) -> list[Finding]:
    found = []
    fair = 1 / plan.other.seats
    for agent in reversed(plan.agents):
        rows = numbers.select("seat wins", agent, "with")
        uneven = [row for row in rows if row.clear(len(rows), fair)]
        if rows and not uneven and plan.other.kind.shared_board:  # else seats do not get into each other's way
            wins = listed([f"{row.name} wins {value(row)}" for row in rows])
            hidden = max(
                abs(end - fair) for row in rows for end in (row.among(len(rows)).low, row.among(len(rows)).high)
            )
            text = f"No seat has a clear advantage when {agent} plays at all of them: {wins}; one of up to "
            found.append(Finding("Seats", text + f"{told(hidden, 'share')} percentage points could still be there."))
        for row in uneven:
            before = numbers.get("seat wins", agent, "base", row.name)
            side = "an advantage" if row.value > fair else "a disadvantage"
            text = (
                f"{row.name.capitalize()} is at {side} when {agent} plays at all of them: it wins {full(row)} of games"
            )
            text += f" (without: {full(before)})." if before is not None else "."
            found.append(Finding("Seats", text))
    return found
