"""How many unsafe lines of each game and kind there are, in all and among those that `make test` draws."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache

from tests.reading.safety.lines import FOLDER, Case, cases, is_unsafe
from tests.support import soaking

ONE_OF = 37
WHOLE, SAMPLED = "whole", "sampled"
_FILE = FOLDER / "floors.toml"
_HEAD = """# Unsafe lines by game and kind, which may only fall: of all, and of every 37th, which `make test` reads.
# `python -m tests.reading.safety --write` counts them anew.
"""


@cache
def floors() -> Mapping[str, Mapping[str, Mapping[str, int]]]:
    """Return the numbers by sample, game and kind."""
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def floor(game: str, kind: str) -> int:
    """Return how many unsafe lines there may be among those drawn."""
    return floors()[WHOLE if soaking.WHOLE else SAMPLED][game][kind]


def drawn(game: str, kind: str) -> list[Case]:
    """Return a part of the lines, always the same; all of them in a soak."""
    return soaking.some(cases(game, kind), ONE_OF)


def unsafe(game: str, kind: str) -> Iterator[tuple[int, Case]]:
    """Yield (number, line) of each unsafe one among all lines."""
    return ((number, case) for number, case in enumerate(cases(game, kind)) if is_unsafe(game, case))


def write(counted: Mapping[str, Mapping[str, tuple[int, int]]]) -> None:
    """Write the floors of these games, as (whole, sampled) by kind; those of others stay."""
    old = floors() if _FILE.exists() else {}
    lines = [_HEAD]
    for at, sample in enumerate((WHOLE, SAMPLED)):
        games = {
            **old.get(sample, {}),
            **{game: {kind: each[at] for kind, each in kinds.items()} for game, kinds in counted.items()},
        }
        for game, kinds in games.items():
            lines += [f"[{sample}.{game}]", *(f"{kind} = {number}" for kind, number in kinds.items()), ""]
    _FILE.write_text("\n".join(lines), encoding="utf-8")
