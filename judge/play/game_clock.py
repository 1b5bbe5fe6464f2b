"""The GameMaster's hand on the clock: deadlines moved, games paused and resumed, phases processed, time asked for. A
deadline is a promise. It moves earlier only if all have written and nobody waits, or back to the deadline first told,
with a day's notice.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.games.calendar import in_days, instant_on, later, wall_in
from judge.games.lookup import LiveGame, check_unsealed, live_game
from judge.games.members import check_has_master, masters
from judge.games.settings import HURRY, calendar_of, value_of
from judge.letters.columns import with_be
from judge.letters.dates import briefly, relative, when
from judge.letters.tree import named
from judge.outbox import news
from judge.play import journal
from judge.play.absences import deadline_from, is_away, wall_of
from judge.play.agenda import on_other_walls
from judge.play.early_adjudication import reconsider, why_not
from judge.rules.endings import from_master, in_their_words
from judge.rules.problems import refusal
from judge.store.tables import Game, PhaseRow, Player, Seat

EARLIER_NOTICE = timedelta(days=1)
LONGEST = timedelta(days=366)


def _check_open(live: LiveGame) -> None:
    """Raises Refused where the phase's results are held, or have just been published by a line above."""
    check_unsealed(live.row)
    if live.row.cut is not None and live.row.hold is False and live.game.status == "active":
        message = f"The results of {live.phase.title} are on their way to everybody."
        raise refusal("held/published", message, hint="Send it again when they have come.")


def tell_deadline(
    work: Work,
    live: LiveGame,
    title: str,
    why: tuple[str, ...] = (),
    *,
    before: datetime | None = None,
    by: Player | None = None,
) -> None:
    """Tell everybody but `by` when the open phase is due, and why. `before`: when it was due."""
    said: dict[news.Recipient, news.Notice] = {}
    for to in news.recipients(work.session, live.game, but=by):
        due = live.row.deadline
        not_then = f", not {when(before, to.reader)}" if before is not None else ""
        text = (f"{live.phase.title} is now due {when(due, to.reader)}{not_then}. Orders on file stay.", *why)
        said[to] = title or f"New deadline: {briefly(due, to.reader)}", text
    news.notify(work, live.game, said, dated=True)


def set_deadline(session: Session, live: LiveGame, to: datetime, wall: str | None = None) -> None:
    """Set the deadline of the open phase, and forget what was told or planned for the old one."""
    live.row.deadline, live.row.wall = to, wall
    live.row.late_told_at = live.row.cut = live.row.early_at = None
    live.game.version += 1
    session.flush()


def move_deadline(work: Work, live: LiveGame, to: datetime, by: Player, why: str = "", wall: str | None = None) -> str:
    """Moves the deadline of the open phase and tells everybody; raises Refused where that would break a promise."""
    _check_open(live)
    if to <= work.now:
        raise refusal("deadline/past", "That is in the past.", hint=f"PROCESS {live.row.label} adjudicates at once.")
    if to > work.now + LONGEST:
        raise refusal("deadline/far", "That is more than a year ahead.", hint="PAUSE stops the clock.")
    if live.game.status == "paused":
        raise refusal("deadline/paused", "The game is paused.", hint="RESUME first.")
    if to < live.row.deadline and not _may_be_earlier(work, live, to):
        hint = f"Later is always possible. Earlier, only when all have written. {why_not(work.session, live)}"
        if live.row.promised < live.row.deadline:
            first = max(live.row.promised, work.now + EARLIER_NOTICE)
            hint += f" Or back to {when(first, by)}."
        message = f"The players rely on {when(live.row.deadline, by)}. You cannot make that deadline earlier."
        raise refusal("deadline/earlier", message, hint=hint)
    before = live.row.deadline
    set_deadline(work.session, live, to, wall)
    tell_deadline(work, live, "", (from_master(why),) if why else (), before=before, by=by)
    journal.note(work, live.game, f"{live.row.label}: new deadline {when(to, 'UTC')}", by)
    reconsider(work, live)
    away = " Somebody has announced an absence for that time." if is_away(work.session, live.game, to) else ""
    return f"{with_be(live.phase.title)} due {when(to, by)}.{away}"


