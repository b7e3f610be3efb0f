"""Pages that are open while their server ends and starts again."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.web.driver import Player, wait_until

from board_process import BoardProcess

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SHORTEST_WAIT = 0.2
"""Seconds before the first try."""
LONG_ENOUGH = 4.0
"""Seconds in which a page tries to connect again, each time after twice the time."""


def port_of(board: BoardProcess) -> str:
    return board.host.rpartition(":")[2]


def test_a_restarted_server_has_another_token_and_the_page_says_what_to_do(
    browser: Browser, tmp_path: Path
) -> None:
    with BoardProcess(tmp_path) as first:
        player = Player(browser, first.address)
        player.begin("fear_factory")
        player.enter("e3")
        played = player.wait_for_moves(1)
        first.kill()
        with BoardProcess(tmp_path, "--port", port_of(first)) as second:
            player.page.wait_for_selector(
                "#connection:has-text('Open the address that tilefish board printed')"
            )
            game = player.page.evaluate("location.hash")
            player.page.goto(second.address + game)
            assert player.wait_for_moves(1) == played
            player.enter("e6")
            player.wait_for_moves(2)
            assert player.text("connection") == ""
        player.page.context.close()


def test_a_page_tries_again_after_longer_and_longer_times(browser: Browser, tmp_path: Path) -> None:
    attempts: list[float] = []
    with BoardProcess(tmp_path) as board:
        player = Player(browser, board.address)
        player.begin("chess")
        player.page.on("websocket", lambda _: attempts.append(time.monotonic()))
        begin = time.monotonic()
        board.kill()
    player.page.wait_for_selector("#connection:not(:empty)")
    wait_until(player.page, lambda: len(attempts) >= 2, "two tries")
    player.page.wait_for_timeout(1000 * max(0.0, begin + LONG_ENOUGH - time.monotonic()))
    passed = time.monotonic() - begin
    assert SHORTEST_WAIT * (2 ** len(attempts) - 1) <= passed, attempts
    player.page.context.close()
