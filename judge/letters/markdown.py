"""A page written in Markdown, as the text of a mail; and such a text in passages, for a screen of any width."""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import dedent
from typing import Literal

from judge.letters.columns import table, wrapped

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_RULE = re.compile(r"[|\s:-]+")
_LIST = re.compile(r"(?:[-*]|\d{1,2}\.) ")
_CELL = re.compile(r"(?<!\\)\|")
_UNDERLINE = re.compile(r"-+|=+")


@dataclass(frozen=True, slots=True)
class Passage:
    """`prose` may be wrapped anew, and so may an `item` of a list; `lines` stand as they are: examples, columns."""

    kind: Literal["heading", "prose", "item", "lines"]
    text: str


def passages(text: str) -> tuple[Passage, ...]:
    """What `as_text` made, and other text wrapped like it, with the lines of each paragraph joined again."""
    found: list[Passage] = []
    for chunk in re.split(r"\n{2,}", text.strip("\n")):
        lines = chunk.split("\n")
        if len(lines) > 1 and not lines[2:] and _UNDERLINE.fullmatch(lines[1]):
            found.append(Passage("heading", lines[0]))
        elif _LIST.match(chunk):
            items = re.split(rf"\n(?={_LIST.pattern})", chunk)
            found += [Passage("item", " ".join(item.split())) for item in items]
        elif not any("  " in line or line.startswith(" ") for line in lines):
            found.append(Passage("prose", " ".join(lines)))
        elif found and found[-1].kind == "lines":
            found[-1] = Passage("lines", f"{found[-1].text}\n\n{dedent(chunk)}")
        else:
            found.append(Passage("lines", dedent(chunk)))
    return tuple(found)


def as_text(markdown: str) -> str:
    """Headings underlined, paragraphs wrapped, tables set in columns, and what is indented left as it stands."""
    shown: list[str] = []
    paragraph: list[str] = []
    rows: list[list[str]] = []

    def close() -> None:
        if rows:
            shown.append(table(rows))
            rows.clear()
        if paragraph:
            text = " ".join(paragraph)
            shown.append(wrapped(_plain(text), rest="  " if _LIST.match(text) else None))
            paragraph.clear()

    for line in markdown.splitlines():
        bare = line.strip()
        if bare.startswith("|"):
            if not _RULE.fullmatch(bare):
                rows.append([_plain(cell.strip()) for cell in _CELL.split(bare.strip("|"))])
        elif not bare or bare.startswith("#") or (line.startswith("    ") and not paragraph):
            close()
            shown.append(_heading(bare) if bare.startswith("#") else line.rstrip())
        else:
            if _LIST.match(bare) and paragraph:
                close()
            paragraph.append(bare)
    close()
    return "\n".join(shown).strip("\n")


def _heading(line: str) -> str:
    text = _plain(line.lstrip("# "))
    return f"{text}\n{('=' if line.startswith('# ') else '-') * len(text)}"


def _plain(text: str) -> str:
    return _LINK.sub(r"\1", text).replace("**", "").replace("`", "").replace("\\|", "|")
