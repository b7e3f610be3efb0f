"""Games with a keyboard and a screen reader's view only: nothing here looks at the picture."""

from __future__ import annotations

import re

import pytest
from tests.seeds import seeded
from tests.web.driver import Player
from tests.web.screen_reader import ScreenReader

from tilefish import Library

PLIES, MOST_PLIES = 6, 120
"""Of each game of the test of all worlds, and of a game to its end."""
_SHORT_PAUSES = """{
    const wait = window.setTimeout;
    window.setTimeout = (action, time = 0, ...rest) => wait(action, time < 1000 ? time / 10 : time, ...rest);
}"""
"""Pauses of less than a second are a tenth as long."""


@pytest.fixture
def reader(player: Player) -> ScreenReader:
    return ScreenReader(player)


def titles() -> dict[str, str]:
    """The names of radio buttons in the lobby by the names of their variants."""
    variants = [Library().load(name) for name in Library().names()]
    shared = [variant.title for variant in variants]
    return {
        variant.name: variant.title
        if shared.count(variant.title) == 1
        else f"{variant.title} ({variant.name})"
        for variant in variants
    }


TITLES = titles()


@pytest.mark.parametrize("world", TITLES)
def test_every_world_is_played_by_what_is_heard(reader: ScreenReader, world: str) -> None:
    random = seeded(world)
    reader.begin(f"{TITLES[world]} ")
    assert reader.focus()[0] == "gridcell"
    for ply in range(PLIES):
        moves = reader.legal_moves()
        if "There is no such move." in moves:
            return
        move = random.choice(moves)
        reader.type(move)
        told = reader.hear(rf"^{ply // 2 + 1}\.")
        assert move.split("=")[0] in told
        if re.search(r"wins|draw", told.lower()):
            return
    assert "resigns" in reader.resign()


def test_engine_answers_and_its_move_is_heard_once(reader: ScreenReader) -> None:
    reader.begin("Chess ", black="Tilefish, skill0")
    reader.type("e4")
    reader.hear(r"^1\.\.\. ")
    reader.page.wait_for_timeout(500)
    assert [text for text in reader.heard() if text.startswith("1. e4")] == ["1. e4"]
    assert len([text for text in reader.heard() if text.startswith("1... ")]) == 1


def test_mate_is_heard(reader: ScreenReader) -> None:
    reader.begin("Chess ")
    for ply, move in enumerate(("f3", "e5", "g4")):
        reader.type(move)
        reader.hear(rf"^{ply // 2 + 1}\..*{move}")
    reader.type("Qh4")
    assert "heckmate" in reader.hear("Qh4#")


def test_what_the_world_does_is_heard(reader: ScreenReader) -> None:
    reader.begin("Fear Factory ")
    for _ in range(40):
        random = seeded(len(reader.heard()))
        reader.type(random.choice(reader.legal_moves()))
        told = reader.hear(r"^\d+\.")
        if "carried" in told:
            assert re.search(r"(white|black) \w+ [a-h][1-8] is carried to [a-h][1-8]\.", told)
            return
    pytest.fail("nothing was carried in forty moves")


def test_squares_are_read_with_piece_tile_and_state(reader: ScreenReader) -> None:
    reader.begin("Exchange ")
    assert reader.find("gridcell", "e2, white pawn, 7 of 7 hit points").count() == 1
    assert reader.find("gridcell", "e4, empty").count() == 1
    assert reader.find("gridcell", "").count() == 64
    assert reader.find("row", "").count() == 8


def test_tiles_are_read(reader: ScreenReader) -> None:
    reader.begin("Volcanic Wasteland ")
    assert reader.page.get_by_role("gridcell", name=re.compile("^[a-h][1-8], empty, lava$")).count()
    reader.type("t")
    reader.hear("lava: ")


