"""What an investor might learn: of an exchange from their own lines, shares and money; of a movement from the sheets of
the powers that they lead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.rules.exchange.settlement import MONEY, SHARES, UNSOLD
from judge.rules.payola.story import comments_on as on_sheets
from judge.rules.values import Event, Json

SETTLED, ELECTED = "settled", "elected"


def comments_on(events: Sequence[Event], investor: str) -> tuple[str, ...]:
    """Three sentences; nothing where these events, all of one reader's, tell of neither."""
    told = {event.kind: event.data for event in events}
    settled = told.get(SETTLED)
    if settled is None:
        return on_sheets(events)
    return (_failed(settled), _leads(settled, told.get(ELECTED, {}).get("ceos", {}), investor), _idle(settled))


def _failed(settled: Mapping[str, Json]) -> str:
    """A line that was not carried out, as far as one's own books tell why."""
    for each in settled["failed"]:
        line = each["line"]
        if each["why"] == UNSOLD:
            return f"{line} brought you {each['bought']}: no more were unsold. Others had bought before you, by lot."
        if each["why"] == MONEY:
            return f"{line} was more than you could pay: you had {each['have']} AgP when its turn came."
        if each["why"] == SHARES:
            return f"{line} was more than you held: {each['have']} when its turn came."
        return f"{line} came to nothing: it takes the same line of both sides, and what it says of both."
    return "All your lines were carried out." if settled["lines"] else "You wrote no line."


def _leads(settled: Mapping[str, Json], ceos: Mapping[str, str], investor: str) -> str:
    """The power of which they hold most, and who leads it."""
    held = settled["holdings"]
    if not held:
        return "You hold no shares: only shares pay dividends and give votes."
    most = max(sorted(held), key=lambda power: held[power])
    shares = f"You hold {held[most]} of the shares of {most.title()}"
    leader = ceos.get(most, "")
    if leader == investor:
        return f"{shares}, and lead it."
    if leader:
        return f"{shares}, which {leader.title()} leads. Who holds more votes there leads it next year."
    return f"{shares}, which nobody leads. ELECT names whom your shares vote for."


def _idle(settled: Mapping[str, Json]) -> str:
    left = settled["balance"]
    return f"{left} AgP lie idle until the next exchange." if left else "All your money is at work."
