"""The command `games`.

This module holds the commands with their options and help; what they do is in the modules beside it, imported when a
command runs, so that `games --help` is quick.
"""

from __future__ import annotations

import atexit
import errno
import os
import sys
import warnings
from pathlib import Path
from typing import Annotated

import typer

from .._interrupts import INTERRUPTED, listen
from .._limits import MOST_GAMES
from ..errors import MetrolinesError, SurroundingsWarning, UsageError
from .options import Ascii, Force, Game, Json, MapName, Options, Plugins, RecordFile, Seed, Trust, Unchecked, Variants
from .streams import open_streams, print_no_more, tidy_sizes

app = typer.Typer(
    name="games",
    help="Play, check and simulate metro games. Try:  games run paris --variants objectives,effects",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


TRACEBACK = "--traceback"
GRACE = 1.0  # seconds that threads of plugins have to end by themselves
NO_READER = 141  # 128 + SIGPIPE: what `head` leaves of other programs, too
COMMANDS = ("run", "list", "rules", "replay", "check", "schema", "score", "simulate", "lab", "new", "doctor")


def _version(wanted: bool) -> None:
    if wanted:
        from .. import __version__

        typer.echo(f"metrolines {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
    traceback: Annotated[bool, typer.Option("--traceback", help="Show where an error arose.")] = False,
) -> None:
    """Options that all commands have."""


@app.command()
def run(
    game: Annotated[str | None, typer.Argument(help="A game that `games list` shows, such as paris.")] = None,
    variants: Variants = "",
    seats: Annotated[
        str | None,
        typer.Option("--seats", "-s", help="A number of players, or who sits where: human,greedy,random ..."),
    ] = None,
    seed: Seed = None,
    map: MapName = None,
    option: Options = None,
    order: Annotated[
        str | None, typer.Option("--order", help="The colours of seat 0 by round: orange,blue,green,purple.")
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option("--config", "-c", help="Play the config of a YAML file: game, variants, seats and all."),
    ] = None,
    record: RecordFile = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", help="Go on with the game of a record file.", show_default=False)
    ] = None,
    fast: Annotated[
        bool, typer.Option("--fast", help="Flip the next card without asking; a move cannot be taken back then.")
    ] = False,
    force: Force = False,
    ascii: Ascii = False,
    plugin: Plugins = None,
    trust: Trust = False,
    json: Json = False,
) -> None:
    """Play a game, alone, with others, or let agents play.

    Without --seats you play at a terminal; in a script greedy plays. A person's game is always recorded.

    Examples:
      games run paris --variants objectives,effects --seats human,greedy
      games run --config game.yaml
    """
    from .run import RunOptions, run_game

    options_ = RunOptions(game, variants, map, option, order, config, resume, seats, seed, record, force, trust, json)
    run_game(options_, fast=fast, ascii=ascii, plugins=plugin)


@app.command("list")
def list_(
    what: Annotated[
        str, typer.Argument(help="games, variants, maps, agents or plugins; nothing: the first four.")
    ] = "",
    long: Annotated[bool, typer.Option("--long", "-l", help="Tell more of each.")] = False,
    plugin: Plugins = None,
    json: Json = False,
) -> None:
    """Show what there is: games, variants, maps, agents, plugins.

    Example:  games list variants --long
    """
    from .listing import show_list

    show_list(what, long, plugin, json)


@app.command()
def rules(
    game: Game,
    variants: Variants = "",
    map: MapName = None,
    option: Options = None,
    plugin: Plugins = None,
    json: Json = False,
) -> None:
    """Tell the rules of a game in a page; house values are marked.

    Example:  games rules paris --variants effects
    """
    from .reading import show_rules

    show_rules(game, variants, map, option, plugin, json)


