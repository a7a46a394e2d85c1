"""`games doctor`: its options and help. What it does is imported when it runs."""

from __future__ import annotations

from ..options import Json


def doctor(json: Json = False) -> None:
    """Look for what is wrong with the surroundings.

    Looks at Python, extras, the compiler, plugins, the terminal and folders. Exit status 1 for a problem.

    Example:  games doctor
    """
    from ..doctor import examine

    examine(json)
