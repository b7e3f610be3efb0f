"""axe-core, the checker of accessible pages. It is not part of Tilefish: `.ci/run` gets it, and the
environment variable `TILEFISH_AXE` names it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

PLACE = "TILEFISH_AXE"
THEMES = ("dark", "light", "contrast")
_RUN = """async (themes) => {
    const found = [];
    const page = document.documentElement;
    const before = page.dataset.theme;
    for (const [index, theme] of themes.entries()) {
        page.dataset.theme = theme;
        const only = index ? {runOnly: ["color-contrast", "link-in-text-block"]} : {};
        const {violations} = await axe.run(document, {resultTypes: ["violations"], ...only});
        for (const {id, help, nodes} of violations) {
            const places = nodes.map((node) => `${node.target}: ${node.failureSummary}`);
            found.push([`${theme}: ${id}: ${help}`, ...places].join("; "));
        }
    }
    page.dataset.theme = before;
    return found;
}"""


def axe_source() -> str:
    """The script. Skips the test where there is none."""
    place = os.environ.get(PLACE)
    if not place:
        pytest.skip(f"axe-core is not installed: {PLACE} names the file axe.min.js of npm's axe-core")
    return Path(place).read_text(encoding="utf-8")


def violations(page: Page, source: str) -> list[str]:
    """What axe finds wrong with a page as it is now, in any theme: in those after the first only what depends
    on colours."""
    page.evaluate(source)
    found: list[str] = page.evaluate(_RUN, THEMES)
    return found
