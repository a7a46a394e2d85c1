"""The compiled way: the same rule functions as machine code, by numba. The only module that imports numba.

A table's state is three arrays: `gs` (one record), `ps` (a record a seat) and `ts` (one record of constant tables).
Machine code is kept on disk by numba's cache; its key holds a digest of all the rules that went in.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from functools import cache, partial
from types import FunctionType
from typing import Any

import numpy as np

from .agent_factory import rule_of
from .agents import AGENT_FIELDS, Choose, seated
from .batch import META, make_batch
from .chance import dice_state
from .compile_errors import culprit
from .entries import batch_entry, legal_entry, setup_entry, standing_entry, step_entry
from .errors import NotCompilable
from .fields import dtype_of, packed, table_fields
from .game import Game
from .rules import copy_record, digest, listed
from .script import Script, read_script
from .specs import AgentSpec

_registered: weakref.WeakSet[Callable[..., Any]] = weakref.WeakSet()


@cache
def _numba() -> Any:
    """numba, taught the integer methods that rules use and how to copy a record; imported on first use."""
    try:
        import numba
    except ImportError:
        raise NotCompilable("numba is not installed; pip install 'metrolines[fast]'") from None
    from llvmlite import ir
    from numba.extending import intrinsic, overload, overload_method

    @intrinsic
    def ones(context: Any, value: Any) -> Any:
        return numba.int64(numba.int64), lambda c, builder, sig, args: builder.ctpop(args[0])

    @intrinsic
    def length(context: Any, value: Any) -> Any:
        def generate(c: Any, builder: Any, sig: Any, args: Any) -> Any:
            zero_is_fine = ir.Constant(ir.IntType(1), 0)
            return builder.sub(ir.Constant(ir.IntType(64), 64), builder.ctlz(args[0], zero_is_fine))

        return numba.int64(numba.int64), generate

    # numba compares the signatures of these with those of what they return: annotations would be a difference

    @overload_method(numba.types.Integer, "bit_count")
    def bit_count(number):  # type: ignore
        return lambda number: ones(number)  # type: ignore[call-arg]

    @overload_method(numba.types.Integer, "bit_length")
    def bit_length(number):  # type: ignore
        return lambda number: length(number)  # type: ignore[call-arg]

    @overload(copy_record)
    def copy_compiled(target, at, source, index):  # type: ignore
        def copy(target, at, source, index):  # type: ignore
            target[at] = source[index]

        return copy

    return numba


@cache
def _as_pointer() -> Any:
    """The address of an array as a pointer, for compiled code."""
    numba = _numba()
    from numba.extending import intrinsic

    @intrinsic
    def as_pointer(context: Any, address: Any) -> Any:
        def generate(c: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], c.get_value_type(numba.types.voidptr))

        return numba.types.voidptr(numba.int64), generate

    return as_pointer


def _register_rules() -> None:
    from numba.extending import register_jitable

    _registered.add(copy_record)  # overloaded in _numba
    for function in list(listed):
        if function not in _registered:
            register_jitable(forceinline=True)(function)
            _registered.add(function)


def _jit(entry: Callable[..., Any], run: Callable[..., Any], **constants: Any) -> Any:
    """Compile an entry around the rule `run`, with a digest of the rules in its closure.

    numba's cache on disk keys a function by its own code and closure. The rule, and the constants that the entry
    needs, are therefore bound as globals, which it does not look at, and the closure holds a digest of them.
    """
    numba = _numba()
    _register_rules()
    template = entry(f"{digest([run])} {constants!r}")
    bound = FunctionType(
        template.__code__,
        {**template.__globals__, "run": run, **constants, "array_at": numba.carray, "as_pointer": _as_pointer()},
        template.__name__,
        template.__defaults__,
        template.__closure__,
    )
    bound.__qualname__ = template.__qualname__
    return numba.njit(bound, cache=True, nogil=True, error_model="numpy")


class CompiledGame:
    """A game as machine code: whole batches of games, and tables to play on step by step."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._numba = _numba()
        g, ps = game.blank()
        self.blank_gs = packed(game.table_fields, g)
        self.blank_ps = packed(game.seat_fields, ps[0], game.seats)
        self.blank_ps["seat"] = range(game.seats)
        fields = table_fields(game.table_values)
        self.ts = packed(fields, game.tables)
        self._batches: dict[tuple[str, ...], Any] = {}

    def batch(self, agents: Sequence[AgentSpec], seed: int, first: int, count: int) -> Any:
        """Play the games `first` to `first + count - 1` of the series `seed`.

        Returns:
            An int64 array of `count * seats` rows; the columns are META, then the items of the score sheet.

        Raises:
            NotCompilable: numba refuses a rule.
        """
        run = self._batch_of(agents)
        rows = np.zeros((count * self.game.seats, len(META) + len(self.game.columns)), np.int64)
        gs, ps = self.blank_gs.copy(), self.blank_ps.copy()
        minds = np.zeros(self.game.seats, dtype_of(AGENT_FIELDS))
        run(gs, ps, self.ts, self.blank_gs, self.blank_ps, minds, self.blank_ps[:1].copy(), seed, first, count, rows)
        return rows

    def _batch_of(self, agents: Sequence[AgentSpec]) -> Any:
        key = tuple(agent.id for agent in agents)
        if key not in self._batches:
            chooses: dict[str, Choose] = {}
            for agent in agents:
                if agent.id not in chooses:
                    chooses[agent.id] = rule_of(agent, self.game.engine)
            choose = seated([chooses[agent.id] for agent in agents])
            entry = _jit(batch_entry, run=make_batch(self.game.engine, choose))
            self._batches[key] = self._guarded(entry)
        return self._batches[key]

    def _guarded(self, function: Any) -> Any:
        def call(*arguments: Any) -> Any:
            try:
                return function(*arguments)
            except Exception as error:  # numba has more kinds of refusals than its own errors
                raise NotCompilable(f"{self.game!r} cannot be compiled: {culprit(self.game, error)}") from error

        return call

    def table(self, seed: int = 0, script: Script | None = None) -> CompiledTable:
        """A table of this game, dealt, to be played on step by step."""
        return CompiledTable(self, seed, script)

    @property
    def entries(self) -> dict[str, Any]:
        """The compiled functions of a table, made on first use."""
        if not hasattr(self, "_entries"):
            engine = self.game.engine
            layout = {"g_dtype": self.blank_gs.dtype, "p_dtype": self.blank_ps.dtype, "t_dtype": self.ts.dtype}
            play = _jit(step_entry, run=engine.play, seats=self.game.seats, **layout)
            self._guarded(play.compile)((self._numba.int64,) * 5)  # now, since nothing stands guard over single steps
            self._entries = {
                "setup": self._guarded(_jit(setup_entry, run=engine.setup)),
                "play": play,
                "legal": self._guarded(_jit(legal_entry, run=engine.legal)),
                "standing": self._guarded(_jit(standing_entry, run=engine.standing)),
            }
        return self._entries


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
        self.gs = compiled.blank_gs.copy()
        self.ps = compiled.blank_ps.copy()
        self.reset(seed, script)
        addresses = (self.gs.ctypes.data, self.ps.ctypes.data, compiled.ts.ctypes.data)
        step = partial(compiled.entries["play"], *addresses)
        step.__dict__["arrays"] = (self.gs, self.ps, compiled.ts)  # it knows them by address, and must outlive none
        self.step: Callable[[int, int], int] = step

    def reset(self, seed: int, script: Script | None = None) -> None:
        """Deal anew."""
        compiled = self._compiled
        self.gs[:] = compiled.blank_gs
        self.ps[:] = compiled.blank_ps
        self.gs["dice"] = dice_state(seed, 0)
        for slot, outcome in read_script(self.game.chance, script or {}).items():
            self.gs["fate"][0, slot] = -outcome - 1
        compiled.entries["setup"](self.gs, self.ps, compiled.ts)

    @property
    def to_act(self) -> int:
        """The mask of the seats that may act now, 0 at the end."""
        return int(self.gs["to_act"][0])

    def legal(self, seat: int) -> list[int]:
        """The numbers of the seat's legal actions, ascending."""
        if not self.to_act >> seat & 1:
            return []
        self._compiled.entries["legal"](self.gs, self.ps, self._compiled.ts, seat)
        p = self.ps[seat]
        number_of = self.game.space.number_of
        found = [number_of[-1]] if -1 in number_of else []
        for i in range(p["offers"]):
            row, bits = int(p["offer_row"][i]) * 64, int(p["offer_bits"][i])
            while bits:
                found.append(number_of[row + (bits & -bits).bit_length() - 1])
                bits &= bits - 1
        return sorted(found)

    def totals(self) -> list[int]:
        """Every seat's points, as if the game ended now."""
        found = []
        for seat in range(self.game.seats):
            spare = self.ps[seat : seat + 1].copy()
            self._compiled.entries["standing"](self.gs, spare, self._compiled.ts)
            found.append(int(spare["total"][0]))
        return found
