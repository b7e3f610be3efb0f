"""What the command line says in words, right and wrong."""

from __future__ import annotations

import pytest

from tilefish.engine.time_control import TimeControl
from tilefish.match.adjudication import DrawRule, ResignRule
from tilefish.match.balanced import Balance
from tilefish.match.control import Control, read_control
from tilefish.match.players import Entrant
from tilefish.match.ratings import Sprt
from tilefish.match.words import (
    asks_for_balance,
    parse_balance,
    parse_draw,
    parse_entrant,
    parse_resign,
    parse_sprt,
    with_own_names,
)
from tilefish.rules.errors import InputError


@pytest.mark.parametrize(
    ("text", "entrant"),
    [
        ("skill5", Entrant("skill5", level="skill5")),
        ("Tilefish", Entrant("tilefish", level="full")),
        ("level=act2 name=Act", Entrant("Act", level="act2")),
        ("full option.Hash=64 nodes=500",
         Entrant("tilefish", level="full", options=("Hash=64",), control=Control(nodes=500))),
        ("cmd=/usr/games/stockfish proto=uci", Entrant("stockfish", "/usr/games/stockfish")),
        ("cmd='python -m tilefish' name='My engine' variant=5x5",
         Entrant("My engine", "python -m tilefish", variant="5x5")),
        ("cmd=a 'option.Skill Level=3' option.File=x=y option.Empty=",
         Entrant("a", "a", options=("Skill Level=3", "File=x=y", "Empty="))),
        ("cmd=a tc=1:30+0.5", Entrant("a", "a", control=Control(TimeControl(90, 0.5)))),
    ],
)  # fmt: skip
def test_entrants(text: str, entrant: Entrant) -> None:
    assert parse_entrant(text, entrant.starting) == entrant


@pytest.mark.parametrize(
    ("text", "balance"),
    [
        ("balanced", Balance()),
        ("balanced depth=8 within=60", Balance(depth=8, within=60)),
        (" balanced seconds=0.5 tries=20 count=7", Balance(seconds=0.5, tries=20, count=7)),
    ],
)
def test_balanced_openings(text: str, balance: Balance) -> None:
    assert asks_for_balance(text)
    assert parse_balance(text) == balance
    assert parse_balance(str(balance)) == balance


@pytest.mark.parametrize("text", ["", "./balanced", "balanced.epd", "my balanced"])
def test_other_openings_are_files(text: str) -> None:
    assert not asks_for_balance(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("balanced deep=8", ['no word "deep=8"', '"depth"']),
        ("balanced depth=0", ["depth is", "from 1 to 200"]),
        ("balanced within=0", ["within is", "from 1"]),
        ("balanced seconds=0", ["seconds is", "from 0.01"]),
        ("balanced seconds=nan", ["seconds is"]),
        ("balanced seconds=soon", ["seconds is", "number"]),
        ("balanced count=0", ["count is", "from 1"]),
        ("balanced tries=1 tries=2", ["tries= twice"]),
        ("balanced depth", ['no word "depth"']),
    ],
)
def test_balanced_openings_that_cannot_be(text: str, words: list[str]) -> None:
    with pytest.raises(InputError) as error:
        parse_balance(text)
    for word in ("--openings", *words):
        assert word in str(error.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["cmd=COMMAND", "level"]),
        ("skil5", ["no level", 'did you mean "skill5"', "cmd=COMMAND"]),
        ("name=x", ["cmd=COMMAND"]),
        ("cmd=a level=full", ["cmd=COMMAND"]),
        ("cmd=", ["command of cmd= is empty"]),
        ("cmd='a", ["cannot be split"]),
        ("cmd=a cmd=b", ["cmd= twice"]),
        ("cmd=a nmae=b", ['no word "nmae=b"', '"name"']),
        ("cmd=a skill5", ['no word "skill5"']),
        ("cmd=a proto=xboard", ["only uci"]),
        ("cmd=a option.=3", ["invalid option"]),
        ("cmd=a option.Hash", ["invalid option"]),
        ("cmd=a 'option.X=1\nquit'", ["invalid option"]),
        ("cmd=a 'name=x\ny'", ["no word"]),
        ("full option.Skill=3", ["Hash and Threads", '"Skill"']),
        ("full option.Hash=0", ["option.Hash", "from 1"]),
        ("full option.Hash=many", ["option.Hash"]),
        ("full variant=x", ["variant="]),
        ("cmd=a nodes=0", ["nodes is", "from 1"]),
        ("cmd=a nodes=1e9", ["nodes is"]),
        ("cmd=a nodes=²", ["nodes is"]),
        ("cmd=a depth=999", ["depth is", "to 200"]),
        ("cmd=a movetime=nan", ["movetime is"]),
        ("cmd=a movetime=-1", ["movetime is"]),
        ("cmd=a tc=1+1 movetime=1", ["not both"]),
        ("cmd=a tc=soon", ["time control", "40/15:00"]),
    ],
)
def test_entrants_that_are_none(text: str, words: list[str]) -> None:
    with pytest.raises(InputError) as error:
        parse_entrant(text, 30)
    for word in words:
        assert word in str(error.value)
    assert "\n" not in str(error.value)


def test_namesakes_get_numbers() -> None:
    named = with_own_names([Entrant(name, "x") for name in ("a", "b", "a", "a 2", "a")])
    assert [entrant.name for entrant in named] == ["a", "b", "a 2", "a 2 2", "a 3"]


def test_controls_are_reported_as_they_are_read() -> None:
    control = read_control({"movetime": "0.25", "nodes": "100", "depth": "3"})
    assert control == Control(movetime=0.25, nodes=100, depth=3)
    assert str(control) == "movetime=0.25 nodes=100 depth=3"


def test_rules_for_ending() -> None:
    assert parse_draw("") == DrawRule()
    assert parse_draw("move=30 count=5 score=0") == DrawRule(30, 5, 0)
    assert parse_resign("score=900 twosided=true") == ResignRule(score=900, twosided=True)
    assert parse_sprt("") == Sprt(0, 5)
    assert parse_sprt("elo0=-3 elo1=1 alpha=0.1 beta=0.2 model=logistic") == Sprt(-3, 1, 0.1, 0.2, "logistic")


@pytest.mark.parametrize(
    ("parse", "text", "words"),
    [
        (parse_draw, "count=0", "--draw: count"),
        (parse_draw, "counts=1", "--draw has no word"),
        (parse_draw, "score=x", "--draw: score"),
        (parse_resign, "twosided=maybe", "true or false"),
        (parse_resign, "score=-5", "--resign: score"),
        (parse_sprt, "elo0=5 elo1=0", "--sprt: elo0 is 5"),
        (parse_sprt, "elo1=many", "expected a number"),
        (parse_sprt, "model=bayesian", "normalized or logistic"),
        (parse_sprt, "alpha=1", "--sprt: alpha"),
    ],
)
def test_rules_that_are_none(parse: object, text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse(text)  # type: ignore[operator]
