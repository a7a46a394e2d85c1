"""A game: all that was decided before the first card. Immutable, and shared by every state of it."""

from __future__ import annotations

import secrets
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from .blueprint import Blueprint, Column
from .chance import SEEDS
from .errors import MetrolinesError, PluginError, Problem, SetupError, UsageError, pass_on_interrupts, reason_of
from .fields import plain_class, plain_record, plain_tables
from .kinds import Engine, GameKind, MapLike, Rule
from .moments import collect, compose
from .plugins import Host, host
from .resolve import resolve
from .rules import digest
from .script import Script, read_script
from .specs import Chosen, GameSpec, OptionValue, VariantSpec
from .watch import tracing, watched
from .yaml_files import read_text

DISTRIBUTION = "metrolines"  # whose variants are not watched

if TYPE_CHECKING:
    from .compiled import CompiledGame
    from .state import State


class Game:
    """Base game, map, variants, options and number of seats; made by `new_game`.

    `space` is its action space, `columns` are the boxes of its score sheet in order, `notes` are remarks on the set-up
    that players should see (such as cards left out because the map cannot support them). `breakdowns` are the variants
    that tell what their box is made of: functions of `g`, a seat that was scored, and `t`; `column_of` says which item
    of a seat that box is. `map_text` is what stands in the file of a map of one's own.
    """

    def __init__(
        self,
        spec: GameSpec,
        kind: GameKind,
        map: MapLike,
        settings: Mapping[str, OptionValue],
        variants: Sequence[Chosen],
        seats: int,
    ) -> None:
        self.spec = spec
        self.id = spec.id
        self.kind = kind
        self.map = map
        self.settings = dict(settings)
        self.variants = tuple(variants)
        self.seats = seats
        self.map_text = ""
        self._compiled: CompiledGame | None = None
        self._set_up()

    def _set_up(self) -> None:
        blueprint = Blueprint(self.map, self.seats, self.settings, [chosen.spec.id for chosen in self.variants])
        own = blueprint.part(self.spec.family, self.settings, prefix="")
        self.kind.build(own)
        plugins: list[tuple[str, object]] = [(self.spec.family, self.kind.rules(own))]
        self.breakdowns: dict[str, Callable[[Any, Any, Any], Mapping[str, int]]] = {}
        for chosen in self.variants:
            part = blueprint.part(chosen.spec.id, chosen.options)
            try:
                module = chosen.spec.load()
                built = module.build(part) if hasattr(module, "build") else None
                if hasattr(module, "breakdown"):
                    if not hasattr(module, "score_game"):
                        raise PluginError(chosen.spec.id, "breakdown", "there is no score_game, whose box it tells of")
                    self.breakdowns[chosen.spec.id] = partial(module.breakdown, built)
            except MetrolinesError:
                raise
            except BaseException as error:
                pass_on_interrupts(error)
                raise PluginError(chosen.spec.id, "set-up", reason_of(error)) from error
            if hasattr(module, "score_game"):
                part.column(chosen.spec.id, chosen.spec.title)
            plugins.append((chosen.spec.id, module))
        blueprint.close()
        self.moments = collect(plugins)
        self.column_of = {name: blueprint.column_of(name) for name, _ in self.moments["score_game"]}
        self._dealing = {block.source for block in blueprint.chance} - {self.spec.family}
        self.engine: Engine = self._engine_around(self.moments)
        self.space = blueprint.space
        self.columns: tuple[Column, ...] = tuple(blueprint.columns)
        self.chance = tuple(blueprint.chance)
        self.notes = tuple(blueprint.notes)
        self.table_fields = tuple(blueprint.table_fields)
        self.seat_fields = tuple(blueprint.seat_fields)
        self.table_values = blueprint.tables
        self._table_class = plain_class("Table", self.table_fields)
        self._seat_class = plain_class("Seat", self.seat_fields)
        self.tables = plain_tables(blueprint.tables)

    @property
    def title(self) -> str:
        """The game, its map if it is not the game's own, and its variants, for people."""
        names = [chosen.spec.title for chosen in self.variants]
        place = f" on the map of {self.map.title}" if self.map.id != self.spec.map else ""
        return self.spec.title + place + (f" with {', '.join(names)}" if names else "")

    @cached_property
    def careful_engine(self) -> Engine:
        """The rules for play step by step: `engine`, with the moments of other people's variants watched.

        With METROLINES_TRACE=1 all moments are, and tell when they run; it is looked at once a game.
        """
        return self._watch(tracing())

    @property
    def watched(self) -> bool:
        """Whether somebody else's variant is in play, or everything is traced."""
        return self.careful_engine is not self.engine

    def blame_idle(self, action: int) -> NoReturn:
        """Raise a PluginError for an action that has changed nothing, with which a game could go on for ever."""
        block = self.space.block_of(action)
        reason = f"the action {self.space.labels[action]!r} changed nothing: the game could go on for ever"
        raise PluginError(block.source, "on_action", reason, host().distribution_of(block.source))

    def _watch(self, trace: bool) -> Engine:
        origin = {chosen.spec.id: host().distribution_of(chosen.spec.id) for chosen in self.variants}
        strange = {name for name, distribution in origin.items() if distribution != DISTRIBUTION}
        if not strange and not trace:
            return self.engine
        moments = {
            moment: [
                (name, watched(name, origin.get(name, ""), moment, function, self.space, trace))
                if trace or name in strange
                else (name, function)
                for name, function in functions
            ]
            for moment, functions in self.moments.items()
        }
        return self._engine_around(moments)

    def _engine_around(self, moments: dict[str, list[tuple[str, Rule]]]) -> Engine:
        return self.kind.engine(compose(moments, self.column_of, self._dealing))

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

    def label(self, action: int) -> str:
        """The text of an action, such as `d3-b3`. Raises IndexError for a number that is none."""
        self.space.block_of(action)
        return self.space.labels[action]

    def parse(self, text: str) -> int:
        """The action of a text. Raises UsageError when the game has no such action."""
        return self.space.parse(text)

    def blank(self) -> tuple[Any, list[Any]]:
        """A table's and its seats' records before anything was dealt."""
        g = plain_record(self._table_class)
        ps = [plain_record(self._seat_class) for _ in range(self.seats)]
        for seat, p in enumerate(ps):
            p.seat = seat
        return g, ps

    def start(self, seed: int | None = None, script: Script | None = None) -> State:
        """A new state of this game, dealt and ready for the first decision.

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
        return self.kind.state_class.begin(self, seed, read_script(self.chance, script or {}))

    def compiled(self) -> CompiledGame:
        """This game as machine code. Raises NotCompilable where numba is missing or a rule is beyond it."""
        from .compiled import CompiledGame

        if self._compiled is None:
            self._compiled = CompiledGame(self)
        return self._compiled

    def blame(self, error: BaseException) -> NoReturn:
        """Raise a PluginError that names the variant in whose code an error arose, or the error itself."""
        if isinstance(error, MetrolinesError):
            raise error
        running = {frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)}
        for moment, functions in self.moments.items():
            for plugin, function in functions:
                if plugin != self.spec.family and getattr(function, "__code__", None) in running:
                    reason = reason_of(error)
                    raise PluginError(plugin, moment, reason, host().distribution_of(plugin)) from error
        raise error

    def __repr__(self) -> str:
        names = ",".join(chosen.spec.id for chosen in self.variants)
        return f"<Game {self.id}{' + ' + names if names else ''}, {self.seats} seat{'s' * (self.seats > 1)}>"


def check_seed(seed: object) -> None:
    """Refuse what is no seed. Raises UsageError."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
        raise UsageError(f"a seed is a whole number from 0 to 2**62 - 1, not {seed!r}")


