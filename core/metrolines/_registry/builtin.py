"""What the host itself brings: the agents that every game has."""

from __future__ import annotations

from .._rules.hooks import hookimpl
from .declarations import AgentSpec


@hookimpl
def metrolines_agents() -> list[AgentSpec]:
    """`random`, `random_pass` and `greedy`."""
    return [
        AgentSpec(
            "random",
            "any action but pass, each as likely",
            "metrolines.agents.builtin:random",
            compiled=True,
            sees="which actions there are, those of variants too; no points",
        ),
        AgentSpec(
            "random_pass",
            "any action, each as likely",
            "metrolines.agents.builtin:random_pass",
            compiled=True,
            sees="which actions there are, those of variants too; no points",
        ),
        AgentSpec(
            "greedy",
            "the best immediate gain in the final score",
            "metrolines.agents.builtin:greedy",
            compiled=True,
            sees="the score right after each action, tried on a copy: points of variants too, nothing that pays later",
        ),
    ]
