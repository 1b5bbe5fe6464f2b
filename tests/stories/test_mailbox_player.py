"""The example that lives in a mailbox: it reads letters of a real judge, and answers them by SMTP."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.house import House
from tests.support.table_of_seven import Seven, seven

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "by_mail.py"


def _look_through_the_mail(house: House, table: Seven, power: str) -> str:
    """Runs the program on this player's mailbox; what it says."""
    who = table.players[power]
    host, port = house.server
    command = [sys.executable, str(EXAMPLE), str(house.mailbox / who.address), f"{host}:{port}", who.address]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    house.settle()
    return done.stdout


def test_a_program_plays_by_mail_alone(house: House) -> None:
    table = seven(house, "nmr default")
    table.tell("FRANCE", "PROFILE MAIL DATA")
    _look_through_the_mail(house, table, "FRANCE")
    house.pass_time(hours=73)
    said = _look_through_the_mail(house, table, "FRANCE")
    assert said.count("answered") == 1
    assert "8 : A PAR H" in table.tell("FRANCE", "SHOW").text
    assert _look_through_the_mail(house, table, "FRANCE") == ""
