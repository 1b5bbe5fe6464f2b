"""What the games of this folder were mailed, as files that one can read.

`python -m tests.frozen.letters` plays them all and writes the files anew, `python -m tests.frozen.letters payola` those
of one family: read the difference before you commit it.

One folder a family. `<person>.txt` holds the text of every letter to somebody, `<person>.html` the HTML of the same
letters; of the others `others.txt` has one line a letter, with the beginning of the SHA-256 of both. An inline style
stands in the HTML as {a1b2c3}, and in `styles.txt` as it is. `templates.txt` lists what was rendered.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from sqlalchemy import update

from judge.store.tables import Player
from judge.testing.correspondent import Received
from tests.frozen.games import FAMILIES
from tests.frozen.table import Table, frozen_house, templates_used

GOLDEN = Path(__file__).parent / "letters"
IN_FULL = 1
"""So many players of each family have their letters in full, text and HTML; the GameMaster in text alone."""
MAPS: Mapping[str, int] = {"empires": 200}
"""Families that are mailed maps, and how wide, in pixels. The pictures themselves are not frozen."""

each_family = pytest.mark.parametrize("family", FAMILIES)

_STYLE = re.compile(r'(?<= style=")[^"]+(?=")|(?<=<style>)[^<]+(?=</style>)')


def _digest(text: str, length: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:length]


def _heading(number: int, mail: Received) -> str:
    return f"{number:02} {mail.message['Date']} {mail.subject}"


def _texts(box: Sequence[Received]) -> Iterator[str]:
    for number, mail in enumerate(box, 1):
        yield f"######## {_heading(number, mail)}\n{mail.text}"


def _pages(box: Sequence[Received], styles: dict[str, str]) -> Iterator[str]:
    """`styles`: name -> style, filled as they are met."""

    def named(found: re.Match[str]) -> str:
        name = _digest(found[0], 6)
        assert styles.setdefault(name, found[0]) == found[0]
        return f"{{{name}}}"

    for number, mail in enumerate(box, 1):
        yield f"<!-- {_heading(number, mail)} -->\n{_STYLE.sub(named, mail.html)}"


def _lines(who: str, box: Sequence[Received]) -> Iterator[str]:
    for number, mail in enumerate(box, 1):
        pictures = [str(part["Content-ID"]) for part in mail.message.walk() if part.get_content_maintype() == "image"]
        seen = " ".join((_digest(mail.text, 12), _digest(mail.html, 12), *pictures))
        yield f"{who} {_heading(number, mail)} | {seen}\n"


def as_files(boxes: Mapping[str, Sequence[Received]], in_full: Sequence[str], in_text: Sequence[str]) -> dict[str, str]:
    """Name of a file -> its text, for what these people (name -> letters, oldest first) were mailed."""
    styles: dict[str, str] = {}
    files = {f"{who.lower()}.txt": "\n".join(_texts(boxes[who])) for who in (*in_full, *in_text)}
    files |= {f"{who.lower()}.html": "\n".join(_pages(boxes[who], styles)) for who in in_full}
    files["others.txt"] = "".join(line for who, box in boxes.items() if who not in in_full for line in _lines(who, box))
    files["styles.txt"] = "".join(f"{name} {json.dumps(style)}\n" for name, style in sorted(styles.items()))
    return files


@dataclass(frozen=True)
class Played:
    """What a family's games were mailed: person -> letters, oldest first. `plain`: person -> how many of these came
    before all others came as JSON, too.
    """

    boxes: Mapping[str, Sequence[Received]]
    templates: Sequence[str]
    plain: Mapping[str, int]


@cache
def played(family: str) -> Played:
    """A family's games, played once in a process."""
    people, plays = FAMILIES[family]
    with tempfile.TemporaryDirectory() as folder, frozen_house(Path(folder), map_width=MAPS.get(family, 0)) as house:
        table = Table(house, *people)
        plain = {name: len(person.inbox()) for name, person in table.people.items()}
        house.judge.write(lambda work: work.session.execute(update(Player).values(wants_data=True)))
        for play in plays:
            play(table)
        boxes = {name: person.inbox() for name, person in table.people.items()}
        return Played(boxes, sorted(templates_used(house)), plain)


def frozen(family: str) -> dict[str, str]:
    """The files of a family, whose games are played now."""
    now = played(family)
    files = as_files(now.boxes, FAMILIES[family][0][:IN_FULL], tuple(now.boxes)[:1])
    files["templates.txt"] = "".join(f"{name}\n" for name in now.templates)
    return files


def kept(family: str) -> dict[str, str]:
    """The files of a family as they are kept."""
    return {path.name: path.read_bytes().decode() for path in sorted((GOLDEN / family).iterdir())}


def main(families: Sequence[str]) -> None:
    for family in families or FAMILIES:
        files = frozen(family)
        (GOLDEN / family).mkdir(parents=True, exist_ok=True)
        for path in (GOLDEN / family).iterdir():
            path.unlink()
        for name, text in files.items():
            (GOLDEN / family / name).write_bytes(text.encode())


if __name__ == "__main__":
    main(sys.argv[1:])