def extended(live: LiveGame, now: datetime, length: str) -> tuple[datetime, str | None]:
    """Return the deadline, or `now` if that is later, with so much more time, and the wall clock that it keeps to."""
    zone = calendar_of(live.game.settings, live.phase).zone
    then = later(max(live.row.deadline, now), length, zone)
    return then, wall_in(then, zone.key) if in_days(length) else None


def _may_be_earlier(work: Work, live: LiveGame, to: datetime) -> bool:
    if _may_hurry(live) or not why_not(work.session, live):
        return True
    return to >= live.row.promised and to >= work.now + EARLIER_NOTICE


def _may_hurry(live: LiveGame) -> bool:
    """Whether the GameMaster may end the phase early, whoever has not written."""
    return bool(value_of(live.game.settings, HURRY))


def process(work: Work, live: LiveGame, label: str, by: Player) -> str:
    """Let the phase be adjudicated as of now, with defaults for missing orders. Raises Refused before the deadline
    while somebody may still write or waits.
    """
    if label != live.row.label:
        message = f"The current phase is {live.phase.title}." if label else "Name the phase that is to be adjudicated."
        raise refusal("process/other-phase", message, hint=f"PROCESS {live.row.label}")
    if live.row.sealed_at is not None:
        raise refusal("process/held", f"The results of {label} are held.", hint="PUBLISH sends them.")
    if live.game.status == "paused":
        raise refusal("process/paused", "The game is paused.", hint="RESUME first.")
    lacking = why_not(work.session, live)
    ready = not lacking
    early = work.now < live.row.deadline and live.game.status != "suspended"
    if early and not (_may_hurry(live) or ready):
        message = f"The players have until {when(live.row.deadline, by)}. {lacking}"
        hint = f"PROCESS {live.row.label} works from the deadline on."
        if not live.phase.hides_writers:
            hint = "Before its deadline a phase can be adjudicated only when everybody has written and nobody waits."
        raise refusal("process/early", message, hint=hint)
    if live.game.status == "suspended":
        live.game.status, live.game.suspended_why = "active", ""
    live.row.cut = work.now
    live.row.deadline = min(live.row.deadline, work.now)
    live.game.version += 1
    journal.note(work, live.game, f"{live.row.label} is adjudicated at once", by)
    return f"{live.phase.title} is adjudicated now" + (
        "." if ready else ", with what is on file. The rules' defaults stand in for players who have not written."
    )


def _tries(live: LiveGame) -> str:
    return f"PROCESS {live.row.label} tries to adjudicate it again."


def pause(work: Work, live: LiveGame, by: Player | None, why: str) -> str:
    """Stop the clock; orders may still be sent. `why`: the GameMaster's reason, or the judge's where it is nobody's."""
    game = live.game
    _check_open(live)
    if game.status == "paused":
        raise refusal("pause/not-running", f"{game.name} is paused already.", hint="RESUME lets it go on.")
    if game.status != "active":
        raise refusal("pause/not-running", f"{game.name} is on hold already.", hint=_tries(live))
    game.status, game.paused_at = "paused", work.now
    game.version += 1
    left = f"{with_be(live.phase.title, was=True)} due {relative(live.row.deadline, work.now)}."
    reason = from_master(why) if by and why else why
    said = (f"The clock stands still. {left} You can still write.", *((reason,) if reason else ()))
    news.announce(work, game, "The game is paused", said, but=by, dated=True)
    journal.note(work, game, "paused", by)
    return (
        f"{game.name} is paused. RESUME starts the clock again. Every deadline then comes later by the time that "
        "it stood still."
    )


def resume(work: Work, live: LiveGame, by: Player | None) -> str:
    """The clock goes on: the deadline comes later by as long as it stood, and then on the game's own days and hours."""
    game = live.game
    if game.status != "paused" or game.paused_at is None:
        if game.status == "suspended":
            raise refusal("resume/not-paused", f"{game.name} is on hold, not paused.", hint=_tries(live))
        raise refusal("resume/not-paused", f"{game.name} is not paused.")
    go_on(work, live)
    title = "The game goes on"
    journal.note(work, game, "resumed", by)
    if live.row.deadline <= work.now:
        said = f"The deadline of {live.phase.title} had passed before the clock stopped."
        news.announce(work, game, title, (said,), but=by)
        return f"{game.name} goes on. {said}"
    tell_deadline(work, live, title, by=by)
    reconsider(work, live)
    return f"{game.name} goes on: {with_be(live.phase.title)} due {when(live.row.deadline, by or 'UTC')}."


