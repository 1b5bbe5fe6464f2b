"""The game's newspaper: articles come out with the results, unless the GameMaster refuses them."""

from __future__ import annotations

from collections.abc import Sequence

from judge.app import Work
from judge.games.lookup import card_of
from judge.games.settings import PAPER, value_of
from judge.letters import write
from judge.letters.columns import sentence
from judge.letters.dates import when
from judge.letters.values import UNSIGNED, PressLetter
from judge.outbox import news
from judge.outbox.queue import Batch, post_all
from judge.press.anonymity import without_traces
from judge.press.delivery import OBSERVERS, asked_about, byline, quarter_after, show_to_masters, waiting
from judge.press.dispatch import check_size, own_pseudonym, sender_of
from judge.rules.endings import from_master
from judge.rules.problems import refusal
from judge.store.tables import Dispatch, Game, Player

NEWSPAPER = "newspaper"
"""The purpose of a letter that is an issue."""
MOST_ARTICLES = 5


def submit(work: Work, game: Game, player: Player, signed_as: str, lines: Sequence[str]) -> str:
    """An article for the paper that comes out with the results; the GameMaster reads it first and may refuse it."""
    if not value_of(game.settings, PAPER):
        raise refusal("article/none", "This game has no newspaper.")
    if game.status == "ended":
        hint = "PRESS TO ALL reaches everybody who was in it."
        raise refusal("article/over", f"{game.name} is over: no issue comes out any more.", hint=hint)
    check_size(lines)
    sender = sender_of(work.session, game, player)
    if sender == OBSERVERS:
        raise refusal("article/observer", "Observers do not write for the paper.")
    if (
        sum(each.player_id == player.id for each in waiting(work.session, game, "article", "waiting", "veiled"))
        >= MOST_ARTICLES
    ):
        raise refusal("article/too-many", f"Each issue takes at most {MOST_ARTICLES} articles of yours.")
    unsigned = signed_as in (UNSIGNED, "NOBODY")
    signed = "" if unsigned else own_pseudonym(work.session, game, player, signed_as) if signed_as else sender
    veiled = signed != sender
    article = Dispatch(
        game_id=game.id,
        player_id=player.id,
        kind="article",
        signed=signed,
        sender=sender,
        named=None,
        reach=[],
        text="\n".join(without_traces(lines) if veiled else lines),
        status="veiled" if veiled else "waiting",
        made_at=work.now,
        due_at=quarter_after(work.now) if veiled else None,
    )
    work.session.add(article)
    work.session.flush()
    if article.due_at is None:
        show_to_masters(work, game, article)
        return "It comes out with the results, unless the GameMaster refuses it."
    read = when(article.due_at, player)
    return f"It comes out with the results. The GameMaster gets it {read}, and may refuse it."


def refuse(work: Work, game: Game, number: int, why: str) -> str:
    shown = asked_about(work.session, game)
    article = shown[number - 1] if 0 < number <= len(shown) else None
    if article is None or article.status != "waiting":
        raise refusal("article/unknown", f"No article {number} waits for the next issue.")
    article.status = "refused"
    writer = work.session.get_one(Player, article.player_id)
    said = (from_master(why) if why else "The GameMaster gives no reason.", article.text)
    news.to_player(work, game, writer, "Your article is refused", said)
    return f"Article {number} does not come out; its writer is told."


def publish(work: Work, game: Game, title: str) -> None:
    """The articles that wait, as one issue; none if there are none. `title`: of the phase whose results come out."""
    articles = waiting(work.session, game, "article")
    if not articles:
        return
    issue = []
    for each in articles:
        each.status, each.issue, each.out_at = "out", title, work.now
        issue.append((sentence(byline(each.signed), stop=""), each.text))
    words = "\n\n".join(f"{signature}\n{text}" for signature, text in issue)
    card = card_of(work.session, game)
    batch: Batch = []
    for to in news.recipients(work.session, game):
        letter = write.newspaper(work.renderer, to.reader, card, title, issue, work.now)
        news.deliver(work, game, to, letter, NEWSPAPER, press=PressLetter("", (), words), batch=batch)
    post_all(work, batch)
