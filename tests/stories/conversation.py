"""docs/conversation.md, played: `python -m tests.stories.conversation` writes the judge's answers into the page anew.

Below "NAME writes:" stands a mail, below "The judge answers:" its answer, each indented by four blanks.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from judge.store.migrate import migrate
from tests.support.house import House, open_house
from tests.support.table_of_seven import PLAYERS, seven

PAGE = Path(__file__).parents[2] / "docs" / "conversation.md"
A_CODE = "mnbvcxy234qwertz"
"""Stands on the page for every code: each is drawn anew."""
_TURN = re.compile(
    r"(?P<writer>\w+) writes:\n\n(?P<mail>(?:    .*\n|\n)+)The judge answers:\n\n(?P<answer>(?:    .*\n|\n)+)"
)


def played(page: str, house: House) -> str:
    """The page with the answers that a judge gives to its mails, in their order."""
    table = seven(house)
    powers = {player: power for power, player in PLAYERS.items()}

    def turn(found: re.Match[str]) -> str:
        words = "\n".join(line.removeprefix("    ") for line in found["mail"].strip("\n").split("\n"))
        answer = _told(table.tell(powers[found["writer"]], words, key=False).text)
        return f"{found['writer']} writes:\n\n{found['mail']}The judge answers:\n\n{answer}\n"

    return _TURN.sub(turn, page).rstrip("\n") + "\n"


def _told(text: str) -> str:
    """An answer, indented: without the mark on top and the closing words; with one code for all."""
    body = text.partition("\n-- \n")[0].partition("\n")[2].replace("\r", "")
    body = re.sub(r"CONFIRM \w+", f"CONFIRM {A_CODE}", body)
    lines = (f"    {line}".rstrip() for line in body.strip("\n").split("\n"))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/judge.db"
        migrate(url)
        with open_house(url, Path(folder)) as there:
            PAGE.write_text(played(PAGE.read_text(encoding="utf-8"), there), encoding="utf-8")
    sys.exit(0)
