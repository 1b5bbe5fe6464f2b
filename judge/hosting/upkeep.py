"""What only the host may do: players banned and merged, mail sent again, old mail forgotten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, CursorResult, Result, UniqueConstraint, delete, exists, func, select, update
from sqlalchemy.orm import Session

from judge.app import Work
from judge.identity.codes import BETWEEN_QUESTIONS
from judge.identity.players import renew
from judge.identity.trust import TOKEN_LIFE, player_at
from judge.outbox.delivery import allowance
from judge.outbox.picture_store import forget_unshown
from judge.play.transfer import refers_to
from judge.rules.problems import refusal
from judge.settings import Settings
from judge.store import secret
from judge.store.locks import is_held, player_key
from judge.store.secret import SECRET_BYTES, Secret
from judge.store.tables import (
    OVER,
    Address,
    AddressChange,
    Base,
    Confirmation,
    Game,
    Host,
    InboundRow,
    LineRow,
    Nomination,
    OutboundRow,
    Player,
    Seat,
)

SET_ASIDE = "set aside"
"""The status of mail that waited to be sent when a backup was made: it may have gone out since."""

# Without these the answers of players to mails that they still have would not be known.
LEAST_AGE = TOKEN_LIFE

_NOT_IN_IT = "What came and went since then is not in it: who has sent REVOKE since must send it again."
WAS_PUT_BACK = f"This database is a backup that was put back. {_NOT_IN_IT}"
IS_A_BACKUP = f"This database is a backup of {{at:%Y-%m-%d %H:%M}} UTC. {_NOT_IN_IT}"

GAP = 1_000_000
"""So many numbers of letters are left out where a backup is put back: more than went out since it was made."""


def known(session: Session, address: str) -> Player:
    player = player_at(session, address)
    if player is None:
        raise refusal("host/no-such-player", f"nobody is registered with {address[:80]}")
    return player


def ban(session: Session, address: str, *, banned: bool) -> str:
    """A banned player's mails are kept, and nothing in them is done; the seats stay theirs until a GameMaster acts."""
    player = known(session, address)
    if player.status == "unproved":
        raise refusal("host/unproved", f"{address} has not been proved; there is nothing to ban")
    player.status = "banned" if banned else "active"
    seats = select(Game.name).join(Seat).where(Seat.player_id == player.id, Game.status.not_in(OVER))
    names = sorted(set(session.scalars(seats)))
    where = f" Still sits in: {', '.join(names)}." if banned and names else ""
    return f"{player.name} is {'banned' if banned else 'admitted again'}.{where}"


def merge(session: Session, keep: str, other: str) -> str:
    """Merge two players who are one person; mail goes to `keep`. Raises Refused if both sit in one game."""
    first, second = known(session, keep), known(session, other)
    if is_held(session, player_key(first.id), player_key(second.id)):
        raise refusal("host/busy", "mail of theirs is being read", hint="Try again in a moment")
    if first.id == second.id:
        raise refusal("host/same", "these addresses are one player's already")
    games = select(Seat.game_id).where(Seat.player_id == first.id)
    both = (
        select(Game.name)
        .join(Seat, Seat.game_id == Game.id)
        .where(Seat.player_id == second.id, Seat.game_id.in_(games))
    )
    if name := session.scalar(both.limit(1)):
        raise refusal("host/both-play", f"both sit in {name}: that is not one player")
    # What either has revoked stays void.
    first.tokens_above = max(first.tokens_above, second.tokens_above)
    for row in session.scalars(select(Address).where(Address.player_id == second.id)):
        row.player_id, row.primary = first.id, False
    session.flush()
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            if refers_to(column) != Player.__tablename__:
                continue
            uniques = [each for each in table.constraints if isinstance(each, UniqueConstraint)]
            for unique in (each for each in uniques if column.name in each.columns):
                # Where both have an entry of which there can be but one, the first's stays.
                kept = table.alias()
                alike = [kept.c[other.name] == other for other in unique.columns if other is not column]
                has_both = exists().where(kept.c[column.name] == first.id, *alike)
                session.execute(delete(table).where(column == second.id, has_both))
            session.execute(update(table).where(column == second.id).values({column.name: first.id}))
    session.execute(delete(Player).where(Player.id == second.id))
    return f"{other} writes for {first.name} ({keep}) now."


