"""The GameMaster's hand on the clock: deadlines moved, games paused and resumed, phases adjudicated at once; and the
players' plea for time.

A deadline that players rely on is a promise. It moves later at any time. It moves earlier only as everybody agrees (all
have written and nobody waits), or back towards the deadline that was first told for the phase, with a day's notice.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.games.calendar import instant_on
from judge.games.current import Current, check_unsealed, current
from judge.games.members import masters
from judge.games.settings import HURRY, value_of
from judge.letters.columns import with_be
from judge.letters.tree import named
from judge.letters.when import briefly, relative, when
from judge.outbox import news
from judge.play import journal
from judge.play.absences import deadline_from, is_away, wall_of
from judge.play.early_adjudication import all_agree, reconsider, why_not
from judge.rules.endings import from_master, in_their_words
from judge.rules.problems import Problem, Refused
from judge.store.tables import Game, PhaseRow, Player, Seat

EARLIER_NOTICE = timedelta(days=1)
LONGEST = timedelta(days=366)


def _check_open(here: Current) -> None:
    """Raises Refused where the phase's results are held, or have just been published by a line above."""
    check_unsealed(here.row)
    if here.row.cut is not None and here.row.hold is False and here.game.status == "active":
        message = f"The results of {here.phase.title} are on their way to everybody."
        raise Refused(Problem("held/published", message, hint="Send it again when they have come."))


def tell_deadline(
    work: Work,
    here: Current,
    title: str,
    why: tuple[str, ...] = (),
    *,
    before: datetime | None = None,
    by: Player | None = None,
) -> None:
    """Everybody reads when the open phase is due now, and why; the GameMaster whose doing it is (`by`) in the reply.
    Without a `title` the deadline is what the subject tells. `before`: when it was due.
    """
    for to in news.recipients(work.session, here.game):
        if to.seat is None and to.player is by:
            continue
        due = here.row.deadline
        not_then = f", not {when(before, to.reader)}" if before is not None else ""
        text = (f"{here.phase.title} is now due {when(due, to.reader)}{not_then}. Orders on file stay.", *why)
        subject = title or f"New deadline: {briefly(due, to.reader)}"
        news.notify(work, here.game, to, subject, text, here.row.label, dated=True)


def set_deadline(session: Session, here: Current, to: datetime, wall: str | None = None) -> None:
    """The open phase is due then: the late are told again after it, and nothing is adjudicated early before. `wall`:
    the wall clock that it keeps to, if any.
    """
    here.row.deadline, here.row.wall = to, wall
    here.row.late_told_at = here.row.cut = here.row.early_at = None
    here.game.version += 1
    session.flush()


def move_deadline(work: Work, here: Current, to: datetime, by: Player, why: str = "", wall: str | None = None) -> str:
    """Moves the deadline of the open phase and tells everybody; raises Refused where that would break a promise."""
    _check_open(here)
    if to <= work.now:
        hint = f"PROCESS {here.row.label} adjudicates at once."
        raise Refused(Problem("deadline/past", "That is in the past.", hint=hint))
    if to > work.now + LONGEST:
        raise Refused(Problem("deadline/far", "That is more than a year ahead.", hint="PAUSE stops the clock."))
    if here.game.status == "paused":
        raise Refused(Problem("deadline/paused", "The game is paused.", hint="RESUME first."))
    if to < here.row.deadline and not _may_be_earlier(work, here, to):
        hint = f"Later is always possible. Earlier, only when all have written. {why_not(work.session, here)}"
        if here.row.promised < here.row.deadline:
            first = max(here.row.promised, work.now + EARLIER_NOTICE)
            hint += f" Or back to {when(first, by)}."
        message = f"The players rely on {when(here.row.deadline, by)}. You cannot make that deadline earlier."
        raise Refused(Problem("deadline/earlier", message, hint=hint))
    before = here.row.deadline
    set_deadline(work.session, here, to, wall)
    tell_deadline(work, here, "", (from_master(why),) if why else (), before=before, by=by)
    journal.note(work, here.game, f"{here.row.label}: new deadline {when(to, 'UTC')}", by)
    reconsider(work, here)
    away = " Somebody has announced an absence for that time." if is_away(work.session, here.game, to) else ""
    return f"{with_be(here.phase.title)} due {when(to, by)}.{away}"


def _may_be_earlier(work: Work, here: Current, to: datetime) -> bool:
    if _may_hurry(here) or all_agree(work.session, here):
        return True
    return to >= here.row.promised and to >= work.now + EARLIER_NOTICE


