"""A naive referee: points and cells on squared paper, no numbers for places, written from the rules alone.

A cell takes three units; two gates stand on each of its sides. A train stands on a point and looks at a cell.
"""

from metrolines_crossrails.tiles import TILES

AROUND = ((1, 0), (2, 0), (3, 1), (3, 2), (2, 3), (1, 3), (0, 2), (0, 1))  # the exits of a cell, from its corner


def tracks_of(label):
    """The tracks of a tile as it lies: pairs of points of a cell at the origin."""
    tile, turns = TILES[int(label[:2]) - 1], "nesw".index(label[2])
    pairs = {frozenset((AROUND[a], AROUND[b])) for a, b in enumerate(tile)}
    for _ in range(turns):
        pairs = {frozenset((3 - y, x) for x, y in pair) for pair in pairs}  # a quarter turn clockwise
    return pairs


class Referee:
    """One game, told what is laid, and asked who is where."""

    def __init__(self, size, starts, leaving="if_forced"):
        """`starts`: for every seat the column and row of the cell ahead, and the point it comes in at."""
        self.size, self.leaving = size, leaving
        self.tracks = {}
        self.trains = dict(enumerate(starts))
        self.out = []  # who went out with every tile, tile by tile

    def point(self, cell, inner):
        return cell[0] * 3 + inner[0], cell[1] * 3 + inner[1]

    def drive(self, seat, tracks):
        """Where a train comes to: a point and the cell ahead, or why it is out."""
        point, cell = self.trains[seat]
        others = {where for other, (where, _) in self.trains.items() if other != seat}
        while cell in tracks:
            joined = next(pair for pair in tracks[cell] if point in {self.point(cell, inner) for inner in pair})
            (point,) = {self.point(cell, inner) for inner in joined} - {point}
            if point in others:
                return "crash"
            x, y = point
            sides = {((x - dx) // 3, (y - dy) // 3) for dx in ((0, 1) if x % 3 == 0 else (0,)) for dy in (0, 1)}
            sides = {(i, j) for i, j in sides if self.point((i, j), (x - 3 * i, y - 3 * j)) == point}
            sides = {(i, j) for i, j in sides if (x - 3 * i, y - 3 * j) in AROUND} - {cell}
            (cell,) = sides
            if not (0 <= cell[0] < self.size and 0 <= cell[1] < self.size):
                return "off"
        return point, cell

    def after(self, seat, label):
        """Where everybody would be if a seat laid a tile."""
        cell = self.trains[seat][1]
        tracks = {**self.tracks, cell: tracks_of(label)}
        return tracks, {other: self.drive(other, tracks) for other in self.trains}

    def legal(self, seat, hand):
        """The labels that a seat may play with these tiles, by name."""
        looks = {}
        for name in hand:
            for direction in "nesw":
                looks.setdefault((name, frozenset(tracks_of(name + direction))), name + direction)
        labels = set(looks.values())
        staying = {label for label in labels if isinstance(self.after(seat, label)[1][seat], tuple)}
        return labels if self.leaving == "always" or not staying else staying

    def lay(self, seat, label):
        self.tracks, ends = self.after(seat, label)
        self.out.append([other for other, end in ends.items() if isinstance(end, str)])
        self.trains = {other: end for other, end in ends.items() if not isinstance(end, str)}

    def outlived(self, seat):
        """How many trains were out before a seat's own."""
        count = 0
        for seats in self.out:
            if seat in seats:
                break
            count += len(seats)
        return count
