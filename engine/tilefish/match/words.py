"""Words of the command line such as `cmd=stockfish option.Hash=64`: the entrants, balanced openings, the
rules for ending games early, and the length of a match."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tilefish.engine.engine import MAX_HASH, MAX_THREADS
from tilefish.engine.levels import level_named
from tilefish.match.adjudication import DrawRule, ResignRule
from tilefish.match.balanced import Balance
from tilefish.match.control import CONTROL_WORDS, MOST_DEPTH, MOST_SECONDS, read_control
from tilefish.match.players import Entrant
from tilefish.match.ratings import MODELS, Sprt
from tilefish.rules.errors import InputError, nearest
from tilefish.rules.messages import quote

_OPTION = "option."
_ENTRANT_WORDS = ("cmd", "name", "level", "variant", "proto", *CONTROL_WORDS)
_HABITS = {
    "timemargin": ": --margin MS is one for all",
    "st": ": expected movetime=SECONDS",
}
"""Words of other match programs."""
_LEVEL_OPTIONS = {"Hash": MAX_HASH, "Threads": MAX_THREADS}
_OWN_NAME = "tilefish"
"""A short name for full strength."""
_MOST_CENTIPAWNS = 100_000
_MOST_MOVES = 10_000
_MOST_OPENINGS = 1_000_000
_LEAST_SECONDS = 0.01
_BALANCED = "balanced"


def parse_entrant(text: str, starting: float) -> Entrant:
    """An entrant: `skill5`, `cmd=stockfish name=SF option.Hash=64 "option.Skill Level=3"`."""
    words = _split(text, "--engine")
    if words and "=" not in words[0]:
        words[0] = f"level={words[0]}"
    options = tuple(word.removeprefix(_OPTION) for word in words if word.startswith(_OPTION))
    given = _by_name([word for word in words if not word.startswith(_OPTION)], _ENTRANT_WORDS, "--engine")
    _check_options(options)
    if given.get("proto", "uci") != "uci":
        raise InputError(f"--engine: proto is {quote(given['proto'])}, only uci is understood")
    if ("cmd" in given) == ("level" in given):
        raise InputError(
            "--engine wants cmd=COMMAND for a program, or a level of Tilefish such as skill5 or full"
        )
    control = read_control(given) if any(word in given for word in CONTROL_WORDS) else None
    entrant = Entrant(
        "", options=options, variant=given.get("variant", ""), control=control, starting=starting
    )
    entrant = _of_command(entrant, given["cmd"]) if "cmd" in given else _of_level(entrant, given["level"])
    return replace(entrant, name=given["name"]) if given.get("name") else entrant


def _of_command(entrant: Entrant, command: str) -> Entrant:
    words = _split(command, "cmd")
    if not words:
        raise InputError("--engine: the command of cmd= is empty")
    return replace(entrant, command=command, name=Path(words[0]).name)


def _of_level(entrant: Entrant, level: str) -> Entrant:
    name = "full" if level.lower() == _OWN_NAME else level.lower()
    try:
        level_named(name)
    except InputError as error:
        raise InputError(f"--engine: {error}; the command of a program is cmd=COMMAND") from error
    if entrant.variant:
        raise InputError("--engine: a level of Tilefish needs no variant=, which is for programs")
    for option in entrant.options:
        key, _, value = option.partition("=")
        most = _LEVEL_OPTIONS.get(key)
        if most is None:
            known = " and ".join(_LEVEL_OPTIONS)
            raise InputError(
                f"--engine: a level has the options {known}, not {quote(key)}; cmd=tilefish has all of them"
            )
        _whole("--engine", f"option.{key}", value, 1, most)
    return replace(entrant, level=name, name=_OWN_NAME if name == "full" else name)


def _check_options(options: Sequence[str]) -> None:
    for option in options:
        key, equals, _ = option.partition("=")
        if not key.strip() or not equals or not option.isprintable():
            raise InputError(
                f"--engine: invalid option {quote(_OPTION + option)}: expected option.NAME=VALUE"
            )


def with_own_names(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """The entrants; those with the same name as an earlier one get a number behind it."""
    named: list[Entrant] = []
    for entrant in entrants:
        taken = {other.name for other in named}
        name, number = entrant.name, 2
        while name in taken:
            name, number = f"{entrant.name} {number}", number + 1
        named.append(replace(entrant, name=name))
    return tuple(named)


# --- openings --------------------------------------------------------------------------------------------


def asks_for_balance(text: str) -> bool:
    """Whether `--openings` asks for balanced openings. A file of that name is `./balanced`."""
    return text.split(maxsplit=1)[:1] == [_BALANCED]


def parse_balance(text: str) -> Balance:
    """`balanced depth=12 within=50 seconds=10 tries=1000 count=100`."""
    where, usual = "--openings", Balance()
    words = ("depth", "within", "seconds", "tries", "count")
    given = _by_name(_split(text, where)[1:], words, where)
    return Balance(
        _whole(where, "depth", given["depth"], 1, MOST_DEPTH) if "depth" in given else None,
        _number(given, where, "within", usual.within, 1, _MOST_CENTIPAWNS),
        _seconds(given, where, usual.seconds),
        _number(given, where, "tries", usual.tries, 1, _MOST_OPENINGS),
        _whole(where, "count", given["count"], 1, _MOST_OPENINGS) if "count" in given else None,
    )


# --- rules for ending ------------------------------------------------------------------------------------


def parse_draw(text: str) -> DrawRule:
    """`move=40 count=8 score=10`."""
    usual = DrawRule()
    given = _by_name(_split(text, "--draw"), ("move", "count", "score"), "--draw")
    return DrawRule(
        _number(given, "--draw", "move", usual.first, 1, _MOST_MOVES),
        _number(given, "--draw", "count", usual.count, 1, _MOST_MOVES),
        _number(given, "--draw", "score", usual.score, 0, _MOST_CENTIPAWNS),
    )


def parse_resign(text: str) -> ResignRule:
    """`count=3 score=600 twosided=true`."""
    usual = ResignRule()
    given = _by_name(_split(text, "--resign"), ("count", "score", "twosided"), "--resign")
    twosided = given.get("twosided", "false").lower()
    if twosided not in ("true", "false"):
        raise InputError(f"--resign: twosided is {quote(twosided)}: expected true or false")
    return ResignRule(
        _number(given, "--resign", "count", usual.count, 1, _MOST_MOVES),
        _number(given, "--resign", "score", usual.score, 1, _MOST_CENTIPAWNS),
        twosided == "true",
    )


def parse_sprt(text: str) -> Sprt:
    """`elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`."""
    given = _by_name(_split(text, "--sprt"), ("elo0", "elo1", "alpha", "beta", "model"), "--sprt")
    chosen = given.get("model", MODELS[0])
    model = next((model for model in MODELS if model == chosen), None)
    if model is None:
        raise InputError(f"--sprt: the model is {quote(chosen)}: expected {' or '.join(MODELS)}")
    try:
        return Sprt(
            _real(given, "elo0", 0.0), _real(given, "elo1", 5.0),
            _real(given, "alpha", 0.05), _real(given, "beta", 0.05), model,
        )  # fmt: skip
    except InputError as error:
        raise InputError(f"--sprt: {error}") from error


# --- words -----------------------------------------------------------------------------------------------


def _split(text: str, where: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise InputError(
            f"{where}: {quote(text)} cannot be split into words: {str(error).lower()}"
        ) from error


def _by_name(words: Sequence[str], known: Sequence[str], where: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name not in known or not equals or not value.isprintable():
            hint = (
                _HABITS.get(name)
                or nearest(name, known)
                or f"; words are {', '.join(f'{other}=' for other in known)}"
            )
            raise InputError(f"{where} has no word {quote(word)}{hint}")
        if name in given:
            raise InputError(f"{where} has {name}= twice")
        given[name] = value
    return given


def _number(given: dict[str, str], where: str, name: str, usual: int, least: int, most: int) -> int:
    return _whole(where, name, given[name], least, most) if name in given else usual


def _whole(where: str, name: str, text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 12 and least <= int(text) <= most):
        raise InputError(f"{where}: {name} is {quote(text)}: expected a whole number from {least} to {most}")
    return int(text)


def _seconds(given: dict[str, str], where: str, usual: float) -> float:
    text = given.get("seconds", str(usual))
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not _LEAST_SECONDS <= seconds <= MOST_SECONDS:
        bounds = f"from {_LEAST_SECONDS:g} to {MOST_SECONDS:g}"
        raise InputError(f"{where}: seconds is {quote(text)}: expected a number {bounds}")
    return seconds


def _real(given: dict[str, str], name: str, usual: float) -> float:
    try:
        return float(given.get(name, usual))
    except ValueError:
        raise InputError(f"{name} is {quote(given[name])}: expected a number") from None
