"""No state in sentences: with every sentence of letters and records reworded the judge does the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from judge.commands.players.join import WRONG_WORDS
from judge.letters.renderer import Renderer
from judge.letters.values import Answer, Block, Section
from judge.mail.text.quotations import REPLY_MARKER
from judge.mail.values import Letter
from judge.play import journal, ledger, sheets
from judge.rules.problems import Problem
from judge.rules.values import Posting, Result
from judge.store.migrate import migrate
from judge.store.tables import (
    Dispatch,
    Game,
    InboundRow,
    Joining,
    JournalRow,
    LedgerRow,
    LineRow,
    OrdersRow,
    OutboundRow,
    PhaseRow,
)
from judge.testing.correspondent import Correspondent, Received
from tests.support.house import House, open_house
from tests.support.table_of_seven import seven

MARK = "¤ "
KEPT: dict[Any, tuple[str, ...]] = {
    Game: ("name", "status"),
    InboundRow: ("id", "status", "proof", "cost", "attempts"),
    LineRow: ("mail_id", "number", "text", "became", "code"),
    OutboundRow: ("recipient", "purpose", "proof", "problems", "press", "encloses", "status"),
    OrdersRow: ("run", "phase", "role", "part", "revision", "text", "written"),
    PhaseRow: ("run", "label", "closed_at"),
    LedgerRow: ("run", "phase", "account", "amount", "reverses"),
    Dispatch: ("kind", "signed", "sender", "named", "reach", "text", "status"),
    JournalRow: ("player_id", "kind"),
    Joining: ("game_id", "player_id"),
}
"""What the judge did: tables with their columns that hold no sentence."""


def reworded(text: str) -> str:
    """The sentence in other words, and no word of it as it was; once."""
    return text if not text.strip() or text.startswith(MARK) else f"{MARK}{text.swapcase()[::-1]}"


def _letter(letter: Letter) -> Letter:
    """Only what people must send back stays: the marker, and the lines with codes."""
    lines = [
        line if REPLY_MARKER in line or line.lstrip().startswith("CONFIRM ") or not line.strip() else reworded(line)
        for line in letter.text.split("\n")
    ]
    return replace(letter, subject=reworded(letter.subject), text="\n".join(lines), html="", images=())


def _reword_everything(patch: pytest.MonkeyPatch) -> None:
    def at_birth(kind: Any, **fields: Callable[[Any], Any]) -> None:
        made = kind.__init__

        def init(self: object, *given: Any, **named: Any) -> None:
            made(self, *given, **named)
            for name, change in fields.items():
                object.__setattr__(self, name, change(getattr(self, name)))

        patch.setattr(kind, "__init__", init)

    at_birth(Answer, message=reworded, hint=reworded)
    at_birth(Problem, message=reworded, hint=reworded)
    at_birth(Block, title=reworded)
    at_birth(Result, summary=reworded)
    at_birth(Posting, reason=reworded)
    at_birth(Section, notes=lambda notes: tuple(map(reworded, notes)))
    submit, rendered, note, correct = sheets.submit, Renderer.render, journal.note, ledger.correct

    def submitted(*given: Any) -> sheets.Submitted:
        done = submit(*given)
        done.notes[:] = map(reworded, done.notes)
        return done

    def corrected(session: Any, game: Any, phase: str, system: Any, state: Any, reason: str, at: Any) -> None:
        correct(session, game, phase, system, state, reworded(reason), at)

    def noted(work: Any, game: Any, text: str, *given: Any, **named: Any) -> None:
        note(work, game, reworded(text), *given, **named)

    patch.setattr(sheets, "submit", submitted)
    patch.setattr(Renderer, "render", lambda *given, **named: _letter(rendered(*given, **named)))
    patch.setattr(journal, "note", noted)
    patch.setattr(ledger, "correct", corrected)


def _latest(house: House, who: Correspondent, *purposes: str) -> Received:
    """The latest letter of these purposes, whatever its subject."""
    query = select(OutboundRow.message_id).where(
        OutboundRow.recipient == who.address, OutboundRow.purpose.in_(purposes)
    )
    found = house.one(query.order_by(OutboundRow.id.desc()).limit(1))
    return who.last(lambda mail: str(mail.message["Message-ID"]) == found)


def _said(house: House, who: Correspondent, text: str, *purposes: str) -> Received:
    """Somebody answers their latest letter of these purposes, without a KEY; the judge's answer."""
    return house.tell(who, text, to=_latest(house, who, *purposes), key=False)


