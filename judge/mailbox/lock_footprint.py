"""What a mail may touch: the games and the people that reading it may look at or change, told before it is read.

It is told twice. `reach_of` says of a parsed mail who wrote it, which letters it answers and which games it names: that
never changes, and is kept with the mail. `touched` makes the games and players of it as things stand, which is asked
anew whenever work is shared out. More than a mail touches may be told, less never: what is not known to stay within
its writer and their games is told to touch everything.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BindParameter, Select, bindparam, exists, or_, select, union
from sqlalchemy.orm import Session

from judge.app import Judge
from judge.identity.trust import hash_secret
from judge.mail.addresses import host_mailboxes_among
from judge.mailbox.confirmation import waiting_for
from judge.mailbox.parser import Parsed
from judge.outbox.bounces import returned_letters
from judge.store.locks import game_key, player_key
from judge.store.sealed_mail import as_it_came
from judge.store.tables import (
    OVER,
    Address,
    AddressChange,
    CoMaster,
    Confirmation,
    Game,
    InboundRow,
    Joining,
    Nomination,
    Observer,
    OutboundRow,
    Player,
    Seat,
)

NAMING = frozenset(
    {"GAME", "STATUS", "INFO", "RULES", "HISTORY", "MAP", "PRICES", "SUMMARY", "JOIN", "TAKEOVER", "OBSERVE"}
)
"""Commands behind which a game may be named, as the next word."""

_STAYING = """
    PHASE KEY HELP MANUAL GAMES BORDERS BALANCE STATEMENT SHOW TRY CLEAR WAIT NOWAIT ABSENCE LATE DRAW NODRAW CONCEDE
    PRESS PSEUDONYM ARTICLE BLOCK UNBLOCK RESIGN AUDIT BROADCAST REFUSE DEADLINE EXTEND PAUSE RESUME PROCESS END
    TERMINATE SET START PREVIEW HOLD PUBLISH ROLLBACK ROLLFORWARD EJECT DUMMY BECOME CONFIRM
