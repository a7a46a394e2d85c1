"""A map file while it is surveyed: its two pictures, the stations found so far, and what is wrong with it."""

from __future__ import annotations

from metrolines.plugin import Cell, Document, FileError, Problem, cell_of, hint_for, read_grid

from .city import Station
from .map_file import MapFile


class Plan:
    """What the steps of a survey read and add to. `grid` is the picture of the map, `areas` that of the districts.

    `station_at` has the number of the station on every cell that one covers.
    """

    def __init__(self, document: Document, file: MapFile) -> None:
        self.document = document
        self.file = file
        self.problems: list[Problem] = []
        self.grid = read_grid(document, file.picture, "picture", problems=self.problems)
        self.areas = read_grid(document, file.districts.picture, "districts", "picture", problems=self.problems)
        self.stop()
        self.stations: list[Station] = []
        self.station_at: dict[Cell, int] = {}

    def stop(self) -> None:
        """Raise a FileError with all that was found wrong so far; nothing if all is well."""
        if self.problems:
            raise FileError(sorted(self.problems, key=lambda problem: (problem.line, problem.column)))

    def wrong(self, message: str, *keys: str | int, hint: str = "") -> None:
        """Note that the value under these keys is wrong."""
        self.problems.append(self.document.problem(message, *keys, hint=hint))

    def station(self, name: str, *keys: str | int) -> int | None:
        """The number of the station that is named under these keys; None, and a problem, if there is none."""
        number = self.station_at.get(cell_of(name))
        if number is None:
            known = [station.name for station in self.stations]
            self.wrong(f"there is no station at {name}", *keys, hint=hint_for(name.lower(), known))
        return number
