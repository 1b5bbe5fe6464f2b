"""Adjudication: computed and rendered without a lock, then written in one transaction, or not at all. If the game has
changed meanwhile, everything is computed again.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from judge.app import JUMP, Judge, Work
from judge.club import records
from judge.games import tenures
from judge.games.lookup import card_of, live_game, on_file, open_phase, rng_of
from judge.games.members import computer_seats
from judge.letters import write
from judge.letters.briefing import Known, known_of
from judge.letters.dates import when
from judge.letters.tree import one_occasion
from judge.letters.values import Deadline
from judge.logs import log
from judge.mail.values import Letter
from judge.outbox import news, webhooks
from judge.outbox.news import Recipient
from judge.outbox.pictures import pictures_of, tell_of_undrawn
from judge.outbox.queue import URGENT, tell_host
from judge.play.absences import deadline_for, wall_of
from judge.play.acts import finish, store_outcome
from judge.play.deadlines import first_look
from judge.play.early_adjudication import reconsider
from judge.play.position import form_of
from judge.press import delivery, newspaper
from judge.rules.game import AnySystem
from judge.rules.values import GameState, Json, Orders, Outcome, Phase
from judge.store.engine import DATABASE_TROUBLE
from judge.store.tables import Game, PhaseRow

FIRST = 2
"""The results of so many phases of a game explain their signs."""


@dataclass(frozen=True)
class _Computed:
    """An adjudication, ready to be written to a game of this `version`. `undrawn`: the trace of a map that failed."""

    version: int
    now: datetime
    outcome: Outcome[GameState]
    dumped: Json
    phase: Phase | None
    deadline: Deadline | None
    letters: tuple[tuple[Recipient, Letter], ...]
    undrawn: str = ""


_LAST_NUMBER = select(func.coalesce(func.max(PhaseRow.number), 0)).where(PhaseRow.game_id == bindparam("game_id"))


def open_next(work: Work, game: Game, phase: Phase, dumped: Json, deadline: datetime) -> PhaseRow:
    """The row of a phase that begins."""
    number = work.session.execute(_LAST_NUMBER, {"game_id": game.id}).scalar_one()
    row = PhaseRow(
        game_id=game.id,
        run=game.run,
        number=number + 1,
        label=phase.label,
        title=phase.title,
        state_before=dumped,
        system_version=game.system_version,
        opened_at=work.now,
        deadline=deadline,
        wall=wall_of(game, phase, deadline),
        promised=deadline,
        computers_at=None if computer_seats(work.session, game) else work.now,  # there is nobody to wait for
    )
    row.remind_at = first_look(work.judge, game, row, work.now)
    work.session.add(row)
    return row


def letters_to_all(
    session: Session,
    game: Game,
    system: AnySystem,
    outcome: Outcome[GameState],
    phase: Phase,
    last: Mapping[str, Orders],
    write_one: Callable[[Known, str], Letter],
) -> tuple[tuple[Recipient, Letter], ...]:
    """Return each reader's letter, with the sheet to answer `phase`. `last`: orders by role."""
    seats = dict(phase.roles)
    readers = [
        *news.recipients(session, game, lambda seat: tuple(role for role, sitter in seats.items() if sitter == seat))
    ]
    card = card_of(session, game)  # of one of them, mostly
    made = []
    for to in readers:
        known = known_of(system, outcome.state, card, to.reader, outcome.events)
        form = form_of(system, outcome.state, to.reader.roles, last, again=True) if to.seat is not None else ""
        made.append((to, write_one(known, form)))
    return tuple(made)


def _compute(judge: Judge, game_id: int, label: str) -> _Computed | None:
    with judge.db.reading() as session:
        game = session.get_one(Game, game_id)
        live = live_game(session, game)
        if live is None or game.status != "active" or live.row.label != label or live.row.sealed_at is not None:
            return None
        if live.row.cut is None:
            return None  # it was opened again since it was found due
        now = judge.now(session)
        orders = {role: filed.parts for role, filed in on_file(session, game, label).items()}
        outcome = live.system.adjudicate(live.state, orders, rng_of(live.game, label))
        phase = live.system.phase(outcome.state)
        if outcome.result is not None or phase is None:
            return _Computed(game.version, now, outcome, live.system.dump(outcome.state), None, None, ())
        deadline = Deadline(deadline_for(session, game, phase, now), phase)
        undrawn: list[str] = []
        pictures = pictures_of(judge, live.system, live.state, outcome.state, outcome.events, undrawn.append)

        before = _adjudicated_before(session, game, label)

        def results(known: Known, form: str) -> Letter:
            if game.practice and known.reader.role:
                known = replace(known, comments=live.system.comments(known.events, known.reader.role))
            known = replace(known, newcomer=live.row.number <= FIRST)
            picture = pictures(known.reader)
            again = f"These results take the place of those of {when(before, known.reader)}." if before else ""
            return write.results(judge.renderer, known, deadline, form, now, picture=picture, again=again)

        with one_occasion():
            letters = letters_to_all(session, game, live.system, outcome, phase, orders, results)
        dumped = live.system.dump(outcome.state)
        return _Computed(game.version, now, outcome, dumped, phase, deadline, letters, "".join(undrawn[:1]))


