"""Rows S1 to S16 of the faults a mail host meets: what the listener says to each, and what it keeps."""

from __future__ import annotations

import asyncio
import gc
import smtplib
import threading
import time
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from judge.mailbox.intake import ComeLater
from judge.smtp.listener import LEAST_LINE, Dialogue, Limits, Listener, read_content
from tests.smtp.conftest import Keeper, Kept, Port
from tests.smtp.wire import MAIL, Wire, until

Listening = Callable[..., Port]


def test_a_mail_is_kept_as_it_was_sent_with_its_envelope(listening: Listening, keeper: Keeper) -> None:
    port = listening(keeper)
    with smtplib.SMTP(port.host, port.port) as smtp:
        smtp.sendmail("alice@example.net", ["judge@example.org", "judge+abc@example.org"], MAIL + b".dotted\r\n..\r\n")
    assert keeper.mails == [
        Kept("alice@example.net", ("judge@example.org", "judge+abc@example.org"), MAIL + b".dotted\r\n..\r\n")
    ]
    assert port.listener.counts["accepted"] == 1


def test_rfc5321_a_received_line_stands_first_where_a_clock_is_given(listening: Listening, keeper: Keeper) -> None:
    port = listening(keeper, now=lambda: datetime(2026, 11, 21, 20, 0, tzinfo=UTC))
    with Wire(port) as wire:
        wire.data()
        assert wire.ask(MAIL + b".\r\n").startswith("250")
    trace = (
        b"Received: from client.example (own mail system)\r\n\tby example.org with ESMTP;"
        b"\r\n\tSat, 21 Nov 2026 20:00:00 +0000\r\n"
    )
    assert keeper.mails[0].raw == trace + MAIL


@pytest.mark.parametrize("helo", [b"a (b) by c; x", b"\xff\xfe", b"x" * 300, b"<evil>", b"a\rb"])
def test_a_strange_helo_does_not_get_into_the_received_line(listening: Listening, keeper: Keeper, helo: bytes) -> None:
    port = listening(keeper, now=lambda: datetime(2026, 11, 21, 20, 0, tzinfo=UTC))
    with Wire(port) as wire:
        assert wire.ask(b"HELO " + helo + b"\r\n").startswith("250")
        wire.data()
        assert wire.ask(MAIL + b".\r\n").startswith("250")
    assert keeper.mails[0].raw.startswith(b"Received: from unknown (own mail system)\r\n\tby example.org with SMTP;")


def test_commands_may_be_sent_ahead_as_offered(listening: Listening, keeper: Keeper) -> None:
    with Wire(listening(keeper)) as wire:
        wire.send(b"MAIL FROM:<a@b.c>\r\nRCPT TO:<judge@example.org>\r\nDATA\r\n")
        assert [wire.reply()[:3] for _ in range(3)] == ["250", "250", "354"]
        wire.send(MAIL + b".\r\nQUIT\r\n")
        assert [wire.reply()[:3] for _ in range(2)] == ["250", "221"]
    assert len(keeper.mails) == 1


def test_only_what_is_given_is_offered(listening: Listening, keeper: Keeper) -> None:
    port = listening(keeper, max_size=123_456)
    with smtplib.SMTP(port.host, port.port) as smtp:
        smtp.ehlo()
        assert smtp.esmtp_features == {"size": "123456", "8bitmime": "", "pipelining": "", "help": ""}
        assert smtp.docmd("AUTH", "PLAIN AGEAYg==")[0] == 500
        assert smtp.docmd("VRFY", "judge")[0] == 252
        assert smtp.docmd("EXPN", "judge")[0] == 502


def test_s1_a_client_that_drops_before_the_final_dot_leaves_nothing(listening: Listening, keeper: Keeper) -> None:
    port = listening(keeper)
    with Wire(port) as wire:
        wire.data()
        wire.send(MAIL)
    with Wire(port) as wire:
        assert wire.banner.startswith("220")
    port.stop()
    assert keeper.calls == 0


