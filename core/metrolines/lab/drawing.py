"""How figures look, and how matplotlib is asked for them: inline SVG that is the same byte for byte every time."""

from __future__ import annotations

import importlib
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

from .._text import printable
from ..errors import UsageError
from .numbers import Number
from .words import both

# Grey and blue differ in print and to every kind of eye; orange is for what is apart from both.
BASE, WITH, APART = "#767676", "#0063a8", "#c8500a"
COLOURS = {"baseline": BASE, "treatment": WITH, "difference": APART}
INK, FAINT, PAPER = "#222222", "#d8d8d8", "#ffffff"
WIDTH = 8.4  # inches of a figure; the page scales it
LONG = re.compile(r"-?\d+\.\d{3,}")  # numbers with more decimals than a screen has dots for
LOOK: dict[str, Any] = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],  # to measure with: wider than what browsers have
    "font.size": 8.5,
    "text.parse_math": False,  # a dollar sign in a name is one
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.edgecolor": "#999999",
    "axes.linewidth": 0.6,
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 10,
    "axes.labelcolor": INK,
    "axes.labelsize": 8.5,
    "text.color": INK,
    "xtick.color": "#555555",
    "ytick.color": INK,
    "xtick.major.width": 0.6,
    "xtick.major.size": 3,
    "ytick.major.size": 0,
    "figure.facecolor": PAPER,
}


@contextmanager
def canvas(rows: int = 1, columns: int = 1, height: float = 2.0, **more: Any) -> Iterator[tuple[Any, Any]]:
    """A figure and its axes, as a table of rows and columns; everything in it is drawn in this look."""
    try:
        matplotlib: Any = importlib.import_module("matplotlib")
        figure: Any = importlib.import_module("matplotlib.figure")
    except ImportError:
        raise UsageError("matplotlib is not installed", "pip install 'metrolines[lab]'") from None
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # whatever a user's own settings say
        matplotlib.rcParams.update(LOOK)
        made = figure.Figure(figsize=(WIDTH, height), layout="constrained")
        made.get_layout_engine().set(w_pad=0.09, h_pad=0.07)
        yield made, made.subplots(rows, columns, squeeze=False, **more)


def svg(figure: Any, name: str, words: str) -> str:
    """A figure as an element of a page. `name` keeps its ids apart from those of others, `words` are read out."""
    matplotlib: Any = importlib.import_module("matplotlib")
    for label in figure.findobj(importlib.import_module("matplotlib.text").Text):
        label.set_text(printable(label.get_text()))  # fonts know no lone surrogates, as names of files may hold
    file = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name}):
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(file, format="svg", metadata=nothing)
    text = file.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"<defs>\s*<style[^>]*>.*?</style>\s*</defs>\s*", "", text, flags=re.DOTALL)  # the page has it
    text = re.sub(r'\s(xmlns(:\w+)?|version|width|height)="[^"]*"', "", text, count=5)
    used = set(re.findall(r"#([\w-]+)[\")]", text))
    text = re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in used else "", text)
    text = re.sub(r"<[^>]+>", lambda tag: LONG.sub(lambda found: f"{float(found[0]):.2f}", tag[0]), text)
    text = text.replace("'DejaVu Sans'", "system-ui").replace("xlink:href", "href")
    return text.strip().replace("<svg", f'<svg role="img" aria-label="{escape(words)}"', 1)


def dots(axes: Any, y: float, baseline: Number | None, treatment: Number | None) -> None:
    """Both sides of a number at one height, each with its interval."""
    for row, lift in ((baseline, 0.14), (treatment, -0.14)):
        if row is not None:
            one_dot(axes, y + lift, row)


def one_dot(axes: Any, y: float, row: Number, colour: str = "") -> None:
    """A value and its interval."""
    colour = colour or COLOURS[row.side]
    shift = 100 if row.unit.startswith("share") else 1
    axes.plot([row.low * shift, row.high * shift], [y, y], color=colour, linewidth=1.6, solid_capstyle="round")
    axes.plot([row.value * shift], [y], "o", color=colour, markersize=4.2, markeredgecolor=PAPER, markeredgewidth=0.6)


def rows_of(axes: Any, names: list[str]) -> None:
    """Heights 0, 1, 2 ... from the top down, with a name each and a faint line."""
    axes.set_yticks(range(len(names)), [printable(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    for y in range(len(names)):
        axes.axhline(y, color=FAINT, linewidth=0.5, zorder=0)


def beside(axes: Any, y: float, words: str, *, bold: bool = False) -> None:
    """Words to the right of a row."""
    axes.annotate(
        words,
        (1, y),
        xycoords=("axes fraction", "data"),
        xytext=(8, 0),
        textcoords="offset points",
        va="center",
        fontsize=8,
        fontweight="bold" if bold else "normal",
        color=INK if bold else "#666666",
    )


def from_to(baseline: Number, treatment: Number) -> str:
    """`37.7 -> 40.0`, with an arrow."""
    return " \N{RIGHTWARDS ARROW} ".join(both(baseline, treatment))


def shades_of(name: str) -> Any:
    """A colour map in a few steps: fifteen are as good to read, and much less to draw."""
    return importlib.import_module("matplotlib").colormaps[name].resampled(15)


def scale_below(figure: Any, axes: Any, shades: Any, least: float, most: float) -> None:
    """What the shades mean, under a panel."""
    colours: Any = importlib.import_module("matplotlib.colors")
    cm: Any = importlib.import_module("matplotlib.cm")
    meaning = cm.ScalarMappable(colours.Normalize(least, most), shades)
    bar = figure.colorbar(meaning, ax=axes, orientation="horizontal", shrink=0.7, aspect=28, pad=0.03)
    bar.outline.set_visible(False)
    bar.solids.set_edgecolor("face")
    bar.ax.locator_params(nbins=4)
    bar.ax.tick_params(labelsize=7.5)
