"""No letter is so large that mail systems refuse it."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from judge.app import Work
from judge.identity.trust import player_at
from judge.mail.values import Letter
from judge.outgoing.outbox import LONGEST_HTML, post, reader_of
from judge.store.tables import OutboundRow
from tests.support.house import House


@pytest.mark.parametrize(("more", "has_html"), [(0, True), (1, False)])
def test_a_letter_of_half_a_megabyte_goes_as_text_alone(house: House, more: int, *, has_html: bool) -> None:
    house.registered("Ann")

    def unit(work: Work) -> int:
        ann = player_at(work.session, "ann@example.org")
        assert ann is not None
        letter = Letter("The end", "All of it.", "x" * (LONGEST_HTML + more))
        row = post(work, letter, reader_of(ann), purpose="ended", player=ann)
        work.session.flush()
        return row.id

    number = house.judge.write(unit)
    with house.judge.db.reading() as session:
        raw = session.execute(select(OutboundRow.raw).where(OutboundRow.id == number)).scalar_one()
    assert b"All of it." in raw
    assert (b"text/html" in raw) is has_html
