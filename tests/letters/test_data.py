"""Letters as JSON (docs/data.md): every letter of a played game of each family keeps to the schemas, and a letter says
the same as JSON as it does in words.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import judge.letters
import judge.rules
from judge.letters.data import KEYS, LEFT_OUT
from judge.letters.renderer import Renderer
from judge.mail.values import Letter
from judge.testing.correspondent import Received
from tests.frozen.letters import each_family, played
from tests.letters.examples import letters
from tests.support.house import House
from tests.support.table_of_seven import seven

LETTER = Path(judge.letters.__file__).parent / "letter.schema.json"
RULES = Path(judge.rules.__file__).parent


@cache
def _validator(path: Path) -> Draft202012Validator:
    schema = json.loads(path.read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def data_of(mail: Received) -> Any:
    """What a mail brings as letter.json; None where it brings none."""
    for part in mail.message.walk():
        if part.get_filename() == "letter.json":
            assert part.get_content_type() == "application/json"
            return json.loads(bytes(part.get_payload(decode=True)))
    return None


def _wrong(said: Mapping[str, Any]) -> Iterator[str]:
    game = said.get("game")
    families = [RULES / game["rules"] / "letter.schema.json"] if game else []
    for path in (LETTER, *families):
        for error in _validator(path).iter_errors(said):
            yield f"{said['letter']} ({said['subject']}): {error.json_path}: {error.message[:200]}"


def _told_in_words(said: Mapping[str, Any], text: str) -> Iterator[str]:
    """What stands in the JSON and must stand in the text, too."""
    yield from (line for line in said.get("form", "").splitlines() if line.strip())
    yield from said.get("notice", ())[:1]
    if said["letter"] in ("results", "started", "news", "reminder") and said["deadline"]:
        yield said["deadline"]["title"]


@each_family
def test_each_letter_of_a_played_game_keeps_to_the_schemas_and_says_what_its_text_says(family: str) -> None:
    now = played(family)
    kinds: set[str] = set()
    for name, box in now.boxes.items():
        for mail in box[now.plain.get(name, 0) :]:
            said = data_of(mail)
            if said is None:
                assert name not in now.plain, mail.subject  # who came later has not asked for it
                continue
            assert list(_wrong(said)) == []
            assert mail.subject == said["subject"]
            flat = " ".join(f"{mail.subject} {mail.text}".split())
            assert [each for each in _told_in_words(said, flat) if " ".join(each.split()) not in flat] == []
            kinds.add(said["letter"])
    assert {"started", "results", "ended", "reply"} <= kinds


def test_a_letter_comes_as_json_only_to_those_who_have_asked_for_that(house: House) -> None:
    ann, bob = house.registered("Ann"), house.registered("Bob")
    said = house.tell(ann, "PROFILE MAIL DATA")
    assert "letter.json" in said.text
    assert data_of(house.tell(ann, "PROFILE")) is not None
    assert data_of(house.tell(bob, "PROFILE")) is None
    house.tell(ann, "PROFILE MAIL NO DATA")
    assert data_of(house.tell(ann, "PROFILE")) is None


@pytest.mark.parametrize(("options", "loses"), [((), False), (("abandon 7d",), True)])
def test_the_json_of_a_late_letter_says_that_a_seat_is_lost_only_where_one_can_be(
    house: House, options: tuple[str, ...], loses: bool
) -> None:
    table = seven(house, *options, system="diplomacy")
    table.tell("FRANCE", "PROFILE MAIL DATA")
    house.pass_time(hours=73)
    said = data_of(table.players["FRANCE"].last(lambda mail: "Your orders are late" in mail.subject))
    assert list(_wrong(said)) == []
    assert (said["last"] is not None, said["loses"]) == (loses, loses)


def test_a_code_stands_in_the_json_as_it_does_in_the_text(house: House) -> None:
    ann = house.registered("Ann")
    house.tell(ann, "PROFILE MAIL DATA")
    ann.write("REVOKE")
    house.settle()
    asked = ann.last(lambda mail: mail.code != "")
    said = data_of(asked)
    [question] = said["questions"] if said["letter"] == "code" else said["reply"]["questions"]
    assert question["code"] == asked.code
    assert list(_wrong(said)) == []


class _Noting(Renderer):
    """Notes the names of all that templates are given."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def render(self, folder: str, purpose: str, **values: object) -> Letter:
        self.names |= set(values)
        return super().render(folder, purpose, **values)


def test_whatever_a_template_is_given_is_said_or_left_out() -> None:
    noting = _Noting()
    letters(noting)
    assert noting.names == set(KEYS) | LEFT_OUT
