"""The variants that come with metrolines, one module each: its declaration and its rules together.

They use what anybody's plugin can use. Modules import what is slow to import when a variant is chosen.
"""

from __future__ import annotations

from importlib import import_module

from metrolines.plugin import VariantSpec, hookimpl

MODULES = {
    "metrolines_next_station": (
        "objectives",
        "effects",
        "tourist_sites",
        "pencil_powers",
        "loop_line",
        "double_track",
        "stamps",
        "round_effects",
        "scoring_terms",
    ),
    "metrolines_metro": ("rotation", "hand", "no_centre"),
}


@hookimpl
def metrolines_variants() -> list[VariantSpec]:
    """Those of the games that are here; a game that is not says so itself."""
    return [
        import_module(f"{__name__}.{name}").VARIANT
        for game, names in MODULES.items()
        if _is_here(game)
        for name in names
    ]


def _is_here(game: str) -> bool:
    try:
        import_module(game)
    except Exception:  # whatever is wrong with it: `games list plugins` tells of it
        return False
    return True
