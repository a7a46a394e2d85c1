"""A seat's map in the terminal: drawn lines in colour and with a letter, so that it reads without colour."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from rich.text import Text

from metrolines.plugin import PASS, Canvas, Cell, cell_name, letters_of, style

from .cards import CARDS, LETTERS, LOOP, SIGNS, SWITCH, UNDERGROUND, symbol_name
from .city import City, Section

if TYPE_CHECKING:
    from metrolines.plugin import State

WIDE, HIGH = 6, 2
LEFT, TOP = 5, 1
TRACKS = {(1, 0): "━", (0, 1): "┃", (1, 1): "╲", (1, -1): "╱"}
LOOP_LOOK = "bold cyan"
CENTRAL, CROSSING = "◎#", "┼+"  # and with plain characters
PLAIN_TRACKS = {(1, 0): "-", (0, 1): "|", (1, 1): "\\", (1, -1): "/"}
DOUBLE_TRACKS = TRACKS | {(1, 0): "═", (0, 1): "║"}
PLAIN_DOUBLE_TRACKS = PLAIN_TRACKS | {(1, 0): "="}


def _at(cell: Cell) -> tuple[int, int]:
    return LEFT + cell[0] * WIDE, TOP + cell[1] * HIGH


class Board:
    """The drawing of one seat's sheet, or of an empty one."""

    def __init__(self, city: City, plain: bool = False, p: Any = None, over: bool = False) -> None:
        self.city = city
        self.tracks = list(p.tracks) if p else [0] * len(city.sections)
        if p is None:
            for number in city.loop_sections:
                self.tracks[number] = 1 << LOOP
        self.lines = list(p.lines) if p else [0] * len(city.colours)
        self.ends = p.ends if p and not over else 0
        if p and not over:
            self.lines[p.colour] = p.line
        self.plain = plain
        self.letters = letters_of([*self.city.colours, "loop"])
        self.looks = [*map(style, self.city.colours), LOOP_LOOK]
        self.canvas = Canvas(LEFT + self.city.width * WIDE, TOP + self.city.height * HIGH)

    def draw(self) -> Text:
        """Everything, the important things last."""
        self._frame()
        self._borders()
        self._river()
        for section in self.city.sections:
            if not self.tracks[section.number]:
                self._free(section)
        for section in self.city.sections:
            if self.tracks[section.number]:
                self._drawn(section)
        self._crossings()
        self._stations()
        return self.canvas.text()

    def _frame(self) -> None:
        for x in range(self.city.width):
            self.canvas.put(_at((x, 0))[0], 0, cell_name((x, 0))[0], "bold")
        for y in range(self.city.height):
            self.canvas.put(0, _at((0, y))[1], f"{y + 1:>2}", "bold")

    def _borders(self) -> None:
        beside, below = (":", ".") if self.plain else ("┊", "┄")
        for (x, y), district in self.city.district_of.items():
            column, row = _at((x, y))
            if self.city.district_of.get((x + 1, y), district) != district:
                self.canvas.put(column + WIDE // 2, row, beside, "dim")
                self.canvas.put(column + WIDE // 2, row + 1, beside, "dim")
            if self.city.district_of.get((x, y + 1), district) != district:
                self.canvas.put(column - 2, row + 1, below * (WIDE - 1), "dim")

    def _river(self) -> None:
        river = self.city.file.river
        if river is None:
            return
        for (x0, y0), (x1, y1) in pairwise(river.through):
            steps = int(max(abs(x1 - x0) * WIDE, abs(y1 - y0) * HIGH)) + 1
            for i in range(steps + 1):
                x, y = x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps
                self.canvas.put(round(LEFT + x * WIDE), round(TOP + y * HIGH), "~", "blue")

    def _free(self, section: Section) -> None:
        if any(self.tracks[other] for other in section.conflicts):
            return
        dot = "." if self.plain else "·"
        for (x, y), (dx, dy) in _steps(section):
            column, row = _at((x, y))
            if dy == 0:
                self.canvas.put(column + 2, row, dot, "dim")
                self.canvas.put(column + 4, row, dot, "dim")
            else:
                self.canvas.put(column + dx * WIDE // 2, row + (1 if dy > 0 else -1), dot, "dim")

    def _drawn(self, section: Section) -> None:
        """Its track, with the letter of its line; a double track has the letters of both, each in its colour."""
        lines = [number for number in range(LOOP + 1) if self.tracks[section.number] >> number & 1]
        look = self.looks[lines[-1]]
        tracks = PLAIN_TRACKS if self.plain else TRACKS
        if len(lines) > 1:
            tracks = PLAIN_DOUBLE_TRACKS if self.plain else DOUBLE_TRACKS
        for (x, y), step in _steps(section):
            column, row = _at((x, y))
            track = tracks[step]
            if step == (1, 0):
                self.canvas.put(column + 1, row, track * 5, look)
                column += 3 if len(lines) == 1 else 2
            else:
                row += 1 if step[1] > 0 else -1
                column += step[0] * WIDE // 2
                self.canvas.put(column, row, track, look)
                column += 1
            for i, line in enumerate(lines):
                apart = 2 * i if step == (1, 0) else i
                self.canvas.put(column + apart, row, self.letters[line].lower(), self.looks[line])
        for x, y in section.path[1:-1]:
            column, row = _at((x, y))
            a, b = section.path[0], section.path[-1]
            step = (int(b[0] > a[0]) - int(b[0] < a[0]), int(b[1] > a[1]) - int(b[1] < a[1]))
            if step[0] < 0 or step == (0, -1):
                step = (-step[0], -step[1])
            self.canvas.put(column, row, tracks[step], look)

    def _crossings(self) -> None:
        for crossing in self.city.crossings:
            drawn = sum(self.tracks[number] > 0 for number in crossing.sections)
            sign = "╬" if drawn == 2 and not self.plain else CROSSING[self.plain]
            self.canvas.put(*_at(crossing.cell), sign, "bold" if drawn else "dim")

    def _stations(self) -> None:
        sites = set(self.city.tourist_sites)
        for station in self.city.stations:
            bit = 1 << station.number
            owners = [i for i, line in enumerate(self.lines) if line & bit]
            look = style(self.city.colours[owners[-1]]) if owners else "bold"
            name = symbol_name(station.symbol)
            sign = LETTERS[name] if self.plain else SIGNS[name]
            for cell in station.cells:
                column, row = _at(cell)
                self.canvas.put(column, row, CENTRAL[self.plain] if station.central else sign, look)
            column, row = _at(station.cells[0])
            if station.colour is not None:
                self.canvas.put(column - 1, row, self.letters[station.colour], style(self.city.colours[station.colour]))
            if station.number in sites:
                self.canvas.put(column + 1, row, "^", "bold")
            if self.ends & bit:
                self.canvas.put(column - 1, row, "[", look)
                self.canvas.put(column + 1, row, "]", look)


def _steps(section: Section) -> list[tuple[Cell, tuple[int, int]]]:
    """The steps of a section from cell to cell, each to the right or straight down."""
    steps = []
    for a, b in pairwise(section.path):
        if b[0] < a[0] or (b[0] == a[0] and b[1] < a[1]):
            a, b = b, a
        steps.append((a, (b[0] - a[0], b[1] - a[1])))
    return steps


def board(state: State, seat: int, plain: bool = False) -> Text:
    """The map of a seat."""
    return Board(cast(City, state.game.map), plain, state.ps[seat], state.over).draw()


def legend(city: City, plain: bool = False) -> str:
    """What the signs of a map mean."""
    signs = LETTERS if plain else SIGNS
    words = [f"{signs[name]} {name}" for name in ("square", "triangle", "pentagon", "circle")]
    if "monuments" in city.features:
        words.append(f"{signs['any']} monument (every card)")
    elif any(station.symbol == len(LETTERS) - 1 for station in city.stations):
        words.append(f"{signs['any']} any card")
    if any(station.central for station in city.stations):
        words.append(f"{CENTRAL[plain]} central station (every card)")
    if city.crossings:
        words.append(f"{CROSSING[plain]} overhead crossing")
    if city.tourist_sites:
        words.append("^ tourist site")
    if city.file.river:
        words.append(f"~ {city.file.river.name}")
    if city.file.loop:
        words.append(f"{letters_of([*city.colours, 'loop'])[-1].lower()} {city.file.loop.name}")
    return ", ".join(words) + ", [ ] end of the line"


def _count(names: list[str], plain: bool) -> str:
    signs = names if plain else [SIGNS.get(name, name) for name in names]
    return " ".join(signs) if signs else "none"


def cards_left(state: State) -> tuple[list[str], list[str]]:
    """The street and the underground cards still in the deck, by symbol."""
    left = sorted(state.g.deck[: state.g.left])
    street = [CARDS[card].partition("-")[0] for card in left if card < UNDERGROUND]
    return street, [CARDS[card].partition("-")[0] for card in left if card >= UNDERGROUND]


def card_name(state: State) -> str:
    """The card of the turn, with the switch that came before it."""
    g = state.g
    flipped: int = g.deck[g.left]
    if not g.switch:
        return CARDS[flipped]
    return f"{CARDS[SWITCH]} + {CARDS[flipped]}" + ("" if g.turn > 2 else " (the switch has no effect yet)")


def status(state: State, seat: int, plain: bool = False) -> list[str]:
    """Round, colour, card, what is left in the deck, and what the signs mean."""
    city = cast(City, state.game.map)
    g, p = state.g, state.ps[seat]
    marks = letters_of(city.colours)
    lines = ", ".join(f"{marks[c].lower()} {colour}" for c, colour in enumerate(city.colours))
    if state.over:
        return [f"The game is over. Lines: {lines}"]
    order = " ".join(city.colours[c] for c in p.colours[g.round + 1 :]) or "none"
    street, underground = cards_left(state)
    scored = ", ".join(f"{city.colours[p.colours[k]]} {p.items[k]}" for k in range(g.round))
    return [
        *([f"Lines so far: {scored}"] if scored else []),
        f"Round {g.round + 1} of 4, {city.colours[p.colour]} ({marks[p.colour].lower()}); then {order}",
        f"Turn {g.turn}: {card_name(state)}; underground card {g.undergrounds} of 5",
        f"Left in the deck: street {_count(street, plain)}; underground {_count(underground, plain)}",
        f"{legend(city, plain)}. Lines: {lines}",
    ]


def preview(state: State, seat: int, action: int, plain: bool = False) -> str:
    """What a legal action scores at once, if the game ended after it."""
    game = state.game
    code = game.space.codes[action]
    if code == PASS:
        return "decline" if state.ps[seat].pending or state.ps[seat].drawn else "draw nothing"
    before, after = (_score_now(state, seat, own) for own in (None, code))
    gain = after - before
    words = [f"{gain:+d}"]
    if code < game.constants.section_codes:
        station = cast(City, game.map).stations[code & 63]
        words.append((LETTERS if plain else SIGNS)[symbol_name(station.symbol)])
        words.append(cast(City, game.map).districts[station.district])
        if state.ps[seat].tracks[game.constants.section_of[code]]:
            words.append("(second track)")
    return " ".join(words)


def _score_now(state: State, seat: int, code: int | None) -> int:
    engine, tables = state.game.engine, state.game.constants
    g, p = state.g.copy(), state.ps[seat].copy()
    try:
        if code is not None:
            engine.act(g, p, tables, code)
        engine.score_now(g, p, tables)
    except Exception as error:
        state.game.attribute_error(error)
    total: int = p.total
    return total


def sections_drawn(city: City, p: Any) -> dict[str, list[str]]:
    """The sections of every colour, as texts."""
    drawn: dict[str, list[str]] = {colour: [] for colour in city.colours}
    for section in city.sections:
        for number, colour in enumerate(city.colours):
            if p.tracks[section.number] >> number & 1:
                drawn[colour].append(city.label(section.a, section.b))
    return drawn
