"""The hooks of a game at which variants join in, and how a table's rule set is put together from them.

Hooks are pluggy hook specifications, so that the usual tools and checks of pluggy hold; but pluggy calls none of
them. At set-up the implementations are taken from the table's own plugin manager once, in the order in which the
variants were resolved, checked, and composed into one function a hook by closures made in pairs.
"""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pluggy

from .._text import hint_for
from ..errors import PluginError
from .decorator import no_points, nothing, nothing_done, rule
from .rng import rng_state

PROJECT = "metrolines"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)

Rule = Callable[..., Any]


class Hooks:
    """When each hook comes, and what its rule function is given. All of them are optional.

    `g` is the table's state, `p` the state of one seat, `t` the constant tables.
    """

    @hookspec
    def on_setup(self, g: Any, p: Any, t: Any) -> None:
        """Once a seat, before the first card: deal what is dealt for the whole game.

        Outcomes that all seats share come from `outcome` or `deal` when `p.seat` is 0, and are read after that. They
        are drawn apart: equal seeds deal the same decks with a variant and without it.
        """

    @hookspec
    def build_deck(self, g: Any, p: Any, t: Any) -> None:
        """Whenever a deck was made anew, before its first card: change `g.deck` and `g.left`. `p` is seat 0."""

    @hookspec
    def on_round_start(self, g: Any, p: Any, t: Any) -> None:
        """A seat begins a round; the game has put its pieces where they start."""

    @hookspec
    def on_card(self, g: Any, p: Any, t: Any) -> None:
        """A turn begins: its card is known, and the game has set the frame of the seat's turn."""

    @hookspec
    def legal(self, g: Any, p: Any, t: Any) -> None:
        """The game has made its offers to a seat: add to them with `add_moves`, take from them with `remove_moves`."""

    @hookspec
    def on_action(self, g: Any, p: Any, t: Any, action: int) -> None:
        """A seat did `action` (a code, or PASS), and the game has done its own part of it."""

    @hookspec
    def on_round_end(self, g: Any, p: Any, t: Any) -> None:
        """A seat's round ends, after its line was scored."""

    @hookspec
    def score_line(self, g: Any, p: Any, t: Any) -> int:  # type: ignore[empty-body]
        """Points that are added to the score of the line that just ended."""

    @hookspec
    def score_game(self, g: Any, p: Any, t: Any) -> int:  # type: ignore[empty-body]
        """Points at the end of the game; they fill a column that is named after the variant."""


HOOKS = tuple(name for name, member in vars(Hooks).items() if not name.startswith("_") and callable(member))
ARGUMENTS = {name: tuple(inspect.signature(getattr(Hooks, name)).parameters)[1:] for name in HOOKS}


@dataclass(frozen=True)
class RuleSet:
    """One composed function a hook: what a table runs on."""

    on_setup: Rule
    build_deck: Rule
    on_round_start: Rule
    on_card: Rule
    legal: Rule
    on_action: Rule
    on_round_end: Rule
    score_line: Rule
    score_game: Rule


def collect(plugins: Sequence[tuple[str, object]]) -> dict[str, list[tuple[str, Rule]]]:
    """The implementations of every hook, each with its plugin's name, in the order of `plugins`.

    Raises:
        PluginError: a misspelt or undecorated hook, or one with other arguments than the specification's.
    """
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(Hooks)
    for name, plugin in plugins:
        _refuse_undecorated(name, plugin)
        try:
            manager.register(plugin, name)
        except pluggy.PluginValidationError as error:
            named = re.search(r"for hook '(\w+)'", str(error))
            hook = named[1] if named else "set-up"
            raise PluginError(name, hook, str(error).splitlines()[-1].strip()) from error
        except ValueError:
            other = manager.get_name(plugin)
            raise PluginError(name, "set-up", f"its rules are those of {other}, too: each has its own module") from None
    found: dict[str, list[tuple[str, Rule]]] = {}
    for hook in HOOKS:
        by_plugin = {impl.plugin_name: impl for impl in getattr(manager.hook, hook).get_hookimpls()}
        found[hook] = []
        for name, _ in plugins:
            impl = by_plugin.get(name)
            if impl is None:
                continue
            if impl.hookwrapper or impl.wrapper:
                raise PluginError(name, hook, "a wrapper has no place at a hook")
            if tuple(impl.argnames) != ARGUMENTS[hook]:
                wanted = ", ".join(ARGUMENTS[hook])
                raise PluginError(name, hook, f"the arguments are ({wanted}), not ({', '.join(impl.argnames)})")
            found[hook].append((name, rule(impl.function)))
    for name, _ in plugins:
        _refuse_unknown(name, manager)
    return found


