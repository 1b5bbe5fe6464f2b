"""Plans: rulings R1 and R4."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import groupby

import pytest

from judge.rules.pirates.canonical import default_plan, even_plan, parse_plan
from judge.rules.pirates.system import SYSTEM
from judge.rules.pirates.view import PirateView
from judge.rules.values import only
from tests.rules.pirates.matches import OTHERS, SEVEN, match, orders, play, read
from tests.support.soaking import examples

EXAMPLE = """\
Self: 7 gold
Bob: 3 gold
Carl: 7 gold
Dora: 2 gold
Eve: 3 gold
Fay: 4 gold
Gus: 4 gold"""


def shares(text: str, garnets: int = 0) -> dict[str, int]:
    state = match(garnets=dict.fromkeys(match().players, garnets))
    return dict(parse_plan(orders(state, {"ANNA": text})["ANNA"]["plan"]).shares)


def test_r1_a_room_in_an_address_is_no_share() -> None:
    reading = read(match(), "ANNA", "Bob 3, me 7, others 4\nRoom 12, Building 4")
    assert dict(parse_plan(reading.parts["plan"]).shares) == {"ANNA": 7, "BOB": 3, **dict.fromkeys(SEVEN[2:], 4)}
    assert read(match(), "ANNA", "Room 12, Building 4").remarks
    assert shares("me 6, the room 4") == {"ANNA": 6, **dict.fromkeys(SEVEN[1:], 4)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Bob 20", "adds up to 20, and must add up to 30: 10 more must be given"),
        ("Bob 20, Self 11", "adds up to 31, and must add up to 30: that is 1 too many"),
    ],
)
def test_r1_a_wrong_sum_is_an_error_that_shows_the_sum_found_and_needed(text: str, said: str) -> None:
    reading = read(match(), "ANNA", text)
    assert said in reading.problems[0].message
    assert (reading.parts, reading.written) == ({}, False)


def test_a_short_name_that_several_have_is_not_guessed() -> None:
    state = match(players=("ANNA", "ANDY"), rooms={"ANNA": 1, "ANDY": 1})
    reading = read(state, "ANNA", "AN 30")
    assert (reading.problems[0].code, reading.problems[0].readings) == ("pirates/ambiguous", ("ANNA", "ANDY"))


def test_r1_a_garnet_sent_alone_is_no_plan_and_leaves_the_one_on_file() -> None:
    state = match(garnets=dict.fromkeys(match().players, 2))
    filed = orders(state, {"ANNA": "GARNET 1\nBob 35"})["ANNA"]
    found = read(state, "ANNA", "GARNET 2", filed)
    assert (found.parts, found.notes) == ({}, ("Your earlier plan stands.",))
    assert "Garnets belong to a plan, in the same mail." in found.problems[0].message


def test_r1_a_later_plan_replaces_the_earlier_one_and_a_bad_one_does_not() -> None:
    filed = orders(match(), {"ANNA": EXAMPLE})["ANNA"]
    later = read(match(), "ANNA", "Bob 30", filed)
    assert parse_plan(later.parts["plan"]).shares["BOB"] == 30
    (note,) = later.notes
    assert note.startswith("This plan replaces your earlier one. The old one, to copy:\n")
    assert read(match(), "ANNA", note.partition("\n")[2]).parts == filed
    bad = read(match(), "ANNA", "Bob 3", filed)
    assert (bad.parts, bad.written, bad.notes) == ({}, True, ("Your earlier plan stands.",))


def test_r4_no_plan_divides_evenly_among_the_others_and_the_proposer_keeps_the_remainder() -> None:
    assert default_plan("ANNA", SEVEN, 30).shares == {"ANNA": 0, **dict.fromkeys(SEVEN[1:], 5)}
    assert default_plan("ANNA", SEVEN, 40).shares == {"ANNA": 4, **dict.fromkeys(SEVEN[1:], 6)}


def test_r4_alone_the_proposer_keeps_all_of_it() -> None:
    assert default_plan("ANNA", ("ANNA",), 50).shares == {"ANNA": 50}


def test_r4_a_default_plan_cannot_be_told_from_a_written_one() -> None:
    even = "others 5"
    written, silent = play(match(), {"ANNA": even}), play(match(), {})
    assert written == silent
    for player in (*SEVEN, "HAL"):
        assert SYSTEM.view(written.state, only(player)) == SYSTEM.view(silent.state, only(player))


def test_r4_nobody_is_told_who_has_written() -> None:
    phase = SYSTEM.phase(match())
    assert phase is not None
    assert phase.hides_writers
    assert phase.missing == "default"
    assert phase.wanted == match().players


def test_the_sheet_for_a_plan_keeps_its_readers_even_share() -> None:
    assert even_plan("ANNA", SEVEN, 30).shares == {"ANNA": 6, **dict.fromkeys(SEVEN[1:], 4)}


def test_r4_the_sheet_and_its_default_say_what_is_true_of_this_room() -> None:
    def view(package: int, **rooms: int) -> PirateView:
        state = match(opened=dict.fromkeys((*SEVEN, *OTHERS), package))
        return SYSTEM.view(replace(state, rooms={**state.rooms, **rooms}), only("ANNA"))

    assert SYSTEM.form(view(30), {}).startswith("// To start with, everybody gets the same, and you what is over.\n")
    six = view(30, GUS=2)
    assert SYSTEM.form(six, {}).startswith("// To start with, everybody gets the same.\n")
    assert SYSTEM.without_orders(six) == "your package is shared evenly among the others"
    assert SYSTEM.without_orders(view(30, **dict.fromkeys(SEVEN[1:], 2))) == "you keep your whole package"


def test_r1_the_rest_alone_is_no_plan() -> None:
    found = read(match(), "ANNA", "I keep the rest")
    assert not found.parts
    assert found.problems[0].hint == "Write what the others get: give 4 to the others"
    alone = match(players=("ANNA", "BOB"), rooms={"ANNA": 1, "BOB": 2})
    assert read(alone, "ANNA", "I keep the rest").parts == {"plan": "ANNA: 30"}


def test_r1_a_player_who_is_called_so_is_meant_rather_than_the_sum() -> None:
    state = match(players=("ANNA", "TOTAL"), rooms={"ANNA": 1, "TOTAL": 1})
    assert read(state, "ANNA", "Self: 20\nTotal: 10").parts == {"plan": "ANNA: 20\nTOTAL: 10"}


def test_r1_that_a_vote_beside_a_share_comes_too_early_is_told_once() -> None:
    text = "\n".join(["Self: 24 gold - YES", *(f"{name}: 1 gold - NO" for name in SEVEN[1:])])
    found = read(match(), "ANNA", text)
    assert [problem.code for problem in found.problems] == ["pirates/too-early"]
    assert parse_plan(found.parts["plan"]).shares["ANNA"] == 24


def test_a_player_who_is_called_like_a_courtesy_is_named() -> None:
    room = ("ANNA", "BOB", "TACK", "DORA")
    state = match(players=room, rooms=dict.fromkeys(room, 1), opened=dict.fromkeys(room, 18))
    assert "TACK: 6" in read(state, "ANNA", "6 for Bob, 6 for Tack, 6 for me").parts["plan"]


# Plans in many spellings: each is what it says.

CASES = examples(1000)


def drawn_plan(total: int, drawn: random.Random) -> dict[str, int]:
    """All of the package, in a few different amounts, so that lists of names occur."""
    shares = dict.fromkeys(SEVEN, 0)
    for _ in range(total // 2):
        shares[drawn.choice(SEVEN[: drawn.randint(2, 7)])] += 2
    return shares


def spelled(shares: dict[str, int], drawn: random.Random) -> str:
    """The plan as somebody might write it. Anna is the proposer."""
    lines = []
    rest = drawn.choice(("none", "others", "everyone"))
    amounts = [amount for name, amount in shares.items() if name != "ANNA"]
    common = max(set(amounts), key=amounts.count)
    left = [name for name in SEVEN if not (rest != "none" and name != "ANNA" and shares[name] == common)]
    if rest == "others":
        lines.append(drawn.choice((f"give {common} to the others", f"others {common}", f"rest: {common}")))
    elif rest == "everyone":
        lines.append(drawn.choice((f"everyone {common}", f"{common} to everybody", f"All: {common} gold")))
    for amount, group in groupby(sorted(left, key=lambda name: (shares[name], name)), key=lambda name: shares[name]):
        names = [drawn.choice((name.title(), name.lower())) for name in group]
        if len(names) > 1 and drawn.random() < 0.7:
            listed = ", ".join(names)
            lines.append(
                drawn.choice(
                    (
                        f"{listed}: {amount} each",
                        f"{amount} each to {listed}",
                        f"{listed} {amount}",
                        f"{amount}: {listed}",
                    )
                )
            )
            continue
        for name in names:
            own = drawn.choice(("Self", "me", name)) if name.upper() == "ANNA" else name
            lines.append(drawn.choice((f"{own}: {amount}", f"{own} {amount} gold", f"{own}: {amount} gold - YES")))
    drawn.shuffle(lines)
    return "\n".join(lines)


def test_a_thousand_plans_in_as_many_spellings_are_what_they_say() -> None:
    for case in range(CASES):
        drawn = random.Random(case)
        package = drawn.choice((10, 20, 30, 40, 50))
        shares = drawn_plan(package, drawn)
        text = spelled(shares, drawn)
        found = read(match(opened=dict.fromkeys(match().players, package)), "ANNA", text)
        assert all(problem.warning for problem in found.problems), (text, found.problems)
        assert dict(parse_plan(found.parts["plan"]).shares) == shares, text
