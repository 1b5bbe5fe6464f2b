"""JOIN, SEAT, TAKEOVER, OBSERVE: ways into a game."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from sqlalchemy import func, select

from judge.commands.command import Command, Line, Needs, commands
from judge.commands.request import Request
from judge.games.lookup import live_game
from judge.games.settings import WORD, value_of
from judge.letters.values import Said
from judge.play import membership, seats, standing_tables, tournaments
from judge.rules.problems import Refused, refusal
from judge.rules.registry import check_usable
from judge.store.tables import Game, InboundRow, LineRow

WRONG_WORDS = 5
"""So many wrong words of private games one player may try within a day."""

WRONG_WORD = "join/wrong-word"
"""The code of a line with a wrong word, by which the words of the day are counted."""

DAY = timedelta(days=1)

_WORD = re.compile(r" (?:with(?: the)?(?: pass)?(?: ?word)?|password|word):? ", re.IGNORECASE)
_AS = re.compile(r" as ", re.IGNORECASE)
_MARKS = "\"'\u2018\u2019\u201c\u201d#,:."


def _game_called(request: Request, name: str) -> Game:
    game = request.find(name)
    request.forward(game)
    if game is None:
        message = "No such game is waiting for players."
        raise refusal("join/no-such-game", message, hint="LIST shows them.")
    check_usable(game.system)
    return game


def _is_leaving(rest: str) -> bool:
    words = rest.upper().removeprefix("TOURNAMENT ").split()
    return len(words) == 2 and words[1] == "STOP"


def _check_word(request: Request, game: Game, word: str) -> None:
    """The same as `membership.check_word`, so many times a day: nobody finds the word by trying them all. What is
    tried with a leaked reply address does not count against the KEY of its owner.
    """
    if word and request.progress.wrong_words + _wrong_words_before(request) >= WRONG_WORDS:
        hint = "Try tomorrow, or ask the GameMaster to INVITE you."
        raise refusal("join/words", "You have tried too many wrong words today.", hint=hint)
    try:
        membership.check_word(request.session, game, request.player, word)
    except Refused as wrong:
        if not word:
            raise
        request.note(wrong_words=request.progress.wrong_words + 1)
        raise Refused(replace(wrong.problem, code=WRONG_WORD)) from None


def _wrong_words_before(request: Request) -> int:
    """In earlier mails of the day."""
    query = select(func.count(LineRow.id)).join(InboundRow, InboundRow.id == LineRow.mail_id)
    tried = query.where(
        InboundRow.player_id == request.player.id,
        InboundRow.proof == request.row.proof,
        InboundRow.read_at > request.now - DAY,
        LineRow.code == WRONG_WORD,
    )
    return request.session.execute(tried).scalar_one()


def _foretell(request: Request, line: Line) -> str:  # noqa: ARG001
    left = "You would be out of the game before it begins, and your place free for somebody else."
    return left if _is_leaving(line.rest) else ""


@Command(
    "JOIN game [AS seat, seat, …] [WITH word], or JOIN game STOP",
    Needs.PLAYER,
    example="JOIN oslo AS ITALY, TURKEY, ?",
    irrevocable=True,
    harmless_if=lambda rest: not _is_leaving(rest),
    foretell=_foretell,
    names_game=True,
)
def join(request: Request, line: Line) -> str:
    """Joins a game that is forming, or a tournament. Name the seats that you would like, best first: FRANCE, [ENGLAND
    GERMANY], ? or their initials, F[EG]?. You like those in brackets equally, and ? is any other seat. A private game
    needs its word. STOP leaves it again before it begins, with a code.
    """
    if tournament := tournaments.find(request.session, line.rest):
        act = tournaments.withdraw if _is_leaving(line.rest) else tournaments.enter
        return act(request.work, tournament, request.player)
    if _is_leaving(line.rest):
        return membership.leave(request.work, _game_called(request, line.rest.split()[0]), request.player)
    head, *words = _WORD.split(" ".join(line.rest.split()), maxsplit=1)
    called, *seats_wished = _AS.split(head, maxsplit=1)
    names = called.split()
    names = names[1:] if len(names) > 1 and names[0].upper() == "GAME" else names
    if len(names) != 1 or not names[0].strip(_MARKS):
        raise refusal("join/usage", "Which game?", hint="JOIN name, or JOIN name AS ITALY, FRANCE")
    game = _game_called(request, names[0].strip(_MARKS))
    word, wishes = words[0] if words else "", seats_wished[0] if seats_wished else ""
    if not wishes and word.lower() != str(value_of(game.settings, WORD)).lower():
        word, _, wishes = _AS.sub("\n", word, count=1).partition("\n")  # JOIN oslo WITH sesame AS ITALY
    if game.status == "forming":
        _check_word(request, game, word)
    return membership.join(request.work, game, request.player, wishes)


_SEATS = re.compile(r"(?:me\b)?\s*(.*)", re.IGNORECASE | re.DOTALL)


@Command(
    "SEAT ME [game pace …, or NO], or SEAT YES",
    Needs.PLAYER,
    example="SEAT ME payola 3d press grey fill computer AS FRANCE",
)
def seat(request: Request, line: Line) -> Said | str:
    """Waits for a table without a GameMaster: the game, how long a phase lasts (3d), press, options of the rules (map
    modern), RATED for ratings, and AS the seats that you like. With FILL COMPUTER three people are enough, and
    programs play the others. When enough people want the same, the judge asks you: SEAT YES takes your seat.
    SEAT ME NO waits no longer, and SEAT ME shows what you wait for. Nobody learns who waits.
    """
    matched = _SEATS.fullmatch(line.rest)
    wish = matched[1].strip() if matched else ""
    if not wish:
        return Said("", (standing_tables.own_block(request.work, request.player),))
    if (word := wish.upper().rstrip(".!")) in ("NO", "STOP", "YES"):
        act = standing_tables.confirm if word == "YES" else standing_tables.stop_waiting
        return act(request.work, request.player)
    return standing_tables.wait(request.work, request.player, wish, commands())


@Command("TAKEOVER game [AS seat]", Needs.PLAYER, example="TAKEOVER oslo AS ITALY", names_game=True)
def take_over(request: Request, line: Line) -> str:
    """Takes a seat whose player has left, with its money and orders. You are mailed where things stand."""
    match = re.fullmatch(r"(\S+)(?:\s+AS\s+(\S+))?", line.rest.strip(), re.IGNORECASE)
    if match is None:
        raise refusal("takeover/usage", "Which game?", hint="TAKEOVER oslo AS ITALY")
    game = _game_called(request, match[1])
    here = live_game(request.session, game)
    if here is None:
        forms = game.status == "forming"
        message = f"{game.name} has not begun." if forms else f"{game.name} is not running."
        hint = f"JOIN {game.name} takes part." if forms else "LIST shows the games."
        raise refusal("takeover/not-running", message, hint=hint)
    done = seats.take_over(request.work, here, (match[2] or "").upper(), request.player, request.row.id)
    request.move(game=game)
    return done


@Command("OBSERVE game [STOP]", Needs.PLAYER, example="OBSERVE oslo", names_game=True, cost=20)
def observe(request: Request, line: Line) -> str:
    """From now on mails you what everybody may know of a game. STOP ends it."""
    words = line.rest.split()
    stop = bool(words) and words[-1].upper() == "STOP"
    names = words[:-1] if stop else words
    if len(names) > 1 or not (names or stop):
        raise refusal("observe/usage", "Which game?", hint="OBSERVE oslo, and OBSERVE oslo STOP to end it")
    game = _game_called(request, names[0]) if names else request.settle_game()
    if stop:
        return membership.stop_observing(request.session, game, request.player)
    return membership.observe(request.work, game, request.player)
