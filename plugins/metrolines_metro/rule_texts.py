"""The rules of Metro as a player is told them. Every entry has a test of its id in `tests/rules_told`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from metrolines.plugin import counted
from metrolines.view import RuleText

from .board import Board

if TYPE_CHECKING:
    from metrolines.plugin import Game

TABLE = "The table"
TURN = "The turn"
PLACES = "Where a tile may lie"
LINES = "Lines and points"
END = "The end of the game"
LAYING = """
    0   1   2        00 is at the border: legal.
  +---+---+---+      11 touches the tile on 01: legal.
0 |   |aac|   |      12 touches no tile and no border:
  +---+---+---+      not legal yet.
1 |   |   |   |
  +---+---+---+      (aac: a tile that lies there)
"""
ONE_TILE = """
opening dbcd00: station 8 is above the cell 00.

    8v ^8        The line enters from station 8, turns
   +-||--+       back on this one tile and comes to 8
   | \\/  |       again: not legal, while the tile has
   +-----+       any other cell.
"""
WORKED = """
tiles: bbad02 bcbc12 ddbc13 adad03 adbb23

station 5, tiles 03 13 03, back to station 5:
  3 crossings = 3 points (03 counts twice)
station 6, tiles 02 03 02 12 13 23, into the centre:
  6 crossings x 2 = 12 points
