"""A person at a terminal: the command `games` behind a pseudo-terminal, what it shows, and what is typed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pexpect
from command import COMMAND, surroundings, with_control_c

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
MOVE, CONFIRM, GO_ON = r"\r\n> ", "Once more or Enter plays it, u does not ", "Enter passes, q leaves "
ENTRY = re.compile(r"(?:^| )(\d+)  (\S+(?: \S+){0,3}?) +(?=[-+]\d|draw nothing|decline)")


class Terminal:
    """A run of `games` that is asked and answered line by line."""

    def __init__(self, folder: Path, *words: str, width: int = 100, **environment: str) -> None:
        command, *arguments = COMMAND
        self.child = pexpect.spawn(
            command,
            [*arguments, *words, *(["--lines"] if words[0] in ("run", "resume", "daily") else [])],
            cwd=str(folder),
            env=surroundings(folder, **environment),  # type: ignore[arg-type]
            encoding="utf-8",
            dimensions=(60, width),
            timeout=60,
            echo=False,
            preexec_fn=with_control_c,
        )
        self.child.delaybeforesend = None
        self.asked = ""
        self.raw = ""
        self.wait()

    def wait(self) -> str:
        """Read on to the next question, or to the end (then `asked` is empty)."""
        questions = [MOVE, CONFIRM, GO_ON]
        number = self.child.expect([*questions, pexpect.EOF])
        self.asked = [*questions, ""][number]
        self.raw = self.child.before + ("\r\n" if self.asked == MOVE else "")
        return self.shown

    def type(self, text: str) -> str:
        """Type a line, and read what is shown up to the next question."""
        self.child.sendline(text)
        return self.wait()

    def control(self, letter: str) -> str:
        """Hold the control key and press a letter."""
        self.child.sendcontrol(letter)
        return self.wait()

    def move(self, text: str) -> str:
        """Type a move and confirm it where that is asked."""
        shown = self.type(text)
        return self.type("") if self.asked == CONFIRM else shown

    @property
    def shown(self) -> str:
        """What the last answer showed, without colours."""
        return ESCAPES.sub("", self.raw).replace("\r\n", "\n")

    @property
    def words(self) -> str:
        """The same with single blanks, so that it does not matter where lines were broken."""
        return " ".join(self.shown.split())

    @property
    def menu(self) -> dict[str, str]:
        """The moves that were shown, by number."""
        return {number: move for line in self.shown.splitlines() for number, move in ENTRY.findall(line)}

    @property
    def status(self) -> int | None:
        """The exit status."""
        self.child.wait()
        status: int | None = self.child.exitstatus
        return status


def actions(path: Path) -> list[tuple[int, str]]:
    """The actions that a record tells of, those taken back left out."""
    found: list[tuple[int, str]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        known = json.loads(line)
        if "action" in known:
            found.append((known["seat"], known["action"]))
        if "undo" in known:
            del found[-known["undo"] :]
    return found
