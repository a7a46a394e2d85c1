"""What the numbers show, in sentences.

A difference is told as one where its 95 % interval leaves out 0. Where the largest of many numbers are told (boxes,
actions, outcomes of chance), the level is 5 % for all of them together, since among many some stand out by chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .numbers import DIFFERENCE, Number, Numbers
from .usage import groups
from .words import between, both, full, interval, listed, more, size, told, value

if TYPE_CHECKING:
    from .plan import Plan

MOST_TOLD = 3  # of a kind, such as actions


@dataclass(frozen=True)
class Finding:
    """A sentence, and what it is about."""

    topic: str
    text: str


def findings(plan: Plan, numbers: Numbers) -> list[Finding]:
    """All that is worth a sentence, the most important first."""
    found: list[Finding] = []
    for agent in reversed(plan.agents):  # the strongest first
        found += _scores(plan, numbers, agent)
    if len(plan.agents) > 1:
        found += _skill(plan, numbers)
    found += _luck(plan, numbers)
    found += _choices(plan, numbers)
    found += _length(plan, numbers)
    found += _seats(plan, numbers)
    found += _actions(plan, numbers)
    found += _paid(plan, numbers)
    found += _dealt(plan, numbers)
    found += _ways(plan, numbers)
    return [Finding(one.topic, one.text[0].upper() + one.text[1:]) for one in found]


def _three(numbers: Numbers, part: str, agent: str, name: str) -> tuple[Number, Number, Number] | None:
    """Base, other side and difference, if they are there."""
    base = numbers.get(part, agent, "base", name)
    other = numbers.get(part, agent, "with", name)
    difference = numbers.get(part, agent, DIFFERENCE, name)
    return (base, other, difference) if base and other and difference else None


def _scores(plan: Plan, numbers: Numbers, agent: str) -> list[Finding]:
    rows = _three(numbers, "total", agent, "mean")
    assert rows is not None
    difference = rows[2]
    base, other = both(*rows[:2])
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
    weak, strong = plan.agents[0], plan.agents[-1]
    rows = _three(numbers, "skill", f"{strong} over {weak}", "points ahead")
    wins = _three(numbers, "skill", f"{strong} over {weak}", "scores more")
    assert rows is not None
    assert wins is not None
    difference = rows[2]
    base, other = both(*rows[:2])
    text = f"{strong} is ahead of {weak} by {other} points with it, {base} without: "
    if difference.clear():
        text += f"{size(difference)} {more(difference)}, so how one plays counts for {more(difference)} in points."
    else:
        text += f"no clear difference ({interval(difference, signed=True)})."
    without, within = both(*wins[:2])
    text += f" It scores the more of the two in {within} of games with it, in {without} without."
    return [Finding("Skill", text)]


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
        if rows is None:
            continue
        difference = rows[2]
        base, other = both(*rows[:2])
        if difference.clear():
            verb = "grows" if difference.value > 0 else "shrinks"
            text = f"The choice of {agent} {verb} by {size(difference)} actions a decision, from {base} to {other}."
        else:
            text = f"The choice of {agent} stays at {other} actions a decision."
        found.append(Finding("Choices", text))
    return found


def _length(plan: Plan, numbers: Numbers) -> list[Finding]:
    agent = plan.agents[-1]
    found = []
    rows = _three(numbers, "length", agent, "decisions a game")
    if rows is not None and rows[2].clear():
        base, other = both(*rows[:2])
        text = f"A game of {agent} takes {other} decisions a seat instead of {base}."
        found.append(Finding("Length", text))
    rows = _three(numbers, "length", agent, "forced passes a turn")
    if rows is not None and rows[0].value and rows[1].value:
        turns = [told(1 / row.value) for row in rows[:2]]
        if rows[2].clear():
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
        if rows and not uneven:
            wins = listed([f"{row.name} wins {value(row)}" for row in rows])
            found.append(Finding("Seats", f"No seat has a clear advantage when {agent} plays at all of them: {wins}."))
        for row in uneven:
            before = numbers.get("seat wins", agent, "base", row.name)
            side = "an advantage" if row.value > fair else "a disadvantage"
            text = (
                f"{row.name.capitalize()} is at {side} when {agent} plays at all of them: it wins {full(row)} of games"
            )
            text += f" (without: {full(before)})." if before is not None else "."
            found.append(Finding("Seats", text))
    return found


def _actions(plan: Plan, numbers: Numbers) -> list[Finding]:
    new = [group.name for group in groups(plan.other) if group.source in plan.added]
    agent = plan.agents[-1]
    used = [row for row in numbers.select("used", agent, "with") if row.name in new and row.value > 0]
    used.sort(key=lambda row: -row.value)
    found = []
    for row in used[: MOST_TOLD + 1]:
        text = f"{agent} uses {row.name} in {value(row)} of games"
        difference = numbers.get("points of use", agent, "with", row.name)
        if difference is None:
            text += "."
        elif difference.clear(len(used)):
            text += f"; games in which it was used score {size(difference)} points {more(difference)}"
            text += " (a correlation, not a cause)."
        else:
            text += f"; games in which it was used score {between(difference)} points more, which may be chance."
        found.append(Finding("Use", text))
    for name in new:
        every = [row for row in numbers.select("used", None, "with") if row.name == name]
        if every and not any(row.value for row in every):
            most = told(max(row.high for row in every), "share")
            found.append(Finding("Use", f"Nobody uses {name}: in none of the games (at most {most} % of them)."))
            continue
        idle = [row.agent for row in every if not row.value]
        if idle:
            found.append(Finding("Use", f"{listed(idle)} never uses {name}."))
    return found


def _paid(plan: Plan, numbers: Numbers) -> list[Finding]:
    """What the boxes of new variants are made of: what pays most often, most seldom, and never."""
    agent = plan.agents[-1]
    found = []
    for variant in plan.added:
        rows = [row for row in numbers.select("paid", agent, "with") if row.name.startswith(f"{variant}: ")]
        rows.sort(key=lambda row: -row.value)
        if len(rows) > 1:
            most, least = rows[0], rows[-1]
            text = f"Of all in {variant}, {most.name.partition(': ')[2]} pays {agent} most often, {full(most)}, and "
            text += f"{least.name.partition(': ')[2]} least often, {full(least)}, of games with it on the table."
            found.append(Finding("Scoring", text))
    return found


def _ways(plan: Plan, numbers: Numbers) -> list[Finding]:
    """What is drawn on the map clearly more or less often than without."""
    agent = plan.agents[-1]
    rows = numbers.select("ways", agent, DIFFERENCE)
    clear = sorted((row for row in rows if row.clear(len(rows))), key=lambda row: -abs(row.value))[:MOST_TOLD]
    if not clear:
        return []
    told_ = []
    for row in clear:
        sides = [numbers.get("ways", agent, side, row.name) for side in ("base", "with")]
        if sides[0] is not None and sides[1] is not None:
            base, other = both(sides[0], sides[1])
            told_.append(f"{row.name} ({other} instead of {base})")
    return [Finding("Map", f"What {agent} draws changes most at {listed(told_)}.")]


def _dealt(plan: Plan, numbers: Numbers) -> list[Finding]:
    agent = plan.agents[-1]
    rows = numbers.select("points of dealt", agent, "with")
    clear = sorted((row for row in rows if row.clear(len(rows))), key=lambda row: -abs(row.value))
    if rows and not clear:
        text = f"Which of its {len(rows)} outcomes chance deals makes no clear difference to the score of {agent}."
        return [Finding("Chance", text)]
    found = []
    for row in clear[:MOST_TOLD]:
        text = f"Where chance deals {row.name}, {agent} scores {size(row)} points {more(row)} than where it does not"
        found.append(Finding("Chance", text + " (dealt, not chosen: this one is a cause)."))
    return found
