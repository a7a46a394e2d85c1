"""What a family of games gives to the host: its part of a builder, its rules, and (`clients`) what it says of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .._registry.options import Option
from .._rules.decorator import rule
from .._rules.hooks import RuleSet
from .._sealable import Sealable
from .builder import PluginBuilder
from .clients import Display, HiddenInformation, MapFiles, PaperScoring, Reports

if TYPE_CHECKING:
    from .._game.game import Game
    from .._game.state import State

Rule = Callable[..., Any]


@dataclass(frozen=True)
class Engine:
    """The rules of one table, hooks included: rule functions, each usable plain or compiled.

    `setup(g, ps, t)` deals and starts the first turn; `legal(g, p, t)` fills the seat's offers; `act(g, p, t, action)`
    is what an action does to the seat that plays it; `play(g, ps, t, seat, action)` is `act` and all that follows for
    the table; `score_now(g, p, t)` fills the game's own boxes of `p.items`, and `p.tiebreak`, as if the game ended now
    (it changes the seat: give it a copy), and the host adds the boxes of variants and the total; `turns(g, p, t)`
    returns how many turns the seat has ended. `score_table(g, ps, t)` is the host's: what variants score over all seats
    once each was scored, None where none does.
    """

    setup: Rule
    legal: Rule
    act: Rule
    play: Rule
    score_now: Rule
    turns: Rule
    score_table: Rule | None = field(default=None, kw_only=True)

    def rules(self) -> tuple[Rule, ...]:
        """All of them."""
        rules = (self.setup, self.legal, self.act, self.play, self.score_now, self.turns)
        return (*rules, self.score_table) if self.score_table else rules


@dataclass(frozen=True)
class HookCall:
    """When a hook comes, for authors of variants.

    `by` says what calls it, `in_game` whether it works on the position that the game goes on from, and `on_copies`
    when it is called on a copy beside that: what it changes there is lost. It is empty for a hook that never is.
    """

    hook: str
    by: str
    in_game: bool = True
    on_copies: str = ""


ON_SETUP = HookCall("on_setup", "the set-up of a table, once a seat")
LEGAL = HookCall(
    "legal",
    "the game, where it must know whether a seat can act",
    on_copies="whenever somebody asks which actions are legal: a copy of the seat",
)
ON_ACTION = HookCall(
    "on_action",
    "an action, for the seat that played it",
    on_copies="an agent that tries an action, or a preview of it: a copy of the seat",
)
SCORE_GAME = HookCall(
    "score_game",
    "scoring",
    in_game=False,
    on_copies="scoring at any time, as if the game ended now: a copy of the seat",
)
SCORE_TABLE = HookCall(
    "score_table",
    "scoring",
    in_game=False,
    on_copies="scoring, once all seats were scored: copies of all seats",
)
HOOK_CALLS = (ON_SETUP, LEGAL, ON_ACTION, SCORE_GAME, SCORE_TABLE)


def scored(own_boxes: Rule, score_game: Rule) -> Rule:
    """What fills a seat's whole score sheet: the game's own boxes, those of the variants, and the total."""

    @rule
    def score_now(g: Any, p: Any, t: Any) -> None:
        own_boxes(g, p, t)
        score_game(g, p, t)
        total = 0
        for i in range(t.columns):
            total += p.items[i]
        p.total = total

    return score_now


class GameFamily(HiddenInformation, MapFiles, Display, PaperScoring, Reports, Sealable):
    """A family of games with one set of rules. It is set up when it is made, and does not change afterwards.

    What it says to those who ask is in its bases, most of it with an answer of its own. Agents can reach it: mappings
    of it are best `types.MappingProxyType`, rows tuples.
    """

    family: str = ""
    settings: tuple[Option, ...] = ()
    hookspecs: type | None = None  # a class with the specifications of the hooks that only this family has
    hook_calls: tuple[HookCall, ...] = HOOK_CALLS  # all hooks of a game in the order in which they first come
    # factories (module:name) of the game's own agents under well-known names
    agents: Mapping[str, str] = MappingProxyType({})
    # folder with the templates `variant` and `map` for authors: metrolines.scaffold.draft
    templates: Path | None = None

    game_class: type[Game] | None = None  # of its games, where it adds to the host's
    state_class: type[State] | None = None  # of its states, likewise

    @abstractmethod
    def build(self, builder: PluginBuilder) -> None:
        """Add the game's fields, tables, actions, chance and columns."""

    @abstractmethod
    def rules(self, builder: PluginBuilder) -> object:
        """The game's own implementations of hooks for these settings, as a plugin object."""

    @abstractmethod
    def engine(self, rules: RuleSet) -> Engine:
        """The rules of a table around its composed hooks."""

    def derive(self, game: Game, g: Any, ps: Sequence[Any]) -> None:
        """Work out the `derived` and `scratch` fields, and the secret ones, of a position that was read.

        The `state` fields and what chance has decided are there; so is the number of every seat.
        """
        return