def _play(house: House, reword: Callable[[], None]) -> dict[str, list[tuple[object, ...]]]:
    """A few days at a judge, once its game has begun; what it did."""
    table = seven(house, "press choice", "inherit on")
    manus, fleur, italo, greta = table.master, *(table.players[role] for role in ("FRANCE", "ITALY", "GERMANY"))
    nora = house.registered("Nora")
    reword()
    # So many wrong words a day.
    house.tell(manus, "CREATE DIPLOMACY lund\nmovement 72h\nword sesame\nEND CREATE")
    for number in range(WRONG_WORDS + 1):
        house.tell(greta, f"JOIN lund WITH word{number}")
    house.tell(greta, "JOIN lund WITH sesame")
    # Half a sheet in answer to problems is asked about.
    _said(house, fleur, "5 : A PAR - BUR\n4 : A MAR - SPAA\n3 : F BRE - MID", "started")
    _said(house, fleur, "4 : A MAR - SPA", "reply")
    # Press: to a seat, and unsigned, to and fro.
    house.tell(italo, "GAME oslo\nPRESS TO FRANCE\nShall we?\nEND PRESS")
    asked = _said(house, fleur, "Gladly.\nTRANSFER 2 TO ITALY", "press")
    house.tell(fleur, f"CONFIRM {asked.code}", to=asked, key=False)
    house.tell(italo, "GAME oslo\nPRESS GREY TO FRANCE\nWho am I?\nEND PRESS")
    house.pass_time(minutes=16)
    asked = _said(house, fleur, "Nobody knows.", "press")
    house.tell(fleur, f"CONFIRM {asked.code}", to=asked, key=False)
    asked = _said(house, italo, "Nor shall they.", "press")
    house.tell(italo, f"CONFIRM {asked.code}", to=asked, key=False)
    house.pass_time(minutes=16)
    _said(house, fleur, "REPORT This is abuse.", "press")
    # A GameMaster's command of a player is told once a day.
    for _ in range(2):
        house.tell(italo, "GAME oslo\nPAUSE")
    # The newspaper is nobody's letter.
    house.tell(italo, "GAME oslo\nARTICLE\nAll is well.\nEND ARTICLE")
    for player in table.players.values():
        house.tell(player, "GAME oslo\nNO ORDERS")
    house.pass_time(hours=73)
    _said(house, fleur, "5 : A PAR - BUR", "newspaper")
    # What a rollback enters does not count; the letter book is of those who sat there.
    house.tell(manus, "GAME oslo\nROLLBACK S1901M")
    house.tell(fleur, "GAME oslo\nRESIGN")
    house.tell(nora, "TAKEOVER oslo AS FRANCE")
    # A practice phase stays open for a line to mend.
    house.tell(italo, "PRACTICE payola AS FRANCE")
    house.tell(italo, "5 : A PAR - BUR\n4 : A MAR HOLDD\nNO ORDERS")
    # The GameMaster ends a game, and gives a reason.
    asked = house.tell(manus, "GAME oslo\nEND GAME WIN ITALY: All agree.")
    house.tell(manus, f"CONFIRM {asked.code}", to=asked, key=False)
    with house.judge.db.reading() as session:
        return {
            table.__tablename__: [
                tuple(map(str, row))
                for row in session.execute(select(*(getattr(table, name) for name in names)).order_by(table.id))
            ]
            for table, names in KEPT.items()
        }


def test_the_judge_does_the_same_when_every_sentence_is_reworded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def played(folder: Path, reword: Callable[[], None]) -> dict[str, list[tuple[object, ...]]]:
        folder.mkdir()
        url = f"sqlite:///{folder / 'judge.db'}"
        migrate(url)
        with open_house(url, folder, entropy=random.Random(7).randbytes) as house:
            return _play(house, reword)

    as_it_is = played(tmp_path / "one", lambda: None)
    assert {code for *_, code in as_it_is["inbound_lines"]} >= {"join/wrong-word", "join/words", "game/not-master"}
    assert any(row[2] for row in as_it_is["orders"])
    assert ("oslo", "ended") in as_it_is["games"]
    with monkeypatch.context() as patch:
        in_other_words = played(tmp_path / "other", lambda: _reword_everything(patch))
    for name, rows in as_it_is.items():
        assert in_other_words[name] == rows, name
