"""Rows O1, O2 and O5: what becomes of a mail that a relay takes, puts off, refuses, or is silent about."""

from __future__ import annotations

import mailbox
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judge.outbox.transport import Deferred, MaildirTransport, Rejected, SmtpTransport, folder_name
from judge.settings import MailServer, Settings
from tests.support.far_relay import Relay
from tests.support.sockets import Certificates

RAW = b"Message-ID: <1@example.org>\r\nSubject: Results\r\n\r\n.a dot\r\nFrom here\r\n"


SETTINGS = Settings(domain="example.org")


def to(relay: Relay, tls: Any = "offered", *, host: str = "127.0.0.1", trusted: Any = None) -> SmtpTransport:
    return SmtpTransport(MailServer(host, relay.port, tls), SETTINGS, timeout=60, tls=trusted)


def transport_at(port: int, timeout: float = 60) -> SmtpTransport:
    return SmtpTransport(MailServer("127.0.0.1", port), SETTINGS, timeout=timeout)


def outcome(transport: SmtpTransport, recipient: str = "alice@example.net") -> str:
    try:
        transport.send("judge+t@example.org", recipient, RAW)
    except Deferred as error:
        return f"deferred: {error.reason}"
    except Rejected as error:
        return f"rejected: {error.reason}"
    return "sent"


def test_a_mail_arrives_as_it_was_made(relay: Relay) -> None:
    assert outcome(to(relay)) == "sent"
    assert relay.far.taken == [("judge+t@example.org", ["alice@example.net"], RAW)]


def test_the_null_sender_is_sent_as_such(relay: Relay) -> None:
    to(relay).send("", "alice@example.net", RAW)
    assert relay.far.taken[0][0] == "<>"


def test_a_session_sends_all_its_mails_over_one_connection(relay: Relay) -> None:
    with to(relay).session() as send:
        for number in range(5):
            send("judge@example.org", f"p{number}@example.net", RAW)
    assert len(relay.far.taken) == 5
    assert relay.far.connections == 1


def test_a_session_goes_on_when_the_relay_closes_between_two_mails(relay: Relay) -> None:
    relay.far.hang_up_after_mail = True
    with to(relay).session() as send:
        for number in range(3):
            send("judge@example.org", f"p{number}@example.net", RAW)
            assert relay.far.hung_up.wait(60)
            relay.far.hung_up.clear()
    assert len(relay.far.taken) == 3
    assert relay.far.connections == 3


def test_o1_a_relay_that_refuses_the_connection_defers() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        transport = transport_at(unused.getsockname()[1])
        with pytest.raises(Deferred, match="no connection to the relay"):
            transport.send("judge@example.org", "alice@example.net", RAW)


def test_o1_a_relay_that_does_not_serve_is_asked_once_a_session() -> None:
    asked: list[int] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            for number in range(2):
                connection, _ = server.accept()
                with connection:
                    asked.append(number)
                    connection.sendall(b"421 4.3.2 busy\r\n")

        threading.Thread(target=answer, daemon=True).start()
        transport = transport_at(server.getsockname()[1])
        for _ in range(2):
            with transport.session() as send:
                for _ in range(3):
                    with pytest.raises(Deferred, match="421"):
                        send("judge@example.org", "alice@example.net", RAW)
    assert asked == [0, 1]


def test_o1_a_relay_that_never_speaks_defers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        transport = transport_at(silent.getsockname()[1], 0.2)
        with pytest.raises(Deferred, match="no connection to the relay") as caught:
            transport.send("judge@example.org", "alice@example.net", RAW)
    assert not caught.value.maybe_sent


