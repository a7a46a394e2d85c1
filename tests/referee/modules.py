"""Names used by the modules, and the objectives: each looks at the whole network of a seat."""

MODULES = {
    "objectives",
    "effects",
    "tourist_sites",
    "pencil_powers",
    "loop_line",
    "double_track",
    "stamps",
    "round_effects",
}
EFFECTS = {"double-station", "double-district", "extra-section", "extra-branch"}
POWERS = {"double-section", "joker", "switch", "double-station"}
TOURIST_TRACK = (0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25)


def _network(game, seat):
    return [game.city.stations[name] for name in game.lines_at(seat)]


def _interchanges(game, seat, lines):
    """Stations with that many lines or more; the loop is one of them if it is in play."""
    return sum(count >= lines for count in game.interchange_lines(seat).values())


def _all_in_network(game, seat, wanted):
    """Whether the seat has every station asked for; a map that has none of them cannot meet this."""
    return bool(wanted) and wanted <= set(game.lines_at(seat))


def _central(game):
    central = game.city.central_district
    return {name for name, station in game.city.stations.items() if station.district == central}


def _tourist_sites(game):
    return {name for name, station in game.city.stations.items() if station.tourist_site}


def _districts(stations):
    return {station.district for station in stations}


OBJECTIVES = {
    "line_districts_7": lambda game, seat: any(len(game.districts_passed(line)) >= 7 for line in game.lines[seat]),
    "double_crossings_2": lambda game, seat: game.crossings_drawn(seat).count(2) >= 2,
    "triple_interchanges_3": lambda game, seat: _interchanges(game, seat, 3) >= 3,
    "monuments_6": lambda game, seat: sum(station.monument for station in _network(game, seat)) >= 6,
    "outer_districts_4": lambda game, seat: len(_districts(_network(game, seat)) & game.city.outer) >= 4,
    "interchanges_8": lambda game, seat: _interchanges(game, seat, 2) >= 8,
    "districts_13": lambda game, seat: _districts(_network(game, seat)) == _districts(game.city.stations.values()),
    "tourist_5": lambda game, seat: _all_in_network(game, seat, _tourist_sites(game)),
    "central_9": lambda game, seat: _all_in_network(game, seat, _central(game)),
    "thames_6": lambda game, seat: sum(game.city.sections[section].river for section in game.drawn[seat]) >= 6,
    "loop_8": lambda game, seat: _all_in_network(game, seat, set(game.city.loop)),
    "line_loop_4": lambda game, seat: any(len(line.stations & set(game.city.loop)) >= 4 for line in game.lines[seat]),
    "triple_interchanges_4": lambda game, seat: _interchanges(game, seat, 3) >= 4,
    "line_stations_9": lambda game, seat: any(len(line.stations) >= 9 for line in game.lines[seat]),
    "every_line_districts_5": lambda game, seat: all(
        len(game.districts_passed(line)) >= 5 for line in game.lines[seat]
    ),
}
