"""What tests of agents share."""

from __future__ import annotations

from pathlib import Path

import pytest
from agent_files import MADE


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with `made.py`, which is the current one."""
    (tmp_path / "made.py").write_text(MADE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path
