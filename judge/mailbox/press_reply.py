"""An answer to a press letter is an answer to a person: nothing in it is filed, its words are offered back as press.

In it only whole commands count. What would move money, vote, leave a seat or change what is filed is asked first. And
press never carries orders out unseen: what of a letter to others may have been meant for the judge waits for a code.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import accumulate

from sqlalchemy import select

from judge.commands.command import Command, Line, Needs, commands
from judge.commands.request import Request
from judge.games.lookup import seats_of, sheet_of, system_of
from judge.letters.columns import counted, sentence
from judge.letters.values import Answer, Block, PressLetter
from judge.mail.redaction import MASK, masked
from judge.mail.text.quotations import mailboxes
from judge.mail.values import TextLine
from judge.mailbox.bounds import is_wide
from judge.mailbox.lines.beginnings import words_of_games
from judge.mailbox.lines.items import Item
from judge.press import anonymity, dispatch
from judge.reading.sheet import SheetLine
from judge.rules.problems import Refused, refusal
from judge.rules.values import Sheet, only
from judge.store.tables import Game, Pseudonym

TO_FILE = "You answered a letter from another player. Send orders for me in answer to a mail of the game."


def talk_among(request: Request, items: Sequence[Item]) -> tuple[Item, ...]:
    """Those that are words to a person, whatever they begin with: neither a whole command nor an act of the game. By
    their words alone: what waited for a code must be the same when that comes.
    """
    at_once = words_of_games(system_of(request.game).name, at_once=True) if request.game is not None else frozenset()
    return tuple(item for item in items if not (_is_act(item, at_once) if item.command is None else _is_whole(item)))


def _is_act(item: Item, at_once: Collection[str]) -> bool:
    """Does it begin, in capitals, with a word of the game's own that takes effect at once?"""
    return item.line.text.split()[0].strip(":") in at_once


def _is_whole(item: Item) -> bool:
    return bool(item.line.block) or is_command(item.line.text)


def is_asked_first(command: Command) -> bool:
    """Would it change something that its writer may only have talked about?"""
    return command.needs >= Needs.SEAT and not command.looks


def offer(
    request: Request, lines: Sequence[TextLine], talk: Sequence[Item], others: Sequence[Item]
) -> tuple[Answer, tuple[Block, ...]]:
    """What becomes of the words to the person whose letter is answered: they are sent if a code has said so, and shown
    as they would go out until then. `lines`: the whole mail; `others`: what in it is not talk.
    """
    words = _words(lines, talk, others)
    if is_below_press(others):
        return _orders_below_press(request, talk), ()
    number, more = talk[0].line.number, len([word for word in words if word.strip()]) - 1
    text = f"{words[0].strip()} (and {counted(more, 'line')} below)" if more else words[0].strip()
    try:
        game = request.settle_game()
        wish = _to_their_writer(request, game, words)
        if request.writer.has_sent_code:
            with request.session.begin_nested():
                said = dispatch.send(request.work, game, request.player, wish)
            return Answer(number, text, "ok", said), (Block("Your words", "\n".join(words), of_players=True),)
        with request.session.begin_nested() as unit:  # would it be refused?
            dispatch.send(request.work, game, request.player, wish)
            unit.rollback()
        names = dispatch.names_of(request.session, game, request.player, wish)
        if (
            wish.grey or wish.signed_as or anonymity.name_in(wish.to[0])
        ):  # what they would least like to learn afterwards
            names = f"{names}, {dispatch.how_signed(request.session, game, request.player, wish)}"
    except Refused as refusal:
        hint = f"{sentence(refusal.problem.hint)} {TO_FILE}".strip()
        return Answer.refusal(number, text, refusal.problem, hint), ()
    told = f"Not sent, and nothing in it was filed. It would go to {names}: “{' / '.join(filter(None, words))}”"
    return Answer(number, text, "waiting", told, f"The code sends it. {TO_FILE}"), ()


