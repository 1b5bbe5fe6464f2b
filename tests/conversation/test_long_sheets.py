"""Mails that are too long (fault C9): read as far as anybody needs, and said so."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.conversation.carried_out import ORDER_LINES
from judge.conversation.interpretation import COMMANDS
from tests.support.house import open_house
from tests.support.table_of_seven import seven


@pytest.mark.fault("C9")
def test_c9_lines_beyond_the_limit_are_not_read_and_the_reply_says_so(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        table = seven(house)
        reply = table.tell("FRANCE", "\n".join(["1 : A PAR - BUR"] * ORDER_LINES + ["7 : A MUN - RUH"] * 600))
        assert f"can hold {ORDER_LINES} lines of orders" in " ".join(reply.text.split())
        shown = table.tell("FRANCE", "SHOW").text
        assert "1 : A PAR - BUR" in shown
        assert "A MUN - RUH" not in shown


@pytest.mark.fault("C9")
def test_c9_commands_beyond_the_limit_are_not_read_and_mail_nobody(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        table = seven(house)
        before = len(table.players["ITALY"].inbox())
        lines = ["PRESS TO ITALY: hello"] * (COMMANDS + 30)
        reply = table.tell("FRANCE", "\n".join(["A PAR - BUR", *lines, "8 : A PAR - PIC"]))
        told = " ".join(reply.text.split())
        # The last one read is the KEY or a command, whichever house.tell has put above the others.
        assert f"A mail can hold {COMMANDS} commands. I did not read this one and those below it" in told
        assert COMMANDS - 1 <= len(table.players["ITALY"].inbox()) - before <= COMMANDS
        assert "A PAR - PIC" not in table.tell("FRANCE", "SHOW").text


@pytest.mark.fault("C9")
def test_c9_a_code_is_asked_for_what_was_read_and_no_more(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        table = seven(house)
        lines = ["GAME oslo", "EXTEND 1h", *["STATUS"] * COMMANDS, "EXTEND 5h"]
        house.tell(table.master, "\n".join(lines), key=False)
        asking = table.master.last(lambda mail: mail.code != "")
        asked = asking.text.partition("CONFIRM ")[0]
        assert "EXTEND 1h" in asked
        assert "> EXTEND 5h" not in asked
        done = house.tell(table.master, f"CONFIRM {asking.code}", to=asking, key=False).text
        assert "> EXTEND 1h" in done
        assert "those below it" not in " ".join(done.split())
