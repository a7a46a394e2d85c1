"""The rules of the variants as a player is told them, a module each. Every entry has a test in `tests/rules_told`."""
