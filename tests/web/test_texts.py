"""English texts stand in one file: texts.js. No other module and no markup has texts of its own."""

from __future__ import annotations

import re

import pytest
from tests.web.test_page import PAGE, SCRIPTS, without_comments

_LITERAL = re.compile(r'"([^"\n]*)"|`([^`]*)`')
_SENTENCE = re.compile(
    r"[A-Z][a-z]+ [a-z]+"  # `New game`
    r"|\b[a-z]+ [a-z]+ [a-z]{2,}"  # `is carried to`
    r"|^[A-Z][a-z]{2,}[.?!…]?$"  # `Play`
    r"|[a-z]{2,} [a-z]*[.?!…]$"  # `over there!`
)
_NO_TEXTS = frozenset(
    (
        *("Enter", "Escape", "Tab", "Home", "End", "Delete", "Backspace", "Shift", "Control"),  # keys
        *(
            "Event",
            "Site",
            "Date",
            "Round",
            "White",
            "Black",
            "Result",
            "Elo",
            "WhiteElo",
            "BlackElo",
            "Annotator",
        ),  # headers of PGN
        *("Files",),  # what is dragged
    )
)
_SYMBOLS = re.compile(r"[^A-Za-z]*")


def texts_of(script: str) -> list[str]:
    """What looks like English in the literals of a script. Errors are for developers."""
    code = without_comments(script)
    code = re.sub(r"new Error\(.*?\)", "", code, flags=re.DOTALL)
    code = re.sub(r"^import .*?;$", "", code, flags=re.DOTALL | re.MULTILINE)
    found = [plain or re.sub(r"\$\{[^}]*\}", "", pieces) for plain, pieces in _LITERAL.findall(code)]
    return [text for text in found if _SENTENCE.search(text) and text not in _NO_TEXTS]


def test_texts_are_found() -> None:
    script = 'a("New game"); b(`is carried to ${x}`);\n// "Not this"\nc("mark last", "Enter", "Play");'
    assert texts_of(script) == ["New game", "is carried to ", "Play"]


@pytest.mark.parametrize("name", [name for name in SCRIPTS if name != "texts.js"])
def test_script_has_no_texts_of_its_own(name: str) -> None:
    assert texts_of(SCRIPTS[name]) == []


def test_markup_has_no_texts_of_its_own() -> None:
    body = re.sub(r"<noscript>.*?</noscript>|<!--.*?-->", "", PAGE, flags=re.DOTALL)
    texts = [text.strip() for text in re.findall(r">([^<]+)<", body)]
    assert [text for text in texts if not _SYMBOLS.fullmatch(text) and text != "Tilefish"] == []
    assert re.findall(r'\b(?:aria-label|placeholder|title|alt)="[^"]*[a-z]', body) == []
