"""All that a plugin needs, in one place.

    from metrolines.plugin import Option, VariantSpec, hookimpl, offer, rule

The names here are the public interface for authors of games, maps, variants and agents.
"""

from ._registry.declarations import AgentSpec, GameSpec, MapSpec, Option, VariantSpec
from ._rules.decorator import copy_record, rule
from ._rules.hooks import hookimpl
from ._rules.moves import PASS, offer, offer_at, offer_more, random_offer, withdraw
from ._rules.rng import below, deal, flip, happened, outcome
from ._setup.builder import Part
from ._setup.family import Engine, GameKind

__all__ = [
    "PASS",
    "AgentSpec",
    "Engine",
    "GameKind",
    "GameSpec",
    "MapSpec",
    "Option",
    "Part",
    "VariantSpec",
    "below",
    "copy_record",
    "deal",
    "flip",
    "happened",
    "hookimpl",
    "offer",
    "offer_at",
    "offer_more",
    "outcome",
    "random_offer",
    "rule",
    "withdraw",
]
