"""Agents: those that every game has, and finding, making and asking any agent by its name."""
