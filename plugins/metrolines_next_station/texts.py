"""Texts on a game: what was understood of a map, lines, the solo ladder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from metrolines.plugin import counted, host
from metrolines.view import Ladder

from .city import City
from .lines import lines_of
from .rule_texts.scoring import MODULE, rungs
from .survey import read_city
from .terms import Measure, read_terms

if TYPE_CHECKING:
    from metrolines.plugin import Document, Game, State


def report(city: City) -> list[tuple[str, str]]:
    """What was understood of a map: headings and texts."""
    data = city.as_data()
    symbols = [f"{name} {len(stations)}: {' '.join(stations)}" for name, stations in data["stations_by_symbol"].items()]
    districts = [f"{name} {len(stations)}: {' '.join(stations)}" for name, stations in data["districts"].items()]
    missing = [f"{colour}: {', '.join(names)}" for colour, names in data["missing_symbols"].items()]
    crossings = [f"{cell}: {' x '.join(names)}" for cell, names in data["crossings"].items()]
    rows = [
        ("map", f"{data['name']}, {city.width} x {city.height} cells, {data['stations']} stations"),
        ("stations by symbol", "\n".join(symbols)),
        ("departures", ", ".join(f"{colour} {name}" for colour, name in data["departures"].items())),
        ("districts", "\n".join(districts)),
        ("sections", f"{len(data['sections'])}, {data['conflicts']} pairs cross"),
        ("overhead crossings", "\n".join(crossings) or "none"),
        ("features", "\n".join(f"{name}: {words}" for name, words in data["features"].items()) or "none"),
        ("always in play", ", ".join(data["variants"]) or "nothing"),
        ("unreachable stations", " ".join(data["unreachable"]) or "none"),
        ("symbols missing beside a departure", "\n".join(missing) or "none"),
    ]
    return [*rows, ("house values", ", ".join(data["house"]))] if data["house"] else rows


def terms_report(document: Document, cards: bool) -> tuple[list[tuple[str, str]], dict[str, Any]]:
    """The objectives or scoring terms of a file, and the maps that cannot support each."""
    rows = [("deck of objectives" if cards else "scoring terms", document.data.get("title") or document.path)]
    data = []
    maps = [spec for spec in host().maps.values() if spec.family == "next_station"]
    cities = [read_city(spec.path) for spec in maps]
    for term in read_terms(document.path, text=document.text, cards=cards):
        lacking = {}
        for city in cities:
            measure = Measure(term, city, variants=(*city.variants, "loop_line", "double_track"))
            if measure.lacks:
                lacking[city.id] = measure.lacks
        words = [f"not on {name}: {why}" for name, why in lacking.items()]
        rows.append((term.id, "; ".join([term.heading, *words])))
        data.append(
            {"id": term.id, "title": term.title, "points": term.points, "source": term.source, "not_on": lacking}
        )
    return rows, {"kind": "deck" if cards else "terms", "terms": data}


def lines(state: State, seat: int) -> list[dict[str, Any]]:
    """The lines by round for programs; those not begun yet are left out."""
    names = ("round", "colour", "districts", "busiest", "bonus", "points")
    return [
        {**{name: getattr(line, name) for name in names}, "sections": list(line.sections)}
        for line in lines_of(state, seat)
    ]


def summary(state: State, seat: int) -> list[str]:
    """The lines by round, a text each."""
    rows = []
    for line in lines(state, seat):
        bonus = f" + {line['bonus']}" if line["bonus"] else ""
        sum_ = f"{counted(line['districts'], 'district')} x {counted(line['busiest'], 'station')}{bonus}"
        sections = " ".join(line["sections"]) or "no section"
        rows.append(f"Round {line['round']}, {line['colour']}: {sum_} = {line['points']}; {sections}")
    return rows


def ladder(state: State) -> Ladder | None:
    """The solo ladder, and the rung that a solo game reached."""
    return ladder_at(state.game, state.scores()[0].total) if state.over else None


def ladder_at(game: Game, total: int) -> Ladder | None:
    """The solo ladder, and the rung that so many points reach."""
    city = cast(City, game.map)
    steps = city.file.solo_ladder
    if game.seats > 1 or not steps:
        return None
    modules = [c.spec.id for c in game.variants if c.spec.id not in city.variants]
    points = total - MODULE * len(modules)
    working = f"{total} - {MODULE} x {counted(len(modules), 'module')} = {points}" if modules else ""
    return Ladder(rungs(tuple(steps)), sum(points > most for most in steps), points, working)


def closing_words(state: State) -> list[str]:
    """The rung of the solo ladder that a solo game reached."""
    found = ladder(state)
    if found is None:
        return []
    less = f" (minus {MODULE} for each module in play: {found.points})" if found.working else ""
    house = " [house]" if "solo_ladder" in cast(City, state.game.map).file.house else ""
    rungs = found.rungs
    return [f"Solo ladder{house}: rung {found.reached + 1} of {len(rungs)}, {rungs[found.reached]} points{less}"]
