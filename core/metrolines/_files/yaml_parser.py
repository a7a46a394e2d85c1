"""YAML as plain data, with the place of every value: what `documents` are made of.

Whatever cannot be read ends in one `FileError`; so does what would be read as something that nobody meant.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .._text import hint_for, one_line, quoted, shortened
from ..errors import FileError, Problem

if TYPE_CHECKING:  # slow to import, and many commands read no file
    import yaml

Key = str | int
Place = tuple[int, int]

MAX_NODES = 100_000  # keys and values, with aliases expanded
MAX_DEPTH = 100


@dataclass
class Spot:
    """Where one value stands, and where everything in it does. `source` is a scalar before it became a number."""

    place: Place
    source: str | None = None
    style: str | None = None
    inner: dict[Key, Spot] = field(default_factory=dict)
    key_places: dict[Key, Place] = field(default_factory=dict)


def parse(text: str, path: str) -> tuple[Any, Spot]:
    """The mapping at the top of a text, and where everything in it stands. Raises FileError with every problem."""
    return _Parser(text, path).document()


def place_of(text: str, index: int) -> Place:
    """The line and the column of a character of a text."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def _mark_place(mark: Any) -> Place:
    return mark.line + 1, mark.column + 1


_FORBIDDEN = re.compile("[^\t\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_TAG = "tag:yaml.org,2002:"
_TEXT_TAGS = ("str", "timestamp", "value", "merge")  # the last three are texts such as 2001-01-01, = and <<


class _Parser:
    def __init__(self, text: str, path: str) -> None:
        import yaml

        self.yaml = yaml
        self.loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self.scalars = yaml.constructor.SafeConstructor()
        self.text, self.path = text, path
        self.problems: dict[Problem, None] = {}  # in order and without repeats: aliases come by more than once
        self.nodes = 0

    def document(self) -> tuple[Any, Spot]:
        bad = _FORBIDDEN.search(self.text)
        if bad:
            hint = "save the file as UTF-8 text" if bad[0] == "\0" else "remove it"
            place = place_of(self.text, bad.start())
            raise self.refusal(f"the character U+{ord(bad[0]):04X} is not allowed", place, hint)
        directive = re.search("^%", self.text, re.MULTILINE)
        if directive:
            place = place_of(self.text, directive.start())
            raise self.refusal('a line cannot begin with "%"', place, "remove the line, or indent it if it is text")
        try:
            self.check_events()
            self.nodes = 0
            node = self.yaml.compose(self.text, Loader=self.loader)
            if node is None or (node.tag == _TAG + "null" and not node.value):
                raise self.refusal("the file is empty", (1, 1))
            if not isinstance(node, self.yaml.MappingNode):
                found = "a list" if isinstance(node, self.yaml.SequenceNode) else "a single value"
                glued = found == "a single value" and re.match(r"[^\s:]+:\S", node.value)
                hint = 'put a space after the ":"' if glued else 'begin with "key: value"'
                raise self.refusal(f"expected a mapping at the top, found {found}", _mark_place(node.start_mark), hint)
            data, root = self.build(node, 1)
        except self.yaml.MarkedYAMLError as error:
            raise self.syntax(error) from None
        except self.yaml.YAMLError:
            raise self.refusal("this is not valid YAML", (1, 1)) from None
        except RecursionError:
            raise self.refusal("nested too deeply", (1, 1)) from None
        if self.problems:
            raise FileError(sorted(self.problems, key=lambda problem: (problem.line, problem.column)))
        return data, root

    def check_events(self) -> None:
        """Refuse what composing would choke on, and what libyaml and PyYAML tell in different words."""
        yaml, place = self.yaml, (1, 1)
        anchors: dict[str, Place] = {}
        opened: list[str | None] = []
        documents = 0
        try:
            for event in yaml.parse(self.text, Loader=self.loader):
                place = _mark_place(event.start_mark)
                if isinstance(event, yaml.NodeEvent):
                    self.count(place)
                anchor: str | None = getattr(event, "anchor", None)
                if isinstance(event, yaml.DocumentStartEvent):
                    documents += 1
                    if documents > 1:
                        hint = 'remove this "---", or split the file'
                        raise self.refusal("a second document begins here", place, hint)
                elif isinstance(event, yaml.AliasEvent):
                    if anchor in opened:
                        raise self.refusal(f'the alias "*{anchor}" stands inside the value it names', place)
                    if anchor not in anchors:
                        hint = hint_for(str(anchor), anchors) or 'put text that begins with "*" in quotes'
                        raise self.refusal(f'no anchor "&{anchor}" before this alias', place, hint)
                elif anchor is not None:
                    if anchor in anchors:
                        line, column = anchors[anchor]
                        message = f'the anchor "&{anchor}" is set twice, first in line {line}, column {column}'
                        raise self.refusal(message, place, "rename one of them")
                    anchors[anchor] = place
                if isinstance(event, yaml.CollectionStartEvent):
                    opened.append(anchor)
                    if len(opened) > MAX_DEPTH:
                        raise self.refusal("nested too deeply", place, f"at most {MAX_DEPTH} levels are read")
                elif isinstance(event, yaml.CollectionEndEvent):
                    opened.pop()
        except (ValueError, OverflowError):  # PyYAML without libyaml, at an escape such as "\UFFFFFFFF"
            raise self.refusal("not a known escape after a backslash", place) from None

    def build(self, node: Any, depth: int) -> tuple[Any, Spot]:
        """The plain data of a node, and where it stands."""
        spot = Spot(_mark_place(node.start_mark))
        self.count(spot.place)
        if depth > MAX_DEPTH:
            raise self.refusal("nested too deeply", spot.place, f"at most {MAX_DEPTH} levels are read")
        if isinstance(node, self.yaml.ScalarNode):
            spot.source, spot.style = node.value, node.style
            return self.scalar(node, spot.place), spot
        if node.tag not in (_TAG + "map", _TAG + "seq") or (node.tag == _TAG + "map") != (node.id == "mapping"):
            self.bad_tag(node.tag, spot.place)
        if node.id == "mapping":
            return self.mapping(node, spot, depth), spot
        items = [self.build(item, depth + 1) for item in node.value]
        spot.inner = {index: inner for index, (_, inner) in enumerate(items)}
        return [data for data, _ in items], spot

    def mapping(self, node: yaml.MappingNode, spot: Spot, depth: int) -> dict[str, Any]:
        data: dict[str, Any] = {}
        merged: list[tuple[Any, Spot]] = []
        for key_node, value_node in node.value:
            place, key = _mark_place(key_node.start_mark), key_node.value
            self.count(place)
            if key_node.id != "scalar":
                hint = "put text that begins with [ or { in quotes"
                self.note("a key must be text, not a list or mapping", place, hint)
                continue
            self.scalar(key_node, place, is_key=True)
            if key in spot.key_places:
                line, column = spot.key_places[key]
                message = f"the key {quoted(key)} is here twice, first in line {line}, column {column}"
                self.note(message, place, "remove or rename one of them")
                continue
            spot.key_places[key] = place
            if node.flow_style and not (value_node.value or key_node.style) and re.search(r":\S", key):
                self.note('a space is missing after the ":"', place, 'write "key: value", or put the text in quotes')
            value, inner = self.build(value_node, depth + 1)
            if key_node.tag != _TAG + "merge":
                data[key], spot.inner[key] = value, inner
                continue
            sources = [(value, inner)]
            if isinstance(value, list):
                sources = list(zip(value, inner.inner.values(), strict=True))
            if not all(isinstance(source, dict) for source, _ in sources):
                self.note('"<<" needs a mapping, or a list of mappings', inner.place, 'write "<<: *name"')
                continue
            merged += sources
        for source, inner in merged:  # own keys win, then those of earlier sources
            data = source | data
            spot.inner = inner.inner | spot.inner
            spot.key_places = inner.key_places | spot.key_places
        return data

    def scalar(self, node: yaml.ScalarNode, place: Place, is_key: bool = False) -> Any:
        kind, text = node.tag.removeprefix(_TAG), str(node.value)
        construct = getattr(self.scalars, f"construct_yaml_{kind}", None)
        bad = _FORBIDDEN.search(text)
        if kind not in (*_TEXT_TAGS, "null", "bool", "int", "float"):
            self.bad_tag(node.tag, place)
        elif bad:
            self.note(f"the character U+{ord(bad[0]):04X} is not allowed in text", place, "remove it")
        elif is_key and not text and not node.style:
            self.note('a key is missing before ":"', place)
        elif is_key or kind in _TEXT_TAGS or construct is None:
            return text
        elif kind in ("int", "float") and (":" in text or re.fullmatch("[-+]?0[0-7_]+", text)):
            base = 60 if ":" in text else 8
            hint = f"write {quoted(text)} in quotes for text, or the number in base 10"
            self.note(f"YAML would read {shortened(text)} as a number in base {base}", place, hint)
        elif len(text) > 400:
            self.note(f"too long for a number: {len(text):,} characters", place, "for text put it in quotes")
        else:
            try:
                return construct(node)
            except (ValueError, LookupError):
                self.note(f"{quoted(text)} is no value of the type !!{kind}", place, "for text put it in quotes")
        return None

    def count(self, place: Place) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self.refusal(f"too much data: over {MAX_NODES:,} keys and values, counting aliases in full", place)

    def bad_tag(self, tag: str, place: Place) -> None:
        shown = quoted(re.sub(f"^{_TAG}", "!!", tag))
        hint = 'remove it, or put text that begins with "!" in quotes'
        self.note(f"the tag {shown} is not allowed here", place, hint)

    def note(self, message: str, place: Place, hint: str = "") -> None:
        self.problems[Problem(one_line(message), one_line(hint), self.path, *place)] = None

    def refusal(self, message: str, place: Place, hint: str = "") -> FileError:
        return FileError([Problem(one_line(message), one_line(hint), self.path, *place)])

    def syntax(self, error: yaml.MarkedYAMLError) -> FileError:
        """The refusal for something that is no YAML."""
        from .yaml_syntax import explain

        said = f"{error.context or ''} {error.problem or ''}"
        place = _mark_place(error.problem_mark or error.context_mark)
        return self.refusal(*explain(said, self.text, place, _mark_place(error.context_mark or error.problem_mark)))
