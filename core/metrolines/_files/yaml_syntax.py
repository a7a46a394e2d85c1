"""What the YAML parser says about text that is no YAML, in plain words, with a better place and a way out."""

from __future__ import annotations

import re

Place = tuple[int, int]

# Pattern of what PyYAML or libyaml says (context, then problem), our message, our hint.
_SAYINGS: list[tuple[str, str, str]] = [
    ("nesting depth", "nested too deeply", ""),
    ("unexpected (end of stream|document)", "the quote that opens here is never closed", "add the closing quote"),
    ("could not find expected ':'", 'a ":" is missing after this', 'write "key: value", or put long text in quotes'),
    ("escape|hexdecimal", "not a known escape after the backslash", r"write \\ for a backslash, or use single quotes"),
    ("alias .*alphabetic", 'a name is missing after "*"', 'put text that begins with "*" in quotes'),
    ("anchor .*alphabetic", 'a name is missing after "&"', 'put text that begins with "&" in quotes'),
    ("block scalar", 'unexpected text after "|" or ">"', "begin the text on the next line, indented"),
    ("sequence entries are not", 'a list cannot begin with "-" here', 'put every "- item" on a line of its own'),
    ("mapping keys are not", 'a "?" is not expected here', 'put text that begins with "?" in quotes'),
    ("node content", "a value is missing before this", "write one, or remove the punctuation"),
    ("a tag|tag handle", "this tag is not allowed", 'remove it, or put text that begins with "!" in quotes'),
    ("document start", "unexpected text after the end of the mapping", "check brackets, quotes and indentation"),
]


def explain(said: str, text: str, place: Place, opening: Place) -> tuple[str, Place, str]:
    """Message, place and hint for what the parser said at `place`; it was then in something begun at `opening`."""
    line, column = place
    lines = [*text.split("\n"), ""]
    content = lines[line - 1]
    blank = len(content) - len(content.lstrip(" \t"))
    rest = content[column - 1 :].strip()

    if "\t" in content[:blank]:
        return "a tab in the indentation", (line, content.index("\t") + 1), "use spaces"
    if "cannot start any token" in said and content[column - 1] == "\t":
        return "a tab is not allowed here", place, "use spaces"
    if "cannot start any token" in said:
        return f'text cannot begin with "{content[column - 1]}"', place, "put the text in quotes"

    if "unexpected ':'" in said:
        colon = content.find(":", column - 1) + 1 or column
        return 'a space is missing after the ":"', (line, colon), 'write "key: value"'

    if re.search("parsing a flow (sequence|mapping)", said):
        bracket, closing = ("[", "]") if "sequence" in said else ("{", "}")
        if line == opening[0] and rest:
            return f'a "," or "{closing}" is missing before this', place, ""
        return f'the "{bracket}" that opens here is not closed', opening, f'add "{closing}", or a "," between its items'

    if "flow node" in said and not text.rstrip()[len("\n".join(lines[: line - 1])) :].strip():
        return "the file ends within brackets", place, 'add the missing "]" or "}"'

    if "mapping values are not allowed" in said:
        if ": " in content[: column - 1]:
            return 'a second ":" in one line', place, 'put text with ": " in it in quotes'
        before = next((number for number in range(line - 1, 0, -1) if lines[number - 1].strip()), 0)
        if before and re.match(r"[^\s:]+:[^\s:]+$", lines[before - 1].lstrip(" -")):
            return 'a space is missing after the ":"', (before, lines[before - 1].index(":") + 1), 'write "key: value"'
        if content.startswith("---"):
            return 'a mapping cannot begin in the line of "---"', place, "begin it in the next line"
        return "this line is indented too far", (line, blank + 1), "line it up with the keys around it"

    if re.search("block end|expected key|'-' indicator", said):
        if rest.startswith(":"):
            return 'a key is missing before ":"', place, ""
        if column > blank + 1 or rest[:1] in ("]", "}"):
            return "unexpected text after a value", place, "check quotes and brackets"
        return "this line does not line up with the ones above", place, "mend its indentation"

    for pattern, message, hint in _SAYINGS:
        if re.search(pattern, said):
            if re.search("quote|this tag|after this", message):
                place = opening
            elif "backslash" in message:
                place = line, content.rfind("\\", 0, column) + 1
            return message, place, hint
    return "this is not valid YAML", place, ""
