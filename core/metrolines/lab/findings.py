"""What the numbers show, in sentences.

A difference is told as one where its 95 % interval leaves out 0. Where the largest of many numbers are told (boxes,
actions, outcomes of chance), the level is 5 % for all of them together, since among many some stand out by chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .numbers import DIFFERENCE, Number, Numbers
from .skill import AHEAD, MORE_OFTEN, WINS, who
from .usage import groups
from .words import between, both, full, interval, listed, more, size, told, value

if TYPE_CHECKING:
    from .plan import Plan

MOST_TOLD = 3  # of a kind, such as actions
TRIFLE = 0.01  # of the base: less is not worth a sentence
MUCH = 0.1  # of the base: a change of what everybody does anyway


@dataclass(frozen=True)
class Finding:
    """A sentence, and what it is about."""

    topic: str
    text: str


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
    text = f"What {plan.label} changes for {agent}: {', '.join(changed) or 'very little'}."
    if untouched(plan, numbers, agent):
        text += " It never uses what is new: these games say little of its worth."
    return [Finding("In short", text)]


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
    strong, weak, name = who(numbers)
    rows = _three(numbers, "skill", name, AHEAD)
    assert rows is not None
    difference = rows[2]
    base, other = both(*rows[:2])
    alone = plan.base.seats == 1
    text = f"{'' if alone else 'At one table '}{strong} is ahead of {weak} by {other} points with it, {base} without: "
    if not difference.clear():
        text += f"no clear difference ({interval(difference, signed=True)})."
    elif untouched(plan, numbers, strong):
        text += f"{size(difference)} {more(difference)}, though {strong} never uses what is new."
    else:
        text += f"{size(difference)} {more(difference)}, so how one plays counts for {more(difference)} in points."
    wins = _three(numbers, "skill", name, MORE_OFTEN if alone else WINS)
    assert wins is not None
    without, within = both(*wins[:2])
    if alone:
        text += f" It scores the more of the two in {within} of games with it, in {without} without."
    else:
        even = told(1 / plan.base.seats, "share", 0)
        text += f" It wins {within} with it, {without} without; {even} % would be even."
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
    found += _habits(plan, numbers, agent)
    rows = _three(numbers, "length", agent, "forced passes a turn")
    if rows is not None and rows[0].value and rows[1].value:
        turns = [told(1 / row.value) for row in rows[:2]]
        if _tells(rows):
            text = f"A forced pass comes to {agent} every {turns[1]} turns instead of every {turns[0]}."
        else:
            text = f"A forced pass comes to {agent} every {turns[1]} turns, about as often as without ({turns[0]})."
        found.append(Finding("Length", text))
    return found


def _habits(plan: Plan, numbers: Numbers, agent: str) -> list[Finding]:
    """What is on both sides and is used much more or less than without."""
    rows = [row for row in numbers.select("uses", agent, DIFFERENCE) if row.clear(len(numbers.names("uses")))]
    changed = []
    for row in rows:
        base, other = numbers.get("uses", agent, "base", row.name), numbers.get("uses", agent, "with", row.name)
        if base is not None and other is not None and base.value:
            changed.append((abs(row.value / base.value), row.name, both(base, other)))
    changed.sort(key=lambda one: -one[0])
    return [
        Finding("Use", f"{agent} uses {name} {other} times a game instead of {base}.")
        for much, name, (base, other) in changed[:MOST_TOLD]
        if much >= MUCH
    ]


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
            text = f"No seat has a clear advantage when {agent} plays at all of them: {wins}; one of "
            found.append(Finding("Seats", text + f"{told(hidden, 'share')} points of percent could still be there."))
        for row in uneven:
            before = numbers.get("seat wins", agent, "base", row.name)
            side = "an advantage" if row.value > fair else "a disadvantage"
            text = (
                f"{row.name.capitalize()} is at {side} when {agent} plays at all of them: it wins {full(row)} of games"
            )
            text += f" (without: {full(before)})." if before is not None else "."
            found.append(Finding("Seats", text))
    return found


def _new(plan: Plan) -> list[str]:
    """The names of the actions that the other side alone has."""
    return [group.name for group in groups(plan.other) if group.source in plan.added]


def untouched(plan: Plan, numbers: Numbers, agent: str) -> bool:
    """Whether there are new actions, and the agent never uses any."""
    new = _new(plan)
    rows = [row for row in numbers.select("used", agent, "with") if row.name in new]
    return bool(rows) and not any(row.value for row in rows)


def _actions(plan: Plan, numbers: Numbers) -> list[Finding]:
    new = _new(plan)
    agent = plan.agents[-1]
    used = [row for row in numbers.select("used", agent, "with") if row.name in new and row.value > 0]
    used.sort(key=lambda row: -row.value)
    of_games, those = ("in", "games in which it was used") if plan.other.seats == 1 else ("at", "seats that used it")
    found = []
    for row in used[: MOST_TOLD + 1]:
        text = f"{agent} uses {row.name} {of_games} {value(row)} of {'games' if of_games == 'in' else 'seats'}"
        when, turns = numbers.get("when", agent, "with", row.name), numbers.get("length", agent, "with", "turns a game")
        if when is not None and turns is not None:
            text += f", in turn {value(when, digits=0)} of {value(turns, digits=0)} on average"
        difference = numbers.get("points of use", agent, "with", row.name)
        if difference is None:
            text += "."
        elif difference.clear(len(used)):
            text += f"; {those} score {size(difference)} points {more(difference)} (a correlation, not a cause)."
        else:
            text += f"; {those} score {between(difference.among(len(used)))} points more, which may be chance."
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
        text = f"Which of its outcomes chance deals makes no clear difference to the score of {agent}."
        return [Finding("Chance", text)]
    found = []
    for row in clear[:MOST_TOLD]:
        text = f"Where chance deals {row.name}, {agent} scores {size(row)} points {more(row)} than where it does not"
        found.append(Finding("Chance", text + " (dealt, not chosen: this one is a cause)."))
    return found
