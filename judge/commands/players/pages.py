"""MANUAL: the page of a game, by mail."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.games.lookup import system_of
from judge.letters.markdown import as_text
from judge.letters.values import Block, Said
from judge.play import topics
from judge.rules.problems import Problem, Refused


@Command("MANUAL [page]", Needs.PLAYER, example="MANUAL payola", cost=3, looks=True)
def manual(request: Request, line: Line) -> Said:
    """Mails you the players' page of the game that your mail is about, or of the game that you name."""
    asked = line.rest.strip(" .!")
    name = asked or system_of(request.settle_game()).name
    page = topics.page_of(name)
    if not page:
        hint = f"Choose one of these: {', '.join(f'MANUAL {each}' for each in topics.page_names())}."
        raise Refused(Problem("manual/unknown", f"There is no page about {name[:40]!r}.", hint=hint))
    return Said("", (Block(f"The page {page}", as_text(topics.read_page(page)), prose=True),))