@app.command()
def replay(
    file: Annotated[Path | None, typer.Argument(help="A record file.", show_default=False)] = None,
    from_: Annotated[
        Path | None, typer.Option("--from", help="A folder of games simulate: play one game again.", show_default=False)
    ] = None,
    row: Annotated[
        int | None, typer.Option("--row", help="Which one: its row, from 0.", min=0, show_default=False)
    ] = None,
    record: RecordFile = None,
    force: Force = False,
    to: Annotated[
        int | None, typer.Option("--to", help="Show the position after that many actions.", min=0, show_default=False)
    ] = None,
    ascii: Ascii = False,
    plugin: Plugins = None,
    trust: Trust = False,
    json: Json = False,
) -> None:
    """Play a record again and verify every line of it.

    Examples:
      games replay game.jsonl --to 12
      games replay --from results --row 17 --record game.jsonl
    """
    from .reading import replay_row, show_replay

    if from_ is None and record is not None:
        raise UsageError(
            "--record writes the record of a row: --from names its folder", "the record of a file is the file"
        )
    if from_ is not None or row is not None:
        replay_row(file, from_, row, record, force, trust, ascii, plugin, json)
    elif file is None:
        raise UsageError("which record?", "games replay game.jsonl")
    else:
        show_replay(file, to, ascii, plugin, json)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A YAML file: a map, a config, a deck of objectives ...")],
    ascii: Ascii = False,
    plugin: Plugins = None,
    trust: Trust = False,
    json: Json = False,
) -> None:
    """Check a YAML file, a map or a config: what is wrong and where, or what was understood.

    Example:  games check my-map.yaml
    """
    from .checking import check_file

    check_file(file, ascii, plugin, trust, json)


@app.command()
def schema(
    what: Annotated[
        str, typer.Argument(help="config (a config), variant, sweep, comparison, map, deck, terms or sheet.")
    ],
    plugin: Plugins = None,
) -> None:
    """Print the JSON Schema of a kind of YAML file, for editors that check and complete.

    Example:  games schema config > config.schema.json
    """
    from .checking import show_schema

    show_schema(what, plugin)


@app.command()
def score(
    game: Game,
    paper: Annotated[
        str, typer.Argument(help="A sheet as a YAML file, or placements of Metro; - reads standard input.")
    ],
    seats: Annotated[int | None, typer.Option("--seats", "-s", help="How many played.", show_default=False)] = None,
    variants: Variants = "",
    map: MapName = None,
    option: Options = None,
    ascii: Ascii = False,
    plugin: Plugins = None,
    json: Json = False,
) -> None:
    """Score what was played on paper, and say what of it was not legal (exit status 1).

    Examples:
      games score paris sheet.yaml
      games score metro --seats 2 bbad02bcbc12ddbc13adad03adbb23
    """
    from .reading import score_paper

    score_paper(game, paper, seats, variants, map, option, ascii, plugin, json)


@app.command()
def simulate(
    game: Annotated[
        str | None, typer.Argument(help="A game that `games list` shows, such as paris.", show_default=False)
    ] = None,
    variants: Variants = "",
    n: Annotated[
        int | None,
        typer.Option("-n", "--games", help="How many games; 1000.", min=1, max=MOST_GAMES, show_default=False),
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents",
            "-a",
            help="Who plays: one for all seats, or one a seat; by name, or as file.py:Class; greedy.",
            show_default=False,
        ),
    ] = None,
    seats: Annotated[
        int | None, typer.Option("--seats", "-s", help="How many seats; as many as agents.", show_default=False)
    ] = None,
    seed: Seed = None,
    map: MapName = None,
    option: Options = None,
    compiled: Annotated[str, typer.Option("--compiled", help="auto, require or off.")] = "auto",
    unchecked: Unchecked = False,
    config: Annotated[
        Path | None,
        typer.Option("--config", "-c", help="Play a sweep: a grid of games in a YAML file.", show_default=False),
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write a row a game and seat to this file.", show_default=False)
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="A folder for the rows, as Parquet files.", show_default=False)
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the run or sweep in that folder: what is missing is played.")
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option("--workers", help="How many play at a time; one a processor.", min=1, show_default=False),
    ] = None,
    engine: Annotated[str, typer.Option("--executor", help="local, or dask: workers on other machines.")] = "local",
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", help="The address of dask's scheduler.", show_default=False)
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Begin anew: remove the results in that folder; write over that CSV file.")
    ] = False,
    plugin: Plugins = None,
    trust: Trust = False,
    json: Json = False,
) -> None:
    """Play many games and sum them up.

    Examples:
      games simulate paris --variants objectives,effects -n 10000 --agents greedy --seed 1
      games simulate paris -n 1000000 --agents greedy --seed 1 --out results
      games simulate paris -n 1000000 --agents greedy --seed 1 --out results --resume
      games simulate paris -n 200 --agents my_agents.py:Hasty --workers 2
      games simulate --config sweep.yaml --out table
    """
    from .many import SimulateOptions, simulate_games

    where = (csv, out, resume, force, workers, engine, scheduler)
    order = SimulateOptions(game, variants, n, agents, seats, seed, map, option, compiled, unchecked, *where, json)
    if config is None:
        simulate_games(order, plugin)
    else:
        from .sweeps import simulate_sweep

        simulate_sweep(config, order, plugin, trust)


