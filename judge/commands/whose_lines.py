"""Whom the lines below a FOR line are for, in a game in which seats hold offices."""

from __future__ import annotations

from judge.games.current import Current
from judge.rules.problems import Problem
from judge.rules.words.headings import heading_of, polite

_OWN = frozenset({"ME", "MYSELF"})
_UNSURE = "?"


def named_in(text: str, here: Current, seat: str) -> str | None:
    """The role that this line names, or what it names instead of one; None where it names nobody. `seat`: whose lines
    they are. A power alone before a colon has a question mark behind it: they may be one's own lines for its units.
    """
    heading = heading_of(text)
    if heading is None:
        return None
    known = (seat, *here.phase.offices)
    name = heading.name
    if text.split(maxsplit=1)[0].upper() == "FOR":
        name = polite(name) if polite(name) in (*known, *_OWN) else name
        name = seat if name in _OWN else name
        found = [role for role in known if role == name] or [role for role in known if name and role.startswith(name)]
        return found[0] if len(found) == 1 else name
    # In other words, or without any: only what a power is called in full.
    named = here.system.role_named(name)
    if named not in here.phase.offices or not (heading.surely or named in here.roles_of(seat)):
        return None
    return named if heading.surely else f"{named}{_UNSURE}"


def not_held(here: Current, seat: str, chosen: str) -> Problem:
    """Why nothing is for the role that was chosen."""
    if chosen.endswith(_UNSURE) and chosen != _UNSURE:
        power = chosen.removesuffix(_UNSURE)
        message = f"I cannot tell whether the lines below are for {power.title()}, or your own for its units."
        return Problem("for/unsure", message, hint=f"Write FOR {power}, or FOR {seat}, on the line above them.")
    held = ", ".join(f"FOR {role}" for role in here.roles_of(seat) if role != seat)
    message = f"You cannot write for {chosen.title()[:40] or 'nobody'} now."
    return Problem("for/not-yours", message, hint=f"You can write {held}, or FOR {seat}." if held else "")
