"""The compiled way: the same rule functions as machine code, by numba.

A table's state is three arrays: `gs` (one record), `ps` (a record a seat) and `ts` (one record of constant tables).
Rules of others are checked as they run; see `machine_code` for how, and `code_store` for where machine code is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from .._rules.agent import AGENT, SCRATCH_ROWS, Choose, seated
from .._rules.code import Walk
from .._rules.layout import constant_layout, dtype_of, packed
from .._rules.rng import rng_state
from .._setup.script import Script, read_script
from ..errors import NotCompilable
from . import entries, making
from .batch import ROW_COLUMNS, make_batch, scoring
from .culprit import culprit
from .machine_code import compile_entry, numba_module, rules_digest
from .refusals import refusal

if TYPE_CHECKING:
    from .._game.game import Game


class CompiledGame:
    """A game as machine code: whole batches of games, and tables to play on step by step.

    Args:
        checked: whether an index out of range, a division by zero and the like are errors, as in plain Python. Without,
            they give nonsense or end the process. Every field then has 64 bits: rules of others may write numbers
            into it that its width has no room for.
    """

    def __init__(self, game: Game, checked: bool) -> None:
        self.game = game
        self.checked = checked
        self._numba = numba_module()
        g, ps = game.blank()
        self._blank_gs = packed(game.table_layout, g, wide=checked)
        self._blank_ps = packed(game.seat_layout, ps[0], game.seats, wide=checked)
        self._blank_ps["seat"] = range(game.seats)
        self._ts = packed(constant_layout(game.constant_values), game.constants)
        self._batches: dict[tuple[str, ...], tuple[str, Any, Any]] = {}
        self._entries: dict[str, Any] = {}
        self._tables: list[tuple[Callable[..., Any], str]] = []  # the rules of the entries, and their digests
        wrong = checked and refusal(Walk(game.engine.rules()).functions)
        if wrong:
            raise NotCompilable(wrong)

    def batch_of(
        self, agents: Mapping[str, Choose], names: Sequence[str], scratch_rows: int = SCRATCH_ROWS
    ) -> Callable[[int, int, int], Any]:
        """What plays batches of games, compiled now.

        Args:
            agents: rule functions by the names of their agents.
            names: who sits at every seat.
            scratch_rows: how many records of a seat they have to try things on.

        Returns:
            `play(seed, first, count)`, which plays the games `first` to `first + count - 1` of the series `seed`, and
            returns an int64 array of `count * seats` rows: the columns are ROW_COLUMNS, then the items of the score
            sheet.

        Raises:
            NotCompilable: numba refuses a rule, or what a rule reads has changed since it was compiled.
        """
        key = tuple(names)
        if key not in self._batches:
            rule = make_batch(self.game.engine, seated([agents[name] for name in names]))
            self._batches[key] = (rules_digest(rule), rule, self._compiled(entries.batch, rule, *self._arguments(1)))
        rules, rule, run = self._batches[key]
        _check_unchanged(rule, rules)

        def play(seed: int, first: int, count: int) -> Any:
            arguments = self._arguments(count, scratch_rows)
            run(*arguments[:7], seed, first, *arguments[9:])
            return arguments[-1]

        return play

    def _arguments(self, count: int, scratch_rows: int = SCRATCH_ROWS) -> tuple[Any, ...]:
        """What the entry `batch` takes; its last argument are the rows that it fills."""
        rows = np.zeros((count * self.game.seats, len(ROW_COLUMNS) + len(self.game.columns)), np.int64)
        agents = np.zeros(self.game.seats, dtype_of(AGENT))
        table = (self._blank_gs.copy(), self._blank_ps.copy(), self._ts, self._blank_gs, self._blank_ps)
        return (*table, agents, np.repeat(self._blank_ps[:1], scratch_rows), 0, 0, count, rows)

    def _compiled(self, entry: Callable[..., Any], rule: Callable[..., Any], *arguments: Any, **constants: Any) -> Any:
        """An entry, compiled now for arguments of these types. Raises NotCompilable."""
        types = tuple(map(self._numba.typeof, arguments))
        dispatcher = compile_entry(entry, rule, checked=self.checked, **constants)
        try:
            dispatcher.compile(types)
        except Exception as error:  # numba has more kinds of refusals than its own errors
            raise NotCompilable(f"{self.game!r} cannot be compiled: {culprit(self.game, error)}") from error
        finally:
            making.end()
        return dispatcher

    def table(self, seed: int = 0, script: Script | None = None, position: str = "") -> CompiledTable:
        """A table of this game, dealt, to be played on step by step.

        Args:
            position: what it begins from, if not from the beginning; see `Game.from_position`.

        Raises:
            NotCompilable: as `batch_of`.
            PositionError: a text that is no position of this game.
        """
        for rule, known in self._tables:
            _check_unchanged(rule, known)
        table = CompiledTable(self, seed, script)
        if position:
            table.begin_from(position, seed)
        return table

    @property
    def entries(self) -> dict[str, Any]:
        """The compiled functions of a table, made on first use."""
        if not self._entries:
            engine, table = self.game.engine, (self._blank_gs, self._blank_ps, self._ts)
            layout = {"g_dtype": self._blank_gs.dtype, "p_dtype": self._blank_ps.dtype, "t_dtype": self._ts.dtype}
            score = scoring(engine)
            rules = (engine.setup, engine.play, engine.legal, score)
            self._tables = [(rule, rules_digest(rule)) for rule in rules]
            self._entries = {
                "setup": self._compiled(entries.setup, engine.setup, *table),
                "play": self._compiled(entries.step, engine.play, 0, 0, 0, 0, 0, seats=self.game.seats, **layout),
                "legal": self._compiled(entries.legal, engine.legal, *table, 0),
                "score": self._compiled(entries.score, score, *table),
            }
        return self._entries


def _check_unchanged(rule: Callable[..., Any], known: str) -> None:
    """Raise NotCompilable if a rule, or what it reads, is not as it was when it was compiled."""
    if rules_digest(rule) != known:
        raise NotCompilable("what the rules read has changed since they were compiled in this process")


class CompiledTable:
    """One game in progress, played by machine code.

    For speed nothing is checked: `step` must be given a seat that may act and the number of an action that is legal
    for it. `gs` and `ps` are numpy arrays of the table's and the seats' records.

    Attributes:
        step: `step(seat, action)` plays an action and returns the mask of the seats that may act now, 0 at the end.
    """

    def __init__(self, compiled: CompiledGame, seed: int, script: Script | None) -> None:
        self._compiled = compiled
        self.game = compiled.game
        self.gs = compiled._blank_gs.copy()
        self.ps = compiled._blank_ps.copy()
        self.reset(seed, script)
        addresses = (self.gs.ctypes.data, self.ps.ctypes.data, compiled._ts.ctypes.data)
        step: Any = partial(compiled.entries["play"], *addresses)
        step.arrays = (self.gs, self.ps, compiled._ts)  # it knows them by address, and must outlive none
        self.step: Callable[[int, int], int] = step

    def reset(self, seed: int, script: Script | None = None) -> None:
        """Deal anew."""
        compiled = self._compiled
        self.gs[:] = compiled._blank_gs
        self.ps[:] = compiled._blank_ps
        self.gs["rng"] = rng_state(seed, 0)
        for slot, outcome in read_script(self.game.chance, script or {}).items():
            self.gs["outcomes"][0, slot] = -outcome - 1
        compiled.entries["setup"](self.gs, self.ps, compiled._ts)

    def begin_from(self, position: str, seed: int) -> None:
        """Begin from a position; what chance has not decided yet is drawn from a seed. Raises PositionError."""
        state = self.game.from_position(position, seed)
        wide = self._compiled.checked
        self.gs[:] = packed(self.game.table_layout, state.g, wide=wide)
        for seat, p in enumerate(state.ps):
            self.ps[seat] = packed(self.game.seat_layout, p, wide=wide)[0]

    @property
    def to_act(self) -> int:
        """The mask of the seats that may act now, 0 at the end."""
        return int(self.gs["to_act"][0])

    def legal(self, seat: int) -> list[int]:
        """The numbers of the seat's legal actions, ascending."""
        if not self.to_act >> seat & 1:
            return []
        self._compiled.entries["legal"](self.gs, self.ps, self._compiled._ts, seat)
        p = self.ps[seat]
        number_of = self.game.space.number_of
        found = [number_of[-1]] if -1 in number_of else []
        for i in range(p["moves"]):
            row, bits = int(p["move_row"][i]) * 64, int(p["move_bits"][i])
            while bits:
                found.append(number_of[row + (bits & -bits).bit_length() - 1])
                bits &= bits - 1
        return sorted(found)

    def totals(self) -> list[int]:
        """Every seat's points, as if the game ended now."""
        scratch = self.ps.copy()
        self._compiled.entries["score"](self.gs, scratch, self._compiled._ts)
        return [int(total) for total in scratch["total"]]
