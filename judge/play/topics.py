"""What can be read of a game by mail: its page in docs/games, and the topics of HELP beside it, which are data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from judge.resources import docs_dir
from judge.rules.registry import find_system


@dataclass(frozen=True, slots=True)
class Topic:
    """`words`: under any of them it is found, the first is its name; `about`: what it is on, in a few words."""

    words: tuple[str, ...]
    about: str
    text: str

    @property
    def name(self) -> str:
        return self.words[0]


@cache
def topics_of(system: str) -> tuple[Topic, ...]:
    """The topics of the game of this name, in the order of its file; none where it has no file."""
    data = _file(system)
    own = tuple(
        Topic(tuple(map(str.upper, each["words"])), each["about"], each["text"].strip("\n"))
        for each in data.get("topic", ())
    )
    words = {word for topic in own for word in topic.words}
    taken = topics_of(data["takes_from"]) if data.get("takes_from") else ()
    return (*own, *(topic for topic in taken if topic.name not in words))


def topic_called(system: str, word: str) -> Topic | None:
    """The topic that this word, in capitals, is about; None where there is none."""
    return next((topic for topic in topics_of(system) if word in topic.words), None)


def page_of(name: str) -> str:
    """The page of the game that is so called: the name of a file in docs/games, or nothing."""
    pages = page_names()
    if name.lower() in pages:
        return name.lower()
    try:
        system = find_system(name.lower())
    except KeyError:
        return ""
    named = (str(_file(system.name).get("page", "")), system.name, *system.aliases)
    return next((page for page in named if page in pages), "")


@cache
def page_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (docs_dir() / "games").glob("*.md")))


def read_page(name: str) -> str:
    """The page as it is written, in Markdown. `name` is one of `page_names`."""
    return (docs_dir() / "games" / f"{name}.md").read_text(encoding="utf-8")


@cache
def _file(system: str) -> Mapping[str, Any]:
    folder = find_system(system).templates
    own = docs_dir() / "games" / "topics" / f"{system}.toml"
    found = next((path for path in (own, *((folder / "topics.toml",) if folder else ())) if path.is_file()), None)
    return tomllib.loads(found.read_text(encoding="utf-8")) if found else {}