"""
LAST_DRAWN = """
hand: 1 tile      draw: 2 tiles      the drawn one is laid
"""


def _table(game: Game, board: Board) -> list[RuleText]:
    wagons = board.file.wagons[str(game.seats)]
    counts = {len(numbers) for numbers in wagons}
    each = f"{min(counts)} to {max(counts)}" if len(counts) > 1 else str(max(counts))
    owned = {number for numbers in wagons for number in numbers}
    free = [str(station.number) for station in board.stations if station.number not in owned]
    without = f" The stations {', '.join(free)} have none." if free else ""
    rows = "\n".join(
        f"{board.file.colours[seat]:8}{' '.join(map(str, numbers))}" for seat, numbers in enumerate(wagons)
    )
    house = [words for words in board.file.house if "colour" in words]
    return [
        RuleText(
            "who-begins",
            TABLE,
            "The youngest begins: that is seat 0. Then it goes round by the seats, one turn each.",
        ),
        RuleText(
            "colours",
            TABLE,
            f"The seats have the colours {', '.join(board.file.colours)}, in this order.",
            source="house" if house else "printed",
        ),
        RuleText(
            "wagons",
            TABLE,
            f"With {game.seats} players each has {each} wagons. A wagon stands at a station and makes it yours: lines "
            f"that start there score for you.{without} The stations by colour:\n{rows}",
        ),
        RuleText(
            "wagons-by-players",
            TABLE,
            "Wagons each, by number of players: "
            + ", ".join(f"{seats}: {len(lists[0])}" for seats, lists in board.file.wagons.items())
            + ". These are the stations for every number of players.",
            _stations(board),
        ),
    ]


def _stations(board: Board) -> str:
    """The stations by number of players and colour."""
    rows = []
    for seats, lists in board.file.wagons.items():
        rows.append(f"{seats} players")
        rows += [f"  {board.file.colours[seat]:8}{' '.join(map(str, numbers))}" for seat, numbers in enumerate(lists)]
    return "\n".join(["", *rows, ""])


def _turn(game: Game) -> list[RuleText]:
    several = game.constants.hand_size > 1
    held = f"{game.constants.hand_size} tiles" if several else "one tile"
    which = "a tile of your hand" if several else "the tile in your hand"
    return [
        RuleText("hand", TURN, f"At the start everybody takes {held}, hidden from the others."),
        RuleText("turn", TURN, f"In your turn you lay one tile. Either {which}, or the next one of the pile."),
        RuleText(
            "draw-instead",
            TURN,
            f"If you draw the next tile of the pile, you must lay that one. You keep {which.replace('your ', '')}.",
            "" if several else LAST_DRAWN,
        ),
        RuleText(
            "refill",
            TURN,
            f"Who has laid from the hand draws at once, up to {held}, as long as the pile holds any. When the pile is "
            "empty, you play from the hand alone.",
        ),
        RuleText(
            "goes-on-laying",
            TURN,
            "Who has no line under way any more goes on laying tiles in turn, to the end of the game.",
        ),
        RuleText(
            "anybodys-line",
            TURN,
            "You may lay a tile anywhere that is legal. You may lengthen or end the lines of others with it; the "
            "points go to the owner of the line, not to who lays.",
        ),
    ]


def _places(game: Game, board: Board) -> list[RuleText]:
    rows = [
        RuleText(
            "next-to",
            PLACES,
            "On a free cell at the border of the board, or beside a tile that lies. "
            + ("The central station counts as neither." if board.central else "")
            + " To touch at a corner is not enough.",
            LAYING,
        )
    ]
    if "rotation" not in (chosen.spec.id for chosen in game.variants):
        rows.append(RuleText("arrow", PLACES, "A tile lies as its arrow says. It is not turned."))
    text = (
        "A tile may not complete a line of one single tile, from a station straight to a station, be it the same "
        "one. That holds for every station, also for those of others and those without a wagon."
    )
    rows.append(RuleText("one-tile-line", PLACES, text, ONE_TILE))
    if game.constants.forced:
        text = "If every legal cell for a tile would complete such a line, it may lie on any of them."
        rows.append(RuleText("one-tile-line-exception", PLACES, text))
    else:
        text = (
            "There is no exception. Who cannot lay a tile of the hand must draw. If that tile does not fit either, the "
            "game ends at once."
        )
        rows.append(RuleText("one-tile-line-never", PLACES, text, source="house"))
    return rows


def _lines(game: Game, board: Board) -> list[RuleText]:
    scoring = board.file.scoring
    factor = game.constants.centre_factor
    rows = [
        RuleText(
            "line",
            LINES,
            "A line starts at a station and follows the tracks from tile to tile. It is complete when it comes to a "
            "station, be it its own" + (", or to the central station." if board.central else "."),
        ),
        RuleText(
            "points",
            LINES,
            f"When a line is complete it is scored at once: {counted(scoring.crossing, 'point')} for each time that it "
            "crosses a tile. A tile that it crosses twice counts twice. The points go to whoever has the wagon at "
            "the station where the line started.",
        ),
    ]
    if board.central and factor != 1:
        text = f"A line that ends in the central station counts {'double' if factor == 2 else f'{factor} times'}."
        rows.append(RuleText("double-in-the-centre", LINES, text))
    if board.central:
        text = "Tracks that come out of the central station start no line and score for nobody."
        rows.append(RuleText("out-of-the-centre", LINES, text))
    rows += [
        RuleText("no-wagon", LINES, "A line from a station without a wagon scores for nobody."),
        RuleText("several-at-once", LINES, "One tile may complete several lines, up to four. Each of them is scored."),
    ]
    if board.id == "metro" and factor == 2 and scoring.crossing == 1:
        text = "A worked example, for two players. Tiles are named with their row and column:"
        rows.append(RuleText("worked-lines", LINES, text, WORKED))
    return rows


def rule_sheet(game: Game) -> list[RuleText]:
    """The entries of a game, without those of its variants."""
    board = cast(Board, game.map)
    early = "" if game.constants.forced else ", or when a seat can neither lay nor draw"
    rows = [
        *_table(game, board),
        *_turn(game),
        *_places(game, board),
        *_lines(game, board),
        RuleText("end", END, f"The game ends when all {len(board.cells)} tiles lie{early}."),
        RuleText("ties", END, "Most points win. Who is level shares the victory."),
    ]
    if board.file.house:
        text = f"Not from printed rules: {', '.join(board.file.house)}."
        rows.append(RuleText("house-values", "House values of the board", text, source="house"))
    return rows
