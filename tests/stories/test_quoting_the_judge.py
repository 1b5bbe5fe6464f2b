"""What a reply quotes of the judge's own mail is counted, not listed as if the player had written it."""

from __future__ import annotations

import email.policy
import smtplib
from email.message import EmailMessage
from textwrap import indent, wrap

from sqlalchemy import select

from judge.store.tables import LineRow
from judge.testing.correspondent import Correspondent, Received
from tests.support.house import House
from tests.support.table_of_seven import Seven


def answer_html(house: House, who: Correspondent, to: Received, text: str) -> Received:
    """As Gmail on a phone does: HTML alone, the judge's mail in a blockquote."""
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"], message["To"], message["Subject"] = who.address, to.reply_to, f"Re: {to.subject}"
    message["Message-ID"] = "<phone@example.org>"
    message.set_content(
        f'<div dir="auto">{text}</div><br><div class="gmail_quote"><div class="gmail_attr">The Judge schrieb am Mo., '
        f"2. März 2026, 13:00:<br></div><blockquote>{to.html}</blockquote></div>",
        subtype="html",
        cte="quoted-printable",
    )
    with smtplib.SMTP(*house.server, timeout=120) as smtp:
        smtp.send_message(message, who.address, [to.reply_to])
    house.settle()
    return who.last(lambda mail: str(mail.message["In-Reply-To"]) == "<phone@example.org>")


def test_html_that_quotes_the_judge_leaves_nothing_unread(house: House) -> None:
    bob = house.registered("Bob")
    house.tell(bob, "REVOKE", key=False)
    asking = bob.last(lambda mail: bool(mail.code))
    reply = answer_html(house, bob, asking, f"CONFIRM {asking.code}").text
    assert "This is what you have confirmed" in reply
    assert "NOT READ" not in reply


def test_the_calendars_entry_of_a_letter_is_quoted_with_it(house: House, table: Seven) -> None:
    """As mutt does."""
    to = table.results("FRANCE")
    entry = next(part for part in to.message.walk() if part.get_content_type() == "text/calendar")
    content = entry.get_payload(decode=True)
    assert isinstance(content, bytes)
    quoted = indent(f"{to.text}\n{content.decode()}".replace("\r", ""), "> ", lambda _: True)
    reply = house.tell(table.players["FRANCE"], f"5 : A PAR - BUR\n\n{quoted}", to=to).text
    assert "5 : A PAR - BUR" in reply.partition("ON FILE")[2]
    assert "NOT READ" not in reply


def test_a_quotation_that_was_wrapped_anew_is_recognized(house: House) -> None:
    bob = house.registered("Bob")
    quoted = "\n".join(wrap(bob.last().text.replace("\n", " "), 40))
    bob.write(f"LIST\n\nOn Monday The Judge <{bob.judge}> wrote:\n{indent(quoted, '> ')}", answers=bob.last())
    house.settle()
    assert "NOT READ" not in bob.last().text


def test_what_somebody_else_wrote_is_listed_though_it_is_quoted(house: House) -> None:
    bob = house.registered("Bob")
    bob.write("LIST\n\nAnn wrote:\n> A PAR - BUR is what I would do", answers=bob.last())
    house.settle()
    assert "> > A PAR - BUR is what I would do" in bob.last().text.partition("NOT READ")[2]


def test_of_a_quoted_letter_no_line_is_kept_by_itself_and_of_other_words_each_is(house: House) -> None:
    bob = house.registered("Bob")
    quoted = indent(bob.last().text, "> ", lambda _: True)
    bob.write(f"LIST\n\nAnn wrote:\n> A PAR - BUR\n\nThe Judge <{bob.judge}> wrote:\n{quoted}", answers=bob.last())
    house.settle()
    with house.judge.db.reading() as session:
        kept = session.execute(select(LineRow.text, LineRow.became).order_by(LineRow.number)).all()
    assert [tuple(row) for row in kept] == [("LIST", "ok"), ("Ann wrote:", "unread"), ("> A PAR - BUR", "unread")]


def test_a_mail_that_quotes_a_very_long_letter_of_the_judge_is_read(house: House) -> None:
    bob = house.registered("Bob")
    long = house.tell(bob, "\n".join(["HELP"] * 20), key=False)
    assert len(long.raw) > 100 * 1024
    some = "\n".join(long.text.splitlines()[20:30])
    bob.write(f"ZONE Europe/Rome\n\n{indent(some, '> ')}\n-- \nBob", answers=long)
    house.settle()
    reply = bob.last().text
    assert "You now read deadlines in the time of Europe/Rome." in reply
