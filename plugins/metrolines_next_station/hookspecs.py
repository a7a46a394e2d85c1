"""The hooks of Next Station beside those of every game: `metrolines._rules.hooks.Hooks` says what they are given."""

from __future__ import annotations

from typing import Any

from metrolines.plugin import hookspec


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
