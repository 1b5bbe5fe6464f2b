"""JSON by types: states of games to JSON and back, and what people wrote as JSON read with errors that they understand.

A type may be made of None, bool, int, str, Literal, enums, tuples, frozensets, mappings whose keys are text,
dataclasses and NamedTuples. Nothing is converted on the way: `"1"` and `true` are no numbers. Besides there are:

- `Annotated[int, Number(0)]`: a whole number within limits;
- `Annotated[str, Text(read_power)]`: a text that `read_power` checks and completes;
- types that `as_text` has registered: one text in JSON, such as `S1901M` for a label; or `as_json`: any JSON;
- `closed = True` in a dataclass: its object in JSON has no other keys. Elsewhere unknown keys are ignored;
- a field named `from_`, for the key `from`.

Fields at their default are left out of what is dumped. So a new field with a default needs no upgrade of older states;
but whoever changes a default writes the earlier one into older states in `upgrade`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from judge.rules.values import Json

if TYPE_CHECKING:
    from cattrs import Converter

S = TypeVar("S")

QUOTED = 40
"""Characters of a wrong value that an error quotes."""


@dataclass(frozen=True)
class Number:
    """The limits of a whole number."""

    least: int = 0
    most: int | None = None

    def __str__(self) -> str:
        return f"a whole number from {self.least} {'on' if self.most is None else f'to {self.most}'}"

    def read(self, value: Json) -> int:
        if type(value) is not int or value < self.least or (self.most is not None and value > self.most):
            raise ValueError(f"{self}, not {_quoted(value)}")
        return value


@dataclass(frozen=True)
class Text:
    """How a value is written as text. `parse` raises ValueError and says what would have been right."""

    parse: Callable[[Any], Any]
    write: Callable[[Any], Any] = str
    words: str = "a text"

    def __str__(self) -> str:
        return self.words

    def read(self, value: Json) -> Any:
        if type(value) is not str:
            raise ValueError(f"{self}, not {_quoted(value)}")
        return self.parse(value)


@dataclass(frozen=True)
class Coded(Text):
    """How a value is written as any JSON."""

    def read(self, value: Json) -> Any:
        return self.parse(value)


_TEXTS: dict[type, Text] = {}

_COLLECTIONS: tuple[Any, ...] = (tuple, list, set, frozenset)


def as_text(kind: type[S], parse: Callable[[str], S], write: Callable[[S], str] = str) -> None:
    """Write values of this type as text in all JSON."""
    _TEXTS[kind] = Text(parse, write)


def as_json(kind: type[S], parse: Callable[[Json], S], write: Callable[[S], Json], words: str) -> None:
    """Write values of this type as other JSON than their fields; `words` say what."""
    _TEXTS[kind] = Coded(parse, write, words)


def dump(state: object) -> Json:
    """A state as JSON, without what is at its default."""
    return _converter(by_people=False).unstructure(state)


def load(data: Json, kind: type[S]) -> S:
    """The state that was dumped. Mappings come sorted by their keys, whatever order JSON has them in. ValueError where
    it is none.
    """
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} is no dataclass: its system dumps and loads it itself")
    try:
        return _converter(by_people=False).structure(data, kind)
    except Exception as error:  # noqa: BLE001 - whatever a file holds that somebody wrote
        raise ValueError(f"no state of this game: {next(_faults(data, kind, ''), '') or _of(error)}") from None


def read(data: Json, kind: type[S], name: str = "") -> S:
    """What a person wrote; mappings keep its order, and null stands for a default. ValueError names the place below
    `name`, the value, and what would have been right: `position.gold of ANNA: a whole number from 0 on, not "x"`.
    """
    try:
        return _converter(by_people=True).structure(data, kind)
    except Exception as error:  # noqa: BLE001 - whatever somebody wrote
        raise ValueError(next(_faults(data, kind, name), "") or _of(error)) from None


def faults(data: Json, kind: type, name: str = "") -> tuple[str, ...]:
    """Everything that is wrong with what a person wrote, each as `read` says it."""
    return tuple(_faults(data, kind, name))


def write(value: object) -> Json:
    """JSON for people, with all fields: what `read` reads."""
    return _converter(by_people=True).unstructure(value)


# ---- conversion


@cache
def _converter(*, by_people: bool) -> Converter:
    # Not above: most commands do without.
    from cattrs import Converter  # noqa: PLC0415
    from cattrs.cols import (  # noqa: PLC0415
        is_namedtuple,
        namedtuple_dict_structure_factory,
        namedtuple_dict_unstructure_factory,
    )
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override  # noqa: PLC0415

    converter = Converter(
        detailed_validation=False,
        omit_if_default=not by_people,
        unstruct_collection_overrides={tuple: list, Set: sorted},
    )

    def exact(value: Json, kind: type) -> Any:
        if type(value) is not kind:
            raise TypeError(f"no {kind.__name__}")
        return value

    def hook(kind: Any) -> Callable[[Json, Any], Any]:
        written, kinds = _written(kind), get_args(kind)
        if written is not None:
            return lambda data, _: written.read(data)
        if len(kinds) == 2 and NoneType in kinds:
            of = _but_none(kind)
            value = hook(of)
            return lambda data, _: None if data is None else value(data, of)
        return converter.get_structure_hook(kind)

    def entries(kind: Any) -> Callable[[Json, Any], Any]:
        named, valued = get_args(kind)
        value = hook(valued)
        if not by_people:
            return lambda data, _: {name: value(data[name], valued) for name in sorted(_object(data))}
        key = hook(named)
        return lambda data, _: {key(name, named): value(each, valued) for name, each in _object(data).items()}

    def items(kind: Any) -> Callable[[Json, Any], Any]:
        made, kinds = _origin(kind), get_args(kind)
        if made is tuple and kinds[1:] != (...,):
            hooks = [(hook(each), each) for each in kinds]
            return lambda data, _: tuple(item(each, of) for (item, of), each in zip(hooks, _list(data), strict=True))
        of = kinds[0]
        item = hook(of)
        return lambda data, _: made([item(each, of) for each in _list(data)])

    def members(kind: Any) -> Callable[[Json, Any], Any]:
        hooks: Any = {each.name: override(struct_hook=hook(each.kind), rename=each.key) for each in _members(kind)}
        if is_namedtuple(kind):
            fill = namedtuple_dict_structure_factory(kind, converter, False, **hooks)
        else:
            closed = getattr(kind, "closed", False)
            fill = make_dict_structure_fn(
                kind, converter, _cattrs_forbid_extra_keys=closed, _cattrs_detailed_validation=False, **hooks
            )
        nullable = {member.key for member in _members(kind) if member.nullable}

        def structure(data: Json, _: Any) -> Any:
            data = _object(data)
            if by_people and None in data.values():
                data = {name: each for name, each in data.items() if each is not None or name in nullable}
            return fill(data, kind)

        return structure

    def renamed(kind: Any) -> Any:
        names: Any = {each.name: override(rename=each.key) for each in _members(kind) if each.key != each.name}
        return make_dict_unstructure_fn(kind, converter, **names)

    for kind in (bool, int, str):
        converter.register_structure_hook(kind, exact)
    converter.register_structure_hook_factory(lambda kind: _origin(kind) in (dict, Mapping), entries)
    converter.register_structure_hook_factory(lambda kind: _origin(kind) in _COLLECTIONS, items)
    converter.register_structure_hook_factory(lambda kind: is_dataclass(kind) or is_namedtuple(kind), members)
    converter.register_unstructure_hook_factory(
        lambda kind: is_dataclass(kind) and any(each.key != each.name for each in _members(cast("Any", kind))), renamed
    )
    converter.register_unstructure_hook_factory(
        is_namedtuple, lambda kind: namedtuple_dict_unstructure_factory(kind, converter, not by_people)
    )
    converter.register_unstructure_hook_factory(lambda kind: kind in _TEXTS, lambda kind: _TEXTS[kind].write)
    converter.register_unstructure_hook_factory(lambda kind: kind is Any, lambda _: lambda value: value)  # it is JSON
    return converter


def _origin(kind: Any) -> Any:
    """`tuple` of `tuple[str, ...]`."""
    return get_origin(kind) or kind


def _but_none(kind: Any) -> Any:
    """`int` of `int | None`."""
    return next(each for each in get_args(kind) if each is not NoneType)


def _written(kind: Any) -> Number | Text | None:
    """How values of this type are written, if that is said of it."""
    if get_origin(kind) is Annotated:
        return next((each for each in get_args(kind)[1:] if isinstance(each, Number | Text)), None)
    return _TEXTS.get(kind) if isinstance(kind, type) else None


class _Member(NamedTuple):
    """`key`: its name in JSON."""

    name: str
    key: str
    kind: Any
    required: bool
    nullable: bool


@cache
def _members(kind: Any) -> tuple[_Member, ...]:
    """The fields of a dataclass or NamedTuple."""
    kinds = get_type_hints(kind, include_extras=True)
    if is_dataclass(kind):
        required = {
            each.name: each.default is MISSING and each.default_factory is MISSING for each in fields(kind) if each.init
        }
    else:
        required = {name: name not in kind._field_defaults for name in kind._fields}
    return tuple(
        _Member(
            name, name.removesuffix("_"), kinds[name], wanted, kinds[name] is Any or NoneType in get_args(kinds[name])
        )
        for name, wanted in required.items()
    )


def _object(data: Json) -> Mapping[str, Json]:
    if not isinstance(data, dict):
        raise TypeError("no object")
    return data


def _list(data: Json) -> Json:
    if not isinstance(data, list | tuple):
        raise TypeError("no list")
    return data


# ---- what is wrong, in words


def _faults(data: Json, kind: Any, where: str) -> Iterator[str]:
    """Yield what is wrong with this JSON as a value of this type, in order."""
    if _written(kind) is None and NoneType in get_args(kind):
        kind = NoneType if data is None else _but_none(kind)
    written, made = _written(kind), _origin(kind)
    if written is None and isinstance(data, dict) and made in (dict, Mapping):
        named, valued = get_args(kind)
        for name, each in data.items():
            yield from _faults(name, named, where)
            yield from _faults(each, valued, f"{where} of {name[:QUOTED]}")
    elif written is None and isinstance(data, list | tuple) and made in _COLLECTIONS:
        kinds = get_args(kind)
        if made is not tuple or kinds[1:] == (...,):
            kinds = kinds[:1] * len(data)
        if len(kinds) != len(data):
            yield f"{where}: a list of {len(kinds)}, not of {len(data)}"
        else:
            for number, (each, of) in enumerate(zip(data, kinds, strict=True), 1):
                yield from _faults(each, of, f"{where}, item {number}")
    elif written is None and isinstance(data, dict) and _is_object(kind):
        members = _members(kind)
        for member in members:
            place = f"{where}.{member.key}" if where else member.key
            if data.get(member.key) is not None or (member.key in data and member.nullable):
                yield from _faults(data[member.key], member.kind, place)
            elif member.required:
                yield f"{place} is missing: {_wanted(member.kind)}"
        names = [member.key for member in members]
        unknown = [name for name in data if name not in names]
        if unknown and getattr(kind, "closed", False):
            yield f"{where} has no {unknown[0][:QUOTED]}: there are {', '.join(names)}"
    else:
        try:
            if written is None:
                _converter(by_people=True).structure(data, kind)
            else:
                written.read(data)
        except Exception as error:  # noqa: BLE001 - whatever somebody wrote
            wrong = _of(error) if written is not None else f"{_wanted(kind)}, not {_quoted(data)}"
            yield f"{where}: {wrong}" if where else wrong


def _is_object(kind: Any) -> bool:
    """Is it a dataclass or a NamedTuple?"""
    return is_dataclass(kind) or hasattr(kind, "_field_defaults")


def _wanted(kind: Any) -> str:
    """What would have been right."""
    written, made = _written(kind), _origin(kind)
    if written is not None:
        return str(written)
    if made is Literal:
        return f"one of {', '.join(map(str, get_args(kind)))}"
    if _is_object(kind):
        required = [member.key for member in _members(kind) if member.required]
        return f"an object with {' and '.join(required)}" if required else "an object"
    words = {bool: "true or false", int: "a whole number", str: "a text", NoneType: "null", Any: "anything"}
    if made in words:
        return words[made]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"one of {', '.join(str(each.value) for each in kind)}"
    parts = [each for each in get_args(kind) if each not in (..., NoneType)]
    if made in (dict, Mapping):
        return f"an object, each value {_wanted(parts[-1])}"
    if made in _COLLECTIONS:
        return f"a list, each item {' or '.join(map(_wanted, dict.fromkeys(parts)))}"
    return " or ".join(map(_wanted, parts)) or str(kind)


def _quoted(value: Json) -> str:
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, str):
        return json.dumps(value[:QUOTED], ensure_ascii=False)
    return json.dumps(value)[:QUOTED]


def _of(error: Exception) -> str:
    return str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
