"""The grammar of clocks, which all commands share."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from tilefish.cli.main import main
from tilefish.engine.time_control import TIME_CONTROL_HELP, TimeControl, parse_time_control
from tilefish.rules.errors import InputError


@pytest.mark.parametrize(
    ("text", "control", "written"),
    [
        ("5+3", TimeControl(5, 3), "5+3"),
        ("10+0.1", TimeControl(10, 0.1), "10+0.1"),
        ("0.5", TimeControl(0.5), "0.5"),
        (" 90 ", TimeControl(90), "90"),
        ("0:02", TimeControl(2), "2"),
        ("5:00+3", TimeControl(300, 3), "300+3"),
        ("1:30.5", TimeControl(90.5), "90.5"),
        ("90:00+30", TimeControl(5400, 30), "5400+30"),
        ("40/60", TimeControl(60, moves=40), "40/60"),
        ("40/1:30+2", TimeControl(90, 2, 40), "40/90+2"),
        ("40/15:00", TimeControl(900, moves=40), "40/900"),
    ],
)
def test_time_controls(text: str, control: TimeControl, written: str) -> None:
    assert (parse_time_control(text), str(control)) == (control, written)
    assert parse_time_control(written) == control


@pytest.mark.parametrize(
    "text",
    [
        "", "soon", "0", "0+1", "0/10", "10+", "+1", "5+3+1", "10:10:10", "1:75", "1:5", "1:300", "-5",
        "-5+3", "1e3", "٣+1",
        "inf", "nan", "9" * 50, "5m", "40/", "/60", ":30", "1.5:00",
    ],
)  # fmt: skip
def test_what_is_no_time_control(text: str) -> None:
    with pytest.raises(InputError, match=r"^invalid time control .*: expected seconds, m:ss, or") as error:
        parse_time_control(text)
    for example in ("90", "5:00+3", "40/15:00"):
        assert example in str(error.value)
        assert parse_time_control(example)


def test_a_clock_is_renewed() -> None:
    control = TimeControl(60, 1, moves=2)
    assert [control.added_after(moves) for moves in (1, 2, 3, 4)] == [1, 61, 1, 61]
    assert [control.moves_to_go(moves) for moves in (0, 1, 2, 3)] == [2, 1, 2, 1]
    assert TimeControl(60).moves_to_go(7) is None


@pytest.mark.parametrize("command", ["play", "match"])
def test_both_helps_have_the_same_words(command: str) -> None:
    shown = " ".join(CliRunner().invoke(main, [command, "--help"]).stdout.split())
    assert TIME_CONTROL_HELP in shown
