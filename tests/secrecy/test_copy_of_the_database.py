"""A copy of the database, or a backup, in the wrong hands opens no seat: no KEY, no code and no reply address that was
ever mailed or received stands in it, in any form.
"""

from __future__ import annotations

import base64
import binascii
import json
import quopri
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from judge.cli.main import main
from judge.hosting import upkeep
from judge.identity.trust import hash_secret
from judge.mail.tokens import make_token, read_token
from judge.store.engine import Database
from judge.store.tables import Base, Confirmation, InboundRow, OutboundRow
from judge.testing.correspondent import Correspondent
from tests.support.bots import holds
from tests.support.endings import all_agree_on_a_draw
from tests.support.house import House, any_house, open_house, put
from tests.support.table_of_seven import PLAYERS, Seven, seven

house = any_house

_TOKEN = re.compile(r"\+([a-z2-7]{24})@")


@dataclass(frozen=True)
class Mailed:
    """What the people of a house hold: everything that was ever mailed to them, and so could be sent back."""

    keys: frozenset[str]
    codes: frozenset[str]
    tokens: frozenset[str]

    @cached_property
    def all(self) -> frozenset[str]:
        bare = {key.replace("-", "") for key in self.keys}
        return self.keys | bare | self.codes | self.tokens

    @cached_property
    def hashes(self) -> frozenset[str]:
        return frozenset(hash_secret(each) for each in self.keys | self.codes)


def _mailed(people: list[Correspondent]) -> Mailed:
    mails = [mail for who in people for mail in who.inbox()]
    return Mailed(
        frozenset(mail.key for mail in mails if mail.key),
        frozenset(mail.code for mail in mails if mail.code),
        frozenset(token for mail in mails for token in _TOKEN.findall(mail.reply_to)),
    )


def _values(database: Database) -> Iterator[tuple[str, Any]]:
    """Every value of every row, and where it stands."""
    with database.reading() as session:
        for table in Base.metadata.sorted_tables:
            for row in session.execute(select(table)).mappings():
                for column, value in row.items():
                    yield f"{table.name}.{column} {row.get('id')}", value


def _readings(octets: bytes) -> str:
    """All that octets may be decoded to, in small letters."""
    found = [octets.decode("latin-1"), quopri.decodestring(octets).decode("latin-1")]
    found.append(octets.replace(b"=\r\n", b"").replace(b"=\n", b"").decode("latin-1"))
    found.append(octets.replace(b"\0", b"").decode("latin-1"))
    for block in re.findall(rb"(?:[A-Za-z0-9+/]{4,}=*\s*)+", octets):
        try:
            found.append(base64.b64decode(b"".join(block.split())).decode("latin-1"))
        except binascii.Error:
            continue
    return "\n".join(found).lower()


def _octets(value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else json.dumps(value, default=str)).encode()


def _found(octets: bytes, mailed: Mailed) -> list[str]:
    text = _readings(octets)
    squeezed = re.sub(r"[^a-z0-9]", "", text)
    return [each for each in mailed.all if each in text or (len(each) < 24 and each in squeezed)]


def _opened(value: Any, mailed: Mailed, house: House) -> list[str]:
    """What somebody gets who takes a value for a token, for the key of the tokens, or for a hash of a KEY or code."""
    octets, found = _octets(value), []
    words = re.findall(r"[a-z2-7]{24}", octets.decode("latin-1").lower())
    found += [word for word in words if read_token(house.judge.secret.key, word) is not None]
    keys = [octets] if len(octets) >= 16 else []
    if isinstance(value, str) and re.fullmatch("(?:[0-9a-f]{2})+", value):
        keys.append(bytes.fromhex(value))
    for key in keys:
        found += [token for number in range(1, 40) if (token := make_token(key, number)) in mailed.tokens]
    return found + [value for value in [value] if value in mailed.hashes] if isinstance(value, str) else found


def _nothing_is_open(house: House, people: list[Correspondent]) -> Mailed:
    mailed = _mailed(people)
    for where, value in _values(house.judge.db):
        if isinstance(value, str | bytes | list | dict):
            assert not _found(_octets(value), mailed), where
            assert not _opened(value, mailed, house), where
    return mailed


