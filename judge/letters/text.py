"""A tree of nodes as plain text, 72 columns wide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import indent
from typing import Any

from judge.letters import tree
from judge.letters.columns import WIDTH, clean_lines, one_line, table, wrapped
from judge.letters.tree import Words

_BAR = "=" * WIDTH


def text_of(content: Words) -> str:
    """Every block on lines of its own, each with its line break. Several empty lines between blocks become one."""
    lines: list[str] = []
    for block in tree.blocks(content):
        if block is None and (not lines or lines[-1] == "\n"):
            continue
        written = "" if block is None else _BLOCKS[type(block)](block)
        if written is not None:
            lines.append(f"{written}\n")
    return "".join(lines)


def plain(words: Words) -> str:
    """The words of a line, unwrapped."""
    parts = tree.inline(words)
    return "".join(one_line(part) if isinstance(part, str) else _INLINE[type(part)](part) for part in parts)


def _paragraph(node: tree.Paragraph) -> str:
    first, said = one_line(node.first), plain(node.words)
    return first + said if node.whole else wrapped(said, first=first, rest=node.rest)


def _verse(node: tree.Verse) -> str:
    lines = node.text.splitlines()
    return "\n".join(clean_lines(line) if line.startswith("    ") else wrapped(line) for line in lines)


def _heading(node: tree.Heading) -> str:
    said = plain(node.words)
    return f"{wrapped(said)}\n{'-' * min(len(said), WIDTH)}" if node.underlined else said.upper()


def _pre(node: tree.Pre) -> str:
    return indent(clean_lines(node.text), " " * node.indent)


def _table(node: tree.Table) -> str:
    rows = [node.head, *node.rows] if node.head else node.rows
    cells = [line for row in rows for line in _lines_of(row)]
    return table(cells, tuple(node.right), " " * node.indent, node.columns)


def _grouped(node: tree.Grouped) -> str:
    rows = [("" if number else heading, *row) for heading, group in node.groups for number, row in enumerate(group)]
    return _table(tree.Table(rows, indent=node.indent))


def _lines_of(row: Sequence[Words]) -> Iterator[Sequence[str]]:
    """The lines of a row: a cell with line breaks takes several."""
    cells = [plain(cell) for cell in row]
    if not any("\n" in cell for cell in cells):
        yield cells
        return
    yield from zip_longest(*(cell.split("\n") for cell in cells), fillvalue="")


def _private(node: tree.Private) -> str:
    whose = plain(node.whose)
    return f"{_BAR}\nONLY FOR YOU: {whose.upper() if node.capitals else whose}\n\n{text_of(node.content)}{_BAR}"


def _answered(node: tree.Answered) -> str:
    answer = node.answer
    lines = [f"> {one_line(answer.text)}"] if answer.text or node.asked else []
    if node.asked:
        said = answer.message
    elif answer.became == "ok":
        said = answer.message or "Noted."
    else:
        where = f" in line {answer.number}" if answer.number else ""
        said = f"{answer.became.upper()}{where}: {answer.message}"
    if said:
        lines.append(wrapped(said, first="    " if lines else ""))
    if answer.hint:
        lines.append(wrapped(answer.hint, first="    "))
    return "\n".join(lines)


def _shared(node: tree.Shared) -> str:
    if "text" not in node.written:
        node.written["text"] = text_of(node.content).removesuffix("\n")
    return node.written["text"]


_BLOCKS: Mapping[type, Callable[[Any], str | None]] = {
    tree.Answered: _answered,
    tree.Grouped: _grouped,
    tree.Heading: _heading,
    tree.InHtml: lambda _: None,
    tree.InText: lambda node: text_of(node.content).removesuffix("\n"),
    tree.Listing: lambda node: clean_lines(node.text),
    tree.Paragraph: _paragraph,
    tree.Picture: lambda _: None,
    tree.Pre: _pre,
    tree.Private: _private,
    tree.Prose: lambda node: clean_lines(node.text),
    tree.Shared: _shared,
    tree.Small: _paragraph,
    tree.Table: _table,
    tree.Verse: _verse,
}

_INLINE: Mapping[type, Callable[[Any], str]] = {
    tree.Badge: lambda node: plain(node.words),
    tree.Code: lambda node: plain(node.words),
    tree.LineBreak: lambda node: node.text,
    tree.Link: lambda node: one_line(node.text) if node.text else f"{plain(node.words)}: {one_line(node.address)}",
    tree.Strong: lambda node: plain(node.words),
    tree.Swatch: lambda node: plain(node.words),
}
