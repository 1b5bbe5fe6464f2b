"""Questions about the game in a mail of orders: `Does a fleet in the Ionian carry an army in the same turn?`

They order nothing, though they name places and units; but what is wished for in a question is none of these.
"""

from __future__ import annotations

import re
from collections.abc import Callable

LONGEST = 400
_SENTENCE = re.compile(r"(?<=[^\W\d_]{2}[.!?])\s+(?=[^\W_])|(?<=\?)\s+")
_LEAD = re.compile(r"\A\W*(?:[^\W\d_]+['\u2019]?[^\W\d_]*[\s,]+){0,4}[^\W\d_]+\s*[:,\u2013-]\s+")
_ASKS = re.compile(
    r"\W*(?:and\s+|but\s+|so\s+|oh\s+)?(?:"
    r"do|does|did|is|are|was|were|has|have|why|when|where|who|whose|which|how(?!\s+about)|what(?!\s+(?:about|if))"
    "|wie(?!\\s+w\u00e4r)|warum|wieso|wann|wer|welche[rsn]?|darf|d\u00fcrfen|ist|sind|gilt|was"
    "|comment|pourquoi|quand|qui|quel(?:le)?s?|est-ce|a-t-on|peut-on|y\\s+a-t-il|come\\s+(?:mai|si|funziona)|perch\u00e9|quando|chi|quale|\u00e8|si\\s+pu\u00f2"
    "|\u00bf?(?:c\u00f3mo|por\\s+qu\u00e9|cu\u00e1ndo|qui\u00e9n|cu\u00e1l|es|se\\s+puede)|porque|quem|qual|\u00e9|hoe|waarom|wanneer|wie|welke|mag|is"
    "|jak|dlaczego|kiedy|kto|czy|hur|varf\u00f6r|n\u00e4r|vem|f\u00e5r|\u00e4r|nas\u0131l|neden|kim"
    r")\b",
    re.IGNORECASE,
)
_IN_SHEET_SYNTAX = re.compile(
    r"(?<![^\W_])(?:[AFG]\.?\s+[A-Z][A-Za-z]{2}(?:/[A-Z]{2})?(?![^\W_])|\d+\s*[:!>@&$]|[A-Z]{3}\s*[-\u2013>])|->|\u2192|\s-\s*[A-Z]"
)


def is_question(line: str, is_attempt: Callable[[str], bool]) -> bool:
    """Does the line only ask how something is, and order nothing: no unit as a sheet names one, no amount, and nothing
    in its other sentences that looks like an order? `is_attempt`: does this text?
    """
    if len(line) > LONGEST or "?" not in line or _IN_SHEET_SYNTAX.search(line):
        return False
    asked = [said for said in _SENTENCE.split(line) if _asks(said)]
    others = [said for said in _SENTENCE.split(line) if said not in asked]
    return bool(asked) and not any("?" in said or is_attempt(said) for said in others)


def _asks(said: str) -> bool:
    if not said.rstrip(" \"')").endswith("?"):
        return False
    return any(_ASKS.match(begun) for begun in (said, _LEAD.sub("", said)))
