"""Sections of a map, and where they cross, from the stations of its picture."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise

from metrolines.plugin import Cell, cell_name

from .city import Overhead, Section
from .geometry import cross, side, within
from .plan import Plan
from .stations import OVERHEAD

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (-1, -1), (1, -1), (-1, 1))


def _ray(plan: Plan, cell: Cell, step: Cell) -> list[Cell]:
    """The cells from a station's cell to the next station in a direction, or nothing."""
    own = plan.station_at[cell]
    path = [cell]
    while True:
        cell = (cell[0] + step[0], cell[1] + step[1])
        if cell not in plan.grid.signs:
            return []
        path.append(cell)
        met = plan.station_at.get(cell)
        if met is not None:
            return path if met != own else []


def _section_name(plan: Plan, text: str, key: str, index: int) -> frozenset[int] | None:
    a, b = (plan.station(name, key, index) for name in text.split("-"))
    if a is None or b is None:
        return None
    if a == b:
        plan.wrong(f"{text} leads nowhere", key, index)
    return frozenset((a, b))


def find_sections(plan: Plan, district_of: dict[Cell, int]) -> list[Section]:
    """The potential sections: what the picture suggests, less and more what the file says."""
    paths: dict[frozenset[int], list[Cell]] = {}
    # straight rays first: of two ways to a station that covers several cells the straight one is kept
    for step in (*STRAIGHT, *DIAGONAL):
        for cell, station in plan.station_at.items():
            path = _ray(plan, cell, step)
            if path:
                paths.setdefault(frozenset((station, plan.station_at[path[-1]])), path)
    for index, text in enumerate(plan.file.not_sections):
        pair = _section_name(plan, text, "not_sections", index)
        if pair and paths.pop(pair, None) is None:
            plan.wrong(f"{text} is no section of the picture anyway", "not_sections", index)
    for index, text in enumerate(plan.file.more_sections):
        pair = _section_name(plan, text, "more_sections", index)
        if pair in paths:
            plan.wrong(f"{text} is a section of the picture already", "more_sections", index)
        elif pair and len(pair) == 2:
            _add_path(plan, paths, pair, text, index)
    sections: list[Section] = []
    for pair in sorted(paths, key=sorted):
        a, b = sorted(pair)
        path = paths[pair] if plan.station_at[paths[pair][0]] == a else paths[pair][::-1]
        districts = frozenset(district_of[cell] for cell in path)
        sections.append(Section(len(sections), a, b, tuple(path), districts))
    return [replace(section, river=_over_river(plan, section)) for section in sections]


def _add_path(plan: Plan, paths: dict[frozenset[int], list[Cell]], pair: frozenset[int], text: str, index: int) -> None:
    a, b = (plan.stations[n].cells[0] for n in sorted(pair))
    dx, dy = b[0] - a[0], b[1] - a[1]
    steps = max(abs(dx), abs(dy))
    if dx and dy and abs(dx) != abs(dy):
        plan.wrong(f"{text} runs neither straight nor diagonally", "more_sections", index)
        return
    paths[pair] = [(a[0] + dx * i // steps, a[1] + dy * i // steps) for i in range(steps + 1)]


def _over_river(plan: Plan, section: Section) -> bool:
    if plan.file.river is None:
        return False
    points = [(float(x), float(y)) for x, y in plan.file.river.through]
    a, b = section.path[0], section.path[-1]
    times = 0
    for index, (c, d) in enumerate(pairwise(points)):
        touches = any(side(a, b, p) == 0 and within(a, b, p) for p in (c, d))
        touches = touches or any(side(c, d, p) == 0 and within(c, d, p) for p in (a, b))
        if touches:
            name = f"{cell_name(a)}-{cell_name(b)}"
            plan.wrong(f"the river touches {name} without crossing it", "river", "through", index)
        times += cross(a, b, c, d)
    if times > 1:
        plan.wrong(f"the river crosses {cell_name(a)}-{cell_name(b)} {times} times", "river", "through")
    return times == 1


def find_crossings(plan: Plan, sections: list[Section]) -> tuple[list[Section], list[Overhead]]:
    """The sections with their conflicts, and the overhead crossings."""
    inside: dict[Cell, list[int]] = defaultdict(list)
    for section in sections:
        for cell in section.path[1:-1]:
            inside[cell].append(section.number)
    overhead = []
    for cell in plan.grid.cells(OVERHEAD):
        through = [sections[number] for number in inside[cell]]
        if len(through) != 2:
            names = ", ".join(f"{cell_name(s.path[0])}-{cell_name(s.path[-1])}" for s in through) or "none"
            hint = "list what is none under not_sections" if len(through) > 2 else "put . here, or move a station"
            message = f"an overhead crossing has two sections, {cell_name(cell)} has {len(through)}: {names}"
            plan.problems.append(plan.grid.problem(cell, message, hint))
            continue
        overhead.append(Overhead(cell, (through[0].number, through[1].number)))
    both = {frozenset(crossing.sections) for crossing in overhead}
    conflicts: dict[int, set[int]] = defaultdict(set)
    for one in sections:
        for other in sections[: one.number]:
            if frozenset((one.number, other.number)) in both:
                continue
            if cross(one.path[0], one.path[-1], other.path[0], other.path[-1]):
                conflicts[one.number].add(other.number)
                conflicts[other.number].add(one.number)
    return [replace(s, conflicts=frozenset(conflicts[s.number])) for s in sections], overhead
