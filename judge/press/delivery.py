"""When press goes out: signed press at once, unsigned press at the next quarter of an hour, or with the results.
Unsigned press must not show its writer by instant, order or number. So a game's letters of one quarter go out together,
in an order drawn by lot, with new numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, or_, select
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.games.lookup import card_of
from judge.games.settings import PRESS, value_of
from judge.letters import write
from judge.letters.columns import sentence
from judge.letters.tree import named
from judge.letters.values import MASTER_ROLE, UNSIGNED, Answering, PressLetter, Signed
from judge.logs import log
from judge.outbox import news
from judge.outbox.queue import Batch, post_all
from judge.press import anonymity
from judge.rules.rng import Rng
from judge.store.engine import DATABASE_TROUBLE
from judge.store.tables import MOVED, Dispatch, Game, PressBlock, Pseudonym, UnsignedLetter

QUARTER = timedelta(minutes=15)
OBSERVERS = "OBSERVERS"
LOT_BYTES = 16
SIGNED: Mapping[str, Signed] = defaultdict(lambda: "always", grey="never", choice="choice")
"""Does press bear the name of a seat? By the setting of its game."""


def quarter_before(at: datetime) -> datetime:
    """The latest full quarter of an hour that is not after this instant."""
    return at - timedelta(minutes=at.minute % 15, seconds=at.second, microseconds=at.microsecond)


def quarter_after(at: datetime) -> datetime:
    """The next full quarter of an hour; at a quarter, the one after it."""
    return quarter_before(at) + QUARTER


def byline(signed: str) -> str:
    return f"by {named(signed)}" if signed else "unsigned"


def is_veiled(dispatch: Dispatch) -> bool:
    """Does it hide whose it is?"""
    return dispatch.signed != dispatch.sender


def waiting(session: Session, game: Game, kind: str, *states: str) -> Sequence[Dispatch]:
    """The game's press or articles that wait, oldest first; for results unless other `states` are said."""
    query = select(Dispatch).where(Dispatch.game_id == game.id, Dispatch.kind == kind)
    return session.scalars(query.where(Dispatch.status.in_(states or ("waiting",))).order_by(Dispatch.id)).all()


@dataclass(frozen=True)
class Reached:
    """Whom press goes to now. `masked`: player id -> the pseudonym that it names; `answered`: the unsigned letter it
    answers.
    """

    readers: Sequence[news.Recipient]
    masked: Mapping[int, str]
    answered: UnsignedLetter | None


def deliver(work: Work, game: Game, each: Dispatch, to_whom: Reached | None = None) -> None:
    """Mail press to those whom it reaches. A reader who blocks this signature gets only what is meant for all."""
    to_whom = to_whom or reached(work.session, game, each)
    card = card_of(work.session, game)
    shown, told = each.signed or UNSIGNED, tuple(each.named or ())
    query = select(PressBlock.player_id).where(PressBlock.game_id == game.id, PressBlock.signed == shown)
    blocked: Collection[int] = set(work.session.scalars(query).all()) if told else ()
    readers = [to for to in to_whom.readers if to.player.id not in blocked or shown == MASTER_ROLE]
    if is_veiled(each):  # between two letters of one seat after the other, none for the writer would be missed
        readers = list(Rng(work.judge.entropy(LOT_BYTES)).at("readers").shuffled(readers))
    answered, masked = to_whom.answered, to_whom.masked
    told = told if answered is None else (UNSIGNED,)
    names = [""] * len(readers) if each.signed else anonymity.name_copies(work, game, each, readers)
    lines, signed = tuple(each.text.split("\n")), SIGNED[value_of(game.settings, PRESS)]
    batch: Batch = []
    for to, name in zip(readers, names, strict=True):
        about = anonymity.told_to_writer(answered, to) if answered is not None else ""
        own = "" if to.reader.role in each.reach else masked.get(to.player.id, "")
        answering = Answering(name, about, own, signed)
        letter = write.press(work.renderer, to.reader, card, shown, told, lines, work.now, answering)
        kept = PressLetter(shown, told, each.text, name, about)
        news.deliver(work, game, to, letter, "press", press=kept, batch=batch)
    post_all(work, batch)


def reached(session: Session, game: Game, each: Dispatch) -> Reached:
    """Return whom press goes to now: those at the seats named, and the persons behind pseudonyms. Its writer reads the
    reply. A successor at the writer's seat gets it, for its absence would tell whose it is.
    """
    answered, masked = anonymity.answered(session, game, each), _masked(session, game, each)
    found = []
    for to in news.recipients(session, game):
        role = to.reader.role or OBSERVERS
        own = role == each.sender and (to.player.id == each.player_id or not is_veiled(each))
        named = role in each.reach or (to.seat is not None and to.player.id in masked)
        if (named and not own) or (answered is not None and _has_written(answered, to)):
            found.append(to)
    return Reached(found, masked, answered)


