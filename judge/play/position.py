"""Where things stand, mailed to one reader: the position, their account, and a sheet to answer with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.app import Work
from judge.games.current import Current, card_of
from judge.letters import write
from judge.letters.known import known_of
from judge.outbox import news
from judge.outbox.pictures import position_of
from judge.play.forms import form_of, shown


def mail_position(
    work: Work, here: Current, to: news.Recipient, notice: Sequence[str] = (), *, newcomer: bool = False
) -> None:
    """`notice`: why they get it: the subject, then the paragraphs on top of it. `newcomer`: they have just come."""
    known = known_of(here.system, here.state, card_of(work.session, here.game), to.reader)
    known = replace(known, newcomer=newcomer)
    roles = to.reader.roles if to.seat is not None else ()
    filed = {role: here.filed(work.session, role) for role in roles}
    parts = {role: each.parts for role, each in filed.items()}
    form = form_of(here.system, here.state, roles, parts) if roles else ""
    is_whole = not any(role in here.phase.wanted and not each.written for role, each in filed.items())
    on_file = shown(here.system, here.state, roles, parts) if is_whole else ""
    picture = position_of(work, here.game.name, here.system, known.view)
    deadline = here.deadline if here.game.status != "paused" else None
    letter = write.results(
        work.renderer, known, deadline, form, work.now, picture=picture, notice=notice, filed=on_file
    )
    news.deliver(work, here.game, to, letter, "results", here.row.label)
