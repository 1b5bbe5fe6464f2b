"""Patterns of what people say, written as they are read: a blank is any gap, an apostrophe either one."""

from __future__ import annotations

import re

_BREAK = re.compile(r"\s*\n\s*")


def said(text: str) -> str:
    """The pattern that this text writes: lines are joined, a blank is one gap or more, `'` is the curved one, too."""
    return _BREAK.sub("", text.strip()).replace(" ", r"\s+").replace("'", "['\u2019]")
