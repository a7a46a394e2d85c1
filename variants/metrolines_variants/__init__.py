"""The variants that come with metrolines, one module each; they use what anybody's plugin can use."""

from __future__ import annotations

from metrolines.plugin import Option, VariantSpec, hookimpl

NEXT_STATION = ("next_station",)
METRO = ("metro",)


@hookimpl
def metrolines_variants() -> list[VariantSpec]:
    """All of them, declared; their rules are imported when they are chosen."""
    return [
        VariantSpec(
            id="objectives",
            title="Shared objectives",
            module="metrolines_variants.objectives",
            applies_to=NEXT_STATION,
            summary="two cards on the table, 10 points for everybody who meets one",
            options=(
                Option("draw", 2, "how many cards are drawn", least=1, most=10),
                Option(
                    "from",
                    (),
                    "the decks that are shuffled, by city or as YAML files; none named: the city's own, or all",
                    ("paris", "london", "tokyo"),
                    files=True,
                ),
            ),
            rules=(
                "Some objective cards are drawn for all. Whoever has met one at the end of the game gets its points, "
                "10 unless the card says otherwise."
            ),
            house=("outer_districts_4", "the cards of Tokyo"),
        ),
        VariantSpec(
            id="effects",
            title="City gates",
            module="metrolines_variants.effects",
            applies_to=NEXT_STATION,
            needs=("outer_districts",),
            summary="an effect to use when a line reaches an outer district",
            rules=(
                "Every outer district is a gate with one of four effects, dealt at random for the whole game. "
                "When a section reaches a station there, its effect may be used at once, each gate once a line. "
                "Double station: mark a station of the line, it counts as two in its district for this line. "
                "Double district: mark a district of the line, it counts as two. Extra section: draw one more "
                "section from an end of the line, to any symbol. Extra branch: draw one more section from any "
                "station of the line, to the symbol of the card."
            ),
            house=("extra section", "extra branch"),
        ),
        VariantSpec(
            id="tourist_sites",
            title="Tourist sites",
            module="metrolines_variants.tourist_sites",
            applies_to=NEXT_STATION,
            needs=("tourist_sites",),
            summary="a mark for every tourist site on a line, paid by a track at the end",
            rules=(
                "At the end of a round every tourist site on the line earns a mark. The marks of all rounds are "
                "paid by a track."
            ),
        ),
        VariantSpec(
            id="pencil_powers",
            title="Pencil powers",
            module="metrolines_variants.pencil_powers",
            applies_to=NEXT_STATION,
            summary="each pencil has a power, to be used once in its round",
            rules=(
                "Four powers are dealt to the four colours for the whole game; each may be used once in its "
                "colour's round, before the section of a turn is drawn. Double section: a second section this "
                "turn, to a station with the symbol of the card (after a joker: the symbol of the first station "
                "reached). Joker: the card counts as a joker. Switch: the section may start at any station of the "
                "line (from the third turn on). Double station: mark a station of the line, it counts as two in "
                "its district for this line."
            ),
        ),
        VariantSpec(
            id="loop_line",
            title="Loop line",
            module="metrolines_variants.loop_line",
            applies_to=NEXT_STATION,
            needs=("loop",),
            summary="a pre-printed loop that counts at interchanges and wants to be reached",
            rules=(
                "The loop line lies on every sheet from the start: no section is drawn along it, none crosses it but "
                "at its stations. It counts as a line at interchanges. At the end every station of the loop that no "
                "line has reached costs points."
            ),
            house=("a station of five lines",),
        ),
        VariantSpec(
            id="double_track",
            title="Double track",
            module="metrolines_variants.double_track",
            applies_to=NEXT_STATION,
            summary="with a joker card a section may run along one of another line",
            rules=(
                "The section of a joker card may run along a section that one other line has drawn already (or along "
                "the loop line's). There is no third track. A crossing whose section has two tracks counts once."
            ),
            house=("second sections of a turn bring no double track",),
        ),
        VariantSpec(
            id="stamps",
            title="Stamps",
            module="metrolines_variants.stamps",
            applies_to=NEXT_STATION,
            summary="every district with an interchange has its stamp, paid by a track",
            rules=(
                "A district in which you made an interchange, a station of two or more lines, has its stamp. At the "
                "end a track pays for the stamps."
            ),
            house=("what stamps pay",),
        ),
        VariantSpec(
            id="scoring_terms",
            title="Scoring terms",
            module="metrolines_variants.scoring_terms",
            applies_to=NEXT_STATION,
            summary="what else pays at the end, from YAML files of one's own",
            options=(Option("from", (), "the YAML files of the terms", files=True),),
            rules="Some more things pay at the end of the game; the notes tell which.",
        ),
        VariantSpec(
            id="rotation",
            title="Rotation",
            module="metrolines_variants.rotation",
            applies_to=METRO,
            summary="tiles may be laid in any direction",
            rules=(
                "A tile may be laid in any of its four directions. A line of one single tile is barred while the tile "
                "has another cell in any direction."
            ),
        ),
        VariantSpec(
            id="hand",
            title="Hand",
            module="metrolines_variants.hand",
            applies_to=METRO,
            summary="two or three tiles in hand",
            options=(Option("size", 2, "how many tiles in hand", least=2, most=3),),
            rules="Everybody holds several tiles and lays one of them; drawing another instead stays allowed.",
        ),
        VariantSpec(
            id="no_centre",
            title="No centre",
            module="metrolines_variants.no_centre",
            applies_to=METRO,
            needs=("central_station",),
            summary="lines into the central station count once",
            rules="A line that ends in the central station is not doubled.",
        ),
    ]
