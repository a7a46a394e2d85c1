"""A sweep that tests play from the command line."""

from __future__ import annotations

from pathlib import Path

from command import Answer, games

SWEEP_FILE = """\
title: Cities
games: 5
seed: 3
grid:
  game: [paris, tokyo]
  variants: [[], [effects]]
  agents: [[random]]
skip_impossible: true
"""
PLAIN = ("--compiled", "off", "--workers", "1")


def sweep(folder: Path, *words: str, text: str = SWEEP_FILE, out: str = "table") -> Answer:
    """Play the sweep of a file in a folder."""
    (folder / "sweep.yaml").write_text(text, encoding="utf-8")
    return games(folder, "simulate", "--config", "sweep.yaml", *PLAIN, "--out", out, *words)
