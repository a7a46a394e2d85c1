"""Damages to a folder of results: each is done to a copy with a dice, and tells in words what it has done."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from metrolines.simulation.folders import RUN

Damage = Callable[[Path, Path, random.Random], str]
VALUES: tuple[Any, ...] = (None, True, -1, 0, 10**30, 2**62, 1.5, "", "x" * 5000, [], {}, [[]], ["a", "b"], {"a": 1})


def chunk(folder: Path, dice: random.Random) -> Path:
    return dice.choice(sorted(folder.glob("chunk-*.parquet")))


def deleted(folder: Path, other: Path, dice: random.Random) -> str:
    file = chunk(folder, dice)
    file.unlink()
    return f"{file.name} deleted"


def cut(folder: Path, other: Path, dice: random.Random) -> str:
    file = chunk(folder, dice)
    size = dice.randrange(file.stat().st_size)
    os.truncate(file, size)
    return f"{file.name} cut to {size}"


def emptied(folder: Path, other: Path, dice: random.Random) -> str:
    file = chunk(folder, dice)
    file.write_bytes(b"")
    return f"{file.name} emptied"


def flipped(folder: Path, other: Path, dice: random.Random) -> str:
    file = chunk(folder, dice)
    data = bytearray(file.read_bytes())
    places = [dice.randrange(len(data)) for _ in range(dice.choice((1, 1, 1, 8)))]
    for at in places:
        data[at] ^= 1 << dice.randrange(8)
    file.write_bytes(data)
    return f"{file.name} flipped at {places}"


def lengthened(folder: Path, other: Path, dice: random.Random) -> str:
    file = chunk(folder, dice)
    file.write_bytes(file.read_bytes() + dice.randbytes(dice.randrange(1, 100)))
    return f"{file.name} lengthened"


def swapped(folder: Path, other: Path, dice: random.Random) -> str:
    one, two = dice.sample(sorted(folder.glob("chunk-*.parquet")), 2)
    one.rename(folder / "aside")
    two.rename(one)
    (folder / "aside").rename(two)
    return f"{one.name} and {two.name} swapped"


def of_another_run(folder: Path, other: Path, dice: random.Random) -> str:
    file = chunk(folder, dice)
    shutil.copy(other / file.name, file)
    return f"{file.name} of another seed"


def no_file(folder: Path, other: Path, dice: random.Random) -> str:
    file = chunk(folder, dice)
    file.unlink()
    if dice.random() < 0.5:
        file.mkdir()
        return f"{file.name} is a folder"
    os.mkfifo(file)
    return f"{file.name} is a pipe"


def header_edited(folder: Path, other: Path, dice: random.Random) -> str:
    file = folder / RUN
    header = json.loads(file.read_text(encoding="utf-8"))
    part, key = header, dice.choice(sorted(header))
    if isinstance(part[key], dict) and part[key] and dice.random() < 0.5:
        part, key = part[key], dice.choice(sorted(part[key]))
    if dice.random() < 0.2:
        del part[key]
        value: Any = "nothing at all"
    else:
        value = part[key] = dice.choice(VALUES)
    file.write_text(json.dumps(header), encoding="utf-8")
    return f"{RUN}: {key} became {str(value)[:40]!r}"


def header_numbers(folder: Path, other: Path, dice: random.Random) -> str:
    file = folder / RUN
    header = json.loads(file.read_text(encoding="utf-8"))
    key = dice.choice(("games", "chunk", "seats", "seed"))
    header[key] += dice.choice((-1, 1, 10, 10**6, -header[key]))
    file.write_text(json.dumps(header), encoding="utf-8")
    return f"{RUN}: {key} became {header[key]}"


def header_of_bytes(folder: Path, other: Path, dice: random.Random) -> str:
    texts = (b"", b"{", b"\xff\xfe", b"[" * 100_000, b"null", b"[]", b'{"metrolines_run": 2}', dice.randbytes(50))
    (folder / RUN).write_bytes(dice.choice(texts))
    return f"{RUN}: other bytes"


def strange_file(folder: Path, other: Path, dice: random.Random) -> str:
    name = dice.choice(("notes.txt", "chunk-999999.parquet", "chunk-000000 (copy).parquet", "other.parquet", "chunk-x"))
    shutil.copy(other / "chunk-000000.parquet", folder / name)
    return f"{name} put in"


def file_for_folder(folder: Path, other: Path, dice: random.Random) -> str:
    shutil.rmtree(folder)
    folder.write_text("a file", encoding="utf-8")
    return "a file in place of the folder"


DAMAGES: tuple[Damage, ...] = (
    deleted, cut, emptied, flipped, flipped, flipped, lengthened, swapped, of_another_run, no_file, header_edited,
    header_edited, header_edited, header_numbers, header_of_bytes, strange_file, file_for_folder,
)  # fmt: skip
