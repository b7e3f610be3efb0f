"""Dataclasses as JSON: read, checked, written and described by the types of their fields.

A field is a text, a number, true or false, one of a few words (`Literal`), another dataclass, a sequence
(`tuple[X, ...]`), a table with texts as keys (`Mapping[str, X]`), or one of these or null. `Letters`,
`Between` and `Most` limit what a stranger may send.
"""

from __future__ import annotations

import json
import types
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Protocol,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from tilefish.rules.errors import InputError
from tilefish.rules.messages import listing, quote

Data = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Message:
    """A message. `type` is its name in JSON."""

    type: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Letters:
    """The most letters of a text."""

    most: int


@dataclass(frozen=True, slots=True)
class Between:
    """The least and the greatest value of a number."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Most:
    """The most entries of a sequence or a table."""

    most: int


class FieldShape(Protocol):
    """What a field may be: how it is described, checked, and written in a JSON schema and in JSDoc."""

    @property
    def expected(self) -> str:
        """The expected value in words."""

    def read(self, value: object, where: str) -> object:
        """The value of the field. Raises `InputError`."""

    def schema(self) -> Data:
        """The JSON schema of the field."""

    def jsdoc(self) -> str:
        """The type of the field on the page."""


# --- the shapes ---------------------------------------------------------------------------------------


def _wrong(where: str, expected: str) -> InputError:
    return InputError(f"{where} is not {expected}")


@dataclass(frozen=True, slots=True)
class _Text:
    most: int | None = None

    @property
    def expected(self) -> str:
        return "a text" if self.most is None else f"a text of at most {self.most} letters"

    def read(self, value: object, where: str) -> str:
        if not isinstance(value, str) or (self.most is not None and len(value) > self.most):
            raise _wrong(where, self.expected)
        return value

    def schema(self) -> Data:
        return {"type": "string"} if self.most is None else {"type": "string", "maxLength": self.most}

    def jsdoc(self) -> str:
        return "string"


@dataclass(frozen=True, slots=True)
class _Number:
    is_whole: bool
    limits: Between | None = None

    @property
    def expected(self) -> str:
        kind = "a whole number" if self.is_whole else "a number"
        return kind if self.limits is None else f"{kind} from {self.limits.least} to {self.limits.most}"

    def read(self, value: object, where: str) -> float:
        kinds = int if self.is_whole else (int, float)
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise _wrong(where, self.expected)
        number = cast(float, value)
        if self.limits is not None and not self.limits.least <= number <= self.limits.most:  # NaN is not
            raise _wrong(where, self.expected)
        return number

    def schema(self) -> Data:
        limits = {} if self.limits is None else {"minimum": self.limits.least, "maximum": self.limits.most}
        return {"type": "integer" if self.is_whole else "number", **limits}

    def jsdoc(self) -> str:
        return "number"


@dataclass(frozen=True, slots=True)
class _Truth:
    expected: str = "true or false"

    def read(self, value: object, where: str) -> bool:
        if not isinstance(value, bool):
            raise _wrong(where, self.expected)
        return value

    def schema(self) -> Data:
        return {"type": "boolean"}

    def jsdoc(self) -> str:
        return "boolean"


@dataclass(frozen=True, slots=True)
class _Word:
    words: tuple[str, ...]

    @property
    def expected(self) -> str:
        return f"one of {listing(list(self.words))}"

    def read(self, value: object, where: str) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise _wrong(where, self.expected)
        return value

    def schema(self) -> Data:
        return {"enum": list(self.words)}

    def jsdoc(self) -> str:
        return " | ".join(f'"{word}"' for word in self.words)


@dataclass(frozen=True, slots=True)
class _OrNull:
    shape: FieldShape

    @property
    def expected(self) -> str:
        return f"{self.shape.expected}, or null"

    def read(self, value: object, where: str) -> object:
        return None if value is None else self.shape.read(value, where)

    def schema(self) -> Data:
        return {"anyOf": [self.shape.schema(), {"type": "null"}]}

    def jsdoc(self) -> str:
        return f"{self.shape.jsdoc()} | null"


@dataclass(frozen=True, slots=True)
class _Sequence:
    shape: FieldShape
    most: int | None

    @property
    def expected(self) -> str:
        return "a list" if self.most is None else f"a list of at most {self.most} entries"

    def read(self, value: object, where: str) -> tuple[object, ...]:
        if not isinstance(value, list) or (self.most is not None and len(value) > self.most):
            raise _wrong(where, self.expected)
        return tuple(self.shape.read(each, f"entry {at} of {where}") for at, each in enumerate(value, 1))

    def schema(self) -> Data:
        limits = {} if self.most is None else {"maxItems": self.most}
        return {"type": "array", "items": self.shape.schema(), **limits}

    def jsdoc(self) -> str:
        entry = self.shape.jsdoc()
        return f"({entry})[]" if " " in entry else f"{entry}[]"


@dataclass(frozen=True, slots=True)
class _Table:
    shape: FieldShape
    most: int | None

    @property
    def expected(self) -> str:
        return "an object" if self.most is None else f"an object of at most {self.most} entries"

    def read(self, value: object, where: str) -> dict[str, object]:
        if not isinstance(value, dict) or (self.most is not None and len(value) > self.most):
            raise _wrong(where, self.expected)
        return {key: self.shape.read(each, f"{quote(key)} of {where}") for key, each in value.items()}

    def schema(self) -> Data:
        limits = {} if self.most is None else {"maxProperties": self.most}
        return {"type": "object", "additionalProperties": self.shape.schema(), **limits}

    def jsdoc(self) -> str:
        return f"Record<string, {self.shape.jsdoc()}>"


@dataclass(frozen=True, slots=True)
class _Record:
    kind: type

    @property
    def expected(self) -> str:
        return f"an object with {listing(list(shapes(self.kind)))}"

    def read(self, value: object, where: str) -> object:
        if not isinstance(value, dict):
            raise _wrong(where, self.expected)
        return read(self.kind, value, where)

    def schema(self) -> Data:
        return {"$ref": f"#/$defs/{self.kind.__name__}"}

    def jsdoc(self) -> str:
        return self.kind.__name__


def _shape(hint: Any, limits: tuple[object, ...] = ()) -> FieldShape:
    """The shape of a type. Raises `TypeError` for one that has no JSON."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _shape(arguments[0], arguments[1:])
    if hint is str:
        return _Text(next((limit.most for limit in limits if isinstance(limit, Letters)), None))
    if hint is bool:
        return _Truth()
    if hint in (int, float):
        return _Number(hint is int, next((limit for limit in limits if isinstance(limit, Between)), None))
    if origin is Literal:
        return _Word(arguments)
    if origin in (types.UnionType, Union) and len(arguments) == 2 and arguments[1] is types.NoneType:
        return _OrNull(_shape(arguments[0], limits))
    most = next((limit.most for limit in limits if isinstance(limit, Most)), None)
    if origin is tuple and len(arguments) == 2 and arguments[1] is ...:
        return _Sequence(_shape(arguments[0]), most)
    if origin is Mapping and arguments[0] is str:
        return _Table(_shape(arguments[1]), most)
    if is_dataclass(hint):
        return _Record(cast(type, hint))
    raise TypeError(f"a message cannot have a field of type {hint}")