def _write_as_people_do(house: House, table: Seven, anna: Correspondent) -> None:
    """KEYs, codes and letters of the judge in every form in which a mail brings them."""
    newest = table.results("AUSTRIA")
    to = newest.reply_to.partition("<")[2].strip(">")
    said = f"KEY {anna.key}\nSHOW\n\n> {newest.reply_to}\n> KEY {anna.key.upper()}\n"
    bodies = [MIMEText(said, "plain", "utf-8"), MIMEText(said.replace("\n", "<br>"), "html", "utf-8")]
    forwarded = MIMEMultipart("mixed")
    forwarded.attach(MIMEText("STATUS\n"))
    forwarded.attach(MIMEMessage(newest.message))
    alternative = MIMEMultipart("alternative")
    for body in (MIMEText(said, "plain", "utf-8"), MIMEText(f"<p>KEY <b>{anna.key}</b></p>", "html", "utf-8")):
        alternative.attach(body)
    for number, message in enumerate((*bodies, forwarded, alternative)):
        message["From"], message["To"] = f"Anna <{anna.address}>", to
        message["Message-ID"], message["Subject"] = f"<form{number}@x>", f"Re: {to} KEY {anna.key}"
        put(house, message.as_bytes(), mail_from=anna.address, to=to)
    plain = f"From: {anna.address}\nDelivered-To: {to}\n"
    put(
        house,
        f"{plain}Message-ID: <q@x>\nContent-Transfer-Encoding: quoted-printable\n\nKEY {anna.key[:7]}=\n{anna.key[7:]}",
    )
    put(house, f"{plain}Message-ID: <s@x>\n\nKEY {' '.join(anna.key)}\nPRESS TO ITALY\nmine is {anna.key}\nEND PRESS\n")
    put(house, f"{plain}Message-ID: <a@x>\nAuto-Submitted: auto-replied\n\nI am away. {newest.text} {to}\n", to=to)
    put(house, f"From: eve@example.net\nMessage-ID: <e@x>\n\nHOST I found {to} and KEY {anna.key}\n", to=to)
    sender = f"SRS0=ab=cd=judge.localhost={to.partition('@')[0]}@relay.example"
    put(house, f"{plain}Message-ID: <f@x>\nSubject: my KEY {anna.key}\n\nSTATUS\n", mail_from=sender)
    put(house, f"From: {to}, KEY {anna.key}\nMessage-ID: <g@x>\n\nSTATUS\n")
    returned = newest.raw.decode().replace("\r\n", "\n")
    put(
        house,
        'From: mailer@example.org\nContent-Type: multipart/report; report-type=delivery-status; boundary="b"\n'
        f"\n--b\nContent-Type: message/delivery-status\n\nAction: delayed\nStatus: 4.2.1\n\n--b\n"
        f"Content-Type: message/rfc822\n\n{returned}\n--b--\n",
        mail_from="<>",
        to=to,
    )


def _play(house: House) -> tuple[Seven, list[Correspondent]]:
    """A whole game by mail, in which people are careless."""
    table = seven(house)
    anna, fleur = table.players["AUSTRIA"], table.players["FRANCE"]
    people = [table.master, *table.players.values()]
    table.tell("FRANCE", "TRANSFER 5 TO ITALY\nPRESS TO ALL: Shall we?", key=False)
    asked = fleur.last(lambda mail: mail.code != "")
    house.tell(fleur, f"so I wrote CONFIRM {asked.code}\n", to=asked, key=False)
    house.tell(fleur, f"CONFIRM {asked.code}\nTRANSFER 1 TO ITALY", to=asked, key=False)
    _write_as_people_do(house, table, anna)
    anna.write("STATUS")  # nothing proves it: a code that nobody answers
    house.settle()
    house.tell(fleur, "ADDRESS fleur@example.com")
    table.play_phase(dict.fromkeys(PLAYERS, holds))
    house.tell(anna, "REVOKE")
    anna.key = anna.last(lambda mail: mail.key != "").key
    return table, people


@pytest.mark.slow_on_both("sqlite")
def test_a_copy_of_the_database_opens_no_seat(house: House) -> None:
    table, people = _play(house)
    all_agree_on_a_draw(table)
    mailed = _nothing_is_open(house, people)
    assert len(mailed.keys) >= len(people) + 1
    assert len(mailed.codes) >= 3
    assert len(mailed.tokens) > 50


def test_a_backup_opens_no_seat_whatever_waited_when_it_was_made(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        table, people = _play(house)
        anna = table.players["AUSTRIA"]
        anna.write("PROFILE ZONE Europe/Paris")
        table.players["ITALY"].reply(table.results("ITALY"), "REVOKE")
        house.person("Nora").write("REGISTER Nora")
        house.clerk.work_off()  # read, and not sent yet
        done = CliRunner().invoke(main, ["backup", str(tmp_path / "copy.db")], env={"JUDGE_DATABASE": sqlite_url})
        assert done.exit_code == 0, done.output
        house.settle()
        waiting = _mailed([anna, table.players["ITALY"]])
        mailed = _mailed(people)
        assert waiting.codes <= mailed.codes
    octets = (tmp_path / "copy.db").read_bytes()
    found = octets.decode("latin-1").lower()
    assert not [each for each in mailed.all if each in found]
    with sqlite3.connect(tmp_path / "copy.db") as copy:
        dump = "\n".join(copy.iterdump())
    copy.close()
    for line in dump.splitlines():
        for word in re.findall(r"X'([0-9A-F]+)'", line):
            assert not _found(bytes.fromhex(word), mailed), line[:80]
        assert not _found(line.encode(), mailed), line[:80]


def test_the_files_of_a_judge_that_runs_open_no_seat(house: House, tmp_path: Path) -> None:
    """Beside the file of the tables lies a log, in which all stands that was ever written since."""
    _, people = _play(house)
    mailed = _mailed(people)
    files = sorted(tmp_path.glob("*.db*"))
    assert any(file.name.endswith("-wal") for file in files)
    for file in files:
        text = file.read_bytes().decode("latin-1").lower()
        assert not [each for each in mailed.all if each in text], file.name


@pytest.mark.both_databases
def test_a_mail_that_nobody_has_read_yet_holds_no_secret_and_proves_all_that_it_proves(house: House) -> None:
    ann = house.registered("Ann")
    ann.reply(ann.last(), f"KEY {ann.key}\nPROFILE ZONE Europe/Paris")
    with house.judge.db.reading() as session:
        assert len(session.execute(select(InboundRow).where(InboundRow.status == "new")).all()) == 1
    mailed = _nothing_is_open(house, [ann])
    assert (len(mailed.keys), len(mailed.tokens)) == (1, 1)
    house.settle()
    assert "Europe/Paris" in ann.last().text
    assert set(house.every(select(InboundRow.sealed))) == {None}


def test_the_files_of_a_postgresql_server_open_no_seat(postgresql_url: str, tmp_path: Path) -> None:
    """Rows that are no more lie in its tables until it cleans up, and all that was ever written in its log, of which
    hosts keep archives.
    """
    with open_house(postgresql_url, tmp_path) as house:
        ann = house.registered("Ann")
        ann.write("PROFILE ZONE Europe/Paris")  # nothing proves it
        house.settle()
        asked = ann.last()
        house.tell(ann, f"CONFIRM {asked.code}", to=asked, key=False)
        house.tell(ann, f"my KEY is {ann.key}", to=asked, key=False)
        written = house.person("Ann").write(f"KEY {ann.key}\nSTATUS").strip("<>")
        house.settle()
        with house.judge.db.engine.connect() as connection:
            connection.exec_driver_sql("CHECKPOINT")
            number = connection.exec_driver_sql("SELECT oid FROM pg_database WHERE datname = current_database()")
            tables = f"base/{number.scalar_one()}"
            folder = Path(connection.exec_driver_sql("SHOW data_directory").scalar_one())
        mailed = _mailed([ann])
        assert (len(mailed.keys), len(mailed.codes), len(mailed.tokens) > 4) == (1, 1, True)
        files = [file for kept in (tables, "pg_wal") for file in (folder / kept).iterdir() if file.is_file()]
        octets = [file.read_bytes().lower() for file in files]
        assert any(written.encode() in each for each in octets), "a search would find what stands there"
        assert not [each for each in mailed.all if any(each.encode() in kept for kept in octets)]


def test_a_mail_that_waits_when_the_secret_is_lost_goes_to_quarantine_and_its_writer_is_told(
    sqlite_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        ann = house.registered("Ann")
        ann.reply(ann.last(), f"KEY {ann.key}\nPROFILE ZONE Europe/Paris")
        with house.judge.db.writing() as session:
            row = session.execute(select(InboundRow).where(InboundRow.status == "new")).scalar_one()
            assert row.sealed is not None
            row.sealed = bytes(3) + b"\3" + row.sealed[4:]  # sealed with one that is not there any more
        house.settle()
        assert "Your mail was not read" in ann.last().subject
        with house.judge.db.writing() as session:
            row = session.get_one(InboundRow, row.id)
            assert row.status == "quarantined"
            assert row.sealed is not None
            row.sealed = bytes(3) + b"\1" + row.sealed[4:]
            upkeep.release(row)
        house.settle()
        assert "Europe/Paris" in ann.last().text


def test_the_log_is_emptied_once_nobody_reads_any_more(house: House, tmp_path: Path) -> None:
    ann = house.registered("Ann")
    with house.judge.db.reading() as session:
        session.execute(select(OutboundRow.id)).all()
        written = ann.write("STATUS").encode()
        house.clerk.work_off()
    log = next(tmp_path.glob("*-wal"))
    assert written in log.read_bytes(), "a reader holds it, and is not waited for"
    house.clerk.work_off()
    assert written not in log.read_bytes()


def test_a_search_would_find_what_stands_there(house: House) -> None:
    ann = house.registered("Ann")
    mailed = _mailed([ann])
    token = next(iter(mailed.tokens))
    for said in (f"KEY {ann.key}", ann.key.replace("-", " "), f"judge+{token.upper()}@x", f"judge=2B{token}"):
        for octets in (said.encode(), base64.encodebytes(said.encode()), quopri.encodestring(b"=" + said.encode())):
            assert _found(b"x: y\n\n" + octets, mailed)
    assert _opened(house.judge.secret.key, mailed, house)
    assert _opened(house.judge.secret.key.hex(), mailed, house)
    assert _opened(hash_secret(ann.key), mailed, house)
    assert _opened(token, mailed, house)


def test_a_letter_that_brought_a_key_or_a_code_is_sent_again_with_a_new_one(house: House) -> None:
    ann = house.registered("Ann")
    key = ann.key
    ann.write("PROFILE ZONE Europe/Paris")
    house.settle()
    asked = ann.last()
    welcome = _letter(house, "key")
    again = house.judge.write(
        lambda work: upkeep.resend(work, [welcome.id, _letter(house, "code").id], "", set_aside=False)
    )
    assert (again.mails, again.renewed, again.over) == (2, 2, 0)
    house.settle()
    ann.key = ann.last(lambda mail: mail.key != "").key
    later = ann.last(lambda mail: mail.code != "")
    assert (ann.key != key, later.code != asked.code) == (True, True)
    assert later.message["Message-ID"] != asked.message["Message-ID"]
    assert later.text.replace(later.code, asked.code) == asked.text
    assert "That is no code of yours" in house.tell(ann, f"CONFIRM {asked.code}", to=asked, key=False).text
    assert "Europe/Paris" in house.tell(ann, f"CONFIRM {later.code}", to=later, key=False).text
    assert "is wrong" in " ".join(house.tell(ann, f"KEY {key}\nLIST", key=False).text.split())
    assert "PROBLEM" not in house.tell(ann, "PROFILE ZONE Europe/Rome").text
    used = house.judge.write(lambda work: upkeep.resend(work, [_letter(house, "code").id], "", set_aside=False))
    assert (used.mails, used.over) == (0, 1)


def _letter(house: House, encloses: str) -> OutboundRow:
    return house.every(select(OutboundRow).where(OutboundRow.encloses == encloses))[-1]


def test_what_waits_for_a_code_is_kept_as_lines_and_not_read_again_from_the_mail(house: House, table: Seven) -> None:
    table.tell("FRANCE", "TRANSFER 5 TO ITALY\nPRESS TO ITALY: Five for you.", key=False)
    asked = table.players["FRANCE"].last(lambda mail: mail.code != "")
    with house.judge.db.writing() as session:
        waiting = session.execute(select(Confirmation)).scalars().all()[-1]
        assert waiting.kept["proofs"] == ["token"]
        assert [1, "TRANSFER 5 TO ITALY"] in waiting.kept["lines"]
        for row in session.execute(select(Base.metadata.tables["inbound_mails"])).mappings():
            if row["id"] == waiting.mail_id:
                assert row["recipients"][0].startswith("judge+letter-")
        session.execute(Base.metadata.tables["inbound_mails"].update().values(raw=b""))
    done = house.tell(table.players["FRANCE"], f"CONFIRM {asked.code}", to=asked, key=False)
    assert "Your balance is" in " ".join(done.text.split())
    assert any("sent you 5" in mail.text for mail in table.players["ITALY"].inbox())


def test_a_mail_that_quotes_a_letter_with_a_key_or_code_is_known_to_quote_it(house: House) -> None:
    ann = house.registered("Ann")
    welcome = ann.last(lambda mail: mail.key != "")
    reply = house.tell(ann, "LIST", to=welcome, key=False)
    assert "NOT READ" not in reply.text
    assert ann.key not in reply.text
    assert "Your key is" not in reply.text
