"""Compiling rule functions with numba. With `code_store`, the only modules that import it."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

from .._rules.code import Walk, copies, digest
from .._rules.decorator import copy_record, listed
from ..errors import NotCompilable
from .inner_rules import rule_compiler

# Rules as they were when numba was told of them: what they read from then on is frozen in its machine code.
_registered: weakref.WeakKeyDictionary[Callable[..., Any], str] = weakref.WeakKeyDictionary()
CHECKED = {"boundscheck": True, "error_model": "python"}
UNCHECKED = {"error_model": "numpy"}


@cache
def numba_module() -> Any:
    """numba, taught the integer methods that rules use and how to copy a record; imported on first use.

    Raises:
        NotCompilable: it is not installed, cannot be imported, or is switched off.
    """
    try:
        import numba
    except ImportError as error:
        if error.name in ("numba", "llvmlite"):
            raise NotCompilable("numba is not installed; pip install 'metrolines[fast]'") from None
        raise NotCompilable(f"numba cannot be imported: {error}") from error
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        raise NotCompilable("numba is switched off by NUMBA_DISABLE_JIT; unset it to compile")
    from numba.extending import overload

    from .bits import teach_bits

    teach_bits()

    @overload(copy_record)
    def copy_compiled(target, at, source, index):  # type: ignore
        def copy(target, at, source, index):  # type: ignore
            target[at] = source[index]

        return copy

    return numba


@cache
def _as_pointer() -> Any:
    """The address of an array as a pointer, for compiled code."""
    numba = numba_module()
    from numba.extending import intrinsic

    @intrinsic
    def as_pointer(context: Any, address: Any) -> Any:
        def generate(c: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], c.get_value_type(numba.types.voidptr))

        return numba.types.voidptr(numba.int64), generate

    return as_pointer


def _register(walk: Walk, options: dict[str, Any]) -> None:
    """Tell numba of the rules that a walk came by.

    Raises:
        NotCompilable: what a rule reads has changed since numba compiled it in this process.
    """
    from numba.extending import register_jitable

    inner = {"pipeline_class": rule_compiler()} if rule_compiler() else {}
    for function, own in walk.digests():
        if function not in listed or function is copy_record:  # that one is overloaded
            continue
        known = _registered.setdefault(function, own)
        if known is own:
            register_jitable(forceinline=True, no_cfunc_wrapper=True, **options, **inner)(function)
        elif known != own:
            place = f"{function.__code__.co_filename}:{function.__code__.co_firstlineno}"
            raise NotCompilable(
                f"{place}: what {function.__name__} reads has changed since it was compiled in this process"
            )


def rules_digest(run: Callable[..., Any]) -> str:
    """The digest of a rule that is to be compiled.

    Raises:
        NotCompilable: it reads what may change without its digest.
    """
    walk = Walk([run])
    if walk.unwatched:
        hint = "rules may read numbers, texts, tuples, lists and arrays of their modules"
        raise NotCompilable(f"{walk.unwatched[0]}, which may change unseen ({hint})")
    return walk.digest


def compile_entry(entry: Callable[..., Any], run: Callable[..., Any], *, checked: bool, **constants: Any) -> Any:
    """Compile an entry around the rule `run`.

    Args:
        entry: a function of `metrolines._compiled.entries`. What it needs is bound as globals of a copy.
        checked: rules of others: an index out of range and a division by zero are errors. They are compiled as copies,
            since numba keeps one way for each function.

    Raises:
        NotCompilable: `run` reads what cannot be watched for changes, or what has changed since it was compiled; or
            NUMBA_BOUNDSCHECK turns checks off.
    """
    numba = numba_module()
    rules = rules_digest(run)
    options = CHECKED if checked else UNCHECKED
    if checked and numba.config.BOUNDSCHECK == 0:
        raise NotCompilable("NUMBA_BOUNDSCHECK=0 turns off checks that other people's rules need; unset it")
    if checked:
        (run,) = copies([run], shared=[copy_record])
    _register(Walk([run]), options)
    from .code_store import CodeStore

    names = {"run": run, **constants, "array_at": numba.carray, "as_pointer": _as_pointer()}
    bound = FunctionType(entry.__code__, {**entry.__globals__, **names}, entry.__name__)
    dispatcher = numba.njit(bound, nogil=True, **options)
    dispatcher._cache = CodeStore(entry.__name__, f"{rules} {options!r} {constants!r} {digest([entry])}")
    return dispatcher
