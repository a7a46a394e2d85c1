"""Why an action is not legal: in the words of a variant that rules it out, or in the game's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import IllegalAction, PluginError

if TYPE_CHECKING:
    from .state import State


def refusal_of(state: State, seat: int, action: int) -> IllegalAction:
    """Why a known action is not legal for a seat that may act."""
    game = state.game
    for variant in game.functions.explain:
        try:
            words = _words_of(state, seat, action, variant)
        except PluginError:  # the action is refused all the same
            continue
        if words:
            return IllegalAction("ruled_out", words)
    return game.family.explain(state, seat, game.space.codes[action])


def _words_of(state: State, seat: int, action: int, variant: str) -> str:
    """What the `explain` of a variant says, empty for nothing. Raises PluginError where it breaks."""
    game = state.game
    with game.guarded(variant, "explain"):
        p = state.ps[seat].copy()
        words = game.functions.explain[variant](state.g, p, game.constants, action=game.space.codes[action])
        if not isinstance(words, str):
            raise TypeError(f"it returns {type(words).__name__}, not a text")
    return words