def _refuse_undecorated(name: str, plugin: object) -> None:
    for hook in HOOKS:
        function = getattr(plugin, hook, None)
        own = not isinstance(plugin, ModuleType) or getattr(function, "__module__", None) == plugin.__name__
        if inspect.isfunction(function) and own and not hasattr(function, f"{PROJECT}_impl"):
            raise PluginError(name, hook, "a function with the name of a hook lacks @hookimpl")


def _refuse_unknown(name: str, manager: pluggy.PluginManager) -> None:
    for caller in manager.get_hookcallers(manager.get_plugin(name)) or ():
        declares = caller.name.startswith(f"{PROJECT}_")  # declarations may stand in the same module
        if caller.spec is None and not declares:
            raise PluginError(name, caller.name, f"no such hook; {hint_for(caller.name, HOOKS)}")


def _in_turn(functions: Sequence[Rule], idle: Rule) -> Rule:
    composed = functions[0] if functions else idle
    for function in functions[1:]:
        composed = _both(composed, function)
    return composed


def _both(first: Rule, second: Rule) -> Rule:
    @rule
    def both(g: Any, p: Any, t: Any) -> None:
        first(g, p, t)
        second(g, p, t)

    return both


def _actions_in_turn(functions: Sequence[Rule]) -> Rule:
    composed = functions[0] if functions else nothing_done
    for function in functions[1:]:
        composed = _both_actions(composed, function)
    return composed


def _both_actions(first: Rule, second: Rule) -> Rule:
    @rule
    def both(g: Any, p: Any, t: Any, action: int) -> None:
        first(g, p, t, action)
        second(g, p, t, action)

    return both


def _sum(functions: Sequence[Rule]) -> Rule:
    composed = functions[0] if functions else no_points
    for function in functions[1:]:
        composed = _both_points(composed, function)
    return composed


def _both_points(first: Rule, second: Rule) -> Rule:
    @rule
    def both(g: Any, p: Any, t: Any) -> int:
        points: int = first(g, p, t) + second(g, p, t)
        return points

    return both


def _into_column(function: Rule, column: int) -> Rule:
    @rule
    def fill(g: Any, p: Any, t: Any) -> None:
        p.items[column] = function(g, p, t)

    return fill


def _drawn_apart(name: str, on_setup: Rule) -> Rule:
    """The same, with a generator of its own, so that what a variant draws moves nothing that is drawn after it."""
    role = int.from_bytes(hashlib.blake2s(name.encode(), digest_size=4).digest(), "big")

    @rule
    def drawn_apart(g: Any, p: Any, t: Any) -> None:
        kept = g.rng
        g.rng = rng_state(kept, role + p.seat)
        on_setup(g, p, t)
        g.rng = kept

    return drawn_apart


def compose(
    found: dict[str, list[tuple[str, Rule]]], column_of: Mapping[str, int], dealing: Collection[str] = ()
) -> RuleSet:
    """One function a hook.

    `score_game` of each plugin fills the plugin's column of `p.items`; `dealing` names the variants that have chance
    of their own.
    """
    plain = {hook: [function for _, function in found[hook]] for hook in HOOKS}
    setups = [_drawn_apart(name, function) if name in dealing else function for name, function in found["on_setup"]]
    columns = [_into_column(function, column_of[name]) for name, function in found["score_game"]]
    return RuleSet(
        on_setup=_in_turn(setups, nothing),
        build_deck=_in_turn(plain["build_deck"], nothing),
        on_round_start=_in_turn(plain["on_round_start"], nothing),
        on_card=_in_turn(plain["on_card"], nothing),
        legal=_in_turn(plain["legal"], nothing),
        on_action=_actions_in_turn(plain["on_action"]),
        on_round_end=_in_turn(plain["on_round_end"], nothing),
        score_line=_sum(plain["score_line"]),
        score_game=_in_turn(columns, nothing),
    )
