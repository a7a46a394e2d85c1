"""What a seat is told beside its sheet: why it is asked, the card, the deck, and how its points come about."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, cast

from metrolines.plugin import PASS, counted
from metrolines.view import Fact, Prompt, Stage

from .cards import ANY, CARDS, ROUNDS, SWITCH, UNDERGROUND, UNDERGROUND_CARDS, symbol_name
from .city import City
from .frames import card_of
from .scoring import stacked
from .view import title_of

if TYPE_CHECKING:
    from metrolines.plugin import Game, State


def stage(state: State) -> Stage:
    """The round."""
    number = min(state.g.round + 1, ROUNDS)
    return Stage(number, ROUNDS, f"Round {number} of {ROUNDS}")


def goes_on(state: State, seat: int) -> bool:
    """Whether a seat's turn goes on."""
    p = state.ps[seat]
    return bool(p.owed or p.pending)


def prompt(state: State, seat: int) -> Prompt:
    """What a seat is asked in its turn."""
    game, p = state.game, state.ps[seat]
    if p.pending:
        decision = game.decisions[p.pending.bit_length() - 1]
        return Prompt(f"{_title_of(game, decision.source)}: choose, or pass.")
    nothing = state.legal_labels(seat) == ("pass",)
    if p.drawn == 0:
        return Prompt(
            "Nothing can be drawn: you can only pass." if nothing else _first_section(state, seat), _card(state, p)
        )
    start = f" from {_name(state, p.start)}" if p.start >= 0 else ""
    if start and p.anywhere:
        return Prompt(f"Go straight on{start}, or pass.")
    anywhere = " from any station of the line" if p.anywhere and not start else ""
    text = f"Draw one more section{start}{anywhere} to {_symbol(p.want)}, or pass."
    tour = p.start >= 0 and card_of(state.g, p) == ANY and game.constants.tour >> p.start & 1
    return Prompt(text, ("Guided tour.",) if tour else ())


def _first_section(state: State, seat: int) -> str:
    p = state.ps[seat]
    where = f" from {_name(state, p.start)}" if p.start >= 0 else ""
    if p.anywhere and not where:
        where = " from any station of the line"
    return f"Draw a section{where} to {_symbol(p.want)}, or pass."


def _card(state: State, p: Any) -> tuple[str, ...]:
    """What the card brings that is not seen from it."""
    g = state.g
    why = []
    if g.switch:
        why.append("Railroad switch." if g.anywhere else "The railroad switch has no effect before turn 3.")
    if p.own_card:
        why.append(f"You play a card of your own: {symbol_name(p.own_card - 1)}.")
    if card_of(g, p) == ANY and state.game.constants.tour:
        why.append("Free entry, or a guided tour: from a monument you may go on at once.")
    return tuple(why)


def _symbol(want: int) -> str:
    return "any station" if want == ANY else f"a {symbol_name(want)}"


def _name(state: State, station: int) -> str:
    return cast(City, state.game.map).stations[station].name


def _title_of(game: Game, source: str) -> str:
    return next((chosen.spec.title for chosen in game.variants if chosen.spec.id == source), source)


def card_name(state: State) -> str:
    """The card of the turn, with the switch that came before it."""
    g = state.g
    flipped = CARDS[g.deck[g.left]]
    return f"{CARDS[SWITCH]} + {flipped}" if g.switch else flipped


def cards_left(state: State) -> tuple[list[str], list[str]]:
    """The street and the underground cards still in the deck, by symbol."""
    left = sorted(state.g.deck[: state.g.left])
    street = [CARDS[card].partition("-")[0] for card in left if card < UNDERGROUND]
    return street, [CARDS[card].partition("-")[0] for card in left if card >= UNDERGROUND]


def facts(state: State, seat: int) -> list[Fact]:
    """Card, deck, pencils to come."""
    if state.over:
        return []
    city = cast(City, state.game.map)
    g, p = state.g, state.ps[seat]
    to_come = [city.colours[colour] for colour in p.colours[g.round + 1 :]]
    street, underground = cards_left(state)
    left = Counter(CARDS[card] for card in sorted(g.deck[: g.left]))
    more = UNDERGROUND_CARDS - g.undergrounds
    end = "the round ends with this turn" if not more else "then the round ends"
    return [
        Fact("card", "Card", f"{card_name(state)}, turn {g.turn}"),
        Fact(
            "pencil", "Pencil", city.colours[p.colour] + (f"; then {', '.join(to_come)}" if to_come else ", the last")
        ),
        Fact("underground", "Underground", f"{g.undergrounds} of {UNDERGROUND_CARDS}, {end}"),
        Fact(
            "deck",
            "In the deck",
            f"street {' '.join(street) or 'none'}; underground {' '.join(underground) or 'none'}",
            dict(left),
        ),
    ]


def remark(state: State, seat: int, action: int) -> str:
    """What a section leads to: a symbol and a district."""
    game = state.game
    if action == PASS or action >= game.constants.section_codes:
        return ""
    city = cast(City, game.map)
    station = city.stations[action & 63]
    words = f"{symbol_name(station.symbol)}, {title_of(city.districts[station.district])}"
    if station.number in city.tourist_sites:
        words += ", tourist site"
    return words + (", second track" if state.ps[seat].tracks[game.constants.section_of[action]] else "")


# --- how points come about ---


def workings(game: Game, g: Any, p: Any) -> dict[str, str]:
    """How the boxes of a seat that was scored come about."""
    city, t = cast(City, game.map), game.constants
    found = {}
    for number in range(min(g.round + 1, ROUNDS)):
        districts, busiest, points = p.line_districts[number], p.line_busiest[number], p.items[number]
        bonus = _bonus(game, points - districts * busiest)
        sum_ = f"{counted(districts, 'district')} x {counted(busiest, 'station')}{bonus}"
        found[f"line_{number + 1}"] = f"{city.colours[p.colours[number]]}: {sum_} = {points}"
    ones, twos, fours = stacked(p, t)
    at = {2: twos & ~ones, 3: twos & ones, 4: fours & ~ones, 5: fours & ones if t.loop else 0}
    for lines, stations in at.items():
        if (count := stations.bit_count()) and t.interchange_points[lines]:
            worth = t.interchange_points[lines]
            found[f"interchanges_{lines}"] = f"{counted(count, 'station')} x {worth} = {count * worth}"
    if t.crossings:
        found["crossings"] = _crossings(t, p)
    return found


def _bonus(game: Game, bonus: int) -> str:
    """What a line scores beside its districts, with its sum where only one thing can have brought it."""
    if not bonus:
        return ""
    t = game.constants
    known = [(t.monument_points, "monument"), (t.river_points, "river crossing")]
    paying = [(points, name) for points, name in known if points]
    if len(paying) == 1 and len(game.hooks["score_line"]) == 1 and bonus % paying[0][0] == 0:
        points, name = paying[0]
        return f" + {counted(bonus // points, name)} x {points}"
    return f" + {bonus}" if bonus > 0 else f" - {-bonus}"


def _crossings(t: Any, p: Any) -> str:
    drawn = [
        (p.tracks[a] > 0) + (p.tracks[b] > 0)
        for a, b in zip(t.crossing_a[: t.crossings], t.crossing_b[: t.crossings], strict=True)
    ]
    one, both = drawn.count(1), drawn.count(2)
    words = [
        f"{count} x {worth} ({how})"
        for count, worth, how in ((one, t.crossing_points[1], "one section"), (both, t.crossing_points[2], "both"))
        if count
    ]
    return f"{' + '.join(words)} = {one * t.crossing_points[1] + both * t.crossing_points[2]}" if words else ""
