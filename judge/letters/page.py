"""A page written in Markdown, as the text of a mail."""

from __future__ import annotations

import re

from judge.letters.columns import table, wrapped

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_RULE = re.compile(r"[|\s:-]+")
_LIST = re.compile(r"(?:[-*]|\d{1,2}\.) ")
_CELL = re.compile(r"(?<!\\)\|")


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
