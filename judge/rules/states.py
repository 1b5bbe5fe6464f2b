"""States of frozen dataclasses as JSON and back, for rule systems that write neither by hand.

A state may hold None, bool, int, str, enums, tuples, frozensets, mappings whose keys are text, and dataclasses of
these, each with its type. A field with a default may be missing in the JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_origin

from judge.rules.values import Json

if TYPE_CHECKING:
    from cattrs import Converter

S = TypeVar("S")


def dump(state: object) -> Json:
    return _converter().unstructure(state)


def load(data: Json, kind: type[S]) -> S:
    """The state that was dumped. Mappings come sorted by their keys, whatever order JSON has them in. ValueError where
    it is none.
    """
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} is no dataclass: its system dumps and loads it itself")
    try:
        return _converter().structure(data, kind)
    except Exception as error:  # noqa: BLE001 - whatever a file holds that somebody wrote
        raise ValueError(f"no state of this game: {type(error).__name__}: {error}") from None


def _origin(kind: Any) -> Any:
    """`tuple` of `tuple[str, ...]`."""
    return get_origin(kind) or kind


@cache
def _converter() -> Converter:
    # Not above: most commands, and most systems, do without.
    from cattrs import Converter  # noqa: PLC0415

    converter = Converter(detailed_validation=False)

    def sorted_mapping(data: Any, kind: Any) -> dict[str, Any]:
        _, value = get_args(kind)
        return {key: converter.structure(data[key], value) for key in sorted(data)}

    converter.register_structure_hook_func(lambda kind: _origin(kind) in (dict, Mapping), sorted_mapping)
    converter.register_unstructure_hook_func(
        lambda kind: _origin(kind) in (tuple, list),
        lambda items: [converter.unstructure(each) for each in items],
    )
    converter.register_unstructure_hook_func(
        lambda kind: _origin(kind) in (set, frozenset, Set),
        lambda items: sorted(converter.unstructure(each) for each in items),
    )
    return converter
