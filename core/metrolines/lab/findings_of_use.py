"""What the numbers on use show, in sentences: actions, what pays, what chance deals, what is drawn on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .numbers import DIFFERENCE, Numbers
from .usage import groups
from .words import Finding, between, both, full, listed, more, size, told, value

if TYPE_CHECKING:
    from .plan import Plan

MOST_TOLD = 3  # of a kind, such as actions
MUCH = 0.1  # of the base: a change of what everybody does anyway


def habits(plan: Plan, numbers: Numbers, agent: str) -> list[Finding]:
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


def _new(plan: Plan) -> list[str]:
    """The names of the actions that the other side alone has."""
    return [group.name for group in groups(plan.other) if group.source in plan.added]


def untouched(plan: Plan, numbers: Numbers, agent: str) -> bool:
    """Whether there are new actions, and the agent never uses any."""
    new = _new(plan)
    rows = [row for row in numbers.select("used", agent, "with") if row.name in new]
    return bool(rows) and not any(row.value for row in rows)


def actions(plan: Plan, numbers: Numbers) -> list[Finding]:
    """How much the strongest agent uses what is new, and what nobody uses."""
    new = _new(plan)
    agent = plan.agents[-1]
    used = [row for row in numbers.select("used", agent, "with") if row.name in new and row.value > 0]
    used.sort(key=lambda row: -row.value)
    where, those = ("in {} of games", "games in which it was used")
    if plan.other.seats > 1:
        where, those = ("at {} of seats", "seats that used it")
    found = []
    for row in used[: MOST_TOLD + 1]:
        text = f"{agent} uses {row.name} {where.format(value(row))}"
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
    never: dict[str, list[str]] = {}
    for name in new:
        every = [row for row in numbers.select("used", None, "with") if row.name == name]
        if every and not any(row.value for row in every):
            most = told(max(row.high for row in every), "share")
            found.append(Finding("Use", f"Nobody uses {name}: in none of the games (at most {most} % of them)."))
            continue
        idle = [row.agent for row in every if not row.value]
        if idle:
            never.setdefault(listed(idle), []).append(name)
    return found + [Finding("Use", f"{who} never uses {listed(names)}.") for who, names in never.items()]


def paid(plan: Plan, numbers: Numbers) -> list[Finding]:
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


def ways(plan: Plan, numbers: Numbers) -> list[Finding]:
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


def dealt(plan: Plan, numbers: Numbers) -> list[Finding]:
    """What chance deals that makes a clear difference."""
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
