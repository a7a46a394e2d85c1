"""Texts on a game: what was understood of a map, the rules in a page, the solo ladder."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from metrolines.plugin import counted, host
from metrolines.view import Ladder

from .cards import CARDS, SYMBOLS
from .city import City
from .lines import lines_of
from .settings import deck_of, scoring_of
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
    city = cast(City, state.game.map)
    steps = city.file.solo_ladder
    if len(state.ps) > 1 or not steps or not state.over:
        return None
    modules = [c.spec.id for c in state.game.variants if c.spec.id not in city.variants]
    total = state.scores()[0].total
    points = total - 10 * len(modules)
    rungs = ["up to " + str(steps[0]), *(f"{a + 1} to {b}" for a, b in pairwise(steps)), f"over {steps[-1]}"]
    working = f"{total} - 10 x {counted(len(modules), 'module')} = {points}" if modules else ""
    return Ladder(tuple(rungs), sum(points > most for most in steps), points, working)


def closing_words(state: State) -> list[str]:
    """The rung of the solo ladder that a solo game reached."""
    found = ladder(state)
    if found is None:
        return []
    less = f" (minus 10 for each module in play: {found.points})" if found.working else ""
    house = " [house]" if "solo_ladder" in cast(City, state.game.map).file.house else ""
    rungs = found.rungs
    return [f"Solo ladder{house}: rung {found.reached + 1} of {len(rungs)}, {rungs[found.reached]} points{less}"]


def rule_sheet(game: Game) -> list[tuple[str, str]]:
    """The rules of a game in a page."""
    city = cast(City, game.map)
    scoring = scoring_of(city, game.settings)
    inter = scoring.interchanges
    bonus = []
    if scoring.monument:
        bonus.append(f"{scoring.monument} for every monument on the line")
    if scoring.river and city.file.river:
        bonus.append(f"{scoring.river} for every section across the {city.file.river.name}")
    reading = "has a station in or runs through" if game.settings["districts"] == "crossed" else "has a station in"
    play = (
        "Four rounds, a pencil of another colour in each; with several players the pencils go round. Each round has "
        f"its own shuffled deck of 11: every symbol ({', '.join(SYMBOLS)}) and a joker as a street and as an "
        "underground card, and the railroad switch. Flip a card; everybody draws one section or passes. "
        "The round ends after the turn of the fifth underground card."
    )
    section = (
        "A section starts at an end of the line (first at the colour's departure station) and leads to a station with "
        "the card's symbol (a joker: to any) that is not on the line yet. No section is drawn twice, none crosses "
        "another" + (" except at an overhead crossing." if city.crossings else ".")
    )
    switch = (
        "The railroad switch comes with the next card: from the third turn of a round on, this section may start at "
        "any station of the line."
    )
    rows = [("Play", play), ("A section", section), ("Switch", switch)]
    if city.file.jokers == "guided_tour":
        tour = "A joker that reaches a monument lets one go on at once: one more section from there to any station."
        rows.append(("Guided tour", tour))
    line = f"districts that the line {reading} x most of its stations in one district"
    rows.append(("A line scores", " + ".join([line, *bonus])))
    network = f"stations with 2 / 3 / 4 lines: {inter.two} / {inter.three} / {inter.four} each"
    if "loop_line" in (chosen.spec.id for chosen in game.variants):
        network += f", with 5 (the loop is one): {inter.five}; a station of the loop not reached: {scoring.loop}"
    if scoring.crossing:
        network += (
            f"; an overhead crossing with one section drawn {scoring.crossing.one}, with both {scoring.crossing.both}"
        )
    rows.append(("At the end", network + ". Ties go to the best single line."))
    for chosen in game.variants:
        house = f" House values: {', '.join(chosen.spec.house)}." if chosen.spec.house else ""
        rows.append((chosen.spec.title, chosen.spec.rules.strip() + house))
    for block in game.chance:
        if block.titles:
            cards = "\n".join(f"{outcome}: {block.titles[outcome]}" for outcome in block.outcomes)
            rows.append((f"The cards of {block.source}", cards))
    if game.settings["deck"]:
        rows.append(("The deck", "not the printed one: " + ", ".join(CARDS[card] for card in deck_of(game.settings))))
    if game.notes:
        rows.append(("Notes", " ".join(game.notes)))
    if city.file.house:
        rows.append(("House values of the map", ", ".join(city.file.house)))
    return rows
