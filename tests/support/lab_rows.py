"""Rows of the lab as a test writes them."""

from __future__ import annotations

import numpy as np

from metrolines.lab.measure import Rows


def rows(totals: list[list[int]], **boxes: list[list[int]]) -> Rows:
    """Rows of so many games, a list of totals each; `boxes` are items of the score sheet."""
    table = np.array(totals)
    rank = (table[:, None, :] > table[:, :, None]).sum(axis=2) + 1
    columns = {"total": table, "rank": rank, "turns": table, "decisions": table, "passes": 0 * table}
    columns |= {name: np.array(points) for name, points in boxes.items()}
    return Rows(columns, {name: name.capitalize() for name in columns})
