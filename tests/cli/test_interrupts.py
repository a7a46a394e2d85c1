"""Ctrl-C is never in vain, and a KeyboardInterrupt that somebody's code raises is that code's fault."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from command import COMMAND, complaint, games, surroundings, with_control_c
from plugin_files import HEAD, variant

RAISES = "@hookimpl\ndef score_game(g, p, t):\n    raise KeyboardInterrupt\n"
DEAF = """
class Deaf:
    def act(self, view):
        print("here", flush=True)
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass
"""


def test_a_plugin_that_raises_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "fog.py").write_text(HEAD + variant("fog", RAISES), encoding="utf-8")
    words = ("paris", "--variants", "fog", "--plugin", "fog.py", "--seed", "1", "--json")
    expected = "plugin fog (fog.py) failed in score_game: KeyboardInterrupt (fog.py:7)"
    assert complaint(games(tmp_path, "run", *words, "--seats", "greedy")) == expected
    assert complaint(games(tmp_path, "simulate", *words, "-n", "9", "--compiled", "off", "--workers", "1")) == expected
    (tmp_path / "fog.py").write_text("raise KeyboardInterrupt\n", encoding="utf-8")
    said = complaint(games(tmp_path, "list", "games", "--plugin", "fog.py"))
    assert said == "plugin fog (fog.py) failed in start-up: KeyboardInterrupt (fog.py:1)"
    assert games(tmp_path, "list", "games", METROLINES_PLUGINS=str(tmp_path / "fog.py")).status == 0


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_three_in_a_row_end_what_catches_everything(tmp_path: Path) -> None:
    (tmp_path / "deaf.py").write_text(DEAF, encoding="utf-8")
    process = subprocess.Popen(
        [*COMMAND, "run", "paris", "--seats", "deaf.py:Deaf", "--seed", "1"],
        cwd=tmp_path,
        env=surroundings(tmp_path),
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=with_control_c,
    )
    assert process.stdout is not None
    while "here" not in process.stdout.readline():
        pass
    for pressed in range(3):
        assert process.poll() is None, pressed
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
    assert process.wait(10) == 130
