"""The rules of a game as entries: what `games rules` shows, and what programs read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RuleText:
    """One rule, as a player is told it.

    `id` stays the same whatever the words: `branch-adds-an-end`. `heading` is the part of the page it stands in;
    entries of one heading stand together. `example` is a drawing of at most 60 columns of ASCII. `source` says where
    the rule comes from: `printed`, `likely` (told by others, not seen in print) or `house`.
    """

    id: str
    heading: str
    text: str
    example: str = ""
    source: str = "printed"

    def as_data(self) -> dict[str, str]:
        """The entry for json."""
        return {"id": self.id, **{name: getattr(self, name) for name in ("heading", "text", "example", "source")}}
