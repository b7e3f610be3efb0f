"""Playing in a browser: premoves, drawings, dice, draws, engines and worlds of the command line."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.match.fouls import foul_command
from tests.web.driver import Player, running_board

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ENGINE = Path(__file__).with_name("patient_engine.py")
FIGHT = "4k3/8/8/3p4/2p5/1N6/8/4K3 w - - 0 1 hp:d5=1 cd:- fx:K,k"
"""A knight that kills the pawn on d5 whatever it rolls."""


def entrant(name: str, command: str) -> tuple[str, ...]:
    """An engine on the command line that thinks for an hour if it may."""
    return "--engine", f"cmd={shlex.quote(command)} name={name} movetime=3600"


def patient(*moves: str) -> tuple[str, ...]:
    """The engine that plays these moves when the test lets it."""
    return entrant("Patient", shlex.join([sys.executable, "-S", str(ENGINE), *moves]))


@contextmanager
def player_with(browser: Browser, folder: Path, *arguments: str) -> Iterator[Player]:
    """A person at a server with more on its command line."""
    with running_board(folder, *arguments) as address:
        player = Player(browser, address)
        yield player
        player.page.context.close()
        assert player.complaints == []


def move_now(player: Player) -> None:
    """Lets the engine move, as soon as it thinks."""
    player.page.click("#now-button:not([disabled])")


def premoves(player: Player) -> list[str]:
    """The squares of moves for later, by what a screen reader reads."""
    names = player.page.locator('[role=gridcell][aria-label$="move for later"]')
    return sorted((name or "")[:2] for name in (cell.get_attribute("aria-label") for cell in names.all()))


# --- premoves -----------------------------------------------------------


def test_premoves_are_played_one_after_the_other(browser: Browser, tmp_path: Path) -> None:
    with player_with(browser, tmp_path, *patient("e7e5", "b8c6", "g8f6")) as player:
        player.begin("chess", black="Patient")
        player.click("e2", "e4")
        player.wait_for_moves(1)
        player.click("g1", "f3")
        player.drag("f1", "c4")
        assert premoves(player) == ["c4", "f1", "f3", "g1"]
        move_now(player)
        assert player.wait_for_moves(3) == ["e4", "e5", "Nf3"]
        assert premoves(player) == ["c4", "f1"]
        move_now(player)
        assert player.wait_for_moves(5)[3:] == ["Nc6", "Bc4"]
        assert premoves(player) == []


def test_a_premove_that_is_not_legal_is_dropped_with_a_word(browser: Browser, tmp_path: Path) -> None:
    with player_with(browser, tmp_path, *patient("e7e5")) as player:
        player.begin("chess", black="Patient")
        player.click("e2", "e4")
        player.wait_for_moves(1)
        player.click("e4", "e5")
        player.click("b1", "c3")
        move_now(player)
        assert player.wait_for_moves(2) == ["e4", "e5"]
        player.page.wait_for_selector("#status:has-text('not possible any more')")
        assert premoves(player) == []
        player.click("d2", "d4")
        assert player.wait_for_moves(3)[2] == "d4"


def test_premoves_by_keyboard_and_by_typing(browser: Browser, tmp_path: Path) -> None:
    with player_with(browser, tmp_path, *patient("e7e5", "b8c6")) as player:
        player.begin("chess", black="Patient")
        player.enter("e4")
        player.wait_for_moves(1)
        player.cell("g1").focus()
        player.choose_by_keyboard("g1", "f3")
        player.enter("Bc4")
        assert premoves(player) == ["c4", "f1", "f3", "g1"]
        move_now(player)
        player.wait_for_moves(3)
        move_now(player)
        assert player.wait_for_moves(5) == ["e4", "e5", "Nf3", "Nc6", "Bc4"]


@pytest.mark.parametrize("way", ["Escape", "right", "elsewhere"])
def test_premoves_are_cancelled(browser: Browser, tmp_path: Path, way: str) -> None:
    with player_with(browser, tmp_path, *patient("e7e5")) as player:
        player.begin("chess", black="Patient")
        player.click("e2", "e4")
        player.wait_for_moves(1)
        player.click("g1", "f3")
        assert premoves(player) == ["f3", "g1"]
        if way == "Escape":
            player.cell("a3").focus()
            player.page.keyboard.press("Escape")
        elif way == "right":
            player.cell("a5").click(button="right")
        else:
            player.click("a5")
        assert premoves(player) == []
        move_now(player)
        assert player.wait_for_moves(2) == ["e4", "e5"]


def test_a_recapture_is_dropped_on_an_own_piece(browser: Browser, tmp_path: Path) -> None:
    with player_with(browser, tmp_path, *patient("c6d4")) as player:
        player.begin("chess", black="Patient", fen="4k3/8/2n5/8/3P4/8/8/3QK3 w - - 0 1")
        player.click("e1", "f1")
        player.wait_for_moves(1)
        player.drag("d1", "d4")
        move_now(player)
        assert player.wait_for_moves(3)[1:] == ["Nxd4", "Qxd4"]


def test_a_piece_picked_while_the_engine_thinks_stays_picked(browser: Browser, tmp_path: Path) -> None:
    with player_with(browser, tmp_path, *patient("e7e5")) as player:
        player.begin("chess", black="Patient")
        player.click("e2", "e4")
        player.wait_for_moves(1)
        player.click("g1")
        move_now(player)
        player.wait_for_moves(2)
        player.click("f3")
        assert player.wait_for_moves(3)[2] == "Nf3"


# --- drawing -----------------------------------------------------------


def draw(player: Player, origin: str, target: str) -> None:
    """Draws with the right mouse button."""
    mouse = player.page.mouse
    mouse.move(*player.middle(origin))
    mouse.down(button="right")
    mouse.move(*player.middle(target))
    mouse.up(button="right")


def drawn(player: Player) -> list[str]:
    """The classes of what is drawn."""
    shapes = player.page.locator("#board .drawn")
    return [shape.get_attribute("class") or "" for shape in shapes.all()]


def test_arrows_and_circles_by_mouse(player: Player) -> None:
    player.begin("chess")
    draw(player, "e2", "e4")
    player.page.keyboard.down("Shift")
    draw(player, "d5", "d5")
    player.page.keyboard.up("Shift")
    assert drawn(player) == ["arrow drawn green", "mark loop drawn red"]
    draw(player, "e2", "e4")  # again: it goes
    assert drawn(player) == ["mark loop drawn red"]
    assert player.moves() == []


def test_drawings_stay_with_their_position_until_a_click(player: Player) -> None:
    player.begin("chess")
    draw(player, "g1", "f3")
    player.enter("e4")
    player.wait_for_moves(1)
    assert drawn(player) == []
    player.page.click("#undo-button")
    player.page.wait_for_selector("#board .drawn", state="attached")
    player.page.click("#flip-button")
    assert drawn(player) == ["arrow drawn green"]
    player.click("a6")
    assert drawn(player) == []


def test_the_pen_draws_by_keyboard_and_moves_nothing(player: Player) -> None:
    player.begin("chess")
    player.page.click("#pen-button")
    player.page.click("#pen-bar >> [aria-label=Blue]")
    player.cell("e2").focus()
    player.choose_by_keyboard("e2", "e4")
    assert drawn(player) == ["arrow drawn blue"]
    player.page.locator("#announcer", has_text="Arrow from e2 to e4.").wait_for(state="attached")
    player.page.keyboard.press("Escape")
    assert player.page.get_attribute("#pen-button", "aria-pressed") == "false"
    player.choose_by_keyboard("e2", "e4")
    assert player.wait_for_moves(1) == ["e4"]


# --- fights -----------------------------------------------------------


def test_what_a_fighter_can_do_is_marked_and_told(player: Player) -> None:
    player.begin("exchange", fen=FIGHT)
    player.click("b3", "d4")
    assert player.page.locator("#board .mark.strike").count() == 2
    assert sorted(player.page.locator("#board .chance").all_text_contents()) == ["100%", "33%"]
    assert "can be attacked, 100% to kill" in player.name("d5")
    player.cell("d5").hover()
    tip = player.page.locator(".tip:not([hidden])")
    assert "100% to kill" in tip.inner_text()
    player.cell("c4").focus()
    player.page.keyboard.press("ArrowRight")
    player.page.keyboard.press("ArrowLeft")
    assert "33% to kill" in tip.inner_text()


def watch_for_dice(player: Player) -> None:
    """Keeps what dice do on the board: they are there for a moment."""
    player.page.evaluate("""() => {
        window.dice = [];
        new MutationObserver(() => {
            if (document.querySelector("#board .die")) window.dice.push(document.getAnimations().length);
        }).observe(document.getElementById("board"), { subtree: true, childList: true });
    }""")


def test_a_die_is_rolled_and_the_battle_told(player: Player) -> None:
    player.begin("exchange", fen=FIGHT)
    assert player.page.locator("#battle").is_hidden()
    watch_for_dice(player)
    player.click("b3", "d4", "d5")
    player.page.wait_for_function("() => window.dice.length && window.dice[0] > 0")
    (attack,) = player.wait_for_moves(1)
    face = attack.partition("=")[2]
    (line,) = player.page.locator("#battle-list li").all_inner_texts()
    assert line == f"1. White knight b3 attacks black pawn d5: die {face}: pawn d5 falls"
    assert player.page.locator("#battle-list .small-die").count() == 1
    player.page.click("#undo-button")
    player.page.wait_for_selector("#battle", state="hidden")


def test_the_die_is_shown_without_animations_too(browser: Browser, address: str) -> None:
    player = Player(browser, address, reduced_motion="reduce")
    player.begin("exchange", fen=FIGHT)
    watch_for_dice(player)
    player.click("b3", "d4", "d5")
    player.page.wait_for_function("() => window.dice.length")
    assert set(player.page.evaluate("window.dice")) == {0}
    player.page.context.close()
    assert player.complaints == []


def test_an_ability_that_rests_is_shown_and_not_offered(player: Player) -> None:
    player.begin("exchange", fen="4k3/8/8/8/2p5/1N6/8/4K3 w - - 0 1 hp:- cd:b3=2 fx:k")
    assert player.page.locator("#board .badge.rests").text_content() == "2"
    player.click("b3")
    assert player.page.is_disabled("#choices >> text=Skirmish, rests 2 turns")
    player.click("e1")
    assert player.page.is_disabled("#choices >> text=Royal Decree, used up")


def test_a_user_who_is_fast_does_not_wait_for_animations(player: Player) -> None:
    player.begin("exchange", fen=FIGHT)
    for number, move in enumerate(("b3d4xd5", "e8e7", "e1e2", "e7e6"), 1):
        player.enter(move)
        player.wait_for_moves(number)
    # nothing of an earlier move is still under way when a later one is animated
    assert player.page.locator("#board .die").count() == 0


class Finger:
    """A finger on the page of a phone."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._session = player.page.context.new_cdp_session(player.page)

    def down(self, square: str) -> None:
        self._send("touchStart", square)

    def move(self, square: str) -> None:
        self._send("touchMove", square)

    def up(self) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _send(self, kind: str, square: str) -> None:
        x, y = self._player.middle(square)
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Player]:
    """A person with a phone."""
    player = Player(browser, address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    yield player
    player.page.context.close()
    assert player.complaints == []


def test_a_long_press_shows_the_tip_and_plays_nothing(phone: Player) -> None:
    phone.begin("exchange", fen=FIGHT)
    phone.cell("b3").tap()
    phone.cell("d4").tap()
    finger = Finger(phone)
    finger.down("d5")
    phone.page.wait_for_selector(".tip:not([hidden])")
    finger.up()
    assert "100% to kill" in phone.page.inner_text(".tip")
    assert phone.text("choices").startswith("Skirmish\nb3 → d4")
    assert phone.moves() == []
    phone.cell("d5").tap()
    phone.wait_for_moves(1)


def test_a_stone_sequence_is_dragged_with_a_finger(phone: Player) -> None:
    phone.begin("ruined_overworld")
    finger = Finger(phone)
    for start, end in (("e2", "e4"), ("e4", "f5"), ("f5", "f6")):
        finger.down(start)
        finger.move(end)
        finger.move(end)
        finger.up()
    assert phone.wait_for_moves(1) == ["e4-f5-f6"]


def test_a_promotion_is_chosen_with_a_finger(phone: Player) -> None:
    phone.begin("chess", fen="8/P6k/8/8/8/8/8/K7 w - - 0 1")
    phone.cell("a7").tap()
    phone.cell("a8").tap()
    phone.page.wait_for_selector("dialog.chooser")
    assert phone.moves() == []
    phone.page.tap("dialog.chooser >> text=knight")
    assert phone.wait_for_moves(1) == ["a8=N"]


# --- what ends and begins games -----------------------------------------------------------


def test_a_draw_is_offered_and_a_rematch_begins(player: Player) -> None:
    player.begin("chess")
    player.enter("e4")
    player.wait_for_moves(1)
    player.page.click("#draw-button")
    player.page.wait_for_selector("#draw-offer:not([hidden])")
    assert player.text("draw-text") == "Black offers a draw. White, do you agree?"
    player.page.click("#decline-button")
    player.page.wait_for_selector("#draw-offer", state="hidden")
    player.page.click("#draw-button")
    player.page.click("#accept-button")
    player.page.wait_for_selector("#turn:has-text('Draw by agreement')")
    address = player.page.url
    player.page.click("#rematch-button")
    player.page.wait_for_selector("#move-list:not(:has(button))")
    assert player.page.url != address
    assert player.page.locator("#rematch-button").is_hidden()


def test_an_engine_declines_a_draw_in_the_opening(player: Player) -> None:
    player.begin("chess", black="skill0")
    player.page.click("#draw-button")
    player.page.wait_for_selector("#status:has-text('declines the draw')")


def test_a_game_of_engines_is_held_and_goes_step_by_step(player: Player) -> None:
    player.begin("chess", white="full", black="full")  # each thinks for a second
    player.page.click("#pause-button")
    player.page.select_option("#pace", "0.2")
    player.page.click("#step-button:not([disabled])")
    before = len(player.moves())
    player.page.click("#step-button:not([disabled])")
    player.wait_for_moves(before + 1)
    player.page.wait_for_selector("#step-button:not([disabled])")
    assert player.text("pause-button") == "Go on"


def test_the_chooser_of_a_promotion_is_at_its_square(player: Player) -> None:
    player.begin("chess", fen="8/P6k/8/8/8/8/8/K7 w - - 0 1")
    player.click("a7", "a8")
    chooser = player.page.locator("dialog.chooser").bounding_box()
    square = player.cell("a8").bounding_box()
    assert chooser is not None
    assert square is not None
    assert abs(chooser["y"] - square["y"]) < 2
    assert chooser["x"] <= square["x"] + square["width"] / 2 <= chooser["x"] + chooser["width"]
    player.page.keyboard.press("Escape")
    assert player.moves() == []


@pytest.mark.parametrize("target", ["g1", "h1"])
def test_castling_of_chess960_in_two_ways(player: Player, target: str) -> None:
    player.begin("chess", fen="4k3/8/8/8/8/8/8/1RK4R w HB - 0 1")
    player.click("c1", target)
    assert player.wait_for_moves(1) == ["O-O"]


def test_reasons_mark_their_squares(player: Player) -> None:
    player.begin("chess", fen="4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1")
    player.enter("Nxd5")
    player.wait_for_moves(1)
    player.page.click("#why-button")
    player.page.wait_for_selector("#explanation-reasons button")
    marked = player.page.locator("#board .mark.reason")
    everything = marked.count()
    assert everything > 0
    reason = player.page.locator("#explanation-reasons button").last
    reason.click()
    assert reason.get_attribute("aria-pressed") == "true"
    assert 0 < marked.count() <= everything
    reason.click()
    assert marked.count() == everything


# --- the command line -----------------------------------------------------------


def test_an_engine_that_crashes_holds_the_game_and_says_so(browser: Browser, tmp_path: Path) -> None:
    with player_with(browser, tmp_path, *entrant("Crasher", foul_command("crash"))) as player:
        player.begin("chess", white="Crasher")
        player.page.wait_for_selector("#message:has-text('Crasher cannot move')")
        assert "exit code 3" in player.text("message")
        player.page.wait_for_selector("#pause-button:text-is('Go on')")
        assert player.text("turn") == "White to move, paused"


def test_a_world_of_the_command_line_is_begun_once(browser: Browser, tmp_path: Path) -> None:
    world = tmp_path / "moon.toml"
    world.write_text('extends = "chess"\ntitle = "Moon"\ntiles = "8/8/8/3**3/8/8/8/8"\n')
    with running_board(tmp_path / "games", str(world)) as address:
        page = Player(browser, address).page
        page.wait_for_selector("#game:not([hidden])")
        assert page.inner_text("#game-title") == "Moon"
        page.click("#leave-button")
        page.wait_for_selector("#lobby:not([hidden])")
        page.reload()
        page.wait_for_selector("#lobby:not([hidden])")
        page.context.close()


# --- sounds -----------------------------------------------------------


def test_moves_sound_unless_muted(player: Player) -> None:
    player.page.evaluate("""() => {
        window.tones = 0;
        const start = AudioScheduledSourceNode.prototype.start;
        AudioScheduledSourceNode.prototype.start = function (...given) {
            window.tones += 1;
            return start.apply(this, given);
        };
    }""")
    player.begin("chess")
    player.click("e2", "e4")
    player.wait_for_moves(1)
    player.page.wait_for_function("window.tones > 0")
    player.page.click("#settings-button")
    player.page.uncheck("#setting-sounds")
    player.page.click("#settings-close")
    heard = player.page.evaluate("window.tones")
    player.click("e7", "e5")
    player.wait_for_moves(2)
    assert player.page.evaluate("window.tones") == heard


def test_a_running_clock_changes_its_text_only(player: Player) -> None:
    """A tick must cost little: once a second, as long as a game is open."""
    player.begin("chess", clock="5:00+3")
    player.page.mouse.move(0, 0)  # the line below the board is about the square under the mouse
    changes = player.page.evaluate(
        """() => new Promise((done) => {
            const observer = new MutationObserver((records) => {
                observer.disconnect();
                done(records.map(({ type, target }) => [type, target.parentElement?.id]));
            });
            const everything = { subtree: true, childList: true, attributes: true, characterData: true };
            observer.observe(document.getElementById("table"), everything);
        })"""
    )
    assert changes == [["characterData", "white-clock"]]
