"""Run as a program: processes of `games` that need not import anything, because they are forked from this one.

It is given one end of a pair of sockets. An order comes with the child's standard streams; the answer is the number
of the child, and then its exit status.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import runpy
import socket
import sys
import threading
import warnings
from pathlib import Path
from typing import Any

PACKAGES = ("metrolines", "metrolines_next_station", "metrolines_metro", "metrolines_variants")
OTHERS = (
    *("_strptime", "concurrent.futures.process", "multiprocessing.popen_spawn_posix"),
    *("filelock", "pandas", "platformdirs", "pyarrow.pandas_compat", "pyarrow.parquet"),
    *("rich.markdown", "rich.pretty", "rich.table", "yaml"),
)
# Never imported before they are needed: numba and pytest look at what is around them as they are imported.
LEFT_OUT = ("metrolines.__main__", "metrolines._compiled", "metrolines.testing")
LONGEST = 1 << 24


def import_everything() -> None:
    """Import what commands import, and nothing that was made for one run: no plugin is loaded, no game is set up."""
    for name in PACKAGES:
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not module.name.startswith(LEFT_OUT):
                importlib.import_module(module.name)
    for name in OTHERS:
        try:
            importlib.import_module(name)
        except ImportError:  # an extra that is not installed
            continue
    for name in ("numba", "matplotlib", "pytest"):
        assert name not in sys.modules, f"{name} was imported with the commands"
    gc.collect()
    gc.freeze()


def ordered(connection: socket.socket) -> dict[str, Any]:
    """Fork a child for each order, and wait for it. Comes back in each child, with its order; else it ends here."""
    while True:
        size, streams, _, _ = socket.recv_fds(connection, 8, 3)
        if not size:
            os._exit(0)
        with connection.makefile("rb") as reader:
            order = json.loads(reader.read(int.from_bytes(size)))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of threads that libraries have started, which wait for work
            child = os.fork()
        if child == 0:
            connection.close()
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
                os.close(stream)
            return order
        for stream in streams:
            os.close(stream)
        connection.sendall(f"{child}\n".encode())
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        connection.sendall(f"{status}\n".encode())


def become(order: dict[str, Any]) -> None:
    """Be the process that `python -m metrolines` would be."""
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.argv = ["-m", *order["words"]]
    sys.path[0] = str(Path.cwd())
    try:
        runpy.run_module("metrolines", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if isinstance(end.code, int | None):
            leave(end.code or 0)
        raise


def leave(status: int) -> None:
    """End as Python does, but without taking all modules apart, which takes as long as many a command."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):  # Python has its own way with these
        return
    os._exit(status)


if __name__ == "__main__":
    import_everything()
    become(ordered(socket.socket(fileno=int(sys.argv[1]))))