def _adjudicated_before(session: Session, game: Game, label: str) -> datetime | None:
    """When the results of this phase were last sent, before a ROLLBACK opened it again; None if they never were."""
    if not game.run:
        return None
    query = (
        select(PhaseRow.closed_at)
        .where(PhaseRow.game_id == game.id, PhaseRow.label == label, PhaseRow.run != game.run)
        .where(PhaseRow.closed_at.is_not(None))
        .order_by(PhaseRow.closed_at.desc())
    )
    return session.scalar(query.limit(1))


def _write(work: Work, game_id: int, label: str, done: _Computed) -> bool:
    if abs(work.now - done.now) > JUMP:
        return False  # it was computed by a clock that was wrong
    work = work.at(done.now)
    game = work.session.get_one(Game, game_id, with_for_update=True)
    live = live_game(work.session, game)
    if game.version != done.version or live is None or live.row.label != label:
        return False
    records.note_phase(work.session, live, work.now)
    store_outcome(work, game, live.system, label, done.outcome, done.dumped)
    live.row.closed_at = work.now
    if done.outcome.result is not None:
        finish(work, live, done.outcome.state, done.outcome.events, done.outcome.result)
        return True
    if done.phase is None or done.deadline is None:
        raise RuntimeError(f"{game.name}: the rules ended {label} with neither a result nor a next phase")
    tenures.note_eliminated(work.session, game, live.system, done.outcome.state)
    delivery.send_veiled(work, game, closing=True)
    open_next(work, game, done.phase, done.dumped, done.deadline.at)
    news.deliver_all(work, game, done.letters, "results")
    webhooks.queue(work, game, "results", label)
    if done.undrawn:
        tell_of_undrawn(work, game.name, done.undrawn)
    if delivery.is_any_waiting(work.session, game):
        delivery.send_with_results(work, game, live.phase.title)
        newspaper.publish(work, game, live.phase.title)
    if not done.phase.wanted and (opened := live_game(work.session, game)) is not None and not game.practice:
        reconsider(work, opened)  # nobody will write, so nothing else asks whether everybody has
    return True


def adjudicate(judge: Judge, game_id: int, label: str) -> bool:
    """Adjudicate the phase `label` if it is open; return whether. If rules raise, the game is suspended."""
    try:
        while (done := _compute(judge, game_id, label)) is not None:
            if judge.write(partial(_write, game_id=game_id, label=label, done=done)):
                log.info("adjudicated", game_id=game_id, phase=label)
                return True
    except DATABASE_TROUBLE:
        raise
    except Exception:  # noqa: BLE001 - whatever it is, the phase must survive it
        suspend(judge, game_id, label)
    return False


def suspend(judge: Judge, game_id: int, label: str) -> None:
    """Stops a game whose rules or templates have raised the exception that is being handled now."""
    trace = traceback.format_exc()
    judge.db.check_schema()  # no game is to blame for tables of another version
    log.error("game suspended", game_id=game_id, phase=label)
    judge.write(lambda work: _suspend(work, game_id, label, trace))


def _suspend(work: Work, game_id: int, label: str, trace: str) -> None:
    game = work.session.get_one(Game, game_id, with_for_update=True)
    # The rules are not asked for anything here: they may be what failed.
    phase = open_phase(work.session, game)
    if game.status != "active" or phase is None or phase.label != label:
        return
    game.status = "suspended"
    game.suspended_why = trace
    game.version += 1
    text = (
        "The judge could not adjudicate this phase. Nothing is lost. Your orders are kept, the game waits, and the "
        "people who run this judge know about it."
    )
    # The last line names the fault; the rest of a trace may hold what orders hold, and the GameMaster may play.
    fault = (trace.strip().splitlines()[-1], f"PROCESS {label} tries again.")
    news.announce(work, game, f"{phase.title} is delayed", (text,), for_masters=fault)
    mend = (
        f"{game.name} is suspended, and its players know of a delay. Mend what the trace says. Then ask its GameMaster "
        f"for PROCESS {label}."
    )
    tell_host(work, f"{game.name}, {label}: adjudication failed", f"{mend}\n\n{trace}", URGENT)
