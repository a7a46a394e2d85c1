"""`games results`: a person's own table of the games that were played to the end, from their records."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._text import counted, hint_for
from ..agents.names import HUMAN, is_person, person_name, short_name
from ..errors import MetrolinesError, UsageError
from . import show
from .chosen_options import in_words, told_options, unusual_options
from .data import print_json
from .kept import kept_games, place_of
from .options import use_plugins
from .places import records_folder

if TYPE_CHECKING:
    from .._game.record import Record


@dataclass
class Group:
    """The finished games of one city, its variants and options, and the same others at the table."""

    record: Record  # of one of them
    seat: int
    against: tuple[str, ...]
    options: dict[str, Any]  # those that are not the usual ones
    totals: list[int] = field(default_factory=list)
    wins: int = 0

    @property
    def mean(self) -> float:
        """The mean of the totals."""
        return sum(self.totals) / len(self.totals)

    def as_data(self) -> dict[str, Any]:
        """The row for programs. `wins` and rungs are null where there are none to have."""
        header = self.record.header
        best, mean, rungs = self._rungs()
        return {
            "game": header["game"],
            "map": header.get("map"),
            "variants": sorted(header["variants"]),
            "options": told_options(self.options),
            "against": list(self.against),
            "games": len(self.totals),
            "best": max(self.totals),
            "mean": round(self.mean, 2),
            "rungs": rungs,
            "best_rung": best,
            "mean_rung": mean,
            "wins": self.wins if self.against else None,
        }

    def _rungs(self) -> tuple[int | None, int | None, int | None]:
        """The rungs (from 1) of the best and of the mean, and how many the solo ladder has."""
        if self.against:
            return None, None, None
        try:
            game = self.record.game()
        except MetrolinesError:  # what was played is not here any more: the points are
            return None, None, None
        best = game.family.ladder_at(game, max(self.totals))
        mean = game.family.ladder_at(game, int(self.mean // 1))
        if best is None or mean is None:
            return None, None, None
        return best.reached + 1, mean.reached + 1, len(best.rungs)


def show_results(name: str | None, *, plugins: Sequence[Path] | None, as_json: bool) -> None:
    """The table of all finished games, or of those of a person who has that name."""
    use_plugins(plugins)
    found = kept_games()
    records = [kept.record for kept in found if kept.record is not None and kept.finished]
    groups = _groups(records, name)
    if name is not None and not groups:
        names = sorted({person_name(who) for record in records for who in _seated(record) if person_name(who)})
        raise UsageError(f"no game of {name} is kept", hint_for(name, names) or "--names ann gives a person a name")
    rows = [group.as_data() for group in groups]
    damaged = [{"file": str(kept.path), "damage": kept.damage} for kept in found if kept.record is None]
    if as_json:
        print_json({"folder": str(records_folder()), "results": rows, "damaged": damaged})
        return
    _print(rows)
    for one in damaged:
        show.remark(f"damaged: {one['file']}: {one['damage']}")


def _seated(record: Record) -> list[str]:
    return [who for who in map(str, record.header.get("agents") or []) if is_person(who)]


def _own_seat(names: Sequence[str], name: str | None) -> int | None:
    """The seat of whoever asks: that of the name, or the first without one, or the first person's."""
    persons = [seat for seat, who in enumerate(names) if is_person(who)]
    if name is not None:
        return next((seat for seat in persons if person_name(names[seat]) == name), None)
    return next((seat for seat in persons if names[seat] == HUMAN), persons[0] if persons else None)


def _groups(records: Sequence[Record], name: str | None) -> list[Group]:
    """The games by city, variants, options and others at the table, those played most first."""
    found: dict[tuple[Any, ...], Group] = {}
    for record in records:
        header = record.header
        names = [str(who) for who in header.get("agents") or []]
        seat = _own_seat(names, name)
        scores = {score["seat"]: score for score in (record.end or {})["end"]["scores"]}
        if seat is None or seat not in scores or header.get("position"):
            continue
        against = tuple(sorted(_called(who) for other, who in enumerate(names) if other != seat))
        options = unusual_options(header)
        variants = tuple(sorted(header["variants"]))
        key = (header["game"], header.get("map"), variants, json.dumps(options, sort_keys=True), against)
        group = found.setdefault(key, Group(record, seat, against, options))
        group.totals.append(scores[seat]["total"])
        group.wins += scores[seat]["rank"] == 1
    return sorted(found.values(), key=lambda group: -len(group.totals))


def _called(name: str) -> str:
    return person_name(name) or "a person" if is_person(name) else short_name(name)


def _print(rows: Sequence[dict[str, Any]]) -> None:
    from rich.table import Table

    if not rows:
        show.out().print("No game has been played to the end yet. `games run paris` begins one.")
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    unusual = any(row["options"] for row in rows)
    for title in ("game", "variants, options" if unusual else "variants", "against"):
        table.add_column(title, overflow="fold")
    for title in ("games", "best", "mean", "wins"):
        table.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        best, mean = (_with_rung(text, row[key]) for text, key in _points(row))
        wins = "" if row["wins"] is None else str(row["wins"])
        others = ", ".join(row["against"]) or "alone"
        played = "\n".join([", ".join(row["variants"]), *in_words(row["options"])]).strip()
        table.add_row(place_of(row), played, others, str(row["games"]), best, mean, wins)
    show.out().print(table)
    total = sum(row["games"] for row in rows)
    alone = any(row["best_rung"] for row in rows)
    show.out().print(f"{counted(total, 'game')}." + (" In brackets: the rung of the solo ladder." if alone else ""))


def _points(row: dict[str, Any]) -> tuple[tuple[str, str], tuple[str, str]]:
    return (str(row["best"]), "best_rung"), (f"{row['mean']:.1f}", "mean_rung")


def _with_rung(points: str, rung: int | None) -> str:
    return points if rung is None else f"{points} ({rung})"