def test_piece_is_picked_dropped_and_put_back_by_keys(reader: ScreenReader) -> None:
    reader.begin("Chess ")
    keyboard = reader.page.keyboard
    reader.find("gridcell", "e2,").focus()
    keyboard.press("Enter")
    reader.hear("^e2: then e3, e4$")
    assert reader.focus() == ("gridcell", "e2, white pawn, selected")
    keyboard.press("Escape")
    reader.hear("Put back")
    assert reader.focus() == ("gridcell", "e2, white pawn")
    keyboard.press("Enter")
    keyboard.press("ArrowUp")
    keyboard.press("ArrowUp")
    assert reader.focus() == ("gridcell", "e4, empty, legal target")
    keyboard.press("Enter")
    reader.hear(r"^1\. e4")
    assert reader.focus() == ("gridcell", "e4, white pawn")


def test_stone_sequence_is_heard_leg_by_leg(reader: ScreenReader) -> None:
    reader.begin("Ruined Overworld ")
    reader.find("gridcell", "e2,").focus()
    for name, heard in (("e2", "^e2: then "), ("e4", "^e2 → e4: then "), ("e5", "^e2 → e4 → e5: then ")):
        reader.find("gridcell", f"{name},").press("Enter")
        reader.hear(heard)
    reader.find("gridcell", "e6,").press("Enter")
    reader.hear(r"^1\. e4-e5-e6")


def test_keys_of_the_board_ask_about_the_square(reader: ScreenReader) -> None:
    reader.begin("Chess ")
    keyboard = reader.page.keyboard
    reader.find("gridcell", "b1,").focus()
    for key, heard in (
        ("m", "^From b1: Na3, Nc3$"),
        ("x", "^b1, white knight. No legal move from b1"),
        ("o", "^b1, white knight$"),
        ("s", "^From b1: b2, white pawn; c2, white pawn; c1, white bishop; a1, white rook; a2, white pawn$"),
        ("l", "No move has been made"),
        ("c", "no clock"),
        ("b", "^White: .*Black: "),
    ):
        reader.forget()
        keyboard.press(key)
        reader.hear(heard)
    keyboard.press("n")
    assert reader.focus() == ("gridcell", "g1, white knight")
    keyboard.press("Shift+P")
    assert reader.focus() == ("gridcell", "f1, white bishop")
    keyboard.press("5")
    assert reader.focus() == ("gridcell", "f5, empty")
    keyboard.press("Shift+Digit2")
    assert reader.focus() == ("gridcell", "b5, empty")
    keyboard.press("i")
    keyboard.type("Nf3")
    keyboard.press("Enter")
    reader.hear(r"^1\. Nf3")


def test_focus_is_never_lost(reader: ScreenReader) -> None:
    """Not when a dialog closes, a button is switched off, or a view changes."""
    reader.begin("Chess ", black="Tilefish, skill0")
    reader.press("button", "Resign")
    reader.find("button", "Cancel").press("Enter")
    assert reader.focus()[0] == "button"
    reader.press("button", "Resign")
    dialog = reader.find("dialog", "Resign this game?")
    dialog.get_by_role("button", name="Resign", exact=True).press("Enter")
    reader.hear("resigns")
    reader.wait_for_focus("gridcell")
    reader.press("button", "New game")
    reader.find("button", "Play").wait_for()
    assert reader.focus()[0] == "input"


def test_game_begins_and_is_played_by_keys_alone(player: Player) -> None:
    """From the address to a move, with Tab, arrows and Enter."""
    reader = ScreenReader(player)
    keyboard = reader.page.keyboard
    reader.page.reload()
    reader.find("button", "Play").wait_for()
    for _ in range(10):
        keyboard.press("Shift+Tab")
        if reader.page.evaluate("document.activeElement.textContent") == "Skip to the content":
            break
    assert reader.page.evaluate("document.activeElement.textContent") == "Skip to the content"
    keyboard.press("Enter")
    assert reader.focus()[0] == "input"
    for _ in range(30):
        if reader.page.evaluate("document.activeElement.textContent") == "Play":
            break
        keyboard.press("Tab")
    assert reader.page.evaluate("document.activeElement.textContent") == "Play"
    keyboard.press("Enter")
    reader.find("grid", "Board").wait_for()
    reader.wait_for_focus("gridcell")