@dataclass(frozen=True, slots=True)
class Resent:
    """Counts of mails queued again, of those with a new KEY or code, and of those that nothing waits for."""

    mails: int
    renewed: int
    over: int


def resend(work: Work, numbers: Sequence[int], game: str, *, set_aside: bool) -> Resent:
    """Queue mails again under their Message-IDs: those numbered, a game's that failed, and with `set_aside` a backup's.
    A KEY or code that is gone is replaced, under a new Message-ID.
    """
    session = work.session
    status = OutboundRow.status.in_(("failed", "bounced"))
    which: ColumnElement[bool] = OutboundRow.id.in_(numbers)
    if game:
        owner = select(Game.id).where(Game.name == game.lower())
        which = which | (OutboundRow.game_id.in_(owner) & status)
    if set_aside:
        which = which | (OutboundRow.status == SET_ASIDE)
    which = which & OutboundRow.status.not_in(("queued", "claimed", "cancelled"))
    emptied = select(OutboundRow).where(which, OutboundRow.encloses != "", OutboundRow.enclosed.is_(None))
    done = [(row.id, renew(work, row)) for row in session.scalars(emptied.order_by(OutboundRow.id))]
    session.flush()
    over = [number for number, is_renewed in done if not is_renewed]
    again = update(OutboundRow).where(which, OutboundRow.id.not_in(over))
    values = {"status": "queued", "next_try": work.now, "attempts": 0, "claimed_until": None, "trouble": ""}
    count = _count(session.execute(again.values({**values, "made_at": work.now})))
    return Resent(count, len(done) - len(over), len(over))


def put_back(session: Session, now: datetime, why: str = WAS_PUT_BACK) -> int:
    """Prepare a database that was restored from a backup; return how many mails are set aside. Work stops until the
    host resumes, and waiting mail may have gone out (fault D8). Codes and reply addresses are void, for a REVOKE since
    then is unknown.
    """
    host = session.scalar(select(Host))
    if host is not None:
        host.stopped_at, host.stopped_why = now, why
    number = _leave_a_gap(session, now)
    session.execute(update(Player).values(tokens_above=number))
    waiting_for_codes = update(Confirmation).where(Confirmation.used_at.is_(None))
    session.execute(waiting_for_codes.values(expires_at=now - BETWEEN_QUESTIONS))
    session.execute(update(Nomination).where(Nomination.ended_at.is_(None)).values(ended_at=now, outcome="void"))
    changes = update(AddressChange).where(AddressChange.done_at.is_(None))
    session.execute(changes.values(expires_at=now - BETWEEN_QUESTIONS))
    waiting = update(OutboundRow).where(OutboundRow.status.in_(("queued", "claimed")))
    return _count(session.execute(waiting.values(status=SET_ASIDE, claimed_until=None)))


def _leave_a_gap(session: Session, now: datetime) -> int:
    """Skip the numbers of letters sent after the backup; return the last number skipped."""
    number = session.execute(select(func.coalesce(func.max(OutboundRow.id), 0))).scalar_one() + GAP
    texts = {"purpose": "gap", "recipient": "", "message_id": "", "raw": b"", "status": "cancelled"}
    session.add(OutboundRow(id=number, next_try=now, made_at=now, **texts))
    session.flush()
    if session.get_bind().dialect.name == "postgresql":
        session.execute(select(func.setval("outbound_mails_id_seq", number)))
    return number


def purge(session: Session, age: timedelta, now: datetime) -> dict[str, int]:
    """Delete old mails of the judge with their pictures, strangers' mails, and expired codes; return counts. What
    players wrote stays. Raises Refused for an age below LEAST_AGE.
    """
    if age < LEAST_AGE:
        raise refusal("host/too-young", f"players may still answer mails of the last {LEAST_AGE.days} days")
    before = now - age
    done = OutboundRow.status.in_(("sent", "failed", "cancelled", "bounced", SET_ASIDE))
    strangers = select(InboundRow.id).where(
        InboundRow.accepted_at < before, InboundRow.player_id.is_(None), InboundRow.status == "read"
    )
    newest = session.execute(select(func.max(OutboundRow.id))).scalar_one()
    old = delete(OutboundRow).where(OutboundRow.made_at < before, OutboundRow.id != newest, done)
    session.execute(delete(LineRow).where(LineRow.mail_id.in_(strangers)))
    mails = _count(session.execute(old))
    forget_unshown(session, before)
    return {
        "mails of the judge": mails,
        "codes": _count(session.execute(delete(Confirmation).where(Confirmation.expires_at < before))),
        "mails of strangers": _count(session.execute(delete(InboundRow).where(InboundRow.id.in_(strangers)))),
    }