def go_on(work: Work, live: LiveGame) -> None:
    """Lets the clock of a paused game go on; nobody is told."""
    game = live.game
    # For a phase that ROLLBACK has opened meanwhile, the clock has stood since then.
    paused_at = max(game.paused_at or work.now, live.row.opened_at)
    stood = work.now - paused_at
    game.status, game.paused_at = "active", None
    live.row.promised += stood
    if live.row.deadline > paused_at:
        due = deadline_from(work.session, game, live.phase, live.row.deadline + stood)
        set_deadline(work.session, live, due, wall_of(game, live.phase, due))
    else:  # grace, and the patience with whoever is late, stood as well
        live.row.deadline, live.row.wall = live.row.deadline + stood, None
    game.version += 1


def ask_for_time(work: Work, live: LiveGame, seat: Seat, player: Player, length: str, why: str) -> str:
    """Pass a player's plea for more time to the GameMasters (Absence of Plague 17.2)."""
    check_unsealed(live.row)
    if live.game.practice:
        until = when(live.row.deadline, player)
        return f"There is no need: this practice game waits for you until {until}. ABSENCE makes that later."
    check_has_master(work.session, live.game)
    if live.game.status == "paused":
        message = "The game is paused: its clock stands still, so nobody needs more time now."
        raise refusal("late/paused", message, hint="Ask again when it goes on.")
    who = f"{player.name} ({named(seat.name)})" if seat.name.upper() != player.name.upper() else player.name
    then, _ = extended(live, work.now, length)
    for master in masters(work.session, live.game):
        said = (
            f"{who} asks for {length} more in {live.phase.title}. "
            + (in_their_words(why) if why else "They give no reason."),
            f"To agree, reply with: EXTEND {length}\nThe deadline would then be {when(then, master)}.",
            "If you do not agree, you have nothing to do. They are not told.",
        )
        title = f"{named(seat.name)} asks for {length} more"
        news.to_player(work, live.game, master, title, said, as_master=True)
    return "I have asked the GameMaster. Until they agree, the deadline stays as it is."


def shift(work: Work, live: LiveGame, to: datetime, why: str, wall: str | None = None) -> None:
    """The judge itself gives the phase a later deadline, and says why."""
    before = live.row.deadline
    set_deadline(work.session, live, to, wall)
    tell_deadline(work, live, "", (why,), before=before)
    journal.note(work, live.game, f"{live.row.label}: new deadline {when(to, 'UTC')}. {why}")


def follow_wall_clocks(judge: Judge) -> None:
    """Keep deadlines at their hour where a newer tzdata has changed their zone, if that is later (fault T3)."""

    def unit(work: Work) -> None:
        for live in taking_mail(work.session, PhaseRow.id.in_(moved), PhaseRow.deadline > work.now):
            wall = live.row.wall
            if wall and (due := instant_on(wall)) > live.row.deadline:
                why = f"The time of {wall.partition(' ')[2]} has new rules. The deadline keeps its hour there."
                shift(work, live, due, why, wall)

    with judge.db.reading() as session:
        moved = on_other_walls(session)
    if moved:
        judge.write(unit)


def taking_mail(session: Session, *which: ColumnElement[bool]) -> Iterator[LiveGame]:
    """The running games, locked and in order, whose open phase is not cut and is as `which` says."""
    query = (
        select(Game)
        .join(PhaseRow, (PhaseRow.game_id == Game.id) & (PhaseRow.run == Game.run))
        .where(Game.status == "active", PhaseRow.closed_at.is_(None), PhaseRow.cut.is_(None), *which)
    )
    for game in session.scalars(query.order_by(Game.id).with_for_update(of=Game)):
        live = live_game(session, game)
        if live is not None:
            yield live
