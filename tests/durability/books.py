"""What must be true of a database, of the Maildirs, and of what the writers saw, whatever happened on the way."""

from __future__ import annotations

import email
import email.policy
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.games.lookup import load_state, on_file, system_of
from judge.rules.rng import Rng
from judge.rules.values import Act, Event
from judge.store.engine import Database
from judge.store.tables import ActRow, EventRow, Game, LedgerRow, PhaseRow
from tests.durability.story import Rows, rows
from tests.durability.table_of_eight import Mail


def check(database: Database, sent: Iterable[Mail]) -> Rows:
    """Every accepted mail is acted on once and answered once; money, phases and letters add up. Returns the rows."""
    found = rows(database)
    _mails(found, list(sent))
    _letters(found)
    with database.reading() as session:
        for game in session.execute(select(Game)).scalars():
            _money(session, game)
            _replay(session, game)
    return found


def _header(raw: bytes, name: str) -> str:
    return str(email.message_from_bytes(raw, policy=email.policy.compat32)[name] or "")


def _mails(found: Rows, sent: list[Mail]) -> None:
    kept: dict[str, dict[str, object]] = {}
    for row in found["inbound_mails"]:
        message_id = _header(row["raw"], "Message-ID")
        assert message_id not in kept, "one mail is kept twice"
        kept[message_id] = row
        assert row["status"] == "read", row
    replies = Counter(
        _header(row["raw"], "In-Reply-To") for row in found["outbound_mails"] if row["purpose"] == "reply"
    )
    acts = defaultdict(list)
    for row in found["acts"]:
        acts[row["mail_id"]].append(row)
    good = Counter(
        row["mail_id"]
        for row in found["inbound_lines"]
        if row["became"] == "ok" and row["text"].strip().upper().startswith(("TRANSFER", "ACCEPT"))
    )
    for mail in sent:
        assert mail.message_id in kept or not mail.accepted, "an accepted mail is lost"
        if mail.message_id not in kept:
            continue
        number = kept[mail.message_id]["id"]
        assert replies[mail.message_id] == 1
        assert len(acts[number]) == good[number]
        if mail.pays and acts[number]:
            (paid,) = acts[number]
            assert (paid["kind"], paid["role"]) == ("transfer", mail.sitter.power)
            assert (paid["data"]["amount"], paid["data"]["to"]) == mail.pays


def _letters(found: Rows) -> None:
    ids = Counter(row["message_id"] for row in found["outbound_mails"])
    assert max(ids.values()) == 1
    results = Counter(
        (row["game_id"], _written_in(found, row), row["seat_id"])
        for row in found["outbound_mails"]
        if row["purpose"] == "results"
    )
    assert not results or max(results.values()) == 1
    seats = len(found["seats"]) + 1  # and the GameMaster
    for phase in found["phases"]:
        if phase["number"] > 1:
            told = [key for key in results if key[:2] == (phase["game_id"], phase["label"])]
            assert len(told) == seats, f"{phase['label']} was told {len(told)} times"


def _written_in(found: Rows, letter: Mapping[str, Any]) -> str:
    """The label of the phase that was open when a letter was written."""
    game = [each for each in found["phases"] if each["game_id"] == letter["game_id"]]
    begun = [each for each in game if each["opened_at"] <= letter["made_at"]]
    return str(max(begun, key=lambda each: int(each["number"]))["label"])


def _money(session: Session, game: Game) -> None:
    system = system_of(game)
    sums: Counter[tuple[str, str]] = Counter()
    query = select(LedgerRow).where(LedgerRow.game_id == game.id)
    for row in session.execute(query).scalars():
        sums[row.account, row.currency] += row.amount
    assert sums == Counter(system.accounts(load_state(game, system)))
    # Transfers: what the acts say is what the accounts got.
    moved: Counter[str] = Counter()
    for act in session.execute(select(ActRow).where(ActRow.kind == "transfer")).scalars():
        moved[act.role] -= act.data["amount"]
        moved[act.data["to"]] += act.data["amount"]
    entered: Counter[str] = Counter()
    for row in session.execute(query).scalars():
        if "transfer" in row.reason.lower():
            entered[row.account] += row.amount
    assert {power: amount for power, amount in moved.items() if amount} == {
        power: amount for power, amount in entered.items() if amount
    }


def _replay(session: Session, game: Game) -> None:
    """Each phase, played again from its beginning with the acts and orders on file, leads to what came next."""
    system = system_of(game)
    phases = list(
        session.execute(select(PhaseRow).where(PhaseRow.game_id == game.id).order_by(PhaseRow.number)).scalars()
    )
    assert [row.number for row in phases] == list(range(1, len(phases) + 1))
    assert [row.closed_at is None for row in phases] == [False] * (len(phases) - 1) + [True]
    ends = [row.state_before for row in phases[1:]] + [game.state]
    for row, end in zip(phases, ends, strict=True):
        state = system.load(row.state_before)
        acts = select(ActRow).where(ActRow.game_id == game.id, ActRow.phase == row.label).order_by(ActRow.number)
        for act in session.execute(acts).scalars():
            state = system.act(state, act.role, Act(act.kind, act.data)).state
        if row.closed_at is not None:
            orders = {role: filed.parts for role, filed in on_file(session, game, row.label).items()}
            outcome = system.adjudicate(state, orders, Rng(game.seed, row.label, game.run))
            state = outcome.state
            recorded = select(EventRow).where(EventRow.game_id == game.id, EventRow.phase == row.label)
            kinds = Counter(event.kind for event in session.execute(recorded).scalars())
            assert kinds["statement"] == _count(outcome.events, "statement"), row.label
            assert kinds["movement"] == _count(outcome.events, "movement"), row.label
        assert system.dump(state) == end, f"{row.label} played again leads elsewhere"


def _count(events: Iterable[Event], kind: str) -> int:
    return sum(event.kind == kind for event in events)


def delivered(mailbox: Path) -> Counter[str]:
    """Message-ID -> how often it lies in the Maildirs; copies of one mail are the same to the byte."""
    found: dict[str, bytes] = {}
    counted: Counter[str] = Counter()
    for file in mailbox.glob("*/new/*"):
        raw = file.read_bytes()
        message_id = _header(raw, "Message-ID")
        assert found.setdefault(message_id, raw) == raw
        counted[message_id] += 1
    return counted
