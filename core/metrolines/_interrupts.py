"""Ctrl-C in a command: never in vain, and told apart from a KeyboardInterrupt that other people's code raises."""

from __future__ import annotations

import os
import signal
import time
from types import FrameType

TIMES = 3  # as often in a row, and the process ends whatever other people's code makes of it
WITHIN = 3.0  # seconds
INTERRUPTED = 130  # 128 + SIGINT, as shells have it

_listening = False
_pressed_at: list[float] = []


def listen() -> None:
    """From now on take note of Ctrl-C. Where the process is to ignore it, as in the background, nothing is changed."""
    global _listening
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _pressed)
        _listening = True


def may_be_pressed() -> bool:
    """Whether a KeyboardInterrupt may be somebody's Ctrl-C."""
    return bool(_pressed_at) or not _listening


def _pressed(number: int, frame: FrameType | None) -> None:
    _pressed_at.append(time.monotonic())
    if len(_pressed_at) >= TIMES and _pressed_at[-1] - _pressed_at[-TIMES] < WITHIN:
        os._exit(INTERRUPTED)
    raise KeyboardInterrupt
