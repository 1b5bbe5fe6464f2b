"""SET, START, END GAME, TERMINATE and AUDIT: a game from its set-up to its end. WEBHOOK posts its events."""

from __future__ import annotations

import re
from collections.abc import Mapping

from judge.commands.command import Command, Line, Needs, commands
from judge.commands.options_below import FREE, each_option
from judge.commands.request import Request
from judge.commands.words import names_in, nothing_behind, rest_without_game
from judge.games.lookup import live_game, seats_of, system_of
from judge.letters.values import Block, Said
from judge.outbox.webhooks import URL, public_key
from judge.play import journal
from judge.play.acts import end_game, foretell_end
from judge.play.creation import start
from judge.play.early_adjudication import reconsider
from judge.play.history import audit_block
from judge.play.options import options_by_name, options_table, set_option
from judge.reading.talk import without_courtesies
from judge.rules.problems import Problem, Refused, refusal
from judge.rules.values import Json
from judge.store.tables import Game

_TO = re.compile(r"\A(?:phases?\s+)?to\s+", re.IGNORECASE)


def _set_one(request: Request, game: Game, text: str) -> str:
    """What is told of it; raises Refused."""
    name, _, value = text.replace("=", " ").strip().partition(" ")
    if name.lower() not in FREE:
        value = without_courtesies(_TO.sub("", value)).rstrip(" .!")
    changed, told = set_option(request.work, game, name.lower(), value.strip(), commands())
    request.option_changed(game, changed, told)
    return told


@Command(
    "SET [option value]",
    Needs.MASTER,
    example="SET movement 48h",
    free=True,
    irrevocable=True,
    harmless_if=lambda rest: not rest,
)
def set_command(request: Request, line: Line) -> Said | str:
    """Changes an option and tells the players. SET alone lists the options with their values and meanings."""
    game = request.mastered()
    if not line.rest.strip():
        return Said("", (Block(f"The options of {game.name}", options_table(game, for_master=True)),))
    # SET map modern, in a game that is called map; SET title 7 days of oslo
    is_meant = game.name in options_by_name(game.system) or line.rest.lower().startswith(tuple(FREE))
    text = line.rest if is_meant else rest_without_game(request, line)
    done = [_set_one(request, game, each) for each in each_option(text, game.system)]
    here = live_game(request.session, game)
    if here is not None:
        reconsider(request.work, here)
    return " ".join(done)


@Command("START", Needs.MASTER, irrevocable=True)
def start_command(request: Request, line: Line) -> str:  # noqa: ARG001
    """Begins the game when its seats are filled. It draws the seats, mails everybody the opening and
    starts the clock.
    """
    game = request.mastered()
    request.tell_options()  # before the letter that the game has begun
    return start(request.work, game, commands())


_GAME = re.compile(r"GAME\b[:,]?\s*(.*)", re.IGNORECASE | re.DOTALL)
_OF_REBELLIONS = re.compile(r"(?:(?:the|an?|my|our)\s+)?(?:rebellions?|revolts?|uprisings?)\b", re.IGNORECASE)
_RESULT = re.compile(
    r"(DRAW|WIN|VICTORY)\b(?:\s+(?:OF|FOR|BY|BETWEEN)\b)?\s*([^:]*)(?::\s*(.*))?", re.IGNORECASE | re.DOTALL
)


def _wish(request: Request, line: Line) -> tuple[Mapping[str, Json], str]:
    """The result that the line names (none: empty), as an END act has it, and why. Raises Refused."""
    game = request.mastered()
    match = _GAME.fullmatch(line.rest)
    if match is None:
        hint = "Write END GAME DRAW, or END GAME WIN and the winner's name. END GAME and why ends it without a result."
        raise refusal("end/usage", "To end the game, write END GAME and how.", hint=hint)
    result = _RESULT.fullmatch(match[1].strip())
    if result is None:
        return {}, match[1].strip()
    names, why = names_in(result[2]), (result[3] or "").strip()
    seats, called = [seat.name for seat in seats_of(request.session, game)], system_of(game).role_named
    behind = names_in(why)
    if behind and not names and all(name.upper() in seats or called(name) for name in behind):
        names, why = behind, ""  # END GAME DRAW: AUSTRIA, FRANCE
    if result[1].upper() == "DRAW":
        return {"draw": True, "among": [] if [name.upper() for name in names] == ["ALL"] else list(names)}, why
    if not names:
        raise refusal("end/who", "Who has won?", hint="Write END GAME WIN and the name; why stands behind a colon.")
    return {"win": " ".join(names)}, why


def _ended(request: Request, result: Mapping[str, Json], why: str) -> str:
    return end_game(request.work, request.mastered(), result, why, by=request.player, mail_id=request.row.id)


@Command(
    "END GAME [DRAW [names] or WIN name:] [why]",
    Needs.MASTER,
    example="END GAME DRAW: by consent",
    free=True,
    irrevocable=True,
    asks_always=True,
    foretell=lambda request, line: foretell_end(request.session, request.mastered(), *_wish(request, line)),
    is_order_if=lambda rest: _OF_REBELLIONS.match(rest) is not None,
)
def end(request: Request, line: Line) -> str:
    """Ends the game: in a draw between all who are left or those you name, with a victory, or without a result.
    Everybody is mailed what the rules open after the end. You cannot undo it, so you are told what would happen and
    asked for a code.
    """
    return _ended(request, *_wish(request, line))


@Command(
    "TERMINATE [why]",
    Needs.MASTER,
    example="TERMINATE Too few are left.",
    free=True,
    irrevocable=True,
    asks_always=True,
    foretell=lambda request, line: foretell_end(request.session, request.mastered(), {}, line.rest),
)
def terminate(request: Request, line: Line) -> str:
    """Stops the game for good, without a result. A game that has not begun is given up."""
    return _ended(request, {}, line.rest)


@Command("AUDIT", Needs.MASTER, cost=5, irrevocable=True, harmless_if=lambda rest: not rest)
def audit(request: Request, line: Line) -> Said:
    """Shows what happened in the game and when, and who wrote when, unless the game hides that. It never shows what
    they wrote.
    """
    nothing_behind(line, "AUDIT")
    return Said("", (audit_block(request.session, request.mastered(), request.player),))


@Command("WEBHOOK [address, or STOP]", Needs.MASTER, example="WEBHOOK https://example.org/judge", irrevocable=True)
def webhook(request: Request, line: Line) -> str:
    """Posts the start, the results of each phase and the end of a public game to a web address, as JSON. STOP ends it.
    WEBHOOK alone tells where they go.
    """
    game, text = request.mastered(), line.rest.strip()
    if not text:
        return f"Public events are posted to {game.webhook}." if game.webhook else "Nothing is posted anywhere."
    is_over = text.upper() == "STOP"
    if not is_over and not request.work.settings.webhooks:
        raise Refused(Problem("webhook/forbidden", "The host of this judge allows no webhooks."))
    if not is_over and not URL.fullmatch(text):
        raise Refused(Problem("webhook/address", "That is no web address.", hint="WEBHOOK https://example.org/judge"))
    game.webhook = "" if is_over else text
    journal.note(request.work, game, "the webhook was changed", request.player)
    if is_over:
        return "Nothing is posted any more."
    return f"Public events are posted to {text}. They are signed by the key {public_key(request.work.judge)}."
