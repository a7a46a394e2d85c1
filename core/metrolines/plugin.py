"""All that a plugin needs, in one place.

    from metrolines.plugin import Option, VariantSpec, hookimpl, offer, rule

The names here are the public interface for authors of games, maps, variants and agents.
"""

from .blueprint import Part
from .chance import below, deal, flip, happened, outcome
from .kinds import Engine, GameKind
from .moments import hookimpl
from .offers import PASS, offer, offer_at, offer_more, random_offer, withdraw
from .rules import copy_record, rule
from .specs import AgentSpec, GameSpec, MapSpec, Option, VariantSpec

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
