"""Players: registering, proving an address, the KEY."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo, available_timezones

from judge.app import Work
from judge.identity import strangers_letters
from judge.identity.address_change import void_tokens
from judge.identity.codes import new_key
from judge.identity.trust import hash_secret
from judge.letters import write
from judge.letters.columns import one_line, table
from judge.letters.values import Block
from judge.letters.when import read_dates, when
from judge.mail.blanks import KEY_BLANK
from judge.outbox.outbox import Enclosed, post, reader_of
from judge.rules.problems import Problem, Refused
from judge.rules.words.greetings import COURTESY
from judge.store.tables import Address, InboundRow, Player

NAME_LENGTH = 60
_LONGEST = 300
"""Letters that are looked at for a name and the words around it."""
FIRST_GAME = "PRACTICE payola"
_AROUND = re.compile(
    r"^(?:and )?your name$|^(?:(?:(?:me|myself)(?: please,?)?(?: as)?|as|and:?|my name is) )+(?=\S)", re.IGNORECASE
)
"""What people write around their name, some of it as they were told: `REGISTER and your name`."""
_THANKS = re.compile(r"[,.!;\u2013-]\s*(?P<said>[^,.!;]+)[.!]*$")


def clean_name(name: str) -> str:
    """A name as it is kept: one line, no control characters, not too long; `me as Tom Oak`, `and Tom Oak` and `Tom
    Oak, thank you!` are Tom Oak.
    """
    bare = _AROUND.sub("", " ".join(one_line(name[:_LONGEST]).split()))
    thanks = _THANKS.search(bare)
    if thanks is not None and COURTESY.issuperset(thanks["said"].lower().split()):
        bare = bare[: thanks.start()]
    return bare.strip()[:NAME_LENGTH]


def enter(work: Work, address: str, name: str) -> Player:
    """A new player whose address is not proved yet."""
    player = Player(
        name=clean_name(name) or address.partition("@")[0], zone="UTC", status="unproved", registered_at=work.now
    )
    work.session.add(player)
    work.session.flush()
    work.session.add(Address(player_id=player.id, address=address, primary=True))
    work.session.flush()
    return player


def register(work: Work, row: InboundRow, address: str, name: str, *, proved: bool = False) -> Player | None:
    """A new player, and the mail whose answer will prove their address, if that may be written to now: whoever was only
    told to REGISTER has had one letter today; this is the second, and the last. None if it may not: nobody is noted
    down who was not told of it.
    """
    if not strangers_letters.may_answer(work, row, address, proved=proved, purposes=("welcome",)):
        return None
    player = enter(work, address, name)
    welcome(work, player, "")
    return player


def welcome(work: Work, player: Player, key: str) -> None:
    """How to prove the address or, with a key, that it is proved."""
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
    )
    post(work, letter, reader, purpose="welcome", player=player, encloses=(Enclosed("key", key),) if key else ())


def prove(work: Work, player: Player) -> None:
    """The player has answered from the address: it is theirs. They are mailed the KEY; only a hash of it is kept."""
    player.status = "active"
    welcome(work, player, give_key(work, player))


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
    for name in sorted(available_timezones()):
        if name.lower() == wanted:
            player.zone = ZoneInfo(name).key
            return name
    near = [name for name in sorted(available_timezones()) if wanted and name.lower().endswith("/" + wanted)]
    hint = (
        f"Did you mean {near[0]}?" if near else "Zones are written area/city: Europe/Berlin, America/New_York; or UTC."
    )
    raise Refused(Problem("zone/unknown", f"There is no time zone {zone.strip()[:40]!r}.", hint=hint))


def set_profile(player: Player, what: str, value: str, now: datetime) -> str:
    """Changes a player's NAME, ZONE, DATES or MAIL (PLAIN or BOTH, DATA or NO DATA), or nothing if `what` is empty.
    Raises Refused.
    """
    if what == "":
        return ""
    if what == "NAME":
        name = clean_name(value)
        if not name:
            raise Refused(Problem("profile/name", "A name is needed.", hint="PROFILE NAME Ann Example"))
        player.name = name
        return f"Your name is {name} now."
    if what == "ZONE":
        return f"You read deadlines in the time of {set_zone(player, value)} now."
    if what == "DATES":
        try:
            player.dates = read_dates(value)
        except ValueError as error:
            raise Refused(Problem("profile/dates", f"{error}.", hint="PROFILE DATES German")) from None
        return f"You read dates like this now: {when(now, player)}."
    if what == "MAIL" and value.strip().upper() in ("PLAIN", "BOTH"):
        player.plain_only = value.strip().upper() == "PLAIN"
        return "You get plain text only now." if player.plain_only else "You get text and HTML now."
    if what == "MAIL" and value.strip().upper() in ("DATA", "NO DATA"):
        player.wants_data = value.strip().upper() == "DATA"
        now_so = "each come with a file letter.json" if player.wants_data else "come without letter.json"
        return f"My letters to you {now_so} from the next one on."
    hint = (
        "PROFILE NAME Ann Example, PROFILE ZONE Europe/Berlin, PROFILE DATES German, PROFILE MAIL PLAIN (or BOTH), "
        "PROFILE MAIL DATA (or NO DATA)"
    )
    raise Refused(Problem("profile/usage", "What shall be changed?", hint=hint))


def profile_block(player: Player, now: datetime) -> Block:
    """What the judge knows of a player, for the player."""
    rows = [
        ("Name", player.name),
        ("Address", reader_of(player).address),
        ("Zone", player.zone),
        ("Dates", f"{player.dates or 'usual'}: now is {when(now, player)}"),
        ("Mail", f"{'plain text only' if player.plain_only else 'text and HTML'}{', and JSON' * player.wants_data}"),
    ]
    return Block("Your profile", table(rows))