@pytest.mark.parametrize(
    "greeting", [b"421 4.3.2 busy\r\n", b"554 5.3.2 go away\r\n", b"HTTP/1.1 400 Bad\r\n\r\n", b"\xff\xfe\r\n", b""]
)
def test_o1_a_greeting_that_is_none_defers(greeting: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(greeting)

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(Deferred):
            transport_at(server.getsockname()[1]).send("a@b.c", "alice@example.net", RAW)
        thread.join()


ANSWERS = {
    "421 4.3.2 Closing": ("deferred", "deferred"),
    "450 4.2.1 Greylisted": ("deferred", "deferred"),
    "451 4.3.0 Trouble": ("deferred", "deferred"),
    "452 4.2.2 Mailbox full": ("deferred", "deferred"),
    "550 5.1.1 No such user": ("address", "address"),
    "551 5.1.6 Moved": ("address", "address"),
    "553 5.1.3 Bad name": ("address", "address"),
    "556 5.1.10 No mail": ("address", "address"),
    "550 5.2.1 Mailbox disabled": ("address", "address"),
    "550 No such user": ("address", "mail"),
    "551 Moved": ("address", "mail"),
    "552 5.2.2 Mailbox full": ("deferred", "deferred"),
    "552 Mailbox full": ("deferred", "mail"),
    "550 5.4.4 No route to their host": ("deferred", "deferred"),
    "552 5.3.4 Message size exceeds fixed limit": ("mail", "mail"),
    "550 5.2.3 Too long for this mailbox": ("mail", "mail"),
    "554 5.7.1 Spam": ("judge", "mail"),
    "554 5.6.0 Bad MIME": ("judge", "mail"),
    "554 Transaction failed": ("judge", "mail"),
    "530 5.7.0 Authentication required": ("judge", "judge"),
    "530 Log in first": ("judge", "judge"),
    "535 5.7.8 Bad credentials": ("judge", "judge"),
    "550 5.4.5 Daily sending limit exceeded": ("judge", "judge"),
    "550 5.7.1 Daily user sending quota exceeded": ("judge", "judge"),
    "550 Domain example.org has exceeded the max emails per hour": ("judge", "judge"),
    "554 5.7.0 Reject due to policy restrictions": ("judge", "judge"),
    "554 5.7.1 Relay access denied": ("judge", "judge"),
    "550 Relaying denied": ("judge", "judge"),
    "553 5.1.8 Sender's domain not found": ("judge", "judge"),
    "550 5.7.26 This mail is unauthenticated": ("judge", "judge"),
    "550 5.7.60 No permission to send as this sender": ("judge", "judge"),
    "554 5.3.0 Trouble": ("judge", "judge"),
}
"""An answer -> who is at fault, where it answers RCPT, and where it answers the content; deferred: nobody yet."""


def fault(transport: SmtpTransport) -> str:
    try:
        transport.send("judge+t@example.org", "alice@example.net", RAW)
    except Deferred as error:
        return "judge" if error.of_judge else "deferred"
    except Rejected as error:
        return "mail" if error.the_mail else "address"
    return "sent"


@pytest.mark.parametrize(("answer", "faults"), ANSWERS.items())
def test_o1_a_refusal_says_whether_the_address_the_mail_or_the_judge_is_wrong(
    relay: Relay, answer: str, faults: tuple[str, str]
) -> None:
    relay.far.rcpt["alice@example.net"] = answer
    at_rcpt = fault(to(relay))
    relay.far.rcpt.clear()
    relay.far.data.append(answer)
    assert (at_rcpt, fault(to(relay))) == faults


@pytest.mark.parametrize("answer", ANSWERS)
def test_o1_a_refused_sender_is_deferred_as_it_is_not_the_recipients_fault(relay: Relay, answer: str) -> None:
    relay.far.mail.append(answer)
    assert outcome(to(relay)) == f"deferred: the relay refuses the sender judge+t@example.org: {answer}"
    relay.far.mail.append(answer)
    assert fault(to(relay)) == ("judge" if answer[0] == "5" else "deferred")


def test_o1_silence_after_the_mail_is_deferred_and_maybe_sent(relay: Relay) -> None:
    relay.far.data.append("silence")
    with pytest.raises(Deferred, match="did not answer") as caught:
        to(relay).send("judge@example.org", "alice@example.net", RAW)
    assert caught.value.maybe_sent


@pytest.mark.parametrize("code", ["421", "450", "550", "552"])
def test_o2_one_of_seven_refused_leaves_six_delivered(relay: Relay, code: str) -> None:
    relay.far.rcpt["p3@example.net"] = f"{code} no"
    fates = []
    with to(relay).session() as send:
        for number in range(7):
            try:
                send("judge@example.org", f"p{number}@example.net", RAW)
                fates.append("sent")
            except (Deferred, Rejected) as error:
                fates.append(type(error).__name__)
    assert fates == ["sent"] * 3 + ["Rejected" if code == "550" else "Deferred"] + ["sent"] * 3
    assert [taken[1] for taken in relay.far.taken] == [[f"p{number}@example.net"] for number in (0, 1, 2, 4, 5, 6)]


def test_a_relays_answer_is_kept_as_one_short_line(relay: Relay) -> None:
    relay.far.rcpt["alice@example.net"] = "550-no\r\n550 " + "never " * 80
    reason = outcome(to(relay))
    assert reason.isprintable()
    assert len(reason) < 220


@pytest.mark.parametrize(
    "address", ["", "alice", "a@b\r\nRCPT TO:<evil@x.y>", "a@b> NOTIFY=NEVER", "é@b.c", "a b@c.d", "<a@b.c>"]
)
def test_an_address_that_could_say_more_than_itself_is_rejected_unsent(relay: Relay, address: str) -> None:
    assert outcome(to(relay), address).startswith("rejected")
    assert relay.far.connections == 0


def test_tls_is_used_when_a_relay_elsewhere_offers_it(
    relay_with: Callable[..., Relay], certificates: Certificates
) -> None:
    relay = relay_with(tls_context=certificates.server)
    to(relay, "required", host="localhost", trusted=certificates.client).send("", "a@b.c", RAW)
    assert relay.far.by_tls == [True]


def test_a_relay_on_this_machine_is_sent_to_without_tls(
    relay_with: Callable[..., Relay], certificates: Certificates
) -> None:
    relay = relay_with(tls_context=certificates.server)
    assert outcome(to(relay)) == "sent"
    assert relay.far.by_tls == [False]


def test_a_certificate_of_nobody_we_trust_defers(relay_with: Callable[..., Relay], certificates: Certificates) -> None:
    relay = relay_with(tls_context=certificates.server)
    transport = to(relay, "required", host="localhost")
    assert "CERTIFICATE_VERIFY_FAILED" in outcome(transport)
    assert relay.far.taken == []


def test_a_certificate_for_another_name_defers(relay_with: Callable[..., Relay], certificates: Certificates) -> None:
    relay = relay_with(tls_context=certificates.server)
    assert "CERTIFICATE_VERIFY_FAILED" in outcome(to(relay, "required", trusted=certificates.client))


def test_a_relay_without_the_tls_that_is_required_defers(relay: Relay) -> None:
    assert "offers no TLS" in outcome(to(relay, "required"))
    assert relay.far.taken == []


def test_a_maildir_holds_each_recipients_mail_in_the_order_it_came(tmp_path: Path) -> None:
    transport = MaildirTransport(tmp_path)
    with transport.session() as send:
        for number in range(12):
            send("", "Alice@Example.net", b"Subject: %d\r\n\r\n.dot\r\n" % number)
    transport.send("", "bob@example.net", RAW)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["alice@example.net", "bob@example.net"]
    names = sorted((tmp_path / "alice@example.net" / "new").iterdir())
    assert [each.read_bytes() for each in names] == [b"Subject: %d\n\n.dot\n" % number for number in range(12)]
    assert list((tmp_path / "alice@example.net" / "tmp").iterdir()) == []
    box = mailbox.Maildir(tmp_path / "alice@example.net", create=False)
    assert sorted(message["Subject"] for message in box) == sorted(map(str, range(12)))


def test_o5_the_same_mail_delivered_again_after_a_crash_is_there_twice_with_one_message_id(tmp_path: Path) -> None:
    for _ in range(2):
        MaildirTransport(tmp_path).send("", "alice@example.net", RAW)
    mails = list((tmp_path / "alice@example.net" / "new").iterdir())
    assert [mail.read_bytes() for mail in mails] == [RAW.replace(b"\r\n", b"\n")] * 2


@pytest.mark.parametrize(
    "recipient",
    ["../../etc@x", "/etc/passwd", "..", ".", "", ".hidden", "a/b@c", "a\0b@c", "x" * 500, "é@b", "a\udc80@b"],
)
def test_no_recipient_leads_out_of_the_maildirs(tmp_path: Path, recipient: str) -> None:
    MaildirTransport(tmp_path / "mail").send("", recipient, RAW)
    assert [each.name for each in tmp_path.iterdir()] == ["mail"]
    (box,) = (tmp_path / "mail").iterdir()
    assert len(list((box / "new").iterdir())) == 1
    assert not box.name.startswith(".")


def test_different_recipients_have_different_folders() -> None:
    names = ["a/b@c", "a%2fb@c", "a_b@c", "a%b@c", "a@c", ".a@c", "%2ea@c", "x" * 300, "x" * 301]
    assert len({folder_name(name) for name in names}) == len(names)


def test_a_maildir_that_cannot_be_written_defers(tmp_path: Path) -> None:
    (tmp_path / "alice@example.net").write_text("a file")
    with pytest.raises(Deferred, match="cannot write into"):
        MaildirTransport(tmp_path).send("", "alice@example.net", RAW)


def test_a_mail_that_is_larger_than_the_relay_takes_is_refused_unsent(relay_with: Callable[..., Relay]) -> None:
    relay = relay_with(data_size_limit=len(RAW) - 1)
    with pytest.raises(Rejected, match="octets") as caught:
        to(relay).send("judge@example.org", "alice@example.net", RAW)
    assert caught.value.the_mail
    assert outcome(to(relay_with(data_size_limit=len(RAW) + 9))) == "sent"
