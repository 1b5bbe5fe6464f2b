"""Where letters are answered: at an address of each letter, in whatever form the mailbox takes, or by Message-ID."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from judge.app import Work
from judge.identity.trust import Evidence, Trust, Writer, identify
from judge.mail.tokens import Purpose, read_token
from judge.mail.values import Proof
from judge.store.tables import InboundRow, OutboundRow, Player
from judge.testing.correspondent import Correspondent, Received
from tests.mail.test_bounces import dsn
from tests.outbox.test_bounces import address_of
from tests.support.house import House, open_house, put
from tests.support.table_of_seven import seven
from tests.workers.test_courier import Far

TOKEN = "[a-z2-7]{24}"
FORMS = {
    "plus": rf"judge\+{TOKEN}@judge\.localhost",
    "equals": rf"judge={TOKEN}@judge\.localhost",
    "minus": rf"judge-{TOKEN}@judge\.localhost",
    "catchall": rf"reply-{TOKEN}@judge\.localhost",
}
ZONE = "ZONE Asia/Tokyo"


def zone_of(house: House, who: Correspondent) -> str:
    return house.one(select(Player.zone).where(Player.name == who.name))


def address_in(letter: Received) -> str:
    return letter.reply_to.rpartition("<")[2].rstrip(">")


@pytest.mark.parametrize("form", FORMS)
def test_a_letter_is_answered_at_its_address(form: str, sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, reply_address=form) as house:
        house.by_wire = True
        ann = house.registered("Ann")
        assert re.fullmatch(FORMS[form], address_in(ann.last()))
        house.tell(ann, ZONE, to=ann.last(), key=False)
        assert zone_of(house, ann) == "Asia/Tokyo"
        senders = house.transport = Senders()
        ann.write("STATUS")
        house.settle()
        assert [bool(re.fullmatch(FORMS[form], each)) for each in senders.tried] == [True]


class Senders(Far):
    """A relay that notes the senders of envelopes."""

    def send(self, mail_from: str, recipient: str, raw: bytes) -> None:
        self.tried.append(mail_from)


@pytest.fixture
def none(sqlite_url: str, tmp_path: Path) -> Iterator[House]:
    with open_house(sqlite_url, tmp_path, reply_address="none") as house:
        yield house


def token_in(letter: Received) -> str:
    found = re.fullmatch(rf"<[0-9a-f]{{24}}\.({TOKEN})@judge\.localhost>", str(letter.message["Message-ID"]))
    assert found is not None
    return found[1]


def test_without_addresses_the_message_id_tells_what_is_answered(none: House) -> None:
    ann = none.registered("Ann")
    assert ann.key
    letter = ann.last()
    assert address_in(letter) == "judge@judge.localhost"
    number = read_token(none.judge.secret.key, token_in(letter), Purpose.MESSAGE)
    assert number == none.one(select(func.max(OutboundRow.id)))
    far = none.transport = Senders()
    ann.write("STATUS")
    none.settle()
    assert far.tried == ["judge@judge.localhost"]


@pytest.mark.parametrize("first", ["REGISTER Ann", "PRACTICE payola"])
def test_a_message_id_proves_an_address_for_nobody_else_has_that_letter_yet(first: str, none: House) -> None:
    ann = none.person("Ann")
    ann.write(first)
    none.settle()
    welcome = ann.last()
    forged = f"From: {ann.address}\nTo: {ann.judge}\nIn-Reply-To: <0.{'a2' * 12}@judge.localhost>\n\nYes.\n"
    put(none, forged, mail_from=ann.address)
    assert ann.last() is welcome
    ann.reply(welcome, "Yes, this is me.")
    none.settle()
    assert ann.last(lambda mail: mail.key != "")


def test_a_message_id_alone_proves_no_seat(none: House) -> None:
    ann = none.registered("Ann")
    letter = ann.last()
    ann.reply(letter, ZONE)
    none.settle()
    reply = ann.last()
    assert zone_of(none, ann) != "Asia/Tokyo"
    assert reply.code
    assert "only with your KEY" in " ".join(reply.text.split())
    none.tell(ann, f"CONFIRM {reply.code}", to=reply, key=False)
    assert zone_of(none, ann) == "Asia/Tokyo"


def test_a_message_id_beside_the_key_is_the_second_proof(none: House) -> None:
    table = seven(none)
    anna = table.players["AUSTRIA"]
    name = anna.write(f"KEY {anna.key}\nGAME {table.name}\nDRAW YES")
    none.settle()
    assert answer_to(anna, name).code, "the KEY alone"
    name = anna.reply(table.results("AUSTRIA"), "DRAW YES", with_key=True)
    none.settle()
    assert not answer_to(anna, name).code
    assert "You now vote for a draw" in answer_to(anna, name).text


def answer_to(who: Correspondent, name: str) -> Received:
    return who.last(lambda mail: str(mail.message["In-Reply-To"]) == name)


def test_a_message_id_of_another_player_is_no_proof(none: House) -> None:
    ann, ben = none.registered("Ann"), none.registered("Ben")
    numbers = {who.name: read_token(none.judge.secret.key, token_in(who.last()), Purpose.MESSAGE) for who in (ann, ben)}

    def proofs(evidence: Evidence) -> tuple[frozenset[Proof], Trust]:
        with none.judge.db.writing() as session:
            writer = identify(Work(none.judge, session), evidence)
        assert isinstance(writer, Writer)
        return writer.proofs, writer.trust

    mine, others = numbers["Ann"], numbers["Ben"]
    assert proofs(Evidence(ann.address, referred=mine)) == (frozenset(), Trust.NONE)
    assert proofs(Evidence(ann.address, is_authenticated=True)) == (frozenset({Proof.MTA}), Trust.ORDERS)
    assert proofs(Evidence(ann.address, is_authenticated=True, referred=mine))[1] == Trust.FULL
    assert proofs(Evidence(ann.address, is_authenticated=True, referred=others))[1] == Trust.ORDERS


def test_a_forger_with_a_forwarded_message_id_does_nothing(none: House) -> None:
    ann = none.registered("Ann")
    letter = ann.last()
    token = token_in(letter)
    for number, box in enumerate(("judge", f"judge+{token}", f"judge-{token}", f"reply-{token}")):
        forged = (
            f"From: {ann.address}\nTo: {box}@judge.localhost\nSubject: Re: x\nMessage-ID: <{number}@forger.example>\n"
            f"In-Reply-To: {letter.message['Message-ID']}\nReferences: {letter.message['Message-ID']}\n\n{ZONE}\n"
        )
        put(none, forged, mail_from="mallory@forger.example", to=f"{box}@judge.localhost")
        assert zone_of(none, ann) != "Asia/Tokyo"


def test_the_database_holds_no_token_and_no_letter_names_one_again(none: House) -> None:
    ann = none.registered("Ann")
    for _ in range(3):
        none.tell(ann, "STATUS")
    letters = ann.inbox()
    tokens = {token_in(letter) for letter in letters}
    assert len(tokens) == len(letters) == 4
    for raw in (*none.every(select(OutboundRow.raw)), *none.every(select(InboundRow.raw))):
        kept = raw.decode()
        assert not [token for token in tokens if token in kept]
    assert all("0" * 24 in name for name in none.every(select(OutboundRow.message_id)))
    for letter in letters:
        said = f"{letter.message['References']} {letter.message['In-Reply-To']}"
        assert not re.search(rf"\b(?:{TOKEN}|0{{24}})@", said)


def test_a_copy_without_what_it_answers_takes_no_mails_place(none: House) -> None:
    ann = none.registered("Ann")
    names = str(ann.last().message["Message-ID"])
    head = f"From: {ann.address}\nTo: judge@judge.localhost\nMessage-ID: <7@example.org>\n"
    before = len(none.every(select(InboundRow)))
    for more in ("", f"In-Reply-To: {names}\n", f"References: {names}\n"):
        put(none, f"{head}{more}\nKEY {ann.key}\nSTATUS\n", mail_from=ann.address)
    assert len(none.every(select(InboundRow))) == before + 2


def test_a_bounce_is_known_by_the_message_id(none: House) -> None:
    ann = none.registered("Ann")
    name = str(ann.last().message["Message-ID"])
    put(none, dsn("failed", "5.1.1", returned=f"Message-ID: {name}\n"), mail_from="<>")
    assert address_of(none, ann).bounces == 1
