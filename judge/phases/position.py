"""Where things stand, mailed to one reader: the position, his account, and a sheet to answer with."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from judge.app import Judge
from judge.games.current import Current, card_of
from judge.letters import write
from judge.letters.known import known_of
from judge.outgoing import news
from judge.outgoing.pictures import position_of
from judge.phases.forms import form_of
from judge.phases.sheets import filed_by


def mail_position(judge: Judge, session: Session, here: Current, to: news.Recipient, now: datetime) -> None:
    known = known_of(here.system, here.state, card_of(session, here.game), to.reader)
    filed = {role: filed_by(session, here, role) for role in to.reader.roles}
    form = form_of(here.system, here.state, to.reader.roles, filed) if to.seat is not None else ""
    picture = position_of(judge, known.view)
    deadline = here.deadline if here.game.status != "paused" else None
    letter = write.results(judge.renderer, known, deadline, form, now, picture)
    news.deliver(judge, session, here.game, to, letter, "results", here.row.label, now)