"""
STAYING = NAMING | {*_STAYING.split(), "NO ORDERS"}
"""Commands that look at nothing and change nothing but their writer, the games that these are in by then, and those
that they name. Any other (it lists all games, makes one, names somebody by their address, changes the name by which
others know its writer) touches everything, and so does whatever is added later, until it is named here.
"""

READING = frozenset({"ZONE", "PROFILE"})
"""Commands that change how their writer reads what they are mailed, of games that are over too; but PROFILE NAME, by
which others know them.
"""

STRANGERS = "strangers"
"""What all mail from people who are not registered touches: so many of them are answered within an hour."""

EVERYTHING = None
"""What touches this is read by itself."""

Kept = dict[str, Any]
WHATEVER: Kept = {"all": True}
_NOTHING: Kept = {"people": [], "games": [], "names": [], "token": False, "past": False}


def reach_of(judge: Judge, session: Session, row: InboundRow, parsed: Parsed) -> Kept:
    """What a mail may touch, as it is kept: `people`, the addresses whose players it is of; `games`, those of the
    letters that it answers; `names`, of the games that it names; `token`, whether it answers a letter at all; `past`,
    whether the games of its writer count that are over; or `all`.
    """
    mail = parsed.mail
    if host_mailboxes_among(row.recipients, judge.settings.domain):
        return WHATEVER
    if row.mail_from == "" or mail.automatic:
        letters = returned_letters(judge, session, as_it_came(row, judge.secret).raw, mail.tokens)
        return {"people": sorted({letter.recipient.lower() for letter in letters})}
    if mail.sender is None:
        return {"people": [as_it_came(row, judge.secret).mail_from.lower()]}
    return _of_lines(judge, session, parsed)


def _of_lines(judge: Judge, session: Session, parsed: Parsed) -> Kept:
    found = [(item.command.name, item.line.rest) for item in parsed.items if item.command is not None]
    if not all(_stays(name, rest) for name, rest in found):
        return WHATEVER
    evidence = parsed.evidence
    numbers = evidence.letters
    letters = session.execute(select(OutboundRow.game_id).where(OutboundRow.id.in_(numbers))) if numbers else ()
    told: Kept = {
        "people": [evidence.sender.lower()],
        "games": sorted({game_id for (game_id,) in letters if game_id is not None}),
        "names": sorted({word.lower() for name, rest in found if name in NAMING for word in rest.split()[:1]}),
        "token": bool(evidence.answered or numbers),
        "past": any(name in READING for name, _ in found),
    }
    codes = [rest for name, rest in found if name == "CONFIRM"]
    return _with(told, _confirmed(judge, session, codes)) if codes else told


def _stays(name: str, rest: str) -> bool:
    """Is this command known to stay within its writer and their games, and those that it names?"""
    return name in STAYING or (name in READING and rest.upper().split()[:1] != ["NAME"])


def _confirmed(judge: Judge, session: Session, codes: Sequence[str]) -> Kept:
    """What the lines touch that wait for these codes; one of a change of address, or of an offer, touches everything,
    and one that nobody was mailed nothing.
    """
    hashes = {kept for code in codes for kept in judge.secret.keyed_ever(hash_secret(code))}
    others = (Nomination.code_hash, AddressChange.old_code_hash, AddressChange.new_code_hash)
    if session.execute(select(or_(*(exists().where(column.in_(hashes)) for column in others)))).scalar_one():
        return WHATEVER
    told = _NOTHING
    for asked in session.scalars(select(Confirmation).where(Confirmation.code_hash.in_(hashes))):
        told = _with(told, _of_lines(judge, session, waiting_for(asked)))
    return told


def _with(one: Kept, other: Kept) -> Kept:
    if one.get("all") or other.get("all"):
        return WHATEVER
    both = {name: sorted({*one[name], *other[name]}) for name in ("people", "games", "names")}
    return {**both, "token": one["token"] or other["token"], "past": one["past"] or other["past"]}


@dataclass(frozen=True, slots=True)
class Touched:
    """`keys`: what a mail touches, as things stand; EVERYTHING where it is not known to stay within anything.
    `writers`: those of them that it is from: what their earlier mail touches, this one may touch when that is read.
    """

    keys: frozenset[str] | None
    writers: frozenset[str] = frozenset()


def touched(session: Session, reaches: Sequence[Kept]) -> list[Touched]:
    """What each of these mails touches now."""
    people = {each for kept in reaches for each in kept.get("people", ())}
    names = {each for kept in reaches for each in kept.get("names", ())}
    players = _players(session, people)
    theirs = _games_of(session, {number for number, _ in players.values()}, _THEIRS)
    past = {each for kept in reaches if kept.get("past") for each in kept["people"] if each in players}
    ever = _games_of(session, {players[each][0] for each in past}, _EVER)
    named = _named(session, names)
    return [_touched(kept, players, ever if kept.get("past") else theirs, named) for kept in reaches]


def _touched(
    kept: Kept, players: Mapping[str, tuple[int, str]], theirs: Mapping[int, Collection[int]], named: Mapping[str, int]
) -> Touched:
    if kept.get("all"):
        return Touched(EVERYTHING)
    games = {*kept.get("games", ()), *(named[name] for name in kept.get("names", ()) if name in named)}
    keys: set[str] = set()
    writers: set[str] = set()
    for address in kept.get("people", ()):
        number, status = players.get(address, (0, "unproved"))
        if status != "unproved":
            writers.add(player_key(number))
            games.update(theirs.get(number, ()))
        elif kept.get("token"):
            return Touched(EVERYTHING)  # it may be what makes a player of its writer
        else:
            writers.add(f"address {address}"[:300])
            keys.add(STRANGERS)
    return Touched(frozenset(keys | writers | {game_key(each) for each in games}), frozenset(writers))


# Made once: they are asked for each mail.
_PLAYERS = (
    select(Address.address, Player.id, Player.status)
    .join(Player, Player.id == Address.player_id)
    .where(Address.address.in_(bindparam("addresses", expanding=True)))
)
_AMONG: BindParameter[int] = bindparam("players", expanding=True)
_PARTS = union(
    *(
        select(table.player_id.label("player"), table.game_id.label("game")).where(table.player_id.in_(_AMONG))
        for table in (Seat, CoMaster, Observer, Joining)
    ),
    select(Game.master_id.label("player"), Game.id.label("game")).where(Game.master_id.in_(_AMONG)),
).subquery()
_EVER = select(_PARTS.c.player, _PARTS.c.game).join(Game, Game.id == _PARTS.c.game)
_THEIRS = _EVER.where(Game.status.not_in(OVER))


def _players(session: Session, addresses: Collection[str]) -> dict[str, tuple[int, str]]:
    """Address -> its player's number and status."""
    if not addresses:
        return {}
    rows = session.execute(_PLAYERS, {"addresses": sorted(addresses)})
    return {address: (number, status) for address, number, status in rows}


def _games_of(session: Session, players: Collection[int], which: Select[Any]) -> dict[int, set[int]]:
    """Player -> those of the games in which they sit or have joined, which they run, or watch."""
    found: dict[int, set[int]] = {number: set() for number in players}
    if not players:
        return found
    for player, game in session.execute(which, {"players": sorted(players)}):
        found[player].add(game)
    return found


def _named(session: Session, names: Collection[str]) -> dict[str, int]:
    if not names:
        return {}
    rows = session.execute(select(Game.name, Game.id).where(Game.name.in_(names)))
    return {row.name: row.id for row in rows}
