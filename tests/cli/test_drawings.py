"""Boards in the terminal: every place can be chosen and numbered, and is then to be seen, at every size."""

from __future__ import annotations

import pytest

import metrolines as ml
from metrolines._game.describe import places_of
from metrolines.terminal.boards import Look, draw_board

ROOMS = ((56, 21), (96, 40), (200, 60))


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("room", ROOMS, ids=str)
@pytest.mark.parametrize("game", ["paris", "london", "tokyo", "metro"])
def test_every_place_can_be_chosen(game: str, room: tuple[int, int], plain: bool) -> None:
    board = ml.new_game(game, seats=2).start(1).describe(0).board(0)
    places = sorted(places_of(board))
    assert len(places) > 50
    bare = draw_board(board, Look(plain, room=room))
    for place in places:
        drawing = draw_board(board, Look(plain, {place: "7"}, place, room))
        assert "7" in drawing.text.plain
        assert any("reverse" in str(span.style) for span in drawing.text.spans), place
        assert (drawing.width, drawing.height) == (bare.width, bare.height)
        assert len(drawing.text.plain.splitlines()) <= drawing.height


@pytest.mark.parametrize("game", ["paris", "london", "tokyo"])
def test_a_place_out_of_nowhere_is_not_drawn(game: str) -> None:
    board = ml.new_game(game).start(1).describe(0).board(0)
    assert draw_board(board, Look(cursor="z99")).text == draw_board(board).text
