"""Where things stand, mailed to one reader: the position, his account, and a sheet to answer with."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from judge.letters import write
from judge.letters.known import known_of
from judge.services import news
from judge.services.current import Current, card_of
from judge.services.judge import Judge
from judge.services.pictures import position_of
from judge.services.roles import form_of
from judge.services.sheets import filed_by


def mail_position(judge: Judge, session: Session, here: Current, to: news.Recipient, now: datetime) -> None:
    known = known_of(here.system, here.state, card_of(session, here.game), to.reader)
    filed = {role: filed_by(session, here, role) for role in to.reader.roles}
    form = form_of(here.system, here.state, to.reader.roles, filed) if to.seat is not None else ""
    picture = position_of(judge, here.system, known.view)
    deadline = here.deadline if here.game.status != "paused" else None
    letter = write.results(judge.renderer, known, deadline, form, now, picture)
    news.deliver(judge, session, here.game, to, letter, "results", here.row.label, now)