@app.command()
def lab(
    subject: Annotated[str, typer.Argument(help="A game that `games list` shows, or the YAML file of a comparison.")],
    with_: Annotated[
        str,
        typer.Option(
            "--with",
            "-w",
            help="What is looked into: variants, files of Python with variants, YAML files of objectives or terms.",
        ),
    ] = "",
    variants: Annotated[
        str, typer.Option("--variants", "-v", help="Variants that both sides have.", show_default=False)
    ] = "",
    n: Annotated[
        int | None,
        typer.Option(
            "-n", "--games", help="Games of each agent and side; 2000.", min=2, max=MOST_GAMES, show_default=False
        ),
    ] = None,
    traced: Annotated[
        int | None,
        typer.Option("--traced", help="How many of them step by step; 500.", min=2, show_default=False),
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents",
            "-a",
            help="Who plays, the strongest last, by name or as file.py:Class; random,greedy.",
            show_default=False,
        ),
    ] = None,
    seats: Annotated[int | None, typer.Option("--seats", "-s", help="How many seats.", show_default=False)] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Equal seeds give equal reports; 1.", show_default=False)
    ] = None,
    map: MapName = None,
    option: Options = None,
    out: Annotated[Path | None, typer.Option("--out", help="The report; report.html.", show_default=False)] = None,
    compiled: Annotated[str, typer.Option("--compiled", help="auto, require or off.")] = "auto",
    unchecked: Unchecked = False,
    workers: Annotated[
        int | None,
        typer.Option("--workers", help="How many play at a time; one a processor.", min=1, show_default=False),
    ] = None,
    force: Force = False,
    plugin: Plugins = None,
    trust: Trust = False,
    json: Json = False,
) -> None:
    """Compare a game with and without a variant, and report what changes.

    Examples:
      games lab paris --with effects
      games lab paris --with my_variant.py --variants objectives -n 10000
      games lab metro --with hand --option hand.size=3 --seats 3
      games lab paris --with my-terms.yaml --agents random,my_agents.py:Hasty
      games lab comparison.yaml --out comparison.html
    """
    from .lab import CompareOptions, run_lab

    what = (subject, with_, variants, option, map, seats)
    run_lab(
        CompareOptions(*what, agents, n, traced, seed, compiled, unchecked, workers, out, force, trust, json), plugin
    )


@app.command()
def new(
    kind: Annotated[str, typer.Argument(help="variant, game, map or agent.")],
    name: Annotated[str, typer.Argument(help="Its name, such as night-bus.")],
    game: Annotated[
        str | None,
        typer.Option("--for", help="The game it is for (of an agent: is tried with); else paris.", show_default=False),
    ] = None,
    single_file: Annotated[bool, typer.Option("--single-file", help="One file instead of a package.")] = False,
    into: Annotated[Path, typer.Option("--into", help="The folder it goes into.")] = Path(),
) -> None:
    """Begin a variant, a game, a map or an agent of one's own: a small package that works, with its tests.

    Example:  games new variant night-bus --for paris
    """
    from .new import write_new

    write_new(kind, name, game, single_file, into)


