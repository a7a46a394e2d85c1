"""Why an action is not legal now, in one short word for programs and one sentence for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from metrolines.plugin import PASS, IllegalAction, hint_for, plain_text

from .cards import ANY, symbol_name
from .city import City
from .closing import is_open
from .frames import card_of

if TYPE_CHECKING:
    from metrolines.plugin import Game, State


def explain_text(game: Game, text: str) -> IllegalAction | None:
    """Why a text that looks like a section is none; None for other texts."""
    city = cast(City, game.map)
    ends = plain_text(text).replace(" ", "").split("-")
    if len(ends) != 2 or not all(end[:1].isalpha() and end[1:].isdigit() for end in ends):
        return None
    for end in ends:
        if end not in city.number_of:
            return IllegalAction("no_station", f"there is no station at {end}")
    a, b = (city.number_of[end] for end in ends)
    if b in city.neighbours[a]:  # a further cell of a station that covers several
        return IllegalAction("not_a_section", f"this section is called {city.label(a, b)}")
    names = [city.label(a, other) for other in sorted(city.neighbours[a])]
    hint = hint_for(f"{ends[0]}-{ends[1]}", names)
    return IllegalAction("not_a_section", f"{ends[0]}-{ends[1]} is no section of the map ({hint})")


def explain(state: State, seat: int, action: int) -> IllegalAction:
    """Why a known action is not legal for a seat that may act."""
    game = state.game
    label = game.space.label_of(action)
    p = state.ps[seat]
    if p.pending:
        options = " or ".join(state.legal_labels(seat)[:4])
        return IllegalAction("decision_pending", f"first answer the question that is open: {options} ...")
    if action == PASS or action >= game.constants.section_codes:
        return IllegalAction("not_offered", f"{label} is not offered now")
    if not p.owed:
        return IllegalAction("not_offered", "no section is to be drawn now")
    second = not p.drawn and (card_of(state.g, p) == ANY or _offers_a_second_track(state, seat))
    city, t, a, b = cast(City, game.map), game.constants, action >> 6, action & 63
    refusal = explain_section(city, t, p, a, b, second_track=second)
    if refusal is None and not crosses_itself(t, p, a, b):  # no second track is to be had, though tables know of them
        refusal = explain_section(city, t, p, a, b)
    if refusal is None and crosses_itself(t, p, a, b):
        refusal = IllegalAction("crosses", f"{label} would cross its own line at an overhead crossing")
    return refusal or IllegalAction("not_offered", f"{label} is not offered now")


def crosses_itself(t: Any, p: Any, a: int, b: int) -> bool:
    """Whether the section from a to b would cross its own line at an overhead crossing, where that is forbidden."""
    at = range(2 * t.crossings if t.apart else 0)
    partners = [t.partner_of[i] for i in at if {t.crossing_from[i], t.crossing_to[i]} == {a, b}]
    return any(p.tracks[partner] >> p.colour & 1 for partner in partners)


def _offers_a_second_track(state: State, seat: int) -> bool:
    """Whether one of the legal sections would be a second track."""
    t, tracks = state.game.constants, state.ps[seat].tracks
    codes = (state.game.space.codes[action] for action in state.legal(seat))
    return any(tracks[t.section_of[code]] for code in codes if 0 <= code < t.section_codes)


def explain_section(city: City, t: Any, p: Any, a: int, b: int, *, second_track: bool = False) -> IllegalAction | None:
    """Why the section from a to b may not be drawn in the seat's frame; None if nothing speaks against it.

    `second_track`: whether the section may be the second one along another, where the table plays that at all.
    """
    label = city.label(a, b)
    section = city.neighbours[a][b]
    tracks = p.tracks[section]
    if tracks.bit_count() >= (t.most_tracks if second_track else 1):
        words = f"{label} has been drawn already, in {' and '.join(city.lines_on(tracks))}"
        if 1 == tracks.bit_count() < t.most_tracks:
            words += "; this card allows no second track"
        return IllegalAction("used", words)
    crossing = [other for other in sorted(city.sections[section].conflicts) if p.tracks[other]]
    if crossing and not tracks:
        other = city.sections[crossing[0]]
        return IllegalAction("crosses", f"{label} would cross {city.label(other.a, other.b)}")
    if not tracks and not is_open(p, t, section):
        return IllegalAction("closed", f"{label} is closed")
    line = p.line
    if not (line >> a & 1 or line >> b & 1):
        return IllegalAction("not_on_line", f"neither end of {label} is on the {city.colours[p.colour]} line")
    if line >> a & 1 and line >> b & 1:
        return IllegalAction("revisits", f"{city.stations[b].name} is on the line already")
    if line >> b & 1:
        a, b = b, a
    start, reached = city.stations[a], city.stations[b]
    if p.start >= 0 and p.start != a:
        return IllegalAction("wrong_start", f"this section must start at {city.stations[p.start].name}")
    if p.start >= 0 and p.anywhere:
        if not t.ahead[8 * a + p.want] >> b & 1:
            return IllegalAction("not_straight_on", f"from {start.name} this section must go straight on")
        return None
    if p.start < 0 and not p.anywhere and not p.ends >> a & 1:
        return IllegalAction("wrong_end", f"{start.name} is no end of the line")
    if not t.with_symbol[p.want] >> b & 1:
        shown = f"{reached.name} shows {symbol_name(reached.symbol)}"
        return IllegalAction("wrong_symbol", f"{shown}, the card asks for {symbol_name(p.want)}")
    return None
