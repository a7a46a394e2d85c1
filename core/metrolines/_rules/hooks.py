"""The hooks of a game at which variants join in, and how a table's rule set is put together from them.

Hooks are pluggy hook specifications, so that the usual tools and checks of pluggy hold; but pluggy calls none of
them. The host has those that every game has, and a game adds its own. At set-up the implementations are taken from the
table's own plugin manager once, in the order in which the variants were resolved, checked, and composed into one
function a hook.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

import pluggy

from .._text import hint_for
from ..errors import PluginError
from .decorator import rule
from .rng import rng_state
from .streams import draws, role_of, stream_role

PROJECT = "metrolines"
GIVEN = ("g", "p", "t", "own_g", "own_p", "own_t", "action", "scored")  # to functions that are no rules
SCORING = ("score_game", "score_table")  # the hooks that fill a variant's box
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)

Rule = Callable[..., Any]


class Hooks:
    """When each hook comes, and what its rule function is given. All of them are optional.

    `g` is the table's state, `p` the state of one seat, `t` the constant tables. `own_g`, `own_p` and `own_t` are what
    the variant itself has declared of each. A function names the arguments that it needs.
    """

    @hookspec
    def on_setup(self, g: Any, p: Any, t: Any, own_g: Any, own_p: Any, own_t: Any) -> None:
        """Once a seat, before the first turn: deal what is dealt for the whole game.

        Outcomes that all seats share come from `outcome` or `deal` when `p.seat` is 0, and are read after that. They
        are drawn apart: equal seeds deal the same with a variant and without it.
        """

    @hookspec
    def legal(self, g: Any, p: Any, t: Any, own_g: Any, own_p: Any, own_t: Any) -> None:
        """The game has made its offers to a seat: add to them with `add_moves`, take from them with `remove_moves`."""

    @hookspec
    def on_action(self, g: Any, p: Any, t: Any, action: int, own_g: Any, own_p: Any, own_t: Any) -> None:
        """A seat did `action` (a code, or PASS), and the game has done its own part of it."""

    @hookspec
    def score_game(self, g: Any, p: Any, t: Any, own_g: Any, own_p: Any, own_t: Any) -> int:  # type: ignore[empty-body]
        """Points at the end of the game; they fill a column that is named after the variant."""

    @hookspec
    def score_table(  # type: ignore[empty-body]
        self, g: Any, p: Any, ps: Any, t: Any, own_g: Any, own_p: Any, own_t: Any
    ) -> int:
        """Points of a seat at the end that depend on the others; they are added to the variant's column.

        It comes once a seat, when all of `ps` have been scored by everything else. What the variant keeps of the seat
        k is `ps[k]` and its id, as in `ps[k].night_owl.banked`. An agent that looks at its own seat alone, as greedy
        does, does not see these points.
        """


@dataclass(frozen=True)
class Specs:
    """Hooks that a table has: their names, what their functions may be given, and which of them return points."""

    classes: tuple[type, ...]
    arguments: Mapping[str, tuple[str, ...]]
    points: frozenset[str]


def specs_of(*further: type) -> Specs:
    """The hooks of the host and of a game's own classes of specifications."""
    classes = (Hooks, *further)
    arguments: dict[str, tuple[str, ...]] = {}
    points = set()
    for declaring in classes:
        for name, member in vars(declaring).items():
            if hasattr(member, f"{PROJECT}_spec"):
                signature = inspect.signature(member)
                arguments[name] = tuple(signature.parameters)[1:]
                if signature.return_annotation in (int, "int"):
                    points.add(name)
    return Specs(classes, arguments, frozenset(points))


@dataclass(frozen=True)
class Implementation:
    """A plugin's function for a hook, and the arguments that it names."""

    plugin: str
    function: Rule
    arguments: tuple[str, ...]


Implementations = Mapping[str, Sequence[Implementation]]


class RuleSet:
    """One composed function a hook, as attributes of the hooks' names: what a table runs on."""

    def __init__(self, functions: Mapping[str, Rule]) -> None:
        self._functions = functions

    def __getattr__(self, hook: str) -> Rule:
        try:
            return self._functions[hook]
        except KeyError:
            raise AttributeError(f"no hook is called {hook!r}; {hint_for(hook, self._functions)}") from None


