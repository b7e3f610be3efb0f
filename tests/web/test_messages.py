"""Requests of a page: whole and of the right types, or refused with what is expected."""

import json

import pytest

from tilefish import InputError
from tilefish.web.messages import MOST_BYTES, MakeMove, NewGame, Pause, parse_request


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
