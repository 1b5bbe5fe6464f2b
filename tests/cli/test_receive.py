"""`judge receive`, for an MTA that pipes: whatever is wrong here, no mail is sent back for it (promise 1)."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.mail.addresses import envelope_of
from judge.mail.fields import split_message
from judge.mail.tokens import make_token
from judge.store.engine import Database
from judge.store.sealed_mail import as_it_came
from judge.store.secret import DEFAULT_NAME, read_text
from judge.store.tables import InboundRow
from tests.durability.served import Host
from tests.durability.story import rows

pytestmark = pytest.mark.both_databases


MAIL = b"From: Ann <ann@example.org>\nMessage-ID: <1@example.org>\n\nREGISTER Ann\n"
TRY_AGAIN = 75


def test_a_mail_from_a_pipe_is_kept_once(database_url: str, tmp_path: Path) -> None:
    host = Host(database_url, tmp_path)
    assert [host.run("receive", given=MAIL).returncode for _ in range(2)] == [0, 0]
    database = Database(database_url)
    assert len(rows(database)["inbound_mails"]) == 1
    database.close()


@pytest.mark.parametrize("trouble", ["no tables", "older tables", "no database", "a wrong setting"])
def test_a_mail_that_cannot_be_kept_stays_with_the_mta(sqlite_url: str, tmp_path: Path, trouble: str) -> None:
    file = tmp_path / "judge.db"
    host = Host(sqlite_url, tmp_path)
    if trouble == "no tables":
        file.unlink()
    elif trouble == "older tables":
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '0000'")
        connection.close()
    elif trouble == "no database":
        file.write_bytes(b"no database " * 1000)
    else:
        host.environment["JUDGE_POLL_SECONDS"] = "often"
    done = host.run("receive", given=MAIL)
    assert done.returncode == TRY_AGAIN, done.stderr
    assert b"Error" in done.stderr


JUDGE = "judge@judge.localhost"
TOKEN = make_token(b"k" * 32, 7)
TOKENS = f"judge+{TOKEN}@judge.localhost"
PAGE = (Path(__file__).parents[2] / "docs" / "hosts.md").read_text()
WRITTEN = b"From: Ann <ann@example.org>\nTo: The Judge <judge@judge.localhost>\nMessage-ID: <2@example.org>\n\nSTATUS\n"
SEPARATOR = b"From ann@bounces.example.org  Thu Nov 26 00:31:24 2026\n"
RETURN_PATH = b"Return-Path: <ann@bounces.example.org>\n"
DELIVERED = b"Delivered-To: " + TOKENS.encode() + b"\n"

PROGRAMS = {
    "master.cf": WRITTEN,
    ".forward": SEPARATOR + RETURN_PATH + b"X-Original-To: " + TOKENS.encode() + b"\n" + WRITTEN,
    ".procmailrc": SEPARATOR + RETURN_PATH + DELIVERED + WRITTEN,
    ".fetchmailrc": RETURN_PATH + b"Envelope-To: " + TOKENS.encode() + b"\n" + WRITTEN,
    "getmailrc": RETURN_PATH + DELIVERED + WRITTEN,
}
"""What each program hands over, by the file that tells it to."""


@pytest.mark.parametrize("file", PROGRAMS)
def test_the_line_of_each_program_brings_a_mail_with_its_envelope(file: str, database_url: str, tmp_path: Path) -> None:
    line = re.search(rf"\| `{re.escape(file)}`.*? \| `(.*)` \|\n", PAGE)
    assert line is not None
    call = re.findall(r"[^\s\",()]+", line[1].rpartition("/bin/judge")[2])
    arguments = [each.replace("${sender}", "ann@bounces.example.org").replace("${recipient}", TOKENS) for each in call]
    host = Host(database_url, tmp_path)
    assert host.run(*arguments, given=PROGRAMS[file]).returncode == 0
    database = Database(database_url)
    with database.reading() as session:
        mail = session.execute(select(InboundRow)).scalar_one()
        assert mail.mail_from == "ann@bounces.example.org"
        blank = f"judge+{'0' * 24}@judge.localhost"
        assert mail.recipients == [blank] if file == "master.cf" else [blank, JUDGE]
        came = as_it_came(mail, read_text((tmp_path / DEFAULT_NAME).read_text(), "the file")).raw
        assert not came.startswith(b"From ")
        assert b"STATUS" in came
    database.close()


@pytest.mark.parametrize("told", [(), ("-f", "ann@example.org"), ("--sender=<ann@example.org>", JUDGE)])
def test_a_persons_mail_from_a_pipe_is_answered(told: tuple[str, ...], database_url: str, tmp_path: Path) -> None:
    host = Host(database_url, tmp_path)
    assert host.run("receive", *told, given=MAIL).returncode == 0
    assert host.run("tick").returncode == 0
    assert len([*host.mailbox.glob("ann@example.org/new/*")]) == 1


@pytest.mark.parametrize(
    ("told", "above"),
    [
        (("-f", ""), b""),
        (("-f", "<>"), b""),
        (("--sender=MAILER-DAEMON", JUDGE), b""),
        ((), b"Return-Path: <>\n"),
        ((), b"From MAILER-DAEMON  Thu Nov 26 00:31:24 2026\nReturn-Path: <>\n"),
        ((), b"Return-Path: <MAILER-DAEMON>\n"),
    ],
)
def test_a_bounce_from_a_pipe_is_never_answered(
    told: tuple[str, ...], above: bytes, database_url: str, tmp_path: Path
) -> None:
    host = Host(database_url, tmp_path)
    assert host.run("receive", *told, given=above + MAIL).returncode == 0
    assert host.run("tick").returncode == 0
    assert not [*host.mailbox.glob("*/new/*")]


@pytest.mark.parametrize(
    ("head", "sender", "recipients"),
    [
        (f"From: Ann <Ann@X.org>\nTo: {TOKENS}", "ann@x.org", (TOKENS,)),
        (f"From: ann@x.org\nTo: ben@y.org\nCc: Judge <{JUDGE.upper()}>, c@z.org", "ann@x.org", (JUDGE,)),
        ("From: ann@x.org\nTo: undisclosed-recipients:;", "ann@x.org", (JUDGE,)),
        ("From: ann@x.org\nDelivered-To: club@provider.org\nTo: club@provider.org", "ann@x.org", (JUDGE,)),
        (
            f"Return-Path: <b+1=x@y.org>\nFrom: ann@x.org\nX-Envelope-To: {TOKENS}\nTo: {JUDGE}",
            "b+1=x@y.org",
            (TOKENS, JUDGE),
        ),
        (f"Return-Path: b@y.org\nFrom: ann@x.org\nX-Delivered-To: {TOKENS}", "b@y.org", (TOKENS,)),
        (
            f"From: ann@x.org\nX-Original-To: postmaster@judge.localhost\nTo: {JUDGE}",
            "ann@x.org",
            ("postmaster@judge.localhost", JUDGE),
        ),
        (f"Return-Path: <>\nFrom: mailer-daemon@x.org\nTo: {TOKENS}", "", (TOKENS,)),
        (f"Return-Path: <a b@y.org>\nFrom: ann@x.org\nTo: {TOKENS}", "ann@x.org", (TOKENS,)),
        (f"From: ann@x.org, ben@x.org\nTo: {TOKENS}", "", (TOKENS,)),
        (f"From: ann@x.org\nReply-To: {TOKENS}\nTo: judge@elsewhere.org", "ann@x.org", (JUDGE,)),
    ],
)
def test_the_envelope_of_a_mail_by_its_fields(head: str, sender: str, recipients: tuple[str, ...]) -> None:
    fields, _ = split_message(f"{head}\n\nSTATUS\n".encode())
    assert envelope_of(fields, JUDGE) == (sender, recipients)
