"""What a mail is answered that holds no order and no command: the sheet that is wanted, and the words to begin with."""

from __future__ import annotations

from judge.commands.command import commands
from judge.commands.request import Request
from judge.games.current import missing_roles, on_file
from judge.letters.columns import table
from judge.letters.values import Block, Section
from judge.phases.forms import form_of
from judge.rules.problems import Refused

NOTHING_FOUND = "I found no order and no command in your mail, so nothing has changed."
COPY_SHEET = (
    "To send orders, copy the sheet below into your reply, above the first line of this mail. Change what you like."
)

_FIRST_WORDS = ("LIST", "INFO", "JOIN", "HELP")
_FIRST_WORDS_IN_GAME = ("SHOW", "STATUS", "PRESS", "HELP")


def nothing_found(request: Request) -> Section:
    """The answer to such a mail, or to one that could not be read at all."""
    if request.mail.refusal:
        return Section("", (request.mail.refusal,))
    known = commands()
    names = _FIRST_WORDS if request.game is None else _FIRST_WORDS_IN_GAME
    words = Block("To begin with", table([(name, known[name].in_a_sentence) for name in names]))
    sheet = _sheet_wanted(request)
    if not sheet:
        return Section("", (NOTHING_FOUND,), (), (words,))
    return Section("", (f"{NOTHING_FOUND} {COPY_SHEET}",), (), (Block("Your sheet", sheet), words))


def _sheet_wanted(request: Request) -> str:
    """The sheet that the open phase of the game still awaits of the writer; empty where it awaits none."""
    try:
        here, roles = request.roles()
    except Refused:
        return ""
    missing = missing_roles(here.phase, on_file(request.session, here.game, here.row.label))
    return form_of(here.system, here.state, roles, {}) if {*roles} & {*missing} else ""
