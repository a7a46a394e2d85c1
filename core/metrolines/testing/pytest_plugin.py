"""The kit as a plugin of pytest: its functions as fixtures, and what they measured at the end of the run."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .report import Report

REPORTS = pytest.StashKey[list["Report"]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--metrolines-games`, `--metrolines-thorough` and `--metrolines-plain`."""
    group = parser.getgroup("metrolines", "conformance of metrolines plugins")
    group.addoption("--metrolines-games", type=int, default=None, metavar="N", help="games of a table that is checked")
    group.addoption("--metrolines-thorough", action="store_true", help="check every combination of variants")
    group.addoption("--metrolines-plain", action="store_true", help="check no machine code: compiling takes long")


def pytest_configure(config: pytest.Config) -> None:
    """Where reports are kept."""
    config.stash[REPORTS] = []


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """What the checks of this run played, and how long a decision took."""
    reports = config.stash[REPORTS]
    if reports:
        terminalreporter.section("metrolines")
        for report in reports:
            terminalreporter.line(str(report))


def _teller(config: pytest.Config) -> Callable[[str], None]:
    """What writes a line on the terminal while a test runs."""
    capture: Any = config.pluginmanager.get_plugin("capturemanager")
    terminal: Any = config.pluginmanager.get_plugin("terminalreporter")

    def tell(doing: str) -> None:
        with capture.global_and_fixture_disabled() if capture else nullcontext():
            if terminal:
                terminal.write_line(f"  {doing}")

    return tell


def _fixture(name: str, *, thorough: bool = True, plain: bool = True, tells: bool = True) -> Any:
    @pytest.fixture(name=name)
    def fixture(request: pytest.FixtureRequest) -> Callable[..., Report]:
        import metrolines.testing

        check = getattr(metrolines.testing, name)

        @wraps(check)
        def reported(*arguments: Any, **named: Any) -> Report:
            games = request.config.getoption("--metrolines-games")
            if games is not None:
                named.setdefault("games", games)
            if thorough and request.config.getoption("--metrolines-thorough"):
                named.setdefault("thorough", True)
            if plain and request.config.getoption("--metrolines-plain"):
                named.setdefault("compiled", False)
            if tells and request.config.get_verbosity() > 0:
                named.setdefault("tell", _teller(request.config))
            report: Report = check(*arguments, **named)
            request.config.stash[REPORTS].append(report)
            return report

        return reported

    fixture.__doc__ = f"`metrolines.testing.{name}`, which adds its report to the end of the run."
    return fixture


check_variant = _fixture("check_variant")
check_game = _fixture("check_game")
check_map = _fixture("check_map")
check_agent = _fixture("check_agent", thorough=False, plain=False, tells=False)
check_table = _fixture("check_table", thorough=False, tells=False)
