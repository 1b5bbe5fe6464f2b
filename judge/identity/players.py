"""Players: registering, proving an address, the KEY."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from sqlalchemy import ColumnElement, func, select

from judge.app import Work
from judge.games.confusables import MASTER_WORDS, NO_NAMES, STATES, resembles, skeleton
from judge.games.settings import NO_WORDS
from judge.identity import codes
from judge.identity.codes import new_key
from judge.identity.trust import hash_secret, player_at
from judge.letters import write
from judge.letters.columns import one_line, table
from judge.letters.dates import read_dates, when
from judge.letters.values import Answer, Block, Question, Reader
from judge.mail.addresses import is_judges
from judge.mail.compose import is_address
from judge.mail.redaction import CODE_BLANKS, KEY_BLANK, masked
from judge.outbox.queue import Enclosed, enclose, post, post_notice, reader_of, rename
from judge.reading.talk import is_talk
from judge.rules.problems import refusal
from judge.store.tables import Address, AddressChange, Confirmation, Nomination, OutboundRow, Player

DAY = timedelta(days=1)
ASKS_A_DAY = 3
"""So often a day a player may ask for a change, and an address be asked: whoever names it need not be its owner."""


def ask_change(work: Work, player: Player, address: str) -> tuple[Question, Enclosed]:
    """Mails a code to the new address; what asks the registered one for another, and that. Raises Refused."""
    wanted = address.strip().strip("<>").lower()
    if not is_address(wanted):
        raise refusal("address/bad", "That is no address.", hint="ADDRESS new.name@example.org")
    if is_judges(wanted, work.judge.settings.address):
        raise refusal("address/judge", "Mail to that address comes to me.", hint="ADDRESS new.name@example.org")
    taken = player_at(work.session, wanted)
    if taken is not None and taken.id == player.id:
        raise refusal("address/same", "That is your address already.")
    if _is_asked_often(work, player, wanted):
        message = f"An address is asked at most {ASKS_A_DAY} times a day, and so may you ask."
        raise refusal("address/too-often", message, hint="Try again tomorrow.")
    old, new = codes.new_code(work.judge), codes.new_code(work.judge)
    expires = work.now + codes.CODE_LIFE
    # A later wish takes the place of an earlier one.
    for earlier in _pending(work, AddressChange.player_id == player.id):
        earlier.expires_at = work.now
    change = AddressChange(
        player_id=player.id,
        address=wanted,
        old_code_hash=work.judge.secret.keyed(hash_secret(old)),
        new_code_hash=work.judge.secret.keyed(hash_secret(new)),
        made_at=work.now,
        expires_at=expires,
    )
    work.session.add(change)
    work.session.flush()
    what = (Answer(0, f"ADDRESS {wanted}", "waiting", ""),)
    if taken is None:  # else it is another player's: they are not bothered, and the asker does not learn of it
        _ask_new(work, wanted, what, expires, Enclosed("new", new, change.id))
    why = "Both addresses must agree to a change of address. This code is for your present one."
    told = (Answer(0, masked(f"ADDRESS {wanted}"), "waiting", ""),)
    return Question(told, CODE_BLANKS[0], expires, why), Enclosed("old", old, change.id)


def _ask_new(work: Work, wanted: str, what: tuple[Answer, ...], expires: datetime, code: Enclosed) -> None:
    # Its owner may know nothing of the judge: no word of the player's goes there.
    there = Reader(name=wanted, zone="UTC", role="", address=wanted)
    why = "A player wants mail to come to this address. If that is not you, do nothing: nothing will happen."
    letter = write.code(work.renderer, there, (Question(what, CODE_BLANKS[0], expires, why),), work.now)
    post(work, letter, there, purpose="code", player=None, encloses=(code,))


def _is_asked_often(work: Work, player: Player, address: str) -> bool:
    """Counted whether or not the address is somebody's already: the asker does not learn of that."""
    counts = (
        select(func.count(AddressChange.id)).where(whose, AddressChange.made_at > work.now - DAY)
        for whose in (AddressChange.player_id == player.id, AddressChange.address == address)
    )
    return any(work.session.execute(count).scalar_one() >= ASKS_A_DAY for count in counts)


def _pending(work: Work, whose: ColumnElement[bool]) -> Sequence[AddressChange]:
    query = select(AddressChange).where(whose, AddressChange.done_at.is_(None), AddressChange.expires_at > work.now)
    return work.session.scalars(query).all()


