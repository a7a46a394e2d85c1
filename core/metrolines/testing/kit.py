"""The checks by subject: which tables are played for a variant, a game or a map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._game.game import DISTRIBUTION
from .._game.new_game import new_game
from .._registry.declarations import GameSpec, VariantSpec
from .._registry.host import host, use_file
from ..errors import SetupError, UsageError
from .play import play_table
from .report import Report, Tell

if TYPE_CHECKING:
    from .._game.game import Game

GAMES = 12  # of a table, where nobody says how many


def check_table(game: Game, games: int = GAMES, seed: int = 1, compiled: bool = True) -> Report:
    """Play one table that is set up already, and check its positions; `compiled`: as machine code, too.

    Raises:
        NotConforming: with the shortest game found that shows what is wrong.
    """
    report = Report(repr(game))
    play_table(game, games, seed, report, compiled=compiled)
    return report


def check_variant(
    name: str,
    *,
    plugin: str | Path | None = None,
    games: int = GAMES,
    seed: int = 1,
    thorough: bool = False,
    compiled: bool = True,
    tell: Tell | None = None,
) -> Report:
    """Check a variant on every game it is for, alone and with the variants that come with metrolines.

    Args:
        name: its id.
        plugin: the file of a plugin that is not installed.
        games: how many are played of the variant alone; of each combination a quarter of that.
        seed: of all of them.
        thorough: play every combination; else every pair, and all at once.
        compiled: play some tables as machine code, too, each of which takes seconds to compile.
        tell: is called with a line on every table before it is played.

    Raises:
        NotConforming: with the shortest game found that shows what is wrong.
        UsageError: there is no such variant, or it can be played nowhere.
    """
    if plugin is not None:
        use_file(plugin)
    spec = host().variant(name)
    report = Report(f"variant {spec.id}", tell=tell)
    plan = Plan(report, games, seed, thorough, compiled)
    for game in host().games.values():
        if set(spec.applies_to) & {game.id, game.family}:
            _check_on(game, spec, plan)
    if not report.tables:
        raise UsageError(f"{spec.id} can be played on none of the games here", "; ".join(report.notes))
    return report


def check_game(
    name: str,
    *,
    plugin: str | Path | None = None,
    games: int = GAMES,
    seed: int = 1,
    thorough: bool = False,
    compiled: bool = True,
    tell: Tell | None = None,
) -> Report:
    """Check a game with every number of seats, every value of its settings, and the variants that are for it.

    The arguments are those of `check_variant`.
    """
    if plugin is not None:
        use_file(plugin)
    spec = host().game(name)
    report = Report(f"game {spec.id}", tell=tell)
    plan = Plan(report, games, seed, thorough, compiled)
    least, most = spec.seats
    for seats in range(least, most + 1):
        machine = compiled and (thorough or seats == most)
        play_table(new_game(spec.id, seats=seats), games, seed, report, compiled=machine)
    for option, value in _other_values(spec.load().settings):
        plan.play(spec, [], least, plan.some, {option: value})
    plan.play_with(spec, [variant.id for variant in _variants_for(spec)])
    return report


def check_map(
    map: str | Path,
    *,
    games: int = GAMES,
    seed: int = 1,
    thorough: bool = False,
    compiled: bool = True,
    tell: Tell | None = None,
) -> Report:
    """Check a map, by name or as a file, with every variant that it has what is needed for.

    The arguments are those of `check_variant`. It is played as the game that has it for its own map, or else as the
    first of its family. Raises FileError for a file that is no map.
    """
    if isinstance(map, Path) or map.endswith((".yaml", ".yml")):
        from .._files.documents import read_yaml

        family = str(read_yaml(map).data.get("game"))
    else:
        family, map = host().map(map).family, host().map(map).id
    specs = [spec for spec in host().games.values() if spec.family == family]
    spec = next((spec for spec in specs if spec.map == map), specs[0] if specs else None)
    if spec is None:
        raise UsageError(f"no game here is played on maps of {family}")
    report = Report(f"map {map}", tell=tell)
    plan = Plan(report, games, seed, thorough, compiled, map)
    least, most = spec.seats
    while not plan.play(spec, [], most, games, compiled=True):  # a map need not have places for all who could play
        most -= 1
        if most < least:
            raise UsageError(f"{map} can be played with no number of seats", "; ".join(report.notes))
    if least < most:
        plan.play(spec, [], least, games)
    plan.play_with(spec, [variant.id for variant in _variants_for(spec)])
    return report


def _check_on(game: GameSpec, spec: VariantSpec, plan: Plan) -> None:
    """A variant on one game: alone with any number of seats, with other values of its options, with other variants."""
    least, most = game.seats
    if not plan.play(game, [spec.id], game.default_seats, plan.games, compiled=True):
        return
    for seats in sorted({least, most} - {game.default_seats}):
        plan.play(game, [spec.id], seats, plan.some)
    for name, value in _other_values(spec.options):
        plan.play(game, [spec.id], game.default_seats, plan.some, {spec.id: {name: value}})
    others = [
        variant.id
        for variant in _variants_for(game)
        if host().distribution_of(variant.id) == DISTRIBUTION and variant.id != spec.id
    ]
    plan.play_with(game, others, [spec.id])


@dataclass
class Plan:
    """How much is played of each table, and what was. Without `compiled` nothing is compiled."""

    report: Report
    games: int
    seed: int
    thorough: bool
    compiled: bool = True
    map: str | Path | None = None
    all_compiled: bool = False  # a table with all variants was compiled

    @property
    def some(self) -> int:
        """Games of a table that is one of many."""
        return max(1, self.games // 4)

    def play(
        self,
        game: GameSpec,
        variants: Sequence[str],
        seats: int,
        games: int,
        options: Mapping[str, Any] | None = None,
        compiled: bool = False,
    ) -> bool:
        """Play a table, unless it cannot be set up: then the reason is noted."""
        try:
            table = new_game(game.id, variants, seats, options, self.map)
        except SetupError as error:
            self.report.notes.append(f"left out on {game.id}: {error.problems[0].message}")
            return False
        machine = self.compiled and (compiled or self.thorough)
        play_table(table, games, self.seed, self.report, compiled=machine)
        return True

    def play_with(self, game: GameSpec, names: Sequence[str], always: Sequence[str] = ()) -> None:
        """Each of these variants beside those that are always there, and all of them; or every combination."""
        seats = game.seats[0]
        fitting = [name for name in names if self.play(game, [*always, name], seats, self.some)]
        if self.thorough:
            for size in range(2, len(fitting)):
                for chosen in combinations(fitting, size):
                    self.play(game, [*always, *chosen], seats, self.some)
        if len(fitting) > 1:
            first = not self.all_compiled  # with all variants at once it takes longest to compile: once is enough
            self.all_compiled = True
            self.play(game, [*always, *fitting], game.default_seats, self.some, compiled=first)


def _variants_for(game: GameSpec) -> list[VariantSpec]:
    return [variant for variant in host().variants.values() if set(variant.applies_to) & {game.id, game.family}]


def _other_values(options: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """Values of options other than their defaults, where these are known."""
    for option in options:
        values: list[Any] = []
        if isinstance(option.default, bool):
            values = [not option.default]
        elif isinstance(option.default, int):
            values = [option.least, option.most]
        elif isinstance(option.default, str):
            values = list(option.choices)
        yield from ((option.name, value) for value in values if value is not None and value != option.default)
