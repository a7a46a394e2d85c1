"""Maps of a report: how much each place is used and each edge between two of them is drawn, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .drawing import FAINT, PAPER, WIDTH, canvas, scale_below, shades_of, svg
from .numbers import DIFFERENCE, Number, Numbers
from .usage import edges_of
from .words import MINUS

if TYPE_CHECKING:
    from .comparison import Comparison

WIDTHS = 12  # of lines on a map
MORE, LESS = "#b35806", "#542788"  # dark ends of the colour map of differences


def places(comparison: Comparison, numbers: Numbers, agent: str) -> str:
    """The map three times: without, with, and the difference.

    The value of a place is the area and the shade of its circle, that of an edge between two places is its width.
    """
    sides = {side: numbers.select("places", agent, side) for side in ("baseline", "treatment", DIFFERENCE)}
    names = numbers.names("places")
    xs = [row.x or 0.0 for row in sides["baseline"]]
    ys = [row.y or 0.0 for row in sides["baseline"]]
    wide, high = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    top = max(row.value for side in ("baseline", "treatment") for row in sides[side]) or 1.0
    most = max(abs(row.value) for row in sides[DIFFERENCE]) or 1.0
    panel = WIDTH / 3 - 0.12
    with canvas(1, 3, panel * high / wide + 0.85) as (figure, axes):
        inch = 72 * (panel - 0.15) / wide  # points between two places that are neighbours
        scales = (
            ("without", "baseline", top, 0.0, "cividis_r"),
            (f"with {comparison.label}", "treatment", top, 0.0, "cividis_r"),
        )
        for ax, scale in zip(axes[0], (*scales, ("difference", DIFFERENCE, most, -most, "PuOr_r")), strict=True):
            title, side, limit, least, colours = scale
            shades = shades_of(colours)
            areas = [_area(row, limit, inch) for row in sides[side]]
            _edges_between(ax, comparison, numbers.select("edges", agent, side))
            drawn = ax.scatter(
                xs, ys, areas, [row.value for row in sides[side]], cmap=shades, vmin=least, vmax=limit,
                edgecolors="#444444", linewidths=0.35, zorder=2,
            )  # fmt: skip
            if side == DIFFERENCE:
                clear = [row.significant(len(names)) for row in sides[side]]
                drawn.set_edgecolors(["#444444" if sure else "#999999" for sure in clear])
                tints = shades([(row.value - least) / (limit - least) for row in sides[side]])
                drawn.set_array(None)
                drawn.set_facecolors([tint if sure else PAPER for tint, sure in zip(tints, clear, strict=True)])
                _name_clear(ax, [row for row in sides[side] if row.significant(len(names))], limit, inch)
            ax.set_title(title)
            ax.set_xlim(min(xs) - 0.8, max(xs) + 0.8)
            ax.set_ylim(max(ys) + 0.8, min(ys) - 0.8)
            ax.set_aspect("equal")
            ax.set_xticks([])
            ax.set_yticks([])
            for spine in ax.spines.values():
                spine.set(visible=True, color=FAINT)
            scale_below(figure, ax, shades, least, limit)
        return svg(figure, f"places {agent}", f"Use of the map by {agent}")


def _name_clear(ax: Any, rows: list[Number], limit: float, inch: float) -> None:
    """The names of places with a clear difference, with its sign, so that no colour has to be told from another."""
    for row in rows:
        ax.annotate(
            f"{row.name} {'+' if row.value > 0 else MINUS}", (row.x, row.y),
            xytext=(0, _area(row, limit, inch) ** 0.5 / 2 + 0.5), textcoords="offset points", ha="center", fontsize=6.5,
        )  # fmt: skip


def _edges_between(ax: Any, comparison: Comparison, rows: list[Number]) -> None:
    """Ways as lines: as wide as they are drawn often; of differences the clear ones, less often with dashes."""
    ends = edges_of(comparison.baseline)
    most = max((abs(row.value) for row in rows), default=0) or 1.0
    alike: dict[int, list[Number]] = {}  # a path of the page for each width, not for each edge
    for row in rows:
        if row.side != DIFFERENCE or row.significant(len(rows)):
            alike.setdefault(round(WIDTHS * row.value / most), []).append(row)
    for width, some in sorted(alike.items(), key=lambda one: abs(one[0])):
        xs: list[float | None] = []
        ys: list[float | None] = []
        for row in some:
            one, other = ends[row.name].ends
            xs += [one.x, other.x, None]
            ys += [one.y, other.y, None]
        difference = some[0].side == DIFFERENCE
        colour = (MORE if width > 0 else LESS) if difference else "#9a9a9a"
        dashes = (0, (1.2, 0.8)) if width < 0 else "solid"
        ax.plot(
            xs, ys, color=colour, linewidth=0.15 + 3.4 * abs(width) / WIDTHS, linestyle=dashes, zorder=1,
            solid_capstyle="butt", dash_capstyle="butt",
        )  # fmt: skip


def _area(row: Number, limit: float, inch: float) -> float:
    """The area of a circle in square points: never quite nothing, and at most what does not touch its neighbours."""
    return float((0.92 * inch) ** 2 * (0.06 + 0.94 * min(1.0, abs(row.value) / limit)))
