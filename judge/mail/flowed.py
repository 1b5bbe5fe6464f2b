"""format=flowed (RFC 3676): lines that a mail program broke are put together again."""

from __future__ import annotations

import re

_LINE_END = re.compile(r"\r\n|\r|\n")


def unflowed(text: str, *, delsp: bool) -> str:
    """The text with its soft breaks undone. `delsp` says that the blank before a soft break is not part of the text
    (RFC 3676 4.1).
    """
    out: list[str] = []
    pieces: list[str] = []
    depth = 0
    for line in _LINE_END.split(text):
        content = line.lstrip(">")
        quotes = len(line) - len(content)
        content = content.removeprefix(" ")
        if pieces and (quotes != depth or content == "-- "):
            out.append(_joined(pieces, depth))
            pieces = []
        depth = quotes
        if content.endswith(" ") and content != "-- ":
            pieces.append(content[:-1] if delsp else content)
            continue
        pieces.append(content)
        out.append(_joined(pieces, depth))
        pieces = []
    if pieces:
        out.append(_joined(pieces, depth))
    return "\n".join(out)


def _joined(pieces: list[str], depth: int) -> str:
    return ">" * depth + " " * bool(depth) + "".join(pieces)
