"""`games new`: a small package to begin with, for authors of variants, games, maps and agents."""

from __future__ import annotations

from pathlib import Path

from . import show


def write_new(kind: str, name: str, game: str | None, *, single: bool, compiled: bool, into: Path) -> None:
    """Write it, and tell what to try next."""
    from ..scaffold.draft import draft

    new = draft(kind, name, game, single=single, compiled=compiled, into=into)
    new.write()
    show.out().print(f"Written: {new.path}", markup=False, soft_wrap=True)
    for path in sorted(new.files) if new.path not in new.files else ():
        show.out().print(f"  {path.relative_to(new.path)}", markup=False, soft_wrap=True)
    show.out().print("Try next:")
    for command in new.commands:
        show.out().print(f"  {command}", markup=False, soft_wrap=True)
