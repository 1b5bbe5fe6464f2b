"""What a mail's writer meant, as its TOML file tells, and whether the judge has understood it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from typing import Any

from sqlalchemy import select

from judge.games.lookup import LiveGame
from judge.play.sheets import filed_by
from judge.reading.sheet import SheetLine
from judge.rules.values import Orders, Sheet, only
from judge.store.tables import LineRow, OutboundRow
from judge.testing.correspondent import Received
from tests.corpus.programs import quoted_text, sent_by
from tests.corpus.tables import MASTER, Table

CORPUS = Path(__file__).parent
_SPACE = re.compile(r"\s+")
_COMMENT = re.compile(r"\s*%.*")


@dataclass(frozen=True)
class Written:
    """A mail of the corpus; `given` is its table in the file.

    Of what was meant, `filed` is the whole sheet after it (without: what was on file before), `mistakes` lines to be
    told of as problems, `reported` lines that may be read or told of so, `done` commands done or waiting, `never` words
    of commands that must not be done, `press` who reads what; `asked` lets nothing be filed, `code` wants a code in the
    reply, and `told` these words.
    """

    part: str
    given: dict[str, Any]

    @property
    def id(self) -> str:
        own = str(self.given["id"]).removeprefix(f"{self.part}-")
        return f"{self.part}-{own}"

    @property
    def table(self) -> str:
        return str(self.given["table"])

    @property
    def seat(self) -> str:
        return str(self.given["as"])

    @property
    def meant(self) -> dict[str, Any]:
        return self.given.get("meant", {})  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Verdict:
    """`missed`: in what the judge understood it otherwise; `misfiled`: what nobody may ever see: an order filed that
    was not meant, one meant that was dropped unsaid, press sent that was not to go. `made`: the sheet after the mail,
    and what became of each of its lines.
    """

    missed: tuple[str, ...]
    misfiled: tuple[str, ...]
    reply: str
    made: tuple[str, ...]


def mails(part: str) -> Iterator[Written]:
    """Those of `frozen`, `second` or `open`, in the order of their files."""
    for file in sorted((CORPUS / part).glob("*.toml")):
        for given in tomllib.loads(file.read_text(encoding="utf-8")).get("mail", ()):
            yield Written(part, given)


def send(table: Table, mail: Written) -> Verdict:
    """Sends it, and holds what the judge did against what its writer meant."""
    given, seat = mail.given, mail.seat
    who = table.players[seat]
    if given.get("on_file", "").strip():
        table.house.tell(who, given["on_file"], to=_newest(table, seat))
    answered = _answered(table, mail)
    before, last = _on_file(table, mail), _last_rows(table)
    _post(table, mail, answered)
    return _verdict(table, mail, before, last)


def _newest(table: Table, seat: str) -> Received:
    return table.players[seat].last(lambda mail: mail.subject.startswith("[bergen]"))


def _answered(table: Table, mail: Written) -> Received | None:
    given, seat = mail.given, mail.seat
    match given.get("answers", ""):
        case "":
            return None
        case "started":
            return table.opening(seat)
        case "results":
            return table.results(seat)
        case "press":
            by = given["press_from"]
            words = given.get("press_text", "Shall we work together this year? I would like to.")
            table.house.tell(table.players[by], f"PRESS TO {seat}\n{words}\nEND PRESS", to=_newest(table, by))
        case _:
            pass
    return table.players[seat].last()


def _post(table: Table, mail: Written, answered: Received | None) -> None:
    given, who = mail.given, table.players[mail.seat]
    judge = table.house.judge.settings.address
    to = parseaddr(answered.reply_to)[1] if answered else judge
    body = given["body"].removeprefix("\n").replace("{KEY}", who.key)
    if answered:
        body = body.replace("{QUOTED}", quoted_text(answered))
    quoted = answered if given.get("quotes", False) else None
    message = sent_by(given.get("program", "plain"), body, quoted, judge, is_html=given.get("html", False))
    message["From"] = f"{who.name} <{who.address}>"
    message["To"] = to
    message["Message-ID"] = f"<{mail.id}@program.example.org>"
    message["Subject"] = given.get("subject", f"Re: {answered.subject}" if answered else "orders")
    if answered is not None:
        message["In-Reply-To"] = str(answered.message["Message-ID"])
    who.send(message)
    table.house.settle()


def _on_file(table: Table, mail: Written) -> Orders:
    with table.house.judge.db.reading() as session:
        here = table.here()
        return filed_by(session, here, _role(here, mail))


def _role(here: LiveGame, mail: Written) -> str:
    """Whose orders they are that the mail is measured by: those of its `for`, or of its writer's own seat."""
    roles = here.roles_of(mail.seat)
    return str(mail.given.get("for") or (roles[0] if roles else mail.seat))


def _last_rows(table: Table) -> tuple[int, int]:
    with table.house.judge.db.reading() as session:
        lines = session.execute(select(LineRow.id).order_by(LineRow.id.desc())).scalars().first() or 0
        letters = session.execute(select(OutboundRow.id).order_by(OutboundRow.id.desc())).scalars().first() or 0
        return lines, letters


