"""Money is a ledger: every change of an account is a posting, and the sums always equal what the rules say.

A player reads the account of their seat since they sat down: what was before is their predecessor's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.orm import Session

from judge.games import tenures
from judge.games.lookup import LiveGame
from judge.letters.columns import table
from judge.letters.dates import briefly
from judge.letters.tree import named
from judge.letters.values import Block, Said
from judge.play.timeline import phases_of
from judge.rules.endings import with_names
from judge.rules.game import AnySystem
from judge.rules.problems import Refused, refusal
from judge.rules.values import GameState, Posting, only
from judge.store.tables import Base, Game, LedgerRow, Player, Seat


class Unbalanced(Exception):
    """The rules moved money without saying so. Nothing of the transaction may stand."""


_ENTERED = insert(Base.metadata.tables[LedgerRow.__tablename__])


def enter(
    session: Session, game: Game, phase: str, postings: Sequence[Posting], at: datetime, *, reverses: bool = False
) -> None:
    """Append the postings, in order, as one statement. `reverses`: a rollback undoes earlier ones by them."""
    then = {"game_id": game.id, "run": game.run, "phase": phase, "reverses": reverses, "at": at}
    rows = [then | asdict(posting) for posting in postings]
    if rows:
        session.execute(_ENTERED, rows)


_SUMS = (
    select(LedgerRow.account, LedgerRow.currency, func.sum(LedgerRow.amount))
    .where(LedgerRow.game_id == bindparam("game_id"))
    .group_by(LedgerRow.account, LedgerRow.currency)
)


def _sums(session: Session, game: Game) -> Counter[tuple[str, str]]:
    """(account, currency) -> the sum of all its postings, those of this transaction too."""
    session.flush()
    sums = session.execute(_SUMS, {"game_id": game.id})
    return Counter({(account, currency): int(total) for account, currency, total in sums})


def check(session: Session, game: Game, system: AnySystem, state: GameState) -> None:
    """Raises Unbalanced unless, for each account and currency, the sum of all postings is what the state says."""
    sums = _sums(session, game)
    stated: Mapping[tuple[str, str], int] = system.accounts(state)
    wrong = sorted(key for key in {*sums, *stated} if sums[key] != stated.get(key, 0))
    if wrong:
        account, currency = wrong[0]
        summed = system.amount_in_words(sums[wrong[0]], currency)
        raise Unbalanced(f"{game.name}: the ledger has {summed} for {account}, the rules say {stated.get(wrong[0], 0)}")


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
    return list(reversed(session.scalars(query).all()))


LATEST = 12
EVERYTHING = 200
WIDEST = 79
"""Columns of a statement: no entry wraps, and no line is longer than 80."""


def _balances(live: LiveGame, role: str) -> dict[str, int]:
    """Currency -> balance, nothing of it for who has no account any more; raises Refused in a game without money."""
    stated = live.system.accounts(live.state)
    own = {currency: amount for (account, currency), amount in stated.items() if account == role}
    own = own or {currency: 0 for _, currency in stated}
    if not own:
        raise refusal("balance/none", "There is no money in this game.")
    return own


def _known_from(session: Session, live: LiveGame, role: str, seat: Seat) -> datetime | None:
    """From when on the seat's player may read the books of a role: those of an office from the first."""
    return None if role in live.phase.offices else tenures.since(session, seat)


def balance(session: Session, live: LiveGame, roles: Sequence[str], seat: Seat) -> Said:
    """Of each of the seat's roles; raises Refused in a game without money."""
    told = [_balance(session, live, role, seat) for role in roles]
    return Said(" ".join(each.message for each in told), tuple(block for each in told for block in each.blocks))


def _balance(session: Session, live: LiveGame, role: str, seat: Seat) -> Said:
    own = _balances(live, role)
    titles = _titles(session, live)

    def coins(entry: LedgerRow) -> str:
        return live.system.currency_in_words(entry.amount, entry.currency)

    rows = [
        (titles.get(entry.phase, entry.phase), f"{entry.amount:+d}", coins(entry), _reason(live, entry, titles))
        for entry in statement(session, live.game, role, LATEST, _known_from(session, live, role, seat))
    ]
    whose = f"{named(role)}'s" if role in live.phase.offices else "your"
    latest = (Block(f"Latest entries of {whose} account", table(rows, right=(1,))),) if rows else ()
    return Said(" ".join((_in_words(live, role, own), *_standing(live, role))), latest)


def _titles(session: Session, live: LiveGame) -> dict[str, str]:
    """Label -> how a phase of the game is called."""
    return {row.label: row.title for row in phases_of(session, live.game)}


def _reason(live: LiveGame, entry: LedgerRow, titles: Mapping[str, str]) -> str:
    """Return why it was entered, with the phase that it is for if that is another, and names as people write them."""
    names = {account for account, _ in live.system.accounts(live.state)}
    of_phase = f", {titles.get(entry.for_phase, entry.for_phase)}" if entry.for_phase else ""
    return with_names(f"{entry.reason}{of_phase}", names)


def _in_words(live: LiveGame, role: str, own: Mapping[str, int]) -> str:
    text = ", ".join(live.system.amount_in_words(amount, currency) for currency, amount in own.items())
    return f"{named(role)}'s treasury holds {text}." if role in live.phase.offices else f"Your balance is {text}."


def _standing(live: LiveGame, role: str) -> tuple[str, ...]:
    return live.system.stands(live.view(only(role)))


def standing_words(live: LiveGame, role: str) -> tuple[str, ...]:
    """`Your balance is 48 AgP.`, where there is money, and what else stands until it is changed."""
    try:
        balance = _in_words(live, role, _balances(live, role))
    except Refused:
        balance = ""
    return tuple(filter(None, (balance, *_standing(live, role))))


def standing_after(before: LiveGame, live: LiveGame, role: str) -> str:
    """The same, as far as what has just been done at once has changed it."""
    stood = standing_words(before, role)
    return " ".join(each for each in standing_words(live, role) if each not in stood)


def statement_block(session: Session, live: LiveGame, role: str, seat: Seat, player: Player) -> Block:
    """Every entry with the balance after it, oldest first."""
    stated, titles = _balances(live, role), _titles(session, live)
    rows: list[tuple[str, ...]] = []
    known = statement(session, live.game, role, EVERYTHING, _known_from(session, live, role, seat))
    # The rules state no balance of a currency that is used up, as of what a Zero Sum game has paid out in the Fall.
    before = stated | {entry.currency: stated.get(entry.currency, 0) for entry in known}
    for entry in reversed(known):
        after = before[entry.currency]
        phase = "" if entry.for_phase else f", {titles.get(entry.phase, entry.phase)}"
        what = f"{live.system.currency_in_words(after, entry.currency)}  {_reason(live, entry, titles)}{phase}"
        rows.append((briefly(entry.at, player), f"{entry.amount:+d}", str(after), what))
        before[entry.currency] = after - entry.amount
    brought = [
        ("", "", str(amount), f"{live.system.currency_in_words(amount, currency)}  brought forward")
        for currency, amount in before.items()
    ]
    return Block(f"Account of {named(role)}", table([*brought, *reversed(rows)], right=(1, 2), columns=WIDEST))
