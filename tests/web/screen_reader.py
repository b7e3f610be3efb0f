"""A person who has nothing but a keyboard and a screen reader: roles, names, and what is read out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.web.driver import PATIENCE, Player

if TYPE_CHECKING:
    from playwright.sync_api import Locator

_LISTEN = """() => {
    window.heard = [];
    let listener = () => {};
    window.hear = (pattern, longest) => new Promise((resolve) => {
        const find = () => {
            const found = window.heard.find((text) => new RegExp(pattern, "u").test(text));
            if (found !== undefined) resolve(found);
        };
        listener = find;
        setTimeout(() => resolve(null), longest);
        find();
    });
    const said = new WeakSet();
    new MutationObserver((records) => {
        for (const {target, addedNodes} of records) {
            const place = target instanceof Element ? target : target.parentElement;
            const region = place?.closest('[role="status"], [role="alert"], [aria-live]');
            if (!region || region.ariaLive === "off") continue;
            const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
            if (dialog && !dialog.contains(region)) continue; // it is inert
            for (const node of addedNodes) {
                if (!said.has(node) && node.textContent) window.heard.push(node.textContent);
                said.add(node);
            }
        }
        listener();
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


class ScreenReader:
    """What a screen reader offers of a page. Nothing here knows ids, classes or places."""

    def __init__(self, player: Player) -> None:
        self.page = player.page
        self.page.evaluate(_LISTEN)

    def find(self, role: str, name: str) -> Locator:
        """The one thing with a role whose name begins so."""
        return self.page.get_by_role(role, name=re.compile(f"^{re.escape(name)}"))  # type: ignore[arg-type]

    def press(self, role: str, name: str, key: str = "Enter") -> None:
        """Presses a key on something."""
        self.find(role, name).first.press(key)

    def type(self, text: str) -> None:
        """Types a move or a command, and forgets what was heard before."""
        self.forget()
        field = self.find("textbox", "Move or command")
        field.fill(text)
        self.page.keyboard.press("Enter")

    def forget(self) -> None:
        """Forgets what was heard."""
        self.page.evaluate("window.heard.length = 0")

    def heard(self) -> list[str]:
        """All that was read out since then."""
        texts: list[str] = self.page.evaluate("window.heard")
        return texts

    def hear(self, pattern: str) -> str:
        """Waits for something that is read out."""
        text: str | None = self.page.evaluate(
            "([pattern, longest]) => window.hear(pattern, longest)", [pattern, PATIENCE]
        )
        if text is None:
            raise AssertionError(f"{pattern} was not heard, but {self.heard()}")
        return text

    def focus(self) -> tuple[str, str]:
        """The role and the name of what has the focus."""
        role, name = self.page.evaluate(
            """() => {
                const {activeElement: at} = document;
                return [at?.getAttribute("role") ?? at?.tagName.toLowerCase() ?? "", at?.ariaLabel ?? ""];
            }"""
        )
        return role, name

    def wait_for_focus(self, role: str) -> None:
        """Waits until something of that role has the focus."""
        self.page.locator(f"[role={role}]:focus").wait_for()

    def begin(self, world: str, white: str = "Me", black: str = "Me") -> None:
        """Begins a game of a world by its title."""
        self.press("radio", world, "Space")
        for side, player in (("White", white), ("Black", black)):
            self.find("combobox", side).select_option(label=player)
        self.press("button", "Play")
        self.find("grid", "Board").wait_for()

    def legal_moves(self) -> list[str]:
        """The moves, as they are read out."""
        self.type("m")
        text = self.hear(r"^Moves: |no such move")
        without_odds = re.sub(r" \([^)]*\)", "", text.removeprefix("Moves: "))
        return without_odds.split(", ")

    def resign(self) -> str:
        """Resigns, and hears the result."""
        self.type("resign")
        self.find("dialog", "Resign this game?").get_by_role("button", name="Resign", exact=True).press(
            "Enter"
        )
        return self.hear("resigns")
