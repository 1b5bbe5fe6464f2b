"""WEBHOOK: where a game's public events are posted."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.outbox.webhooks import URL, public_key
from judge.play import journal
from judge.rules.problems import Problem, Refused


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
