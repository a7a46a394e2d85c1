"""What is set up once and read by everybody afterwards: it cannot be written by ordinary means."""

from __future__ import annotations

from typing import TYPE_CHECKING


class Sealable:
    """Base of objects that are set up step by step, and refuse to be changed once they are sealed.

    What a `cached_property` works out later is kept all the same.
    """

    _sealed = False

    def seal(self) -> None:
        """Refuse every change from now on."""
        if not self._sealed:
            self._sealed = True

    if not TYPE_CHECKING:  # a checker of types would take it for a sign that any name can be set

        def __setattr__(self, name: str, value: object) -> None:
            self._refuse_if_sealed(name)
            super().__setattr__(name, value)

        def __delattr__(self, name: str) -> None:
            self._refuse_if_sealed(name)
            super().__delattr__(name)

    def _refuse_if_sealed(self, name: str) -> None:
        if self._sealed:
            raise AttributeError(f"{type(self).__name__}.{name} cannot be changed any more; make a copy")
