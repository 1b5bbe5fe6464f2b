"""The values that mail is made of once it has been read, and before it is written."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import lru_cache


class Proof(StrEnum):
    """What shows that a mail really comes from the address in its From."""

    TOKEN = "token"  # noqa: S105 - sent to a secret reply address of that person's
    KEY = "key"  # holds the person's KEY
    MTA = "mta"  # the host's own mail system vouches for the domain
    CODE = "code"  # confirmed by a code that was mailed to the registered address


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of a mail's body, numbered from 1 as its writer would count."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class InboundMail:
    """A mail as its reader needs it.

    `sender` is the one mailbox of From, lower-cased, or None when that cannot be told (`sender_problem` says why).
    `tokens` are the reply tokens among the recipients, lower-cased. `lines` is the new text; `dropped` what was taken
    for quotation or signature; `letter` the number of the line with which it quotes a letter of the judge's, 0 for
    none. `automatic` says why no reply may be sent (RFC 3834); empty for a person's mail.
    `refusal` says why the text cannot be read. `is_authenticated`: the host's own mail system says that the mail comes
    from the sender's domain. `others` are the addresses besides the judge's own that To and Cc name, lower-cased.
    `machine_like`: a program may have written it, though it is answered as a person's. `fails_authentication`: the
    host's own mail system says that it does not come from where it says. `names_several`: it has more than one From
    field.
    """

    sender: str | None
    sender_problem: str
    sender_name: str
    message_id: str
    references: tuple[str, ...]
    subject: str
    date: datetime | None
    tokens: tuple[str, ...]
    lines: tuple[TextLine, ...]
    dropped: tuple[TextLine, ...]
    automatic: str
    refusal: str
    warnings: tuple[str, ...] = ()
    is_authenticated: bool = False
    others: tuple[str, ...] = ()
    machine_like: bool = False
    fails_authentication: bool = False
    names_several: bool = False
    letter: int = 0


@dataclass(frozen=True, slots=True)
class Image:
    """A picture that a letter's HTML shows as `cid:NAME`: an SVG, painted as a PNG of this width (pixels) as the letter
    is sent. `name`: letters, digits and hyphens; `alt` says it in words. `near`: the part of it that most concerns its
    reader, as a CSS position (`25% 60%`), or empty.
    """

    name: str
    svg: str
    alt: str
    width: int = 800
    near: str = ""

    @property
    def digest(self) -> str:
        """The same for pictures that are painted alike: 64 hex digits."""
        return _digest(self.svg, self.width)


@lru_cache(maxsize=8)  # one phase is mailed to many
def _digest(svg: str, width: int) -> str:
    return hashlib.sha256(f"{width}\n{svg}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail to one reader as the templates made it. `html` may be empty; `images` are shown by it. `calendar` is an
    iCalendar object that goes along, or empty; so are `data`, what the letter says as JSON, and
    `archive`, that of a game.
    """

    subject: str
    text: str
    html: str
    images: tuple[Image, ...] = ()
    calendar: str = ""
    data: str = ""
    archive: str = ""


@dataclass(frozen=True, slots=True)
class Headers:
    """What a letter needs to travel. All addresses are bare (`a@b`); names may hold anything and are made safe.

    `automatic` is the Auto-Submitted value: `auto-replied` for replies, `auto-generated` for the rest.
    `in_reply_to` and `references` are Message-IDs with their angle brackets. `unsubscribe`: the command that ends
    letters of the kind, if one does; `unsubscribe_page`: where a POST does it (RFC 8058), with a blank for its token.
    """

    to: str
    to_name: str
    sender: str
    sender_name: str
    reply_to: str
    message_id: str
    date: datetime
    automatic: str = "auto-generated"
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    list_id: str = ""
    unsubscribe: str = ""
    unsubscribe_page: str = ""