def _may_hurry(here: Current) -> bool:
    """Whether the GameMaster may end the phase early, whoever has not written."""
    return bool(value_of(here.game.settings, HURRY))


def extend(work: Work, here: Current, by_time: timedelta, asked_at: datetime, by: Player, why: str) -> str:
    """So much more time: from the deadline or, where it had passed when this was asked for, from then."""
    return move_deadline(work, here, extended(here, by_time, asked_at), by, why)


def extended(here: Current, by_time: timedelta, asked_at: datetime) -> datetime:
    """The deadline that this would be."""
    return max(here.row.deadline, asked_at) + by_time


def process(work: Work, here: Current, label: str, by: Player) -> str:
    """From the instant of this work on the phase can be adjudicated, with defaults for whoever has not written:
    whatever was accepted before it counts, nothing after it. Raises Refused before the deadline while somebody may
    still write or waits.
    """
    if label != here.row.label:
        hint = f"PROCESS {here.row.label}"
        message = f"The current phase is {here.phase.title}." if label else "Name the phase that is to be adjudicated."
        raise Refused(Problem("process/other-phase", message, hint=hint))
    if here.row.sealed_at is not None:
        raise Refused(Problem("process/held", f"The results of {label} are held.", hint="PUBLISH sends them."))
    if here.game.status == "paused":
        raise Refused(Problem("process/paused", "The game is paused.", hint="RESUME first."))
    lacking = why_not(work.session, here)
    ready = not lacking
    early = work.now < here.row.deadline and here.game.status != "suspended"
    if early and not (_may_hurry(here) or ready):
        message = f"The players have until {when(here.row.deadline, by)}. {lacking}"
        hint = f"PROCESS {here.row.label} works from the deadline on."
        if not here.phase.hides_writers:
            hint = "Before its deadline a phase can be adjudicated only when everybody has written and nobody waits."
        raise Refused(Problem("process/early", message, hint=hint))
    if here.game.status == "suspended":
        here.game.status, here.game.suspended_why = "active", ""
    here.row.cut = work.now
    here.row.deadline = min(here.row.deadline, work.now)
    here.game.version += 1
    journal.note(work, here.game, f"{here.row.label} is adjudicated at once", by)
    return f"{here.phase.title} is adjudicated now" + (
        "." if ready else ", with what is on file. The rules' defaults stand in for players who have not written."
    )


def _tries(here: Current) -> str:
    return f"PROCESS {here.row.label} tries to adjudicate it again."


def pause(work: Work, here: Current, by: Player, why: str) -> str:
    """Stops the clock; orders may still be sent."""
    game = here.game
    _check_open(here)
    if game.status == "paused":
        raise Refused(Problem("pause/not-running", f"{game.name} is paused already.", hint="RESUME lets it go on."))
    if game.status != "active":
        raise Refused(Problem("pause/not-running", f"{game.name} is on hold already.", hint=_tries(here)))
    game.status, game.paused_at = "paused", work.now
    game.version += 1
    left = f"{with_be(here.phase.title, was=True)} due {relative(here.row.deadline, work.now)}."
    said = (f"The clock stands still. {left} You can still write.", *((from_master(why),) if why else ()))
    news.announce(work, game, "The game is paused", said, here.row.label, but=by, dated=True)
    journal.note(work, game, "paused", by)
    return (
        f"{game.name} is paused. RESUME starts the clock again. Every deadline then comes later by the time that "
        "it stood still."
    )


def resume(work: Work, here: Current, by: Player) -> str:
    """The clock goes on: the deadline comes later by as long as it stood, and then on the game's own days and hours."""
    game = here.game
    if game.status != "paused" or game.paused_at is None:
        if game.status == "suspended":
            raise Refused(Problem("resume/not-paused", f"{game.name} is on hold, not paused.", hint=_tries(here)))
        raise Refused(Problem("resume/not-paused", f"{game.name} is not paused."))
    go_on(work, here)
    title = "The game goes on"
    journal.note(work, game, "resumed", by)
    if here.row.deadline <= work.now:
        said = f"The deadline of {here.phase.title} had passed before the clock stopped."
        news.announce(work, game, title, (said,), here.row.label, but=by)
        return f"{game.name} goes on. {said}"
    tell_deadline(work, here, title, by=by)
    reconsider(work, here)
    return f"{game.name} goes on: {with_be(here.phase.title)} due {when(here.row.deadline, by)}."


