"""The scores of the naive referee, at any time as if the game ended now."""

from collections import Counter

from .modules import OBJECTIVES, TOURIST_TRACK

# By number of lines. Five are the four lines of the seat and the loop.
INTERCHANGE_POINTS = {2: 2, 3: 5, 4: 9, 5: 14}
TOKYO_INTERCHANGE_POINTS = {2: 0, 3: 10, 4: 20, 5: 30}
LOOP_STATION_MISSED = -3


class Scoring:
    """What a referee counts and pays; it looks at the lines of a seat and changes nothing."""

    def districts_passed(self, line):
        """Districts a line passes through, without marks."""
        found = {self.city.stations[name].district for name in line.stations}
        if self.districts == "crossed":
            for section in line.sections:
                found |= self.city.sections[section].districts
        return found

    def line_detail(self, seat, round_index):
        """(districts, stations in the busiest district, bonus points); zeros before its round."""
        if round_index > self.round:
            return 0, 0, 0
        line, stations = self.lines[seat][round_index], self.city.stations
        busiest = Counter(stations[name].district for name in [*line.stations, *line.station_marks])
        if self.city.paris:
            bonus = 2 * sum(stations[name].monument for name in line.stations)
        else:
            bonus = 2 * sum(self.city.sections[section].river for section in line.sections)
        return len(self.districts_passed(line)) + len(line.district_marks), max(busiest.values()), bonus

    def lines_at(self, seat):
        """Station -> how many lines of the seat it has; lines not yet drawn have their departure."""
        return Counter(name for line in self.lines[seat] for name in line.stations)

    def interchange_lines(self, seat):
        """The same where interchanges are counted: there the loop is one more line, if it is in play."""
        loop = set(self.city.loop) if "loop_line" in self.modules else set()
        return {name: lines + (name in loop) for name, lines in self.lines_at(seat).items()}

    def stamps(self, seat):
        """Outer districts in which the seat has an interchange: two lines are enough, also where they pay nothing."""
        found = {
            self.city.stations[name].district for name, lines in self.interchange_lines(seat).items() if lines >= 2
        }
        return found & set(self.city.stamp_points)

    def crossings_drawn(self, seat):
        """Of each overhead crossing, how many of its two sections are drawn."""
        return [sum(section in self.drawn[seat] for section in pair) for pair in self.city.crossings]

    def objectives_met(self, seat):
        """Ids of the objectives in play that the seat has met."""
        return [name for name in self.objectives if OBJECTIVES[name](self, seat)]

    def scores(self, seat):
        """Points by component, as if the game ended now."""
        points = {}
        for index in range(4):
            districts, busiest, bonus = self.line_detail(seat, index)
            points[f"line_{index + 1}"] = districts * busiest + bonus
        interchanges = Counter(self.interchange_lines(seat).values())
        for lines, value in (TOKYO_INTERCHANGE_POINTS if self.city.tokyo else INTERCHANGE_POINTS).items():
            if lines < 5 or "loop_line" in self.modules:
                points[f"interchanges_{lines}"] = value * interchanges[lines]
        if "loop_line" in self.modules:
            points["loop_line"] = LOOP_STATION_MISSED * len(set(self.city.loop) - set(self.lines_at(seat)))
        if self.city.crossings:
            points["crossings"] = sum({0: 0, 1: 2, 2: 6}[count] for count in self.crossings_drawn(seat))
        if "tourist_sites" in self.modules:
            # One mark per site and line, set at the end of the line's round.
            marks = sum(
                self.city.stations[name].tourist_site
                for line in self.lines[seat][: self.round + 1]
                for name in line.stations
            )
            points["tourist_sites"] = TOURIST_TRACK[min(marks, 10)]
        if "stamps" in self.modules:
            points["stamps"] = sum(self.city.stamp_points[district] for district in self.stamps(seat))
        if "objectives" in self.modules:
            points["objectives"] = 10 * len(self.objectives_met(seat))
        points["total"] = sum(points.values())
        return points

    def ranks(self):
        """1 is best; a tie goes to the best single line, and is shared if that is equal too."""
        keys = []
        for seat in range(self.seats):
            points = self.scores(seat)
            keys.append((points["total"], max(points[f"line_{number}"] for number in (1, 2, 3, 4))))
        return [1 + sum(other > key for other in keys) for key in keys]
