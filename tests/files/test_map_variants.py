"""A map switches variants on by itself, with options of its own, which players may override."""

from __future__ import annotations

from pathlib import Path

import pytest

import metrolines as ml
from metrolines._registry.host import host


def test_a_map_gives_its_variants_options(tmp_path: Path) -> None:
    spec = host().map("paris")
    text = spec.path.read_text(encoding="utf-8") + "\nvariants: {objectives: {draw: 3}, effects: }\n"
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    game = ml.new_game("paris", map=path)
    assert [chosen.spec.id for chosen in game.variants] == ["effects", "objectives"]
    assert game.options["objectives"]["draw"] == 3
    assert ml.new_game("paris", map=path, options={"objectives": {"draw": 4}}).options["objectives"]["draw"] == 4
    state = ml.play(game, seed=1)
    path.unlink()
    assert ml.Record.parse(state.record().text()).replay().digest() == state.digest()
    path.write_text(text.replace("draw: 3", "drawn: 3"), encoding="utf-8")
    with pytest.raises(ml.SetupError, match="drawn"):
        ml.new_game("paris", map=path)
