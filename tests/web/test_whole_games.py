"""Whole games in the browser, against the engine: one by mouse and one by keyboard in every world."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest
from tests.seeds import seeded
from tests.web.driver import Player
from tests.web.requests import Data

from tilefish import Library

if TYPE_CHECKING:
    from playwright.sync_api import Locator

PLIES = 60
"""After these the person resigns."""
TRIES = 2000
"""How often is looked at the page before it is too late for an answer."""
QUICK = ("fragments", "ruined_overworld", "exchange")
"""The worlds of the tests that are not long."""
WORLDS = [
    pytest.param(world, marks=() if world in QUICK else pytest.mark.long) for world in Library().names()
]


def await_state(player: Player, is_there: Callable[[Data], bool]) -> Data:
    """The game, once it is as wanted."""
    for _ in range(TRIES):
        if player.state and is_there(player.state):
            return player.state
        player.page.wait_for_timeout(10)
    raise AssertionError(f"nothing happens: {player.text('message')} {player.state}")


def my_turn(state: Data) -> bool:
    return bool(state["outcome"] or state["position"]["moves"])


def click(player: Player, square: int) -> None:
    """Clicks on a square with the mouse."""
    cell = player.page.locator(f'[role=gridcell][data-square="{square}"]')
    box = cell.bounding_box()
    assert box is not None
    player.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def press(player: Player, square: int) -> None:
    """Walks to a square with the arrow keys, and presses Enter."""
    page, world = player.page, player.worlds[player.state["position"]["world"]]
    if page.evaluate("document.activeElement.dataset.square === undefined"):
        page.locator("[role=gridcell][tabindex='0']").focus()
    here = int(page.evaluate("document.activeElement.dataset.square"))
    turned = -1 if is_turned(player) else 1
    right = turned * (square % world["files"] - here % world["files"])
    up = turned * (square // world["files"] - here // world["files"])
    for key, times in (("ArrowRight", right), ("ArrowLeft", -right), ("ArrowUp", up), ("ArrowDown", -up)):
        for _ in range(times):
            page.keyboard.press(key)
    assert int(page.evaluate("document.activeElement.dataset.square")) == square
    page.keyboard.press("Enter")


def is_turned(player: Player) -> bool:
    """Whether Black is below."""
    first = player.page.locator("[role=gridcell]").first.get_attribute("data-square")
    return first is not None and int(first) < player.worlds[player.state["position"]["world"]]["files"]


def use(button: Locator, by_keyboard: bool) -> None:
    """Presses a button."""
    if by_keyboard:
        button.focus()
        button.press("Enter")
    else:
        button.click()


def choose_ability(player: Player, by_keyboard: bool) -> None:
    """Switches to what the chosen piece does by its ability, if it can do other things, too."""
    toggle = player.page.locator("#choices button[aria-pressed='false']:not([disabled])")
    if toggle.count():
        use(toggle, by_keyboard)


def choose_rest(player: Player, move: Data, random: Random, by_keyboard: bool) -> None:
    """Answers what the page asks besides the squares: which piece, or which of several moves."""
    options = player.page.locator("dialog[open] .options button")
    found = options if options.count() else player.page.locator("#choices button.strong")
    if found.count():
        right = [number for number in range(found.count()) if move["san"] in found.nth(number).inner_text()]
        use(found.nth(random.choice(right or list(range(found.count())))), by_keyboard)


def play(player: Player, choose: Callable[[Player, int], None], random: Random, by_keyboard: bool) -> None:
    """Plays one move by chance."""
    ply, moves = player.state["ply"], player.state["position"]["moves"]
    move = random.choice(moves)
    for before, square in pairwise([None, *move["path"]]):
        if square != before:  # what a piece does where it stands is a button
            choose(player, square)
        if before is None and move["ability"]:
            choose_ability(player, by_keyboard)
    for _ in range(TRIES):
        if player.state["ply"] != ply:
            return
        choose_rest(player, move, random, by_keyboard)
        player.page.wait_for_timeout(10)
    raise AssertionError(f"{move} is not played: {player.text('message')}")


def play_to_the_end(player: Player, choose: Callable[[Player, int], None], random: Random) -> None:
    """Plays until the game is over, or so long that the person resigns."""
    by_keyboard = choose is press
    state = await_state(player, my_turn)
    while not state["outcome"] and state["ply"] < PLIES:
        play(player, choose, random, by_keyboard)
        state = await_state(player, my_turn)
    assert len(player.wait_for_moves(state["ply"])) == state["ply"]
    if not state["outcome"]:
        resign(player, by_keyboard)
    state = await_state(player, lambda state: bool(state["outcome"]))
    assert state["outcome"]["text"] in player.text("turn")
    assert player.page.locator(".movable").count() == 0


def resign(player: Player, by_keyboard: bool) -> None:
    for name in ("#resign-button", "dialog[open] .options button"):
        use(player.page.locator(name), by_keyboard)


@pytest.mark.parametrize("world", WORLDS)
def test_a_whole_game_by_mouse(player: Player, world: str) -> None:
    player.begin(world, black="skill0")
    play_to_the_end(player, click, seeded("mouse", world))


@pytest.mark.parametrize("world", WORLDS)
def test_a_whole_game_by_keyboard(player: Player, world: str) -> None:
    """With Black, who is below."""
    player.begin(world, white="skill0", black="me")
    await_state(player, my_turn)
    assert is_turned(player)
    play_to_the_end(player, press, seeded("keyboard", world))
