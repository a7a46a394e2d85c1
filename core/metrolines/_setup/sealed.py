"""What is set up once and read by everybody afterwards: it cannot be written by ordinary means.

Agents, hooks and whoever else is given a game share it with every other table of the process, and so does the map.
"""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

T = TypeVar("T")


class Sealable:
    """Base of objects that are set up step by step, and refuse to be changed once they are sealed.

    What a `cached_property` works out later is kept all the same.
    """

    def seal(self) -> None:
        """Refuse every change from now on."""
        self.__dict__["_sealed"] = True

    if not TYPE_CHECKING:  # a checker of types would take it for a sign that any name can be set

        def __setattr__(self, name: str, value: object) -> None:
            self._refuse_if_sealed(name)
            object.__setattr__(self, name, value)

        def __delattr__(self, name: str) -> None:
            self._refuse_if_sealed(name)
            object.__delattr__(self, name)

    def _refuse_if_sealed(self, name: str) -> None:
        if "_sealed" in self.__dict__:
            raise AttributeError(f"{type(self).__name__}.{name} cannot be changed once a game is set up")


def _refuse(self: object, *_: object, **__: object) -> NoReturn:
    raise TypeError("this belongs to a game that is set up, and cannot be changed; make a copy")


class SealedList(list[Any]):
    """A list that cannot be changed. Slices and sums of it are lists as usual."""

    __slots__ = ()
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return SealedList, (list(self),)


class SealedDict(dict[Any, Any]):
    """A dictionary that cannot be changed; reading it costs what reading a dictionary does."""

    __slots__ = ()
    clear = pop = popitem = setdefault = update = _refuse
    __setitem__ = __delitem__ = __ior__ = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return SealedDict, (dict(self),)


def sealed(value: T) -> T:
    """A value whose lists and dictionaries cannot be changed, down to the bottom.

    Objects of dataclasses, and models of files, stay the same objects and are sealed themselves: their public
    attributes hold sealed values from now on.
    """
    found: Any = value
    if type(value) is list:
        found = SealedList(map(sealed, found))
    elif type(value) is dict:
        found = SealedDict({key: sealed(item) for key, item in found.items()})
    elif type(value) is tuple:
        found = tuple(map(sealed, found))
    elif not isinstance(value, type) and (is_dataclass(value) or hasattr(type(value), "model_fields")):
        attributes = getattr(value, "__dict__", {})
        for name, item in attributes.items():
            if not name.startswith("_"):
                attributes[name] = sealed(item)
    return found  # type: ignore[no-any-return]