def test_commands_are_heard(reader: ScreenReader) -> None:
    reader.begin("Chess ")
    for command, heard in (
        ("h", "Type a move"),
        ("p N", "^white knight: b1, g1$"),
        ("p A", "^White: rook a1 h1, knight b1 g1, bishop c1 f1, queen d1, king e1, pawn a2"),
        ("r 2", "^2: a2, white pawn; b2"),
        ("r z", "^There is no square z on this board"),
        ("undo", "^That is not possible now"),
        ("Nf6", "illegal|legal|no move"),
    ):
        reader.type(command)
        reader.hear(heard)


def test_analysis_is_heard(reader: ScreenReader) -> None:
    reader.begin("Chess ")
    for ply, move in enumerate(("e4", "e5", "Nf3")):
        reader.type(move)
        reader.hear(rf"^{ply // 2 + 1}\..*{move}")
    reader.type("analyse")
    reader.hear(r"^2\. Nf3")
    for command, heard in (("back", r"^1\.\.\. e5"), ("first", "^Start|start"), ("forward", r"^1\. e4")):
        reader.type(command)
        reader.hear(heard)
    reader.type("c5")
    reader.hear(r"^1\.\.\. c5")
    assert "Nf3" in reader.legal_moves()
    reader.type("leave")
    reader.find("button", "Play").wait_for()


def test_focus_goes_with_the_view(reader: ScreenReader) -> None:
    reader.begin("Chess ")
    reader.press("button", "Analyse")
    reader.find("button", "Copy FEN").wait_for()
    reader.wait_for_focus("gridcell")


def test_result_of_a_watched_game_is_heard(reader: ScreenReader) -> None:
    reader.begin("Chess Fragments ", "Tilefish, skill0", "Tilefish, skill0")
    told = reader.hear(r"[Cc]heckmate|[Ss]talemate|draw|½|1/2|wins")
    assert len([text for text in reader.heard() if text == told]) == 1


def test_what_happens_is_heard_while_a_dialog_is_open(reader: ScreenReader) -> None:
    """Engines that take their time: the game must not be over before the dialog is closed."""
    reader.begin("Chess ", "Tilefish, full", "Tilefish, full")
    reader.hear(r"^\d+\.")
    reader.press("button", "Settings")
    reader.find("dialog", "Settings").wait_for()
    reader.forget()
    reader.hear(r"^\d+\.")  # the next move
    reader.page.evaluate("document.querySelector('#message').textContent = 'Something is wrong.'")
    reader.hear("Something is wrong")
    reader.page.keyboard.press("Escape")
    reader.forget()
    reader.hear(r"^\d+\.")


def test_what_happens_is_heard_behind_a_question(reader: ScreenReader) -> None:
    reader.begin("Chess ")
    reader.press("button", "Resign")
    question = reader.find("dialog", "Resign this game?")
    question.wait_for()
    reader.page.keyboard.press("Escape")
    question.wait_for(state="detached")
    reader.type("e4")  # the region has not gone with the dialog
    reader.hear(r"^1\. e4")


@pytest.mark.long
@pytest.mark.parametrize("world", ["fragments", "exchange", "fear_factory", "pirate_seas"])
def test_game_is_heard_to_its_end(player: Player, world: str) -> None:
    """Moves by chance until the game ends by itself; a long one is resigned."""
    random = seeded(world)
    player.page.add_init_script(_SHORT_PAUSES)
    player.page.reload()
    player.page.wait_for_selector("main:not([hidden])")
    reader = ScreenReader(player)
    reader.begin(f"{TITLES[world]} ")
    for ply in range(MOST_PLIES):
        reader.type(random.choice(reader.legal_moves()))
        told = reader.hear(rf"^{ply // 2 + 1}\.")
        if re.search(r"wins|Draw", told):
            assert reader.page.get_by_role("button", name="Rematch").is_visible()
            return
    assert "resigns" in reader.resign()


def test_keys_of_the_editor_are_its_own(reader: ScreenReader) -> None:
    """Letters ask about a square only where there are commands."""
    reader.press("radio", "Chess ", "Space")
    reader.press("button", "Edit position")
    reader.find("grid", "Board").wait_for()
    reader.find("gridcell", "e4,").focus()
    for key in ("n", "Enter"):
        reader.page.keyboard.press(key)
    reader.find("gridcell", "e4, black knight").wait_for()
    assert reader.focus()[1].startswith("e4,")