def is_below_press(others: Sequence[Item]) -> bool:
    """Has the writer said in the same mail what goes to others? The rest was for the judge then, or for nobody."""
    return any(item.command is not None and item.command.name == "PRESS" for item in others)


def _orders_below_press(request: Request, talk: Sequence[Item]) -> Answer:
    """Orders there are filed if a code says so, and shown until then; without any the words are only listed."""
    lines = [TextLine(item.line.number, item.line.text) for item in talk]
    among = orders_among(request, lines, attempts=True)
    text = " / ".join(line.text.strip() for line in lines if not among or line.number in among)
    if not among:
        return Answer(lines[0].number, text, "unread", TO_FILE)
    if not orders_among(request, lines, attempts=False) or request.game is None:
        return Answer(lines[0].number, text, "problem", TO_FILE)
    told = "Not filed: you answered a letter from another player, so I ask first."
    return Answer(lines[0].number, text, "waiting", told, "The code files this.", changes=sheet_of(request.game))


def _words(lines: Sequence[TextLine], talk: Sequence[Item], others: Sequence[Item]) -> tuple[str, ...]:
    """With the blank lines between them, and without what stands between them for the judge."""
    taken = {item.line.number for item in others} | {line.number for item in others for line in item.line.block}
    first, last = talk[0].line.number, talk[-1].line.number
    return tuple(masked(line.text) for line in lines if first <= line.number <= last and line.number not in taken)


def _to_their_writer(request: Request, game: Game, words: Sequence[str]) -> dispatch.Press:
    """These words as press to whoever wrote the letter that is answered: unsigned if that answers an unsigned letter
    of theirs, under their pseudonym if it came to that. Raises Refused if the letter does not count.
    """
    answered = request.writer.press
    if answered is None or request.writer.answers is not answered:
        raise refusal("press/void", "The letter that you answered is no longer valid. Nothing was sent or filed.")
    if answered.game_id != game.id:
        message = f"The letter that you answered does not belong to {game.name}. Nothing was sent or filed."
        raise refusal("press/other-game", message)
    letter = PressLetter.of_row(answered.press)
    to = f"{anonymity.LETTER} {letter.letter}" if letter.letter else letter.signed
    grey = bool(letter.about)
    mask = "" if grey else _pseudonym_written_to(request, game, letter)
    return dispatch.Press((to,), tuple(words), grey=grey, signed_as=mask)


def _pseudonym_written_to(request: Request, game: Game, letter: PressLetter) -> str:
    """The writer's own pseudonym that the letter is to, if it is not to their seat as well; empty if none."""
    query = select(Pseudonym.name).where(Pseudonym.game_id == game.id, Pseudonym.player_id == request.player.id)
    own = set(request.session.scalars(query))
    seats = {seat.name for seat in seats_of(request.session, game) if seat.player_id == request.player.id}
    return next((name for name in letter.to if name in own and seats.isdisjoint(letter.to)), "")


_WORD = re.compile(r"\W*([A-Za-z]+)\b\s*(.*)", re.DOTALL)
_SECRET = re.compile(rf"\W*(?:KEY|CONFIRM)\b[\s:=]*(?:{MASK}|(?:[a-z2-7]{{4}}[-\s]?){{3,}})", re.IGNORECASE)
_AMOUNT = re.compile(r"\W*\d")
_LEAST_NAME = 3  # letters
_LOOKED_AT = 400  # lines: a longer letter does not go out at all
_LOOKED_THROUGH = 15_000  # letters: of a longer one its writer could not be shown all, and asked
_READ = 60
"""So many lines of a mail's letters to others are read as orders."""


_TO_PART = (
    "The code sends just these words. To part them from your orders, write {end} on a line of its own below your "
    "words, and the orders below that."
)