def _shown(here: LiveGame, role: str, parts: Orders) -> tuple[str, ...]:
    """What is on file, line by line, without comments, whoever spaced it how."""
    text = here.system.show(here.view(only(role)), parts) if any(parts.values()) else ""
    lines = (_SPACE.sub(" ", _COMMENT.sub("", line)).strip() for line in text.splitlines())
    return tuple(line for line in lines if line)


def _expected(here: LiveGame, role: str, lines: Sequence[str]) -> tuple[str, ...]:
    sheet = tuple(SheetLine(number, line) for number, line in enumerate(lines, 1))
    reading = here.system.read(here.view(only(role)), role, Sheet(sheet, {}))
    return _shown(here, role, reading.parts)


def _flat(text: str) -> str:
    return _SPACE.sub(" ", text).strip().upper()


def _verdict(table: Table, mail: Written, before: Orders, last: tuple[int, int]) -> Verdict:
    here, role, meant = table.here(), _role(table.here(), mail), mail.meant
    with table.house.judge.db.reading() as session:
        answers = session.execute(select(LineRow).where(LineRow.id > last[0])).scalars().all()
        letters = session.execute(select(OutboundRow).where(OutboundRow.id > last[1])).scalars().all()
    asked = bool(meant.get("asked", False))
    missed: list[str] = []
    misfiled: list[str] = []
    was, now = _shown(here, role, before), _shown(here, role, _on_file(table, mail))
    wanted = was if asked or "filed" not in meant else _expected(here, role, meant["filed"])
    in_order = mail.table.startswith("payola")
    # A line that was broken in two is told of as one.
    problems = [text for row in answers if row.became == "problem" for text in row.text.split(" / ")]
    reported = [_flat(line) for line in meant.get("reported", ())]
    if reported and all(any(line in _flat(text) for text in problems) for line in reported):
        wanted = tuple(line for line in wanted if line in now)
        meant = {name: each for name, each in meant.items() if name != "done"}
    if (now != wanted) if in_order else (sorted(now) != sorted(wanted)):
        missed.append(f"on file: {list(now)}, meant: {list(wanted)}")
        told = _flat(" ".join(row.text for row in answers if row.became in ("problem", "waiting")))
        if set(now) - set(wanted) or any(_flat(line) not in told for line in set(wanted) - set(now)):
            misfiled.append(missed[-1])
    sent = [row for row in letters if row.purpose == "press"]
    missed += _press(table, meant.get("press", ()), sent)
    if sent and not meant.get("press"):
        misfiled.append(missed[-1])
    missed += _done(meant.get("done", ()), answers)
    against = tuple(_never(meant.get("never", ()), answers))
    missed += against
    misfiled += against
    mistakes = [_flat(line) for line in meant.get("mistakes", ())]
    missed += [f"not told: {line}" for line in mistakes if not any(line in _flat(text) for text in problems)]
    if not asked:
        missed += [
            f"called a problem: {text}"
            for text in problems
            if not any(line in _flat(text) or _flat(text) in line for line in (*mistakes, *reported))
        ]
    reply = table.players[mail.seat].last()
    if meant.get("code", False) and not reply.code:
        missed.append("no code")
    missed += [f"not said: {words}" for words in meant.get("told", ()) if _flat(words) not in _flat(reply.text)]
    made = (*(f"filed | {line}" for line in now), *map(_made, answers))
    return Verdict(tuple(missed), tuple(misfiled), reply.text, made)


def _made(row: LineRow) -> str:
    """The code of what waits for a sheet names a row, which no other run has."""
    code = row.code if row.became == "problem" else ""
    return " | ".join(_SPACE.sub(" ", each).strip() for each in (row.became, code, row.text, row.message))


def _press(table: Table, meant: Sequence[dict[str, Any]], sent: Sequence[OutboundRow]) -> Iterator[str]:
    letters = [(row.recipient, _flat(Received(row.raw).text)) for row in sent]
    if letters and not meant:
        yield f"press was sent: {letters[0][1][:60]}"
    for each in meant:
        for to in each["to"]:
            seats = [seat for seat in table.players if to in ("ALL", seat) and (to != "ALL" or seat != MASTER)]
            addresses = {table.players[seat].address for seat in seats}
            if not any(address in addresses and _flat(each["says"]) in text for address, text in letters):
                yield f"no press to {to}: {each['says']}"


def _never(words: Sequence[str], answers: Sequence[LineRow]) -> Iterator[str]:
    for row in answers:
        first = _flat(row.text).split()
        if row.became == "ok" and first and first[0] in words:
            yield f"done: {row.text}"


def _done(meant: Sequence[str], answers: Sequence[LineRow]) -> Iterator[str]:
    done = [_flat(f"{row.text} {row.message}") for row in answers if row.became in ("ok", "waiting")]
    for each in meant:
        word = _flat(each).split()[0]
        if not any(word in line for line in done):
            yield f"not done: {each}"