@lru_cache(maxsize=32)
def _map(kind_class: type[GameKind], path: Path, text: str) -> MapLike:
    return kind_class().read_map(path, text)


@lru_cache(maxsize=32)
def _text(path: Path, changed: int) -> str:
    return read_text(str(path))


def load_map(
    plugins: Host, spec: GameSpec, kind: GameKind, map: str | Path | None, text: str | None = None
) -> tuple[MapLike, str]:
    """The map of a game: its own, another by name, or a file; and its text, "" for one that the host knows by name.

    With `text`, that of the file `map`, no file is opened. Maps are read once as long as the file is unchanged.
    """
    name = str(map or spec.map)
    if text is not None:
        return _map(type(kind), Path(name), text), text
    if name.endswith((".yaml", ".yml")) or isinstance(map, Path):
        path = Path(name)
    else:
        path = plugins.map(name).path
        if plugins.map(name).family != spec.family:
            raise UsageError(f"{spec.id} is not played on a map of {plugins.map(name).family}")
    text = _text(path, path.stat().st_mtime_ns if path.is_file() else 0)
    the_map = _map(type(kind), path, text)
    known = plugins.maps.get(the_map.id)
    return the_map, "" if known is not None and known.path == path else text


def new_game(
    name: str,
    variants: Sequence[str] | str = (),
    seats: int = 1,
    options: Mapping[str, Any] | None = None,
    map: str | Path | None = None,
    map_text: str | None = None,
) -> Game:
    """Set up a game.

    Args:
        name: a game that `games list` shows, such as `paris`.
        variants: names of variants; a text has commas between them.
        seats: number of players.
        options: settings of the game by name, those of a variant under its name (`{"objectives": {"draw": 3}}`).
        map: another map of the family, by name or as a file; None is the game's own.
        map_text: what stands in that file, if it is known, as from a record; the file is not opened then.

    Raises:
        UnknownName: no such game or map.
        SetupError: every problem with variants, options and seats at once.
        FileError: a map file that cannot be used.
        PluginError: a variant whose code breaks at set-up.
    """
    plugins = host()
    spec = plugins.game(name)
    kind = spec.load()
    the_map, text = load_map(plugins, spec, kind, map, map_text)
    wanted = [*the_map.variants, *(variants.split(",") if isinstance(variants, str) else variants)]
    problems: list[Problem] = []
    least, most = spec.seats
    if isinstance(seats, bool) or not isinstance(seats, int) or not least <= seats <= most:
        message = f"{spec.id} is for {least} to {most} seats, not {seats!r}"
        problems.append(Problem(message, about=("seats",), apart=True))
    try:
        settings, chosen = resolve(plugins, spec, the_map.title, the_map.features, kind.settings, wanted, options or {})
    except SetupError as error:
        raise SetupError([*error.problems, *problems]) from None
    if problems:
        raise SetupError(problems)
    options_of = [(c.spec, tuple(c.options.items())) for c in chosen]
    try:
        return _shared(spec, the_map, text, tuple(settings.items()), tuple(options_of), seats)
    except PluginError as error:
        origin = plugins.distribution_of(error.plugin)
        raise PluginError(error.plugin, error.moment, error.reason, origin) from error.__cause__


@lru_cache(maxsize=64)
def _shared(
    spec: GameSpec,
    map: MapLike,
    map_text: str,
    settings: tuple[tuple[str, OptionValue], ...],
    variants: tuple[tuple[VariantSpec, tuple[tuple[str, OptionValue], ...]], ...],
    seats: int,
) -> Game:
    """Equal set-ups share one game, and so its composed and compiled rules."""
    chosen = [Chosen(variant, dict(options)) for variant, options in variants]
    kind = spec.load()
    made: Game = kind.game_class(spec, kind, map, dict(settings), chosen, seats)
    made.map_text = map_text
    return made
