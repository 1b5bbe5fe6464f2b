"""ROLLBACK and ROLLFORWARD: board, accounts and orders on file go back together, or not at all. A rollback begins a new
run of the game before the adjudication of a phase. The branch left is kept, and the ledger gets reversals. Players who
have left have left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games import tenures
from judge.games.lookup import live_game, on_file, open_phase, state_before, system_of, upgraded
from judge.letters.dates import briefly
from judge.outbox import news
from judge.play import journal, ledger, publication
from judge.play.absences import deadline_for
from judge.play.acts import perform, store_state
from judge.play.adjudication import open_next
from judge.play.position import lasts, mail_position
from judge.play.timeline import openings_of, phases_of
from judge.rules.endings import in_their_words
from judge.rules.game import AnySystem
from judge.rules.problems import refusal
from judge.rules.prose import listed
from judge.rules.values import DUMMY, SEATING, Act, GameState
from judge.rules.votes import votes_on_its_end
from judge.store.tables import ActRow, Game, OrdersRow, OutboundRow, PhaseRow, Player, RunRow

TOLD_OF_PHASES = ("results", "reminder", "late", "news", "preview", "webhook")


def rollback(work: Work, game: Game, label: str, by: Player, why: str) -> str:
    """Go back to before phase `label` was adjudicated, with its orders and a new deadline. Raises Refused."""
    line = phases_of(work.session, game)
    target = next((row for row in line if row.label == label), None)
    left = open_phase(work.session, game)
    if left is None or game.status == "ended":
        raise refusal("rollback/not-running", "Only a running game can be rolled back.")
    if target is not None and target.id == left.id and left.sealed_at is not None:
        live = live_game(work.session, game)
        if live is not None:
            return publication.unseal(work, live, by, why)
    if target is None or target.id == left.id:
        before = ", ".join(row.label for row in line if row.id != left.id)
        hint = f"Adjudicated are: {before}." if before else "Nothing has been adjudicated yet."
        raise refusal("rollback/no-such-phase", f"{label or 'That'} has not been adjudicated.", hint=hint)
    system = system_of(game)
    acts = _acts(work.session, [target], None)

    def before_adjudication() -> GameState:
        state = state_before(target, system)
        for each in acts:
            state = system.act(state, each.role, Act(each.kind, each.data)).state
        return state

    state = _readable(label, before_adjudication)
    undone = [row for row in line if row.number > target.number]
    openings = [row for rows in openings_of(work.session, game, undone) for row in rows]
    since = _acts(work.session, openings, SEATING)
    _cancel_mail(work.session, game, target.closed_at or work.now)
    _leave(work, game, left, left.run, target.number)
    _begin_run(work, game, system, state, target, since, f"rolled back to {label}")
    journal.note(work, game, f"rolled back to {label}", by)
    gone_back = (
        f"The GameMaster has gone back to {target.title}. What happened since then does not count: forget my mails "
        "about it."
    )
    orders = "The orders of then are on file, and can be changed."
    said = (f"{gone_back} {in_their_words(why)}" if why else gone_back, f"{rollback_scope(system)} {orders}")
    _tell_all(work, game, f"{target.title} is open again", said, by)
    kept = "The judge has kept what was undone. ROLLFORWARD brings it back until the next adjudication."
    return f"{game.name} is rolled back to {target.title}. {kept}"


def rollback_scope(system: AnySystem) -> str:
    """What goes back: the board, the accounts, and votes on the end, where a game has any."""
    before = "All is as it was before that phase was adjudicated"
    what = [word for word, has in (("the board", system.has_map), ("the accounts", system.coins)) if has]
    if votes_on_its_end(system):
        apart = ", " if len(what) > 1 else " "
        return f"{before}: {', '.join(what)}{apart}and the votes for a draw or a concession. NODRAW takes yours back."
    if what == ["the accounts"]:
        return f"{before}, and so are the accounts."
    return f"{before}: {listed(what)}." if what else f"{before}."


def rollforward(work: Work, game: Game, by: Player) -> str:
    """Undoes the latest ROLLBACK, if nothing has been adjudicated since; raises Refused."""
    query = select(RunRow).where(RunRow.game_id == game.id, RunRow.run == game.run)
    run = work.session.scalar(query)
    live = open_phase(work.session, game)
    if run is None or run.parent != run.left_run or live is None:
        raise refusal("rollforward/none", "There is no ROLLBACK to undo.")
    count = select(func.count()).select_from(PhaseRow).where(PhaseRow.game_id == game.id, PhaseRow.run == game.run)
    if work.session.execute(count).scalar_one() > 1:
        raise refusal("rollforward/too-late", "A phase has been adjudicated since the ROLLBACK.")
    target = work.session.get_one(PhaseRow, run.left_phase)
    system = system_of(game)
    state = _readable(target.label, lambda: system.load(upgraded(system, run.left_state, run.left_version)))
    since = [each for each in _acts(work.session, [live], SEATING) if each.at > run.made_at]
    _cancel_mail(work.session, game, run.made_at)
    _leave(work, game, live, run.left_run, target.number)
    _begin_run(work, game, system, state, target, since, f"rolled forward to {target.label}")
    journal.note(work, game, f"rolled forward to {target.label}", by)
    said = ("The GameMaster has undone the latest rollback. Forget my mails about what came of it.",)
    _tell_all(work, game, f"Forward again to {target.title}", said, by)
    return f"{game.name} is rolled forward to {target.title}."


def _readable(label: str, load: Callable[[], GameState]) -> GameState:
    """What `load` returns; raises Refused where the rules that are installed cannot read it."""
    try:
        return load()
    except (ValueError, KeyError) as error:
        message = f"{label} was kept by an older version of the rules, which this version cannot read."
        raise refusal("rollback/unreadable", message) from error


def _leave(work: Work, game: Game, left: PhaseRow, parent: int, from_number: int) -> None:
    """Begin a new run after the parent's phases below `from_number`; keep where the game stood."""
    game.run += 1
    began = {"run": game.run, "parent": parent, "from_number": from_number, "made_at": work.now}
    stood = {"left_phase": left.id, "left_state": game.state, "left_version": game.system_version}
    work.session.add(RunRow(game_id=game.id, left_run=left.run, **began, **stood))


