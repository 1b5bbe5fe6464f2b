"""Keeps a database of today's schema with running games of every family: `python -m tests.store.keep` plays them and
writes `tests/store/kept/<revision>.sql.gz` (what sqlite3's `.dump` writes, zipped) and `<revision>.json` (what the
people have of it: keys, the addresses to answer to, a code). What is kept is never written again.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from sqlalchemy import JSON, Boolean, DateTime, MetaData, insert, make_url, text
from sqlalchemy.types import TypeEngine

from judge.cli.main import main
from judge.cli.tools.correspondent import Correspondent, Received
from judge.store.engine import file_of, make_engine
from judge.store.migrate import head, migrate
from tests.frozen.table import MASTER, OBSERVER, Table, form, frozen_house, pinned
from tests.support.house import House, open_house

KEPT = Path(__file__).parent / "kept"
PLAYERS = ("Anna", "Bert", "Carl", "Dora")
SECRET_OUTSIDE = "0010"
"""With this schema the secret of the database came to count no more, and with it the addresses to answer to."""
HOURS = 168
"""The length of every phase, so that all games are in step."""

MOVES = tuple(f"{kind} {HOURS}h" for kind in ("movement", "retreats", "adjustments"))
TWO = (*MOVES, "nmr default", "dummies ENGLAND GERMANY ITALY RUSSIA TURKEY")
POWERS = {"Anna": "AUSTRIA", "Bert": "FRANCE"}
ELEVEN = "FRANCE SAVOY GENOA AUSTRIA MILAN FERRARA PAPACY NAPLES SICILY DALMATIA TURKEY"
STAGES = tuple(f"{kind} {HOURS}h" for kind in ("distribution", "voting", "closing"))

GAMES: Mapping[str, tuple[str, tuple[str, ...], Mapping[str, str]]] = {
    "paris": ("diplomacy", TWO, POWERS),
    "oslo": ("payola", TWO, POWERS),
    "fog": ("payola", ("variant tincup", *TWO), POWERS),
    "bourse": (
        "payola",
        ("variant exchange", "players 3", *MOVES, f"exchange {HOURS}h", "nmr default"),
        dict.fromkeys(PLAYERS[:3], ""),
    ),
    "italy": (
        "machiavelli",
        (f"adjustment {HOURS}h", f"dummies {ELEVEN}"),
        {"Anna": "FLORENCE", "Bert": "VENICE"},
    ),
    "corner": ("empires", (f"turn {HOURS}h", "dummies SO"), {"Anna": "EA", "Bert": "NO", "Carl": "WE"}),
    "hoard": ("pirates", (*STAGES, "players 4", "garnets 1"), dict.fromkeys(PLAYERS, "")),
}
"""Name -> system, options, and who asks for which seat."""

OPENINGS: Mapping[str, Mapping[str, str]] = {
    "paris": {"Anna": "A VIE - TYR\nF TRI - ADR", "Bert": "A PAR - BUR"},
    "oslo": {"Anna": "4 : F TRI - ALB\n5 : A VEN - PIE", "Bert": "ACCEPT F?\n4 : A PAR - BUR"},
    "fog": {"Anna": "4 : F TRI - ALB\n5 : A VEN - TYR", "Bert": "4 : A PAR - BUR"},
    "bourse": {"Anna": "BUY 4 FRANCE\nELECT FRANCE ANNA", "Bert": "BUY 3 ITALY\nELECT ITALY BERT"},
    "italy": {"Anna": "Raise army in Firenze\nGive 3 ducats to Venice", "Bert": "Raise F Venezia\nRaise A Verona"},
    "corner": {"Bert": "1 MOVE AKE CAL AB-1\n15 ORDER 3\nMESSAGE EA Shall we?", "Carl": "1 LEVY KEL\n2 GROW KEL"},
    "hoard": {},
}


def begin(table: Table) -> None:
    """Every game has played one phase and waits in the next, with something on file in each."""
    for name, (system, options, seats) in GAMES.items():
        table.create(system, name, (f"title The game of {name}", *options), seats, watched=name == "paris")
        table.post(name, OPENINGS[name])
    table.wait(HOURS + 1)
    for name, sheet in SECOND.items():
        table.post(name, {"Anna": sheet or form(table.newest(name, "Anna"))})
    table.tell("oslo", "Anna", "TRANSFER 3 TO FRANCE\nPRESS LATER TO FRANCE: For the pheasants.")
    table.tell("oslo", "Bert", "TRANSFER 2 TO AUSTRIA", key=False)


SECOND: Mapping[str, str] = {
    "paris": "A TYR - MUN",
    "oslo": "6 : A VIE - TYR",
    "fog": "6 : A VIE - TRI",
    "bourse": "FOR FRANCE\n5 : A PAR - BUR",
    "italy": "A FIR - PST",
    "corner": "1 LEVY ELM\n2 GROW FEN",
    "hoard": "",
}
"""What Anna has on file; where nothing stands, the form that she was mailed."""


def _person(who: Correspondent) -> dict[str, Any]:
    """What somebody still has: the key, the address to answer to for each game, a code that waits."""
    answers: dict[str, str] = {}
    for mail in who.inbox():
        game = mail.subject.removeprefix("Re: ").partition("]")[0].removeprefix("[")
        if game in GAMES:
            answers[game] = mail.reply_to
    codes = [mail.code for mail in who.inbox() if mail.code]
    return {"address": who.address, "key": who.key, "answers": answers, "code": codes[-1] if codes else ""}


def keep() -> None:
    """Plays the games and writes both files. FileExistsError rather than overwrite anything."""
    revision = head()
    with tempfile.TemporaryDirectory() as folder:
        with frozen_house(Path(folder)) as house:
            people = (MASTER, OBSERVER, *PLAYERS)
            table = Table(house, *PLAYERS)
            for name in people:
                table.fresh(name, "PROFILE MAIL PLAIN")
            begin(table)
            has = {name: _person(table.people[name]) for name in people}
            moment = house.clock.now().isoformat()
        with sqlite3.connect(f"{folder}/judge.db") as database:
            dump = "\n".join(database.iterdump()) + "\n"
        database.close()
    KEPT.mkdir(exist_ok=True)
    with (KEPT / f"{revision}.sql.gz").open("xb") as file:
        file.write(gzip.compress(dump.encode(), mtime=0))
    with (KEPT / f"{revision}.json").open("x", encoding="utf-8") as text:
        json.dump({"moment": moment, "people": has}, text, indent=1)
        text.write("\n")


def put_back(revision: str, url: str, folder: Path) -> None:
    """The kept database of this revision, as the database at this URL, which is empty; `folder` has room for a file."""
    dump = gzip.decompress((KEPT / f"{revision}.sql.gz").read_bytes()).decode()
    file = file_of(make_url(url))
    with sqlite3.connect(file or folder / "kept.db") as database:
        database.executescript(dump)
        if file is None:
            database.row_factory = sqlite3.Row
            _copy_to_postgresql(database, url, revision)
    database.close()


def _copy_to_postgresql(source: sqlite3.Connection, url: str, revision: str) -> None:
    migrate(url, revision)
    engine = make_engine(url)
    tables = MetaData()
    tables.reflect(engine)
    with engine.begin() as target:
        target.execute(text("SET session_replication_role = replica"))  # rows may come before those they refer to
        for table in tables.tables.values():
            if table.name == "alembic_version":
                continue
            for each in table.c:
                if isinstance(each.type, JSON):
                    each.type.none_as_null = True  # no value at all is not JSON's word null
            rows = [
                {each.name: _as_there(each.type, row[each.name]) for each in table.c}
                for row in source.execute(f"SELECT * FROM {table.name}")
            ]
            if rows:
                target.execute(insert(table), rows)
            highest = f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), max(id)) FROM {table.name}"
            target.execute(text(highest))
    engine.dispose()


def _as_there(kind: TypeEngine[Any], value: Any) -> Any:
    """A value of SQLite's as PostgreSQL has it in a column of this kind."""
    if value is None:
        return None
    if isinstance(kind, JSON):
        return json.loads(value)
    if isinstance(kind, DateTime):
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    return bool(value) if isinstance(kind, Boolean) else value


