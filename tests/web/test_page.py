"""The page of `tilefish board`, without a browser: its files fit together and keep to the server's policy."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

import tilefish

STATIC = Path(tilefish.__file__).parent / "web" / "static"
SOURCES = {path.name: path.read_text(encoding="utf-8") for path in sorted(STATIC.iterdir())}
SCRIPTS = {name: text for name, text in SOURCES.items() if name.endswith(".js")}
PAGE = SOURCES["index.html"]
TRIED = (Path(__file__).parent / "modules.test.mjs").read_text(encoding="utf-8")
MOST_SENT, MOST_WRITTEN = 136_000, 393_000
"""Bytes of the page's files, compressed and as they are: a little above what they have."""

_IDS = re.findall(r'\bid="([^"]+)"', PAGE)
_IMPORT = re.compile(r'from "\./([^"]+)"|import\("\./([^"]+)"\)')


def without_comments(script: str) -> str:
    return re.sub(r"/\*.*?\*/|^\s*//.*?$", "", script, flags=re.DOTALL | re.MULTILINE)


def text_keys() -> set[str]:
    """The names of all texts."""
    start = SCRIPTS["texts.js"].index("export const TEXTS = {")
    body = SCRIPTS["texts.js"][start : SCRIPTS["texts.js"].index("\n};", start)]
    return set(re.findall(r"^  (\w+)(?=[:,])", body, re.MULTILINE))


def test_page_is_small() -> None:
    assert sum(len(gzip.compress(text.encode())) for text in SOURCES.values()) <= MOST_SENT
    assert sum(len(text.encode()) for text in SOURCES.values()) <= MOST_WRITTEN


def test_ids_are_unique_and_known() -> None:
    assert [name for name, times in Counter(_IDS).items() if times > 1] == []
    asked = re.compile(r'\b(?:byId|onClick|onSubmit|onEntry)\("([^"]+)"(?:, "([^"]+)")?')
    wanted = {name for text in SCRIPTS.values() for names in asked.findall(text) for name in names}
    assert wanted - {*_IDS, ""} == set()


def test_buttons_of_the_game_are_answered() -> None:
    buttons = re.findall(r'<button\b[^>]*? id="([^"]+)"', PAGE)
    scripts = "".join(SCRIPTS.values())
    assert [name for name in buttons if f'"{name}"' not in scripts] == []


def test_every_text_exists_and_is_used() -> None:
    marked = set(re.findall(r'\bdata-(?:text|label|example)="([^"]+)"', PAGE))
    used = marked | {key for text in SCRIPTS.values() for key in re.findall(r"\bTEXTS\.(\w+)", text)}
    assert used == text_keys()


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_is_checked_and_imports_what_exists(name: str) -> None:
    assert SCRIPTS[name].startswith("// @ts-check\n")
    imported = {first or second for first, second in _IMPORT.findall(SCRIPTS[name])}
    assert imported - SCRIPTS.keys() == set()


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_makes_no_markup_of_texts(name: str) -> None:
    """Texts of strangers (titles, rules, names) are set as text alone."""
    unsafe = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|Function\(|Attribute\(\"style"
    assert re.findall(unsafe, without_comments(SCRIPTS[name])) == []


def test_every_script_is_part_of_the_page() -> None:
    reached, waiting = set[str](), {"main.js"}
    while waiting:
        name = waiting.pop()
        reached.add(name)
        imports = _IMPORT.findall(without_comments(SCRIPTS[name]))  # types are imported in comments
        waiting |= {first or second for first, second in imports} - reached
    assert reached == SCRIPTS.keys()


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_export_is_imported(name: str) -> None:
    exported = re.findall(
        r"^export (?:async )?(?:const|function\*?|class) (\w+)", SCRIPTS[name], re.MULTILINE
    )
    others = [TRIED, *(without_comments(text) for other, text in SCRIPTS.items() if other != name)]
    imports = re.compile(rf'import {{([^}}]+)}} from "\./{re.escape(name)}"')
    imported = {
        word for text in others for names in imports.findall(text) for word in re.findall(r"\w+", names)
    }
    assert set(exported) - imported == set()


def test_every_style_has_an_element() -> None:
    """The classes and ids of the style sheets occur in the page, or in a script that makes elements."""
    sheets = "".join(without_comments(text) for name, text in SOURCES.items() if name.endswith(".css"))
    selectors = "".join(re.findall(r"([^{}]+){", sheets))
    styled = set(re.findall(r"[.#]([A-Za-z][\w-]*)", selectors))
    made = PAGE + "".join(map(without_comments, SCRIPTS.values()))
    assert len(styled) > 100
    assert styled - set(re.findall(r"[\w-]+", made)) == set()


def test_page_keeps_to_its_policy() -> None:
    """Nothing inline and nothing from elsewhere: the Content-Security-Policy would refuse it."""
    assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)", PAGE) == []
    for name, text in SOURCES.items():
        assert set(re.findall(r"https?://[^\"'\s]+", without_comments(text))) <= {
            "http://www.w3.org/2000/svg"
        }, name


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_modules(tmp_path: Path) -> None:
    """The modules that need no browser, tried by `modules.test.mjs`."""
    for name, text in SCRIPTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    test = tmp_path / "modules.test.mjs"
    shutil.copy(Path(__file__).parent / "modules.test.mjs", test)
    found = subprocess.run(
        ["node", "--test", str(test)], capture_output=True, text=True, timeout=60, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr
