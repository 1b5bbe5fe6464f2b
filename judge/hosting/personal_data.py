"""A person's data, given to them or forgotten. Records of games name seats, not persons, and are never touched.
Everywhere else a forgotten player's name and addresses are replaced, in what others wrote too.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import accumulate, groupby
from typing import Any, cast

from sqlalchemy import JSON, Column, ColumnElement, String, Table, delete, or_, select, update
from sqlalchemy.orm import Session

from judge.games import tenures
from judge.games.confusables import MASTER_WORDS
from judge.games.members import GONE
from judge.hosting.upkeep import known
from judge.letters.values import UNSIGNED
from judge.logs import log
from judge.mail.fields import decode_text, split_message
from judge.mail.read import read_if_readable
from judge.mail.redaction import redact_person, words_of
from judge.outbox.picture_store import complete, drawings_of
from judge.outbox.queue import FROM_NAME
from judge.play.transfer import as_json, refers_to
from judge.press.delivery import OBSERVERS
from judge.rules.problems import refusal
from judge.rules.values import Json
from judge.store.locks import intake_exclusive
from judge.store.sealed_mail import SealBroken, as_it_came
from judge.store.secret import Secret
from judge.store.tables import (
    MOVED,
    OVER,
    AddressChange,
    Base,
    Confirmation,
    FinishedRow,
    Game,
    InboundRow,
    Invitation,
    Joining,
    LineRow,
    OutboundRow,
    Player,
    Pseudonym,
    Seat,
    UnsignedLetter,
)

FORMER = "a former player"

RECORD = frozenset({"acts", "events", "ledger", "orders", "phases", "runs", "seats"})
"""The tables that are the record of games as the rules see them."""
AT_WORK = frozenset({"nodes", "holds"})
"""The tables of who is at work, and on what, at this moment: nobody is forgotten while mail is unread."""
RECORD_OF_GAME = frozenset({"state", "result", "options"})
JUDGES_OWN = frozenset(
    {
        "about", "acted_as", "became", "boot", "code", "code_hash", "content", "edition", "encloses", "ended",
        "fingerprint", "issue", "kind", "lines", "made_of", "message_id", "motion", "network", "new_code_hash",
        "old_code_hash", "phase", "proof", "purpose", "reach", "reader", "scoring", "seal", "secret_check",
        "sender", "settings", "status", "system", "timing", "way", "wishes",
    }
)  # fmt: skip
"""Columns in which the judge writes words of its own, and games their seats': a player may be called "active"."""
ADDRESSES = frozenset({"address", "elsewhere", "mail_from", "recipient", "recipients"})
"""Columns that hold addresses: somebody called "Judge" does not stand in the judge's."""
STAYS_WITH_OTHERS = frozenset(
    {"dispatches", "inbound_mails", "journal", "outbound_mails", "pseudonyms", "seats", "tenures", "unsigned_letters"}
)
"""The tables with players of which a forgotten one's rows stay, for games and other people need them."""
NOT_HIS = frozenset({"key_hash", "code_hash", "old_code_hash", "new_code_hash", "enclosed", "raw", "sealed"})
"""Columns that are left out of what a person gets: proofs, and the mails, which are files of their own."""


def everything_about(session: Session, address: str, secret: Secret | None) -> dict[str, bytes]:
    """File name -> content: `data.json`, and every mail from and to the player. Raises Refused."""
    player = known(session, address)

    def rows(table: Table, which: ColumnElement[bool]) -> list[dict[str, Json]]:
        query = select(table).where(which).order_by(table.c.id)
        return [_shown(table, row) for row in session.execute(query).mappings()]

    tables = Base.metadata.tables
    about = {"players": rows(tables["players"], tables["players"].c.id == player.id)}
    for table in Base.metadata.sorted_tables:
        columns = [column for column in table.columns if refers_to(column) == Player.__tablename__]
        if columns:
            about[table.name] = rows(table, or_(*(column == player.id for column in columns)))
    mails = select(InboundRow.id).where(InboundRow.player_id == player.id)
    for written in ("orders", "acts", "inbound_lines"):
        about[written] = rows(tables[written], tables[written].c.mail_id.in_(mails))
    # A running game's row holds its secrets, whoever is its GameMaster.
    about["games"] = [{"id": row["id"], "name": row["name"], "title": row["title"]} for row in about["games"]]
    named = {row["game_id"] for rows in about.values() for row in rows if row.get("game_id")}
    games = session.execute(select(Game.id, Game.name).where(Game.id.in_(named)).order_by(Game.id))
    data = {"game_names": {str(number): name for number, name in games}, **about}
    files = {"data.json": json.dumps(data, indent=1, ensure_ascii=False).encode()}
    for row in session.scalars(select(InboundRow).where(InboundRow.player_id == player.id)):
        files[f"from-you/{row.id}.eml"] = _octets(row, secret)
    sent = {
        row.id: row.raw
        for row in session.execute(select(OutboundRow.id, OutboundRow.raw).where(OutboundRow.player_id == player.id))
    }
    drawings = drawings_of(session, sent)
    for number, raw in sent.items():
        files[f"to-you/{number}.eml"] = complete(raw, drawings.get(number, {}), _left_out)
    return files


