"""The line of every key, whatever TOML stands around it."""

from __future__ import annotations

import tomllib
from textwrap import dedent

from hypothesis import given
from hypothesis import strategies as st

from tilefish.rules.files.toml_lines import key_lines


def lines(text: str) -> dict[str, int]:
    text = dedent(text).removeprefix("\n")
    tomllib.loads(text)
    return {".".join(path): line for path, line in key_lines(text).items()}


def test_sections_dotted_keys_and_inline_tables() -> None:
    assert lines("""
        title = "x"  # a comment with [brackets] and = signs

        [pieces]
        rook = false
        right = { letter = "r", moves = "RN" }

        [pieces.queen]
        value = [900, 900]
        squares.endgame = [ [1], [2] ]
        [end]
        stalemate='loss'
    """) == {
        "title": 1,
        "pieces": 3,
        "pieces.rook": 4,
        "pieces.right": 5,
        "pieces.right.letter": 5,
        "pieces.right.moves": 5,
        "pieces.queen": 7,
        "pieces.queen.value": 8,
        "pieces.queen.squares": 9,
        "pieces.queen.squares.endgame": 9,
        "end": 10,
        "end.stalemate": 11,
    }


def test_strings_that_look_like_something_else() -> None:
    text = [
        'a = """',
        "b = 1",
        r'[c] \"""',
        '""quoted"" # no comment """',
        r'd = "[e] = \" # f"',
        "g = '''",
        "h = 2 \\''''",
        r"i = 'c:\'",
        'j = """"four""""  # the quotes beside the text belong to it',
        'k = ""',
        "l = ''",
        'm = """"""',
        "n = 1",
    ]
    assert lines("\n".join(text)) == {
        "a": 1, "d": 5, "g": 6, "i": 8, "j": 9, "k": 10, "l": 11, "m": 12, "n": 13,
    }  # fmt: skip


def test_arrays_over_many_lines() -> None:
    assert lines("""
        a = [ # comment ]
          [1, 2,], # ]
          { b = "x]", c = { d = 1 } },
          '''
        e = 1 ]
        ''',
        ]
        f = 1979-05-27 07:32:00
        [[g]]
        h = 1
        [[g]]
        h = 2
    """) == {
        "a": 1, "a.b": 3, "a.c": 3, "a.c.d": 3, "f": 8, "g": 9, "g.h": 10,
    }  # fmt: skip


def test_quoted_and_spaced_keys() -> None:
    text = '"a b" = 1\n\'c.d\' . e = 2\n[ "f\\u0067" . h ]\n"" = 3\n'
    tomllib.loads(text)
    assert key_lines(text) == {
        ("a b",): 1, ("c.d",): 2, ("c.d", "e"): 2, ("fg",): 3, ("fg", "h"): 3, ("fg", "h", ""): 4,
    }  # fmt: skip


def test_line_ends_of_windows() -> None:
    assert key_lines('a = """x\r\ny"""\r\nb = 1\r\n') == {("a",): 1, ("b",): 3}


keys = st.one_of(st.from_regex("[a-z]{1,3}", fullmatch=True), st.text("ab.\"'#=[ ", min_size=1, max_size=4))
values = st.recursive(
    st.one_of(st.integers(), st.booleans(), st.text("ab\"'\\#[]{}=\n ,.", max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=3)),
    max_leaves=6,
)


def quoted(text: str) -> str:
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n"}
    return '"' + "".join(escapes.get(letter, letter) for letter in text) + '"'


def written(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        if "'''" not in value and not value.endswith("'") and "\r" not in value:
            return f"'''\n{value}'''"
        return quoted(value)
    if isinstance(value, list):
        return "[" + ",\n".join(map(written, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {written(inner)}" for key, inner in value.items()) + "}"
    return str(value)


@given(st.dictionaries(keys, values, max_size=6))
def test_every_key_stands_where_it_was_written(data: dict[str, object]) -> None:
    text, expected = "", {}
    for key, value in data.items():
        expected[(key,)] = text.count("\n") + 1
        text += f"{quoted(key)} = {written(value)}\n"
    assert tomllib.loads(text) == data
    found = key_lines(text)
    assert {path: line for path, line in found.items() if len(path) == 1} == expected
