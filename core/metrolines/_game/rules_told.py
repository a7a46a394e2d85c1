"""The rules of a game for people: those of its family, then those of its variants, as entries."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .._registry.declarations import Chosen
from ..view.rules import RuleText

if TYPE_CHECKING:
    from .game import Game


def rules_of(game: Game) -> tuple[RuleText, ...]:
    """All entries in the order of the page. Raises PluginError for a variant whose `rule_sheet` breaks."""
    found = [
        entry if isinstance(entry, RuleText) else RuleText(_id_of(entry[0]), *entry)
        for entry in game.family.rule_sheet(game)
    ]
    for chosen in game.variants:
        found += rules_of_variant(game, chosen)
    if game.notes:
        found.append(RuleText("notes", "Notes", "\n".join(game.notes)))
    return tuple(found)


def rules_of_variant(game: Game, chosen: Chosen) -> list[RuleText]:
    """What a variant in play tells: its own function, or the few sentences of its declaration, and its cards.

    Raises PluginError where the function breaks.
    """
    spec = chosen.spec
    with game.guarded(spec.id, "rule_sheet"):
        module = spec.load()
        if hasattr(module, "rule_sheet"):
            return list(module.rule_sheet(game, chosen.options))
    house = f" House values: {', '.join(spec.house)}." if spec.house else ""
    found = [RuleText(_id_of(spec.id), spec.title, (spec.rules.strip() or spec.summary) + house)]
    for block in game.chance:
        if block.titles and block.source == spec.id:
            cards = "\n".join(f"{outcome}: {block.titles[outcome]}" for outcome in block.outcomes)
            found.append(RuleText(f"{_id_of(spec.id)}-cards", spec.title, cards))
    return found


def _id_of(words: str) -> str:
    return re.sub(r"[\W_]+", "-", words.casefold()).strip("-") or "rules"
