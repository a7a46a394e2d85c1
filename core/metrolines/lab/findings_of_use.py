"""What the numbers on use show, in sentences: actions, what pays, what chance deals, what is drawn on the map."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from .changes import Change
from .numbers import DIFFERENCE, MIN_GAMES, Number, Numbers
from .usage import disambiguated, groups
from .words import Finding, between, both, full, listed, more, points, size, told, value

if TYPE_CHECKING:
    from .comparison import Comparison

MOST_TOLD = 3  # of a kind, such as actions
MUCH = 0.1  # of the baseline: a change of what everybody does anyway


def per_seat(comparison: Comparison) -> str:
    """What counts are means of: of what a seat does in a game."""
    return "a game" if comparison.treatment.seats == 1 else "a game and seat"


def habits(comparison: Comparison, numbers: Numbers, agent: str) -> list[Finding]:
    """What is on both sides and is used much more or less than without."""
    rows = [row for row in numbers.select("uses", agent, DIFFERENCE) if row.significant(len(numbers.names("uses")))]
    changed = []
    for row in rows:
        change = Change.of(numbers, "uses", agent, row.name)
        if change is not None and change.baseline.value:
            changed.append((abs(change.share), row.name, both(change.baseline, change.treatment, row)))
    changed.sort(key=lambda one: -one[0])
    return [
        Finding("Use", f"{agent} uses {name} {treatment} times {per_seat(comparison)} instead of {baseline}.")
        for much, name, (baseline, treatment) in changed[:MOST_TOLD]
        if much >= MUCH
    ]


def _new(comparison: Comparison) -> list[str]:
    """The names of the actions that the treatment side alone has."""
    return [group.name for group in groups(comparison.treatment) if group.source in comparison.added]


def unused(comparison: Comparison, numbers: Numbers, agent: str) -> bool:
    """Whether there are new actions, and the agent uses none of them in enough games to say so."""
    new = _new(comparison)
    rows = [row for row in numbers.select("used", agent, "treatment") if row.name in new]
    return bool(rows) and comparison.traced >= MIN_GAMES and not any(row.value for row in rows)


def untouched(comparison: Comparison, numbers: Numbers, agent: str) -> bool:
    """Whether the agent uses none of the new actions and has nothing in the new boxes either."""
    titles = disambiguated({column.name: column.title for side in comparison.sides.values() for column in side.columns})
    new = [titles[column.name] for column in comparison.treatment.columns if column.source in comparison.added]
    rows = [numbers.get("boxes", agent, "treatment", title) for title in new]
    return unused(comparison, numbers, agent) and not any(row and (row.value or row.error) for row in rows)


def actions(comparison: Comparison, numbers: Numbers) -> list[Finding]:
    """How much the strongest agent uses what is new, and what an agent or nobody uses."""
    if comparison.traced < MIN_GAMES:
        return []
    new = _new(comparison)
    agent = comparison.agents[-1]
    used = [row for row in numbers.select("used", agent, "treatment") if row.name in new and row.value > 0]
    used.sort(key=lambda row: -row.value)
    where, those = ("in {} of games", "games in which it was used")
    if comparison.treatment.seats > 1:
        where, those = ("at {} of seats", "seats that used it")
    found = []
    for row in used[: MOST_TOLD + 1]:
        text = f"{agent} uses {row.name} {where.format(full(row))}"
        when, turns = (
            numbers.get("when", agent, "treatment", row.name),
            numbers.get("length", agent, "treatment", "turns a game"),
        )
        if when is not None and turns is not None:
            text += f", in turn {value(when, digits=0)} of {value(turns, digits=0)} on average"
        difference = numbers.get("points of use", agent, "treatment", row.name)
        if difference is None:
            text += "."
        elif difference.significant(len(used)):
            much = points(size(difference.bonferroni(len(used))))
            text += f"; {those} score {much} {more(difference)} (a correlation, not a cause)."
        else:
            text += f"; {those} score {between(difference.bonferroni(len(used)))} points more, which may be chance."
        found.append(Finding("Use", text))
    return found + _never(comparison, numbers, new)


def _never(comparison: Comparison, numbers: Numbers, names: list[str]) -> list[Finding]:
    """Which of these actions an agent or all agents never used, and how often they still might."""
    never: dict[str, list[Number]] = {}
    for name in names:
        every = [row for row in numbers.select("used", None, "treatment") if row.name == name]
        idle = [row for row in every if not row.value]
        if idle:
            who = "nobody" if len(idle) == len(every) else listed([row.agent for row in idle])
            never.setdefault(who, []).extend(idle)
    found = []
    for who, rows in never.items():
        told_ = listed(list(dict.fromkeys(row.name for row in rows)))
        most = told(max(row.high for row in rows), "share")
        where = f"in {'any' if who == 'nobody' else 'none'} of the {comparison.traced:,} games played step by step"
        text = f"{who} used {told_} {where} (so at most in {most} % of {_games(comparison)})."
        found.append(Finding("Use", text))
    return found


def _games(comparison: Comparison) -> str:
    """What a share of use is a share of."""
    return "games" if comparison.treatment.seats == 1 else "seats"


def title_of_part(comparison: Comparison, name: str) -> str:
    """The title of a part of a box, as the table calls it (`variant: part`); nothing if it has none."""
    blocks = comparison.treatment.chance
    titles = {f"{block.source}: {part}": title for block in blocks for part, title in block.titles.items()}
    return titles.get(name, "").partition(" [")[0]  # without where the card comes from


def quoted_part(comparison: Comparison, name: str) -> str:
    """What a part of a box is called in sentences: by its title, if it has one."""
    called = title_of_part(comparison, name) or name.partition(": ")[2]
    return f"\N{LEFT DOUBLE QUOTATION MARK}{called}\N{RIGHT DOUBLE QUOTATION MARK}"


def paid(comparison: Comparison, numbers: Numbers) -> list[Finding]:
    """What the boxes of new variants are made of: what pays most and least often, if that differs, and what costs."""
    agent = comparison.agents[-1]
    found = []
    for variant in comparison.added:
        every = [row for row in numbers.select("parts", agent, "treatment") if row.name.startswith(f"{variant}: ")]
        costs = [row for row in every if row.value < 0 and row.significant(len(every))]
        found += _paid_most_and_least(comparison, numbers, agent, variant, {row.name for row in costs})
        for row in costs:
            much = points(size(row.bonferroni(len(every))))
            text = f"{quoted_part(comparison, row.name)} costs {agent} {much} where it is on the table."
            found.append(Finding("Scoring", text))
    return found


def _paid_most_and_least(
    comparison: Comparison, numbers: Numbers, agent: str, variant: str, costs: Collection[str]
) -> list[Finding]:
    """What of a variant pays most often and what least often, but for what costs; nothing if that is not clear."""
    rows = [
        row
        for row in numbers.select("paid", agent, "treatment")
        if row.name.startswith(f"{variant}: ") and row.name not in costs and row.games >= MIN_GAMES
    ]
    if len(rows) < 2:
        return []
    shares = [row.value for row in rows]
    most, least = ([row for row in rows if row.value == end] for end in (max(shares), min(shares)))
    if most[0].bonferroni(len(rows)).low <= least[0].bonferroni(len(rows)).high:
        return []

    def named(extreme: list[Number]) -> str:
        return listed([quoted_part(comparison, row.name) for row in extreme])

    pays = "pays" if len(most) == 1 else "pay"
    where = f"of the {_games(comparison)} with {'it' if len(most) == len(least) == 1 else 'them'} on the table"
    text = f"Of all in {variant}, {named(most)} {pays} {agent} most often, {full(most[0])}, and {named(least)} least "
    return [Finding("Scoring", f"{text}often, {full(least[0])}, {where}.")]


def edges(comparison: Comparison, numbers: Numbers) -> list[Finding]:
    """What is drawn on the map clearly more or less often than without."""
    agent = comparison.agents[-1]
    rows = numbers.select("edges", agent, DIFFERENCE)
    clear = sorted((row for row in rows if row.significant(len(rows))), key=lambda row: -abs(row.value))[:MOST_TOLD]
    if not clear:
        return []
    told_ = []
    for row in clear:
        change = Change.of(numbers, "edges", agent, row.name)
        if change is not None:
            baseline, treatment = both(change.baseline, change.treatment, row)
            told_.append(f"{row.name} ({treatment} instead of {baseline})")
    return [Finding("Map", f"What {agent} draws changes most at {listed(told_)}.")]


def dealt(comparison: Comparison, numbers: Numbers) -> list[Finding]:
    """What chance deals that makes a clear difference."""
    agent = comparison.agents[-1]
    rows = numbers.select("points of dealt", agent, "treatment")
    clear = sorted((row for row in rows if row.significant(len(rows))), key=lambda row: -abs(row.value))
    if rows and not clear:
        text = f"Which of its outcomes chance deals makes no clear difference to the score of {agent}."
        return [Finding("Chance", text)]
    found = []
    for row in clear[:MOST_TOLD]:
        much = points(size(row.bonferroni(len(rows))))
        text = f"Where chance deals {row.name}, {agent} scores {much} {more(row)} than where it deals something else "
        found.append(Finding("Chance", text + "(nobody chooses it: this is its effect, or chance)."))
    return found