_SHAPES: dict[type, Mapping[str, FieldShape]] = {}


def shapes(kind: type) -> Mapping[str, FieldShape]:
    """The fields of a dataclass."""
    if kind not in _SHAPES:
        hints = get_type_hints(kind, include_extras=True)
        _SHAPES[kind] = {field.name: _shape(hints[field.name]) for field in fields(kind)}
    return _SHAPES[kind]


def required(kind: type) -> tuple[str, ...]:
    """The fields that have no default."""
    return tuple(
        field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING
    )


# --- reading and writing ------------------------------------------------------------------------------


def read(kind: type[T], data: Data, where: str) -> T:
    """A dataclass from its JSON. Raises `InputError`."""
    known = shapes(kind)
    for name in required(kind):
        if name not in data:
            raise InputError(f"{where} has no {name}")
    values = {}
    for name, value in data.items():
        if name not in known:
            raise InputError(f"{where} has no field {quote(name)}: its fields are {listing(list(known))}")
        values[name] = known[name].read(value, f"{name} of {where}")
    return kind(**values)


def write(value: Any) -> Data:
    """The fields of a message or of a part of one, as `json.dumps` writes them with `default=write`."""
    data = {name: getattr(value, name) for name in shapes(type(value))}
    return {"type": value.type, **data} if isinstance(value, Message) else data


def text_of(value: Any) -> str:
    """The JSON text of a message or of a part of one."""
    return json.dumps(value, default=write, separators=(",", ":"))


# --- the schema ---------------------------------------------------------------------------------------


def _records(kind: type, found: dict[str, type]) -> None:
    """Collects a dataclass and all that its fields need."""
    if kind.__name__ in found:
        return
    for shape in shapes(kind).values():
        inner: Any = shape
        while not isinstance(inner, _Record) and hasattr(inner, "shape"):
            inner = inner.shape
        if isinstance(inner, _Record):
            _records(inner.kind, found)
    found[kind.__name__] = kind


def records(kinds: tuple[type, ...]) -> tuple[type, ...]:
    """These dataclasses and all that their fields need, each after those that it needs."""
    found: dict[str, type] = {}
    for kind in kinds:
        _records(kind, found)
    return tuple(found.values())


def json_schema(kinds: tuple[type[Message], ...]) -> Data:
    """The JSON schema of a message of any of these kinds."""
    definitions = {}
    for kind in records(kinds):
        properties = {name: shape.schema() for name, shape in shapes(kind).items()}
        needed = list(required(kind))
        if issubclass(kind, Message):
            properties = {"type": {"const": kind.type}, **properties}
            needed = ["type", *needed]
        definitions[kind.__name__] = {
            "type": "object",
            "properties": properties,
            "required": needed,
            "additionalProperties": False,
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds],
        "$defs": definitions,
    }