def _octets(row: InboundRow | OutboundRow, secret: Secret | None) -> bytes:
    """A mail as it is kept, or came if it is in quarantine; nothing of one that nobody can open."""
    if not isinstance(row, InboundRow):
        return row.raw
    with contextlib.suppress(SealBroken):
        return as_it_came(row, secret).raw
    return b""


def _left_out(error: Exception) -> None:
    log.error("a picture could not be painted", why=type(error).__name__)


def _shown(table: Table, row: Mapping[Any, Any]) -> dict[str, Json]:
    return {column.name: as_json(row[column.name]) for column in table.columns if column.name not in NOT_HIS}


def forget(session: Session, address: str, now: datetime, secret: Secret | None) -> tuple[str, ...]:
    """Forgets a player; what there is to say about it, one line each. Raises Refused while a game needs them."""
    player = known(session, address)
    intake_exclusive(session)
    _check_free(session, player)
    addresses = [each.address for each in player.addresses]
    notes, names = _names_to_replace(session, player, secret)
    _leave_moved(session, player, now)
    words = words_of(names, addresses)
    _delete_his(session, player, addresses)
    player.name, player.zone, player.key_hash, player.status = FORMER, "UTC", "", GONE
    player.plain_only = player.wants_data = player.rated = False
    player.dates = player.public_name = ""
    player.news_at = None
    session.flush()
    changed = _replace_between_lines(session, words)  # before the whole names are gone from single lines
    changed += _replace_in_tables(session, words, words_of((), addresses)) + _replace_in_mails(session, words, secret)
    # Somebody may have written of them in any: no page that was made before is written again.
    session.execute(update(Game).values(version=Game.version + 1))
    return (f"{address} is forgotten. In {changed} entries and mails of others they are {FORMER} now.", *notes)


def _check_free(session: Session, player: Player) -> None:
    if unread := session.execute(select(InboundRow.id).where(InboundRow.status == "new").limit(1)).first():
        raise refusal("forget/busy", f"mail {unread[0]} is not read yet", hint="Try again after judge tick")
    running = Game.status.not_in(OVER)
    needed = (
        ("RESIGN or EJECT first", select(Game.name).join(Seat).where(Seat.player_id == player.id)),
        ("JOIN game STOP or EJECT first", select(Game.name).join(Joining).where(Joining.player_id == player.id)),
        ("judge adopt gives them to somebody else", select(Game.name).where(Game.master_id == player.id)),
    )
    for how, query in needed:
        if games := session.scalars(query.where(running)).all():
            message = f"{player.name} is needed in {', '.join(sorted(set(games)))}"
            raise refusal("forget/needed", message, hint=f"{how}: the game cannot go on without them")


def _leave_moved(session: Session, player: Player, now: datetime) -> None:
    """Gives up their seats in games that have moved away: one that is taken back must not wait for a mail to them."""
    query = select(Seat).join(Game, Game.id == Seat.game_id).where(Seat.player_id == player.id, Game.status == MOVED)
    for seat in session.scalars(query):
        tenures.finish(session, seat, "resigned", "vacant", now)


def _names_to_replace(session: Session, player: Player, secret: Secret | None) -> tuple[list[str], list[str]]:
    """Notes about what stays, and the names to look for: not one that somebody else has, or a seat."""
    taken = [
        *session.scalars(select(Player.name).where(Player.id != player.id)),
        *session.scalars(select(Pseudonym.name).where(Pseudonym.player_id != player.id)),
        *session.scalars(select(Seat.name)),
        *session.scalars(select(Game.name)),
        *(*MASTER_WORDS, OBSERVERS, UNSIGNED, FROM_NAME),
    ]
    notes = []
    query = select(Game.name, Seat.name).join(Seat, Seat.game_id == Game.id).where(Game.status.in_(OVER))
    short = [word.upper() for word in re.split(r"\W+", player.name) if word]
    called = [game for game, seat in session.execute(query) if seat in {*short, "".join(short)}]
    if called:
        notes.append(
            f"A seat bears their name in {', '.join(sorted(set(called)))}. That is the game's record and stays."
        )
    shared = {name.lower() for name in taken}
    names = sorted(_names_of(session, player, secret))
    if common := [name for name in names if name.lower() in shared]:
        others = ", ".join(common)
        notes.append(
            f"Other people, seats, games or offices are called {others} too. Where others wrote that name, it stays."
        )
    return notes, [name for name in names if name not in common]


def _names_of(session: Session, player: Player, secret: Secret | None) -> set[str]:
    """What they are called, and were: by their mail program, and by the judge in its mails to them."""
    found = {player.name}
    for row in session.scalars(select(InboundRow).where(InboundRow.player_id == player.id)):
        found.add(read_if_readable(_octets(row, secret)).sender_name.strip())
    for raw in session.scalars(select(OutboundRow.raw).where(OutboundRow.player_id == player.id)):
        found.add(decode_text(split_message(raw)[0].first("to")).rpartition("<")[0].strip(' "'))
    return {name for name in found if len(name) > 1}


