"""To whom a MESSAGE goes: to all or to one country, and not to two that one line names."""

from __future__ import annotations

import re
from collections.abc import Collection

_FURTHER = re.compile(
    r"\s*+MESSAGE\s++(?:TO\s++)?\w+\s*+(?:[:,]\s*+)?(?:,\s*+(?:AND\s++)?|\bAND\s++|[&+]\s*+)(\w+)\b(.*)",
    re.IGNORECASE | re.DOTALL,
)


def further_country(line: str, countries: Collection[str]) -> str:
    """The second of these countries that a message names as its reader, empty where there is none.

    SO, NO and WE are words as well. A code is written in capitals, and not all else is: `EA, so what?` and
    `EA, NO DEAL` go to one country. `EA, SO` could be either, and nothing is sent that was perhaps not meant.
    """
    match = _FURTHER.fullmatch(line)
    if match is None or match[1] not in countries:
        return ""
    rest = match[2].strip(" .!")
    return match[1] if not rest or rest.startswith(":") or re.search("[a-z]", rest) else ""
