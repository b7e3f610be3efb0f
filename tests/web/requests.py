"""Requests drawn from the schema of the messages: right ones, and ones that are wrong in one field."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

from jsonschema import Draft202012Validator

from tilefish.web.messages.catalogue import ANSWERS, REQUESTS
from tilefish.web.messages.schema import Message, json_schema

Data = dict[str, Any]
_SCHEMA = json_schema(REQUESTS)
_MOST_DRAWN = 3
"""Entries of a list or a table."""
_LETTERS = "abcdefgh12345678/ -=x,!@#\"'<>&{}[]()\\\n\0\u00e9\u2655\ud800\U0001f40e"
ODD_VALUES: tuple[object, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    0.5,
    1e308,
    float("nan"),
    float("inf"),
    10**30,
    "",
    "text",
    [],
    [[]],
    [None],
    {},
    {"type": "new"},
    "a" * 1001,
)


def definition(name: str) -> Data:
    """The schema of a request or of a part of one."""
    found: Data = _SCHEMA["$defs"][name]
    return found


def right_value(shape: Data, rng: Random) -> object:
    """A value that fits a schema."""
    if "$ref" in shape:
        return right_object(definition(shape["$ref"].rpartition("/")[2]), rng)
    if "anyOf" in shape:
        return right_value(rng.choice(shape["anyOf"]), rng)
    if "enum" in shape:
        return rng.choice(shape["enum"])
    if "const" in shape:
        return shape["const"]
    match shape["type"]:
        case "string":
            length = min(rng.choice((0, 1, 5, 60, 1000)), shape.get("maxLength", 1000))
            return "".join(rng.choices(_LETTERS, k=length))
        case "integer":
            least, most = shape.get("minimum", -9), shape.get("maximum", 9)
            return rng.choice(
                (least, most, rng.randint(least, most), min(most, max(least, rng.randint(0, 5))))
            )
        case "number":
            return rng.uniform(shape.get("minimum", -9), shape.get("maximum", 9))
        case "boolean":
            return rng.random() < 0.5
        case "null":
            return None
        case "array":
            number = rng.randint(0, min(_MOST_DRAWN, shape.get("maxItems", _MOST_DRAWN)))
            return [right_value(shape["items"], rng) for _ in range(number)]
        case "object" if "additionalProperties" in shape and "properties" not in shape:
            number = rng.randint(0, min(_MOST_DRAWN, shape.get("maxProperties", _MOST_DRAWN)))
            return {str(key): right_value(shape["additionalProperties"], rng) for key in range(number)}
    raise AssertionError(f"no value for {shape}")


def right_object(shape: Data, rng: Random) -> Data:
    """An object that fits a schema; fields that may be missing are missing now and then."""
    needed = set(shape["required"])
    return {
        name: right_value(field, rng)
        for name, field in shape["properties"].items()
        if name in needed or rng.random() < 0.7
    }


@cache
def _validators(kinds: tuple[type[Message], ...]) -> Mapping[str, Draft202012Validator]:
    """What checks a message of each kind. The schema of all says the same, but takes longer."""
    schema = json_schema(kinds)
    references = {kind.type: {"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds}
    return {
        name: Draft202012Validator({"$defs": schema["$defs"], **reference})
        for name, reference in references.items()
    }


def _is_one_of(kinds: tuple[type[Message], ...], message: object) -> bool:
    validators = _validators(kinds)
    name = message.get("type") if isinstance(message, dict) else None
    return isinstance(name, str) and name in validators and bool(validators[name].is_valid(message))


def is_request(message: object) -> bool:
    """Whether a message fits the schema of requests."""
    return _is_one_of(REQUESTS, message)


def is_answer(message: object) -> bool:
    """Whether a message fits the schema of answers."""
    return _is_one_of(ANSWERS, message)