def collect(plugins: Sequence[tuple[str, object]], specs: Specs) -> dict[str, list[Implementation]]:
    """The implementations of every hook in the order of `plugins`.

    Raises:
        PluginError: a misspelt or undecorated hook, or one with an argument that the specification does not have.
    """
    manager = pluggy.PluginManager(PROJECT)
    for declaring in specs.classes:
        manager.add_hookspecs(declaring)
    for name, plugin in plugins:
        _refuse_undecorated(name, plugin, specs)
        try:
            manager.register(plugin, name)
        except pluggy.PluginValidationError as error:
            named = re.search(r"for hook '(\w+)'", str(error))
            hook = named[1] if named else "set-up"
            raise PluginError(name, hook, _strange_argument(plugin, hook, specs) or str(error)) from error
        except ValueError:
            other = manager.get_name(plugin)
            raise PluginError(name, "set-up", f"its rules are those of {other}, too: each has its own module") from None
    found: dict[str, list[Implementation]] = {}
    for hook in specs.arguments:
        by_plugin = {impl.plugin_name: impl for impl in getattr(manager.hook, hook).get_hookimpls()}
        found[hook] = []
        for name, _ in plugins:
            impl = by_plugin.get(name)
            if impl is None:
                continue
            if impl.hookwrapper or impl.wrapper:
                raise PluginError(name, hook, "a wrapper has no place at a hook")
            found[hook].append(Implementation(name, rule(impl.function), tuple(impl.argnames)))
    for name, _ in plugins:
        _refuse_unknown(name, manager, specs)
    return found


def _strange_argument(plugin: object, hook: str, specs: Specs) -> str:
    """What to say of a hook's function that names an argument which the hook does not have."""
    known = specs.arguments.get(hook, ())
    named = inspect.signature(getattr(plugin, hook)).parameters if hasattr(plugin, hook) else ()
    strange = next((name for name in named if name not in known), None)
    return f"it is given {', '.join(known)}, but no {strange}; {hint_for(strange, known)}" if strange else ""


def _refuse_undecorated(name: str, plugin: object, specs: Specs) -> None:
    for hook in specs.arguments:
        function = getattr(plugin, hook, None)
        own = not isinstance(plugin, ModuleType) or getattr(function, "__module__", None) == plugin.__name__
        if inspect.isfunction(function) and own and not hasattr(function, f"{PROJECT}_impl"):
            raise PluginError(name, hook, "a function with the name of a hook lacks @hookimpl")


def _refuse_unknown(name: str, manager: pluggy.PluginManager, specs: Specs) -> None:
    for caller in manager.get_hookcallers(manager.get_plugin(name)) or ():
        declares = caller.name.startswith(f"{PROJECT}_")  # declarations may stand in the same module
        if caller.spec is None and not declares:
            raise PluginError(name, caller.name, f"no such hook; {hint_for(caller.name, specs.arguments)}")


def compose(
    found: Implementations,
    specs: Specs,
    part_of: Mapping[str, str],
    column_of: Mapping[str, int],
    dealing: Collection[str] = (),
    streams: Sequence[str] = (),
) -> RuleSet:
    """One function a hook, which calls the implementations in turn; points are added up.

    `score_game` of each plugin fills the plugin's column of `p.items`, and `score_table` adds to it. `part_of` says
    under which name the records of `g`, `p` and `t` hold what is a plugin's own; `dealing` names the variants that have
    chance of their own, and `streams` those of them that draw in the course of the game.
    """
    composed = {}
    for hook, arguments in specs.arguments.items():
        functions = found[hook]
        if hook == "score_table":
            composed[hook] = _over_all_seats(functions, part_of, column_of)
            continue
        calls = [f"f{number}({_given(each, part_of)})" for number, each in enumerate(functions)]
        body = calls
        if hook == "score_game":
            body = [f"p.items[{column_of[f.plugin]}] = {call}" for f, call in zip(functions, calls, strict=True)]
        elif hook in specs.points:
            body = ["return " + (" + ".join(calls) or "0")]
        elif hook == "on_setup":
            body = _streams_begin(streams) + [
                line
                for f, call in zip(functions, calls, strict=True)
                for line in (_drawn_apart(f.plugin, call) if f.plugin in dealing else [call])
            ]
        elif streams:
            body = [
                line
                for f, call in zip(functions, calls, strict=True)
                for line in (
                    _from_stream(streams.index(f.plugin), call) if draws_later(specs, hook, f, streams) else [call]
                )
            ]
        given = tuple(name for name in arguments if not name.startswith("own_"))
        alone = len(functions) == 1 and functions[0].arguments == given
        if alone and body in ([*calls], [f"return {calls[0]}"]):
            composed[hook] = functions[0].function
            continue
        composed[hook] = _function(hook, given, body, [each.function for each in functions])
    return RuleSet(composed)


