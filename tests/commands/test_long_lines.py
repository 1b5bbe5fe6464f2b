"""However long a line is, it is read to its end in one pass: one player's mail holds up nobody."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.app import Work
from judge.commands.command import Line, Needs, commands
from judge.commands.request import Cursor, Progress, Request
from judge.identity.trust import Writer
from judge.mail.read import read_mail
from judge.mail.values import Proof
from judge.rules.problems import Refused
from judge.rules.registry import systems
from judge.store.tables import Game, InboundRow, Player
from judge.testing.laws import patience
from tests.support.house import House, open_house
from tests.support.soaking import some, stride
from tests.support.table_of_seven import seven

LENGTH = 100_000
SHAPES = ("x{0}y", "a {0} b", "FROM x{0}y", "TO x{0}y", "a{0}b WITH c")
RUNS = (" ", "@", "x", ",", ".", "=", "1", "to ", "as ", "but ", "with ", "grey ")
LINES = tuple((shape, run) for run in RUNS for shape in SHAPES)
STEP = stride(1, 5)
"""Of so many lines a command gets one in `make test`; the next command gets others."""


@pytest.fixture(scope="module")
def house(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("long_lines")
    shutil.copyfile(sqlite_template, folder / "judge.db")
    with open_house(f"sqlite:///{folder / 'judge.db'}", folder) as opened:
        seven(opened)
        yield opened


@pytest.mark.parametrize("name", some(sorted(commands()), 3))
def test_no_line_holds_everybody_up(house: House, name: str) -> None:
    systems()  # HELP loads the rules, which takes its own time
    command = commands()[name]

    def carry_out_all(work: Work) -> None:
        game = work.session.execute(select(Game)).scalar_one()
        row = work.session.execute(select(InboundRow).order_by(InboundRow.id).limit(1)).scalar_one()
        ids = select(Player.id).order_by(Player.id)
        who = game.master_id if command.needs == Needs.MASTER else work.session.execute(ids).scalars().all()[-1]
        writer = Writer(work.session.get_one(Player, who), frozenset({Proof.CODE}), None)
        mail = read_mail(row.raw, (), address="")
        for shape, run in LINES[sorted(commands()).index(name) % STEP :: STEP]:
            rest = shape.format(run * (LENGTH // len(run)))
            request = Request(work, writer, row, mail, row.accepted_at, Progress(Cursor(game)))
            with work.session.begin_nested() as unit:
                with patience(f"{name} {shape} of {run!r}"), contextlib.suppress(Refused):
                    command.carry_out(request, Line(1, rest, rest))
                unit.rollback()

    house.judge.write(carry_out_all)
