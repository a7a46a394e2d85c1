"""Districts and stations of a map, from its pictures."""

from __future__ import annotations

from metrolines.plugin import Cell, Grid, cell_name, cell_of, hint_for, rectangle

from .cards import ANY, LETTERS, ROUNDS, SYMBOLS
from .city import Station
from .plan import Plan

EMPTY, OVERHEAD, CENTRAL, MONUMENT, OTHER = ".", "+", "#", "*", "?"
SYMBOL_SIGNS = {LETTERS[name]: number for number, name in enumerate(SYMBOLS)}
ALL_SIGNS = [*SYMBOL_SIGNS, *(sign.upper() for sign in SYMBOL_SIGNS), MONUMENT, OTHER, CENTRAL, OVERHEAD, EMPTY]
MOST_STATIONS = 61
MOST_DISTRICTS = 62


def district_of_cells(plan: Plan) -> dict[Cell, int]:
    """The district of every cell. Raises FileError with what is wrong with the districts."""
    names = plan.file.districts.names
    areas: Grid = plan.areas
    if (areas.width, areas.height) != (plan.grid.width, plan.grid.height):
        size = f"{areas.width} x {areas.height} cells, the map {plan.grid.width} x {plan.grid.height}"
        plan.wrong(f"the picture of the districts has {size}", "districts", "picture")
        plan.stop()
    if len(names) > MOST_DISTRICTS:
        plan.wrong(f"{len(names)} districts; a map has at most {MOST_DISTRICTS}", "districts", "names")
    for cell, sign in areas.signs.items():
        if sign not in names:
            plan.problems.append(areas.problem(cell, f"no district has the sign {sign!r}", hint_for(sign, names)))
    for sign, name in names.items():
        if not areas.cells(sign):
            plan.wrong(f"{name} has no cell", "districts", "names", sign)
        if list(names.values()).count(name) > 1:
            plan.wrong(f"two signs for {name}", "districts", "names", sign)
    known = list(names.values())
    for index, name in enumerate(plan.file.districts.outer):
        if name in plan.file.districts.outer[:index]:
            plan.wrong(f"{name} is here twice", "districts", "outer", index)
        if name not in known:
            plan.wrong(f"no district is called {name!r}", "districts", "outer", index, hint=hint_for(name, known))
    central = plan.file.districts.central
    if central is not None and central not in known:
        plan.wrong(f"no district is called {central!r}", "districts", "central", hint=hint_for(central, known))
    plan.stop()
    order = {sign: index for index, sign in enumerate(names)}
    return {cell: order[sign] for cell, sign in areas.signs.items()}


def find_stations(plan: Plan, district_of: dict[Cell, int]) -> None:
    """Add the stations that the picture shows, in the order of its cells."""
    colours = {}
    for colour, name in plan.file.departures.items():
        colours[cell_of(name)] = list(plan.file.departures).index(colour)
    centre = plan.grid.cells(CENTRAL)
    if centre and not rectangle(centre):
        plan.problems.append(plan.grid.problem(centre[0], "the cells of the central station fill no rectangle"))
    for cell, sign in plan.grid.signs.items():
        if sign in (EMPTY, OVERHEAD) or (sign == CENTRAL and cell != centre[0]):
            continue
        if sign not in ALL_SIGNS:
            plan.problems.append(plan.grid.problem(cell, f"unknown sign {sign!r}", f"signs are {' '.join(ALL_SIGNS)}"))
            continue
        if sign.isupper() and cell not in colours:
            hint = "a capital letter is a departure station; name its colour under departures"
            plan.problems.append(plan.grid.problem(cell, f"{cell_name(cell)} is no departure station", hint))
        cells = tuple(centre) if sign == CENTRAL else (cell,)
        station = Station(
            number=len(plan.stations),
            cells=cells,
            symbol=SYMBOL_SIGNS.get(sign.lower(), ANY),
            district=district_of[cell],
            monument=sign == MONUMENT,
            central=sign == CENTRAL,
            colour=colours.get(cell),
        )
        plan.stations.append(station)
        plan.station_at.update(dict.fromkeys(cells, station.number))
    if not 2 <= len(plan.stations) <= MOST_STATIONS:
        plan.wrong(f"{len(plan.stations)} stations; a map has 2 to {MOST_STATIONS}", "picture")


def check_departures(plan: Plan) -> None:
    """Note what is wrong with the departure stations."""
    names = plan.file.departures
    if len(names) != ROUNDS:
        plan.wrong(f"{len(names)} colours; a map has {ROUNDS}", "departures")
    cells = [cell_of(name) for name in names.values()]
    for colour, name in names.items():
        plan.station(name, "departures", colour)
        if cells.count(cell_of(name)) > 1:
            plan.wrong(f"two colours depart from {name}", "departures", colour)
