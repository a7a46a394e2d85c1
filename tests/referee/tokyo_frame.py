"""The frame of the Tokyo map: what is known of the printed sheet, held against a map file.

[house] A district has its role by its name: corners begin with "outer_", the centre is called so, the outer main
districts are the north-west and so on, and all others lie beside the centre.
[house] The loop has a station in each of the four districts beside the centre, and its sections run through no other.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from .city import OUTER_MAIN, cell_owners, coordinates, districts_along, notation

# Role -> (how many districts, stations in each of them)
FRAME = {"corner": (4, 1), "outer main": (4, 6), "beside the centre": (4, 4), "centre": (1, 8)}
STATIONS, LOOP_STATIONS, LINES = 52, 8, 4


@dataclass
class Sheet:
    districts: list[str]
    district_of: dict[str, str]  # by the names of the stations
    sections: dict[frozenset[str], set[str]]  # the districts that each runs through
    loop: list[str]
    departures: list[str]


def frame_faults(path):
    """What is wrong with a Tokyo map file (.json as in the test data, .yaml as people write it); [] is right."""
    text = Path(path).read_text(encoding="utf-8")
    return faults_of(from_json(json.loads(text)) if str(path).endswith(".json") else from_yaml(text))


def role(district):
    if district.startswith("outer_"):
        return "corner"
    if district in ("centre", "central"):
        return "centre"
    return "outer main" if district.replace("_", "") in OUTER_MAIN else "beside the centre"


def faults_of(sheet):
    faults = []
    if len(sheet.district_of) != STATIONS:
        faults.append(f"{len(sheet.district_of)} stations instead of {STATIONS}")
    for kind, (count, stations) in FRAME.items():
        members = [district for district in sheet.districts if role(district) == kind]
        if len(members) != count:
            faults.append(f"{len(members)} districts of the kind '{kind}' instead of {count}")
        for district in members:
            found = sum(other == district for other in sheet.district_of.values())
            if found != stations:
                faults.append(f"{district} ({kind}) has {found} stations instead of {stations}")
    strange = sorted(set(sheet.district_of.values()) - set(sheet.districts))
    faults += [f"stations lie in {district}, which is no district of the map" for district in strange]
    if len(set(sheet.departures)) != LINES:
        faults.append(f"{len(set(sheet.departures))} departure stations instead of {LINES}")
    return faults + loop_faults(sheet)


def loop_faults(sheet):
    faults = []
    if len(sheet.loop) != LOOP_STATIONS:
        faults.append(f"the loop has {len(sheet.loop)} stations instead of {LOOP_STATIONS}")
    twice = sorted({name for name in sheet.loop if sheet.loop.count(name) > 1})
    faults += [f"the loop comes to {name} more than once" for name in twice]
    for name in sheet.loop:
        district = sheet.district_of.get(name)
        if district is None:
            faults.append(f"the loop names {name}, where no station is")
        elif role(district) != "beside the centre":
            faults.append(f"the loop's station {name} lies in {district}, not beside the centre")
    visited = {sheet.district_of.get(name) for name in sheet.loop}
    for district in sheet.districts:
        if role(district) == "beside the centre" and district not in visited:
            faults.append(f"the loop has no station in {district}")
    for one, two in zip(sheet.loop, [*sheet.loop[1:], *sheet.loop[:1]], strict=True):
        through = sheet.sections.get(frozenset((one, two)))
        if through is None:
            faults.append(f"no section joins {one} and {two} of the loop")
            continue
        ends = {sheet.district_of[one], sheet.district_of[two]}
        for district in sorted(through - ends):
            if role(district) != "beside the centre":
                faults.append(f"the loop's section {one}-{two} runs through {district}")
    return faults


def from_json(data):
    def names(cells):
        return [notation(*cell) for cell in cells]

    owner, sections = cell_owners(data["districts"]), {}
    for entry in data["sections"]:
        if isinstance(entry, list):
            entry = {"ends": entry, "districts": districts_along(*entry, owner)}
        sections[frozenset(names(entry["ends"]))] = set(entry["districts"])
    return Sheet(
        [district["id"] for district in data["districts"]],
        {notation(*entry["at"]): entry["district"] for entry in data["stations"]},
        sections,
        names(data.get("loop", {}).get("stations", ())),
        [notation(*entry["at"]) for entry in data["stations"] if "departure" in entry],
    )


def from_yaml(text):
    """Sections join two stations in one row, column or diagonal with none between them, less those in not_sections."""
    import yaml  # only this function needs it

    data = yaml.safe_load(text)
    names = {str(letter): district for letter, district in data["districts"]["names"].items()}
    corners = set(data["districts"].get("outer", ()))
    assert all(role(district) == "corner" for district in corners), "corner districts are called outer_..."
    owner = {cell: names[letter] for cell, letter in cells_of(data["districts"]["picture"]).items()}
    stations = {cell for cell, sign in cells_of(data["picture"]).items() if sign != "."}
    left_out = {frozenset(pair.split("-")) for pair in data.get("not_sections", ())}
    sections = {}
    for cell in stations:
        for step in ((1, 0), (0, 1), (1, 1), (1, -1)):
            ray = [(cell[0] + step[0] * far, cell[1] + step[1] * far) for far in range(1, 26)]
            ahead = [other for other in ray if other in stations][:1]
            for other in ahead:
                sections[frozenset((notation(*cell), notation(*other)))] = districts_along(cell, other, owner)
    return Sheet(
        list(names.values()),
        {notation(*cell): owner[cell] for cell in stations},
        {pair: through for pair, through in sections.items() if pair not in left_out},
        list(data.get("loop", {}).get("stations", ())),
        list(data["departures"].values()),
    )


def cells_of(picture):
    """Cell -> sign, of a picture with letters above and row numbers to the left."""
    head, *rows = (row.split() for row in picture.strip().splitlines())
    found = {}
    for number, *signs in rows:
        for letter, sign in zip(head[1:], signs, strict=True):
            found[coordinates(f"{letter}{number}")] = sign
    return found
