"""Letters into the outgoing mail, in the transaction that causes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, func, insert, select
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.games.members import is_master
from judge.letters import write
from judge.letters.briefing import Misdirected
from judge.letters.values import MASTER_ROLE, PressLetter, Reader
from judge.logs import log
from judge.mail.compose import compose
from judge.mail.redaction import TOKEN_BLANK, filled
from judge.mail.tokens import Purpose, make_token, may_be_repeated, reply_address
from judge.mail.values import Headers, Image, Letter
from judge.outbox.picture_store import keep, show
from judge.store.secret import NONCE_BYTES
from judge.store.tables import Base, Game, OutboundRow, Player, Seat

FROM_NAME = "The Judge"
LONGEST_HTML = 500_000
"""Characters. What is longer, such as the end of a game of many years, is mailed as text alone."""
LONGEST_TEXT = 1_000_000
"""Characters. No mail is longer, whatever its game has to tell."""
CUT = "\n(The rest does not fit into a mail. HISTORY and the name of the game bring it, phase by phase.)\n"
PROVING = ("code", "welcome", "unproved")
"""Letters by which an address is proved. Each of them is asked for, and seldom mailed."""


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A KEY or code that a letter brings. `number`: the id of its Confirmation, Nomination or AddressChange."""

    kind: str  # key; code; named (a nomination); old or new, of an address change
    secret: str
    number: int | None = None


Batch: TypeAlias = list[tuple[dict[str, Any], tuple[Image, ...]]]
"""Letters that are queued together: the columns of each, and its pictures."""


def address_of(player: Player) -> str:
    """Where a player's mail goes: their registered address, never another."""
    rows = player.addresses
    return next((row.address for row in rows if row.primary), rows[0].address)


def reader_of(player: Player, role: str = "", offices: tuple[str, ...] = ()) -> Reader:
    return Reader(
        player.name, player.zone, role, address_of(player), player.dates, offices, wants_data=player.wants_data
    )


def post(
    work: Work,
    letter: Letter,
    reader: Reader,
    *,
    purpose: str,  # all by name: most letters are about nothing but their reader
    player: Player | None,
    game: Game | None = None,
    seat: Seat | None = None,
    answers: tuple[str, Sequence[str]] | None = None,
    encloses: Sequence[Enclosed] = (),
    press: PressLetter | None = None,
    proof: str = "",
    problems: int = 0,
    next_try: datetime | None = None,
    batch: Batch | None = None,
) -> None:
    """Queue one letter, without its secrets (`as_sent` adds them). `answers`: the Message-ID and references of the mail
    it replies to; `batch`: the letters that `post_all` queues together. A suspended address gets only letters that
    prove it. Raises Misdirected rather than tell somebody else's secrets (fault P5).
    """
    letter = _bounded(letter)
    if not letter.html or (player is not None and player.plain_only):
        letter = replace(letter, html="", images=())
    suspended = player is not None and _check_way(work.session, reader, player, game, seat)
    parked = suspended and purpose not in PROVING
    message_id = _new_message_id(work)
    values = {
        "player_id": player.id if player else None,
        "game_id": game.id if game else None,
        "seat_id": seat.id if seat else None,
        "generation": seat.generation if seat else 0,
        "purpose": purpose,
        "proof": proof,
        "problems": problems,
        "press": asdict(press) if press is not None else None,
        "recipient": reader.address,
        "message_id": message_id,
        "raw": compose(letter, _headers(work, reader, message_id, game, answers)),
        "status": "parked" if parked else "queued",
        "next_try": next_try or work.now,
        "made_at": work.now,
        **_enclosed(work, encloses),
    }
    if batch is None:
        post_all(work, [(values, letter.images)])
    else:
        batch.append((values, letter.images))


_POSTED = insert(Base.metadata.tables[OutboundRow.__tablename__])


def post_all(work: Work, batch: Batch) -> None:
    """Queue these letters in one statement, and keep each of their pictures once."""
    if not batch:
        return
    numbers = keep(work, (image for _, images in batch for image in images))
    work.session.execute(_POSTED, [values for values, _ in batch])
    show(work.session, [(values["message_id"], numbers[image.digest]) for values, images in batch for image in images])


