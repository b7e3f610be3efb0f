"""Who may talk to the server of the board."""

import pytest
from starlette.websockets import WebSocketDisconnect

from tilefish import Library
from tilefish.web.access import Access

from .conftest import HOST, ORIGIN, Server

MOST_OF_A_PICTURE = 4000
"""Bytes of the picture of a world in the lobby, compressed."""


def test_the_address_with_the_token_opens_the_page(server: Server) -> None:
    answer = server.client.get("/?token=the-token", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    page = server.client.get("/", headers=server.cookies())
    assert page.status_code == 200
    assert "<script" in page.text


def test_every_world_has_a_picture(server: Server) -> None:
    picture = server.client.get("/preview/fragments", headers=server.cookies())
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    for name in ("nothing", "..%2fchess", "chess.toml"):
        assert server.client.get(f"/preview/{name}", headers=server.cookies()).status_code == 404


@pytest.mark.parametrize("path", ["/", "/?token=wrong", "/?token=", "/static/main.js", "/preview/chess"])
def test_without_the_token_nothing_is_sent(server: Server, path: str) -> None:
    answer = server.client.get(path)
    assert answer.status_code == 403
    assert "token" in answer.text
    assert "set-cookie" not in answer.headers


def test_another_name_for_this_machine_is_refused(server: Server) -> None:
    answer = server.client.get("/", headers={"host": "evil.example", **server.cookies()})
    assert answer.status_code == 421


@pytest.mark.parametrize(
    "path",
    [
        "/static/..%2fserver.py",
        "/static/%2e%2e/server.py",
        "/static/../../cli/main.py",
        "/static//etc/passwd",
        "/static/nothing.js",
        "/server.py",
    ],
)
def test_only_the_files_of_the_page_are_served(server: Server, path: str) -> None:
    assert server.client.get(path, headers=server.cookies()).status_code == 404


def test_every_answer_keeps_the_page_to_itself(server: Server) -> None:
    for path in ("/", "/static/base.css", "/static/nothing.js"):
        headers = server.client.get(path, headers=server.cookies()).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "wrong",
    [
        {"cookie": "tilefish-8642=wrong"},
        {"cookie": ""},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"https://{HOST}"},
        {"origin": ""},
        {"host": "evil.example:8642"},
    ],
)
def test_a_socket_needs_token_origin_and_host(server: Server, wrong: dict[str, str]) -> None:
    with pytest.raises(WebSocketDisconnect), server.page(**wrong):
        pass


def test_addresses() -> None:
    assert Access("127.0.0.1", 80, "t").address == "http://127.0.0.1:80/?token=t"
    assert Access("::1", 80, "t").address == "http://[::1]:80/?token=t"
    assert "localhost:80" in Access("127.0.0.1", 80).hosts
    assert Access("192.168.1.7", 80).hosts == ("192.168.1.7:80",)
    assert len(Access("localhost", 1).token) >= 32
    assert Access("localhost", 1).token != Access("localhost", 1).token
    assert f"http://{HOST}" == ORIGIN


@pytest.mark.parametrize(
    ("path", "begin"),
    [("/static/main.js", "// @ts-check"), ("/preview/chess", "<svg"), ("/", "<!doctype html>")],
)
def test_files_are_sent_compressed_to_browsers_that_understand_it(
    server: Server, path: str, begin: str
) -> None:
    for accepted, encoding in (("gzip, deflate", "gzip"), ("identity", None), ("gzip;q=0", None)):
        headers = {**server.cookies(), "accept-encoding": accepted}
        answer = server.client.get(path, headers=headers)
        assert answer.headers.get("content-encoding") == encoding
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.text.startswith(begin)


def test_pictures_of_worlds_are_small(server: Server) -> None:
    for name in Library().names():
        picture = server.client.get(
            f"/preview/{name}", headers={**server.cookies(), "accept-encoding": "gzip"}
        )
        assert int(picture.headers["content-length"]) <= MOST_OF_A_PICTURE
