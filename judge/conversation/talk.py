"""An answer to a press letter is an answer to a person: nothing in it is filed, its words are offered back as press.

In it only whole commands count. What would move money, vote, leave a seat or change what is filed is asked first.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from email import message_from_bytes, policy

from judge.commands.command import Command, Needs
from judge.commands.request import Request
from judge.conversation.items import Item
from judge.conversation.orders_in_press import is_command, orders_among
from judge.identity.trust import masked
from judge.letters.columns import counted, sentence
from judge.letters.values import Answer, Became, Block
from judge.mail.values import TextLine
from judge.press import dispatch
from judge.press.newspaper import NAME as NEWSPAPER
from judge.rules.problems import Problem, Refused
from judge.rules.system import Sheet, SheetLine, only
from judge.store.tables import OutboundRow

_FROM = re.compile(r"Press from (?:the )?(.+)", re.IGNORECASE)
TO_FILE = "You answered a letter from another player: orders for me go in an answer to a mail of the game."


def answers_press(request: Request) -> bool:
    """Does the mail answer a letter from another player? The newspaper is nobody's letter."""
    answered = request.writer.answers
    return (
        answered is not None and answered.purpose == "press" and _signature(answered) != NEWSPAPER.removeprefix("THE ")
    )


def talk_among(request: Request, items: Sequence[Item]) -> tuple[Item, ...]:
    """Those that are words to a person, whatever they begin with: neither a whole command nor an act of the game."""
    sheet = tuple(SheetLine(item.line.number, item.line.text) for item in items if item.command is None)
    acts = _acts_among(request, sheet)
    return tuple(item for item in items if (item.line.number not in acts if item.command is None else _is_talk(item)))


def _is_talk(item: Item) -> bool:
    return not item.line.block and not is_command(item.line.text)


def is_asked_first(command: Command) -> bool:
    """Would it change something that its writer may only have talked about?"""
    return command.needs >= Needs.SEAT and not command.looks


def _acts_among(request: Request, lines: Sequence[SheetLine]) -> Collection[int]:
    """The numbers of those that would move something at once: whole lines that begin with a word of the game's own."""
    try:
        here, role = request.sheet_role()
    except Refused:
        return ()
    whole = tuple(line for line in lines if line.text.split()[0].strip(":").isupper())
    reading = here.system.read(here.view(only(role)), role, Sheet(whole, {}))
    return {act.line for act in reading.acts}


def offer(
    request: Request, lines: Sequence[TextLine], talk: Sequence[Item], others: Sequence[Item]
) -> tuple[Answer, tuple[Block, ...]]:
    """What becomes of the words to the person whose letter is answered: they are sent if a code has said so, and shown
    as they would go out until then. `lines`: the whole mail; `others`: what in it is not talk.
    """
    words = _words(lines, talk, others)
    if any(item.command is not None and item.command.name == "PRESS" for item in others):
        # Their writer has said what goes to others: the rest was meant for the judge, or for nobody.
        among = orders_among(request, [TextLine(item.line.number, item.line.text) for item in talk], attempts=True)
        became: Became = "problem" if among else "unread"
        return Answer(talk[0].line.number, " / ".join(item.line.text for item in talk), became, TO_FILE), ()
    number, more = talk[0].line.number, len([word for word in words if word.strip()]) - 1
    text = f"{words[0].strip()} (and {counted(more, 'line')} below)" if more else words[0].strip()
    try:
        wish = _to_their_writer(request, words)
        game = request.settle_game()
        if request.writer.has_sent_code:
            with request.session.begin_nested():
                said = dispatch.send(request.work, game, request.player, wish)
            return Answer(number, text, "ok", said), (Block("Your words", "\n".join(words)),)
        with request.session.begin_nested() as unit:  # would it be refused?
            dispatch.send(request.work, game, request.player, wish)
            unit.rollback()
        names = dispatch.names_of(request.session, game, wish)
    except Refused as refusal:
        problem = refusal.problem
        return Answer(number, text, "problem", problem.message, f"{sentence(problem.hint)} {TO_FILE}".strip()), ()
    told = f"Not sent, and nothing in it was filed. It would go to {names}: “{' / '.join(filter(None, words))}”"
    return Answer(number, text, "waiting", told, f"The code that is on its way sends it. {TO_FILE}"), ()


def _words(lines: Sequence[TextLine], talk: Sequence[Item], others: Sequence[Item]) -> tuple[str, ...]:
    """With the blank lines between them, and without what stands between them for the judge."""
    taken = {item.line.number for item in others} | {line.number for item in others for line in item.line.block}
    first, last = talk[0].line.number, talk[-1].line.number
    return tuple(masked(line.text) for line in lines if first <= line.number <= last and line.number not in taken)


def _to_their_writer(request: Request, words: Sequence[str]) -> dispatch.Press:
    """These words as press to whoever wrote the letter that is answered; raises Refused if nobody signed it."""
    answered = request.writer.answers
    to = _signature(answered) if answered is not None else dispatch.UNSIGNED
    if to == dispatch.UNSIGNED:
        raise Refused(Problem("press/unsigned", "Nobody signed the letter that you answer.", hint="PRESS TO ALL"))
    return dispatch.Press((to,), tuple(words))


def _signature(letter: OutboundRow) -> str:
    """Who signed a press letter of ours, as PRESS TO takes it; UNSIGNED if nobody did."""
    subject = str(message_from_bytes(letter.raw, policy=policy.default)["Subject"])
    found = _FROM.search(subject)
    return found[1].strip().upper() if found else dispatch.UNSIGNED
