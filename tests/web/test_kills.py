"""A server that is killed while moves are played: what it has acknowledged is there again."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.seeds import seeded
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from board_process import BoardProcess

LONGEST = 0.4
"""Seconds of play before a server is killed, at most."""


def open_socket(board: BoardProcess) -> ClientConnection:
    return connect(board.socket_address, additional_headers=board.headers(), max_size=None, open_timeout=60)


def next_game(socket: ClientConnection) -> dict[str, Any]:
    while (message := json.loads(socket.recv()))["type"] != "game":
        assert message["type"] != "refused", message
    return dict(message)


def play_until_killed(socket: ClientConnection, game: dict[str, Any], random: Random) -> list[str]:
    """The moves of the game that the server has acknowledged."""
    known = [played["uci"] for played in game["history"]]
    try:
        while True:
            moves = game["position"]["moves"]
            if not moves:
                socket.send(json.dumps({"type": "undo", "game": game["id"]}))
            else:
                move = random.choice(moves)["uci"]
                socket.send(
                    json.dumps({"type": "move", "game": game["id"], "ply": game["ply"], "move": move})
                )
            game = next_game(socket)
            known = [played["uci"] for played in game["history"]]
    except ConnectionClosed:
        return known


def kill_again_and_again(folder: Path, variant: str, kills: int) -> None:
    random, identity = seeded("kills", variant), ""
    known: list[str] = []
    for _ in range(kills):
        with BoardProcess(folder) as board, open_socket(board) as socket:
            if identity:
                socket.send(json.dumps({"type": "open", "game": identity}))
            else:
                socket.send(json.dumps({"type": "new", "variant": variant, "white": "me", "black": "me"}))
            game = next_game(socket)
            identity = game["id"]
            history = [played["uci"] for played in game["history"]]
            # one move, or a move taken back, may have been saved whose answer was on its way
            assert history in (known, known[:-1]) or history[:-1] == known, (history, known)
            killer = threading.Timer(random.uniform(0, LONGEST), board.kill)
            killer.start()
            known = play_until_killed(socket, game, random)
            killer.join()
    leftovers = [path.name for path in folder.iterdir() if path.is_file() and path.name != f"{identity}.json"]
    assert all(name.startswith(".") for name in leftovers), leftovers
    assert known


def analyse_until_killed(
    socket: ClientConnection, nodes: dict[int, dict[str, Any]], random: Random
) -> list[str]:
    """The moves of the line in an analysis that the server has acknowledged."""
    known = [node["uci"] for node in nodes.values()][1:]
    try:
        while True:
            message = json.loads(socket.recv())
            assert message["type"] != "refused", message
            if message["type"] == "nodes":
                nodes |= {node["id"]: node for node in message["nodes"]}
            if message["type"] != "node":
                continue
            known, at = [], nodes[message["node"]]
            while at["parent"] is not None:
                known.insert(0, at["uci"])
                at = nodes[at["parent"]]
            if moves := message["position"]["moves"]:  # otherwise the kill is waited for
                wish = {"analysis": message["analysis"], "node": message["node"]}
                socket.send(json.dumps({"type": "add_move", **wish, "move": random.choice(moves)["uci"]}))
    except ConnectionClosed:
        return known


def test_acknowledged_analyses_survive_kills(tmp_path: Path) -> None:
    random, known = seeded("kills", "analysis"), ["e2e4"]
    identity = ""
    for _ in range(3):
        with BoardProcess(tmp_path) as board, open_socket(board) as socket:
            if identity:
                socket.send(json.dumps({"type": "open_analysis", "analysis": identity}))
            else:
                socket.send(json.dumps({"type": "analyse", "variant": "chess", "moves": known}))
            while (message := json.loads(socket.recv()))["type"] != "analysis":
                assert message["type"] != "refused", message
            identity = message["id"]
            history = [node["uci"] for node in message["nodes"][1:]]
            # one move may have been saved whose answer was on its way
            assert history == known or history[:-1] == known, (history, known)
            nodes = {node["id"]: node for node in message["nodes"]}
            killer = threading.Timer(random.uniform(0, LONGEST), board.kill)
            killer.start()
            known = analyse_until_killed(socket, nodes, random)
            killer.join()


@pytest.mark.parametrize("variant", ["chess", "exchange"])
def test_acknowledged_moves_survive_a_kill(tmp_path: Path, variant: str) -> None:
    kill_again_and_again(tmp_path, variant, 3)


@pytest.mark.long
@pytest.mark.parametrize("variant", ["ruined_overworld", "twisted_carnival", "exchange"])
def test_acknowledged_moves_survive_twenty_kills(tmp_path: Path, variant: str) -> None:
    kill_again_and_again(tmp_path, variant, 20)
