"""A house in which nothing is left to chance, and people who play in it by mail.

All that this folder takes from the judge comes through here and through `tests.support.house`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from judge.letters.renderer import letter_trees
from judge.resources import templates_dir
from judge.testing.correspondent import Correspondent, Received
from tests.support.copies import migrated
from tests.support.house import House, open_house

TEMPLATES = templates_dir
MASTER = "Manus"
OBSERVER = "Olga"


def pinned(whose: str = "") -> Callable[[int], bytes]:
    """Entropy that is the same in every run, another for each `whose`.

    What is drawn depends on how often so many bytes were asked for and on nothing else: keys, codes, seeds and
    Message-IDs do not push each other about.
    """
    asked: Counter[int] = Counter()

    def entropy(count: int) -> bytes:
        asked[count] += 1
        return hashlib.shake_256(f"{whose}{count}/{asked[count]}".encode()).digest(count)

    return entropy


class Compiled(BytecodeCache):
    """Templates are compiled once in a process, though each house begins with none."""

    def __init__(self) -> None:
        self._made: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._made:
            bucket.bytecode_from_string(self._made[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._made[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


@contextmanager
def frozen_house(folder: Path, **settings: Any) -> Iterator[House]:
    """A house on an SQLite database of its own, `folder`/judge.db."""
    url = f"sqlite:///{folder / 'judge.db'}"
    migrated(url)
    letter_trees.cache_clear()  # what other houses have rendered does not count as rendered here
    with open_house(url, folder, entropy=pinned(), replies_per_hour=1_000_000, **settings) as house:
        house.judge.renderer._environment.bytecode_cache = COMPILED
        yield house


def templates_used(house: House) -> set[str]:
    """The templates (`payola/results.j2`) that have been rendered in this house so far."""
    cache = house.judge.renderer._environment.cache
    assert cache is not None
    return {str(key[1]) for key in cache}


class Table:
    """A GameMaster, an observer and players, known by their first names, in one house."""

    def __init__(self, house: House, *names: str) -> None:
        self.house = house
        self.people: dict[str, Correspondent] = {name: house.registered(name) for name in (MASTER, OBSERVER, *names)}

    def create(
        self, system: str, name: str, options: Sequence[str], seats: Mapping[str, str], *, watched: bool = True
    ) -> None:
        """A game that has begun: player -> seat that they ask for (empty: any), and somebody who looks on."""
        self.fresh(MASTER, "\n".join((f"CREATE {system} {name}", *options, "END CREATE")))
        for who, seat in seats.items():
            self.fresh(who, f"JOIN {name}" + (f" AS {seat}" if seat else ""))
        if watched:
            self.fresh(OBSERVER, f"OBSERVE {name}")
        begun = self.fresh(MASTER, f"GAME {name}\nSTART")
        assert "has started" in begun.text, begun.text

    def newest(self, name: str, who: str) -> Received:
        """The newest mail of this game to somebody that asks for no code."""
        return self.people[who].last(lambda mail: mail.subject.startswith(f"[{name}]") and not mail.code)

    def fresh(self, who: str, text: str) -> Received:
        return self.house.tell(self.people[who], text)

    def tell(self, name: str, who: str, text: str, *, key: bool = True) -> Received:
        """Somebody answers the newest mail of the game, and confirms what is to be confirmed if they tell their key."""
        return self.house.tell(self.people[who], text, to=self.newest(name, who), key=key)

    def post(self, name: str, sheets: Mapping[str, str]) -> None:
        """All these answer the newest mail of the game, before the judge reads any."""
        for who, text in sheets.items():
            self.people[who].reply(self.newest(name, who), text)
        self.house.settle()

    def wait(self, hours: float) -> None:
        self.house.pass_time(hours=hours)

    def is_over(self, name: str) -> bool:
        return "is over" in self.newest(name, MASTER).subject


def form(mail: Received) -> str:
    """The sheet that a mail ends with."""
    return mail.text.partition("YOUR SHEET\n")[2].partition("\n-- \n")[0].strip()