class Returned(Table):
    """The people of a kept database, back at their tables. What they were mailed before is no longer there."""

    def __init__(self, house: House, people: Mapping[str, Mapping[str, Any]], *, outdated: bool = False) -> None:
        self.house = house
        self.outdated = outdated
        self.people = {}
        self.answers = {name: has["answers"] for name, has in people.items()}
        for name, has in people.items():
            self.people[name] = house.person(name)
            self.people[name].key = has["key"]

    def answer_kept(self, name: str, who: str, text: str, *, key: bool = False) -> Received:
        """Somebody answers the newest mail of the game that they had when the database was kept; with their KEY, if its
        address proves nothing any more.
        """
        writer = self.people[who]
        proof = f"KEY {writer.key}\n" if key or self.outdated else ""
        message_id = writer.write(proof + text, to=self.answers[who][name])
        self.house.settle()
        return writer.last(lambda mail: str(mail.message["In-Reply-To"]) == message_id)


def judge(url: str, *words: str) -> Result:
    """A command of the judge on this database."""
    return CliRunner().invoke(main, words, env={"JUDGE_DATABASE": url})


@contextmanager
def reopened(revision: str, url: str, folder: Path) -> Iterator[Returned]:
    """The kept database of this revision at this URL, migrated, with its judge at work the moment it was kept."""
    put_back(revision, url, folder)
    migrated = judge(url, "migrate")
    assert migrated.exit_code == 0, migrated.output
    kept = json.loads((KEPT / f"{revision}.json").read_text("utf-8"))
    moment = datetime.fromisoformat(kept["moment"])
    with open_house(url, folder, start=moment, entropy=pinned("later"), replies_per_hour=1_000_000) as house:
        yield Returned(house, kept["people"], outdated=revision < SECRET_OUTSIDE)


if __name__ == "__main__":
    keep()
