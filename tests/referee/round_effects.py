"""The module of round effects: in each round one symbol has one effect."""

from math import gcd

from .sheet import Owed

ROUND_SYMBOLS = {"square", "triangle", "pentagon", "circle"}
ROUND_EFFECTS = {"joker-double-track", "branch", "double", "straight-on"}


class RoundEffects:
    """What a round effect does to the cards and the stations of its symbol.

    Readings of our own, where the rules leave something open:

    - [house] One symbol and one effect hold in a round for all seats; in four rounds each of the four comes once.
    - [house] No effect is asked for: it only adds sections or stations, and one declines it by not using it.
    - [house] A joker card is a card of no symbol, but the partner of the switch has its effect.
    - [house] The joker power leaves the card what it is, so the card keeps its effect.
    - [house] A station marked any is a station of no symbol: it is neither doubled nor does one go straight on there.
    - [house] Joker and double track: the card counts as a joker for every section of the turn that asks its symbol,
      but brings no tour; only the card's own section may be a double track, also without the module of that name.
    - [house] Branch: like the switch it has no effect in the first two turns of a round.
    - [house] Double: a station counts whatever card led to it; the departure station was not reached and does not.
    - [house] Straight on: whatever card led to the station; the section ahead is bound by all other rules, may be
      declined, is never a double track, and may be followed by another one if the next station has the symbol too.
    - [house] Straight on comes after what a gate brings at the same station, before a guided tour or a double section.
    """

    def round_effects_fit(self):
        """Four rounds, and each symbol and each effect once."""
        symbols = {symbol for symbol, _ in self.round_effects}
        effects = {effect for _, effect in self.round_effects}
        return len(self.round_effects) == 4 and symbols == ROUND_SYMBOLS and effects == ROUND_EFFECTS

    def effect_of(self, symbol):
        """The effect that a symbol has in this round, if any."""
        if "round_effects" not in self.modules:
            return None
        chosen, effect = self.round_effects[self.round]
        return effect if symbol == chosen else None

    def effect_of_card(self):
        """The effect of the card of the turn, if any."""
        return self.effect_of(self.card_symbol)

    def _reach_with_effect(self, turn, line, start, reached):
        """A section from start has reached a station: it may count twice, or one may go on."""
        effect = self.effect_of(self.city.stations[reached].symbol)
        if effect == "double":
            line.station_marks.append(reached)
        elif effect == "straight-on":
            ahead = self.straight_ahead(start, reached)
            if ahead:
                turn.owed.insert(0, Owed("straight", reached, "any", only=ahead))

    def straight_ahead(self, start, reached):
        """The section that goes on from a station in the direction in which it was reached, if there is one."""
        direction = self._direction(frozenset((start, reached)), start)
        for section, _ in self.sections_at[reached]:
            if self._direction(section, reached) == direction:
                return section
        return None

    def _direction(self, section, start):
        """Steps to the right and down, in lowest terms, along a section that begins at this station."""
        section = self.city.sections[section]
        one, two = section.cells if section.ends[0] == start else section.cells[::-1]
        right, down = two[0] - one[0], two[1] - one[1]
        steps = gcd(right, down)
        return right // steps, down // steps