def _count(result: Result[Any]) -> int:
    return result.rowcount if isinstance(result, CursorResult) else 0


def players_with_games(session: Session) -> list[tuple[Player, int]]:
    """Return every player, and in how many running games they sit."""
    counts = select(Seat.player_id, func.count()).join(Game, Game.id == Seat.game_id).where(Game.status.not_in(OVER))
    games = {row[0]: row[1] for row in session.execute(counts.group_by(Seat.player_id))}
    return [(player, games.get(player.id, 0)) for player in session.scalars(select(Player).order_by(Player.id))]


QUARANTINED = "quarantined"


_WHY = {
    "claimed": "it is being sent",
    "parked": "mail to this address came back: it goes out when its player writes",
    SET_ASIDE: "a backup was put back: judge resend --set-aside",
}


def unsent(session: Session, settings: Settings, now: datetime) -> list[tuple[object, ...]]:
    """Return the mails that wait to be sent, oldest first: number, recipient, purpose, since when, tries, the next one
    if it is to come, and why.
    """
    row = OutboundRow
    columns = (row.id, row.recipient, row.purpose, row.made_at, row.attempts, row.next_try, row.status, row.trouble)
    query = select(*columns).where(row.status.in_(("queued", *_WHY))).order_by(row.id)
    is_full = allowance(session, settings, now) == 0
    due = (
        "relay_per_hour or relay_per_day is used up" if is_full else "it is due: judge serve or judge deliver sends it"
    )
    found: list[tuple[object, ...]] = []
    for *mail, next_try, status, trouble in session.execute(query):
        is_later = status == "queued" and next_try > now
        why = _WHY.get(status) or trouble or ("it is to be sent then" if is_later else due)
        found.append((*mail, next_try if is_later else None, why))
    return found


def quarantined(session: Session) -> Sequence[InboundRow]:
    """Every mail in quarantine, oldest first."""
    query = select(InboundRow).where(InboundRow.status == QUARANTINED).order_by(InboundRow.id)
    return session.scalars(query).all()


def find(session: Session, mail_id: int) -> InboundRow | None:
    """The mail of that number, if it is in quarantine."""
    row = session.get(InboundRow, mail_id)
    return row if row is not None and row.status == QUARANTINED else None


def release(row: InboundRow) -> None:
    """Lets the clerk read it again, with all its attempts. It counts from the instant at which it was accepted."""
    row.status, row.attempts, row.read_at, row.reach = "new", 0, None, None


@dataclass(frozen=True, slots=True)
class Change:
    """The new secret, whether it was written to the file, and how many players have no KEY any more."""

    secret: Secret
    is_written: bool
    without_key: int


def rotate(session: Session, settings: Settings, entropy: Callable[[int], bytes], *, lost: bool) -> Change:
    """Make and store a new secret. `lost`: the old one is gone. Raises Refused if it is not, WrongSecret if it is."""
    host = session.scalar(select(Host).with_for_update())
    found = secret.read(settings)
    if lost and (host is None or secret.fits(host, found)):
        raise refusal("secret/there", "the secret of this database is there", hint="judge secret rotate")
    if host is not None and not lost:
        secret.check(host, found, settings)
    known = dict(found.by_number) if found is not None else {}
    known[max([*known, host.secret_number if host is not None else 0]) + 1] = entropy(SECRET_BYTES)
    new = Secret(known)
    in_file = not settings.secret.get_secret_value()
    if in_file:
        secret.write(secret.file_for(settings), new)
    if host is not None and (in_file or lost):
        secret.remember(host, new)
    return Change(new, in_file, _void_keys(session, new) if lost else 0)


def _void_keys(session: Session, secret: Secret) -> int:
    """No KEY is kept under a secret that nobody has; how many players had one."""
    lost = (Player.key_hash != "") & Player.key_secret.not_in(list(secret.by_number))
    count = session.execute(select(func.count(Player.id)).where(lost)).scalar_one()
    session.execute(update(Player).where(lost).values(key_hash="", key_secret=0))
    return count
