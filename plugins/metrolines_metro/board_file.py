"""What a board file of Metro may say: the keys, their types and their limits."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from metrolines.plugin import Listed, Mapped, Model

TileName = Annotated[str, Field(pattern=r"^[abcd]{4}$")]
Seats = Annotated[str, Field(pattern=r"^[2-6]$")]


class Scoring(Model):
    """Scoring values."""

    crossing: Annotated[int, Field(ge=0, le=100)] = Field(default=1, description="each time a line crosses a tile")
    centre: Annotated[int, Field(ge=1, le=100)] = Field(default=2, description="factor of a line into the centre")


class BoardFile(Model):
    """A board of Metro."""

    game: Literal["metro"]
    name: str
    picture: str = Field(description="the grid: . for a cell, # for the central station")
    wagons: Mapped[Seats, Listed[Listed[int]]] = Field(description="by number of seats: the stations of every seat")
    tiles: Mapped[TileName, Annotated[int, Field(ge=1)]] = Field(description="how many of each tile", min_length=1)
    scoring: Scoring = Scoring()
    colours: Listed[str] = Field(min_length=6, max_length=6, description="the colours of the seats")
    variants: Listed[str] | Mapped[str, dict[str, Any] | None] = Field(
        default=(), description="variants that are always in play on this board, or each with its options"
    )
    sources: Listed[str] = Field(default=(), description="where the board comes from")
    house: Listed[str] = Field(default=(), description="what of this file is not from printed rules")
