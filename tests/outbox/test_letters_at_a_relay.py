"""A judge's letters at a real relay that wants a login, has a quota, or insists on its own sender."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from judge.cli.main import main
from judge.outbox.delivery import WAITS
from judge.store.tables import Address, OutboundRow
from tests.support.far_relay import Relay
from tests.support.house import House, open_house

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eva", "Fay"]


@pytest.fixture
def house_at(sqlite_url: str, tmp_path: Path, relay_with: Callable[..., Relay]) -> Any:
    """A house whose six letters are on their way to this relay."""

    def start(relay: Relay, **settings: Any) -> Any:
        return open_house(sqlite_url, tmp_path, relay=f"smtp://127.0.0.1:{relay.port}?tls=none", **settings)

    return start


def register(house: House) -> None:
    for name in NAMES:
        house.person(name).write(f"REGISTER {name}")
    house.settle()


def statuses(house: House) -> list[str]:
    return list(house.every(select(OutboundRow.status).where(OutboundRow.purpose == "welcome")))


@pytest.mark.parametrize(
    "answer",
    ["550 5.4.5 Daily sending limit exceeded", "530 5.7.0 Authentication required", "554 5.7.1 Relaying denied"],
)
@pytest.mark.parametrize("where", ["MAIL", "RCPT", "content"])
def test_o1_no_letter_is_lost_and_no_address_blamed_while_the_relay_refuses_the_judge(
    relay: Relay, house_at: Any, answer: str, where: str
) -> None:
    if where == "content" and answer.startswith("554"):
        answer = "550 5.7.1 Daily user sending quota exceeded"
    with house_at(relay) as house:
        if where == "RCPT":
            relay.far.rcpt["*"] = answer
        elif where == "MAIL":
            relay.far.mail = [answer] * 20
        else:
            relay.far.data = [answer] * 20
        register(house)
        house.settle()
        assert statuses(house) == ["queued"] * 6
        assert not house.every(select(Address).where(Address.bounces > 0))
        (alert,) = house.every(select(OutboundRow).where(OutboundRow.purpose == WAITS))
        assert alert.status == "queued"
        relay.far.rcpt.clear()
        relay.far.mail, relay.far.data = [], []
        house.pass_time(minutes=10)
        assert statuses(house) == ["sent"] * 6
        assert len(relay.far.taken) == 7


def test_judge_queue_says_that_the_relay_wants_a_login(relay: Relay, house_at: Any, sqlite_url: str) -> None:
    relay.far.user = "judge@mail.example"
    with house_at(relay) as house:
        register(house)
        result = CliRunner().invoke(main, ["queue"], env={"JUDGE_DATABASE": sqlite_url, "COLUMNS": "250"})
    waiting = [line for line in result.output.splitlines() if "@example.org" in line]
    assert len(waiting) == len(NAMES)
    assert all("530 5.7.0 Authentication required" in line for line in waiting)


def test_a_relay_gets_so_many_letters_an_hour(relay: Relay, house_at: Any) -> None:
    with house_at(relay, relay_per_hour=4) as house:
        register(house)
        assert len(relay.far.taken) == 4
        house.pass_time(minutes=61)
        assert len(relay.far.taken) == 6


def test_a_relay_that_insists_on_its_own_sender_takes_letters_of_the_account(relay: Relay, house_at: Any) -> None:
    relay.far.senders = {"judge@judge.localhost"}
    with house_at(relay) as house:
        register(house)
        assert statuses(house) == ["queued"] * 6
    with house_at(relay, mail_from="account") as house:
        house.pass_time(minutes=10)
        assert statuses(house) == ["sent"] * 6
        assert {sender for sender, _, _ in relay.far.taken} == {"judge@judge.localhost"}
