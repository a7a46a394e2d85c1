"""What the host itself brings: the agents that every game has."""

from __future__ import annotations

from .moments import hookimpl
from .specs import AgentSpec


@hookimpl
def metrolines_agents() -> list[AgentSpec]:
    """`random`, `random_pass` and `greedy`."""
    return [
        AgentSpec("random", "any action but pass, each as likely", "metrolines.agents:random", compiled=True),
        AgentSpec("random_pass", "any action, each as likely", "metrolines.agents:random_pass", compiled=True),
        AgentSpec("greedy", "the best immediate gain in the final score", "metrolines.agents:greedy", compiled=True),
    ]
