"""Players who write too late or not at all, and what their game says of that: they lose their seats, which are open to
others or become dummies.

Where a phase hides who has written, nothing here says why a seat is empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from judge.app import Work
from judge.games import tenures
from judge.games.computers import COMPUTER, strength_called
from judge.games.current import Current, missing_roles, on_file, state_before
from judge.games.settings import ABANDON, LOST, MISSES, NEVER, TAKEOVER, duration_of, grace_of, value_of
from judge.letters.tree import named
from judge.outbox import news
from judge.play import vacancies
from judge.play.timeline import phases_of
from judge.store.tables import Seat


def lost_from(here: Current) -> datetime | None:
    """From when on those whose orders are missing in the open phase may lose their seats; None if never.

    Where the game waits for orders that is the option `abandon` after the deadline. Where it goes on without them it is
    the moment of the adjudication, and the option `misses` says whose.
    """
    settings = here.game.settings
    if here.phase.missing == "wait":
        patience = duration_of(settings, ABANDON)
        return None if patience == NEVER else here.row.deadline + patience
    if not value_of(settings, MISSES):
        return None
    # A grace that is used only when somebody has not written would tell so.
    return here.row.deadline if here.phase.hides_writers else here.row.deadline + grace_of(settings)


def take_seats(work: Work, here: Current, at: datetime) -> Current:
    """Takes the seats that are lost at this instant from their players; the game as it stands then."""
    lost = lost_from(here)
    if lost is None or at < lost or here.row.cut is not None:
        return here
    missing = missing_roles(here.phase, on_file(work.session, here.game, here.row.label))
    for seat in vacancies.played_seats(work.session, here):
        if _loses_it(work.session, here, seat, missing):
            here = _take(work, here, seat)
            if here.game.status != "active":
                break
    return here


def who_loses(session: Session, here: Current, missing: Sequence[str]) -> tuple[str, ...]:
    """Of these roles those whose players lose their seats at `lost_from`, if they have not written then."""
    if lost_from(here) is None:
        return ()
    seats = vacancies.played_seats(session, here)
    lost = [seat.name for seat in seats if _loses_it(session, here, seat, missing)]
    return tuple(role for role in missing if here.phase.roles.get(role) in lost)


def goes_on(here: Current) -> bool:
    """Does the game go on at once when a seat is lost in it, because a dummy or a program has the seat then?"""
    lost = value_of(here.game.settings, LOST)
    return lost == "dummy" or (lost == COMPUTER and bool(here.system.opponents))


def _loses_it(session: Session, here: Current, seat: Seat, missing: Sequence[str]) -> bool:
    """Are the seat's orders missing, and that too often?"""
    return any(role in missing for role in here.roles_of(seat.name)) and _is_too_much(session, here, seat)


def _take(work: Work, here: Current, seat: Seat) -> Current:
    here = vacancies.dismiss(work, here, seat, tenures.LATE, None)
    name = named(seat.name)
    if value_of(here.game.settings, LOST) == "dummy" and here.game.status == "active":
        return vacancies.become_dummy(work, here, seat, None)
    if value_of(here.game.settings, LOST) == COMPUTER and here.game.status == "active" and here.system.opponents:
        return vacancies.become_computer(work, here, seat, strength_called(here.system, ""), None)
    how = f"TAKEOVER {here.game.name} AS {seat.name} takes it."
    if not value_of(here.game.settings, TAKEOVER):
        how = "The GameMaster will find somebody."
    said = f"Nobody plays {name} any more. A phase that is due waits until somebody takes the seat. {how}"
    hint = f"As GameMaster: REPLACE {seat.name} WITH address, DUMMY {seat.name}, or PROCESS {here.row.label}."
    for to in news.recipients(work.session, here.game):
        text = (said, hint) if to.is_master else (said,)
        news.notify(work, here.game, to, f"{name} is open", text, here.row.label)
    return here


def _is_too_much(session: Session, here: Current, seat: Seat) -> bool:
    """Has the seat's player missed so many phases in a row, this one included, that they lose it?"""
    if here.phase.missing == "wait":
        return True
    allowed = int(value_of(here.game.settings, MISSES))
    missed = 1
    since = tenures.since(session, seat)
    for row in reversed(phases_of(session, here.game)):
        if missed >= allowed or since is None or row.opened_at < since:
            break
        if row.closed_at is None:
            continue
        phase = here.system.phase(state_before(row, here.system))
        roles = [role for role in phase.wanted if dict(phase.roles).get(role) == seat.name] if phase else []
        if not roles:
            continue
        filed = on_file(session, here.game, row.label, row.run)
        if any(role in filed and filed[role].written for role in roles):
            break
        missed += 1
    return missed >= allowed
