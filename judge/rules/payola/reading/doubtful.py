"""What nobody can tell the meaning of for sure: an offer that is asked, an amount in percent."""

from __future__ import annotations

import re

from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.spelling import asks, parted

_PERCENT = re.compile(r"%|\s%\s*of\b", re.IGNORECASE)


def refuse_doubtful(line: str) -> None:
    """Raises BadOrder of `5 : A PAR - BUR?`, and of what `refuse_percent` refuses."""
    refuse_percent(line)
    if asks(parted(line)[0]):
        raise BadOrder("payola/asked", "that may be a question", "if it is an offer, leave out the `?`")


def refuse_percent(line: str) -> None:
    """Raises BadOrder of `save 20% of my money` and `keep 50 % of it`: there `%` begins no comment (Payola 3.5).

    On file two blanks stand before each.
    """
    body = parted(line)[0].rstrip()
    if body[-1:].isdigit() and _PERCENT.match(line, len(body)):
        message = "that is in percent, and an amount is in whole silver pieces"
        raise BadOrder("payola/percent", message, "write how many they are, and a blank before the `%` of a comment")
