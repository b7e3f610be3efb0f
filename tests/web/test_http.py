"""The server over a real network connection: odd requests, and clients that do not behave."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPResponse

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from board_process import BoardProcess
from tilefish.web.access import POLICY
from tilefish.web.messages.requests import MOST_BYTES
from tilefish.web.server import MOST_PAGES

METHODS = ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND")
PATHS = (
    "/static/../server.py",
    "/static/%2e%2e/server.py",
    "/static/%2e%2e%2fserver.py",
    "/static/..%5cserver.py",
    "/static/%252e%252e%252fserver.py",
    "/static/%00main.js",
    "/static/main.js%00.html",
    "/static/",
    "/static",
    "/static//main.js",
    "/static/MAIN.JS",
    "/static/main.js/",
    "/static/.//main.js",
    "/preview/..%2f..%2fetc%2fpasswd",
    "/preview/%2fetc%2fpasswd",
    "/preview/chess.toml",
    "/preview/",
    "/preview/chess/chess",
    "//etc/passwd",
    "/../../../../etc/passwd",
    "/%c0%ae%c0%ae/etc/passwd",
    "/" + "a" * 8000,
    "/socket",
    "/favicon.ico",
    "/index.html",
    "*",
    "http://evil.example/",
)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoardProcess]:
    with BoardProcess(tmp_path_factory.mktemp("games")) as board:
        yield board
        assert board.interrupt() == 0
        assert set(board.complaints().splitlines()) <= {"WARNING:  Invalid HTTP request received."}


def ask(board: BoardProcess, method: str, path: str, **headers: str) -> HTTPResponse:
    """The answer to a request, with the cookie of a page unless the headers say otherwise."""
    connection = HTTPConnection(board.host, timeout=60)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in {"Host": board.host, "Cookie": board.cookie, **headers}.items():
        if value:
            connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def still_answers(board: BoardProcess) -> bool:
    """Whether the page can be opened, and a game begun on it."""
    with page(board) as opened:
        opened.send('{"type": "new", "variant": "chess", "white": "me", "black": "me"}')
        while json.loads(opened.recv(timeout=60))["type"] != "game":
            pass
    return ask(board, "GET", "/").status == 200


def page(board: BoardProcess, **headers: str) -> ClientConnection:
    """A page that is connected."""
    return connect(
        board.socket_address,
        additional_headers={**board.headers(), **headers},
        max_size=None,
        open_timeout=60,
        close_timeout=60,
    )


def raw(board: BoardProcess) -> socket.socket:
    """A connection on which anything can be sent."""
    host, _, port = board.host.partition(":")
    return socket.create_connection((host, int(port)), timeout=60)


# --- requests ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PATHS)
def test_odd_paths_are_not_found(board: BoardProcess, path: str) -> None:
    answer = ask(board, "GET", path)
    assert answer.status in (400, 404), answer.status
    if answer.status == 404:
        assert answer.headers["content-security-policy"] == POLICY


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("path", ["/", "/static/main.js", "/preview/chess", "/socket"])
def test_only_get_and_head_are_answered(board: BoardProcess, method: str, path: str) -> None:
    answer = ask(board, method, path)
    assert answer.status in (400, 404, 405)


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/preview/chess"])
def test_head_has_no_body(board: BoardProcess, path: str) -> None:
    assert ask(board, "HEAD", path).status == 200


@pytest.mark.parametrize(
    "wrong",
    [
        {"Host": "evil.example"},
        {"Host": ""},
        {"Host": "127.0.0.1"},
        {"Host": "localhost.evil.example:80"},
        {"Cookie": ""},
        {"Cookie": "tilefish-1=x; tilefish=y"},
        {"Cookie": "; ;=;\x80\xff"},
    ],
)
@pytest.mark.parametrize("path", ["/", "/static/main.js", "/preview/chess", "/nothing"])
def test_wrong_hosts_and_cookies_get_no_page(board: BoardProcess, path: str, wrong: dict[str, str]) -> None:
    answer = ask(board, "GET", path, **wrong)
    assert answer.status in (400, 403, 404, 421)


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/"), ("GET", "/nothing"), ("POST", "/"), ("GET", "/static/nothing.js")]
)
@pytest.mark.parametrize("headers", [{}, {"Cookie": ""}, {"Host": "evil.example"}])
def test_every_answer_has_the_headers_of_the_page(
    board: BoardProcess, method: str, path: str, headers: dict[str, str]
) -> None:
    answer = ask(board, method, path, **headers)
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert answer.headers["access-control-allow-origin"] is None
    assert answer.headers["server"] is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Cookie": ""},
        {"Cookie": "tilefish=wrong"},
    ],
)
def test_wrong_pages_get_no_socket(board: BoardProcess, wrong: dict[str, str]) -> None:
    with pytest.raises(InvalidStatus) as refused, page(board, **wrong):
        pass
    assert refused.value.response.status_code == 403


# --- floods ------------------------------------------------------------------------------------------------


def test_headers_without_end_are_cut_off(board: BoardProcess) -> None:
    with raw(board) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: " + board.host.encode() + b"\r\n")
        try:
            for _ in range(1000):
                connection.sendall(b"X: " + b"a" * 10_000 + b"\r\n")
            answer = connection.recv(100)
        except OSError:
            answer = b""
    assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
    assert still_answers(board)


def test_a_body_without_end_is_not_kept(board: BoardProcess) -> None:
    with raw(board) as connection:
        connection.settimeout(2)
        head = f"POST / HTTP/1.1\r\nHost: {board.host}\r\nContent-Length: 1000000000000\r\n\r\n"
        connection.sendall(head.encode())
        with suppress(OSError):  # the server has closed, or reads no more
            for _ in range(200):
                connection.sendall(bytes(1 << 16))
    assert still_answers(board)


@pytest.mark.parametrize(
    "noise", [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", b"\r\n" * 1000, b"GET\r\n\r\n", bytes(99)]
)
def test_noise_is_refused(board: BoardProcess, noise: bytes) -> None:
    with raw(board) as connection:
        connection.sendall(noise)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(1000):
            pass
    assert still_answers(board)


def test_connections_that_send_nothing_do_not_stop_a_page(board: BoardProcess) -> None:
    idle = [raw(board) for _ in range(200)]
    for connection in idle[::2]:
        connection.sendall(b"GET / HTTP/1.1\r\n")
    assert still_answers(board)
    for connection in idle:
        connection.close()


def test_pages_that_are_too_many_are_turned_away(board: BoardProcess) -> None:
    with ExitStack() as stack:
        for _ in range(MOST_PAGES):
            stack.enter_context(page(board)).recv(timeout=60)
        with pytest.raises((InvalidStatus, ConnectionClosed)), page(board) as one_more:
            one_more.recv(timeout=60)
    assert still_answers(board)


def ask_again_and_again(opened: ClientConnection) -> None:
    for _ in range(200):
        opened.send("{}")
        opened.recv(timeout=60)


@pytest.mark.parametrize("text", ["a" * (MOST_BYTES + 1), "[" * MOST_BYTES, " " * (1 << 20)])
def test_messages_that_are_too_large_end_their_page_alone(board: BoardProcess, text: str) -> None:
    with page(board) as other, page(board) as opened:
        opened.send(text)
        with pytest.raises(ConnectionClosed):
            ask_again_and_again(opened)
        other.send('{"type": "open", "game": "none"}')
        while json.loads(other.recv(timeout=60))["type"] != "refused":
            pass


def test_a_page_that_reads_nothing_holds_up_no_other(board: BoardProcess) -> None:
    """It asks for games, 30 in a second, and reads none of them; the others go on."""
    slow = raw(board)
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    head = [
        "GET /socket HTTP/1.1",
        *(f"Host: {board.host}", f"Origin: {board.origin}", f"Cookie: {board.cookie}"),
        *(
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ),
    ]
    slow.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
    slow.recv(12)
    wish = b'{"type": "new", "variant": "chess", "white": "me", "black": "me"}'
    for _ in range(60):
        slow.sendall(bytes((0x81, 0x80 | len(wish), 0, 0, 0, 0)) + wish)
        time.sleep(1 / 40)
    assert still_answers(board)
    slow.close()
    assert still_answers(board)
