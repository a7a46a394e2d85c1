"""The base of all models of YAML files."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Base of all parts of a file: unknown keys are refused, and values are what they are written as."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
