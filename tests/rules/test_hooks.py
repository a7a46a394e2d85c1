"""Hooks of a variant: checked at set-up; what breaks in play names its plugin and leaves the table as it was."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from plugin_files import variant, write_plugins

import metrolines as ml
from metrolines._rules.hooks import collect, specs_of
from metrolines_next_station.hookspecs import NextStationHooks

SPECS = specs_of(NextStationHooks)
CALLS = {
    hook: f"{hook}({', '.join(name for name in arguments if not name.startswith('own_'))})"
    for hook, arguments in SPECS.arguments.items()
}


class Table:
    """Where the test's only variant, `fog`, is set up."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.monkeypatch = folder, monkeypatch
        self.path = folder / "fog.py"

    def game(self, code: str, seats: int = 1) -> ml.Game:
        write_plugins(self.folder, self.monkeypatch, fog=variant("fog", code))
        return ml.new_game("paris", ["fog"], seats)

    def refused(self, code: str) -> ml.PluginError:
        """The error of a set-up that fails."""
        with pytest.raises(ml.PluginError) as caught:
            self.game(code)
        assert (caught.value.plugin, caught.value.distribution) == ("fog", str(self.path))
        place = f" (fog.py:{caught.value.line})" if caught.value.file == str(self.path) else ""
        said = f"plugin fog ({self.path}) failed in {caught.value.hook}: {caught.value.reason}{place}"
        assert str(caught.value) == said
        return caught.value


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, monkeypatch)


# ---------------------------------------------------------------------------------------------------- shape

NUMBER = count()


def separate(table: Table, rules: str) -> ml.PluginError:
    """The error of a variant whose hooks stand in a module apart from its declaration."""
    name = f"fog_rules_{next(NUMBER)}"
    (table.folder / f"{name}.py").write_text("from metrolines.plugin import *\n" + rules)
    table.monkeypatch.syspath_prepend(table.folder)
    write_plugins(table.folder, table.monkeypatch, fog=variant("fog").replace("HERE", repr(name)))
    with pytest.raises(ml.PluginError) as caught:
        ml.new_game("paris", ["fog"])
    assert (caught.value.plugin, caught.value.distribution) == ("fog", str(table.path))
    return caught.value


@pytest.mark.parametrize("hook", SPECS.arguments)
def test_hook_without_its_decorator(table: Table, hook: str) -> None:
    error = table.refused(f"def {CALLS[hook]}:\n    pass\n")
    assert error.hook == hook
    assert error.reason == "a function with the name of a hook lacks @hookimpl"


@pytest.mark.parametrize(("word", "closest"), [("on_crad", "on_card"), ("score_lin", "score_line"), ("legl", "legal")])
def test_misspelt_hook(table: Table, word: str, closest: str) -> None:
    error = separate(table, f"@hookimpl\ndef {word}(g, p, t):\n    pass\n")
    assert (error.hook, error.reason) == (word, f'no such hook; did you mean "{closest}"?')


@pytest.mark.parametrize(
    ("arguments", "strange"), [("g, p, t, action", "action"), ("state", "state"), ("own", "own"), ("g, u", "u")]
)
def test_hook_with_an_argument_that_it_is_not_given(table: Table, arguments: str, strange: str) -> None:
    error = separate(table, f"@hookimpl\ndef on_card({arguments}):\n    pass\n")
    assert error.hook == "on_card"
    assert error.reason.startswith(f"it is given g, p, t, own_g, own_p, own_t, but no {strange};")


def test_a_hook_names_what_it_needs_in_any_order(table: Table) -> None:
    code = "@hookimpl\ndef on_action(t, action, p):\n    p.rivers[0] = action * t.seats_there\n"
    game = table.game(code.replace("t.seats_there", "t.everybody"))
    state = game.start(seed=1)
    action = state.legal(0)[-1]
    state.play(0, action)
    assert state.ps[0].rivers[0] == game.space.codes[action]


@pytest.mark.parametrize("name", ["own_g", "own_p", "own_t"])
def test_a_hook_that_takes_what_was_not_declared(table: Table, name: str) -> None:
    error = table.refused(f"@hookimpl\ndef on_card({name}):\n    pass\n")
    assert error.reason.startswith(f"it takes {name}, but nothing was added by builder.")


@pytest.mark.parametrize("how", ["wrapper=True", "hookwrapper=True"])
def test_wrapper(table: Table, how: str) -> None:
    error = separate(table, f"@hookimpl({how})\ndef score_game(g, p, t):\n    return (yield)\n")
    assert (error.hook, error.reason) == ("score_game", "a wrapper has no place at a hook")


def test_a_hook_that_is_imported_from_elsewhere_is_not_meant(table: Table) -> None:
    """Only functions of the variant's own module are taken for hooks that lack their decorator."""
    game = table.game("from metrolines_next_station.refusals import explain as legal\n")
    assert ml.play(game, ["random"], seed=1).over


