"""The page stands alone, is well-formed, and shows what the report has, whatever things are called."""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from tilefish import Game
from tilefish.balance.charts import Span, Split, error_bars, histogram, round_values, split_bars
from tilefish.balance.estimates import MeanEstimate
from tilefish.balance.html import report_page
from tilefish.balance.report import Report
from tilefish.balance.study import length_of
from tilefish.render.svg_heat import heat_svg

from .reports import studied

XHTML = "{http://www.w3.org/1999/xhtml}"
SVG = "{http://www.w3.org/2000/svg}"
DATA = "data:image/svg+xml;base64,"


@pytest.fixture(scope="module")
def belts() -> Report:
    return studied(Game("fear_factory"), 6, 1, 2)


def parsed(page: str) -> ElementTree.Element:
    doctype, rest = page.split("\n", 1)
    assert doctype == "<!DOCTYPE html>"
    return ElementTree.fromstring(rest)


def test_the_page_is_well_formed_and_has_every_section(belts: Report) -> None:
    page = parsed(report_page(belts, Game("fear_factory")))
    heads = [head.text for head in page.iter(f"{XHTML}h2")]
    assert heads == [
        "Advice", "White's score", "Results", "How games end", "Length of games", "The board",
        "What pieces are worth", "Legal moves", "Pieces, a game", "Pieces that never acted",
        "Lost to the world, pieces a game", "Tiles, a game", "About these games",
    ]  # fmt: skip
    words = "".join(page.itertext())
    assert "12 games from 6 openings" in words
    assert f"{100 * belts.overall.score.value:.1f}%" in words
    assert "belt to the right" in words


def test_nothing_comes_from_outside(belts: Report) -> None:
    page = report_page(belts, Game("fear_factory"))
    references = re.findall(r"""(?:src|href|srcset|action)\s*=\s*["']([^"']*)""", page)
    assert references
    assert all(reference.startswith(DATA) for reference in references)
    for word in ("<script", "<link", "<iframe", "<object", "@import", "url(", "onload"):
        assert word not in page
    addresses = set(re.findall(r"https?://[^\s\"'<]+", page))
    assert addresses == {"http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"}


def test_the_boards_are_pictures_with_words(belts: Report) -> None:
    page = parsed(report_page(belts, Game("fear_factory")))
    pictures = list(page.iter(f"{XHTML}img"))
    assert len(pictures) == 4
    for picture in pictures:
        assert picture.get("alt")
        source = picture.get("src") or ""
        assert ElementTree.fromstring(b64decode(source.removeprefix(DATA))).tag == f"{SVG}svg"


def test_names_of_strangers_are_only_text(belts: Report) -> None:
    hostile = "<script>alert(1)</script>&\"'\x07"
    report = replace(
        belts,
        title=hostile,
        pieces=tuple(replace(piece, piece=hostile) for piece in belts.pieces),
        idlers=tuple(replace(idler, piece=hostile * 20) for idler in belts.idlers),
    )
    page = report_page(report, Game("fear_factory"))
    assert "<script" not in page
    assert "alert(1)" in "".join(parsed(page).itertext())


def test_a_heat_map_has_a_number_on_every_warm_square() -> None:
    variant = Game("fragments").variant
    drawing = heat_svg(variant, {0: 0.25, 12: 3.0, 24: 0.0}, "Heat", label=lambda value: f"<{value}>")
    texts = [element.text for element in ElementTree.fromstring(drawing).iter(f"{SVG}text")]
    assert "<0.25>" in texts
    assert "<3.0>" in texts
    assert "<0.0>" not in texts
    assert len(texts) == 2 + 5 + 5  # and the names of files and ranks


def test_a_heat_map_of_nothing() -> None:
    assert "<rect" in heat_svg(Game("fragments").variant, {}, "Nothing")
    assert "<rect" in heat_svg(Game("fragments").variant, {0: 0.0}, "Nothing")


def numbers_of(chart: str, tag: str, name: str) -> list[float]:
    return [
        float(element.get(name) or "nan") for element in ElementTree.fromstring(chart).iter(f"{SVG}{tag}")
    ]


def test_error_bars_lie_where_their_values_are() -> None:
    spans = [
        Span("a", MeanEstimate(0.2, 0.1, 0.3, 9), "20%"),
        Span("b", MeanEstimate(0.8, 0.7, 0.9, 9), "80%"),
    ]
    chart = error_bars("Chart", [*spans, Span("c", None, "not known")], str, 0.5, 0, 1)
    first, second = numbers_of(chart, "circle", "cx")
    line = float(re.findall(r'class="line" d="M([0-9.]+)', chart)[0])
    assert (first + second) / 2 == pytest.approx(line, abs=0.02)
    assert first < line < second


def test_bars_are_as_wide_as_their_numbers() -> None:
    chart = split_bars("Chart", [Split("a", (6, 2, 4), "6"), Split("b", (3, 0, 0), "3")])
    widths = numbers_of(chart, "rect", "width")
    assert [width / widths[1] for width in widths] == pytest.approx([3, 1, 2, 1.5], rel=0.01)


def test_a_histogram_is_as_high_as_its_numbers() -> None:
    heights = numbers_of(histogram("Chart", length_of([1, 1, 1, 1, 9, 9])), "rect", "height")
    assert max(heights) == 2 * min(heights)
    assert len(heights) == 2


@pytest.mark.parametrize("chart", [split_bars("None", []), error_bars("None", [], str, 1, 1, 1)])
def test_charts_of_nothing(chart: str) -> None:
    assert ElementTree.fromstring(chart).tag == f"{SVG}svg"


@pytest.mark.parametrize(
    ("low", "high", "values"),
    [(0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]), (0.31, 0.7, [0.4, 0.5, 0.6, 0.7]), (-0.4, 6.1, [0, 2, 4, 6])],
)
def test_axes_have_round_numbers(low: float, high: float, values: list[float]) -> None:
    assert round_values(low, high) == values
