"""A game: all that was decided before the first card. Immutable, and shared by every state of it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from .._limits import IMPORT, RULE
from .._registry.blame import Suspects, guarded, module_of
from .._registry.declarations import Chosen, GameSpec
from .._registry.host import host
from .._registry.options import OptionValue
from .._registry.rule_checks import check_rules
from .._rules.code import digest
from .._rules.hooks import SCORING, Implementation, collect, compose, draws_later, specs_of
from .._rules.layout import Values, plain_class, plain_constants, plain_record
from .._rules.rng import SEEDS, check_seed
from .._rules.streams import tried
from .._sealable import Sealable
from .._setup.builder import Column, GameBuilder, PluginBuilder
from .._setup.clients import MapLike
from .._setup.family import Engine, GameFamily, scored
from .._setup.guard import Source, tracing, watched
from .._setup.script import Script, read_script
from .._text import whole
from ..errors import NoSeat, PluginError, PositionError, pass_on_interrupts
from .notation import ChanceNotation, Notation
from .pickling import game_again, packed_game
from .variant_functions import VariantFunctions

DISTRIBUTION = "metrolines"  # whose variants are not watched

if TYPE_CHECKING:
    from .._compiled.game import CompiledGame
    from ..view.rules import RuleText
    from .state import State


class Game(Sealable):
    """Base game, map, variants, options and number of seats; made by `new_game`.

    Every state, view and agent of it shares it, so that it can be read only.

    `space` is its action space, `decisions` are the optional decisions of its variants by the place of their bit in
    `p.pending`, `columns` are the boxes of its score sheet in order, `notes` are remarks on the set-up
    that players should see (such as cards left out because the map cannot support them). `functions` are those of its
    variants that are no rules; `column_of` says which item of a seat is a variant's box. `streams` names the variants
    that draw in the course of the game.
    `map_text` is what stands in the file of a map of one's own.
    """

    def __init__(
        self,
        spec: GameSpec,
        family: GameFamily,
        map: MapLike,
        settings: Mapping[str, OptionValue],
        variants: Sequence[Chosen],
        seats: int,
    ) -> None:
        self.spec = spec
        self.id = spec.id
        self.family = family
        self.map = map
        self.settings: Mapping[str, OptionValue] = MappingProxyType(dict(settings))
        self.variants = tuple(variants)
        self.seats = seats
        self.map_text = ""
        self._compiled: dict[bool, CompiledGame] = {}
        self._set_up()

    def _set_up(self) -> None:
        builder = GameBuilder(self.map, self.seats, self.settings, [chosen.spec.id for chosen in self.variants])
        own = builder.plugin_builder(self.spec.family, self.settings, part="")
        with guarded(self.spec.id, "set-up", IMPORT, module_of(self.family)):
            self.family.build(own)
            plugins: list[tuple[str, object]] = [(self.spec.family, self.family.rules(own))]
        functions = VariantFunctions()
        self._modules: dict[str, str] = {}
        for chosen in self.variants:
            own = builder.plugin_builder(chosen.spec.id, chosen.options, chosen.spec.word)
            module = self._built(chosen, own, functions)
            if any(hasattr(module, hook) for hook in SCORING):
                own.column(chosen.spec.id, chosen.spec.title)
            plugins.append((chosen.spec.id, module))
        self._specs = specs_of(*([self.family.hookspecs] if self.family.hookspecs else []))
        hooks = collect(plugins, self._specs)
        self._dealing = {block.source for block in builder.chance} - {self.spec.family}
        later = {
            each.plugin for hook in hooks for each in hooks[hook] if draws_later(self._specs, hook, each, self._dealing)
        }
        self.streams = tuple(sorted(later))
        builder.close(len(self.streams))
        builder.check_own_arguments(hooks)
        check_rules(hooks, self._foreign_plugins(), builder.own_fields())
        self._part_of: Mapping[str, str] = MappingProxyType(builder.part_of)
        fixed = {hook: tuple(implementations) for hook, implementations in hooks.items()}
        self.hooks: Mapping[str, Sequence[Implementation]] = MappingProxyType(fixed)
        self.functions = functions.closed()
        scoring = {each.plugin for hook in SCORING for each in hooks[hook]}
        self.column_of: Mapping[str, int] = MappingProxyType({name: builder.column_of(name) for name in scoring})
        self.engine: Engine = self._engine_around(hooks)
        self.space = builder.space
        self.columns: tuple[Column, ...] = tuple(builder.columns)
        self.chance = tuple(builder.chance)
        self.decisions = tuple(builder.decisions)
        self._notes = tuple(builder.notes)
        parts = {name: MappingProxyType(values) for name, values in builder.own_constants.items()}
        self.constant_values: Values = MappingProxyType({**builder.constants, **parts})
        self._constant_meanings: Mapping[str, Mapping[str, str]] = MappingProxyType(builder.meanings)
        self.table_layout = builder.table_state.layout
        self.seat_layout = builder.seat_state.layout
        self.chance_notation = tuple(
            ChanceNotation(block.key, block.first, len(block.slots), block.group, block.outcomes)
            for block in self.chance
        )
        self.table_notation = Notation(self.table_layout, builder.names)
        self.seat_notation = Notation(self.seat_layout, builder.names)
        self._table_class = plain_class(self.table_layout)
        self._seat_class = plain_class(self.seat_layout)
        self.constants: Any = plain_constants(self.constant_values)

    def _built(self, chosen: Chosen, builder: PluginBuilder, functions: VariantFunctions) -> Any:
        """The module of a variant, once it has added its part. Raises PluginError where that breaks."""
        name = chosen.spec.id
        declared = chosen.spec.module
        home = declared if isinstance(declared, str) else module_of(declared)
        with guarded(name, "set-up", IMPORT, home):
            module = chosen.spec.load()
            self._modules[name] = module_of(module)
            built = module.build(builder) if hasattr(module, "build") else None
            functions.add(name, chosen.spec.word, module, built)
        return module

    def _foreign_plugins(self) -> set[str]:
        """The variants, and the game itself, whose rules do not come with metrolines."""
        found = {c.spec.id for c in self.variants if host().distribution_of(c.spec.id) != DISTRIBUTION}
        return found | ({self.spec.family} if host().origin_of("games", self.id) != DISTRIBUTION else set())

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on the set-up that players should see."""
        others = {chosen.spec.id: host().namesakes("variants", chosen.spec.id) for chosen in self.variants}
        same = [
            f"{name} is the one of {host().distribution_of(name)}; {' and '.join(names)} is another"
            for name, names in others.items()
            if names
        ]
        return (*self._notes, *same)

    def rules(self) -> tuple[RuleText, ...]:
        """The rules as a player is told them: entries in the order of the page, those of its variants among them.

        Examples:
            >>> import metrolines as ml
            >>> [rule.id for rule in ml.new_game("metro", "no_centre").rules() if rule.heading == "No centre"]
            ['no-centre']

        Raises:
            PluginError: a variant's `rule_sheet` breaks.
        """
        from .rules_told import rules_of

        return rules_of(self)

    @property
    def title(self) -> str:
        """The game, its map if it is not the game's own, and its variants, for people."""
        names = [chosen.spec.title for chosen in self.variants]
        place = f" on the map of {self.map.title}" if self.map.id != self.spec.map else ""
        return self.spec.title + place + (f" with {', '.join(names)}" if names else "")

    @cached_property
    def guarded_engine(self) -> Engine:
        """The rules for play step by step: `engine`, with the hooks of other people's variants watched.

        With METROLINES_TRACE=1 all hooks are, and tell when they run; it is looked at once a game.
        """
        return self._watch(tracing())

    @property
    def watched(self) -> bool:
        """Whether somebody else's variant is in play, or everything is traced."""
        return self.guarded_engine is not self.engine

    def refuse_idle_action(self, action: int) -> NoReturn:
        """Raise a PluginError for an action that has changed nothing, with which a game could go on for ever."""
        block = self.space.block_of(action)
        reason = f"the action {self.space.labels[action]!r} changed nothing: the game could go on for ever"
        raise PluginError(block.source, "on_action", reason, host().distribution_of(block.source))

    def _watch(self, trace: bool) -> Engine:
        origin = {chosen.spec.id: host().distribution_of(chosen.spec.id) for chosen in self.variants}
        strange = {name for name, distribution in origin.items() if distribution != DISTRIBUTION}
        if not strange and not trace:
            return self.engine
        hooks = {
            hook: [
                self._watched(hook, each, trace) if trace or each.plugin in strange else each
                for each in implementations
            ]
            for hook, implementations in self.hooks.items()
        }
        return self._engine_around(hooks)

    def _watched(self, hook: str, implementation: Implementation, trace: bool) -> Implementation:
        name = implementation.plugin
        source = Source(name, host().distribution_of(name), self._modules.get(name, ""))
        watch = watched(source, hook, implementation, hook in self._specs.points, self.space, trace)
        return replace(implementation, function=watch)

    def _engine_around(self, hooks: Mapping[str, Sequence[Implementation]]) -> Engine:
        rule_set = compose(hooks, self._specs, self._part_of, self.column_of, self._dealing, self.streams)
        engine = self.family.engine(rule_set)
        if self.streams:
            engine = replace(engine, act=tried(engine.act))
        score_table = rule_set.score_table if hooks["score_table"] else None
        return replace(engine, score_now=scored(engine.score_now, rule_set.score_game), score_table=score_table)

    @property
    def map_name(self) -> str:
        """What `new_game` takes for the map: its name, or its file if it is none that the host knows."""
        return str(getattr(self.map, "path", self.map.id)) if self.map_text else self.map.id

    @property
    def map_anywhere(self) -> str:
        """The same for whoever starts from another folder: a file by its absolute path."""
        name = self.map_name
        return name if name == self.map.id else str(Path(name).resolve())

    @property
    def options(self) -> dict[str, Any]:
        """Every setting and option in force: settings by name, those of variants under the variant's name."""
        nested = {c.spec.id: dict(c.options) for c in self.variants if c.options}
        return {**self.settings, **nested}

    @property
    def digest(self) -> str:
        """A digest of the game's rules as code: equal digests play equal games."""
        return digest(self.engine.rules())

    def action_kind(self, action: int) -> str:
        """The kind of an action in a word, such as `section` or `pass`: the name of the block it belongs to.

        Raises IndexError for a number that is none.
        """
        return self.space.block_of(action).name

    def label(self, action: int) -> str:
        """The text of an action, such as `d3-b3`. Raises IndexError for a number that is none.

        Examples:
            >>> import metrolines as ml
            >>> ml.new_game("paris").label(0)
            'pass'
        """
        self.space.block_of(action)
        return self.space.labels[action]

    def parse(self, text: str) -> int:
        """The action of a text. Raises UsageError when the game has no such action.

        Examples:
            >>> import metrolines as ml
            >>> game = ml.new_game("metro")
            >>> game.label(game.parse("AACB12"))
            'aacb12'
        """
        return self.space.parse(text)

    def read_seat(self, seat: object) -> int:
        """A seat's number. Raises NoSeat for what is none of this game."""
        # asked several times a decision, nearly always with an int; an abstract class takes ten times as long to check
        if type(seat) is int and 0 <= seat < self.seats:
            return seat
        return read_seat(seat, self.seats)

    def blank(self) -> tuple[Any, list[Any]]:
        """A table's and its seats' records before anything was dealt."""
        g = plain_record(self._table_class)
        ps = [plain_record(self._seat_class) for _ in range(self.seats)]
        for seat, p in enumerate(ps):
            p.seat = seat
        return g, ps

    @property
    def state_class(self) -> type[State]:
        """The class of its states."""
        from .state import State

        return self.family.state_class or State

    def start(self, seed: int | None = None, script: Script | None = None) -> State:
        """A new state of this game, dealt and ready for the first decision.

        Examples:
            >>> import metrolines as ml
            >>> state = ml.new_game("paris").start(seed=7, script={"colours": [["blue", "green", "orange", "purple"]]})
            >>> state.to_act
            (0,)

        Args:
            seed: 0 to 2**62 - 1; None draws one. Equal seeds give equal games.
            script: what chance decides, by key (see the documentation of scripted chance); what is left out is drawn.

        Raises:
            UsageError: a seed out of range.
            SetupError: a script that does not fit this game.
        """
        if seed is None:
            seed = secrets.randbelow(SEEDS)
        check_seed(seed)
        return self.state_class.begin(self, seed, read_script(self.chance, script or {}))

    def derive(self, g: Any, ps: Sequence[Any]) -> None:
        """Work out what follows from the rest of a position that was read: the game's own fields, then the variants'.

        Raises PluginError for a variant whose code breaks.
        """
        self.family.derive(self, g, ps)
        for name, derived in self.functions.derive.items():
            with self.guarded(name, "derive"):
                for p in ps:
                    derived(g, p, self.constants)

    def from_position(self, text: str, seed: int | None = None) -> State:
        """The state that `State.position` has written, to go on playing from.

        Examples:
            >>> import metrolines as ml
            >>> game = ml.new_game("metro")
            >>> text = game.start(seed=1).position()
            >>> game.from_position(text, seed=2).position() == text
            True

        Args:
            text: the position.
            seed: decides what chance has not decided yet; None draws one.

        Raises:
            PositionError: a text that is no position of this game, or contradicts itself.
            UsageError: a seed out of range.
        """
        if seed is None:
            seed = secrets.randbelow(SEEDS)
        check_seed(seed)
        if not text.strip():
            raise PositionError("the position is empty")
        return self.state_class.begin(self, seed, {}, text)

    def compiled(self, *, checked: bool | None = None) -> CompiledGame:
        """This game as machine code.

        Args:
            checked: whether what is an error in plain Python is one in machine code, too; None: where rules of others
                are in play.

        Raises:
            NotCompilable: numba is missing, or a rule is beyond it.
        """
        from .._compiled.game import CompiledGame

        checked = self.foreign if checked is None else checked
        if checked not in self._compiled:
            self._compiled[checked] = CompiledGame(self, checked)
        return self._compiled[checked]

    @property
    def foreign(self) -> bool:
        """Whether rules are in play that do not come with metrolines."""
        origins = [host().distribution_of(chosen.spec.id) for chosen in self.variants]
        return any(origin != DISTRIBUTION for origin in [*origins, host().origin_of("games", self.id)])

    def guarded(self, name: str, hook: str) -> AbstractContextManager[None]:
        """Within it runs code of a variant that is no rule: what goes wrong there is a PluginError."""
        return guarded(name, hook, RULE, self._modules[name], host().distribution_of(name), passed=())

    def attribute_error(self, error: BaseException) -> NoReturn:
        """Raise a PluginError that names the variant in whose code an error arose, or the error itself.

        An interrupt is nobody's.
        """
        pass_on_interrupts(error)
        strange = [name for name in self._modules if host().distribution_of(name) != DISTRIBUTION]
        home = module_of(self.family).partition(".")[0]
        failure = Suspects(self.hooks, self._modules, strange, home).culprit(error)
        if failure is not None:
            failure.locate(distribution=host().distribution_of(failure.plugin))
            raise failure from error
        raise error

    def __reduce__(self) -> tuple[Any, ...]:
        return game_again, packed_game(self)

    def __repr__(self) -> str:
        names = ",".join(chosen.spec.id for chosen in self.variants)
        return f"<Game {self.id}{' + ' + names if names else ''}, {self.seats} seat{'s' * (self.seats > 1)}>"


def read_seat(seat: object, seats: int) -> int:
    """The number of one of so many seats, numpy's whole numbers among them. Raises NoSeat for what is none."""
    if whole(seat) and 0 <= int(seat) < seats:
        return int(seat)
    raise NoSeat(seat, seats)
