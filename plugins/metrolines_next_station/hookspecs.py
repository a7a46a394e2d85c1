"""The hooks of Next Station beside those of every game: `metrolines._rules.hooks.Hooks` says what they are given."""

from __future__ import annotations

from typing import Any

from metrolines.plugin import LEGAL, ON_ACTION, ON_SETUP, SCORE_GAME, SCORE_TABLE, HookCall, hookspec

AS_IF_OVER = "scoring while a round is under way, as if the game ended now: a copy of the seat"
HOOK_CALLS = (
    ON_SETUP,
    HookCall("build_deck", "the start of a round, once", on_copies="a position that is read: the table made anew"),
    HookCall("on_round_start", "the start of a round, once a seat", on_copies="a sheet played on paper that is read"),
    HookCall("on_card", "the start of a turn, once a seat"),
    LEGAL,
    ON_ACTION,
    HookCall("on_turn_end", "an action after which the seat has nothing more to do in this turn"),
    HookCall("score_line", "the end of a round, once a seat", on_copies=AS_IF_OVER),
    HookCall("on_round_end", "the end of a round, once a seat, after score_line", on_copies=AS_IF_OVER),
    SCORE_GAME,
    SCORE_TABLE,
)


class NextStationHooks:
    """When each hook comes. All of them are optional."""

    @hookspec
    def build_deck(self, g: Any, p: Any, t: Any, own_g: Any, own_p: Any, own_t: Any) -> None:
        """The deck of a round was made anew, before its first card: change `g.deck` and `g.left`. `p` is seat 0."""

    @hookspec
    def on_round_start(self, g: Any, p: Any, t: Any, own_g: Any, own_p: Any, own_t: Any) -> None:
        """A seat begins a round; the game has put its pencil on the departure station."""

    @hookspec
    def on_card(self, g: Any, p: Any, t: Any, own_g: Any, own_p: Any, own_t: Any) -> None:
        """A turn begins: its card is known, and the game has set the frame of the seat's turn."""

    @hookspec
    def on_turn_end(self, g: Any, p: Any, t: Any, own_g: Any, own_p: Any, own_t: Any) -> None:
        """A seat is done with its turn; a question opened here is asked first, and then the hook comes again."""

    @hookspec
    def on_round_end(self, g: Any, p: Any, t: Any, own_g: Any, own_p: Any, own_t: Any) -> None:
        """A seat's round ends, after its line was scored."""

    @hookspec
    def score_line(self, g: Any, p: Any, t: Any, own_g: Any, own_p: Any, own_t: Any) -> int:  # type: ignore[empty-body]
        """Points that are added to the score of the line that just ended."""
