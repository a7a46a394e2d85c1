"""`games doctor`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from ..options import Json


def doctor(json: Json = False) -> None:
    """Look at the surroundings: Python, extras, compiler, plugins, terminal, folders. Exit status 1 for a problem.

    Example:  games doctor
    """
    from ..doctor import examine

    examine(json)
