"""WAIT and NOWAIT, ABSENCE, LATE: what a player has to say on the deadline."""

from __future__ import annotations

import re
from datetime import datetime

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.commands.words import length_and_reason, nothing_behind
from judge.games.calendar import read_day, read_instant, with_iso_days
from judge.games.lookup import missing_roles, on_file
from judge.play import absences, game_clock
from judge.play.early_adjudication import wait
from judge.rules.problems import refusal


@Command("WAIT", Needs.SEAT, of_phase=True)
def wait_command(request: Request, line: Line) -> str:
    """Keeps this phase open until its deadline, even if everybody has written. NOWAIT takes it back."""
    nothing_behind(line, "WAIT")
    here, _ = request.role()
    return wait(request.work, here, request.my_seat(), request.player, waits=True)


@Command("NOWAIT", Needs.SEAT)
def no_wait(request: Request, line: Line) -> str:
    """Takes WAIT back."""
    nothing_behind(line, "NOWAIT")
    here, _ = request.role()
    done = wait(request.work, here, request.my_seat(), request.player, waits=False)
    filed = on_file(request.session, here.game, here.row.label)
    awaited = {*request.roles()[1]} & {*missing_roles(here.phase, filed)}
    if not awaited:
        return done
    waits = here.phase.missing == "wait"
    if waits and any(role in filed and any(filed[role].parts.values()) for role in awaited):  # with a line to mend, say
        return f"{done} The game still waits for orders of yours. NO ORDERS goes on with what is on file."
    left = "Until your orders are on file the game waits for them." if waits else "Your orders are not on file yet."
    return f"{done} {left} NO ORDERS says that you want none."


def _span(request: Request, text: str) -> tuple[datetime, datetime]:
    """An instant, or the whole of a day that is named without an hour."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
        return read_day(text, request.player.zone)
    at = read_instant(text, request.player.zone, request.now)
    return at, at


_DASH = re.compile(r"(\d{4}-\d\d-\d\d) ?[-\u2013] ?(?=\d{4}-)")


@Command("ABSENCE from TO until (or CANCEL)", Needs.SEAT, example="ABSENCE 2026-12-24 TO 2027-01-02", cost=10)
def absence(request: Request, line: Line) -> str:
    """Keeps deadlines out of this time. A deadline that falls into it moves behind it. Times are in your zone."""
    if line.rest.strip().upper() == "CANCEL":
        request.my_seat()
        return absences.cancel(request.work, request.settle_game(), request.player)
    words = _DASH.sub(r"\1 TO ", with_iso_days(" ".join(line.rest.split())))
    match = re.fullmatch(r"(?:(?:FROM )?(\S.*?) )?(?:TO|UNTIL) (\S.*)", words, re.IGNORECASE)
    hint = "ABSENCE 2026-12-24 TO 2027-01-02, ABSENCE TO 2027-01-02, or ABSENCE CANCEL"
    if match is None:
        raise refusal("absence/usage", "From when until when?", hint=hint)
    try:
        begins = _span(request, match[1])[0] if match[1] else request.now
        ends = _span(request, match[2])[1]
    except ValueError as error:
        raise refusal("absence/unreadable", f"{error}.", hint=hint) from None
    seat = request.my_seat()
    return absences.announce_absence(request.work, request.settle_game(), seat, request.player, begins, ends)


def ask_for_time(request: Request, line: Line) -> str:
    try:
        length, why = length_and_reason(line.rest)
    except ValueError as error:
        raise refusal("late/usage", f"{error}.", hint="LATE 24h and why") from None
    here, _ = request.role()
    return game_clock.ask_for_time(request.work, here, request.my_seat(), request.player, length, why)


@Command("LATE length [why]", Needs.SEAT, example="LATE 24h My train is stuck in the snow.", free=True, cost=10)
def late(request: Request, line: Line) -> str:
    """Asks the GameMaster for that much more time. Nothing changes until they agree."""
    return ask_for_time(request, line)