def _acts(session: Session, phases: Sequence[PhaseRow], kinds: Sequence[str] | None) -> list[ActRow]:
    """The acts of these phases in their order; of these kinds only, if any are given."""
    found: list[ActRow] = []
    for phase in phases:
        query = select(ActRow).filter_by(**phase.key)
        if kinds is not None:
            query = query.where(ActRow.kind.in_(kinds))
        found += session.scalars(query.order_by(ActRow.number)).all()
    return found


def _cancel_mail(session: Session, game: Game, since: datetime) -> None:
    """What is undone and has not been sent shall not be."""
    session.execute(
        update(OutboundRow)
        .where(
            OutboundRow.game_id == game.id,
            OutboundRow.status.in_(("queued", "parked")),
            OutboundRow.purpose.in_(TOLD_OF_PHASES),
            OutboundRow.made_at >= since,
        )
        .values(status="cancelled")
    )


def _begin_run(
    work: Work, game: Game, system: AnySystem, state: GameState, target: PhaseRow, since: Sequence[ActRow], reason: str
) -> None:
    """Open `target` with its orders and a new deadline; repeat the acts of `since` that moved players."""
    phase = system.phase(state)
    if phase is None:
        raise refusal("rollback/over", "The game was over at that point.")
    dumped = system.dump(state)
    store_state(game, system, dumped)
    if game.status == "suspended":
        game.status, game.suspended_why = "active", ""
    row = open_next(work, game, phase, dumped, deadline_for(work.session, game, phase, work.now))
    # Results that should wait for PUBLISH, and were not published, wait for it again.
    row.hold = True if target.hold else None
    seated = {each.role: each.kind for each in since}
    for role, filed in on_file(work.session, game, target.label, target.run).items():
        for part, text in (filed.parts or filed.no_orders()).items():
            if seated.get(role) == DUMMY and not lasts(system, part):
                continue  # a dummy has no sheet
            sheet = {"role": role, "part": part, "revision": 1, "text": text, "written": filed.written}
            work.session.add(OrdersRow(**row.key, **sheet, at=work.now))
    work.session.flush()
    ledger.correct(work.session, game, phase.label, system, state, reason, work.now)
    live = live_game(work.session, game)
    for place, each in enumerate(since):
        if live is not None:
            live, events = perform(work, live, each.role, Act(each.kind, each.data))
            # Of a seat that has been left and taken again nobody is told that it is vacant.
            if all(later.role != each.role for later in since[place + 1 :]):
                news.tell(work, live, events, but=())
        if game.status == "ended":
            # What cannot be undone is nobody's wish here: all votes of then, without those who have left since.
            message = f"{target.title} cannot be opened again. All who are left had then voted for the end of the game."
            raise refusal("rollback/ends", message, hint="Another phase can, before or after it.")
    if live is not None:
        tenures.note_eliminated(work.session, game, system, live.state)


def _tell_all(work: Work, game: Game, title: str, said: tuple[str, ...], by: Player) -> None:
    """One letter to everybody, with the position below the news; the GameMaster whose doing it is reads the reply."""
    live = live_game(work.session, game)
    if live is None:
        return
    for to in news.recipients(work.session, game, live.roles_of, but=by):
        stands = ("The clock of the game stands as before.",) if game.status == "paused" else ()
        due = "" if stands else f": due {briefly(live.row.deadline, to.reader)}"
        mail_position(work, live, to, (title + due, *said, *stands))
