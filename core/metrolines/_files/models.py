"""What all models of YAML files are made of."""

from __future__ import annotations

import importlib.metadata
import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainSerializer, Strict

from .._rules.rng import SEEDS, check_seed
from ..errors import UsageError


def _spare_pydantic() -> None:
    """Have pydantic look for no plugins of its own where a damaged distribution would break it by that."""
    try:
        importlib.metadata.entry_points(group="pydantic")
    except Exception:  # whatever damaged files lead to
        os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


_spare_pydantic()  # before the first model
MOST_NAMES = 1000  # in one list or mapping

Names = Annotated[list[str], Field(max_length=MOST_NAMES)]
Options = Annotated[dict[str, Any], Field(max_length=MOST_NAMES)]

Item = TypeVar("Item")
Key = TypeVar("Key")

# Lists and mappings of a file whose model is shared, as that of a map is: nobody can change them.
Listed = Annotated[tuple[Item, ...], Strict(False)]
Mapped = Annotated[Mapping[Key, Item], AfterValidator(MappingProxyType), PlainSerializer(dict)]


class Model(BaseModel):
    """Base of all parts of a file: unknown keys are refused, and values are what they are written as."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def _checked(seed: int) -> int:
    try:
        check_seed(seed)
    except UsageError as error:
        raise ValueError(error.message) from None
    return seed


# A schema says nothing of what a function checks, so that the limits are told twice.
Seed = Annotated[int, AfterValidator(_checked), Field(json_schema_extra={"minimum": 0, "maximum": SEEDS - 1})]
