"""What the numbers on use show, in sentences: actions, what pays, what chance deals, what is drawn on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .numbers import DIFFERENCE, ENOUGH, Number, Numbers
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


def unused(plan: Plan, numbers: Numbers, agent: str) -> bool:
    """Whether there are new actions, and the agent uses none of them in enough games to say so."""
    new = _new(plan)
    rows = [row for row in numbers.select("used", agent, "with") if row.name in new]
    return bool(rows) and plan.stories >= ENOUGH and not any(row.value for row in rows)


def untouched(plan: Plan, numbers: Numbers, agent: str) -> bool:
    """Whether the agent uses none of the new actions and has nothing in the new boxes either."""
    titles = {column.title for column in plan.other.columns if column.source in plan.added}
    rows = [numbers.get("boxes", agent, "with", title) for title in titles]
    return unused(plan, numbers, agent) and not any(row and (row.value or row.error) for row in rows)


def actions(plan: Plan, numbers: Numbers) -> list[Finding]:
    """How much the strongest agent uses what is new, and what an agent or nobody uses."""
    if plan.stories < ENOUGH:
        return []
    new = _new(plan)
    agent = plan.agents[-1]
    used = [row for row in numbers.select("used", agent, "with") if row.name in new and row.value > 0]
    used.sort(key=lambda row: -row.value)
    where, those = ("in {} of games", "games in which it was used")
    if plan.other.seats > 1:
        where, those = ("at {} of seats", "seats that used it")
    found = []
    for row in used[: MOST_TOLD + 1]:
        text = f"{agent} uses {row.name} {where.format(full(row))}"
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
    return found + _never(plan, numbers, new)


def _never(plan: Plan, numbers: Numbers, names: list[str]) -> list[Finding]:
    """Which of these actions an agent or all agents never used, and how often they still might."""
    never: dict[str, list[Number]] = {}
    for name in names:
        every = [row for row in numbers.select("used", None, "with") if row.name == name]
        idle = [row for row in every if not row.value]
        if idle:
            who = "nobody" if len(idle) == len(every) else listed([row.agent for row in idle])
            never.setdefault(who, []).extend(idle)
    found = []
    for who, rows in never.items():
        told_ = listed(list(dict.fromkeys(row.name for row in rows)))
        most = told(max(row.high for row in rows), "share")
        where = f"in {'any' if who == 'nobody' else 'none'} of the {plan.stories:,} games played step by step"
        text = f"{who} used {told_} {where} (so at most in {most} % of {_games(plan)})."
        found.append(Finding("Use", text))
    return found


def _games(plan: Plan) -> str:
    """What a share of use is a share of."""
    return "games" if plan.other.seats == 1 else "seats"


def title_of_part(plan: Plan, name: str) -> str:
    """What a part of a box, as the table calls it (`variant: part`), is called in sentences: by its title, if any."""
    variant, _, part = name.partition(": ")
    for block in plan.other.chance:
        if block.source == variant and part in block.titles:
            title = block.titles[part].partition(" [")[0]  # without where the card comes from
            return f"\N{LEFT DOUBLE QUOTATION MARK}{title}\N{RIGHT DOUBLE QUOTATION MARK}"
    return part


def paid(plan: Plan, numbers: Numbers) -> list[Finding]:
    """What the boxes of new variants are made of: what pays most and least often, if that differs, and what costs."""
    agent = plan.agents[-1]
    found = []
    for variant in plan.added:
        rows = [row for row in numbers.select("paid", agent, "with") if row.name.startswith(f"{variant}: ")]
        rows = sorted((row for row in rows if row.games >= ENOUGH), key=lambda row: -row.value)
        if len(rows) > 1 and rows[0].among(len(rows)).low > rows[-1].among(len(rows)).high:
            most, least = rows[0], rows[-1]
            text = f"Of all in {variant}, {title_of_part(plan, most.name)} pays {agent} most often, {full(most)}, and "
            text += f"{title_of_part(plan, least.name)} least often, {full(least)}, of the {_games(plan)} with it on "
            found.append(Finding("Scoring", text + "the table."))
        every = [row for row in numbers.select("parts", agent, "with") if row.name.startswith(f"{variant}: ")]
        for row in every:
            if row.value < 0 and row.clear(len(every)):
                text = f"{title_of_part(plan, row.name)} costs {agent} {size(row)} points where it is on the table."
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
