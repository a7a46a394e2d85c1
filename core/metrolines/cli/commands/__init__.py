"""The commands of `games`, a module each: options, help, and a call of what does it, imported when it runs.

So `games --help` is quick.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperCommand

from .check import check
from .daily import daily
from .doctor import doctor
from .fields import fields
from .lab import lab
from .list import list_
from .new import new
from .replay import replay
from .results import results
from .resume import resume
from .rules import rules
from .run import run
from .schema import schema
from .score import score
from .simulate import simulate

TRACEBACK = "--traceback"


@dataclass
class Call:
    """One call of the program: what `main` must know of its command line."""

    traceback: bool = False


class Command(TyperCommand):
    """A command that takes `--traceback` too, which is an option of the program, and people write behind a command."""

    if not TYPE_CHECKING:  # the types of typer's own contexts are private

        def parse_args(self, ctx, args):
            """Read the command line of this command."""
            ctx.ensure_object(Call).traceback |= TRACEBACK in args
            return super().parse_args(ctx, [word for word in args if word != TRACEBACK])


def _with_lines(text: str) -> str:
    """A help text in which the lines of examples stay apart."""
    return inspect.cleandoc(text).replace("\n\nExample", "\n\n\b\nExample")


def _version(wanted: bool) -> None:
    if wanted:
        from ... import __version__

        typer.echo(f"metrolines {__version__}")
        raise typer.Exit


def _common(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
    traceback: Annotated[bool, typer.Option(TRACEBACK, help="Show where an error arose.")] = False,
) -> None:
    """Options that all commands have."""
    ctx.ensure_object(Call).traceback |= traceback


COMMANDS: dict[str, Callable[..., None]] = {
    "run": run,
    "daily": daily,
    "resume": resume,
    "results": results,
    "list": list_,
    "rules": rules,
    "fields": fields,
    "replay": replay,
    "check": check,
    "schema": schema,
    "score": score,
    "simulate": simulate,
    "lab": lab,
    "new": new,
    "doctor": doctor,
}


def program(words: Sequence[str]) -> typer.Typer:
    """What reads the command line: with the command that it begins with, or else with all of them.

    To make a command of a function takes typer milliseconds.
    """
    app = typer.Typer(
        name="games",
        help="Play, check and simulate metro games. Try:  games run paris --variants objectives,effects",
        no_args_is_help=True,
        rich_markup_mode=None,  # help is plain text: to import what draws it in boxes takes 0.1 s
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_common)
    for name in words[:1] if words and words[0] in COMMANDS else COMMANDS:
        app.command(name, cls=Command, help=_with_lines(COMMANDS[name].__doc__ or ""))(COMMANDS[name])
    return app
