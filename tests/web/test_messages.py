"""Requests of a page: whole and of the right types, or refused with what is expected."""

import json
from pathlib import Path

import pytest

import tilefish
from tilefish import InputError
from tilefish.web.messages.catalogue import REQUESTS, SCHEMA, parse_request
from tilefish.web.messages.games import MakeMove, NewGame, Pause
from tilefish.web.messages.jsdoc import page_types
from tilefish.web.messages.requests import MOST_BYTES


def test_requests_are_read_whole() -> None:
    assert parse_request('{"type": "new", "variant": "chess"}') == NewGame("chess", "me", "full", "", "")
    assert parse_request('{"type": "move", "game": "a", "ply": 3, "move": "e4"}') == MakeMove("a", 3, "e4")
    assert parse_request('{"type": "pause", "game": "a", "on": true}') == Pause("a", True)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "one JSON object"),
        ("[]", "one JSON object"),
        ("[" * 5000, "one JSON object"),
        ('{"type": 7}', 'no request "7"'),
        ('{"type": "shutdown"}', 'no request "shutdown"'),
        ('{"type": "new"}', "new has no variant"),
        ('{"type": "open"}', "open has no game"),
        ('{"type": "new", "variant": 3}', "variant of new is not a text"),
        ('{"type": "open", "game": null}', "game of open is not a text"),
        ('{"type": "open", "game": "a", "path": "/etc"}', 'open has no field "path"'),
        ('{"type": "move", "game": "a", "ply": "3", "move": "e4"}', "ply of move is not a whole number"),
        ('{"type": "move", "game": "a", "ply": true, "move": "e4"}', "ply of move is not a whole number"),
        ('{"type": "move", "game": "a", "ply": -1, "move": "e4"}', "ply of move is not a whole number"),
        ('{"type": "move", "game": "a", "ply": 1e9, "move": "e4"}', "ply of move is not a whole number"),
        ('{"type": "pause", "game": "a", "on": 1}', "on of pause is not true or false"),
        (json.dumps({"type": "open", "game": "a" * 1001}), "at most 1000 letters"),
        (" " * (MOST_BYTES + 1), "at most"),
    ],
)
def test_wrong_requests_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint.replace("(", r"\(")):
        parse_request(text)


def test_types_of_the_page_are_up_to_date() -> None:
    """`python scripts/web_messages.py` writes them."""
    path = Path(tilefish.__file__).parent / "web" / "page_types.js"
    assert path.read_text(encoding="utf-8") == page_types()


def test_all_that_a_page_may_send_has_limits() -> None:
    limits = {"const", "enum", "maxLength", "maximum", "maxItems", "maxProperties"}
    waiting = [kind.__name__ for kind in REQUESTS]
    while waiting:
        kind = waiting.pop()
        for name, field in SCHEMA["$defs"][kind]["properties"].items():
            part = field.get("$ref", "").removeprefix("#/$defs/")
            if part:
                waiting.append(part)
            else:
                assert field.get("type") == "boolean" or limits & field.keys(), (kind, name)