@app.command("doctor")
def doctor_(json: Json = False) -> None:
    """Look at the surroundings: Python, extras, compiler, plugins, terminal, folders. Exit status 1 for a problem.

    Example:  games doctor
    """
    from .doctor import examine

    examine(json)


def main() -> None:
    """Run the command; errors that a user can mend are one line and a hint."""
    listen()
    open_streams()
    tidy_sizes()
    warnings.showwarning = _show_warning
    try:
        status = _run()
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has gone: say nothing more
        print_no_more()
        status = NO_READER
    except OSError as error:
        words = _surroundings(error)
        if not words or TRACEBACK in sys.argv:
            raise
        from .show import remark

        print_no_more()
        remark(f"error: {words}")
        status = 1
    except KeyboardInterrupt:  # before the command has begun
        status = INTERRUPTED
    _leave_threads(status)
    sys.exit(status)


def _surroundings(error: OSError) -> str:
    """What is wrong around the program, if that is why something could not be done."""
    if error.errno == errno.ENOSPC:
        return f"no space left to write {error.filename or 'what is printed'}"
    try:
        Path.cwd()
    except OSError:
        return "the folder in which the command runs is gone; go to another one, or name files with their folders"
    return ""


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: object = None,
    line: str | None = None,
) -> None:
    """A warning as a line; where in whose code it arose is of use for other people's alone."""
    from .show import remark

    ours = issubclass(category, SurroundingsWarning)
    remark(f"note: {message}" if ours else f"{filename}:{lineno}: {category.__name__}: {message}")


def _leave_threads(status: int | str | None) -> None:
    """End here if a plugin has left a thread running: Python would wait for it, perhaps for ever."""
    loading = sys.modules.get("metrolines._registry.loading")  # not imported where no plugin was loaded
    left = loading.still_running(GRACE) if loading else []
    if not left:
        return
    from .show import remark

    code = status if isinstance(status, int) else int(status is not None)
    remark(f"{', '.join(left)}: a thread that the plugin has started is still running; it is left behind")
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _run() -> int | str | None:
    """Read the command line and do what it says; the exit status."""
    words = [word for word in sys.argv[1:] if word != TRACEBACK]  # it may stand before and behind the command
    try:
        status: int | None = app(args=words or ["--help"], standalone_mode=False)
        return status
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # what click and rich make of it
            raise end.__context__ from None
        return end.code
    except MetrolinesError as error:
        if TRACEBACK in sys.argv:
            raise
        from .show import complain

        complain(error)
        return 2 if _mendable(error) else 1
    except Exception as error:
        failure = None if TRACEBACK in sys.argv else _misread(error) or _culprit(error)
        if failure is None:
            raise
        from .show import complain

        complain(failure)
        return 2


def _misread(error: Exception) -> MetrolinesError | None:
    """Why the command line could not be read, if it could not: typer's own errors can format a message."""
    message = getattr(error, "format_message", None)
    if message is None:
        return None
    command = getattr(getattr(error, "ctx", None), "info_name", None)
    hint = f"games {command} --help" if command in COMMANDS else "games --help"
    return UsageError(message(), hint)


def _culprit(error: Exception) -> MetrolinesError | None:
    """The plugin in whose code something went wrong that nothing has told of yet, if it is one's."""
    plugins = sys.modules.get("metrolines._registry.host")  # not imported where no plugin was loaded
    found: MetrolinesError | None = plugins.host().culprit(error) if plugins else None
    return found


def _mendable(error: MetrolinesError) -> bool:
    """Whether a user can mend it; positions and records that are not legal are another matter."""
    from ..errors import AgentError, NotCompilable, PluginError, RecordError, ReplayError

    if isinstance(error, ReplayError):
        return False
    return isinstance(error, (UsageError, RecordError, NotCompilable, PluginError, AgentError))
