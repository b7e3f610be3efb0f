"""The pictures of docs/board.md, taken from the running page.

    python scripts/board_pictures.py                    # all of them, into docs/images/board
    python scripts/board_pictures.py --only exchange learning --folder /tmp/pictures

Each game is a few moves of the engine against itself. The pictures are WebP, which is small.
"""

from __future__ import annotations

import argparse
import base64
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from board_browser import begin_game, chromium, open_board
from board_process import BoardProcess
from tilefish import Engine, Game, Library, Limits

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = Path(__file__).parent.parent / "docs" / "images" / "board"
DICE = 3000
"""Milliseconds after which no die lies on the board any more."""
PLIES = 14
"""Of each game."""
MOST_BYTES = 600_000
"""Of all pictures."""
QUALITY = 82
WIDE = {"width": 1180, "height": 760}
WIDER = {"width": 1500, "height": 860}
PHONE = {"width": 390, "height": 844}
STUDY = """[Event "A study of the Italian game"]
[White "Ada"]
[Black "Ben"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 {The Italian game.} Bc5 (3... Nf6 4. Ng5 d5 5. exd5 Na5 {gives a pawn for time}
(5... Nxd5 $6 6. Nxf7 $5 {the Fried Liver})) 4. c3 Nf6 5. d3 d6 6. O-O a6 7. a4 Ba7 8. Re1 O-O 9. h3 h6 *
"""


class Photographer:
    """Takes pictures of a page."""

    def __init__(self, browser: Browser, board: BoardProcess, folder: Path) -> None:
        self._browser = browser
        self._board = board
        self._folder = folder
        self._engine = Engine(16)
        self.state: dict[str, Any] = {}

    def page(self, **context: object) -> Page:
        """A page that is open at the list of worlds; what the server says of games is noted."""
        settings = {"viewport": WIDE, "color_scheme": "light", "reduced_motion": "reduce", **context}
        page = open_board(self._browser, self._board, **settings)
        page.on("websocket", lambda socket: socket.on("framereceived", self._note))
        page.reload()
        page.wait_for_selector("#lobby:not([hidden])")
        return page

    def _note(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "game":
            self.state = message

    def take(self, page: Page, name: str, place: str = "", scale: float = 1.0) -> None:
        """Saves a picture of the window, or of one thing on it."""
        page.mouse.move(1, 1)
        page.wait_for_timeout(400)
        size = page.viewport_size
        box = page.locator(place).bounding_box() if place else None
        if box is None:
            assert size is not None
            box = {"x": 0, "y": 0, "width": size["width"], "height": size["height"]}
        box["x"], box["y"] = box["x"] + page.evaluate("scrollX"), box["y"] + page.evaluate("scrollY")
        found = page.context.new_cdp_session(page).send(
            "Page.captureScreenshot",
            {"format": "webp", "quality": QUALITY, "clip": {**box, "scale": scale}},
        )
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / f"{name}.webp").write_bytes(base64.b64decode(found["data"]))

    def play(self, page: Page, world: str, plies: int = PLIES) -> None:
        """Plays a few good moves of a new game."""
        begin_game(page, world)
        for _ in range(plies):
            page.wait_for_timeout(30)
            if self.state["outcome"]:
                return
            ply = self.state["ply"]
            game = Game(world, self.state["position"]["fen"])
            best = self._engine.play(game, Limits(nodes=20_000)).move
            assert best is not None
            page.fill("#move-field", best.uci)
            page.press("#move-field", "Enter")
            while self.state["ply"] == ply:
                page.wait_for_timeout(20)


def take_world(photographer: Photographer, world: str) -> None:
    """A game of a world: its board."""
    page = photographer.page(viewport={"width": 1000, "height": 620})
    photographer.play(page, world)
    page.wait_for_timeout(DICE if page.locator(".die").count() else 0)
    photographer.take(page, world, "#board", 0.55)
    page.context.close()


