"""A naive referee for Next Station: the rules of play, with sets and no cleverness."""

from .city import City, Section, Station, load_city
from .modules import EFFECTS, MODULES, OBJECTIVES, POWERS
from .round_effects import RoundEffects
from .scoring import Scoring
from .sheet import Line, Owed, Turn

__all__ = ["City", "Referee", "Section", "Station", "load_city"]

SYMBOLS = ("square", "triangle", "pentagon", "circle", "joker")
ALL_CARDS = [f"{symbol}-{kind}" for kind in ("street", "underground") for symbol in SYMBOLS] + ["switch-street"]


class Referee(RoundEffects, Scoring):
    """All seats of one game. See the rules for what each label means.

    Readings of our own, where the rules leave something open; those of round effects stand in RoundEffects.

    - [house] The power double station is offered before the section of a turn and once more after the round's last
      one, not between two sections of one turn: what could be marked there can be marked later as well.
    - [house] A seat is asked that last time as soon as its own last turn is over, also when it passed.
    - [house] The map named Tokyo pays its own points for interchanges, with the loop line or without it.
    - [house] Stamps are paid on any map with corner districts or outer main ones, which are known by their names.
    """

    def __init__(
        self,
        city,
        seats=1,
        modules=(),
        colours=None,
        decks=((), (), (), ()),
        objectives=(),
        gates=None,
        powers=None,
        round_effects=(),
        districts="crossed",
        crossing_self="allowed",
    ):
        self.city, self.seats, self.modules = city, seats, set(modules)
        self.objectives = tuple(objectives)
        self.powers = dict(powers or {})
        self.round_effects = [tuple(pair) for pair in round_effects]  # (symbol, effect) of each round
        # A gate may be given by its district or by the station that lies in it.
        self.gates = {
            city.stations[name].district if name in city.stations else name: effect
            for name, effect in (gates or {}).items()
        }
        self.districts, self.crossing_self = districts, crossing_self
        palette = list(city.departures)
        if colours is None:
            colours = [palette[seat:] + palette[:seat] for seat in range(seats)]
        self._check(palette, colours, decks)
        self.decks = [list(deck) + [card for card in ALL_CARDS if card not in deck] for deck in decks]
        # All four lines of a sheet exist from the start, with their departure stations.
        self.lines = [
            [Line(colour, city.departures[colour], {city.departures[colour]}) for colour in row] for row in colours
        ]
        self.drawn = [set() for _ in range(seats)]  # per seat: sections that one of its lines has drawn
        # The loop's sections are there from the start, and no player has drawn them.
        self.loop = city.loop_sections if "loop_line" in self.modules else set()
        self.sections_at = {name: [] for name in city.stations}
        for section in city.sections:
            for name in section:
                (other,) = section - {name}
                self.sections_at[name].append((section, other))
        self.others_at_crossings = {section: set() for section in city.sections}
        for one, two in city.crossings:
            self.others_at_crossings[one].add(two)
            self.others_at_crossings[two].add(one)
        self.over = False
        self.round = -1
        self._next_round()

    def _check(self, palette, colours, decks):
        """Refuse a game that the rules do not know."""
        problems = [
            (self.modules - MODULES, "unknown module"),
            ("loop_line" in self.modules and not self.city.loop, "a map without a loop"),
            ("stamps" in self.modules and not self.city.stamp_points, "a map without outer districts"),
            ("round_effects" in self.modules and not self.round_effects_fit(), "bad round effects"),
            (set(self.objectives) - set(OBJECTIVES), "unknown objective"),
            (set(self.gates.values()) - EFFECTS, "unknown effect"),
            (set(self.gates) - self.city.outer, "a gate outside the outer districts"),
            (set(self.powers.values()) - POWERS, "unknown power"),
            (self.districts not in ("crossed", "stations"), "unknown reading of districts"),
            (self.crossing_self not in ("allowed", "forbidden"), "unknown crossing_self"),
            (not 1 <= self.seats <= 4 or len(colours) != self.seats, "wrong number of seats"),
            (any(sorted(row) != sorted(palette) for row in colours), "a seat needs each colour once"),
            (
                any(len(set(column)) < len(column) for column in zip(*colours, strict=False)),
                "a colour shared in a round",
            ),
            (len(decks) != 4, "four decks are needed"),
            (any(len(set(deck)) < len(deck) or set(deck) - set(ALL_CARDS) for deck in decks), "a bad deck"),
        ]
        for bad, message in problems:
            if bad:
                raise ValueError(message)

    # --- cards and turns ---

    def _next_round(self):
        if self.round == 3:
            self.over = True
            self.turns = [Turn(done=True) for _ in range(self.seats)]
            return
        self.round += 1
        self.turn_number = 0
        self.undergrounds = 0
        self._next_turn()

    def _next_turn(self):
        """Flip the next card, and its partner if it is the switch."""
        if self.undergrounds == 5:
            self._next_round()
            return
        deck = self.decks[self.round]
        self.turn_number += 1
        self.cards = [deck.pop(0)]
        if self.cards[0] == "switch-street":
            self.cards.append(deck.pop(0))
        self.undergrounds += sum(card.endswith("-underground") for card in self.cards)
        self.turns = [Turn() for _ in range(self.seats)]
        for turn in self.turns:
            turn.owed = [self._card_section(turn)]

    @property
    def card_symbol(self):
        """Symbol of the card of the turn: the partner, if the switch was flipped."""
        return self.cards[-1].split("-")[0]

    def _symbol_to_reach(self, turn):
        return "any" if self.counts_as_joker() or turn.power == "joker" else self.card_symbol

    def counts_as_joker(self):
        """The card is one, or a round effect makes it one; the power is another matter."""
        return self.card_symbol == "joker" or self.effect_of_card() == "joker-double-track"

    def _start(self, turn):
        """The switch lets a section start anywhere on the line, but only from the third turn on."""
        like_switch = self.cards[0] == "switch-street" or self.effect_of_card() == "branch"
        switch = turn.power == "switch" or (like_switch and self.turn_number >= 3)
        return "anywhere" if switch else "ends"

    def _card_section(self, turn):
        """The section of the card; with a joker card (not the power) it may be a second track."""
        second_track = "double_track" in self.modules and self.card_symbol == "joker"
        second_track = second_track or self.effect_of_card() == "joker-double-track"
        return Owed("card", self._start(turn), self._symbol_to_reach(turn), second_track)

    def to_act(self):
        """Seats that still have a decision in the present turn."""
        return tuple(seat for seat, turn in enumerate(self.turns) if not turn.done)

    # --- decisions ---

    def legal(self, seat):
        """Labels of everything the seat may do now."""
        turn = self.turns[seat]
        if turn.done:
            return set()
        if turn.question:
            return self._gate_labels(seat) | {"pass"}
        if turn.last_call:
            return self._power_labels(seat) | {"pass"}
        labels = self._section_labels(seat, turn.owed[0]) | {"pass"}
        if not turn.touched:
            labels |= self._power_labels(seat)
        return labels

    def play(self, seat, label):
        """Take one decision of a seat; when every seat is done the next turn begins."""
        if label not in self.legal(seat):
            raise ValueError(f"seat {seat} may not play {label!r}")
        turn = self.turns[seat]
        word, *rest = label.split()
        if word == "power":
            self._play_power(seat, *rest)
        elif word == "gate":
            self._answer_gate(seat, *rest)
        elif word != "pass":
            self._draw(seat, *word.split("-"))
        elif turn.question:
            turn.question = None
        elif turn.last_call:
            turn.last_call, turn.done = False, True
        else:
            turn.touched = True
            turn.owed.pop(0)  # for the card's own section this leaves nothing: the rest never came up
        self._settle(seat)

    def _settle(self, seat):
        """Drop owed sections that cannot be drawn; end the turn when nothing is left."""
        turn = self.turns[seat]
        if turn.touched and not turn.question and not turn.done:
            while turn.owed and not self._section_labels(seat, turn.owed[0]):
                turn.owed.pop(0)
            if not turn.owed:
                # After the round's last section a station may still be marked, the one just reached included.
                turn.last_call = self.undergrounds == 5 and self._holds_double_station(seat)
                turn.done = not turn.last_call
        if not self.to_act():
            self._next_turn()

    def tracks(self, seat, section):
        """How many lines run along a section, the loop being one of them."""
        return sum(section in line.sections for line in self.lines[seat]) + (section in self.loop)

    def _section_labels(self, seat, owed):
        """The legal sections for one owed section."""
        line, drawn = self.lines[seat][self.round], self.drawn[seat]
        starts = {"ends": line.ends(), "anywhere": line.stations}.get(owed.start, {owed.start})
        most_tracks = 1 if owed.second_track else 0
        labels = set()
        for start in starts:
            for section, reached in self.sections_at[start]:
                symbol = self.city.stations[reached].symbol
                if owed.only not in (None, section):
                    continue
                if reached in line.stations or self.tracks(seat, section) > most_tracks:
                    continue
                if owed.symbol != "any" and symbol not in (owed.symbol, "any"):
                    continue
                if self.city.sections[section].conflicts & (drawn | self.loop):
                    continue
                if self.others_at_crossings[section] & self.loop:  # the loop is crossed at stations only
                    continue
                if self.crossing_self == "forbidden" and self.others_at_crossings[section] & line.sections:
                    continue
                labels.add(f"{start}-{reached}")
        return labels

    def _draw(self, seat, start, reached):
        turn, line = self.turns[seat], self.lines[seat][self.round]
        station = self.city.stations[reached]
        section = frozenset((start, reached))
        line.sections.add(section)
        line.stations.add(reached)
        self.drawn[seat].add(section)
        turn.touched = True
        owed = turn.owed.pop(0)
        if owed.kind == "card":
            if self.city.paris and self.card_symbol == "joker" and station.monument:
                turn.owed.append(Owed("tour", reached, "any"))
            if turn.power == "double-section":
                # After a joker the station just reached sets the symbol, which may itself be "any".
                symbol = station.symbol if self.counts_as_joker() else self.card_symbol
                turn.owed.append(Owed("double", self._start(turn), symbol))
        self._reach_with_effect(turn, line, start, reached)
        if "effects" in self.modules and station.district in self.gates and station.district not in line.gates_used:
            turn.question = station.district

    def _power_labels(self, seat):
        line = self.lines[seat][self.round]
        power = self.powers.get(line.colour) if "pencil_powers" in self.modules else None
        if power is None or line.power_used or (power == "switch" and self.turn_number <= 2):
            return set()
        turn = self.turns[seat]
        if power == "joker" and self._symbol_to_reach(turn) == "any":
            return set()  # it would change nothing
        if power == "switch" and self._start(turn) == "anywhere":
            return set()
        if power == "double-station":
            return {f"power double-station {name}" for name in line.stations}
        return {f"power {power}"}

    def _holds_double_station(self, seat):
        line = self.lines[seat][self.round]
        dealt = "pencil_powers" in self.modules and self.powers.get(line.colour) == "double-station"
        return dealt and not line.power_used

    def _play_power(self, seat, power, station=None):
        turn, line = self.turns[seat], self.lines[seat][self.round]
        line.power_used = True
        if station:
            line.station_marks.append(station)
        if turn.last_call:
            turn.last_call, turn.done = False, True
            return
        turn.power = power
        turn.owed = [self._card_section(turn)]  # a joker or a switch changes what may be drawn

    def _gate_labels(self, seat):
        line, effect = self.lines[seat][self.round], self.gates[self.turns[seat].question]
        if effect == "double-station":
            return {f"gate double-station {name}" for name in line.stations}
        if effect == "double-district":
            return {f"gate double-district {name}" for name in self.districts_passed(line)}
        return {f"gate {effect}"}

    def _answer_gate(self, seat, effect, target=None):
        turn, line = self.turns[seat], self.lines[seat][self.round]
        line.gates_used.add(turn.question)
        turn.question = None
        if effect == "double-station":
            line.station_marks.append(target)
        elif effect == "double-district":
            line.district_marks.append(target)
        elif effect == "extra-section":
            turn.owed.insert(0, Owed("extra", "ends", "any"))
        else:
            turn.owed.insert(0, Owed("extra", "anywhere", self._symbol_to_reach(turn)))
