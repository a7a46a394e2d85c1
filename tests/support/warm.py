"""Processes of `games` forked from one that has imported everything: the same in all but the time they take to start.

Nobody uses this but `command.py`. Each process has the environment, folder, words and streams it is given.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

SERVER = Path(__file__).with_name("warm_server.py")
# What is read as a command runs. Any other variable may be read by Python or a library as it is imported.
READ_LATE = ("HOME", "XDG_CONFIG_HOME", "APPDATA")
READ_LATE_TOO = ("METROLINES_", "PYTEST_")
COLD = "METROLINES_TEST_COLD"  # set to anything: let every process start by itself


def early(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that count when a process starts."""
    late = (*READ_LATE, *READ_LATE_TOO)
    return {name: value for name, value in environment.items() if not (name in late or name.startswith(READ_LATE_TOO))}


class Server:
    """The process that has imported everything, and our end of the line to it."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.connection, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, str(SERVER), str(theirs.fileno())],
                env={**environment, "HOME": os.devnull, "XDG_CONFIG_HOME": os.devnull},
                stdin=subprocess.PIPE,  # pipes, as its children have
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
            )
        self.answers = self.connection.makefile("r")

    def number(self) -> int:
        """The next line that the server says."""
        line = self.answers.readline()
        if not line:
            said = self.process.communicate()[1].decode()
            raise ConnectionError(f"the process that commands are forked from has ended: {said}")
        return int(line)

    def end(self) -> None:
        """The server ends with the line to it."""
        self.answers.close()
        self.connection.close()
        self.process.communicate()

    def run(
        self, folder: Path, words: Sequence[str], stdin: bytes, environment: Mapping[str, str], timeout: float
    ) -> tuple[int, bytes, bytes]:
        """The exit status of a command, and what it wrote."""
        order = {"folder": str(folder), "words": list(words), "environment": dict(environment)}
        text = json.dumps(order).encode()
        (its_in, to_it), (out, its_out), (err, its_err) = os.pipe(), os.pipe(), os.pipe()
        try:
            socket.send_fds(self.connection, [len(text).to_bytes(8)], [its_in, its_out, its_err])
            self.connection.sendall(text)
        finally:
            for stream in (its_in, its_out, its_err):
                os.close(stream)
        child = self.number()
        try:
            written = talk(to_it, stdin, (out, err), timeout)
        except BaseException:
            os.kill(child, signal.SIGKILL)
            raise
        return self.number(), written[out], written[err]


def talk(to_it: int, stdin: bytes, from_it: tuple[int, int], timeout: float) -> dict[int, bytes]:
    """Write and read until nobody has the other ends any more; ours are closed at the end."""
    written = {stream: bytearray() for stream in from_it}
    deadline = time.monotonic() + timeout
    is_open = {to_it, *from_it}
    with selectors.DefaultSelector() as waiting:
        waiting.register(to_it, selectors.EVENT_WRITE)
        for stream in from_it:
            waiting.register(stream, selectors.EVENT_READ)
        try:
            while is_open:
                ready = [key.fd for key, _ in waiting.select(max(0, deadline - time.monotonic()))]
                if not ready:
                    raise subprocess.TimeoutExpired("games", timeout)
                for stream in ready:
                    if stream == to_it:
                        stdin = write(stream, stdin)
                        over = not stdin
                    else:
                        part = os.read(stream, 1 << 16)
                        written[stream] += part
                        over = not part
                    if over:
                        waiting.unregister(stream)
                        os.close(stream)
                        is_open.remove(stream)
        finally:
            for stream in is_open:
                os.close(stream)
    return {stream: bytes(text) for stream, text in written.items()}


def write(stream: int, text: bytes) -> bytes:
    """What is left to be written; nothing if nobody reads."""
    try:
        return text[os.write(stream, text[: select.PIPE_BUF]) :] if text else b""
    except BrokenPipeError:
        return b""


_servers: list[Server] = []
_one_at_a_time = threading.Lock()


def run(
    usual: Mapping[str, str],
    folder: Path,
    words: Sequence[str],
    stdin: bytes,
    environment: Mapping[str, str],
    timeout: float,
) -> tuple[int, bytes, bytes] | None:
    """Run `games`; None where a process must start by itself to be what it would be.

    The usual environment is that of the process to fork from, whichever test is the first to run a command.
    """
    if not hasattr(os, "fork") or COLD in os.environ or early(environment) != early(usual):
        return None
    if not _one_at_a_time.acquire(blocking=False):
        return None
    try:
        if not _servers:
            _servers.append(Server(usual))
            atexit.register(end)
        try:
            return _servers[0].run(folder, words, stdin, environment, timeout)
        except BaseException:  # who knows what it would say next
            end()
            raise
    finally:
        _one_at_a_time.release()


def end() -> None:
    """No process is forked from what was imported so far any more."""
    while _servers:
        _servers.pop().end()
