"""HOST, LIST and REGISTER: words to the judge itself."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.commands.words import text_of
from judge.identity import players
from judge.letters.values import Said
from judge.mail.redaction import masked
from judge.outbox import queue
from judge.outbox.queue import address_of
from judge.play.listing import games_block
from judge.play.standing_tables import open_block
from judge.rules.problems import refusal


@Command(
    "HOST [your words]",
    Needs.ANYBODY,
    example="HOST My address is about to change twice; can you help?",
    changes_nothing=True,
    cost=3,
    ends_with="END HOST",
    keeps_quotations=True,
    block_if=lambda rest: not rest.strip(),
)
def host(request: Request, line: Line) -> str:
    """Sends your words to the people who run this judge. If HOST stands alone on its line, it takes the lines below, up
    to END HOST or the end of the mail.
    """
    words = tuple(masked(each) for each in text_of(line, line.rest))
    if not words:
        raise refusal("host/empty", "Your mail holds no words for the host.", hint="Write HOST and your words.")
    address = address_of(request.player)
    writer, subject = (request.player.name, address), masked(request.mail.subject)
    queue.forward_to_host(request.work, request.row.id, writer, subject, words, proved=True)
    return queue.PASSED_ON.format(address=address)


@Command("LIST [OPEN]", Needs.ANYBODY, cost=3)
def list_command(request: Request, line: Line) -> Said:
    """Lists the games that are forming, running and ended. OPEN lists what waits for players, and how many are
    missing.
    """
    if line.rest.upper().split()[:1] == ["OPEN"]:
        return Said("", (open_block(request.session),))
    return Said("", (games_block(request.session),))


@Command("REGISTER your name", Needs.ANYBODY, example="REGISTER Ann Example", free=True)
def register(request: Request, line: Line) -> str:
    """Makes your address known to the judge. Answer the mail that comes back to prove that it is yours."""
    player = request.player
    if line.rest:
        player.name = players.clean_name(line.rest) or player.name
    return f"You are registered as {player.name}."
