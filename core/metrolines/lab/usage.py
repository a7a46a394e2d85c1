"""Which actions are used and what chance dealt, and how games with and without it differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .estimate import Estimate, apart, mean, ratio
from .numbers import DIFFERENCE, Numbers

if TYPE_CHECKING:
    from .._game.game import Game
    from .._setup.actions import Block
    from .._setup.clients import Place
    from .comparison import Comparison
    from .traced import Counts, Outcome, TracedGames

FEW = 4  # so many actions of a row are told one by one; more are taken together
MOST_LISTED = 100  # actions of a block that are in the table one by one
FEWEST = 20  # games with something, and without it, that are needed to tell of it


Marks = np.ndarray[Any, np.dtype[np.bool_]]  # true for some games


@dataclass(frozen=True)
class Group:
    """Actions that are told as one: a label or the words that their labels begin with."""

    name: str
    source: str
    actions: tuple[int, ...]


@dataclass(frozen=True)
class Edge:
    """What a seat draws from one place of the map to another: the action, and the one from its other end."""

    actions: list[int]
    ends: tuple[Place, Place]

    @property
    def middle(self) -> tuple[float, float]:
        """The point halfway."""
        one, other = self.ends
        return (one.x + other.x) / 2, (one.y + other.y) / 2


def edges_of(game: Game) -> dict[str, Edge]:
    """All edges of a game by their labels, either direction once."""
    found = {}
    for number, ends in game.family.edges(game).items():
        mirror = game.space.mirror[number]
        if number <= mirror:
            found[game.label(number)] = Edge(sorted({number, mirror}), ends)
    return found


def groups(game: Game) -> list[Group]:
    """All actions of a game, block by block: by what they use, or by their labels.

    Rows of a few are told one by one, longer ones by the words they share.
    """
    found: dict[tuple[str, str], list[int]] = {}
    known = game.family.pieces(game)
    for block in game.space.blocks:
        for row in _rows(game, block):
            named = [(known[number], [number]) for number in row if number in known] or _named(game, block, row)
            for name, numbers in named:
                found.setdefault((name, block.source), []).extend(numbers)
    sources = Counter(name for name, _ in found)
    told = []
    for (name, source), numbers in found.items():
        shared = sources[name] > 1 and source != game.spec.family
        told.append(Group(f"{name} ({source})" if shared else name, source, tuple(numbers)))
    return told


def disambiguated(titles: Mapping[str, str]) -> dict[str, str]:
    """Titles by name, with the name behind a title that several have."""
    many = Counter(titles.values())
    return {name: title if many[title] == 1 else f"{title} ({name})" for name, title in titles.items()}


def _rows(game: Game, block: Block) -> list[list[int]]:
    rows: dict[int, list[int]] = {}
    for number in range(block.first, block.first + block.size):
        rows.setdefault(game.space.codes[number] >> 6, []).append(number)
    return list(rows.values())


def _named(game: Game, block: Block, row: list[int]) -> list[tuple[str, list[int]]]:
    if block.size <= FEW or (len(row) <= FEW and " " in game.space.labels[row[0]]):
        return [(game.space.labels[number], [number]) for number in row]
    words = [game.space.labels[number].split() for number in row]
    shared = []
    for column in zip(*words, strict=False):
        if len(set(column)) > 1:
            break
        shared.append(column[0])
    return [(" ".join(shared) or block.name, row)]


def measure_uses(numbers: Numbers, agent: str, comparison: Comparison, told: tuple[TracedGames, TracedGames]) -> None:
    """How often actions are used: groups of them on both sides, and those of what is new one by one."""
    counted: dict[str, Counts] = {}
    for (side, game), story in zip(comparison.sides.items(), told, strict=True):
        for group in groups(game):
            uses, when = (table[:, :, list(group.actions)].sum(axis=2) for table in (story.uses, story.when))
            numbers.add("used", agent, side, group.name, mean(uses > 0), "share")
            numbers.add("uses", agent, side, group.name, mean(uses))
            if group.name in counted:
                numbers.add("uses", agent, DIFFERENCE, group.name, mean(uses) - mean(counted[group.name]))
            counted[group.name] = uses
            if uses.any():
                numbers.add("when", agent, side, group.name, ratio(when, uses), "turn")
            add_apart(numbers, "points of use", agent, side, group.name, story.total, uses > 0)
        for block in game.space.blocks:
            if block.source in comparison.added and block.size <= MOST_LISTED:
                for number in range(block.first, block.first + block.size):
                    numbers.add("single actions", agent, side, game.label(number), mean(story.uses[:, :, number]))


def measure_edges(numbers: Numbers, agent: str, comparison: Comparison, told: tuple[TracedGames, TracedGames]) -> None:
    """How often a seat draws every edge of the map, in whichever direction, and the totals of those that do."""
    edges = [edges_of(game) for game in comparison.sides.values()]
    for name, edge in edges[0].items():
        if name not in edges[1]:
            continue
        used = [s.uses[:, :, own[name].actions].sum(axis=2) > 0 for s, own in zip(told, edges, strict=True)]
        numbers.compare("edges", agent, name, mean(used[0]), mean(used[1]), "share", edge.middle)
        for side, story, marks in zip(comparison.sides, told, used, strict=True):
            add_apart(numbers, "points of edges", agent, side, name, story.total, marks)


def measure_parts(numbers: Numbers, agent: str, comparison: Comparison, told: tuple[TracedGames, TracedGames]) -> None:
    """What boxes are made of, where it is on the table: how often it pays, how much, and the totals of whom it pays."""
    for variant, name in dict.fromkeys(key for story in told for key in story.parts):
        found: list[tuple[Marks, Estimate]] = []
        for side, story in zip(comparison.sides, told, strict=True):
            if (variant, name) not in story.parts:
                continue
            points = story.parts[variant, name]
            there = ~np.isnan(points).any(axis=1)
            if there.sum() < FEWEST:
                continue
            pays = points[there] > 0
            found.append((there, mean(pays)))
            numbers.add("parts", agent, side, f"{variant}: {name}", mean(points[there]), "points")
            numbers.add("paid", agent, side, f"{variant}: {name}", found[-1][1], "share")
            add_apart(numbers, "points of paid", agent, side, f"{variant}: {name}", story.total[there], pays)
        if len(found) == 2 and (found[0][0] == found[1][0]).all():
            numbers.add("paid", agent, DIFFERENCE, f"{variant}: {name}", found[1][1] - found[0][1], "share")


def measure_dealt(numbers: Numbers, agent: str, comparison: Comparison, story: TracedGames) -> None:
    """What chance dealt to the variants: how often, and the total of games with it beside that of all others in which
    something was dealt at that place: whether anything is may depend on how one plays.
    """
    total = story.total.mean(axis=1)
    for name, (happened, there) in dealt_by_name(comparison, story.dealt).items():
        numbers.add("dealt", agent, "treatment", name, mean(happened[there]), "share")
        add_apart(numbers, "points of dealt", agent, "treatment", name, total[there], happened[there])


def dealt_by_name(comparison: Comparison, dealt: dict[Outcome, Marks]) -> dict[str, tuple[Marks, Marks]]:
    """In which games the chance of the variants dealt what, and in which it dealt anything at that place.

    Places that have only numbers are all alike, and told together; not where games differ in how many of them are
    dealt: games with more of them would be more likely to have any.
    """
    found: dict[str, tuple[Marks, Marks]] = {}
    for block in comparison.treatment.chance:
        if block.source not in comparison.added or len(block.slots) * len(block.outcomes) > MOST_LISTED:
            continue
        there: dict[str, Marks] = {}
        for slot in block.slots:
            dealt_there = [dealt[key] for outcome in block.outcomes if (key := (block.key, slot, outcome)) in dealt]
            if dealt_there:
                there[slot] = np.logical_or.reduce(dealt_there)
        alike = all(slot.isdigit() for slot in block.slots)
        if alike and len({games.tobytes() for games in there.values()}) > 1:
            continue
        for outcome in block.outcomes:
            for slot, games in there.items():
                happened = dealt.get((block.key, slot, outcome))
                if happened is None:
                    continue
                name = f"{block.key}: {outcome}" if alike else f"{block.key}: {slot} {outcome}"
                before = found.get(name)
                found[name] = (happened if before is None else before[0] | happened, games)
    return {name: (happened, there) for name, (happened, there) in found.items() if (happened != there).any()}


def add_apart(
    numbers: Numbers,
    part: str,
    agent: str,
    side: str,
    name: str,
    total: Any,
    marked: Marks,
    fewest: int = FEWEST,
) -> None:
    """Add by how much the totals of marked games are above the others, where there are some of both."""
    if min(int(marked.sum()), int((~marked).sum())) >= fewest:
        difference = apart(total, marked)
        assert difference is not None
        numbers.add(part, agent, side, name, difference, "points")
