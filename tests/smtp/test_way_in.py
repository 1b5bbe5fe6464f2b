"""What tests hand in behind the listener is what the listener would have handed in."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from judge.store.tables import InboundRow
from tests.support.house import House


def kept(house: House, name: str, text: str, *, by_wire: bool) -> tuple[str, object, bytes]:
    """Sender, recipients and octets of the mail that somebody writes, without what makes it that one: its Message-ID,
    its Date, and what the machine calls itself.
    """
    house.by_wire = by_wire
    message_id = house.person(name).write(text, subject=text[:20].partition("\n")[0])
    row = house.one(select(InboundRow).order_by(InboundRow.id.desc()).limit(1))
    assert message_id.encode() in row.raw
    bare = re.sub(rb"\AReceived: from \S+|\r\nDate: [^\r]+", b"", row.raw.replace(message_id.encode(), b"<>"))
    return row.mail_from, row.recipients, bare


@pytest.mark.parametrize(
    "text",
    [
        "REGISTER Anna",
        "One line\n.\n..\n.hidden\n\nFrom here on\n",
        "Zürich, Łódź, Αθήνα\n" + "long " * 300,
        " \n\ttabbed\t\n= equals =\n\n\n",
        "",
    ],
    ids=["plain", "dots", "other letters", "blanks", "nothing"],
)
def test_a_mail_that_is_handed_in_is_kept_as_one_that_comes_by_smtp(house: House, text: str) -> None:
    assert kept(house, "Anna", text, by_wire=False) == kept(house, "Anna", text, by_wire=True)
