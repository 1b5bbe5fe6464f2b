"""Whom the lines below a FOR line are for, in a game in which seats hold offices."""

from __future__ import annotations

from dataclasses import dataclass

from judge.games.lookup import LiveGame
from judge.rules.problems import Problem
from judge.rules.words.headings import heading_of, polite

_OWN = frozenset({"ME", "MYSELF"})


@dataclass(frozen=True, slots=True)
class RoleHeading:
    """Whom a line says that those below it are for: a role, or what it names instead of one. `is_unsure`: a power alone
    before a colon, whose lines may be the writer's own for its units.
    """

    role: str
    is_unsure: bool = False


def role_heading(text: str, here: LiveGame, seat: str) -> RoleHeading | None:
    """Return whom this line names; None where it names nobody. `seat`: whose lines they are."""
    heading = heading_of(text)
    if heading is None:
        return None
    known = (seat, *here.phase.offices)
    name = heading.name
    if text.split(maxsplit=1)[0].upper() == "FOR":
        name = polite(name) if polite(name) in (*known, *_OWN) else name
        name = seat if name in _OWN else name
        found = [role for role in known if role == name] or [role for role in known if name and role.startswith(name)]
        return RoleHeading(found[0] if len(found) == 1 else name)
    # In other words, or without any: only what a power is called in full.
    named = here.system.role_named(name)
    if named not in here.phase.offices or not (heading.surely or named in here.roles_of(seat)):
        return None
    return RoleHeading(named, is_unsure=not heading.surely)


def not_held(here: LiveGame, seat: str, power: str, *, is_unsure: bool) -> Problem:
    """Return why nothing is for the role that was chosen."""
    if is_unsure:
        message = f"I cannot tell whether the lines below are for {power.title()}, or your own for its units."
        return Problem("for/unsure", message, hint=f"Write FOR {power}, or FOR {seat}, on the line above them.")
    held = ", ".join(f"FOR {role}" for role in here.roles_of(seat) if role != seat)
    message = f"You cannot write for {power.title()[:40] or 'nobody'} now."
    return Problem("for/not-yours", message, hint=f"You can write {held}, or FOR {seat}." if held else "")
