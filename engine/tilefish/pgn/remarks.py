"""The commands in comments, read from a comment and written into one: `[%eval 0.35,12]`, `[%emt 0:00:01.5]`,
`[%clk 0:04:30]`, `[%fen FEN]`, and what is drawn on the board: circles `[%csl Ge4,Rd5]` and arrows
`[%cal Gd2d4]`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tilefish.pgn.record import MOST_SHAPES, Colour, Evaluation, RecordedMove, Shape
from tilefish.rules.model.win_rate import MATE_SCORE

FEN_COMMAND = "[%fen"
_COMMAND = re.compile(r"\[%(eval|emt|clk|fen|csl|cal)\s([^\[\]]*)\]")
_EVAL = re.compile(
    r"(?:#(?P<mate>[-+]?\d{1,4})|(?P<pawns>[-+]?\d{1,6}(?:\.\d{1,4})?))(?:\s*,\s*(?P<depth>\d{1,4}))?"
)
_TIME = re.compile(r"(\d{1,6}):(\d{1,2}):(\d{1,2}(?:\.\d{1,6})?)")
_MOST_NESTED = 4
"""A command may stand in another one, and be one only when the inner one is taken out."""
_ROUND = str.maketrans("{}", "()")
_FIELDS = {"eval": "evaluation", "emt": "seconds", "clk": "clock"}
_SHAPE = re.compile(r"(?P<colour>[GRBY])(?P<origin>[a-h][1-8])(?P<target>[a-h][1-8])?")
_COLOURS: dict[str, Colour] = {"G": "green", "R": "red", "B": "blue", "Y": "yellow"}
_LETTERS = {colour: letter for letter, colour in _COLOURS.items()}
_Value = Evaluation | float | str | tuple[Shape, ...]


def with_remarks(
    move: str,
    comments: Iterable[str],
    position: str | None = None,
    nags: tuple[int, ...] = (),
    variations: tuple[tuple[RecordedMove, ...], ...] = (),
) -> RecordedMove:
    """A move with the data from its comments. Commands that cannot be read stay in the text; `position` is
    the one that was read."""
    texts: list[str] = []
    found: dict[str, _Value] = {}
    for comment in comments:
        texts += _texts_of(comment, found)
    return RecordedMove(
        move,
        " ".join(filter(None, texts)),
        nags,
        position=position,
        variations=variations,
        **found,  # type: ignore[arg-type]
    )


def position_in(comment: str) -> str | None:
    """The FEN from which the game goes on by a comment, the last one if there are several."""
    positions = [text.strip() for command, text in _COMMAND.findall(comment) if command == "fen"]
    return positions[-1] if positions else None


def _texts_of(comment: str, found: dict[str, _Value]) -> Iterator[str]:
    """The rest of a comment without its commands, whose values are added to those found."""
    end = 0
    for command in _COMMAND.finditer(comment):
        value = _value(command[1], command[2].strip())
        if value is None:
            continue
        yield comment[end : command.start()].strip()
        end = command.end()
        if isinstance(value, tuple):
            found["shapes"] = with_shapes(found.get("shapes", ()), value)  # type: ignore[arg-type]
        elif command[1] != "fen":
            found[_FIELDS[command[1]]] = value
    yield comment[end:].strip()


def shapes_in(comment: str) -> tuple[Shape, ...]:
    """What the commands of a comment draw on the board."""
    found: dict[str, _Value] = {}
    for _ in _texts_of(comment, found):
        pass
    return found.get("shapes", ())  # type: ignore[return-value]


def with_shapes(shapes: Iterable[Shape], more: Iterable[Shape]) -> tuple[Shape, ...]:
    """Shapes with others, which take the places of those between the same squares: circles first, as they are
    written. Beyond `MOST_SHAPES`, the others are left out."""
    every = {(shape.origin, shape.target): shape for shape in shapes}
    for shape in more:
        if len(every) < MOST_SHAPES or (shape.origin, shape.target) in every:
            every[shape.origin, shape.target] = shape
    return tuple(sorted(every.values(), key=_is_arrow))


def _is_arrow(shape: Shape) -> bool:
    return shape.origin != shape.target


def _shapes(command: str, text: str) -> tuple[Shape, ...] | None:
    """The circles or arrows of a command; None if any of them cannot be read."""
    shapes = []
    for word in text.split(","):
        found = _SHAPE.fullmatch(word.strip())
        if found is None or (found["target"] is None) != (command == "csl"):
            return None
        shape = Shape(_COLOURS[found["colour"]], found["origin"], found["target"] or found["origin"])
        if command == "cal" and not _is_arrow(shape):
            return None
        shapes.append(shape)
    return tuple(shapes)


def _value(command: str, text: str) -> _Value | None:
    """The value of a command; None if it cannot be read."""
    if command == "fen":
        return text
    if command in ("csl", "cal"):
        return _shapes(command, text)
    if command == "eval":
        found = _EVAL.fullmatch(text)
        return None if found is None else _evaluation(found)
    time = _TIME.fullmatch(text)
    return None if time is None else int(time[1]) * 3600 + int(time[2]) * 60 + float(time[3])


def _evaluation(found: re.Match[str]) -> Evaluation:
    depth = int(found["depth"]) if found["depth"] else None
    if found["mate"] is None:
        return Evaluation(round(float(found["pawns"]) * 100), None, depth)
    mate = int(found["mate"])
    return Evaluation(-MATE_SCORE if found["mate"].startswith("-") else MATE_SCORE, mate, depth)


def on_one_line(text: str) -> str:
    """The text of a comment as PGN can hold it: on one line, without braces, which would end it early."""
    visible = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(visible.translate(_ROUND).split())


def plain_comment(text: str) -> str:
    """The text of a comment as it is after writing and reading: on one line, and without the commands that
    are the data of a move. Those that only other programs know stay in it."""
    text = on_one_line(text)
    for _ in range(_MOST_NESTED):
        rest = on_one_line(" ".join(_texts_of(text, {})))
        if rest == text:
            return text
        text = rest
    return text.replace("[%", "[ %")


def comment_of(move: RecordedMove) -> str:
    """The comment with all its commands."""
    words = []
    if move.evaluation is not None:
        words.append(f"[%eval {evaluation_text(move.evaluation)}]")
    if move.seconds is not None:
        words.append(f"[%emt {_time_text(move.seconds)}]")
    if move.clock is not None:
        words.append(f"[%clk {_time_text(move.clock)}]")
    if move.position is not None:
        words.append(f"[%fen {move.position}]")
    return " ".join(filter(None, (*words, shapes_text(move.shapes), move.comment)))


def shapes_text(shapes: Iterable[Shape]) -> str:
    """The commands that draw circles and arrows."""
    circles = [f"{_LETTERS[shape.colour]}{shape.origin}" for shape in shapes if not _is_arrow(shape)]
    arrows = [f"{_LETTERS[shape.colour]}{shape.origin}{shape.target}" for shape in shapes if _is_arrow(shape)]
    return " ".join(
        f"[%{name} {','.join(words)}]" for name, words in (("csl", circles), ("cal", arrows)) if words
    )


def evaluation_text(evaluation: Evaluation) -> str:
    """`0.35,12` or `#-3,20`: pawns or moves to mate from White's point of view, and the depth."""
    score = f"{evaluation.score / 100:.2f}" if evaluation.mate is None else f"#{evaluation.mate}"
    return score if evaluation.depth is None else f"{score},{evaluation.depth}"


def _time_text(seconds: float) -> str:
    milliseconds = max(0, round(seconds * 1000))
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:" + f"{rest / 1000:06.3f}".rstrip("0").rstrip(".").rjust(2, "0")
