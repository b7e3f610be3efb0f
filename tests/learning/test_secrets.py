"""Whatever file is named: no message repeats what was never meant for this program."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from tilefish.cli.main import main
from tilefish.protocols.uci.session import Session

SECRET = "hunter2"
SHADOW = f"root:$6$salt${SECRET}:19000:0:99999:7:::\n{SECRET}:x:0:0:{SECRET}:/root:/bin/{SECRET}\n"
FILES = {
    "shadow": SHADOW,
    "environment": f"AWS_{SECRET}={SECRET}\nPASSWORD={SECRET}\n",
    "quoted": f'AWS_{SECRET} = "{SECRET}"\n',
    "section": f"[{SECRET}]\nkey = {SECRET}\n",
    "toml": f'[{SECRET}]\nkey = "{SECRET}"\n',
    "twice": f'{SECRET}.key = "{SECRET}"\n{SECRET}.key = "{SECRET}"\n',
    "key": f"-----BEGIN PRIVATE KEY-----\n{SECRET}/{SECRET}{SECRET}\n{SECRET}\n-----END\n",
    "json": json.dumps({SECRET: {SECRET: SECRET}, f"{SECRET}|{SECRET}": {SECRET: SECRET}}),
    "list": json.dumps([SECRET, SECRET]),
    "words": f"{SECRET}\n",
    "fields": f"{SECRET} {SECRET} {SECRET} {SECRET} {SECRET} {SECRET}\n",
    "commented": f"# a comment\n\n{SECRET}\n",
    "braces": f"{{{SECRET}}} ({SECRET}) {SECRET}\n",
    "glyphs": f"{SECRET}! $6$salt$ {SECRET}\n",
    "path": f"/home/{SECRET}/w w {SECRET}\n",
}
COMMANDS: dict[str, Callable[[Path], list[object]]] = {
    "book show": lambda path: ["book", "show", path],
    "book check": lambda path: ["book", "check", path],
    "book build": lambda path: ["book", "build", path.with_name("new.epd"), path],
    "learn import": lambda path: ["learn", "import", path],
    "learn record": lambda path: ["learn", "record", path],
    "learn show": lambda path: ["learn", "show", "--file", path],
    "analyse": lambda path: ["analyse", path, "--nodes", 1, "--no-files"],
    "play": lambda path: ["play", "--white", "skill0", "--black", "skill0", "--load", path],
    "match": lambda path: ["match", "--engine", "skill0", "--engine", "skill1", "--openings", path],
    "variants check": lambda path: ["variants", "check", path],
    "variants show": lambda path: ["variants", "show", path],
    "variants list": lambda path: ["variants", "list", "--variant-path", path],
    "perft": lambda path: ["perft", "1", "--variant", path],
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_repeats_a_file_that_is_something_else(place: Path, command: str, name: str) -> None:
    for suffix in ("toml",) if command.startswith(("variants", "perft")) else ("txt", "pgn", "bin"):
        path = place / f"it.{suffix}"
        path.write_text(FILES[name], encoding="utf-8")
        result = CliRunner().invoke(main, list(map(str, COMMANDS[command](path))))
        assert SECRET not in result.output, result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("option", ["BookFile", "LearnFile", "VariantPath"])
def test_no_option_repeats_a_file_that_is_something_else(
    place: Path, capsys: pytest.CaptureFixture[str], option: str, name: str
) -> None:
    for suffix in ("toml", "bin"):
        path = place / f"it.{suffix}"
        path.write_text(FILES[name], encoding="utf-8")
        lines = [
            "setoption name OwnBook value true",
            "setoption name Learning value true",
            f"setoption name {option} value {path}",
            "setoption name UCI_Variant value it",
            "position startpos",
            "go nodes 1",
            "quit",
        ]
        Session().run(io.StringIO("".join(f"{line}\n" for line in lines)))
    said = capsys.readouterr()
    assert SECRET not in said.out + said.err
    assert "info string" in said.out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("e2e4", "is not a book: expected lines such as"),
        ("8/8/8/8/8/8/8/8 w - - bm e2e4; weight x;", 'the weight is "x"'),
    ],
)
def test_what_looks_like_a_book_is_quoted(place: Path, line: str, said: str) -> None:
    path = place / "book.epd"
    path.write_text(f"{line}\n", encoding="utf-8")
    assert said in CliRunner().invoke(main, ["book", "check", str(path)]).output


def test_no_message_has_more_than_the_start_of_a_line(place: Path) -> None:
    """Also where a file looks right."""
    long = "x" * 500
    for name, text, command in (
        ("a.epd", f"8/8/8/8/8/8/8/8 w - - {long}", "book check"),
        ("a.epd", f"4k3/8/8/8/8/8/8/4K3 w - - bm {long};", "analyse"),
        ("a.epd", f"{long[:30]}/{long[:30]} w {long}", "analyse"),
        ("a.pgn", f'[Event "{long}]\n1. e4 {long}', "learn record"),
        ("a.toml", f'title = "{long}"\n{long} = "{long}"', "variants check"),
        ("a.json", json.dumps({f"4k3/8/8/8/8/8/8/4K3 w - - |{long}": {long: 1}}), "learn import"),
    ):
        path = place / name
        path.write_text(text, encoding="utf-8")
        output = CliRunner().invoke(main, list(map(str, COMMANDS[command](path)))).output
        assert "x" * 100 not in output, output
