"""The colours of the page: texts, controls and marks can be told from what is behind them (WCAG 2.2, AA)."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

import tilefish
from tilefish.render.svg_tiles import FLOOR_COLOURS

STATIC = Path(tilefish.__file__).parent / "web" / "static"
THEME = (STATIC / "theme.css").read_text(encoding="utf-8")
STYLES = {path.name: path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.css"))}

TEXT, MARK = 4.5, 3.0
"""The least contrast of texts, and of what is not a text."""
Colours = dict[str, str]


def blocks() -> dict[str, list[Colours]]:
    """The colours of each selector, with those of all themes in it."""
    found: dict[str, list[Colours]] = {}
    for selector, body in re.findall(
        r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", THEME, flags=re.DOTALL)
    ):
        colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]+|light-dark\(#[0-9a-f]+, #[0-9a-f]+\));", body))
        found.setdefault(selector.strip(), []).append(colours)
    return found


BLOCKS = blocks()
BY_SCHEME, MARKS = BLOCKS[":root"]
CONTRAST = BLOCKS['[data-theme="contrast"]'][0]
LIGHT, DARK = (
    {name: re.findall("#[0-9a-f]+", pair)[place] for name, pair in BY_SCHEME.items()} for place in (0, 1)
)
THEMES = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST}


def rgb(colour: str) -> tuple[float, float, float]:
    """The parts of a colour, from 0 to 1."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue


def luminance(colour: str) -> float:
    """The relative luminance as WCAG defines it."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb(colour)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def through(colour: str, behind: str, opacity: float) -> str:
    """A colour that is not quite opaque, over another one."""
    parts = zip(rgb(colour), rgb(behind), strict=True)
    return "#" + "".join(f"{round(255 * (opacity * a + (1 - opacity) * b)):02x}" for a, b in parts)


def test_contrast_is_computed_as_defined() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)
    assert through("#ffffff", "#000000", 0.5) == "#808080"


def test_theme_of_the_system_has_the_same_colours() -> None:
    assert BLOCKS['[data-theme="auto"]'] == [{}, CONTRAST]  # light or dark as the system is
    assert LIGHT.keys() == CONTRAST.keys()


@pytest.mark.parametrize("theme", THEMES)
def test_texts_can_be_read(theme: str) -> None:
    colours = THEMES[theme]
    for text, behind in product(("text", "faint", "bad"), ("page", "panel", "raised")):
        assert contrast(colours[text], colours[behind]) >= TEXT, (text, behind)
    assert contrast(colours["on-accent"], colours["accent"]) >= TEXT
    assert contrast(MARKS["on-low-time"], MARKS["low-time"]) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
def test_controls_and_focus_can_be_seen(theme: str) -> None:
    colours = THEMES[theme]
    for line, behind in product(("line", "accent", "focus"), ("page", "panel", "raised")):
        assert contrast(colours[line], colours[behind]) >= MARK, (line, behind)


@pytest.mark.parametrize("theme", ["contrast"])
def test_high_contrast_keeps_what_its_name_says(theme: str) -> None:
    colours = THEMES[theme]
    for text, behind in product(("text", "faint", "bad", "accent"), ("page", "panel", "raised")):
        assert contrast(colours[text], colours[behind]) >= 7, (text, behind)


@pytest.mark.parametrize("floor", FLOOR_COLOURS)
def test_marks_can_be_seen_on_the_floor(floor: str) -> None:
    for mark in ("mark", "mark-last", "mark-reason", "mark-check", "mark-hint", "mark-thinking"):
        assert contrast(MARKS[mark], floor) >= MARK, mark


@pytest.mark.parametrize("floor", FLOOR_COLOURS)
def test_arrows_can_be_seen_through(floor: str) -> None:
    for name, mark in ((".arrow", "mark-hint"), (".arrow.thinking", "mark-thinking")):
        body = re.search(rf"^{re.escape(name)} \{{(.*?)\}}", STYLES["board.css"], re.DOTALL | re.MULTILINE)
        assert body
        opacity = re.search(r"^  opacity: ([\d.]+);", body[1], re.MULTILINE)
        assert opacity
        assert contrast(through(MARKS[mark], floor, float(opacity[1])), floor) >= MARK, name


def test_marks_have_a_light_part_for_dark_tiles() -> None:
    assert contrast(MARKS["mark-light"], "#18212e") >= MARK


@pytest.mark.parametrize("name", STYLES)
def test_every_colour_that_is_used_is_defined(name: str) -> None:
    """A colour that is missing would be none, without a word."""
    made = {each for text in STYLES.values() for each in re.findall(r"--([\w-]+)\s*:", text)}
    scripts = "".join(path.read_text(encoding="utf-8") for path in STATIC.glob("*.js"))
    made |= set(re.findall(r'setProperty\("--([\w-]+)"', scripts))
    assert set(re.findall(r"var\(--([\w-]+)\)", STYLES[name])) - made == set()
