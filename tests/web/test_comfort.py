"""Themes, sizes and settings of the page, as a browser applies them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from tests.web.driver import Player
from tests.web.test_contrast import CONTRAST, DARK, LIGHT, rgb

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Opening = Callable[..., Player]


@pytest.fixture
def opened(browser: Browser, address: str) -> Iterator[Opening]:
    """Opens the page in a window with some traits."""
    players: list[Player] = []

    def open_page(**context: object) -> Player:
        players.append(Player(browser, address, **context))
        return players[-1]

    yield open_page
    for player in players:
        player.page.context.close()
        assert player.complaints == []


def page_colour(player: Player) -> str:
    """The colour that is behind everything, as `#rrggbb`."""
    colour: str = player.page.evaluate("getComputedStyle(document.body).backgroundColor")
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour))


def is_within(player: Player) -> bool:
    """Whether nothing makes the page wider than the window."""
    within: bool = player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return within


@pytest.mark.parametrize(
    ("context", "colours"),
    [
        ({"color_scheme": "dark"}, DARK),
        ({"color_scheme": "light"}, LIGHT),
        ({"color_scheme": "light", "contrast": "more"}, CONTRAST),
    ],
    ids=["dark", "light", "contrast"],
)
def test_theme_is_that_of_the_system(
    opened: Opening, context: dict[str, str], colours: dict[str, str]
) -> None:
    assert rgb(page_colour(opened(**context))) == rgb(colours["page"])


def test_theme_is_chosen_and_kept(opened: Opening) -> None:
    player = opened(color_scheme="dark")
    player.page.click("#settings-button")
    player.page.select_option("#setting-theme", "light")
    assert page_colour(player) == LIGHT["page"]
    player.page.reload()
    player.page.wait_for_selector("#lobby:not([hidden])")
    assert page_colour(player) == LIGHT["page"]


def test_settings_of_another_version_are_left_out(opened: Opening) -> None:
    player = opened(color_scheme="dark")
    kept = '{"theme": "pink", "size": 1000000, "letters": "yes", "other": 1}'
    player.page.evaluate("kept => localStorage.setItem('tilefish.settings', kept)", kept)
    player.page.reload()
    player.page.wait_for_selector("#lobby:not([hidden])")
    assert page_colour(player) == DARK["page"]
    player.begin("chess")
    assert player.page.locator("#board .letter").count() == 0


@pytest.mark.parametrize(
    ("width", "height"), [(360, 740), (640, 400), (800, 1000), (1024, 1366), (1280, 800), (2560, 1440)]
)
def test_every_window_is_enough(opened: Opening, width: int, height: int) -> None:
    """640 by 400 is a window of 1280 by 800 that is zoomed to 200 %."""
    player = opened(viewport={"width": width, "height": height})
    assert is_within(player)
    player.begin("exchange", clock="5:00+3")
    assert is_within(player)
    box = player.page.locator("#board").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    if width >= 1280:  # the board and the players are in view, as large as that allows
        assert box["y"] + box["height"] <= height
        assert box["height"] >= 0.7 * height
    player.page.click("#settings-button")
    assert is_within(player)


def test_board_gets_the_size_that_is_wanted(opened: Opening) -> None:
    player = opened(viewport={"width": 1280, "height": 800})
    player.begin("chess")

    def width() -> float:
        found: float = player.page.evaluate("document.querySelector('#board').getBoundingClientRect().width")
        return found

    whole = width()
    player.page.click("#settings-button")
    assert player.page.is_disabled("[data-setting=size]")
    player.page.uncheck("[data-setting=fits]")
    player.page.fill("[data-setting=size]", "50")
    assert width() == pytest.approx(whole / 2, rel=0.02)
    player.page.check("[data-setting=fits]")
    assert width() == pytest.approx(whole)


def test_forced_colours_leave_the_board_as_it_is(opened: Opening) -> None:
    player = opened(forced_colors="active")
    player.begin("chess")
    adjusted = "getComputedStyle(document.querySelector('#board')).forcedColorAdjust"
    assert player.page.evaluate(adjusted) == "none"
    player.click("e2", "e4")
    assert player.wait_for_moves(1) == ["e4"]


def test_coordinates_can_be_hidden(opened: Opening) -> None:
    player = opened()
    player.begin("chess")
    assert player.page.locator(".coordinates text").count() == 16
    player.page.click("#settings-button")
    player.page.uncheck("#setting-coordinates")
    assert player.page.locator(".coordinates text").count() == 0


def test_what_the_engine_does_is_switched_by_a_setting_and_by_a_key(opened: Opening) -> None:
    player = opened()
    player.begin("chess")
    overlay = player.page.locator(".overlay")
    assert not overlay.is_visible()
    player.page.click("#settings-button")
    player.page.check("#setting-overlay")
    player.page.click("#settings-close")
    assert overlay.is_visible()
    player.page.reload()
    player.page.wait_for_selector("#game:not([hidden])")
    overlay.wait_for(state="visible")
    player.page.keyboard.press("F2")
    assert not overlay.is_visible()
    assert not player.page.is_checked("#setting-overlay")