def post_notice(
    work: Work, reader: Reader, title: str, said: Sequence[str], *, purpose: str = "notice", player: Player | None
) -> None:
    """Queue plain words to one reader, about no game."""
    letter = write.notice(work.renderer, reader, None, title, tuple(said), work.now)
    post(work, letter, reader, purpose=purpose, player=player)


def _headers(
    work: Work, reader: Reader, message_id: str, game: Game | None, answers: tuple[str, Sequence[str]] | None
) -> Headers:
    domain = work.settings.domain
    thread = f"<{game.name}@{domain}>" if game else ""
    in_reply_to, references = answers or (thread, ())
    known = tuple(each for each in (thread, *references) if each and may_be_repeated(each))
    base = work.settings.web_base.rstrip("/") if work.settings.web_listen else ""
    by_page = base.startswith("https://") and reader.unsubscribe.startswith(("OBSERVE", "PROFILE NEWS"))
    return Headers(
        to=reader.address,
        to_name=reader.name,
        sender=work.settings.address,
        sender_name=FROM_NAME,
        reply_to=reply_address(work.settings.address, TOKEN_BLANK, work.settings.reply_address),
        message_id=message_id,
        date=work.now,
        automatic="auto-replied" if answers else "auto-generated",
        in_reply_to=in_reply_to,
        references=tuple(dict.fromkeys(known)),
        list_id=f"{game.name}.{domain}" if game else "",
        unsubscribe=reader.unsubscribe,
        unsubscribe_page=f"{base}/leave/{TOKEN_BLANK}" if by_page else "",
    )


def _bounded(letter: Letter) -> Letter:
    """As mail systems take it: without HTML, or cut at the end of a line, where it is too long."""
    if len(letter.html) > LONGEST_HTML or len(letter.text) > LONGEST_TEXT:
        letter = replace(letter, html="", images=())
    if len(letter.data) > LONGEST_TEXT:
        letter = replace(letter, data="")
    if len(letter.calendar) > LONGEST_HTML:
        letter = replace(letter, calendar="")
    if len(letter.text) <= LONGEST_TEXT:
        return letter
    kept = letter.text[:LONGEST_TEXT]
    return replace(letter, text=(kept.rpartition("\n")[0] or kept) + "\n" + CUT)


def recent_letters(work: Work, purposes: Sequence[str], time: timedelta, *which: ColumnElement[bool]) -> int:
    """How many letters of these purposes, and that are `which`, were written within this time."""
    query = select(func.count(OutboundRow.id)).where(
        OutboundRow.purpose.in_(purposes), OutboundRow.made_at > work.now - time, *which
    )
    return work.session.execute(query).scalar_one()


def enclose(work: Work, row: OutboundRow, secrets: Sequence[Enclosed]) -> None:
    """Give a letter that is kept other secrets."""
    for column, value in _enclosed(work, secrets).items():
        setattr(row, column, value)


def _enclosed(work: Work, secrets: Sequence[Enclosed]) -> dict[str, Any]:
    """Return the columns for a letter's KEY or codes until it is sent, unreadable without the installation's secret."""
    if not secrets:
        return {"encloses": "", "enclosed_of": None, "enclosed": None}
    kinds = dict.fromkeys(each.kind for each in secrets)
    text = "".join(each.secret for each in secrets)
    return {
        "encloses": ",".join(kinds if len(kinds) == 1 else (each.kind for each in secrets)),
        "enclosed_of": [each.number for each in secrets],
        "enclosed": work.judge.secret.covered(text, work.judge.entropy(NONCE_BYTES)),
    }


def rename(work: Work, row: OutboundRow) -> None:
    """Gives a letter that is kept another Message-ID."""
    before, row.message_id = row.message_id, _new_message_id(work)
    row.raw = row.raw.replace(before.encode("ascii"), row.message_id.encode("ascii"), 1)


def _new_message_id(work: Work) -> str:
    # Nothing in it counts up: the numbers of a player's mails would tell how much the others write (fault P4).
    token = f".{TOKEN_BLANK}" if work.settings.reply_address == "none" else ""
    return f"<{work.judge.entropy(12).hex()}{token}@{work.settings.domain}>"


def sender_of(judge: Judge, row: OutboundRow) -> str:
    """Return a letter's envelope sender: a secret address, by which a bounce and nobody else can name the letter; or
    the account's, where the host wants that.
    """
    settings = judge.settings
    if settings.sends_from_account:
        return settings.account
    return reply_address(settings.address, make_token(judge.secret.key, row.id, Purpose.RETURN), settings.reply_address)


