"""Files that a user has named appear whole or not at all, and what was there before is not lost."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from metrolines._files import writing
from metrolines._files.saving import save
from metrolines.errors import UsageError


def full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_file_that_exists_is_kept_unless_told(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    save(path, b"one", force=False)
    with pytest.raises(UsageError, match=r"a\.txt exists") as caught:
        save(path, b"two", force=False)
    assert caught.value.hint == "--force writes over it"
    assert path.read_bytes() == b"one"
    save(path, b"2", force=True)
    assert path.read_bytes() == b"2"
    with pytest.raises(UsageError, match="cannot be written: no such file"):
        save(tmp_path / "new" / "a.txt", b"one", force=False)


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    save(path, b"one", force=False)
    monkeypatch.setattr(writing, "sync", full)
    for target in (path, tmp_path / "b.txt"):
        with pytest.raises(UsageError, match="cannot be written: no space left on device"):
            save(target, b"two", force=True)
    assert path.read_bytes() == b"one"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.skipif(os.name == "nt", reason="links and pipes")
def test_links_and_pipes_stay_what_they_are(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"one")
    link, pipe = tmp_path / "link", tmp_path / "pipe"
    link.symlink_to("real")
    save(link, b"two", force=True)
    assert link.is_symlink()
    assert (tmp_path / "real").read_bytes() == b"two"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    save(pipe, b"three", force=True)
    assert os.read(reader, 10) == b"three"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
