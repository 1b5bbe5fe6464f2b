"""An archive says what the judge did, and every alteration is found: by the replay, or at least by the seal."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from judge.archive.document import read_archive, write_archive
from judge.archive.fields import BadArchive
from judge.archive.verify import LONGEST_TITLE, verify
from judge.rules.payola.system import Payola
from judge.rules.registry import systems
from judge.rules.values import Json, Seating
from tests.archive.played import findings, long_game, short_game

Data = dict[str, Any]


def sealed_anew(data: Data) -> str:
    """By somebody who knows how seals are made."""
    return write_archive(read_archive(json.dumps(data)).archive)


def silver(data: Data) -> None:
    data["phases"][2]["state_before"]["balances"]["FRANCE"] += 1


def posting(data: Data) -> None:
    data["phases"][0]["postings"][0]["amount"] += 1


def reason(data: Data) -> None:
    data["phases"][0]["postings"][0]["reason"] = "a gift"


def posting_left_out(data: Data) -> None:
    data["phases"][1]["postings"].pop()


def transfer(data: Data) -> None:
    data["phases"][0]["acts"][0]["data"]["amount"] += 1


def huge_transfer(data: Data) -> None:
    data["phases"][0]["acts"][0]["data"]["amount"] = 10**6


def payee(data: Data) -> None:
    act = data["phases"][0]["acts"][0]
    act["data"]["to"] = next(seat for seat in data["seats"] if seat not in (act["data"]["to"], act["role"]))


def acts_swapped(data: Data) -> None:
    acts = data["phases"][0]["acts"]
    acts[0], acts[1] = acts[1], acts[0]


def act_left_out(data: Data) -> None:
    data["phases"][1]["acts"].pop()


def unknown_act(data: Data) -> None:
    data["phases"][1]["acts"][0]["kind"] = "steal"


def sheet(data: Data) -> None:
    orders = data["phases"][0]["orders"]
    role = next(role for role in orders if orders[role].get("offers"))
    orders[role]["offers"] += "\n0 : A PAR H"


def unit(data: Data) -> None:
    units = data["phases"][1]["state_before"]["table"]["units"]
    units[-1] = "TURKEY A SYR"


def center(data: Data) -> None:
    centers = data["phases"][3]["state_before"]["table"]["centers"]
    centers["FRANCE"].append(centers["ENGLAND"].pop())


def outcome(data: Data) -> None:
    event = next(event for event in data["phases"][0]["events"] if event["kind"] == "movement")
    event["data"]["orders"][0]["outcome"] = "disrupted"


def audience(data: Data) -> None:
    event = next(event for event in data["phases"][0]["events"] if event["kind"] == "statement")
    event["to"] = "public"


def seed(data: Data) -> None:
    data["seed"] = "ff" + data["seed"][2:]


def hidden_seed(data: Data) -> None:
    data["hidden_seed"], data["hidden_commitment"] = data["seed"], data["commitment"]


def seed_with_its_commitment(data: Data) -> None:
    # Acceptance lists with `?` in them were drawn from it.
    data["seed"], data["commitment"] = "00" * 32, "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def option(data: Data) -> None:
    data["options"]["dummies"] = ["TURKEY"]


def seats(data: Data) -> None:
    data["seats"].remove("FRANCE")


def phase_left_out(data: Data) -> None:
    del data["phases"][2]


def end_left_out(data: Data) -> None:
    del data["phases"][-1]


def renamed_phase(data: Data) -> None:
    data["phases"][1]["phase"] = "F1902M"


def other_run(data: Data) -> None:
    data["phases"][0]["run"] = 1


def winners(data: Data) -> None:
    data["result"]["winners"].pop()


def opened_sheet(data: Data) -> None:
    data["opened"][0]["data"]["sheets"].popitem()


def state_after(data: Data) -> None:
    data["state_after"]["balances"]["GERMANY"] -= 1


def closed_by(data: Data) -> None:
    data["phases"][-1]["closed_by"] = "adjudication"


def ended_by_the_master(data: Data) -> None:
    data["phases"][2]["closed_by"] = "master"


def votes_of_another_kind(data: Data) -> None:
    data["options"]["votes"] = "open"


def a_million_players(data: Data) -> None:
    data["options"]["players"] = 10**30


def option_that_is_none(data: Data) -> None:
    data["options"]["wizards"] = True


def system_in_other_letters(data: Data) -> None:
    data["system"] = "Payola"


def instant_that_is_none(data: Data) -> None:
    data["phases"][2]["closed_at"] = "yesterday"


def instant_without_a_zone(data: Data) -> None:
    data["ended_at"] = "2026-01-07T00:00:00"


def instant_before_all_time(data: Data) -> None:
    data["started_at"] = "0001-01-01T00:00:00+00:00"


def seed_with_a_blank(data: Data) -> None:
    data["seed"] += " "


def name_that_is_a_path(data: Data) -> None:
    data["game"] = "../oslo"


def endless_title(data: Data) -> None:
    data["title"] *= 30


def title_of_many_lines(data: Data) -> None:
    data["title"] += "\r\nBcc: everybody@example.org"


def run_that_fell(data: Data) -> None:
    data["phases"][2]["run"] = 1  # a phase of retreats or adjustments draws nothing from it


def endless_run(data: Data) -> None:
    data["phases"][-1]["run"] = 10**30


def state_that_is_none(data: Data) -> None:
    data["phases"][2]["state_before"] = {"balances": {}}


def state_of_the_end(data: Data) -> None:
    data["phases"][-1]["state_before"] = data["state_after"]


def act_behind_the_end(data: Data) -> None:
    acts = data["phases"][-1]["acts"]
    acts.append(acts[-1])


ALTERATIONS: list[tuple[Callable[[Data], None], str]] = [
    (silver, "W1901A: state_before.balances.FRANCE is "),
    (posting, "S1901M, posting 1: posting.amount is "),
    (reason, "posting.reason is a gift, the rules give S1901M: income"),
    (posting_left_out, "F1901M: has "),
    (transfer, "S1901M, posting "),
    (huge_transfer, "S1901M, act 1 (transfer of "),
    (payee, "the rules give transfer to "),
    (acts_swapped, "S1901M, event "),
    (act_left_out, "F1901M, event "),
    (unknown_act, "F1901M, act 1 (steal of "),
    (sheet, "the end, opened event 1: opened event.data.sheets."),
    (unit, "F1901M: state_before.table.units[21] is TURKEY A SYR, the rules give TURKEY "),
    (center, "S1902M: state_before.table.centers."),
    (outcome, "event.data.orders[0].outcome is disrupted"),
    (audience, "event.to is public, the rules give "),
    (seed, "seed: does not fit its commitment"),
    (seed_with_its_commitment, "S1901M, event "),
    (hidden_seed, "hidden_seed: is given, but these rules draw nothing in secret"),
    (option, "seats: are AUSTRIA, "),
    (seats, "seats: 5 are played"),
    (phase_left_out, "S1902M: state_before."),
    (end_left_out, "W1902A: the archive ends here, but the rules go on"),
    (renamed_phase, "is called 'Fall 1901 Movement', but the rules are in F1901M"),
    (other_run, "S1901M, event "),
    (winners, "the end: result.winners[5] is missing, the rules give TURKEY"),
    (opened_sheet, "the end, opened event 1: opened event.data.sheets."),
    (state_after, "the end: state_after.balances.GERMANY is "),
    (closed_by, "S1903M: closed_by is adjudication, but an act ended the game"),
    (ended_by_the_master, "W1901A: "),
    (votes_of_another_kind, "options: votes cannot be open"),
    (a_million_players, "options: players cannot be 1000000000000000000000000000000"),
    (option_that_is_none, "options: wizards is no option of payola"),
    (system_in_other_letters, "system is Payola, not payola"),
    (instant_that_is_none, "W1901A: closed_at: yesterday is no instant"),
    (instant_without_a_zone, "ended_at: 2026-01-07T00:00:00 is no instant of UTC"),
    (instant_before_all_time, "started_at: 0001-01-01T00:00:00+00:00 is no instant"),
    (seed_with_a_blank, "seed: is not written in lower-case hexadecimal digits"),
    (name_that_is_a_path, "game: ../oslo is no name of a game"),
    (endless_title, "title: Silver and Lies"),
    (title_of_many_lines, "is too long, or no single line"),
    (run_that_fell, "S1902M: run is 0 after 1"),
    (endless_run, "S1903M: run is 1000000000000000000000000000000 after 0"),
    (state_that_is_none, "W1901A: state_before cannot be read: ValueError: no state of this game: variant is missing"),
    (state_of_the_end, "S1903M: the game is over in state_before"),
    (act_behind_the_end, "(vote of TURKEY): comes after the end of the game"),
    (posting, "S1901M: the postings so far give "),
    (silver, "W1901A: the postings so far give FRANCE "),
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


@pytest.mark.parametrize(("alter", "said"), ALTERATIONS, ids=lambda value: getattr(value, "__name__", ""))
def test_an_alteration_is_found_and_named_even_when_sealed_anew(alter: Callable[[Data], None], said: str) -> None:
    data = json.loads(short_game())
    alter(data)
    assert any(said in line for line in findings(sealed_anew(data))), findings(sealed_anew(data))


@pytest.mark.parametrize("alter", [alter for alter, _ in ALTERATIONS], ids=lambda alter: alter.__name__)
def test_an_alteration_breaks_the_seal(alter: Callable[[Data], None]) -> None:
    data = json.loads(short_game())
    alter(data)
    assert read_archive(json.dumps(data)).broken


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
        ('{"format": "judge-archive", "format_version": true}', "is bool, not int"),
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
