"""An archive says what the judge did, and every alteration is found: by the replay, or at least by the seal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from judge.archive.document import BadArchive, read_archive, write_archive
from judge.archive.verify import LONGEST_TITLE, verify
from judge.cli.main import main
from judge.rules.payola.system import Payola
from judge.rules.registry import systems
from judge.rules.values import Json, Seating
from tests.archive.altered import LEFT_OUT, Alteration, Data, more, put, sealed_anew, zeros
from tests.archive.played import findings, long_game, short_game
from tests.frozen.games import DAYS
from tests.frozen.table import MASTER, Table, frozen_house
from tests.support.second_version import SecondPayola


def payee(data: Data) -> None:
    act = data["phases"][0]["acts"][0]
    act["data"]["to"] = next(seat for seat in data["seats"] if seat not in (act["data"]["to"], act["role"]))


def sheet(data: Data) -> None:
    orders = data["phases"][0]["orders"]
    role = next(role for role in orders if orders[role].get("offers"))
    orders[role]["offers"] += "\n0 : A PAR H"


def center(data: Data) -> None:
    centers = data["phases"][3]["state_before"]["table"]["centers"]
    centers["FRANCE"].append(centers["ENGLAND"].pop())


def event(data: Data, kind: str) -> Any:
    return next(each for each in data["phases"][0]["events"] if each["kind"] == kind)


silver = put("phases/2/state_before/balances/FRANCE", more)
posting = put("phases/0/postings/0/amount", more)
ALTERATIONS: list[tuple[Alteration, str]] = [
    (silver, "W1901A: state_before.balances.FRANCE is "),
    (silver, "W1901A: the postings so far give FRANCE "),
    (posting, "S1901M, posting 1: posting.amount is "),
    (posting, "S1901M: the postings so far give "),
    (put("phases/0/postings/0/reason", "a gift"), "posting.reason is a gift, the rules give income"),
    (put("phases/1/postings/-1", LEFT_OUT), "F1901M: has "),
    (put("phases/0/acts/0/data/amount", more), "S1901M, posting "),
    (put("phases/0/acts/0/data/amount", 10**6), "S1901M, act 1 (transfer of "),
    (payee, "the rules give transfer to "),
    (put("phases/0/acts", lambda acts: [acts[1], acts[0], *acts[2:]]), "S1901M, event "),
    (put("phases/1/acts/-1", LEFT_OUT), "F1901M, event "),
    (put("phases/1/acts/0/kind", "steal"), "F1901M, act 1 (steal of "),
    (sheet, "the end, opened event 1: opened event.data.sheets."),
    (
        put("phases/1/state_before/table/units/-1", "TURKEY A SYR"),
        "F1901M: state_before.table.units[21] is TURKEY A SYR, the rules give TURKEY ",
    ),
    (center, "S1902M: state_before.table.centers."),
    (
        lambda data: event(data, "movement")["data"]["orders"][0].update(outcome="disrupted"),
        "event.data.orders[0].outcome is disrupted",
    ),
    (lambda data: event(data, "statement").update(audience="public"), "event.audience is public, the rules give "),
    (put("seed", lambda seed: f"ff{seed[2:]}"), "seed: does not fit its commitment"),
    (zeros, "S1901M, event "),  # acceptance lists with `?` in them were drawn from it
    (
        lambda data: data.update(hidden_seed=data["seed"], hidden_commitment=data["commitment"]),
        "hidden_seed: is given, but these rules draw nothing in secret",
    ),
    (put("options/dummies", ["TURKEY"]), "seats: are AUSTRIA, "),
    (lambda data: data["seats"].remove("FRANCE"), "seats: 5 are played"),
    (put("phases/2", LEFT_OUT), "S1902M: state_before."),
    (put("phases/-1", LEFT_OUT), "W1902A: the archive ends here, but the rules go on"),
    (put("phases/1/label", "F1902M"), "is called 'Fall 1901 Movement', but the rules are in F1901M"),
    (put("phases/0/run", 1), "S1901M, event "),
    (put("result/winners/-1", LEFT_OUT), "the end: result.winners[5] is missing, the rules give TURKEY"),
    (lambda data: data["opened"][0]["data"]["sheets"].popitem(), "the end, opened event 1: opened event.data.sheets."),
    (put("state_after/balances/GERMANY", more), "the end: state_after.balances.GERMANY is "),
    (put("phases/-1/closed_by", "adjudication"), "S1903M: closed_by is adjudication, but an act ended the game"),
    (put("phases/2/closed_by", "master"), "W1901A: "),
    (put("options/votes", "open"), "options: votes cannot be open"),
    (put("options/players", 10**30), "options: players cannot be 1000000000000000000000000000000"),
    (put("options/wizards", True), "options: wizards is no option of payola"),
    (put("system", "Payola"), "system is Payola, not payola"),
    (put("phases/2/closed_at", "yesterday"), "W1901A: closed_at: yesterday is no instant"),
    (put("ended_at", "2026-01-07T00:00:00"), "ended_at: 2026-01-07T00:00:00 is no instant of UTC"),
    (put("started_at", "0001-01-01T00:00:00+00:00"), "started_at: 0001-01-01T00:00:00+00:00 is no instant"),
    (put("seed", lambda seed: f"{seed} "), "seed: is not written in lower-case hexadecimal digits"),
    (put("name", "../oslo"), "game: ../oslo is no name of a game"),
    (put("title", lambda title: title * 30), "title: Silver and Lies"),
    (put("title", lambda title: f"{title}\r\nBcc: everybody@example.org"), "is too long, or no single line"),
    (put("phases/2/run", 1), "S1902M: run is 0 after 1"),  # that phase draws nothing from it
    (put("phases/-1/run", 10**30), "S1903M: run is 1000000000000000000000000000000 after 0"),
    (
        put("phases/2/state_before", {"balances": {}}),
        "W1901A: state_before cannot be read: ValueError: no state of this game: variant is missing",
    ),
    (
        lambda data: data["phases"][-1].update(state_before=data["state_after"]),
        "S1903M: the game is over in state_before",
    ),
    (put("phases/-1/acts", lambda acts: [*acts, acts[-1]]), "(vote of TURKEY): comes after the end of the game"),
]


def test_ten_years_of_payola_replay_to_the_byte() -> None:
    text = long_game()
    found = read_archive(text)
    done: list[str] = []
    report = verify(found.archive, found.archive.commitment.upper(), done.append)
    assert (found.broken, report.findings) == ((), ())
    assert report.phases == len(done) == len(found.archive.phases) > 30
    assert int(done[-1][1:5]) > 1910
    assert write_archive(found.archive) == text


@pytest.mark.parametrize(("alter", "said"), ALTERATIONS, ids=[said for _, said in ALTERATIONS])
def test_an_alteration_breaks_the_seal_and_is_named_even_when_sealed_anew(alter: Alteration, said: str) -> None:
    data = json.loads(short_game())
    alter(data)
    assert read_archive(json.dumps(data)).broken
    assert any(said in line for line in findings(sealed_anew(data))), findings(sealed_anew(data))


def test_what_no_rule_can_tell_the_seal_tells() -> None:
    """A comment in an offer sheet, altered everywhere alike, leads to the same game."""
    text = short_game()
    data = json.loads(text)
    moved = text.replace(data["phases"][1]["closed_at"], data["phases"][2]["closed_at"])
    assert [line for line in findings(moved) if not line.startswith("F1901M: the seal does not fit")] == []
    assert findings(moved)
    assert read_archive(moved).seal == read_archive(text).seal
    assert read_archive(sealed_anew(json.loads(moved))).seal != read_archive(text).seal


def test_one_alteration_is_one_finding() -> None:
    data = json.loads(short_game())
    silver(data)
    lines = findings(sealed_anew(data))
    assert lines[0].startswith("W1901A: state_before.balances.FRANCE is ")
    assert len([line for line in lines if "state_before" in line and "W1901A" in line]) == 1


def test_a_title_may_be_as_long_as_a_judge_lets_it_be() -> None:
    data = json.loads(short_game())
    data["title"] = "x" * LONGEST_TITLE
    assert not findings(sealed_anew(data))
    data["title"] += "x"
    assert len(findings(sealed_anew(data))) == 1


def test_the_commitment_of_the_opening_mail_counts() -> None:
    report = verify(read_archive(short_game()).archive, "ab" * 32)
    assert [finding.where for finding in report.findings] == ["commitment"]


def test_a_game_ended_by_its_master_says_that_its_result_is_his_word() -> None:
    data = json.loads(short_game())
    data["phases"][-1] |= {"closed_by": "master", "acts": [], "events": []}
    data["state_after"] = data["phases"][-1]["state_before"]
    data["result"] = {"winners": [], "summary": "Abandoned by consent"}
    report = verify(read_archive(sealed_anew(data)).archive)
    assert report.findings == ()
    assert "the GameMaster's word" in report.notes[0]
    data["result"]["winners"] = ["TURKEY"]
    assert any("nobody wins by END GAME alone" in line for line in findings(sealed_anew(data)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no JSON"),
        ("[]", "no JSON object"),
        ("{}", "has no format"),
        ('{"format": "judge-archive", "format_version": 2}', "format_version is 2; this judge reads 1$"),
        ('{"format": "a", "format": "b"}', "two fields of one name"),
        ('{"format": 1e999}', "1e999 is no number"),
        ('{"format": ' + "9" * 5000 + "}", "has too many digits$"),
        ("[" * 100_000, "nested too deeply"),
        ('{"format": "judge-archive", "format_version": true}', "format_version is True; this judge reads 1"),
    ],
)
def test_what_is_no_archive_is_refused_with_a_reason(text: str, said: str) -> None:
    with pytest.raises(BadArchive, match=said):
        read_archive(text)


@pytest.mark.parametrize("key", sorted(json.loads(short_game())))
def test_every_field_is_needed(key: str) -> None:
    data = json.loads(short_game())
    del data[key]
    with pytest.raises(BadArchive, match=key):
        read_archive(json.dumps(data))


@pytest.mark.parametrize("key", sorted(json.loads(short_game())["phases"][0]))
def test_every_field_of_a_phase_is_needed(key: str) -> None:
    data = json.loads(short_game())
    del data["phases"][1][key]
    with pytest.raises(BadArchive, match=key):
        read_archive(json.dumps(data))


def test_a_field_that_no_archive_has_is_refused() -> None:
    data = json.loads(short_game())
    data["phases"][0]["note"] = "trust me"
    with pytest.raises(BadArchive, match="note"):
        read_archive(json.dumps(data))


@pytest.mark.parametrize("version", [0, 99])
def test_another_version_of_the_rules_is_not_guessed_at(version: int) -> None:
    data = json.loads(short_game()) | {"system_version": version}
    assert "verify it with a judge of that version" in findings(sealed_anew(data))[0]


class Picky(Payola):
    """Payola that wants all seven countries to be played, and says so late."""

    def seating(self, options: Mapping[str, Json]) -> Seating:
        raise LookupError(f"nobody plays {', '.join(options['dummies'])}")


def test_options_that_the_rules_cannot_seat_anybody_by_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not findings(short_game())
    monkeypatch.setitem(systems(), "payola", Picky())
    assert findings(short_game()) == ("options: the rules cannot read these: LookupError: nobody plays ITALY",)


def test_an_unknown_system_is_named() -> None:
    assert "no rule system 'chess'" in findings(sealed_anew(json.loads(short_game()) | {"system": "chess"}))[0]


# Archives whose phases were played by an older version of the rules than the judge has.


NAME = "payola"


def test_an_archive_of_version_1_verifies_by_version_2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(systems(), NAME, SecondPayola())
    assert findings(short_game()) == ()
    data = json.loads(short_game())
    data["phases"][1]["state_before"]["balances"]["FRANCE"] += 1
    altered = verify(read_archive(json.dumps(data)).archive).findings
    assert any("state_before.purses.FRANCE is" in str(finding) for finding in altered)


def _archive(folder: Path, name: str) -> str:
    env = {"JUDGE_DATABASE": f"sqlite:///{folder / 'judge.db'}"}
    done = CliRunner().invoke(main, ["archive", name, "-o", "-"], env=env)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_game_that_goes_on_under_version_2_is_archived_verified_and_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = {"Anna": "AUSTRIA", "Fleur": "FRANCE"}
    options = ("title Silver", *DAYS, "nmr default", "dummies ENGLAND GERMANY ITALY RUSSIA TURKEY")
    with frozen_house(tmp_path) as house:
        table = Table(house, *seats)
        for name in ("bern", "oslo"):
            table.create(NAME, name, options, seats, watched=False)
        table.wait(73)
        table.tell("bern", MASTER, "END GAME DRAW AUSTRIA FRANCE: by consent")
        before = _archive(tmp_path, "bern")
        table.tell("oslo", "Anna", "TRANSFER 2 TO FRANCE")
        monkeypatch.setitem(systems(), NAME, SecondPayola())
        table.tell("oslo", "Anna", "3 : A VIE - GAL")
        table.wait(73)
        table.wait(73)
        table.tell("oslo", MASTER, "END GAME DRAW AUSTRIA FRANCE: by consent")
    assert _archive(tmp_path, "bern") == before, "it ended before: the same file, with the same seal"
    text = _archive(tmp_path, "oslo")
    found = read_archive(text)
    assert (found.broken, verify(found.archive).findings) == ((), ())
    assert write_archive(found.archive) == text
    data = json.loads(text)
    assert data["system_version"] == 2
    versions = [phase["system_version"] for phase in data["phases"]]
    assert versions == [1] * 2 + [2] * (len(versions) - 2)
    (tmp_path / "oslo.json").write_text(text, "utf-8")
    env = {"JUDGE_DATABASE": f"sqlite:///{tmp_path / 'judge.db'}"}
    done = CliRunner().invoke(main, ["import", str(tmp_path / "oslo.json"), "--as", "again"], env=env)
    assert done.exit_code == 0, done.output
    assert json.loads(_archive(tmp_path, "again"))["phases"][0]["system_version"] == 1
