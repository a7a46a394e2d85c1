"""Letters that tell lines and players apart where there is no colour."""

from __future__ import annotations

from collections.abc import Sequence


def letters_of(colours: Sequence[str]) -> list[str]:
    """A letter for every colour: its first letter that no colour before it has; it takes one place on a board."""
    from rich.cells import cell_len

    taken: list[str] = []
    for colour in colours:
        letters = (c.upper() for c in colour if c.isalnum())
        taken.append(next((c for c in letters if cell_len(c) == len(c) == 1 and c not in taken), "?"))
    return taken
