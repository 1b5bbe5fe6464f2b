"""An answer to a press letter is an answer to a person: nothing in it is filed, its words are offered back as press.

In it only whole commands count. What would move money, vote, leave a seat or change what is filed is asked first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import select

from judge.commands.command import Command, Needs
from judge.commands.request import Request
from judge.games.lookup import seats_of, sheet_of, system_of
from judge.letters.columns import counted, sentence
from judge.letters.values import Answer, Block, PressLetter
from judge.mail.redaction import masked
from judge.mail.values import TextLine
from judge.mailbox.lines.beginnings import words_of_games
from judge.mailbox.lines.items import Item
from judge.mailbox.orders_in_press import is_command, orders_among
from judge.press import anonymity, dispatch
from judge.rules.problems import Refused, refusal
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
            return Answer(number, text, "ok", said), (Block("Your words", "\n".join(words)),)
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