def confirm_old(work: Work, player: Player, code: str) -> str | None:
    """The registered address agrees, if the code is that of a change; the sentence to answer with, else None."""
    wanted = codes.hashes_of(work, code)
    for change in _pending(work, AddressChange.player_id == player.id):
        if change.old_code_hash in wanted:
            change.old_confirmed_at = work.now
            return _settle(work, change)
    return None


def confirm_new(work: Work, sender: str, code: str) -> str | None:
    """The new address, which is nobody's yet, agrees; None if the code is not that of a change to it."""
    wanted = codes.hashes_of(work, code)
    for change in _pending(work, AddressChange.address == sender):
        if change.new_code_hash in wanted:
            change.new_confirmed_at = work.now
            return _settle(work, change)
    return None


def _settle(work: Work, change: AddressChange) -> str:
    if change.old_confirmed_at is None or change.new_confirmed_at is None:
        other = change.address if change.new_confirmed_at is None else "your present address"
        return f"Confirmed. The address changes as soon as {other} has confirmed it too."
    if player_at(work.session, change.address) is not None:
        raise refusal("address/taken", "That address has been registered meanwhile.")
    change.done_at = work.now
    player = work.session.get_one(Player, change.player_id)
    before = reader_of(player)
    text = f"Mail to you goes to {change.address} from now on. Mail from {before.address} is no longer yours."
    post_notice(work, before, "Your address has changed", (text,), player=player)
    row = work.session.execute(select(Address).where(Address.address == before.address)).scalar_one()
    row.address, row.bounces, row.bounced_at, row.suspended_at = change.address, 0, None, None
    # The reply addresses of the old mailbox's mails are in the hands of whoever reads that now.
    void_tokens(work, player)
    told = (text, f"Your KEY stands in mail at {before.address}. If others read that, send REVOKE for a new one.")
    post_notice(work, reader_of(player), "Your address has changed", told, player=player)
    return f"Your address is {change.address} now."


def void_tokens(work: Work, player: Player) -> None:
    """No answer to a mail that was written before now proves anything any more, nor does any code in one."""
    player.tokens_above = work.session.execute(select(func.coalesce(func.max(OutboundRow.id), 0))).scalar_one()
    codes.void_all(work, player)
    for change in _pending(work, AddressChange.player_id == player.id):
        change.expires_at = work.now


NAME_LENGTH = 60
_LONGEST = 300
"""Letters that are looked at for a name and the words around it."""
NOBODY = "Player"
FIRST_GAME = "PRACTICE payola"
_AROUND = re.compile(
    r"^(?:and )?your name$|^(?:(?:(?:me|myself)(?: please,?)?(?: as)?|as|and:?|my name is) )+(?=\S)", re.IGNORECASE
)
"""What people write around their name, some of it as they were told: `REGISTER and your name`."""
_THANKS = re.compile(r"[,.!;\u2013-]\s*(?P<said>[^,.!;]+)[.!]*$")
_OF_NAMES = frozenset("'\u2019\u2018-\u2010.,\u00b7&")
"""Signs that stand in people's names."""


def clean_name(name: str) -> str:
    """Return a name on one line, without the words around it: `me as Tom Oak`, `Tom Oak, thank you!`. No mail program
    makes a link of it. Empty where it would be nobody's: `The Judge`, `open`.
    """
    bare = _AROUND.sub("", " ".join(one_line(name[:_LONGEST]).split()))
    thanks = _THANKS.search(bare)
    if thanks is not None and is_talk(thanks["said"]):
        bare = bare[: thanks.start()]
    signs = (sign if sign in _OF_NAMES or unicodedata.category(sign)[0] not in "PSC" else " " for sign in bare)
    bare = " ".join(re.sub(r"(?<=\w)\.(?=\w)", ". ", "".join(signs)).split())[:NAME_LENGTH].strip()
    words = {skeleton(word) for word in re.findall(r"\w+", bare)}
    return "" if words <= {skeleton(word) for word in ("A", "THE", *STATES, *MASTER_WORDS)} else bare


def enter(work: Work, address: str, name: str) -> Player:
    """A new player whose address is not proved yet."""
    player = Player(
        name=clean_name(name) or clean_name(re.sub(r"[._+-]", " ", address.partition("@")[0])) or NOBODY,
        zone="UTC",
        status="unproved",
        registered_at=work.now,
    )
    work.session.add(player)
    work.session.flush()
    work.session.add(Address(player_id=player.id, address=address, primary=True))
    work.session.flush()
    return player