def test_hooks_come_in_the_order_of_the_plugins() -> None:
    from metrolines.plugin import hookimpl

    def made(name: str) -> object:
        def on_card(g: object, p: object, t: object) -> None: ...

        return type(name, (), {"on_card": staticmethod(hookimpl(on_card))})()

    names = ["first", "second", "third"]
    found = collect([(name, made(name)) for name in names], SPECS)["on_card"]
    assert [each.plugin for each in found] == names


# ---------------------------------------------------------------------------------------------------- set-up

DECLARED = """
class Table(TableState):
    a: int = integer()

class Own(Fields):
    a: int = integer()
    three: list[int] = integers("", 3)

class Odd(Fields):
    a: int = integer(width=7)

class Own2(Constants):
    ok: int

class Seen(Fields):
    sights: int = integer(shows=set_of("sights"))

class Twice(Fields):
    a: int = integer()
    b: int = integer(label="a")

"""
BUILDS = {
    "state of another kind": ("builder.seat_state(Table)", "Table is declared as Fields: class Table(Fields)"),
    "what is no class of fields": ("builder.table_state('round')", "'round' is no class of Fields"),
    "state twice": ("builder.seat_state(Own), builder.seat_state(Own)", "Own: the fields of this state are declared"),
    "constants twice": ("[builder.constants(Own2(ok=1)) for _ in '12']", "the name 'fog' is taken among the constants"),
    "constants by keyword": ("builder.constants({'ok': 1})", "{'ok': 1} is none of Constants"),
    "a constant that is missing": ("Own2()", "TypeError: Own2: ok is missing"),
    "a constant too many": ("Own2(ok=1, mist=2)", "TypeError: Own2: mist is not declared"),
    "names that are not given": ("builder.seat_state(Seen)", "the field sights: there are no names 'sights'"),
    "a label of two fields": ("builder.seat_state(Twice)", "two fields are labelled 'a'"),
    "names that are given": ("builder.names(stations=['a'])", "the names of 'stations' are given already"),
    "a value for no field": ("builder.seat_state(Own, mist=1)", "Own declares no field 'mist'"),
    "an action's label of the game": ("builder.actions('x', [{0: 'D3-B3'}])", "two actions are called 'D3-B3'"),
    "pass": ("builder.actions('x', [{0: 'pass'}])", "two actions are called 'pass'"),
    "a label twice": (
        "builder.actions('x', [{0: 'look up', 1: 'Look_Up'}, {0: 'look-up'}])",
        "two actions are called 'look-up'",
    ),
    "a row too long": ("builder.actions('x', [{62: 'look'}])", "'look': a row has the bits 0 to 61, not 62"),
    "chance of another's name": ("builder.chance('decks', ['1'], ['a'])", "the chance key 'decks' is taken"),
    "a width that is none": (
        "builder.seat_state(Odd)",
        "the field a: a width is one of (8, 16, 32, 64)",
    ),
    "too few values": (
        "builder.seat_state(Own, three=[1])",
        "the field three: 1 initial values for a length of 3",
    ),
    "an error of its own": ("builder.map.nothing", "AttributeError: 'City' object has no attribute 'nothing'"),
    "a division by zero": ("1 // 0", "ZeroDivisionError: "),
}


@pytest.mark.parametrize(("build", "words"), BUILDS.values(), ids=BUILDS.keys())
def test_set_up_that_fails(table: Table, build: str, words: str) -> None:
    error = table.refused(f"{DECLARED}def build(builder):\n    {build}\n")
    assert error.hook == "set-up"
    assert error.reason.startswith(words)


def test_set_up_that_refuses_the_table(table: Table) -> None:
    code = "from metrolines.errors import *\n\n\ndef build(builder):\n    raise SetupError([Problem('fog!')])\n"
    with pytest.raises(ml.SetupError, match=r"^fog!$"):
        table.game(code)


def test_rules_that_cannot_be_imported(table: Table) -> None:
    assert separate(table, "import weather\n").reason == "ModuleNotFoundError: No module named 'weather'"


def test_two_variants_with_one_label(table: Table) -> None:
    code = "def build(builder):\n    builder.actions('x', [{0: 'look up'}])\n"
    write_plugins(table.folder, table.monkeypatch, fog=variant("fog", code), mist=variant("mist", code))
    with pytest.raises(ml.PluginError) as caught:
        ml.new_game("paris", ["mist", "fog"])
    assert (caught.value.plugin, caught.value.reason) == ("mist", "two actions are called 'look up'")