def test_s2_a_client_that_drops_before_the_250_has_its_mail_kept_once(listening: Listening, keeper: Keeper) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(mail_from: str, recipients: tuple[str, ...], raw: bytes, source: str) -> None:
        begun.set()
        assert go_on.wait(60)
        keeper(mail_from, recipients, raw, source)

    port = listening(slow)
    with Wire(port) as wire:
        wire.data()
        wire.send(MAIL + b".\r\n")
        assert begun.wait(60)
    time.sleep(0.05)  # the dialogue is cancelled meanwhile
    go_on.set()
    assert until(lambda: len(keeper.mails) == 1)
    with Wire(port) as wire:
        wire.data()
        assert wire.ask(MAIL + b".\r\n").startswith("250")
    assert (len(keeper.mails), keeper.calls) == (1, 2)


@pytest.mark.parametrize(
    "error",
    [
        OSError(28, "No space left on device"),
        RuntimeError("db password=hunter2 unreachable"),
        TimeoutError(),
        MemoryError("hunter2"),
        UnicodeDecodeError("ascii", b"hunter2", 0, 1, "hunter2"),
        KeyError("hunter2"),
    ],
    ids=repr,
)
def test_s3_s4_whatever_goes_wrong_is_451_without_its_text(
    listening: Listening, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(mail_from: str, recipients: tuple[str, ...], raw: bytes, source: str) -> None:
        raise error

    port = listening(broken)
    with Wire(port) as wire:
        wire.data()
        assert wire.ask(MAIL + b".\r\n") == "451 4.3.0 The mail could not be taken now; try again later"
        assert wire.ask(b"NOOP\r\n").startswith("250")
    assert port.listener.counts == {"connections": 1, "failed": 1}
    assert "hunter2" not in caplog.text
    assert type(error).__name__ in caplog.text


def test_whoever_has_many_unread_mails_is_asked_to_come_later(
    listening: Listening, caplog: pytest.LogCaptureFixture
) -> None:
    def full(mail_from: str, recipients: tuple[str, ...], raw: bytes, source: str) -> None:
        raise ComeLater

    port = listening(full)
    with Wire(port) as wire:
        wire.data()
        assert wire.ask(MAIL + b".\r\n").startswith("451 4.7.1")
    assert caplog.text == ""


def test_s4_a_mistake_in_a_command_of_ours_is_451_too(listening: Listening, keeper: Keeper) -> None:
    port = listening(keeper)
    port.listener.address = None  # type: ignore[assignment]
    with Wire(port) as wire:
        wire.ask(b"MAIL FROM:<a@b.c>\r\n")
        assert wire.ask(b"RCPT TO:<judge@example.org>\r\n").startswith("451 4.3.0")
    assert port.listener.counts["failed"] == 1


FAKE_ENDS = {
    "LF.LF": b"\n.\n",
    "LF.CRLF": b"\n.\r\n",
    "CR.CR": b"\r.\r",
    "CRLF.LF": b"\r\n.\n",
    "CRLF.CR": b"\r\n.\r",
    "CR.CRLF": b"\r.\r\n",
    "CRLF.CRCRLF": b"\r\n.\r\r\n",
    "LFCR.CRLF": b"\n\r.\r\n",
    "CRLF NUL.CRLF": b"\r\n\0.\r\n",
}
SMUGGLED = b"MAIL FROM:<evil@x.y>\r\nRCPT TO:<judge@example.org>\r\nDATA\r\nFrom: evil@x.y\r\n\r\nRESIGN\r\n"


@pytest.mark.parametrize("end", FAKE_ENDS.values(), ids=FAKE_ENDS)
def test_s6_a_fake_end_of_data_is_content(listening: Listening, keeper: Keeper, end: bytes) -> None:
    with Wire(listening(keeper)) as wire:
        wire.data()
        assert wire.ask(MAIL + b"x" + end + SMUGGLED + b".\r\n").startswith("250")
        assert wire.ask(b"VRFY x\r\n").startswith("252")
    # A dot that begins a line was doubled by an honest sender, so a single one goes.
    undone = end.replace(b"\r\n.", b"\r\n")
    assert [mail.raw for mail in keeper.mails] == [MAIL + b"x" + undone + SMUGGLED]


def test_s9_a_mail_announced_too_large_is_refused_at_once(listening: Listening, keeper: Keeper) -> None:
    with Wire(listening(keeper, max_size=10_000)) as wire:
        assert wire.ask(b"MAIL FROM:<a@b.c> SIZE=10001\r\n").startswith("552")
        assert wire.ask(b"MAIL FROM:<a@b.c> SIZE=10000\r\n").startswith("250")


def test_s9_a_mail_that_turns_out_too_large_is_refused_after_its_dot(listening: Listening, keeper: Keeper) -> None:
    with Wire(listening(keeper, max_size=10_000)) as wire:
        wire.data()
        assert wire.ask(b"x" * 98 + b"\r\n" + (b"x" * 98 + b"\r\n") * 100 + b".\r\n").startswith("552")
        wire.data()
        assert wire.ask((b"x" * 98 + b"\r\n") * 100 + b".\r\n").startswith("250")
    assert len(keeper.mails) == 1


@pytest.mark.parametrize("piece", [b"x" * 4000, b"x" * 98 + b"\r\n"], ids=["one line", "lines"])
def test_s9_a_mail_without_end_is_cut_off(listening: Listening, keeper: Keeper, piece: bytes) -> None:
    with Wire(listening(keeper, max_size=10_000)) as wire:
        wire.data()
        try:
            for _ in range(10_000):
                wire.send(piece)
        except OSError:
            pass
        else:
            pytest.fail("forty times the largest size was read")
    assert keeper.calls == 0


def test_s10_a_line_of_5000_octets_and_a_command_of_600_are_500_and_the_session_goes_on(
    listening: Listening, keeper: Keeper
) -> None:
    with Wire(listening(keeper)) as wire:
        assert wire.ask(b"NOOP " + b"x" * 595 + b"\r\n").startswith("500")
        assert wire.ask(b"NOOP " + b"x" * 5000 + b"\r\n").startswith("500")
        wire.data()
        assert wire.ask(MAIL + b"x" * 5000 + b"\r\n" + MAIL + b".\r\n").startswith("500")
        wire.data()
        assert wire.ask(MAIL + b"x" * 998 + b"\r\n." + b"." * 998 + b"\r\n.\r\n").startswith("250")
    assert [mail.raw for mail in keeper.mails] == [MAIL + b"x" * 998 + b"\r\n" + b"." * 998 + b"\r\n"]


def test_s10_a_dot_that_ends_an_endless_line_does_not_end_the_mail(listening: Listening, keeper: Keeper) -> None:
    with Wire(listening(keeper)) as wire:
        wire.data()
        wire.send(b"x" * 3000 + b".")
        time.sleep(0.1)  # the rest comes in a segment of its own
        assert wire.ask(b"\r\n" + SMUGGLED + b".\r\n").startswith("500")
        assert wire.ask(b"VRFY x\r\n").startswith("252")
    assert keeper.calls == 0


def test_s11_the_21st_recipient_is_452_and_the_others_get_the_mail(listening: Listening, keeper: Keeper) -> None:
    with Wire(listening(keeper)) as wire:
        wire.ask(b"MAIL FROM:<a@b.c>\r\n")
        answers = [wire.ask(b"RCPT TO:<judge+%d@example.org>\r\n" % number)[:3] for number in range(22)]
        assert answers == ["250"] * 20 + ["452"] * 2
        wire.ask(b"DATA\r\n")
        assert wire.ask(MAIL + b".\r\n").startswith("250")
    assert len(keeper.mails[0].recipients) == 20


RECIPIENTS = {
    b"judge@example.org": "250",
    b"JUDGE@EXAMPLE.ORG": "250",
    b"judge+abc@example.org": "250",
    b"judge=abc@example.org": "250",
    b"Judge+ABC@Example.Org": "250",
    b"postmaster@example.org": "250",
    b"Postmaster": "250",
    b"abuse@example.org": "250",
    b"alice@example.org": "550 5.1.1",
    b"judges@example.org": "550 5.1.1",
    b"judge-abc@example.org": "550 5.1.1",
    b"judge-" + b"a2" * 12 + b"@example.org": "250",
    b"reply-" + b"a2" * 12 + b"@Example.org": "250",
    b"reply-" + b"a2" * 12 + b"@elsewhere.org": "550 5.7.1",
    b"judge+a/b@example.org": "550 5.1.1",
    b"judge@elsewhere.org": "550 5.7.1",
    b"alice@elsewhere.org": "550 5.7.1",
    b"judge@[127.0.0.1]": "550 5.7.1",
    b"judge@sub.example.org": "550 5.7.1",
    b"alice%elsewhere.org@example.org": "550 5.7.1",
    b"judge+alice%elsewhere.org@example.org": "550 5.7.1",
    b"elsewhere.org!alice@example.org": "550 5.7.1",
    b"@example.org:alice@elsewhere.org": "550 5.7.1",
    b"@elsewhere.org,@other.org:judge@example.org": "550 5.7.1",
    b'"alice@elsewhere.org"@example.org': "550 5.7.1",
    b'"judge"@example.org': "250",
    b'"judge+abc"@example.org': "250",
    b'"judge+a b"@example.org': "550 5.7.1",
    b'"alice"@example.org': "550 5.1.1",
    b"judge": "553",
    b"": "553",
    b"@example.org": "553",
    b"judge@": "553",
}


@pytest.mark.parametrize(("recipient", "answer"), RECIPIENTS.items(), ids=[key.decode() for key in RECIPIENTS])
def test_s12_mail_is_taken_for_the_judge_and_for_nobody_else(
    listening: Listening, keeper: Keeper, recipient: bytes, answer: str
) -> None:
    with Wire(listening(keeper)) as wire:
        wire.ask(b"MAIL FROM:<a@b.c>\r\n")
        assert wire.ask(b"RCPT TO:<" + recipient + b">\r\n").startswith(answer)
        assert wire.ask(b"DATA\r\n").startswith("354" if answer == "250" else "503")


def test_quotes_around_a_reply_address_are_not_kept(listening: Listening, keeper: Keeper) -> None:
    with Wire(listening(keeper)) as wire:
        wire.data(recipient=b'"judge+abc"@example.org')
        assert wire.ask(MAIL + b".\r\n").startswith("250")
    assert [kept.recipients for kept in keeper.mails] == [("judge+abc@example.org",)]


def test_s13_the_null_sender_is_taken_and_is_empty(listening: Listening, keeper: Keeper) -> None:
    with Wire(listening(keeper)) as wire:
        wire.data(recipient=b"judge+abc@example.org", sender=b"")
        assert wire.ask(MAIL + b".\r\n").startswith("250")
    assert keeper.mails == [Kept("", ("judge+abc@example.org",), MAIL)]


GARBAGE = {
    "NUL": b"<judge\0@example.org>",
    "bare CR": b"<judge\r@example.org>",
    "8-bit": b"<judg\xe9@example.org>",
    "UTF-8": "<judgé@example.org>".encode(),
    "no closing bracket": b"<judge@example.org",
    "no bracket": b"judge@example.org",
    "two brackets": b"<judge@example.org>>",
    "a blank": b"<ju dge@example.org>",
    "300 octets of local part": b"<" + b"x" * 300 + b"@example.org>",
    "300 octets of token": b"<judge+" + b"x" * 300 + b"@example.org>",
    "nothing": b"",
    "a comment": b"<judge@example.org> (x)",
}


@pytest.mark.parametrize("path", GARBAGE.values(), ids=GARBAGE)
def test_s14_a_garbled_address_is_refused_in_mail_and_in_rcpt(
    listening: Listening, keeper: Keeper, path: bytes
) -> None:
    with Wire(listening(keeper)) as wire:
        assert wire.ask(b"MAIL FROM:" + path + b"\r\n")[:3] in ("501", "553")
        wire.ask(b"MAIL FROM:<a@b.c>\r\n")
        assert wire.ask(b"RCPT TO:" + path + b"\r\n")[:3] in ("501", "553")
        assert wire.ask(b"DATA\r\n").startswith("503")
    assert keeper.calls == 0


@pytest.mark.parametrize(
    "sender", [b"<bounces+1.2=3@mail.example.net>", b'<"a b"@example.net>', b"<" + b"x" * 100 + b"@b.c>"]
)
def test_an_unusual_sender_is_still_a_sender(listening: Listening, keeper: Keeper, sender: bytes) -> None:
    with Wire(listening(keeper)) as wire:
        assert wire.ask(b"MAIL FROM:" + sender + b"\r\n").startswith("250")


@pytest.mark.parametrize("option", [b"SMTPUTF8", b"FOO=BAR", b"SIZE=x", b"BODY=9BIT"])
def test_an_option_that_was_not_offered_is_refused(listening: Listening, keeper: Keeper, option: bytes) -> None:
    with Wire(listening(keeper)) as wire:
        assert wire.ask(b"MAIL FROM:<a@b.c> " + option + b"\r\n")[:3] in ("501", "555")
        assert wire.ask(b"RCPT TO:<judge@example.org>\r\n").startswith("503")


def served(port: Port) -> bool:
    with Wire(port) as wire:
        return wire.banner.startswith("220")


def test_s15_of_sixty_connections_fifty_are_served(listening: Listening, keeper: Keeper) -> None:
    port = listening(keeper, limits=Limits(trusted=frozenset(), connections_per_source=60))
    wires = [Wire(port) for _ in range(60)]
    assert [wire.banner[:3] for wire in wires] == ["220"] * 50 + ["421"] * 10
    assert wires[55].line() == ""
    assert wires[20].ask(b"NOOP\r\n").startswith("250")
    wires[0].ask(b"QUIT\r\n")
    wires[0].socket.close()
    assert until(lambda: served(port))
    for wire in wires:
        wire.socket.close()


def test_s15_a_source_that_is_not_trusted_has_ten_connections(listening: Listening, keeper: Keeper) -> None:
    port = listening(keeper, limits=Limits(trusted=frozenset()))
    wires = [Wire(port) for _ in range(12)]
    assert [wire.banner[:3] for wire in wires] == ["220"] * 10 + ["421"] * 2
    for wire in wires:
        wire.socket.close()


@pytest.mark.parametrize("where", ["command", "content", "silence"])
def test_s15_a_slow_loris_is_cut_off_and_others_are_served(listening: Listening, keeper: Keeper, where: str) -> None:
    port = listening(keeper, limits=Limits(idle_seconds=1, content_seconds=1))
    with Wire(port) as wire, Wire(port) as other:
        if where == "content":
            wire.data()
        wire.socket.settimeout(0.05)
        answer = ""
        while not answer:
            if where != "silence":
                wire.send(b"x")
            try:
                answer = wire.line()
            except TimeoutError:
                assert other.ask(b"NOOP\r\n").startswith("250")
        assert answer.startswith("421")


def test_s15_content_that_comes_slowly_but_comes_is_taken(listening: Listening, keeper: Keeper) -> None:
    with Wire(listening(keeper, limits=Limits(idle_seconds=1, content_seconds=60))) as wire:
        wire.data()
        for _ in range(12):
            wire.send(b"slow\r\n")
            time.sleep(0.1)
        assert wire.ask(b".\r\n").startswith("250")


@pytest.mark.parametrize(
    "junk", [b"BOGUS\r\n", b"\xff\xfe\r\n", b"\r\n", b"GET / HTTP/1.1\r\n", b"RCPT TO:<x@y.z>\r\n"]
)
def test_s15_fifty_junk_commands_end_in_421_at_the_tenth(listening: Listening, keeper: Keeper, junk: bytes) -> None:
    with Wire(listening(keeper)) as wire:
        wire.send(junk * 50 + b"NOOP\r\n")
        answers = [wire.line()[:3] for _ in range(12)]
    assert answers[:10] in (["500"] * 10, ["503"] * 10)
    assert answers[10:] == ["421", ""]


def test_s16_while_a_mail_is_slowly_committed_others_are_greeted_at_once(listening: Listening, keeper: Keeper) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(mail_from: str, recipients: tuple[str, ...], raw: bytes, source: str) -> None:
        begun.set()
        assert go_on.wait(60)

    port = listening(slow)
    with Wire(port) as wire:
        wire.data()
        wire.send(MAIL + b".\r\n")
        assert begun.wait(60)
        with Wire(port, greet=False) as other:
            assert other.line().startswith("220")
        go_on.set()
        assert wire.reply().startswith("250")


def test_a_commit_may_take_longer_than_a_client_may_be_idle(listening: Listening) -> None:
    port = listening(lambda *_mail: time.sleep(1.5), limits=Limits(idle_seconds=1))
    with Wire(port) as wire:
        wire.data()
        assert wire.ask(MAIL + b".\r\n").startswith("250")


def test_mails_are_accepted_side_by_side_so_that_commits_can_be_shared(listening: Listening) -> None:
    together = threading.Barrier(16, timeout=60)

    def accept(mail_from: str, recipients: tuple[str, ...], raw: bytes, source: str) -> None:
        together.wait()

    port = listening(accept)
    wires = [Wire(port) for _ in range(16)]
    for wire in wires:
        wire.data()
        wire.send(MAIL + b".\r\n")
    assert [wire.reply()[:3] for wire in wires] == ["250"] * 16
    for wire in wires:
        wire.socket.close()


def test_stopping_answers_the_mail_in_hand_and_says_goodbye_to_the_rest(listening: Listening, keeper: Keeper) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(mail_from: str, recipients: tuple[str, ...], raw: bytes, source: str) -> None:
        begun.set()
        assert go_on.wait(60)
        keeper(mail_from, recipients, raw, source)

    port = listening(slow)
    with Wire(port) as busy, Wire(port) as idle:
        busy.data()
        busy.send(MAIL + b".\r\n")
        assert begun.wait(60)
        stopping = threading.Thread(target=port.stop)
        stopping.start()
        assert idle.line().startswith("421 4.3.2")
        go_on.set()
        assert busy.line().startswith("250")
        assert busy.line().startswith("421 4.3.2")
        stopping.join(60)
        assert not stopping.is_alive()
    assert len(keeper.mails) == 1


def test_no_secret_reaches_the_log(listening: Listening, keeper: Keeper, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG"):
        port = listening(keeper)
        with Wire(port) as wire:
            wire.data(recipient=b"judge+secrettoken@example.org")
            wire.ask(MAIL + b".\r\n")
            wire.ask(b"secrettoken\r\n")
    assert "secrettoken" not in caplog.text.lower()
    assert "A PAR" not in caplog.text


def test_tls_can_be_required_only_with_a_certificate() -> None:
    with pytest.raises(ValueError, match="certificate"):
        Listener(lambda *_: None, address="judge@example.org", require_tls=True)


def test_where_a_mail_came_from_is_told_to_who_keeps_it(listening: Listening) -> None:
    sources: list[str] = []
    with Wire(listening(lambda *mail: sources.append(mail[3]))) as wire:
        wire.data()
        assert wire.ask(MAIL + b".\r\n").startswith("250")
    assert sources == ["127.0.0.1"]


OTHER = "127.0.0.2"
"""An address of this machine that no host's mail system has."""


def _stranger(port: Port) -> Wire:
    return Wire(port, source=OTHER)


def test_strangers_connections_do_not_shut_the_hosts_own_mail_system_out(listening: Listening, keeper: Keeper) -> None:
    port = listening(keeper, limits=Limits(connections=5, connections_per_source=60))
    held = [_stranger(port) for _ in range(8)]
    assert [wire.banner[:3] for wire in held] == ["220"] * 5 + ["421"] * 3
    own = [Wire(port) for _ in range(6)]
    assert [wire.banner[:3] for wire in own] == ["220"] * 5 + ["421"]
    own[0].data()
    assert own[0].ask(MAIL + b".\r\n").startswith("250")
    for wire in (*held, *own):
        wire.socket.close()


def test_a_connection_that_sends_commands_and_no_mail_is_closed(listening: Listening, keeper: Keeper) -> None:
    port = listening(keeper, limits=Limits(commands=10))
    for command in (b"NOOP\r\n", b"RSET\r\n", b"EHLO x.example\r\n", b"VRFY <a@b.c>\r\n"):
        with _stranger(port) as wire:
            said = ""
            for _ in range(20):
                said = said if said.startswith("421") else wire.ask(command)
        assert said == "421 4.7.0 Too many commands, and no mail"
    with Wire(port) as own:
        assert [own.ask(b"NOOP\r\n")[:3] for _ in range(30)] == ["250"] * 30


def test_who_sends_mail_after_mail_is_heard_on(listening: Listening, keeper: Keeper) -> None:
    with _stranger(listening(keeper, limits=Limits(commands=10))) as wire:
        for _ in range(8):
            wire.data()
            assert wire.ask(MAIL + b".\r\n").startswith("250")


def test_a_connection_does_not_stay_for_ever(listening: Listening, keeper: Keeper) -> None:
    port = listening(keeper, limits=Limits(stay_seconds=1))
    with _stranger(port) as wire, Wire(port) as own:
        said = "250"
        while said.startswith("250"):
            said = wire.ask(b"NOOP\r\n")
            time.sleep(0.05)
        assert said.startswith("421 4.3.2")
        assert own.ask(b"NOOP\r\n").startswith("250")


def test_content_that_is_refused_counts_too(listening: Listening, keeper: Keeper) -> None:
    with _stranger(listening(keeper, max_size=10_000, limits=Limits(octets_per_hour=20_000))) as wire:
        for _ in range(2):
            wire.data()
            assert wire.ask(b"x" * 98 + b"\r\n" + (b"x" * 98 + b"\r\n") * 120 + b".\r\n").startswith("552")
        assert wire.ask(b"MAIL FROM:<alice@example.net>\r\n").startswith("451 4.7.1")


def test_content_is_held_once_however_short_its_lines() -> None:
    octets = 500_000

    async def read() -> int:
        reader = asyncio.StreamReader(limit=2**21)
        reader.feed_data(b"\r\n" * (octets // 2) + b".\r\n")
        tracemalloc.start()
        try:
            assert len(await read_content(reader, LEAST_LINE * octets, lambda _: None)) == octets
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert asyncio.run(read()) < 4 * octets


def test_a_mail_of_short_lines_is_as_large_as_the_work_that_it_makes(listening: Listening, keeper: Keeper) -> None:
    with _stranger(listening(keeper, max_size=100_000)) as wire:
        wire.data()
        assert wire.ask(b"\r\n" * (100_000 // LEAST_LINE + 1) + b".\r\n").startswith("552"), "one line more is too much"
        wire.data()
        assert wire.ask(b"\r\n" * 200_000).startswith("421 4.7.0 Too much"), "and nobody reads on for ever"


def test_nothing_is_kept_of_a_connection_that_was_lost(listening: Listening, keeper: Keeper) -> None:
    port = listening(keeper)
    before = _dialogues()
    for _ in range(5):
        with _stranger(port) as wire:
            wire.data()
            wire.send(b"x" * 70 + b"\r\n")
    assert until(lambda: _dialogues() <= before)


def _dialogues() -> int:
    gc.collect()
    return sum(isinstance(each, Dialogue) for each in gc.get_objects())


def test_one_source_does_not_fill_the_disk(listening: Listening, keeper: Keeper) -> None:
    port = listening(keeper, limits=Limits(octets_per_hour=2 * LEAST_LINE * MAIL.count(b"\r\n")))
    with _stranger(port) as wire, Wire(port) as own:
        for _ in range(2):
            wire.data()
            assert wire.ask(MAIL + b".\r\n").startswith("250")
        assert wire.ask(b"MAIL FROM:<alice@example.net>\r\n").startswith("451 4.7.1")
        own.data()
        assert own.ask(MAIL + b".\r\n").startswith("250")
    with Wire(port, source="127.0.0.3") as other:
        other.data()
        assert other.ask(MAIL + b".\r\n").startswith("250"), "others are heard"