def welcome(work: Work, player: Player, key: str, *, begins: bool = False) -> None:
    """How to prove the address or, with a key, that it is proved. `begins`: a practice game waits for the proof."""
    reader = reader_of(player)
    if not key:
        # Until the address is proved the name may be anybody's words to somebody else.
        reader = replace(reader, name=reader.address)
    blank = KEY_BLANK if key else ""
    settings = work.settings
    letter = write.welcome(
        work.renderer,
        reader,
        blank,
        settings.address,
        proved=bool(key),
        now=work.now,
        practice=FIRST_GAME if settings.has_practice else "",
        begins=begins,
    )
    post(work, letter, reader, purpose="welcome", player=player, encloses=(Enclosed("key", key),) if key else ())


def prove(work: Work, player: Player, *, begins: bool = False) -> None:
    """The player has answered from the address: it is theirs. They are mailed the KEY; only a hash of it is kept."""
    player.status = "active"
    welcome(work, player, give_key(work, player), begins=begins)


def give_key(work: Work, player: Player) -> str:
    """A new KEY of the player's, which is returned; the one before is void."""
    key, secret = new_key(work.judge), work.judge.secret
    player.key_hash, player.key_secret = secret.keyed(hash_secret(key)), secret.number
    return key


def revoke(work: Work, player: Player) -> None:
    """A new KEY, mailed; the old one and the reply addresses of all earlier mails prove nothing any more."""
    void_tokens(work, player)
    prove(work, player)


def set_zone(player: Player, zone: str) -> str:
    """Sets the zone and returns its proper name; raises Refused for one that does not exist."""
    wanted = zone.strip().replace(" ", "_").lower()
    zones = sorted(available_timezones() - {"Factory", "localtime"})  # two that are no place's
    for name in zones:
        if name.lower() == wanted:
            player.zone = ZoneInfo(name).key
            return name
    # Etc/GMT+2 is two hours behind UTC, and nobody means that by GMT+2.
    near = [name for name in zones if wanted and name.lower().endswith("/" + wanted) and not name.startswith("Etc/")]
    hint = (
        f"Did you mean {near[0]}?" if near else "Zones are written area/city: Europe/Berlin, America/New_York; or UTC."
    )
    raise refusal("zone/unknown", f"There is no time zone {zone.strip()[:40]!r}.", hint=hint)


def set_profile(player: Player, what: str, value: str, now: datetime, taken: Collection[str] = ()) -> str:
    """Change what is named of a player, NAME, ZONE, DATES, MAIL, NEWS, PUBLIC or RATING; nothing if `what` is empty.
    `taken`: what others are called, whom a reader could take for them. Raises Refused.
    """
    if what == "":
        return ""
    if what == "NAME":
        name = clean_name(value)
        if not name:
            raise refusal("profile/name", "A name is needed.", hint="PROFILE NAME Ann Example")
        player.name = name
        return f"Your name is {name} now."
    if what == "ZONE":
        return f"You read deadlines in the time of {set_zone(player, value)} now."
    if what == "DATES":
        try:
            player.dates = read_dates(value)
        except ValueError as error:
            raise refusal("profile/dates", f"{error}.", hint="PROFILE DATES German") from None
        return f"You read dates like this now: {when(now, player)}."
    if what == "MAIL" and value.strip().upper() in ("PLAIN", "BOTH"):
        player.plain_only = value.strip().upper() == "PLAIN"
        return "You get plain text only now." if player.plain_only else "You get text and HTML now."
    if what == "MAIL" and value.strip().upper() in ("DATA", "NO DATA"):
        player.wants_data = value.strip().upper() == "DATA"
        now_so = "each come with a file letter.json" if player.wants_data else "come without letter.json"
        return f"My letters to you {now_so} from the next one on."
    if what == "NEWS" and value.strip().upper() in ("WEEKLY", *(word.upper() for word in NO_WORDS)):
        player.news_at = now if value.strip().upper() == "WEEKLY" else None
        return "You are mailed once a week what waits for players." if player.news_at else "You get no weekly news."
    if what == "RATING" and value.strip(" .!").lower() in ("yes", *NO_WORDS):
        player.rated = value.strip(" .!").lower() == "yes"
        return "You are rated at rated tables now. RATING shows how." if player.rated else "You are not rated."
    if what == "PUBLIC":
        return _set_public(player, value.strip(" .!"), taken)
    hint = (
        "PROFILE NAME Ann Example, PROFILE ZONE Europe/Berlin, PROFILE DATES German, PROFILE MAIL PLAIN (or BOTH), "
        "PROFILE MAIL DATA (or NO DATA), PROFILE NEWS WEEKLY (or NO), "
        "PROFILE PUBLIC YES (or NO), PROFILE RATING YES (or NO)"
    )
    raise refusal("profile/usage", "What shall be changed?", hint=hint)


