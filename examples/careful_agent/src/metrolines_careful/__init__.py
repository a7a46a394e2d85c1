"""Two agents: `careful` searches, in any game; `prudent` is a rule function for Next Station and runs compiled."""

from __future__ import annotations

from metrolines.plugin import AgentSpec, hookimpl


@hookimpl
def metrolines_agents() -> list[AgentSpec]:
    """Both, declared; each is imported when it is asked to sit down."""
    return [
        AgentSpec(
            "careful",
            "tries moves out in guessed futures",
            "metrolines_careful.search:Careful",
            sees="the score some moves later, with all that variants add",
        ),
        AgentSpec(
            "prudent",
            "greedy, and keeps its line open for the cards to come",
            "metrolines_careful.prudent:prudent",
            compiled=True,
            applies_to=("next_station",),
            sees="the score right after each action, points of variants too; of the next turn only the game's",
        ),
    ]