def _masked(session: Session, game: Game, each: Dispatch) -> dict[int, str]:
    names = [name for name in each.named or () if name not in each.reach]
    if not names:
        return {}
    query = select(Pseudonym).where(Pseudonym.game_id == game.id, Pseudonym.name.in_(names))
    found = session.scalars(query).all()
    return {behind.player_id: behind.name for behind in sorted(found, key=lambda row: -names.index(row.name))}


def _has_written(letter: UnsignedLetter, to: news.Recipient) -> bool:
    """Is that the writer of an unsigned letter, where they read what is for them?"""
    where = to.seat is not None or (letter.sender == OBSERVERS and to.reader.role == "")
    return where and to.player.id == letter.player_id


def send_waiting(work: Work, game: Game, title: str) -> None:
    """As phase `title` closes, send what waits for its quarter, then what was to go out with the results."""
    send_veiled(work, game, closing=True)
    send_with_results(work, game, title)


_WAITING = select(Dispatch.id).where(Dispatch.game_id == bindparam("game_id"), Dispatch.status == "waiting").limit(1)


def is_any_waiting(session: Session, game: Game) -> bool:
    """Does any press or article wait for the results? Of most phases none does."""
    return session.execute(_WAITING, {"game_id": game.id}).first() is not None


def send_with_results(work: Work, game: Game, title: str) -> None:
    """The press that was to go out with the results. `title`: of the phase."""
    held = waiting(work.session, game, "press")
    for each in held:
        if not is_veiled(each):
            each.status, each.issue, each.out_at = "out", title, work.now
            deliver(work, game, each)
    for each in _anew(work, [each for each in held if is_veiled(each)]):
        each.status, each.issue, each.out_at = "out", title, work.now
        deliver(work, game, each)


def send_veiled(work: Work, game: Game, until: datetime | None = None, *, closing: bool = False) -> int:
    """Send press that waits for a quarter up to `until` (all by default); return how many. With `closing` the newspaper
    follows at once, and nobody is asked about articles.
    """
    query = select(Dispatch).where(Dispatch.game_id == game.id, Dispatch.status == "veiled").order_by(Dispatch.id)
    if until is not None:
        query = query.where(Dispatch.due_at <= until)
    held = work.session.scalars(query).all()
    for each in _anew(work, held):
        if each.kind == "article":
            each.status = "waiting"
            if not closing:
                show_to_masters(work, game, each)
            continue
        deliver(work, game, each)
        if each.named:
            work.session.delete(each)  # private press is kept in nobody's name once it is sent
        else:
            each.status, each.out_at = "out", work.now
    return len(held)


def _anew(work: Work, held: Sequence[Dispatch]) -> list[Dispatch]:
    """The same letters in an order drawn by lot, under new numbers in this order and with this instant as theirs."""
    if not held:
        return []
    drawn = Rng(work.judge.entropy(LOT_BYTES)).at("order").shuffled(held)
    kept = ("game_id", "player_id", "kind", "signed", "sender", "named", "reach", "text", "status")
    made = []
    for old in drawn:
        new = Dispatch(**{name: getattr(old, name) for name in kept}, made_at=work.now)
        work.session.delete(old)
        work.session.add(new)
        work.session.flush()  # a number each, in this order
        made.append(new)
    return made


def asked_about(session: Session, game: Game) -> Sequence[Dispatch]:
    """Return the articles that the GameMaster was shown first, in order, whatever became of them."""
    query = select(Dispatch).where(Dispatch.game_id == game.id, Dispatch.kind == "article", Dispatch.status != "veiled")
    shown = or_(Dispatch.out_at.is_(None), Dispatch.out_at > Dispatch.made_at)
    return session.scalars(query.where(shown).order_by(Dispatch.id)).all()


def show_to_masters(work: Work, game: Game, article: Dispatch) -> None:
    """Show an article to the GameMasters, numbered among those shown: ids would tell how much press there is."""
    at = [each.id for each in asked_about(work.session, game)].index(article.id) + 1
    number = f"article {at}, {byline(article.signed)}"
    said = (
        f"If {number}, may come out, you have nothing to do. It comes out with the results.",
        article.text,
        f"To keep it out, reply with: REFUSE {at} <why>",
    )
    news.tell_masters(work, game, f"{sentence(number, stop='')}: may it come out?", said)


def send_due(judge: Judge, game_id: int) -> bool:
    """Send press of quarters that have come, in one transaction, dated at the quarter; return whether any was sent."""

    def unit(work: Work) -> int:
        game = work.session.get_one(Game, game_id, with_for_update=True)
        quarter = quarter_before(work.now)
        return send_veiled(work.at(quarter), game, quarter) if game.status != MOVED else 0

    try:
        return judge.write(unit) > 0
    except DATABASE_TROUBLE:
        raise
    except Exception:
        log.exception("unsigned press could not be sent", game_id=game_id)
        return False
