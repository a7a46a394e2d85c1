"""Makes the pictures of screens in the pages: `python docs/screens/make.py`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import metrolines as ml
from metrolines.cli.fullscreen.app import TableApp
from metrolines.cli.table import Table
from metrolines.plugin import make_agent

HERE = Path(__file__).parent
Screen = tuple[str, str, list[str], tuple[int, int], int, list[str]]
# name: game, variants, who sits there, columns and rows, moves that greedy makes before, keys that are pressed
SCREENS: dict[str, Screen] = {
    "paris": ("paris", "objectives,effects", ["human"], (80, 24), 14, ["tab"]),
    "london": ("london", "pencil_powers", ["human:ann", "greedy"], (120, 45), 30, ["tab", "tab"]),
    "metro": ("metro", "", ["human", "greedy"], (120, 45), 34, ["tab"]),
    "sheet": ("paris", "objectives,effects", ["human"], (80, 24), 14, ["f3"]),
}


def table_of(screen: Screen) -> Table:
    """A table in the middle of a game."""
    name, variants, names, _, moves, _ = screen
    game = ml.new_game(name, variants, len(names))
    state = game.start(seed=24)
    for _ in range(moves):
        seat = state.to_act[0]
        state.play(seat, make_agent(game, "greedy", seat, 1).act(state.view(seat)))
    while not names[state.to_act[0]].startswith("human"):
        seat = state.to_act[0]
        state.play(seat, make_agent(game, "greedy", seat, 1).act(state.view(seat)))
    agents = [None if who.startswith("human") else make_agent(game, who, seat, 1) for seat, who in enumerate(names)]
    return Table(state, names, agents, None)


async def picture(screen: Screen) -> str:
    """The screen as SVG, after the keys were pressed."""
    app = TableApp(table_of(screen))
    app.plain = False  # whatever the terminal that this is run at can show
    async with app.run_test(size=screen[3]) as pilot:
        await pilot.pause()
        await pilot.press(*screen[5])
        await pilot.pause()
        return app.export_screenshot()


def main() -> None:
    """Write all pictures, or those that are named."""
    for name in sys.argv[1:] or SCREENS:
        (HERE / f"{name}.svg").write_text(asyncio.run(picture(SCREENS[name])), encoding="utf-8")


if __name__ == "__main__":
    main()
