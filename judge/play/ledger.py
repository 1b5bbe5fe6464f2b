"""Money is a ledger: every change of an account is a posting, and the sums always equal what the rules say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from judge.rules.game import AnySystem
from judge.rules.values import GameState, Posting
from judge.store.tables import Game, LedgerRow, PhaseRow, RunRow


class Unbalanced(Exception):
    """The rules moved money without saying so. Nothing of the transaction may stand."""


def enter(
    session: Session, game: Game, phase: str, postings: Sequence[Posting], at: datetime, *, reverses: bool = False
) -> None:
    """Append the postings, in order, as one statement. `reverses`: a rollback undoes earlier ones by them."""
    rows = [
        {
            "game_id": game.id,
            "run": game.run,
            "phase": phase,
            "account": posting.account,
            "currency": posting.currency,
            "amount": posting.amount,
            "reason": posting.reason,
            "reverses": reverses,
            "at": at,
        }
        for posting in postings
    ]
    if rows:
        session.execute(insert(LedgerRow), rows)


def _sums(session: Session, game: Game) -> Counter[tuple[str, str]]:
    """(account, currency) -> the sum of all its postings, those of this transaction too."""
    session.flush()
    query = (
        select(LedgerRow.account, LedgerRow.currency, func.sum(LedgerRow.amount))
        .where(LedgerRow.game_id == game.id)
        .group_by(LedgerRow.account, LedgerRow.currency)
    )
    return Counter({(account, currency): int(total) for account, currency, total in session.execute(query)})


def check(session: Session, game: Game, system: AnySystem, state: GameState) -> None:
    """Raises Unbalanced unless, for each account and currency, the sum of all postings is what the state says."""
    sums = _sums(session, game)
    stated: Mapping[tuple[str, str], int] = system.accounts(state)
    wrong = sorted(key for key in {*sums, *stated} if sums[key] != stated.get(key, 0))
    if wrong:
        account, currency = wrong[0]
        summed = system.amount_in_words(sums[wrong[0]], currency)
        raise Unbalanced(f"{game.name}: the ledger has {summed} for {account}, the rules say {stated.get(wrong[0], 0)}")


def that_count(session: Session, game: Game, row: PhaseRow) -> tuple[Posting, ...]:
    """The postings of a phase that count, in order: without what a rollback undid, and without the reversals that it
    entered for that. Of a phase that was opened again those from before it closed are among them: its transfers stand.
    """
    found = _that_count(session, game, row)
    return tuple(Posting(line.account, line.currency, line.amount, line.reason) for line in found)


def _that_count(session: Session, game: Game, row: PhaseRow) -> list[LedgerRow]:
    query = select(LedgerRow).where(
        LedgerRow.game_id == game.id, LedgerRow.run == row.run, LedgerRow.phase == row.label
    )
    found = list(session.execute(query.order_by(LedgerRow.id)).scalars())
    begun = session.execute(select(RunRow).where(RunRow.game_id == game.id, RunRow.run == row.run)).scalar_one_or_none()
    if begun is None or not _begins(session, row):
        return found
    at = select(PhaseRow).where(PhaseRow.game_id == game.id, PhaseRow.number == begun.from_number)
    before = session.execute(at).scalar_one()
    earlier = [
        line for line in _that_count(session, game, before) if before.closed_at is None or line.at < before.closed_at
    ]
    return [*earlier, *(line for line in found if not line.reverses)]


def _begins(session: Session, row: PhaseRow) -> bool:
    """Is it the first phase of its run?"""
    query = select(func.min(PhaseRow.number)).where(PhaseRow.game_id == row.game_id, PhaseRow.run == row.run)
    return session.execute(query).scalar_one() == row.number


def correct(
    session: Session, game: Game, phase: str, system: AnySystem, state: GameState, reason: str, at: datetime
) -> None:
    """Enters what makes every sum equal to what the state says: the reversal of all that a rollback undoes."""
    sums = _sums(session, game)
    stated = system.accounts(state)
    reversals = [
        Posting(account, currency, stated.get((account, currency), 0) - sums[account, currency], reason)
        for account, currency in sorted({*sums, *stated})
        if stated.get((account, currency), 0) != sums[account, currency]
    ]
    enter(session, game, phase, reversals, at, reverses=True)
    check(session, game, system, state)


def statement(
    session: Session, game: Game, account: str, limit: int, since: datetime | None = None
) -> Sequence[LedgerRow]:
    """The latest entries of one account, oldest first; none from before `since`."""
    query = (
        select(LedgerRow)
        .where(LedgerRow.game_id == game.id, LedgerRow.account == account)
        .order_by(LedgerRow.id.desc())
        .limit(limit)
    )
    if since is not None:
        query = query.where(LedgerRow.at >= since)
    return list(reversed(session.execute(query).scalars().all()))