def take_game(photographer: Photographer) -> None:
    """The page of a game."""
    page = photographer.page()
    photographer.play(page, "exchange", 20)
    page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
    page.wait_for_timeout(DICE)
    photographer.take(page, "game", scale=0.85)
    page.context.close()


def take_lobby(photographer: Photographer) -> None:
    """The list of worlds."""
    page = photographer.page()
    photographer.take(page, "lobby", scale=0.7)
    page.context.close()


def take_analysis(photographer: Photographer) -> None:
    """An analysis with variations, live lines and the report of a game."""
    page = photographer.page(viewport=WIDER)
    page.click("#import-button")
    page.fill("#import-field", STUDY)
    page.click("#import-form button.strong")
    page.wait_for_selector("#analysis:not([hidden])")
    page.select_option(".report-bar select", "quick")
    page.click(".report-bar button")
    page.wait_for_selector(".report-state:has-text('All moves are judged')", timeout=120_000)
    page.click("#last-button")
    for _ in range(5):
        page.click("#back-button")
    page.select_option(".live-bar select", "3")
    page.click(".live-switch")
    page.wait_for_timeout(4000)
    page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
    photographer.take(page, "analysis", scale=0.7)
    page.context.close()


def take_part(photographer: Photographer, world: str, button: str, shown: str, name: str) -> None:
    """What a button of the lobby shows of a world."""
    page = photographer.page()
    page.check(f"input[value={world}]", force=True)
    page.click(button)
    page.wait_for_selector(shown)
    photographer.take(page, name, scale=0.7)
    page.context.close()


def take_editor(photographer: Photographer) -> None:
    """The position editor."""
    take_part(photographer, "ruined_overworld", "#edit-world", "#editor:not([hidden])", "editor")


def take_world_panel(photographer: Photographer) -> None:
    """The rules, the tiles and the pieces of a world."""
    take_part(photographer, "fear_factory", "#about-world", "#world-dialog[open] img", "world-panel")


def take_learning(photographer: Photographer) -> None:
    """What has been learned at the start of a world."""
    page = photographer.page()
    for _ in range(3):
        begin_game(page, "fragments", "skill0", "skill0")
        while not photographer.state.get("outcome"):
            page.wait_for_timeout(100)
        page.click("#leave-button")
        page.wait_for_selector("#lobby:not([hidden])")
        photographer.state = {}
    begin_game(page, "fragments")
    page.click("#learning summary")
    page.wait_for_selector("#learning-table:not([hidden])")
    page.locator("#learning").scroll_into_view_if_needed()
    photographer.take(page, "learning", "#learning", 0.8)
    page.context.close()


def take_phone(photographer: Photographer) -> None:
    """A game on a phone, dark."""
    page = photographer.page(viewport=PHONE, color_scheme="dark", has_touch=True, is_mobile=True)
    photographer.play(page, "volcanic_wasteland")
    page.evaluate("scrollTo(0, 0)")
    photographer.take(page, "phone", scale=0.7)
    page.context.close()


OTHERS: dict[str, Callable[[Photographer], None]] = {
    "game": take_game,
    "lobby": take_lobby,
    "analysis": take_analysis,
    "editor": take_editor,
    "world-panel": take_world_panel,
    "learning": take_learning,
    "phone": take_phone,
}


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="The pictures of docs/board.md.")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="these pictures alone")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    options = parser.parse_args()
    wanted = options.only or [*OTHERS, *Library().names()]
    with (
        tempfile.TemporaryDirectory() as games,
        BoardProcess(Path(games), "--learn") as board,
        chromium() as browser,
    ):
        photographer = Photographer(browser, board, options.folder)
        for name in wanted:
            if name in OTHERS:
                OTHERS[name](photographer)
            else:
                take_world(photographer, name)
            print(f"{name}: {(options.folder / f'{name}.webp').stat().st_size} bytes", flush=True)
    size = sum(path.stat().st_size for path in options.folder.glob("*.webp"))
    print(f"all: {size} bytes, at most {MOST_BYTES} are wanted")


if __name__ == "__main__":
    main()