def held_back(request: Request, command: Command, line: Line) -> tuple[str, str] | None:
    """Why a letter to others waits, with its words as they would go out, and what can be done; None if it may go."""
    words = (*line.block, *line.below)
    if line.is_open and (len(words) > _READ or sum(len(each.text) for each in words) > _LOOKED_THROUGH):
        why = f"It has no {command.ends_with}, and is too long to be looked through for what is meant for me."
        return f"Not sent. {why} {command.foretell(request, line)}", _TO_PART.format(end=command.ends_with)
    order = order_within(request, line)
    named = _names_writer(request, line) if command.is_veiled(request, line) else None
    if named is not None:
        why = f"Your seat does not sign it, but line {named.number} tells who you are: {named.text.strip()[:80]}."
        hint = "The code sends just these words. Or send them again without that line."
        return f"Not sent. {why} {command.foretell(request, line)}".strip(), hint
    if order is None:
        return None
    why = f"Line {order.number} reads as if it were for me: {masked(order.text.strip())[:80]}."
    if line.is_open:
        nothing = "Nothing below it was read" if not line.below else "Neither was what stands below it read"
        why = f"It has no {command.ends_with}. {why} {nothing}."
    return f"Not sent. {why} {command.foretell(request, line)}", _TO_PART.format(end=command.ends_with)


def order_within(request: Request, line: Line) -> TextLine | None:
    """The line of a letter to others that makes it wait for its writer's word; None where it may go out.

    Without its END, whatever reads as an order, an offer or a command, in it or below it. With its END people quote
    orders to each other, and mean to: then only a KEY, a code, or a line as only the writer's own sheet has it, with
    its amount.
    """
    said = _looked_through((*line.block, *line.below)[:_LOOKED_AT])
    found = {each.number for each in said if _SECRET.match(each.text)}
    if line.is_open:
        found |= {each.number for each in said if is_command(each.text)}
    read = [each for each in said if line.is_open or _AMOUNT.match(each.text)]
    before = request.progress.read_in_letters
    beyond = read[_READ - before :]
    read = read[: _READ - before]
    request.note(read_in_letters=before + len(read))
    found |= orders_among(request, read, attempts=line.is_open) | {each.number for each in beyond}
    return next((each for each in said if each.number in found), None)


def _looked_through(lines: Sequence[TextLine]) -> list[TextLine]:
    """These lines without those that are too long for an order, and those beyond what is looked through."""
    ends = accumulate(len(line.text) for line in lines)
    return [line for line, end in zip(lines, ends, strict=True) if end <= _LOOKED_THROUGH and not is_wide(line.text)]


def _names_writer(request: Request, line: Line) -> TextLine | None:
    """The line of a letter that holds its writer's name, an address of theirs, or a reply address."""
    words = "|".join(re.escape(word) for word in request.player.name.split() if len(word) >= _LEAST_NAME)
    name = re.compile(rf"(?<!\w)(?:{words})(?!\w)" if words else "(?!)")
    address = mailboxes(request.mail.sender or "", *(each.address for each in request.player.addresses))
    said = (TextLine(line.number, line.rest.partition(":")[2]), *line.block)
    return next(
        (each for each in said if MASK in each.text or name.search(each.text) or address.search(each.text)), None
    )


def is_command(text: str) -> bool:
    """Is the line a command as people write one, and not a sentence that begins like one (`Wait, I think …`)?"""
    match = _WORD.fullmatch(text.strip())
    command = commands().get(match[1].upper()) if match else None
    return match is not None and command is not None and (match[1].isupper() or not match[2].strip(" ."))


def orders_among(request: Request, lines: Sequence[TextLine], *, attempts: bool) -> set[int]:
    """The numbers of those that the game's rules read or, with `attempts`, that look as if they should."""
    try:
        here, role = request.sheet_role()
    except Refused:
        return set()
    view = here.view(only(role))
    sheet = tuple(SheetLine(line.number, line.text) for line in lines if line.text.strip() and line.text[:1] != ">")
    reading = here.system.read(view, role, Sheet(sheet, {}))
    counting = {each.line for each in reading.lines} | {each.line for each in reading.acts}
    return {*reading.lines_meant} if attempts else counting
