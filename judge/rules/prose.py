"""Names as a sentence has them, in reports and in letters."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """`Austria, France and Italy`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