def as_sent(judge: Judge, row: OutboundRow) -> bytes | None:
    """A letter with its secrets; None if it encloses one that nobody can tell any more."""
    secret = judge.secret.uncovered(row.enclosed) if row.enclosed is not None else ""
    if row.encloses and not secret:
        return None
    purposes = (Purpose.REPLY, Purpose.MESSAGE, Purpose.LEAVE)
    token, in_id, leave = (make_token(judge.secret.key, row.id, purpose) for purpose in purposes)
    return filled(row.raw, token, secret, in_id, leave)


def _check_way(session: Session, reader: Reader, player: Player, game: Game | None, seat: Seat | None) -> bool:
    """Whether the address is suspended. Raises Misdirected unless it is this player's, and the letter is theirs."""
    address = next((each for each in player.addresses if each.address == reader.address), None)
    if address is None:
        raise Misdirected(f"a letter to player {player.id} goes to an address that is not theirs")
    if reader.role == MASTER_ROLE and (game is None or not is_master(session, game, player)):
        raise Misdirected(f"a GameMaster's letter goes to player {player.id}, who is not that")
    if seat is not None and seat.player_id != player.id:
        raise Misdirected(f"a letter for seat {seat.name} goes to player {player.id}, who does not sit there")
    return address.suspended_at is not None


URGENT = "host-urgent"
"""Letters to the host about what has stopped a game, or the judge."""
NOT_READ = "This mail is from your judge. A reply to it reaches nobody."


def tell_host(work: Work, title: str, text: str, purpose: str = "host", once_in: timedelta | None = None) -> None:
    """Tell whoever runs this judge of something that needs a human. `once_in`: letters of the purpose are that rare."""
    if once_in is not None:
        if recent_letters(work, (purpose,), once_in):
            return
        log.error("the host is told", purpose=purpose)
    reader = Reader(name="Host", zone="UTC", role="", address=work.settings.host_address)
    mark = "URGENT" if purpose == URGENT else "Host"
    marked = f"[{work.settings.address}] {mark}: {title}"
    post_notice(work, reader, marked, (text, NOT_READ), purpose=purpose, player=None)


PASSED_ON = "I have passed your words to the people who run this judge. They will answer you themselves, at {address}."

LINES, CHARACTERS = 500, 50_000
"""So much of one mail goes on; all of it is kept."""

_FROM_ANYBODY = "to-host"
OF_ANYBODY = 60
"""Mails within an hour that nobody has proved to have written, and that go on all the same."""
_LAST = (
    "So much has come for you within the hour that nothing else of the kind is passed on until it is over. It is all "
    "kept: the log has the numbers."
)


def forward_to_host(
    work: Work, mail_id: int, writer: tuple[str, str], subject: str, lines: Sequence[str], *, proved: bool
) -> bool:
    """Mail these lines to the host; return False if too much unproved mail was forwarded within the hour."""
    lately = 0 if proved else recent_letters(work, (_FROM_ANYBODY,), timedelta(hours=1))
    if lately >= OF_ANYBODY:
        log.warning("not passed on to the host", mail_id=mail_id)
        return False
    name, address = writer
    known = f"{name} <{address}>" if name and name != address else address or "nobody that can be told"
    head = f"{known} writes to the people who run this judge (mail number {mail_id}). To answer, write to that address."
    text = "\n".join((*lines[:LINES], *(["…"] if len(lines) > LINES else [])))
    text = text if len(text) <= CHARACTERS else f"{text[:CHARACTERS]} …"
    head = f"{head}\n\n{_LAST}" if lately == OF_ANYBODY - 1 else head
    title = f"To the host: {subject[:100]}" if subject.strip() else "To the host"
    tell_host(work, title, f"{head}\n\n{text}", "host" if proved else _FROM_ANYBODY)
    return True


def confirm_forwarding(work: Work, address: str) -> None:
    """Tells somebody, known here or not, that their mail has gone to the host. No word of it is theirs."""
    reader = Reader(name=address, zone="UTC", role="", address=address)
    said = (PASSED_ON.format(address=address),)
    post_notice(work, reader, "Your mail has gone to the host", said, purpose="stranger", player=None)
