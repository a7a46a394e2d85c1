"""The variants that come with metrolines, one module each: its declaration and its rules together.

They use what anybody's plugin can use. Modules import what is slow to import when a variant is chosen.
"""

from __future__ import annotations

from importlib import import_module

from metrolines.plugin import VariantSpec, hookimpl

MODULES = (
    "objectives",
    "effects",
    "tourist_sites",
    "pencil_powers",
    "loop_line",
    "double_track",
    "stamps",
    "scoring_terms",
    "rotation",
    "hand",
    "no_centre",
)


@hookimpl
def metrolines_variants() -> list[VariantSpec]:
    """All of them."""
    return [import_module(f"{__name__}.{name}").VARIANT for name in MODULES]