def _delete_his(session: Session, player: Player, addresses: Sequence[str]) -> None:
    """Delete what is theirs alone. Of their mails only fingerprints stay, so that copies do not act again."""
    mine = or_(InboundRow.player_id == player.id, InboundRow.mail_from.in_(addresses))
    session.execute(delete(LineRow).where(LineRow.mail_id.in_(select(InboundRow.id).where(mine))))
    session.execute(
        update(InboundRow).where(mine).values(raw=b"", sealed=None, mail_from="", recipients=[], trouble="")
    )
    to_him = or_(OutboundRow.player_id == player.id, OutboundRow.recipient.in_(addresses))
    session.execute(delete(OutboundRow).where(to_him))
    session.execute(delete(Invitation).where(Invitation.address.in_(addresses)))
    session.execute(delete(AddressChange).where(AddressChange.address.in_(addresses)))
    for table in Base.metadata.sorted_tables:
        if "player_id" in table.c and table.name not in STAYS_WITH_OTHERS:
            session.execute(delete(table).where(table.c.player_id == player.id))
    session.execute(delete(FinishedRow))  # packed, whoever is named in them
    # That nobody reads the answers any more would tell whose they were: such a letter can still be answered.
    session.execute(update(UnsignedLetter).where(UnsignedLetter.player_id == player.id).values(opening=""))


def _searched() -> Iterator[tuple[Table, list[Column[Any]]]]:
    """Every table that may name a person, with the columns in which it may."""
    for table in Base.metadata.sorted_tables:
        if table.name in (*RECORD, *AT_WORK, Player.__tablename__):
            continue
        columns = [
            column
            for column in table.columns
            if isinstance(column.type, String | JSON)
            and column.name not in JUDGES_OWN
            and not (table.name == Game.__tablename__ and column.name in (*RECORD_OF_GAME, "name"))
        ]
        if columns:
            yield table, columns


def _replace_in_tables(session: Session, words: re.Pattern[str], addresses: re.Pattern[str]) -> int:
    changed = 0
    for table, columns in _searched():
        for row in session.execute(select(table.c.id, *columns)).mappings().all():
            found = {
                column.name: value
                for column in columns
                if (value := _without(row[column.name], addresses if column.name in ADDRESSES else words))
                != row[column.name]
            }
            if found:
                session.execute(update(table).where(table.c.id == row["id"]).values(found))
                changed += 1
    return changed


def _replace_between_lines(session: Session, words: re.Pattern[str]) -> int:
    """The lines of mails are kept each by itself, and a name may be broken between two of them."""
    changed = 0
    query = select(LineRow.mail_id, LineRow.id, LineRow.text).order_by(LineRow.mail_id, LineRow.number, LineRow.id)
    for _, group in groupby(session.execute(query).all(), key=lambda row: row.mail_id):
        rows = list(group)
        begins = list(accumulate((len(row.text) + 1 for row in rows), initial=0))
        texts = {row.id: row.text for row in rows}
        for found in reversed(list(words.finditer("\n".join(row.text for row in rows)))):
            for row, begin in zip(rows, begins, strict=False):
                first, last = max(found.start() - begin, 0), min(found.end() - begin, len(row.text))
                if first < last and "\n" in found[0]:
                    texts[row.id] = f"{texts[row.id][:first]}{FORMER}{texts[row.id][last:]}"
        for row in rows:
            if texts[row.id] != row.text:
                session.execute(update(LineRow).where(LineRow.id == row.id).values(text=texts[row.id]))
                changed += 1
    return changed


def _without(value: Json, words: re.Pattern[str]) -> Json:
    if isinstance(value, str):
        return words.sub(FORMER, value)
    if isinstance(value, list):
        return [_without(each, words) for each in value]
    if isinstance(value, dict):
        return {key: _without(each, words) for key, each in value.items()}
    return value


def _replace_in_mails(session: Session, words: re.Pattern[str], secret: Secret | None) -> int:
    changed = 0
    tables: tuple[type[InboundRow | OutboundRow], ...] = (InboundRow, OutboundRow)
    for table in tables:
        # One by one: all the mails of a judge would not fit into its memory.
        for number in session.scalars(select(table.id)).all():
            row = cast("InboundRow | OutboundRow", session.get_one(table, number))
            raw = _octets(row, secret)
            session.expunge(row)
            without = redact_person(raw, read_if_readable(raw), words, FORMER)
            if without == raw:
                continue
            # Of a mail in quarantine there is nothing whole any more, that would name them.
            whole = {"sealed": None} if table is InboundRow else {}
            session.execute(update(table).where(table.id == number).values(raw=without, **whole))
            changed += 1
            if table is InboundRow:
                # Its lines may be numbered otherwise now: a code for them must not carry out others.
                waiting = delete(Confirmation).where(Confirmation.mail_id == number, Confirmation.used_at.is_(None))
                session.execute(waiting)
    return changed
