"""What a mail is answered that holds no order and no command: the sheet that is wanted, and the words to begin with."""

from __future__ import annotations

from judge.commands.command import commands
from judge.commands.request import Request
from judge.games.lookup import check_unsealed, missing_roles, on_file
from judge.games.members import is_master
from judge.letters.columns import table
from judge.letters.values import Block, Section
from judge.play.position import form_of
from judge.rules.problems import Refused

COPY_SHEET = (
    "To send orders, copy the sheet below into your reply, above the first line of this mail. Change what you like."
)

_FIRST_WORDS = ("LIST", "INFO", "JOIN", "PRACTICE", "CREATE", "HELP")
_FIRST_WORDS_IN_GAME = ("SHOW", "STATUS", "PRESS", "LATE", "HELP")
_FIRST_WORDS_IN_PRACTICE = ("SHOW", "STATUS", "HINT", "PRESS", "HELP")
_FIRST_WORDS_OF_MASTER = ("STATUS", "EXTEND", "BROADCAST", "GAMES", "HELP")
_FIRST_WORDS_WHILE_FORMING = ("STATUS", "SET", "INVITE", "DUMMY", "START", "HELP")


def nothing_found(request: Request) -> Section:
    """The answer to such a mail, or to one that could not be read at all."""
    if request.mail.refusal:
        return Section("", (request.mail.refusal,))
    known = commands()
    names = _first_words(request) if request.game is None else _FIRST_WORDS_IN_GAME
    if request.game is not None and request.game.practice:
        names = _FIRST_WORDS_IN_PRACTICE
    if request.game is not None and is_master(request.session, request.game, request.player):
        names = _FIRST_WORDS_WHILE_FORMING if request.game.status == "forming" else _FIRST_WORDS_OF_MASTER
    words = Block("To begin with", table([(name, known[name].in_a_sentence) for name in names]))
    sheet = _sheet_wanted(request)
    if not sheet:
        return Section("", (), (), (words,), found_nothing=True)
    return Section("", (COPY_SHEET,), (), (Block("Your sheet", sheet), words), found_nothing=True)


def _first_words(request: Request) -> tuple[str, ...]:
    """For somebody whose mail is about no game: what they may do here."""
    settings, sender = request.work.settings, request.mail.sender or ""
    left_out = (
        *(() if settings.has_practice else ("PRACTICE",)),
        *(() if settings.may_create(sender) else ("CREATE",)),
    )
    return tuple(name for name in _FIRST_WORDS if name not in left_out)


def _sheet_wanted(request: Request) -> str:
    """The sheet that the open phase of the game still awaits of the writer, or takes where it awaits nobody; empty
    where they need write none, and while its results are held.
    """
    try:
        here, roles = request.roles()
        check_unsealed(here.row)
    except Refused:
        return ""
    filed = on_file(request.session, here.game, here.row.label)
    may_write = not here.phase.wanted and not {*roles} & filed.keys()
    wanted = may_write or {*roles} & {*missing_roles(here.phase, filed)}
    return form_of(here.system, here.state, roles, {}) if wanted else ""
