"""SHOW, TRY, CLEAR: the sheet of a seat. BALANCE, STATEMENT: its account."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.players.games import info_of
from judge.commands.request import Request
from judge.commands.words import nothing_behind
from judge.games.lookup import LiveGame
from judge.letters.values import Said
from judge.play import ledger, sheets
from judge.play.early_adjudication import reconsider
from judge.play.ledger import standing_words
from judge.play.sanity_checks import Sent, not_alone
from judge.play.sheets import tell_borrowed
from judge.reading.sheet import SheetLine
from judge.rules.problems import Refused, refusal


@Command("SHOW [SETTINGS]", Needs.SEAT, example="SHOW", cost=2, looks=True)
def show(request: Request, line: Line) -> Said:
    """Shows what you have on file, as the judge understood it, and what it would cost, where that can be told. SHOW
    SETTINGS shows how the game is set up, as INFO does.
    """
    if line.rest.upper() in ("SETTINGS", "OPTIONS"):
        return Said("", info_of(request, ""))
    here, roles = request.roles()
    stands = " ".join(each for role in roles for each in standing_words(here, role))
    return Said(stands, tuple(sheets.file_block(request.session, here, role) for role in roles))


@Command(
    "TRY",
    Needs.SEAT,
    example="TRY\nA PAR - BUR\nEND TRY",
    changes_nothing=True,
    cost=3,
    ends_with="END TRY",
    block_if=lambda rest: not rest.strip(),
)
def try_command(request: Request, line: Line) -> Said:
    """Reads the lines below, up to END TRY, as your orders. It shows what they would mean and, where that can be told,
    cost. It keeps nothing.
    """
    if line.rest.strip(" .!:"):
        hint = "Write TRY alone on a line, the orders to be tried below it, and END TRY."
        raise refusal("command/words-behind", "TRY must stand alone on its line. Nothing was done.", hint=hint)
    before = request.cursor
    here, role = request.role()
    parts: dict[str, list[SheetLine]] = {}
    below_role = role
    try:
        for below in line.block:
            if " ".join(below.text.split()).strip(" .!").upper() in ("", no_orders.name):
                continue  # the latter ends many a sheet that the judge has mailed
            if request.choose_role(below.text) is not None:
                below_role = request.role()[1]
            else:
                parts.setdefault(below_role, []).append(SheetLine(below.number, below.text))
    finally:
        request.note(cursor=before)
    tried = parts or {role: []}
    blocks = tuple(sheets.try_block(request.session, here, each, tuple(sheet)) for each, sheet in tried.items())
    return Said("The judge has kept nothing of this.", blocks)


@Command("CLEAR", Needs.SEAT, of_phase=True)
def clear(request: Request, line: Line) -> str:
    """Takes back all orders you have on file for this phase. What took effect at once stays."""
    nothing_behind(line, "CLEAR")
    here, roles = request.roles()
    if why := not_alone(request.session, here, request.player, request.mail.others):
        raise Refused(why)
    sent = Sent(request.writer, request.row.id, request.accepted_at)
    done = sheets.clear(request.session, here, roles, sent, of=request.cursor.role)
    reconsider(request.work, here)
    return done


def _borrowed_role(request: Request) -> tuple[LiveGame, tuple[str, ...]]:
    here, role = request.sheet_role()
    return here, (role,)


@Command("NO ORDERS", Needs.SEAT, name="NO ORDERS", of_phase=True)
def no_orders(request: Request, line: Line) -> Said:  # noqa: ARG001
    """Says that you want nothing, or nothing more. What you have on file stands, and the game no longer waits for you.
    NOTHING does the same, unless your game uses that word itself.
    """
    here, roles = _borrowed_role(request) if request.cursor.borrowed else request.roles()
    meant_for = request.meant_phase(here)
    sent = Sent(request.writer, request.row.id, request.accepted_at, meant_for=meant_for)
    done = sheets.say_nothing(request.session, here, roles, sent, of=request.cursor.role)
    reconsider(request.work, here)
    if request.cursor.borrowed:
        # What is on file there is not for the one who lends a hand.
        tell_borrowed(request.work, here, request.cursor.borrowed, roles[0], request.player)
        return Said(done)
    return Said(done, tuple(sheets.file_block(request.session, here, role) for role in roles))


@Command("BALANCE", Needs.SEAT, cost=2, looks=True)
def balance(request: Request, line: Line) -> Said:  # noqa: ARG001
    """Shows the balance of your account and its latest entries."""
    here, roles = request.roles()
    return ledger.balance(request.session, here, roles, request.my_seat())


@Command("STATEMENT", Needs.SEAT, cost=2, looks=True)
def statement(request: Request, line: Line) -> Said:
    """Shows every entry of your account, with the balance after each."""
    if line.rest.strip(" .!").lower() != request.settle_game().name.lower():  # as PRICES takes it
        nothing_behind(line, "STATEMENT")
    here, roles = request.roles()
    seat = request.my_seat()
    blocks = (ledger.statement_block(request.session, here, role, seat, request.player) for role in roles)
    return Said("", tuple(blocks))
