"""Numbers in words: one style for sentences, tables and figures."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .numbers import DIFFERENCE, Number

MOST_DIGITS = 3
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Finding:
    """A sentence, and what it is about."""

    topic: str
    text: str


def digits_for(number: Number) -> int:
    """How many decimals its uncertainty leaves sense in."""
    digits = _digits_by_width(number)
    nearest = min(abs(number.low), abs(number.high)) if number.low * number.high > 0 else 0
    while nearest and digits < MOST_DIGITS and round(_scaled(nearest, number.unit), digits) == 0:
        digits += 1  # an interval that leaves out 0 must not seem to begin there
    return digits


def _digits_by_width(number: Number) -> int:
    width = _scaled(number.high - number.low, number.unit) / 2
    if width == 0:
        return 0 if _scaled(number.value, number.unit).is_integer() else 2
    if width >= 0.1 or number.unit.startswith("share"):
        return 0 if width >= 3 else 1
    return 2 if width >= 0.01 or abs(number.value) >= 1 else 3


def _scaled(value: float, unit: str) -> float:
    """A value as it is shown: shares in percent."""
    return value * 100 if unit.startswith("share") else value


def told(value: float, unit: str = "", digits: int = 1, signed: bool = False) -> str:
    """A value as people read it: shares in percent, a real minus, a plus where it is a difference."""
    value = _scaled(value, unit)
    text = f"{abs(value):,.{digits}f}"
    nothing = not any(digit in text for digit in "123456789")
    sign = "" if nothing else MINUS if value < 0 else "+" if signed else ""
    return sign + text


def value(number: Number, signed: bool = False, digits: int | None = None) -> str:
    """Its value alone, with its unit where that is percent."""
    digits = digits_for(number) if digits is None else digits
    return told(number.value, number.unit, digits, signed) + _percent(number)


def both(baseline: Number, other: Number, difference: Number | None = None) -> tuple[str, str]:
    """Two values that stand beside one another, with as many decimals each: enough to show their difference, if any."""
    uncertain = [row for row in (baseline, other) if row.high > row.low]
    digits = min(map(digits_for, uncertain or (baseline, other)))
    if difference is not None:
        digits = max(digits, digits_for(difference))
    return value(baseline, digits=digits), value(other, digits=digits)


def interval(number: Number, signed: bool = False) -> str:
    """`14.3 to 14.9`."""
    digits = digits_for(number)
    ends = (told(end, number.unit, digits, signed) for end in (number.low, number.high))
    return " to ".join(ends)


def between(number: Number) -> str:
    """`between -0.3 and +0.4`, of a difference that may be none."""
    return "between " + interval(number, signed=True).replace(" to ", " and ")


def full(number: Number, signed: bool = False) -> str:
    """`14.6 (14.3 to 14.9)`; of what is the same in all games, the value alone."""
    return value(number, signed) + (f" ({interval(number, signed)})" if number.low < number.high else "")


def size(number: Number) -> str:
    """A difference without its sign, for sentences that say more or less: `14.6 (14.3 to 14.9)`."""
    if number.value >= 0:
        return full(number)
    return full(replace(number, value=-number.value, low=-number.high, high=-number.low))


def points(text: str) -> str:
    """Points by their number as it is told: `1 point`, `8.2 (7.6 to 8.8) points`."""
    return f"{text} point{'' if text.lstrip(MINUS) == '1' else 's'}"


def _percent(number: Number) -> str:
    if not number.unit.startswith("share"):
        return ""
    return " percentage points" if number.side == DIFFERENCE else " %"


def more(number: Number) -> str:
    """Which way a difference goes."""
    return "more" if number.value > 0 else "less"


def sentence(text: str) -> str:
    """With a capital letter, unless it begins with the name of a file or module, which must stay as it is."""
    return text if ":" in text.split()[0] else text[0].upper() + text[1:]


def listed(words: list[str]) -> str:
    """`a, b and c`."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
