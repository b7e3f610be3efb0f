"""What engines declare about their options."""

from __future__ import annotations

import pytest

from tilefish.match.declared import misfit, options_in

OPTIONS = options_in(
    [
        "id name Test",
        "option name Skill Level type spin default 20 min -20 max 20",
        "option name Style type combo default Solid var Solid var Very Risky",
        "option name Anything type combo default none",
        "option name Ponder type check default false",
        "option name LogFile type string default <empty>",
        "option name Clear Hash type button",
        "option name Odd type spin default 1",
        "option without a name",
        "uciok",
    ]
)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Skill Level", "-20"),
        ("skill level", "3"),
        ("Style", "very risky"),
        ("Anything", "at all"),
        ("Ponder", "true"),
        ("LogFile", "<empty>"),
        ("Clear Hash", ""),
        ("Odd", "10000000"),
    ],
)
def test_what_fits(name: str, value: str) -> None:
    assert misfit(OPTIONS, name, value) == ""


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("Skil Level", "3", 'it has no option "Skil Level" (did you mean "Skill Level"?)'),
        ("Nothing like it", "3", 'it has no option "Nothing like it"'),
        ("Skill Level", "21", 'Skill Level is "21": expected a whole number from -20 to 20'),
        ("Skill Level", "high", 'Skill Level is "high": expected a whole number from -20 to 20'),
        ("Style", "Sollid", 'Style has no "Sollid" (did you mean "Solid"?); it has Solid, Very Risky'),
        ("Ponder", "yes", 'Ponder has no "yes"; it has true, false'),
    ],
)
def test_what_does_not(name: str, value: str, message: str) -> None:
    assert misfit(OPTIONS, name, value) == message