def _over_all_seats(
    functions: Sequence[Implementation], part_of: Mapping[str, str], column_of: Mapping[str, int]
) -> Rule:
    """The rule `score_table(g, ps, t)`: the points of each plugin for one seat after another, then the totals."""
    body = []
    for number, each in enumerate(functions):
        points = f"p.items[{column_of[each.plugin]}] += f{number}({_given(each, part_of)})"
        body += ["for seat in range(len(ps)):", "    p = ps[seat]", f"    {points}"]
    total = ["p = ps[seat]", "total = 0", "for i in range(t.columns):", "    total += p.items[i]", "p.total = total"]
    body += ["for seat in range(len(ps)):", *(f"    {line}" for line in total)]
    return _function("score_table", ("g", "ps", "t"), body, [each.function for each in functions])


def bound(function: Callable[..., Any], part: str, built: Any = None) -> Callable[..., Any]:
    """A variant's function that is no rule, called with those of `g`, `p`, `t`, `own_g` and `others` that it names.

    A first argument of any other name is given what the variant's `build` has returned.
    """
    names = list(inspect.signature(function).parameters)
    if names and names[0] not in GIVEN:
        function = partial(function, built)
        del names[0]

    def call(g: Any, p: Any, t: Any, **others: Any) -> Any:
        given = {"g": g, "p": p, "t": t}
        own = {f"own_{name}": getattr(record, part, None) for name, record in given.items()}
        return function(*(({**given, **own, **others})[name] for name in names))

    call.__wrapped__ = function  # type: ignore[attr-defined]  # where it is defined, for messages
    return call


def _given(implementation: Implementation, part_of: Mapping[str, str]) -> str:
    """The arguments of a call: `own_p` of a variant is the record within `p` under its name."""
    own = part_of.get(implementation.plugin, "")
    return ", ".join(f"{name[-1]}.{own}" if name.startswith("own_") else name for name in implementation.arguments)


def _drawn_apart(name: str, call: str) -> list[str]:
    """The call with a generator of its own, so that what a variant draws moves nothing that is drawn after it."""
    return ["kept = g.rng", f"g.rng = rng_state(kept, {role_of(name)} + p.seat)", call, "g.rng = kept"]


def _streams_begin(streams: Sequence[str]) -> list[str]:
    """The streams of a new table, before anybody draws."""
    states = "g.variant_streams.state"
    begin = [f"    {states}[{n}] = rng_state(g.rng, {stream_role(name)})" for n, name in enumerate(streams)]
    return ["if p.seat == 0:", *begin] if begin else []


def _from_stream(number: int, call: str) -> list[str]:
    """The call, with what it draws from the variant's own stream."""
    own = f"g.variant_streams.state[{number}]"
    return ["kept = g.rng", f"g.rng = {own}", call, f"{own} = g.rng", "g.rng = kept"]


def draws_later(specs: Specs, hook: str, implementation: Implementation, dealing: Collection[str]) -> bool:
    """Whether a function of one of these plugins draws after the set-up.

    Raises:
        PluginError: it does at a hook that comes whenever somebody looks at the table.
    """
    if hook == "on_setup" or implementation.plugin not in dealing or not draws(implementation.function):
        return False
    if hook == "legal" or hook in specs.points:
        reason = "it draws from chance, but comes whenever somebody looks at the table; draw elsewhere, and keep it"
        raise PluginError(implementation.plugin, hook, reason)
    return True


def _function(hook: str, arguments: Sequence[str], body: Sequence[str], functions: Sequence[Rule]) -> Rule:
    """The rule function with this body; its functions are called f0, f1 ... there.

    Written out as text: one call after the other costs plain Python half of what closures in pairs do.
    """
    lines = [
        f"def make({', '.join(f'f{number}' for number in range(len(functions)))}):",
        f"    def {hook}({', '.join(arguments)}):",
        *(f"        {line}" for line in body or ["pass"]),
        f"    return {hook}",
    ]
    space: dict[str, Any] = {"__name__": __name__, "rng_state": rng_state}
    exec(compile("\n".join(lines), f"<{hook} of a table>", "exec"), space)
    composed: Rule = rule(space["make"](*functions))
    return composed
