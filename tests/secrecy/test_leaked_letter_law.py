"""Whatever is sent with a letter in hand that a player passed on: its owner hears of it, nobody else reads what they
have on file, and what is final waits for their code.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from judge.commands.command import Command, commands
from judge.store.tables import Game, LedgerRow, Player, Seat
from judge.testing.correspondent import Received
from tests.mailbox.test_leaked_letters import forge
from tests.support.bots import holds
from tests.support.house import House, Opening
from tests.support.soaking import stride
from tests.support.table_of_seven import PLAYERS, Seven, seven

MARK = "zebra"
SHEET = f"7 : A PAR - BUR % {MARK}"


def _opening(table: Seven) -> Received:
    return table.players["FRANCE"].last(lambda mail: "has begun" in mail.subject)


def _press(table: Seven) -> Received:
    table.tell("ITALY", "PRESS TO FRANCE\nShall we?\nEND PRESS")
    return table.players["FRANCE"].last(lambda mail: "Shall we?" in mail.text)


def _code(table: Seven) -> Received:
    france = table.players["FRANCE"]
    france.write("TRANSFER 2 TO ITALY", answers=_opening(table))
    table.house.settle()
    return france.last(lambda mail: mail.code != "")


def _answer_of_no_game(table: Seven) -> Received:
    return table.house.tell(table.players["FRANCE"], "LIST")


LETTERS: dict[str, Callable[[Seven], Received]] = {
    "opening": _opening,
    "press": _press,
    "code": _code,
    "of no game": _answer_of_no_game,
}


def _commands(kind: str) -> list[Command]:
    """Those that are sent with such a letter, by their names: all of them in a soak, else a share with each kind, so
    that each is sent with one.
    """
    found = {command.name: command for command in commands().values() if command.name not in ("CONFIRM", "KEY")}
    share = stride(1, len(LETTERS))
    return [found[name] for name in sorted(found)][list(LETTERS).index(kind) % share :: share]


def _lines(command: Command) -> str:
    """The command as HELP shows it, for this game, with its end."""
    return f"{command.example}\n{command.ends_with}\n"


def _final(house: House) -> tuple[object, ...]:
    """What only two proofs or a code may change."""
    with house.judge.db.reading() as session:
        seats = [(seat.name, seat.player_id, seat.generation) for seat in session.execute(select(Seat)).scalars()]
        games = [(game.name, game.status, game.master_id) for game in session.execute(select(Game)).scalars()]
        people = [
            (player.id, player.key_hash, player.tokens_above, player.status)
            for player in session.execute(select(Player)).scalars()
        ]
    return (sorted(seats), sorted(games), sorted(people))


def _entries(house: House) -> int:
    """Of all accounts."""
    return house.one(select(func.count(LedgerRow.id)))


@pytest.mark.parametrize("kind", LETTERS)
def test_whatever_is_sent_with_a_leaked_letter_its_owner_hears_of_it_and_nobody_reads_what_is_theirs(
    opened: Opening, kind: str
) -> None:
    house = opened(replies_per_hour=10_000)
    table = seven(house)
    france = table.players["FRANCE"]
    table.tell("FRANCE", SHEET)
    assert MARK in table.tell("FRANCE", "SHOW").text
    letter = LETTERS[kind](table)
    others = [table.master, *(who for role, who in table.players.items() if role != "FRANCE")]
    before, entries = _final(house), _entries(house)
    for command in _commands(kind):
        known = {who.name: len(who.inbox()) for who in others}
        mails = forge(house, france, letter, _lines(command))
        assert mails, f"{command.name}: nobody told the owner"
        for who in others:
            for mail in who.inbox()[known[who.name] :]:
                assert MARK not in mail.raw.decode("ascii", "replace"), (command.name, who.name)
        assert _final(house) == before, command.name
    assert _entries(house) == entries


def _without_its_reply_address(letter: Received) -> str:
    """A letter as somebody passes it on who has cut that out: its other fields, text, HTML, pictures and calendar."""
    fields = [f"{name}: {value}" for name, value in letter.message.items() if name != "Reply-To"]
    parts = [part.get_payload(decode=True) for part in letter.message.walk() if not part.is_multipart()]
    return "\n".join([*fields, *(part.decode("latin-1") for part in parts if isinstance(part, bytes))]).lower()


def test_a_reply_address_stands_in_the_one_field_of_a_letter_and_nowhere_else(table: Seven) -> None:
    table.tell("FRANCE", f"{SHEET}\nPRESS TO ALL\nShall we?\nEND PRESS\nMAP\nHELP\nSTATUS\nTRANSFER 2 TO ITALY")
    table.play_phase(dict.fromkeys(PLAYERS, holds))
    letters = [mail for who in (table.master, *table.players.values()) for mail in who.inbox()]
    tokens = {mail.reply_to.partition("+")[2].partition("@")[0] for mail in letters}
    assert len(tokens) == len(letters) > 40
    assert any(mail.message.get_content_type() == "multipart/mixed" for mail in letters), "a calendar is among them"
    for letter in letters:
        shown = _without_its_reply_address(letter)
        assert not [token for token in tokens if token in shown], letter.subject
