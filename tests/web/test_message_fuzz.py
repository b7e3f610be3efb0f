"""Messages of every kind with every field wrong, and right ones in any order: each is answered or refused,
and nothing else happens."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.seeds import Tries, seeded

from tilefish import InputError, Library
from tilefish.web import adviser
from tilefish.web import page as page_module
from tilefish.web.messages.catalogue import REQUESTS, parse_request
from tilefish.web.messages.requests import MOST_BYTES, Request

from .conftest import Message, Page, Server
from .requests import ODD_VALUES, definition, is_answer, is_request, right_object

STEPS = 100
"""Requests of each random talk."""
KINDS = {kind.type: kind for kind in REQUESTS}


@pytest.mark.parametrize("kind", REQUESTS)
def test_right_requests_are_read(kind: type[Request]) -> None:
    rng = seeded("right requests", kind.type)
    for _ in range(50):
        data = right_object(definition(kind.__name__), rng)
        text = json.dumps(data)
        assert is_request(data), data
        if len(text) <= MOST_BYTES:
            assert isinstance(parse_request(text), kind)


@pytest.mark.parametrize("kind", REQUESTS)
def test_requests_with_a_wrong_field_are_refused(kind: type[Request]) -> None:
    rng, shape = seeded("wrong requests", kind.type), definition(kind.__name__)
    for name in (*shape["properties"], "another"):
        for value in ODD_VALUES:
            data = {**right_object(shape, rng), name: value}
            assert is_request(data) or not parses(data), data
    for name in shape["required"]:
        data = right_object(shape, rng)
        del data[name]
        assert not parses(data), data


def parses(data: Message) -> bool:
    """Whether a request is read. What is wrong with it is said by the right error."""
    try:
        parse_request(json.dumps(data))
    except InputError:
        return False
    return True


class Talk:
    """Pages that ask for anything at all. They know the games and moves that they were shown."""

    def __init__(self, server: Server, pages: list[Page], rng: Random) -> None:
        self._server = server
        self._pages = pages
        self._rng = rng
        self._games: dict[str, Message] = {}
        self._texts: set[str] = set()
        """Texts of the server: identities and moves."""
        self._number = 0
        self.answered = dict.fromkeys(KINDS, 0)
        """How often each kind of request was not refused."""

    def step(self) -> None:
        """Sends a request, and reads all that comes until the server has answered the next one."""
        page, kind = self._rng.choice(self._pages), self._rng.choice(REQUESTS)
        data = self._likely(right_object(definition(kind.__name__), self._rng))
        text = json.dumps(data)
        page.send_text(text)
        self._number += 1
        mark = f"mark-{self._number}"
        page.send_text(json.dumps({"type": mark}))
        refused = False
        while mark not in json.dumps(message := page.receive()):
            assert is_answer(message), message
            refused = refused or (message["type"] == "refused" and message["about"] == kind.type)
            self._learn(message)
        self.answered[kind.type] += not refused

    def _learn(self, message: Message) -> None:
        if message["type"] == "game":
            self._games[message["id"]] = message
        self._texts |= set(_strings(message, 3))
        if len(self._texts) > 400:
            self._texts = set(self._rng.sample(sorted(self._texts), 200))

    def _likely(self, data: Message) -> Message:
        """Often makes a request sensible: it names a game, a world, a level, a move that there is."""
        rng = self._rng
        if rng.random() < 0.1:
            return data
        game = rng.choice(list(self._games.values())) if self._games else None
        for name, value in data.items():
            if name == "type" or rng.random() < 0.1:
                continue
            if name in ("variant", "world"):
                data[name] = rng.choice(Library().names())
            elif name in ("white", "black"):
                data[name] = rng.choice(("me", "me", "skill0"))
            elif name in ("control", "fen", "engine") and rng.random() < 0.8:
                data[name] = ""
            elif game is not None and name in ("game", "id"):
                data[name] = game["id"]
            elif game is not None and name == "ply":
                data[name] = max(0, game["ply"] - rng.choice((0, 0, 0, 1, 2)))
            elif game is not None and name == "move" and game["position"]["moves"]:
                data[name] = rng.choice(game["position"]["moves"])["uci"]
            elif isinstance(value, str) and self._texts and rng.random() < 0.7:
                data[name] = rng.choice(sorted(self._texts))
        return data


def _strings(value: Any, depth: int) -> Iterator[str]:
    """The short texts in the upper parts of a message."""
    if isinstance(value, str):
        if len(value) <= 100:
            yield value
    elif depth and isinstance(value, dict):
        for each in value.values():
            yield from _strings(each, depth - 1)
    elif depth and isinstance(value, list):
        for each in value[:5]:
            yield from _strings(each, depth - 1)


@pytest.mark.parametrize("number", range(3))
def test_right_requests_in_any_order_are_answered_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, number: int
) -> None:
    monkeypatch.setattr(page_module, "REQUESTS_A_SECOND", 1e6)
    monkeypatch.setattr(page_module, "_BURST", 1e6)
    monkeypatch.setattr(adviser, "SECONDS", 0.02)
    server, rng = Server(tmp_path), seeded("talk", number)
    with caplog.at_level(logging.WARNING), server.client, server.page() as one, server.page() as other:
        talk = Talk(server, [one, other], rng)
        tries = Tries(STEPS)
        while tries.go_on(talk.answered["move"] > 5):
            talk.step()
    assert server.complaints == []
    assert [record.getMessage() for record in caplog.records if record.name != "httpx2"] == []
    again = Server(tmp_path)
    with again.client, again.page() as page:
        page.begin()
    assert again.complaints == []