def go_on(work: Work, here: Current) -> None:
    """Lets the clock of a paused game go on; nobody is told."""
    game = here.game
    # For a phase that ROLLBACK has opened meanwhile, the clock has stood since then.
    paused_at = max(game.paused_at or work.now, here.row.opened_at)
    stood = work.now - paused_at
    game.status, game.paused_at = "active", None
    here.row.promised += stood
    if here.row.deadline > paused_at:
        due = deadline_from(work.session, game, here.phase, here.row.deadline + stood)
        set_deadline(work.session, here, due, wall_of(game, here.phase, due))
    else:  # grace, and the patience with whoever is late, stood as well
        here.row.deadline, here.row.wall = here.row.deadline + stood, None
    game.version += 1


def ask_for_time(work: Work, here: Current, seat: Seat, player: Player, more: tuple[str, timedelta], why: str) -> str:
    """A player asks the GameMaster for more time (Absence of Plague 17.2); nothing changes until that one agrees.
    `more`: how much, as it is written and as it is.
    """
    check_unsealed(here.row)
    if here.game.practice:
        until = when(here.row.deadline, player)
        return f"There is no need: this practice game waits for you until {until}. ABSENCE makes that later."
    if here.game.status == "paused":
        message = "The game is paused: its clock stands still, so nobody needs more time now."
        raise Refused(Problem("late/paused", message, hint="Ask again when it goes on."))
    length, by_time = more
    who = f"{player.name} ({named(seat.name)})" if seat.name.upper() != player.name.upper() else player.name
    then = max(here.row.deadline, work.now) + by_time
    for master in masters(work.session, here.game):
        said = (
            f"{who} asks for {length} more in {here.phase.title}. "
            + (in_their_words(why) if why else "They give no reason."),
            f"To agree, reply with: EXTEND {length}\nThe deadline would then be {when(then, master)}.",
            "If you do not agree, you have nothing to do. They are not told.",
        )
        title = f"{named(seat.name)} asks for {length} more"
        news.to_player(work, here.game, master, title, said, as_master=True)
    return "I have asked the GameMaster. Until they agree, the deadline stays as it is."


def shift(work: Work, here: Current, to: datetime, why: str) -> None:
    """The judge itself gives the phase a later deadline, and says why."""
    before = here.row.deadline
    set_deadline(work.session, here, to)
    tell_deadline(work, here, "", (why,), before=before)
    journal.note(work, here.game, f"{here.row.label}: new deadline {when(to, 'UTC')}. {why}")


def follow_wall_clocks(judge: Judge) -> None:
    """Where the rules of a zone have changed since a deadline was set (a newer tzdata), it keeps its hour on the wall,
    if that is later; never earlier, for that would need everybody's consent. Everybody is told (fault T3).
    """

    def unit(work: Work) -> None:
        for here in taking_mail(work.session, PhaseRow.id.in_(moved), PhaseRow.deadline > work.now):
            wall = here.row.wall
            if wall and (due := instant_on(wall)) > here.row.deadline:
                why = f"The time of {wall.partition(' ')[2]} has new rules. The deadline keeps its hour there."
                shift(work, here, due, why)
                here.row.wall = wall

    with judge.db.reading() as session:
        moved = _on_other_walls(session)
    if moved:
        judge.write(unit)


def _on_other_walls(session: Session) -> list[int]:
    """The open phases (ids) whose hour on the wall comes later than their deadline."""
    which = (PhaseRow.closed_at.is_(None), PhaseRow.sealed_at.is_(None), PhaseRow.wall.is_not(None))
    instants: dict[str, datetime] = {}
    found = []
    for number, wall, deadline in session.execute(select(PhaseRow.id, PhaseRow.wall, PhaseRow.deadline).where(*which)):
        if wall is None:
            continue
        if wall not in instants:
            instants[wall] = instant_on(wall)
        if instants[wall] > deadline:
            found.append(number)
    return found


def taking_mail(session: Session, *which: ColumnElement[bool]) -> Iterator[Current]:
    """The running games, locked and in order, whose open phase is not cut and is as `which` says."""
    query = (
        select(Game)
        .join(PhaseRow, (PhaseRow.game_id == Game.id) & (PhaseRow.run == Game.run))
        .where(Game.status == "active", PhaseRow.closed_at.is_(None), PhaseRow.cut.is_(None), *which)
    )
    for game in session.execute(query.order_by(Game.id).with_for_update(of=Game)).scalars():
        here = current(session, game)
        if here is not None:
            yield here
