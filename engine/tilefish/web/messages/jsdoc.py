"""`page_types.js`: the types of the messages for the page's scripts, made from the same classes."""

from __future__ import annotations

import re
from textwrap import wrap

from tilefish.rules.model.variant import SIDE_NAMES
from tilefish.web.messages.catalogue import ANSWERS, REQUESTS
from tilefish.web.messages.schema import Message, records, required, shapes

_HEAD = """\
// @ts-check
/**
 * The types of the messages between this page and the server. `scripts/web_messages.py` makes this file from
 * `tilefish.web.messages`: change the classes there. There is no code here.
 *
 * Squares are numbers, `rank * files + file`, from a1 = 0.
 *
 *"""
_SIDES = " | ".join(f'"{side}"' for side in SIDE_NAMES)
_WIDTH = 110


def page_types() -> str:
    """The whole file."""
    lines = [_HEAD, f" * @typedef {{{_SIDES}}} Side", " *"]
    for kind in records((*REQUESTS, *ANSWERS)):
        lines += _typedef(kind)
    lines.append(f" * @typedef {{{' | '.join(kind.__name__ for kind in ANSWERS)}}} Answer")
    lines.append(" *")
    lines.append(f" * @typedef {{{' | '.join(kind.__name__ for kind in REQUESTS)}}} Request")
    lines += [" */", "", "export {};", ""]
    return "\n".join(lines)


def _typedef(kind: type) -> list[str]:
    words = re.sub(r"\s+", " ", kind.__doc__ or "")
    lines = [f" * {line}" for line in wrap(words, _WIDTH)]
    lines.append(f" * @typedef {{object}} {kind.__name__}")
    if issubclass(kind, Message):
        lines.append(f' * @property {{"{kind.type}"}} type')
    for name, shape in shapes(kind).items():
        named = name if name in required(kind) else f"[{name}]"
        lines.append(f" * @property {{{_named(shape.jsdoc())}}} {named}")
    return [*lines, " *"]


def _named(written: str) -> str:
    """A type with the names that the page has for parts of it."""
    return written.replace(_SIDES, "Side")
