"""Money is a ledger: every change of an account is a posting, and the sums always equal what the rules say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from judge.rules.system import Posting, RuleSystem
from judge.store.tables import Game, LedgerRow


class Unbalanced(Exception):
    """The rules moved money without saying so. Nothing of the transaction may stand."""


def enter(session: Session, game: Game, phase: str, postings: Sequence[Posting], at: datetime) -> None:
    """Appends the postings."""
    session.add_all(
        LedgerRow(
            game_id=game.id,
            run=game.run,
            phase=phase,
            account=posting.account,
            currency=posting.currency,
            amount=posting.amount,
            reason=posting.reason,
            at=at,
        )
        for posting in postings
    )


def check(session: Session, game: Game, system: RuleSystem, state: Any) -> None:
    """Raises Unbalanced unless, for each account and currency, the sum of all postings is what the state says."""
    session.flush()
    query = (
        select(LedgerRow.account, LedgerRow.currency, func.sum(LedgerRow.amount))
        .where(LedgerRow.game_id == game.id)
        .group_by(LedgerRow.account, LedgerRow.currency)
    )
    sums = Counter({(account, currency): int(total) for account, currency, total in session.execute(query)})
    stated: Mapping[tuple[str, str], int] = system.accounts(state)
    wrong = sorted(key for key in {*sums, *stated} if sums[key] != stated.get(key, 0))
    if wrong:
        account, currency = wrong[0]
        raise Unbalanced(
            f"{game.name}: the ledger has {sums[wrong[0]]} {currency} for {account}, the rules say "
            f"{stated.get(wrong[0], 0)}"
        )


def statement(session: Session, game: Game, account: str, limit: int) -> Sequence[LedgerRow]:
    """The latest entries of one account, oldest first."""
    query = (
        select(LedgerRow)
        .where(LedgerRow.game_id == game.id, LedgerRow.account == account)
        .order_by(LedgerRow.id.desc())
        .limit(limit)
    )
    return list(reversed(session.execute(query).scalars().all()))
