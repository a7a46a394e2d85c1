"""Ghost trains, a variant of Next Station: the declaration. Its rules are imported when somebody plays with it."""

from __future__ import annotations

from metrolines.plugin import Option, VariantSpec, hookimpl


@hookimpl
def metrolines_variants() -> list[VariantSpec]:
    """The variant with its options and the words that players read."""
    return [
        VariantSpec(
            id="ghost_trains",
            title="Ghost trains",
            module="metrolines_ghost_trains.ghosts",
            applies_to=("next_station",),
            summary="some districts are haunted: catch the ghost train, or ride on it",
            options=(
                Option("ghosts", 2, "how many districts are haunted in a round", least=1, most=3),
                Option("fare", 1, "points that every ride costs", least=0, most=10),
            ),
            rules=(
                "Every round some districts are haunted by a ghost train; which ones, all rounds long, is known from "
                "the start. The first time in a round that a section of yours ends in a haunted district you meet its "
                "train, and may catch it or ride on it. A train that is caught is kept; the more of them you have at "
                "the end, the more each is worth. A ride costs its fare, and you draw one more section at once, from "
                "the station where you got on, to any symbol. Passing lets the train go by."
            ),
            house=("everything",),
        )
    ]
