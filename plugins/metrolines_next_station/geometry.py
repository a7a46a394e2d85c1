"""How lines of a picture lie to one another."""

from __future__ import annotations

Point = tuple[float, float]


def side(p: Point, q: Point, r: Point) -> int:
    """On which side of the line from p to q the point r lies: 1, -1, or 0 for on it."""
    turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    return (turn > 0) - (turn < 0)


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments a-b and c-d cross at an inner point of both."""
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def within(a: Point, b: Point, p: Point) -> bool:
    """Whether p, on the line through a and b, lies between them."""
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
