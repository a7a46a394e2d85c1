"""`bit_count` and `bit_length` of integers in machine code, which numba does not know."""

# mypy: disable-error-code="untyped-decorator, no-untyped-call"

from __future__ import annotations

from typing import Any


def teach_bits() -> None:
    """Teach numba `bit_count` and `bit_length` of integers.

    They are lowered where they are called, not as functions of their own, of which numba would keep one for rules that
    are checked and rules that are not. Only checked rules, those of other people, pay for the sign of a number: Python
    counts the bits of a number without it, and ours have no negative numbers there.
    """
    from llvmlite import ir
    from numba.core import types
    from numba.core.typing.templates import AttributeTemplate, bound_function, infer_getattr, signature
    from numba.extending import lower_builtin

    def bits(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        number = context.cast(builder, args[0], sig.args[0], types.int64)
        if not context.enable_boundscheck:
            return number
        zero = ir.Constant(ir.IntType(64), 0)
        return builder.select(builder.icmp_signed("<", number, zero), builder.sub(zero, number), number)

    @infer_getattr
    class IntegerBits(AttributeTemplate):
        key = types.Integer

        @bound_function("int.bit_count")
        def resolve_bit_count(self, number: Any, args: Any, kws: Any) -> Any:
            return signature(types.int64)

        @bound_function("int.bit_length")
        def resolve_bit_length(self, number: Any, args: Any, kws: Any) -> Any:
            return signature(types.int64)

    @lower_builtin("int.bit_count", types.Integer)
    def bit_count(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctpop(bits(context, builder, sig, args))

    @lower_builtin("int.bit_length", types.Integer)
    def bit_length(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        zero_is_fine = ir.Constant(ir.IntType(1), 0)
        leading = builder.ctlz(bits(context, builder, sig, args), zero_is_fine)
        return builder.sub(ir.Constant(ir.IntType(64), 64), leading)
