"""Names of agents: one that a plugin declares (`greedy`), a class in a module (`my_agents:Hasty`), or one in a file.

A file is named as `my_agents.py:Hasty`, the path from the current folder. Persons sit among them: `human`, or one who
has a name, `human:ann`.
"""

from __future__ import annotations

from pathlib import Path

PYTHON = ".py"
HUMAN = "human"


def is_person(name: str) -> bool:
    """Whether a person sits there: `human`, or one with a name, `human:ann`."""
    return name == HUMAN or name.startswith(f"{HUMAN}:")


def person_name(name: str) -> str:
    """The name of a person; empty where none was given."""
    return name.partition(":")[2]


def file_of(name: str) -> tuple[str, str]:
    """The file and the class of a name `file.py:Class`; of any other name, no file and the name."""
    file, _, made = name.rpartition(":")
    return (file, made) if file.endswith(PYTHON) else ("", name)


def absolute_name(name: str, folder: Path = Path()) -> str:
    """A name that holds wherever it is read: the path of a file, taken from a folder, is made absolute."""
    file, made = file_of(name)
    return f"{(folder / file).resolve()}:{made}" if file else name


def short_name(name: str) -> str:
    """A name for people: of a file's path the last part alone."""
    file, made = file_of(name)
    return f"{Path(file).name}:{made}" if file else name
