"""Names used by the modules, and the objectives: each looks at the whole network of a seat."""

MODULES = {"objectives", "effects", "tourist_sites", "pencil_powers"}
EFFECTS = {"double-station", "double-district", "extra-section", "extra-branch"}
POWERS = {"double-section", "joker", "switch", "double-station"}
TOURIST_TRACK = (0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25)


def _network(game, seat):
    return [game.city.stations[name] for name in game.lines_at(seat)]


def _interchanges(game, seat, lines):
    return sum(count >= lines for count in game.lines_at(seat).values())


OBJECTIVES = {
    "line_districts_7": lambda game, seat: any(len(game.districts_passed(line)) >= 7 for line in game.lines[seat]),
    "double_crossings_2": lambda game, seat: game.crossings_drawn(seat).count(2) >= 2,
    "triple_interchanges_3": lambda game, seat: _interchanges(game, seat, 3) >= 3,
    "monuments_6": lambda game, seat: sum(station.monument for station in _network(game, seat)) >= 6,
    "outer_districts_4": lambda game, seat: (
        len({station.district for station in _network(game, seat)} & game.city.outer) >= 4
    ),
    "interchanges_8": lambda game, seat: _interchanges(game, seat, 2) >= 8,
    "districts_13": lambda game, seat: len({station.district for station in _network(game, seat)}) >= 13,
    "tourist_5": lambda game, seat: sum(station.tourist_site for station in _network(game, seat)) >= 5,
    "central_9": lambda game, seat: (
        sum(station.district == game.city.central_district for station in _network(game, seat)) >= 9
    ),
    "thames_6": lambda game, seat: sum(game.city.sections[section].river for section in game.drawn[seat]) >= 6,
}
