"""A player's account, told to them alone: since they sat down, for what was before is their predecessor's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from judge.games import tenures
from judge.games.current import Current
from judge.letters.columns import table
from judge.letters.tree import named
from judge.letters.values import Block, Said
from judge.letters.when import briefly
from judge.play import ledger
from judge.play.timeline import phases_of
from judge.rules.endings import with_names
from judge.rules.problems import Problem, Refused
from judge.rules.values import only
from judge.store.tables import LedgerRow, Player, Seat

LATEST = 12
EVERYTHING = 200
WIDEST = 79
"""Columns of a statement: no entry wraps, and no line is longer than 80."""


def _balances(here: Current, role: str) -> dict[str, int]:
    """Currency -> balance, nothing of it for who has no account any more; raises Refused in a game without money."""
    stated = here.system.accounts(here.state)
    own = {currency: amount for (account, currency), amount in stated.items() if account == role}
    own = own or {currency: 0 for _, currency in stated}
    if not own:
        raise Refused(Problem("balance/none", "There is no money in this game."))
    return own


def _known_from(session: Session, here: Current, role: str, seat: Seat) -> datetime | None:
    """From when on the seat's player may read the books of a role: those of an office from the first."""
    return None if role in here.phase.offices else tenures.since(session, seat)


def balance(session: Session, here: Current, roles: Sequence[str], seat: Seat) -> Said:
    """Of each of the seat's roles; raises Refused in a game without money."""
    told = [_balance(session, here, role, seat) for role in roles]
    return Said(" ".join(each.message for each in told), tuple(block for each in told for block in each.blocks))


def _balance(session: Session, here: Current, role: str, seat: Seat) -> Said:
    own = _balances(here, role)
    titles = _titles(session, here)

    def coins(entry: LedgerRow) -> str:
        return here.system.currency_in_words(entry.amount, entry.currency)

    rows = [
        (titles.get(entry.phase, entry.phase), f"{entry.amount:+d}", coins(entry), _reason(here, entry, titles))
        for entry in ledger.statement(session, here.game, role, LATEST, _known_from(session, here, role, seat))
    ]
    whose = f"{named(role)}'s" if role in here.phase.offices else "your"
    latest = (Block(f"Latest entries of {whose} account", table(rows, right=(1,))),) if rows else ()
    return Said(" ".join((_in_words(here, role, own), *_standing(here, role))), latest)


def _titles(session: Session, here: Current) -> dict[str, str]:
    """Label -> how a phase of the game is called."""
    return {row.label: row.title for row in phases_of(session, here.game)}


def _reason(here: Current, entry: LedgerRow, titles: Mapping[str, str]) -> str:
    """Why it was entered, without the phase, which stands beside it, but with another one that it was for, and with
    names as people write them.
    """
    names = {account for account, _ in here.system.accounts(here.state)}
    label, _, what = str(entry.reason).partition(": ")
    if label in titles and label != entry.phase:
        return with_names(f"{what}, {titles[label]}", names)
    return with_names(str(entry.reason).removeprefix(f"{entry.phase}: "), names)


def _in_words(here: Current, role: str, own: Mapping[str, int]) -> str:
    text = ", ".join(here.system.amount_in_words(amount, currency) for currency, amount in own.items())
    return f"{named(role)}'s treasury holds {text}." if role in here.phase.offices else f"Your balance is {text}."


def _standing(here: Current, role: str) -> tuple[str, ...]:
    return here.system.stands(here.view(only(role)))


def standing_words(here: Current, role: str) -> tuple[str, ...]:
    """`Your balance is 48 AgP.`, where there is money, and what else stands until it is changed."""
    try:
        balance = _in_words(here, role, _balances(here, role))
    except Refused:
        balance = ""
    return tuple(filter(None, (balance, *_standing(here, role))))


def standing_after(before: Current, here: Current, role: str) -> str:
    """The same, as far as what has just been done at once has changed it."""
    stood = standing_words(before, role)
    return " ".join(each for each in standing_words(here, role) if each not in stood)


def statement_block(session: Session, here: Current, role: str, seat: Seat, player: Player) -> Block:
    """Every entry with the balance after it, oldest first."""
    stated, titles = _balances(here, role), _titles(session, here)
    rows: list[tuple[str, ...]] = []
    known = ledger.statement(session, here.game, role, EVERYTHING, _known_from(session, here, role, seat))
    # The rules state no balance of a currency that is used up, as of what a Zero Sum game has paid out in the Fall.
    before = stated | {entry.currency: stated.get(entry.currency, 0) for entry in known}
    for entry in reversed(known):
        after = before[entry.currency]
        why = _reason(here, entry, titles)
        phase = "" if any(title in why for title in titles.values()) else f", {titles.get(entry.phase, entry.phase)}"
        what = f"{here.system.currency_in_words(after, entry.currency)}  {why}{phase}"
        rows.append((briefly(entry.at, player), f"{entry.amount:+d}", str(after), what))
        before[entry.currency] = after - entry.amount
    brought = [
        ("", "", str(amount), f"{here.system.currency_in_words(amount, currency)}  brought forward")
        for currency, amount in before.items()
    ]
    return Block(f"Account of {named(role)}", table([*brought, *reversed(rows)], right=(1, 2), columns=WIDEST))
