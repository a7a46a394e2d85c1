"""The view of a table as JSON, and the schema of that."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from .table import TableView

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@cache
def _adapter() -> TypeAdapter[TableView]:
    from pydantic import TypeAdapter

    return TypeAdapter(TableView)


def data_of(view: TableView) -> dict[str, Any]:
    """A view as names, numbers and lists that json can write."""
    data: dict[str, Any] = _adapter().dump_python(view, mode="json")
    return data


def table_schema() -> dict[str, Any]:
    """The JSON Schema of what `TableView.as_data` returns."""
    return _adapter().json_schema(mode="serialization")
