"""The functions of a variant that are no rules: what it says of itself, and what it works out for positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .._rules.hooks import SCORING, bound
from ..errors import PluginError

if TYPE_CHECKING:
    from ..view.variant import Description

NAMES = ("breakdown", "describe", "preview", "explain", "derive")


@dataclass(frozen=True)
class VariantFunctions:
    """Such functions by the name of their variant, each bound to the arguments that it names.

    `breakdown` tells what the variant's box is made of, `describe` what the variant keeps, `preview` what its actions
    do, `explain` why an action is not legal; `derive` works out fields of a position that was read.
    """

    breakdown: dict[str, Callable[[Any, Any, Any], Mapping[str, int]]] = field(default_factory=dict)
    describe: dict[str, Callable[..., Description]] = field(default_factory=dict)
    preview: dict[str, Callable[..., str]] = field(default_factory=dict)
    explain: dict[str, Callable[..., str]] = field(default_factory=dict)
    derive: dict[str, Callable[[Any, Any, Any], None]] = field(default_factory=dict)

    def add(self, variant: str, word: str, module: Any, built: Any) -> None:
        """Take those of a variant's module; `word` names its records, `built` is what its `build` has returned.

        Raises PluginError for a breakdown of no box.
        """
        if hasattr(module, "breakdown") and not any(hasattr(module, hook) for hook in SCORING):
            reason = "there is neither score_game nor score_table, whose box it tells of"
            raise PluginError(variant, "breakdown", reason)
        for name in NAMES:
            if hasattr(module, name):
                getattr(self, name)[variant] = bound(getattr(module, name), word, built)

    def closed(self) -> VariantFunctions:
        """The same for reading only."""
        found: dict[str, Any] = {name: MappingProxyType(getattr(self, name)) for name in NAMES}
        return VariantFunctions(**found)
