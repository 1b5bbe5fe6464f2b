"""The rules and manuals of docs/ as pages: Markdown in, HTML out."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from judge.commands.everybody.help import manual
from judge.resources import docs_dir

COMMANDS = "commands"
READERS = (
    ("For players", ("players", "conversation", COMMANDS, "tables", "languages", "glossary")),
    ("The games", ("games/*",)),
    ("For GameMasters", ("gamemasters", "boards")),
    ("What was ruled", ("rulings/*",)),
)
"""What is there to read, for whom: files of docs/ without their ending."""


@dataclass(frozen=True)
class Manual:
    """A page below `manuals/`: `name` is `games/payola`."""

    name: str
    title: str
    html: Markup


@cache
def shelf() -> tuple[tuple[str, tuple[Manual, ...]], ...]:
    """All manuals by readers, read once."""
    return tuple((readers, tuple(_read(name) for name in _names(patterns))) for readers, patterns in READERS)


def manual_names() -> list[str]:
    """Those of all manuals, without reading one."""
    return [name for _, patterns in READERS for name in _names(patterns)]


def find_manual(name: str) -> Manual | None:
    return next((each for _, manuals in shelf() for each in manuals if each.name == name), None)


def _names(patterns: Sequence[str]) -> Iterator[str]:
    for pattern in patterns:
        if pattern == COMMANDS:  # made of the commands themselves, those of installed packages too
            yield COMMANDS
        else:
            yield from sorted(
                str(path.relative_to(docs_dir()).with_suffix("")) for path in docs_dir().glob(f"{pattern}.md")
            )


def _read(name: str) -> Manual:
    text = manual() if name == COMMANDS else (docs_dir() / f"{name}.md").read_text(encoding="utf-8")
    known = {*manual_names()}
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = _without_dead_links(reader.parse(text), name, known)
    title = next((token.content for at, token in enumerate(tokens) if at and tokens[at - 1].tag == "h1"), name)
    reader.add_render_rule("table_open", _table_open)
    reader.add_render_rule("th_open", _head_open)
    reader.add_render_rule("th_close", _head_close)
    reader.add_render_rule("table_close", lambda *_: "</table></div>\n")
    _with_ids(tokens)
    html = Markup(reader.renderer.render(tokens, reader.options, {}))  # noqa: S704 - our own text
    return Manual(name, title, html)


def _with_ids(tokens: Sequence[Token]) -> None:
    """Each heading can be linked to, by its words."""
    taken: Counter[str] = Counter()
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag != "h1":
            name = re.sub(r"[^a-z0-9]+", "-", tokens[at + 1].content.lower()).strip("-") or "part"
            taken[name] += 1
            token.attrSet("id", name if taken[name] == 1 else f"{name}-{taken[name]}")


def _table_open(*_: Any) -> str:
    return '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n'


def _head_open(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    """A heading of nothing is none."""
    return "<th>" if tokens[at + 1].content else "<td>"


def _head_close(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    return "</th>\n" if tokens[at - 1].content else "</td>\n"


def _without_dead_links(tokens: list[Token], name: str, known: set[str]) -> list[Token]:
    """Links to other manuals lead to their pages; those to files that are no pages are words only."""
    folder = name.rpartition("/")[0]
    for token in tokens:
        dead = 0
        kept = []
        for child in token.children or ():
            if child.type == "link_open":
                to, sign, part_of_page = str(child.attrs["href"]).partition("#")
                if to.endswith(".md"):
                    if posixpath.normpath(posixpath.join(folder, to.removesuffix(".md"))) not in known:
                        dead += 1
                        continue
                    child.attrs["href"] = f"{to.removesuffix('.md')}.html{sign}{part_of_page}"
            elif child.type == "link_close" and dead:
                dead -= 1
                continue
            kept.append(child)
        if token.children is not None:
            token.children = kept
    return tokens
