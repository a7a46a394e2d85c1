"""What the numbers show, in sentences.

A difference is told as one where its 95 % interval leaves out 0 and it is 1 % of the baseline or more. Where the
largest of many numbers are told (boxes, actions, outcomes of chance), the level is 5 % for all of them together, since
among many some stand out by chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .changes import Change
from .findings_of_use import MOST_TOLD, actions, dealt, edges, habits, paid, untouched, unused
from .numbers import DIFFERENCE, MIN_GAMES, Numbers
from .same import alike, plays_alike
from .skill import AHEAD, MORE_OFTEN, WINS, who
from .words import MINUS, Finding, full, interval, listed, more, points, sentence, size, told, value

if TYPE_CHECKING:
    from .comparison import Comparison


def findings(comparison: Comparison, numbers: Numbers) -> list[Finding]:
    """All that is worth a sentence, the most important first."""
    found = _in_short(comparison, numbers)
    for agent in reversed(comparison.agents):  # the strongest first
        found += _scores(comparison, numbers, agent)
    found += alike(comparison, numbers)
    if len(comparison.agents) > 1:
        found += _skill(comparison, numbers)
    found += _luck(comparison, numbers)
    found += _choices(comparison, numbers)
    found += _length(comparison, numbers)
    found += _seats(comparison, numbers)
    for use in (actions, paid, dealt, edges):
        found += use(comparison, numbers)
    return [Finding(one.topic, sentence(one.text)) for one in found]


def _in_short(comparison: Comparison, numbers: Numbers) -> list[Finding]:
    """All of it in a line: what changes for the strongest agent, in percent."""
    agent = comparison.agents[-1]
    kept = [("total", agent, "mean", "points"), ("total", agent, "standard deviation", "spread of points")]
    kept += [("length", agent, f"{unit} a game", unit) for unit in ("turns", "decisions")]
    kept.append(("length", agent, "actions to choose from", "choice"))
    if numbers.select("skill"):
        strong, weak, name = who(numbers)
        kept.append(("skill", name, AHEAD, f"lead of {strong} over {weak}" if strong != agent else f"lead over {weak}"))
    changed = []
    for part, whose, name, words in kept:
        change = Change.of(numbers, part, whose, name)
        if change is None or not change.baseline.value or not change.material:
            continue
        if name == AHEAD and change.treatment.value < 0 < change.baseline.value:
            changed.append(f"no {words}")
            continue
        much = change.share
        changed.append(f"{words} {told(much, 'share', 0 if abs(much) >= 0.095 else 1, signed=True)} %")
    nothing = "nothing changes clearly" if comparison.games >= MIN_GAMES else "too few games to tell what changes"
    text = f"{agent} with {comparison.label}: {', '.join(changed) or nothing}."
    if unused(comparison, numbers, agent):
        text += " It uses none of the new actions: these games say little of what those are worth."
    elif same := plays_alike(numbers, agent):
        text += f" It {same}."
    return [Finding("In short", text)]


def _scores(comparison: Comparison, numbers: Numbers, agent: str) -> list[Finding]:
    change = Change.of(numbers, "total", agent, "mean")
    assert change is not None
    difference = change.difference
    baseline, treatment = change.both()
    if difference.low == difference.high == 0 and change.enough:
        return [Finding("Scores", f"With {comparison.label} {agent} scores exactly as without: {baseline}.")]
    if change.equivalent:
        text = f"With {comparison.label} {agent} scores about as much as without: {treatment} instead of {baseline} "
        return [Finding("Scores", text + f"({interval(difference, signed=True)} points).")]
    if not change.material:
        text = f"With {comparison.label} {agent} scores {points(treatment)} instead of {baseline}: {change.unclear}."
        return [Finding("Scores", text)]
    text = f"With {comparison.label} {agent} scores {points(size(difference))} {more(difference)}: "
    text += f"{treatment} instead of {baseline}."
    boxes = numbers.select("boxes", agent, DIFFERENCE)
    moved = [box for box in boxes if box.significant(len(boxes)) and abs(box.value) >= 0.1 * abs(difference.value)]
    moved.sort(key=lambda box: -abs(box.value))
    if moved:
        text += " The largest changes: "
        text += listed([f"{box.name} ({value(box, signed=True)})" for box in moved[:MOST_TOLD]]) + "."
    return [Finding("Scores", text)]


def _skill(comparison: Comparison, numbers: Numbers) -> list[Finding]:
    strong, weak, name = who(numbers)
    lead = Change.of(numbers, "skill", name, AHEAD)
    assert lead is not None
    baseline, treatment = lead.both()
    alone = comparison.baseline.seats == 1
    text = f"{'' if alone else 'At one table '}{strong} is "
    if lead.treatment.value >= 0:
        text += f"ahead of {weak} by {points(treatment)} with it, {baseline} without: {_told(lead)}."
    else:
        text += (
            f"behind {weak} by {points(treatment.lstrip(MINUS))} with it, ahead by {baseline} without: {_told(lead)}."
        )
    wins = Change.of(numbers, "skill", name, MORE_OFTEN if alone else WINS)
    assert wins is not None
    without, within = wins.both()
    if alone:
        text += f" It scores the more of the two in {within} of games with it, in {without} without: {_told(wins)}."
    else:
        even = told(1 / comparison.baseline.seats, "share", 0)
        text += f" It wins {within} with it, {without} without, where {even} % would be even: {_told(wins)}."
    if untouched(comparison, numbers, strong):
        text += f" But {strong} uses none of the new actions."
    elif same := plays_alike(numbers, strong):
        text += f" But {strong} {same}."
    elif lead.treatment.value < 0:
        stronger = f"{weak} is the stronger" if lead.treatment.significant() else "neither is clearly the stronger"
        text += f" So {stronger} with it."
    else:
        text += _conclusion(lead, wins)
    return [Finding("Skill", text)]


def _told(change: Change) -> str:
    """The difference of a change in words."""
    difference = change.difference
    return f"{size(difference)} {more(difference)}" if difference.significant() else change.unclear


def _conclusion(lead: Change, wins: Change) -> str:
    """Whether how one plays counts for more: by points and by wins, which may go different ways."""
    changes = ((lead, "by points"), (wins, "by wins"))
    told_ = [(more(change.difference), what) for change, what in changes if change.material]
    if not told_:
        return ""
    (way, what), *rest = told_
    text = f" So how one plays counts for {way} {what}"
    for other_way, words in rest:
        text += f" and {words}" if other_way == way else f", for {other_way} {words}"
    return text + "."


def _luck(comparison: Comparison, numbers: Numbers) -> list[Finding]:
    agent = comparison.agents[-1]
    change = Change.of(numbers, "total", agent, "standard deviation")
    assert change is not None
    baseline, treatment = change.both()
    sides = f"by {points(treatment)} (standard deviation) with it, {baseline} without"
    if change.material or change.equivalent:
        much = more(change.difference) if change.material else "about as much"
        return [Finding("Luck", f"The totals of {agent} vary {much} from game to game: {sides}.")]
    return [Finding("Luck", f"The totals of {agent} vary from game to game {sides}: {change.unclear}.")]


def _choices(comparison: Comparison, numbers: Numbers) -> list[Finding]:
    found = []
    for agent in reversed(comparison.agents):
        change = Change.of(numbers, "length", agent, "actions to choose from")
        if change is None or comparison.traced < MIN_GAMES:
            continue
        if change.difference.low == change.difference.high == 0 and plays_alike(numbers, agent):
            continue  # the same decisions: said already
        baseline, treatment = change.both()
        if change.material:
            verb = "grows" if change.difference.value > 0 else "shrinks"
            text = f"The choice of {agent} {verb} by {size(change.difference)} actions a decision, from {baseline} to "
            text += f"{treatment}."
        elif change.equivalent:
            text = f"The choice of {agent} stays at about {treatment} actions a decision."
        else:
            both = f"{treatment} actions a decision with it, {baseline} without"
            text = f"The choice of {agent} is {both}: {change.unclear}."
        found.append(Finding("Choices", text))
    return found


def _length(comparison: Comparison, numbers: Numbers) -> list[Finding]:
    agent = comparison.agents[-1]
    found = []
    for unit in ("turns", "decisions"):
        change = Change.of(numbers, "length", agent, f"{unit} a game")
        if change is not None and change.material:
            baseline, treatment = change.both()
            found.append(Finding("Length", f"A game of {agent} takes {treatment} {unit} a seat instead of {baseline}."))
    found += habits(comparison, numbers, agent)
    change = Change.of(numbers, "length", agent, "forced passes a turn")
    if change is not None and change.baseline.value and change.treatment.value and change.material:
        without, within = (told(1 / row.value) for row in (change.baseline, change.treatment))
        text = f"A forced pass comes to {agent} every {within} turns instead of every {without}."
        found.append(Finding("Length", text))
    return found


def _seats(comparison: Comparison, numbers: Numbers) -> list[Finding]:
    found = []
    fair = 1 / comparison.treatment.seats
    many = len(numbers.select("seat wins", side="treatment"))
    for agent in reversed(comparison.agents):
        rows = numbers.select("seat wins", agent, "treatment")
        uneven = [row for row in rows if row.significant(many, fair)]
        if (
            rows and not uneven and comparison.treatment.family.shared_board
        ):  # else seats do not get into each other's way
            wins = listed([f"{row.name} wins {value(row)}" for row in rows])
            hidden = max(
                abs(end - fair) for row in rows for end in (row.bonferroni(many).low, row.bonferroni(many).high)
            )
            text = f"No seat has a clear advantage when {agent} plays at all of them: {wins}; one of up to "
            found.append(Finding("Seats", text + f"{told(hidden, 'share')} percentage points could still be there."))
        for row in uneven:
            change = Change.of(numbers, "seat wins", agent, row.name)
            side = "an advantage" if row.value > fair else "a disadvantage"
            text = f"{row.name.capitalize()} is at {side} when {agent} plays at all of them: it wins "
            text += f"{full(row.bonferroni(many))} of games"
            if change is not None:
                text += f"; without {full(change.baseline)}"
                text += "" if change.difference.significant(many) else ", no clear difference"
            text += "."
            found.append(Finding("Seats", text))
    return found
