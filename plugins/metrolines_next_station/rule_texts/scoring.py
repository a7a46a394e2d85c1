"""What a round pays, and what the end of the game pays."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, cast

from metrolines.view import RuleText

from ..city import City
from ..settings import scoring_of

if TYPE_CHECKING:
    from metrolines.plugin import Game

ROUND = "Scoring a round"
END = "The end of the game"
MODULE = 10  # what a module in play costs on the solo ladder


def rungs(steps: tuple[int, ...]) -> tuple[str, ...]:
    """The steps of a solo ladder in words."""
    return ("up to " + str(steps[0]), *(f"{a + 1} to {b}" for a, b in pairwise(steps)), f"over {steps[-1]}")


def _working(game: Game, city: City) -> str:
    """A line of 5 districts and 3 stations, with two of what the city pays beside."""
    scoring = scoring_of(city, game.settings)
    known = [(scoring.monument, "monuments", "monuments"), (scoring.river, "river crossings", "river")]
    paying = [(points, name) for points, name, feature in known if points and feature in city.features]
    sum_, points = "5 districts x 3 stations", 15
    for worth, name in paying[:1]:
        sum_ += f" + 2 {name} x {worth}"
        points += 2 * worth
    return f"""
+---------+---------+---------+---------+---------+
|  o------|--o---o--|-o--o--o-|----o----|----o    |
+---------+---------+---------+---------+---------+
districts that the line passes: 5; most stations in one: 3
{sum_} = {points}
"""


def round_entries(game: Game) -> list[RuleText]:
    """What a line pays at the end of its round."""
    city = cast(City, game.map)
    scoring = scoring_of(city, game.settings)
    crossed = game.settings["districts"] == "crossed"
    reading = (
        "A district counts when the line has a station in it or a section runs through it. To touch its corner is not "
        "enough."
        if crossed
        else "A district counts only when the line has a station in it. To run through it without one is not enough."
    )
    rows = [
        RuleText(
            "line-score",
            ROUND,
            "At the end of a round its line is scored: the number of districts that it passes, times the stations that "
            "it has in the one district where it has most. The departure station counts.",
            _working(game, city),
        ),
        RuleText("districts", ROUND, reading, source="printed" if crossed else "house"),
        RuleText(
            "bare-departure",
            ROUND,
            "The departure station is on its line from the start. If you drew no section, the line still scores "
            "1 district x 1 station = 1.",
        ),
    ]
    if scoring.monument and "monuments" in city.features:
        text = (
            f"Each monument on the line adds {scoring.monument}, to the score of every line that reaches it. "
            "The central station is no monument."
        )
        rows.append(RuleText("monuments", ROUND, text))
    if scoring.river and city.file.river:
        text = f"Each section of the line that crosses the {city.file.river.name} adds {scoring.river}."
        rows.append(RuleText("river", ROUND, text))
    return rows


def _interchanges(game: Game, city: City) -> RuleText:
    pay = scoring_of(city, game.settings).interchanges
    loop = "loop_line" in (chosen.spec.id for chosen in game.variants)
    values = [(2, pay.two), (3, pay.three), (4, pay.four), *([(5, pay.five)] if loop else [])]
    paying = [f"{points} points with {lines} lines" for lines, points in values if points]
    first = min((lines for lines, points in values if points), default=2)
    text = f"A station that lines of several colours serve is an interchange. It pays {', '.join(paying)}."
    if first > 2:
        text += f" With fewer than {first} lines it pays nothing."
    if loop and city.file.loop:
        text += f" The {city.file.loop.name.lower()} counts as one of the lines."
    text += " Each pays once, by its highest number. A departure station has its own line, drawn or not."
    house = any(key.startswith("scoring.interchanges") for key in city.file.house)
    return RuleText("interchanges", END, text, source="house" if house else "printed")


def _ladder(game: Game, city: City) -> RuleText:
    steps = tuple(city.file.solo_ladder)
    always = [name.replace("_", " ") for name in city.variants]
    free = f" What is part of the city costs nothing: {', '.join(always)}." if always else ""
    rows = "\n".join(f"rung {number}: {words} points" for number, words in enumerate(rungs(steps), start=1))
    text = (
        f"Alone you play for a rung of the ladder. Take {MODULE} off your total for each module in play.{free} What is "
        f"left decides:\n{rows}"
    )
    example = f"""
{steps[0] + 5} points with 1 module: {steps[0] + 5} - {MODULE} = {steps[0] - 5}, {rungs(steps)[0]}: rung 1
"""
    house = "solo_ladder" in city.file.house
    return RuleText("solo-ladder", END, text, example, "house" if house else "printed")


def end_entries(game: Game) -> list[RuleText]:
    """What the network pays, and who wins."""
    city = cast(City, game.map)
    crossing = scoring_of(city, game.settings).crossing
    rows = [_interchanges(game, city)]
    if crossing and city.crossings:
        text = (
            f"An overhead crossing pays {crossing.one} when one of its two sections is drawn, {crossing.both} when "
            "both are. Both together pay just that, nothing is added for the single ones."
        )
        rows.append(RuleText("overhead-score", END, text))
    rows += [
        RuleText("total", END, "Your total is the sum of your four lines and of what the end of the game pays."),
        RuleText(
            "ties",
            END,
            "Most points win. Who is level there is decided by the best single line. If that is level too, the victory "
            "is shared; the order of the seats never matters.",
        ),
    ]
    if city.file.solo_ladder:
        rows.append(_ladder(game, city))
    if city.file.house:
        words = ", ".join(city.file.house)
        text = f"Not from printed rules: {words}."
        rows.append(RuleText("house-values", "House values of the map", text, source="house"))
    return rows
