"""Letters into the outgoing mail, in the transaction that causes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy.orm import Session

from judge.app import Work
from judge.games.members import is_master
from judge.letters import write
from judge.letters.known import Misdirected
from judge.letters.values import MASTER_ROLE, Reader
from judge.mail.compose import compose
from judge.mail.tokens import Purpose, make_token, reply_address
from judge.mail.values import Headers, Letter
from judge.store.tables import Game, OutboundRow, Player, Seat

FROM_NAME = "The Judge"
LONGEST_HTML = 500_000
"""Characters. What is longer, such as the end of a game of many years, is mailed as text alone."""
PROVING = ("code", "welcome", "unproved")
"""Letters by which an address is proved. Each of them is asked for, and seldom mailed."""


def address_of(player: Player) -> str:
    """Where a player's mail goes: their registered address, never another."""
    rows = player.addresses
    return next((row.address for row in rows if row.primary), rows[0].address)


def reader_of(player: Player, role: str = "", offices: tuple[str, ...] = ()) -> Reader:
    return Reader(player.name, player.zone, role, address_of(player), player.dates, offices)


def post(
    work: Work,
    letter: Letter,
    reader: Reader,
    *,
    purpose: str,  # all by name: most letters are about nothing but their reader
    player: Player | None,
    game: Game | None = None,
    seat: Seat | None = None,
    phase: str = "",
    answers: tuple[str, Sequence[str]] | None = None,
) -> OutboundRow:
    """Queues one letter. `answers`: Message-ID and References of the mail it replies to.

    The address to answer to holds a secret token: the row's number under the host's key. The envelope's sender holds
    another, so that a bounce tells which mail it is about, and nobody else can: players pass letters on, and not their
    envelopes. A mail to a suspended address is parked, but for what lets its owner prove that it lives. Raises
    Misdirected rather than send what is one person's to know to somebody else (fault P5).
    """
    if len(letter.html) > LONGEST_HTML:
        letter = replace(letter, html="")
    suspended = player is not None and _check_way(work.session, reader, player, game, seat)
    parked = suspended and purpose not in PROVING
    row = OutboundRow(
        player_id=player.id if player else None,
        game_id=game.id if game else None,
        seat_id=seat.id if seat else None,
        generation=seat.generation if seat else 0,
        phase=phase,
        purpose=purpose,
        recipient=reader.address,
        mail_from="",
        message_id="",
        raw=b"",
        status="parked" if parked else "queued",
        next_try=work.now,
        made_at=work.now,
    )
    work.session.add(row)
    work.session.flush()
    domain = work.settings.domain
    reply_to = reply_address(work.settings.address, make_token(work.judge.mac_key, row.id))
    # Nothing in it counts up: the numbers of a player's mails would tell how much the others write (fault P4).
    row.message_id = f"<{work.judge.entropy(12).hex()}@{domain}>"
    row.mail_from = reply_address(work.settings.address, make_token(work.judge.mac_key, row.id, Purpose.RETURN))
    thread = f"<{game.name}@{domain}>" if game else ""
    in_reply_to, references = answers or (thread, ())
    known = tuple(each for each in (thread, *references, in_reply_to) if each)
    headers = Headers(
        to=reader.address,
        to_name=reader.name,
        sender=work.settings.address,
        sender_name=FROM_NAME,
        reply_to=reply_to,
        message_id=row.message_id,
        date=work.now,
        automatic="auto-replied" if answers else "auto-generated",
        in_reply_to=in_reply_to,
        references=tuple(dict.fromkeys(known)),
        list_id=f"{game.name}.{domain}" if game else "",
    )
    row.raw = compose(replace(letter, html="") if player is not None and player.plain_only else letter, headers)
    return row


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


def tell_host(work: Work, title: str, text: str, purpose: str = "host") -> None:
    """Tells whoever runs this judge of something that needs a human."""
    reader = Reader(name="Host", zone="UTC", role="", address=work.settings.host_address)
    letter = write.notice(work.renderer, reader, None, title, (text,), work.now)
    post(work, letter, reader, purpose=purpose, player=None)
