"""`tilefish bench` at the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tilefish.cli.main import main
from tilefish.rules.files import catalogue


def test_the_last_lines_are_the_signature_and_the_speed() -> None:
    lines = CliRunner().invoke(main, ["bench", "1"]).output.splitlines()
    (chess,) = (line for line in lines if line.endswith(" in 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"))
    assert re.search(r" nodes, [KR]x?[a-h][1-8]\+? in ", chess), "a move as people write it"
    assert int(lines[-2].removeprefix("Nodes searched: ")) > 0
    assert int(lines[-1].removeprefix("Nodes/second: ")) > 0
    assert sum(int(line.split()[1]) for line in lines[:-2]) == int(lines[-2].split()[-1])


def test_a_bundled_file_that_is_broken_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.toml").write_text('title = "Broken"\nboard = "0x0"\n')
    monkeypatch.setattr(catalogue, "bundled_folder", lambda: tmp_path)
    result = CliRunner().invoke(main, ["bench", "1"])
    assert result.exit_code == 2
    assert "broken.toml" in result.output
    assert "Traceback" not in result.output