def test_declarations_may_be_lists(table: Table) -> None:
    code = (
        variant("fog")
        .replace("('next_station',)", "['next_station']")
        .replace(")]", ", options=[Option('a', 1, 'x')])]")
    )
    write_plugins(table.folder, table.monkeypatch, fog=code)
    assert ml.new_game("paris", ["fog"]).options["fog"] == {"a": 1}
    write_plugins(table.folder, table.monkeypatch, fog=variant("fog", applies_to="london", needs="monuments"))
    with pytest.raises(ml.SetupError, match="fog is not for paris \\(it is for london\\)"):
        ml.new_game("paris", ["fog"])
    with pytest.raises(ml.SetupError, match="fog cannot be played on the map of London, which has no monuments"):
        ml.new_game("london", ["fog"])


# ---------------------------------------------------------------------------------------------------- in play

AT_START = ("on_setup", "build_deck", "on_round_start", "on_card")


def content(state: ml.State) -> tuple[object, ...]:
    values = [[value for _, _, value in record.LAYOUT.numbers(record)] for record in (state.g, *state.ps)]
    return repr(values), list(state.events), state.digest()


@pytest.mark.parametrize("hook", AT_START)
def test_hook_that_raises_at_the_start(table: Table, hook: str) -> None:
    game = table.game(f"@hookimpl\ndef {CALLS[hook]}:\n    raise KeyError('fog')\n")
    with pytest.raises(ml.PluginError) as caught:
        game.start(seed=1)
    error = caught.value
    assert (error.plugin, error.hook, error.distribution) == ("fog", hook, str(table.path))
    assert error.reason == "KeyError: 'fog'"
    assert isinstance(error.__cause__, KeyError)


@pytest.mark.parametrize(
    "hook", ["build_deck", "on_round_start", "on_card", "on_action", "on_turn_end", "on_round_end", "score_line"]
)
def test_hook_that_raises_in_play(table: Table, hook: str) -> None:
    """It breaks in the second round: the first one is played to its last action, which is refused, again and again."""
    late = "g.round >= 1" if hook in ("build_deck", "on_round_start", "on_card") else "g.round == 0 and g.turn > 4"
    points = "    return 0\n" if hook == "score_line" else ""
    code = f"@hookimpl\ndef {CALLS[hook]}:\n    p.marks[0] += 1\n    if {late}:\n        [][g.turn]\n{points}"
    state = table.game(code, seats=2).start(seed=1)
    before = content(state)
    for _ in range(60):
        before = content(state)
        try:
            state.play(state.to_act[-1], "pass")
        except ml.PluginError:
            break
    for _ in range(2):
        with pytest.raises(ml.PluginError) as caught:
            state.play(state.to_act[-1], "pass")
        error = caught.value
        assert (error.plugin, error.hook, error.distribution) == ("fog", hook, str(table.path))
        assert error.reason == "IndexError: list index out of range"
        assert content(state) == before
    assert state.record().text().count("\n") == 1 + len(state.events)


def test_hook_that_raises_when_actions_are_asked_for(table: Table) -> None:
    state = table.game("@hookimpl\ndef legal(g, p, t):\n    add_moves(p)\n").start(seed=1)
    before = content(state)
    for ask in (lambda: state.legal(0), lambda: state.play(0, "pass"), lambda: state.legal_labels(0)):
        with pytest.raises(
            ml.PluginError, match=r"plugin fog \(.*fog.py\) failed in legal: TypeError: add_moves\(\) missing"
        ):
            ask()
    assert content(state) == before


def test_hook_that_raises_when_scores_are_asked_for(table: Table) -> None:
    state = table.game("@hookimpl\ndef score_game(g, p, t):\n    return p.nothing\n").start(seed=1)
    before = content(state)
    with pytest.raises(ml.PluginError, match="failed in score_game: AttributeError"):
        state.scores()
    assert content(state) == before


def test_helper_of_a_variant_that_raises(table: Table) -> None:
    code = "def look(p):\n    return 1 // p.owed\n\n\n@hookimpl\ndef on_action(g, p, t, action):\n    look(p)\n"
    state = table.game(code).start(seed=1)
    with pytest.raises(ml.PluginError, match="failed in on_action: ZeroDivisionError"):
        state.play(0, "pass")


def play_on(state: ml.State) -> None:
    while not state.over:
        state.play(state.to_act[-1], "pass")


def test_an_error_in_the_games_own_rules_is_told_of_the_variant_that_is_not_ours(table: Table) -> None:
    code = "@hookimpl\ndef on_action(g, p, t, action):\n    g.turn = 10**6\n    del g.deck[:]\n"
    state = table.game(code).start(seed=1)
    with pytest.raises(ml.PluginError, match=r"plugin fog .* IndexError: .*, in the game's own rules: ") as caught:
        play_on(state)
    assert (caught.value.plugin, caught.value.distribution) == ("fog", str(table.path))


def test_an_error_in_the_games_own_rules_stays_what_it_is_without_one() -> None:
    state = ml.new_game("paris", ["effects"]).start(seed=1)
    del state.g.deck[:]
    with pytest.raises(IndexError):
        state.play(0, "pass")
