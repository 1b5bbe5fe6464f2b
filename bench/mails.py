"""What else stands in an order mail: courtesies and the letter that it answers, prose; and what other games there are.

The same sheet of Payola each time, in a mail that comes alone, on SQLite: the clerk's whole round, its least of some
tries, so that it can be compared on a machine that others use.
"""

from __future__ import annotations

import gc
import logging
import tempfile
import time
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import select, update

from bench._games import multiplied
from judge.app import open_judge
from judge.clock import SetClock
from judge.mail.read import own_forms
from judge.mailbox.intake import Intake
from judge.settings import Settings
from judge.store import secret
from judge.store.migrate import migrate
from judge.store.nodes import Node
from judge.store.tables import Game, OutboundRow, Seat
from judge.workers.clerk import Clerk
from tests.durability.table_of_eight import GAME, SHEETS, mail_of, seat_the_table
from tests.support.house import HOST_SECRET

TRIES = 12
GAMES = 10_000
ROLE = "FRANCE"
GREETING = "Dear judge,\n\nhere are my offers for this phase.\n\n"
SIGNATURE = "\n\nKind regards,\nFleur\n\n-- \nFleur Dupont\n12 rue de la Paix, Paris\n"
TALK = "I have been thinking about what Edward wrote {} weeks ago, and I am no longer sure that he meant it.\n"


def _prose(lines: int) -> str:
    return "".join(map(TALK.format, range(lines)))


def measure() -> dict[str, float]:
    """Milliseconds of CPU by kind of mail."""
    logging.getLogger("judge").setLevel(50)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = f"sqlite:///{folder}/judge.db"
        settings = Settings(
            database=database, creators="*", replies_per_hour=1_000_000, secret_file=folder / "judge.secret"
        )
        migrate(database)
        sitter = seat_the_table(database, folder, live=True)[ROLE]
        if secret.read(settings) is None:
            secret.write(secret.file_for(settings), HOST_SECRET)
        judge = open_judge(settings, SetClock(datetime.now(UTC)))
        stack.callback(judge.db.close)
        clerk, intake = Clerk(judge, stack.enter_context(Node(judge.db, "serve"))), Intake(judge)
        clerk.work_off()
        gc.freeze()  # as the daemon does
        sheet = "\n".join(SHEETS[ROLE])

        def least(text: str) -> float:
            spent = []
            for _ in range(TRIES):
                mail = mail_of(sitter, text)
                intake.accept(sitter.address, (mail.to,), mail.raw)
                begun = time.process_time()
                clerk.work_off()
                spent.append(time.process_time() - begun)
            return min(spent) * 1000

        with judge.db.reading() as session:
            query = select(OutboundRow.raw).where(OutboundRow.recipient == sitter.address)
            letter = own_forms(session.scalars(query.order_by(OutboundRow.id.desc())).first() or b"").plain
        quoted = "\nThe Judge wrote:\n" + "".join(f"> {line}\n" for line in letter).encode("ascii", "replace").decode()
        found = {
            "bare": least(sheet),
            "with a greeting, a signature and our letter quoted": least(GREETING + sheet + SIGNATURE + quoted),
            "with 10 kB of prose": least(f"{sheet}\n\n{_prose(100)}"),
            "with 100 kB of prose": least(f"{sheet}\n\n{_prose(1_000)}"),
        }
        multiplied(judge, GAMES)
        with judge.db.writing() as session:  # in which the writer does not sit
            (game,) = session.scalars(select(Game.id).where(Game.name == GAME))
            others = update(Seat).where(Seat.game_id != game).values(player_id=None)
            session.execute(others)
        found[f"bare, at {GAMES} games"] = least(sheet)
    logging.getLogger("judge").setLevel(logging.NOTSET)
    return found


def rows() -> list[tuple[str, str, str]]:
    """(what, measured, target) for `make bench`."""
    found = measure()
    bare = found["bare"]
    targets = {
        "with a greeting, a signature and our letter quoted": "1.2 times",
        "with 10 kB of prose": "3 times",
        "with 100 kB of prose": "11 times",
        f"bare, at {GAMES} games": "1.0 times",
    }
    return [
        (f"an order mail {kind}", f"{spent:.1f} ms CPU, {spent / bare:.1f} times", targets.get(kind, ""))
        for kind, spent in found.items()
    ]