_PUBLICLY = re.compile(r"(?:yes\b)?\s*(?:as\s+(?P<name>.+))?", re.IGNORECASE)


def _set_public(player: Player, value: str, taken: Collection[str]) -> str:
    """Let the public pages name a player (`yes`, `as Ann`), or forbid it (`no`). Raises Refused for a name that readers
    would take for somebody else's.
    """
    if value.lower() in NO_WORDS:
        player.public_name = ""
        return "The public pages do not name you any more."
    asked = _PUBLICLY.fullmatch(value)
    if not value or asked is None:
        raise refusal(
            "profile/public", "May the pages name you?", hint="PROFILE PUBLIC YES AS Ann, or PROFILE PUBLIC NO"
        )
    name = clean_name(asked["name"] or player.name)
    if not name or resembles(name, taken, (*NO_NAMES, *MASTER_WORDS)):
        message = f"Nobody can be called {name!r} there, or somebody else is called so."
        raise refusal("profile/public-name", message, hint="PROFILE PUBLIC YES AS Ann of York")
    player.public_name = name
    return f"The public pages call you {name}: in games that are over, and in those that run and hide nobody."


def profile_block(player: Player, now: datetime) -> Block:
    """What the judge knows of a player, for the player."""
    rows = [
        ("Name", player.name),
        ("Address", reader_of(player).address),
        ("Zone", player.zone),
        ("Dates", f"{player.dates or 'usual'}: now is {when(now, player)}"),
        ("Public", f"the pages call you {player.public_name}" if player.public_name else "the pages do not name you"),
        ("Rating", "you are rated at rated tables" if player.rated else "none"),
        ("News", "weekly" if player.news_at is not None else "none"),
        ("Mail", f"{'plain text only' if player.plain_only else 'text and HTML'}{', and JSON' * player.wants_data}"),
    ]
    return Block("Your profile", table(rows))


def renew(work: Work, letter: OutboundRow) -> bool:
    """Put a new KEY or new codes into a letter, with a new Message-ID. Return False if nothing waits for a code of it,
    or its player has left.
    """
    kinds, numbers = letter.encloses.split(","), letter.enclosed_of or []
    if kinds == ["key"]:
        player = work.session.get(Player, letter.player_id)
        if player is None or player.status != "active":
            return False
        enclose(work, letter, [Enclosed("key", give_key(work, player))])
    else:
        of_each = kinds if len(kinds) > 1 else kinds * len(numbers)
        fresh = [
            Enclosed(kind, codes.new_code(work.judge), number) for kind, number in zip(of_each, numbers, strict=True)
        ]
        awaited = [_is_awaited(work, each) for each in fresh]
        if not any(awaited):
            return False
        # One that nothing waits for any more keeps its place in the letter, and does nothing.
        enclose(work, letter, fresh)
    rename(work, letter)
    return True


_WAITS: Mapping[str, tuple[type[Any], str, str]] = {
    "code": (Confirmation, "code_hash", "used_at"),
    "named": (Nomination, "code_hash", "ended_at"),
    "old": (AddressChange, "old_code_hash", "done_at"),
    "new": (AddressChange, "new_code_hash", "done_at"),
}
"""What waits for a code of each kind: its table, the column of the code, and the one that says that it is over."""


def _is_awaited(work: Work, code: Enclosed) -> bool:
    """Whether anything waits for the code of this row still; from now on it is this one."""
    table, column, over = _WAITS[code.kind]
    row = work.session.get(table, code.number)
    if row is None or getattr(row, over) is not None or row.expires_at <= work.now:
        return False
    setattr(row, column, work.judge.secret.keyed(hash_secret(code.secret)))
    if isinstance(row, Confirmation):
        row.made_at = work.now  # nobody can have read the new code before
    return True
