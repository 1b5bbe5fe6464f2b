"""Where things stand, mailed to one reader: the position, their account, and a sheet to answer with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from judge.app import Work
from judge.games.lookup import LiveGame, card_of
from judge.letters import write
from judge.letters.briefing import known_of
from judge.outbox import news
from judge.outbox.pictures import picture_of
from judge.rules.game import AnySystem
from judge.rules.values import GameState, Orders, only

REMARKS = ("%", "//")
NO_ORDERS = "NO ORDERS"
"""The command by which one wants nothing: it stands in a form that would say nothing if it were sent as it is."""
INSTEAD = f"CLEAR and, on the next line, {NO_ORDERS}"
"""What takes back what is on file besides, which NO ORDERS alone leaves as it is."""


def below_for(role: str, text: str, roles: Sequence[str]) -> str:
    """The text of one of these roles, below the line that a mail needs for it; the first one needs none."""
    return text if role == roles[0] or not text else f"FOR {role}\n{text}"


def form_of(
    system: AnySystem, state: GameState, roles: Sequence[str], last: Mapping[str, Orders], *, again: bool = False
) -> str:
    """Return the sheet to answer with, and how to say that one wants nothing.

    `last`: orders by role, on file in this phase or, with `again`, of the phase before, to be taken over.
    """
    views = {role: system.view(state, only(role)) for role in roles}
    is_filed = not again and any(last.get(role) for role in roles)
    if again:
        last = {role: system.again(views[role], last[role]) for role in roles if role in last}
    forms = (below_for(role, system.form(views[role], last.get(role, {})), roles) for role in roles)
    form = "\n\n".join(filter(None, forms))
    phase = system.phase(state)
    awaited = [role for role in roles if phase is not None and role in phase.wanted]
    if not awaited or NO_ORDERS in form:
        return form
    says_something = any(line.strip() and not line.lstrip().startswith(REMARKS) for line in form.splitlines())
    outcome = system.without_orders(views[awaited[0]])
    nothing = INSTEAD if is_filed else NO_ORDERS
    alone = f"// To say that you want nothing, send just {nothing}"
    if outcome:
        alone = f"// {nothing}{'' if is_filed else ' alone'}: {outcome}"
    left = [line for role in roles for line in lasting(system, state, role, last.get(role, {}))] if is_filed else []
    if left:
        alone += f"\n// What cannot be taken back stays: {'; '.join(left)}"
    return "\n".join(filter(None, (form, alone if says_something else NO_ORDERS)))


def lasts(system: AnySystem, part: str) -> bool:
    """Whether what is on file under this part cannot be taken back."""
    return system.parts.get(part) == "append"


def lasting(system: AnySystem, state: GameState, role: str, parts: Orders) -> list[str]:
    """What of a role's parts cannot be taken back, such as gifts, line by line."""
    stays = {part: text for part, text in parts.items() if text and lasts(system, part)}
    return system.show(system.view(state, only(role)), stays).splitlines() if stays else []


def shown(system: AnySystem, state: GameState, roles: Sequence[str], filed: Mapping[str, Orders]) -> str:
    """What the seat has on file, in the same order."""
    texts = (
        below_for(role, system.show(system.view(state, only(role)), filed[role]), roles)
        for role in roles
        if filed.get(role)
    )
    return "\n\n".join(filter(None, texts))


def mail_position(
    work: Work, live: LiveGame, to: news.Recipient, notice: Sequence[str] = (), *, newcomer: bool = False
) -> None:
    """`notice`: why they get it: the subject, then the paragraphs on top of it. `newcomer`: they have just come."""
    known = known_of(live.system, live.state, card_of(work.session, live.game), to.reader)
    known = replace(known, newcomer=newcomer)
    roles = to.reader.roles if to.seat is not None else ()
    filed = {role: live.filed(work.session, role) for role in roles}
    parts = {role: each.parts for role, each in filed.items()}
    form = form_of(live.system, live.state, roles, parts) if roles else ""
    is_whole = not any(role in live.phase.wanted and not each.written for role, each in filed.items())
    on_file = shown(live.system, live.state, roles, parts) if is_whole else ""
    picture = picture_of(work, live.game.name, partial(live.system.position_picture, known.view), to.reader)
    deadline = live.deadline if live.game.status != "paused" else None
    letter = write.results(
        work.renderer, known, deadline, form, work.now, picture=picture, notice=notice, filed=on_file
    )
    news.deliver(work, live.game, to, letter, "results")
