"""What people type for a move beside its label: a destination alone, any cell of a large station."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from metrolines.plugin import plain_text

from .city import City

if TYPE_CHECKING:
    from metrolines.plugin import State


def read_text(state: State, seat: int, text: str) -> int | None:
    """The one legal action that a text names in this way; None where there is none, or more than one."""
    city = cast(City, state.game.map)
    legal = {plain_text(state.game.label(action)): action for action in state.legal(seat)}
    words = plain_text(text).split(" ")
    ends = words[-1].replace(" ", "").split("-")
    if not all(end in city.number_of for end in ends):
        return None
    names = [city.stations[city.number_of[end]].name for end in ends]
    whole = " ".join([*words[:-1], "-".join(names)])
    if whole in legal:
        return legal[whole]
    if len(words) == 1 and len(names) == 2:
        return legal.get("-".join(reversed(names)))
    found = [action for label, action in legal.items() if label.endswith(f"-{names[0]}") and " " not in label]
    return found[0] if len(words) == len(names) == len(found) == 1 else None
