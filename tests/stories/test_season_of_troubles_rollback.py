"""Rollback, played by mail: board, accounts, lists and orders go back together, and the same phases come again."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from judge.games.lookup import open_phase
from judge.play import outage
from judge.play.rollback import rollback_scope
from judge.play.timeline import events_of, phases_of
from judge.rules.empires.system import SYSTEM
from judge.rules.payola.system import SYSTEM as PAYOLA
from judge.rules.payola.treasury import CURRENCY
from judge.rules.registry import systems
from judge.rules.story import LEDGER
from judge.store.tables import OrdersRow, OutboundRow, PhaseRow
from tests.rules.empires.test_by_mail import War
from tests.rules.machiavelli.test_by_mail import Italy
from tests.support.flat import flat
from tests.support.house import House, any_house
from tests.support.second_version import SecondPayola
from tests.support.table_of_seven import Seven, played, seven
from tests.support.troubles import all_have_written, assert_books_balance, label, subjects, timeline, write_all

house = any_house


def _at_the_second_spring(house: House) -> Seven:
    def play() -> Seven:
        table = seven(house)
        _to_the_second_spring(table)
        return table

    return played(house, (__name__, "at the second spring"), play)


def _to_the_second_spring(table: Seven) -> None:
    for amount in (1, 2):
        write_all(table, amount=amount)
        table.house.pass_time(hours=73)
    assert label(table) == "S1902M"


def _accounts(table: Seven) -> dict[str, int]:
    return {role: table.view(role).balance for role in table.players}


def test_a_rollback_over_an_income_phase_and_the_replay_end_in_the_same_accounts(house: House) -> None:
    table = all_have_written(house, hours=73)
    table.tell("FRANCE", "ACCEPT FIA?\nTRANSFER 5 TO ITALY\n7 : A PAR H")
    before = _accounts(table)
    write_all(table, but=["FRANCE"], amount=2)
    house.pass_time(hours=73)
    assert label(table) == "S1902M"
    after = _accounts(table)
    table.tell("FRANCE", "ACCEPT FT?\nTRANSFER 9 TO TURKEY")

    assert "is rolled back to Fall 1901 Movement" in table.direct("ROLLBACK F1901M The map was wrong").text

    assert label(table) == "F1901M"
    assert _accounts(table) == before
    assert table.view("FRANCE").accept == "FIA?"
    assert "7 : A PAR H" in table.tell("FRANCE", "SHOW").text
    told = [" ".join(mail.text.split()) for mail in table.players["FRANCE"].inbox()]
    assert any("The map was wrong" in text for text in told)
    assert_books_balance(table)
    assert timeline(table) == ["S1901M", "F1901M"]

    house.pass_time(hours=73)
    assert label(table) == "S1902M"
    assert _accounts(table) == after
    again = table.players["FRANCE"].last(lambda mail: "results, again" in mail.subject)
    assert again.subject.startswith("[oslo] Fall 1901 Movement: results, again; ")
    assert "These results take the place of those of Sun 8 Mar" in " ".join(again.text.split())
    assert_books_balance(table)
    assert timeline(table) == ["S1901M", "F1901M", "S1902M"]
    with house.judge.db.reading() as session:
        kept = session.execute(select(PhaseRow.run, PhaseRow.label).order_by(PhaseRow.number)).all()
        orders = session.execute(select(OrdersRow.id).where(OrdersRow.run == 0)).all()
    assert [tuple(row) for row in kept] == [(0, "S1901M"), (0, "F1901M"), (0, "S1902M"), (1, "F1901M"), (1, "S1902M")]
    assert orders, "the undone branch is kept"


def test_orders_can_be_changed_after_a_rollback_and_another_phase_comes_of_it(house: House) -> None:
    table = _at_the_second_spring(house)
    table.direct("ROLLBACK S1901M")
    house.tell(table.players["FRANCE"], "5 : A PAR - PIC")
    house.pass_time(hours=73)
    assert "A PIC" in dict(table.view("FRANCE").units)["FRANCE"]
    # A second rollback goes over both runs.
    table.direct("ROLLBACK S1901M")
    house.pass_time(hours=73)
    assert label(table) == "F1901M"
    assert timeline(table) == ["S1901M", "F1901M"]
    assert_books_balance(table)


def test_c7_an_answer_to_what_came_of_an_undone_phase_is_not_for_that_which_has_its_name(house: House) -> None:
    table = all_have_written(house, hours=73)
    undone, fleur = table.results("FRANCE"), table.players["FRANCE"]
    house.pass_time(hours=1)
    table.direct("ROLLBACK S1901M")
    again = house.tell(fleur, "5 : A PAR - PIC", to=undone, key=False).text
    assert "This was for Fall 1901 Movement, and the game is in Spring 1901 Movement now." in flat(again)
    house.pass_time(hours=97)
    assert label(table) == "F1901M"
    late = house.tell(fleur, "5 : A PAR - BUR", to=undone, key=False).text
    assert "This was for F1901M before ROLLBACK, and the game is in Fall 1901 Movement now." in flat(late)


def test_d6_version_2_of_the_rules_reads_what_version_1_stored(table: Seven, monkeypatch: pytest.MonkeyPatch) -> None:
    table.tell("FRANCE", "DRAW")
    _to_the_second_spring(table)
    table.direct("ROLLBACK F1901M")

    monkeypatch.setitem(systems(), "payola", SecondPayola())
    assert "A PAR H" in table.tell("FRANCE", "HISTORY S1901M").text
    assert "Spring 1901 Movement: opened" in table.direct("AUDIT").text
    assert "rolled forward to Spring 1902" in table.direct("ROLLFORWARD").text
    assert label(table) == "S1902M"
    assert_books_balance(table)
    table.direct("ROLLBACK S1901M")
    assert label(table) == "S1901M"
    assert_books_balance(table)


def test_rollforward_brings_back_what_the_rollback_undid_until_the_next_adjudication(house: House) -> None:
    table = _at_the_second_spring(house)
    table.tell("FRANCE", "TRANSFER 9 TO TURKEY\n6 : A PAR - BUR")
    accounts = _accounts(table)
    table.direct("ROLLBACK S1901M")
    assert "rolled forward to Spring 1902" in table.direct("ROLLFORWARD").text
    assert label(table) == "S1902M"
    assert _accounts(table) == accounts
    assert "6 : A PAR - BUR" in table.tell("FRANCE", "SHOW").text
    assert timeline(table) == ["S1901M", "F1901M", "S1902M"]
    assert_books_balance(table)
    assert "There is no ROLLBACK to undo" in table.direct("ROLLFORWARD").text
    table.direct("ROLLBACK F1901M")
    house.pass_time(hours=73)
    assert "has been adjudicated since" in table.direct("ROLLFORWARD").text


def test_who_has_left_or_come_since_has_left_or_come_after_a_rollback_too(house: House) -> None:
    table = all_have_written(house, hours=73)
    table.tell("ITALY", "RESIGN")
    table.direct("DUMMY ITALY")
    table.tell("FRANCE", "RESIGN")
    nina = house.registered("Nina")
    house.tell(nina, "TAKEOVER oslo AS FRANCE")
    table.tell("TURKEY", "RESIGN")
    table.direct("ROLLBACK S1901M")
    here = table.here()
    state: Any = here.state
    assert state.match.dummies == ("ITALY",)
    assert state.vacant == ("TURKEY",)
    assert_books_balance(table)


def test_who_has_left_before_one_rollback_has_left_after_the_next_one_too(house: House) -> None:
    table = _at_the_second_spring(house)
    table.direct("ROLLBACK F1901M")
    table.tell("ITALY", "RESIGN")
    table.direct("DUMMY ITALY")
    house.pass_time(hours=73)
    table.direct("ROLLBACK F1901M")
    house.pass_time(hours=1)
    table.tell("TURKEY", "RESIGN")
    table.direct("ROLLFORWARD")
    table.direct("ROLLBACK F1901M")
    for _ in range(2):
        table.direct("ROLLBACK S1901M")
        here = table.here()
        state: Any = here.state
        assert (here.row.label, state.match.dummies, state.vacant) == ("S1901M", ("ITALY",), ("TURKEY",))
        assert_books_balance(table)
        house.pass_time(hours=73)


def test_what_is_undone_and_has_not_been_sent_is_never_sent(house: House) -> None:
    table = all_have_written(house)
    house.clock.advance(timedelta(hours=73))
    outage.note_awake(house.judge)
    house.clerk.work_off()
    table.master.reply(table.master.last(), "GAME oslo\nROLLBACK S1901M", with_key=True)
    house.clerk.work_off()
    with house.judge.db.reading() as session:
        letters = session.scalars(select(OutboundRow).where(OutboundRow.purpose == "results"))
        assert {each.status for each in letters if b"Movement: results" in each.raw} == {"cancelled"}
    house.settle()
    assert label(table) == "S1901M"
    assert not any("Movement: results" in subject for subject in subjects(table.players["FRANCE"]))
    assert any("is open again" in subject for subject in subjects(table.players["FRANCE"]))


def test_a_rollback_names_a_phase_that_was_adjudicated_and_is_refused_otherwise(house: House, table: Seven) -> None:
    assert "Nothing has been adjudicated yet" in table.direct("ROLLBACK S1901M").text
    write_all(table)
    house.pass_time(hours=73)
    assert "Adjudicated are: S1901M." in table.direct("ROLLBACK F1901M").text
    assert "needs" not in table.tell("FRANCE", "ROLLBACK S1901M").text
    assert label(table) == "F1901M"


def test_a_preview_tells_the_gamemaster_what_would_happen_and_changes_nothing(house: House) -> None:
    table = all_have_written(house)
    version = table.game().state
    table.direct("PREVIEW")
    preview = table.master.last(lambda mail: "Preview of" in mail.subject)
    assert "A PAR H" in preview.text
    assert "Nothing has happened yet" in preview.text
    assert table.game().state == version
    assert label(table) == "S1901M"
    assert not any("Preview of" in subject for role in table.players for subject in subjects(table.players[role]))


def test_votes_of_a_phase_stand_again_after_a_rollback_and_all_are_told_so(house: House) -> None:
    table = seven(house, "nmr default")
    for role in table.players:
        if role != "ITALY":
            table.tell(role, "DRAW")
    house.pass_time(hours=73)
    table.direct("ROLLBACK S1901M")
    told = table.players["FRANCE"].last(lambda mail: "is open again" in mail.subject)
    assert (
        "All is as it was before that phase was adjudicated: the board, the accounts, and the votes for a draw"
        in " ".join(told.text.split())
    )
    table.tell("FRANCE", "NODRAW")
    table.tell("ITALY", "PHASE S1901M\nDRAW")
    assert table.game().status == "active"
    table.tell("FRANCE", "PHASE S1901M\nDRAW")
    assert table.game().status == "ended"


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("diplomacy", ": the board and the votes for a draw or a concession. NODRAW takes yours back."),
        ("payola", ": the board, the accounts, and the votes for a draw or a concession. NODRAW takes yours back."),
        ("empires", ": the board and the accounts."),
        ("pirates", ", and so are the accounts."),
    ],
)
def test_a_rollback_tells_what_went_back_of_all_that_the_game_has(name: str, what: str) -> None:
    assert rollback_scope(systems()[name]).endswith(f"adjudicated{what}")


# HOLD, where the GameMaster rolls the game back over the phase that he has held, and forward again.


def _held_again(table: Seven) -> bool | None:
    with table.house.judge.db.reading() as session:
        row = open_phase(session, table.game())
        return row.hold if row is not None else None


def test_results_that_were_never_published_are_held_again_after_rollforward(house: House) -> None:
    table = all_have_written(house, hours=73)
    table.direct("HOLD")
    write_all(table)
    house.pass_time(hours=200)
    assert label(table) == "F1901M"
    table.direct("ROLLBACK S1901M\nROLLFORWARD")
    assert label(table) == "F1901M"
    house.pass_time(hours=200)
    assert label(table) == "F1901M"
    assert "are on their way" in table.direct("PUBLISH").text
    assert label(table) == "S1902M"
    table.direct("ROLLBACK F1901M")
    assert _held_again(table) is None


def test_a_rollback_never_ends_the_game_by_votes_of_then_without_those_who_have_left_since(house: House) -> None:
    table = seven(house, "dummies AUSTRIA ENGLAND GERMANY ITALY", "nmr default")
    table.tell("FRANCE", "DRAW")
    table.tell("RUSSIA", "DRAW")
    house.pass_time(hours=73)
    table.tell("TURKEY", "RESIGN")
    assert "is now a dummy" in table.direct("DUMMY TURKEY").text
    refused = " ".join(table.direct("ROLLBACK S1901M").text.split())
    assert "All who are left had then voted for the end of the game" in refused
    assert label(table) == "F1901M"
    house.pass_time(hours=73)
    assert "is rolled back to Fall 1901 Movement" in table.direct("ROLLBACK F1901M").text


def test_after_a_rollback_the_letter_holds_the_orders_on_file_and_its_sheet_files_them_again(house: House) -> None:
    table = seven(house, "dummies AUSTRIA ENGLAND GERMANY ITALY", "nmr default")
    table.tell("FRANCE", "8 : A PAR - BUR")
    house.pass_time(hours=73)
    table.direct("ROLLBACK S1901M")
    letter = table.players["FRANCE"].last()
    assert "What you have on file stands in the sheet below" in letter.text
    sheet = letter.text.partition("YOUR SHEET\n")[2].partition("\n-- \n")[0]
    assert "8 : A PAR - BUR" in table.tell("FRANCE", sheet).text.partition("ON FILE")[2]


def test_the_ledger_that_is_opened_after_a_rollback_adds_up_to_what_everybody_has(house: House) -> None:
    table = seven(house, "dummies AUSTRIA ENGLAND GERMANY ITALY", "nmr default")
    table.tell("FRANCE", "TRANSFER 5 TO TURKEY\n8 : A PAR - BUR")
    house.pass_time(hours=73)
    table.direct("ROLLBACK S1901M")
    table.tell("FRANCE", "3 : A PAR - PIC")
    house.pass_time(hours=200)
    table.direct("END GAME DRAW FRANCE TURKEY")
    assert table.game().status == "ended"
    with house.judge.db.reading() as session:
        told = [event for row in phases_of(session, table.game()) for event in events_of(session, row)]
    (opened,) = [event for event in told if event.kind == LEDGER]
    sums: Counter[str] = Counter()
    for entry in opened.data["entries"]:
        sums[entry["account"]] += entry["amount"]
    held = PAYOLA.accounts(PAYOLA.load(table.game().state))
    assert dict(sums) == {power: held[power, CURRENCY] for power in sums}
    assert sums["TURKEY"] == 48 + 5
    assert not any("rolled" in entry["reason"] for entry in opened.data["entries"])


def test_a_rollback_calls_no_seat_vacant_that_has_been_taken_since(house: House) -> None:
    """The GameMaster was offered to REPLACE a player who had just come, and to make a dummy of a dummy."""
    table = seven(house, "dummies AUSTRIA ENGLAND GERMANY", "nmr default")
    zoe = house.registered("Zoe")
    house.pass_time(hours=73)
    for power in ("TURKEY", "RUSSIA", "ITALY"):
        table.tell(power, "RESIGN")
    table.direct("DUMMY TURKEY")
    house.tell(zoe, "TAKEOVER oslo AS RUSSIA")
    told = len(table.players["FRANCE"].inbox())
    table.direct("ROLLBACK S1901M")
    letters = table.players["FRANCE"].inbox()[told:]
    assert sorted(mail.subject.partition("] ")[2].partition(":")[0] for mail in letters) == [
        "Russia has a new player",
        "Spring 1901 Movement is open again",
        "The player of Italy has left",
        "Turkey is now a dummy",
    ]


def test_2_4_a_late_sheet_is_refused_while_results_are_held_and_set_aside_when_they_have_come_as_the_page_says(
    house: House,
) -> None:
    page = (Path(__file__).parents[2] / "docs/games/empires.md").read_text()
    assert "While the GameMaster holds the results of its turn, no sheet is taken: send it when they have come." in page
    game = War(house)
    first = game.newest("NO")
    game.house.tell(game.master, "GAME corner\nHOLD")
    game.next_turn()
    refused = " ".join(game.tell("NO", "1 LEVY AKE", to=first).text.split())
    assert "Send it again when the results have come" in refused
    game.house.tell(game.master, "GAME corner\nPUBLISH")
    assert "set it aside, and use it for Turn 2" in " ".join(game.tell("NO", "1 LEVY AKE", to=first).text.split())


def test_while_results_are_held_a_greeting_is_no_problem_and_orders_are_told_who_could_open_the_phase_again(
    house: House,
) -> None:
    """Every line of such a mail was a problem, to be sent again when the phase that it was for is past."""
    game = Italy(house)
    game.house.tell(game.master, "GAME italy\nHOLD")
    game.house.pass_time(days=8)
    reply = " ".join(game.tell("MILAN", "Dear judge,\n\nRaise A PAV\nThank you very much.\n\nAnn").text.split())
    assert "1 line has a problem. italy" in reply
    assert "> Raise A PAV PROBLEM in line 4: Not done: Spring 1459 Adjustment is over" in reply
    assert "Only the GameMaster can open it again (ROLLBACK)." in reply
    assert "Send it again" not in reply
    asked = game.tell("VENICE", "Hello, when will the results come?").text
    assert "I found no order and no command in your mail" in " ".join(asked.split())
    assert "YOUR SHEET" not in asked, "none is taken"


def test_a_sheet_of_what_is_on_file_says_what_takes_it_back_since_no_orders_does_not(house: House) -> None:
    """It said "NO ORDERS alone: you do nothing this turn", and the turn was played as on file."""
    game = War(house)
    game.tell("NO", "1 LEVY AKE")
    game.next_turn()
    game.house.tell(game.master, "GAME corner\nROLLBACK T1")
    letter = game.newest("NO")
    for words in (letter.text, letter.html):
        assert "NO ORDERS alone" not in words
        assert "// CLEAR and, on the next line, NO ORDERS: you do nothing this turn" in words
    assert "NO ORDERS alone: you do nothing this turn" in game.newest("EA").text
    game.tell("NO", "CLEAR\nNO ORDERS")
    game.next_turn()
    assert "You had no orders." in game.newest("NO").text


def test_6_4_the_lot_is_drawn_by_the_bytes_of_the_seed_and_a_run_that_rollforward_counts_too(house: House) -> None:
    """The ruling counted ROLLBACKs alone, and left open what of the seed is hashed."""
    page = (Path(__file__).parents[2] / "docs/rulings/empires.md").read_text()
    assert "After N ROLLBACKs and ROLLFORWARDs in all it is over `seed|run N|turn|CODE`" in page
    assert "The seed is its bytes" in page
    game = War(house)
    game.next_turn()
    game.house.tell(game.master, "GAME corner\nROLLBACK T1\nROLLFORWARD")
    here = game.here()
    before: Any = here.state
    game.next_turn()
    after: Any = SYSTEM.load(game.game().state)
    for code in ("NEM", "OAK", "PAS", "ULM"):
        drawn = sha256(game.game().seed + f"|run 2|2|{code}".encode()).digest()[0] % 4
        assert after.areas[code].forts - before.areas[code].forts == (drawn == 2)
        assert after.areas[code].pop - before.areas[code].pop == (drawn == 3)


def test_what_is_on_file_does_not_stand_in_a_sheet_whose_remark_alone_has_it(house: House) -> None:
    """A sheet with the very order that letters give as their example was said to stand there, and was lost by it."""
    game = War(house)
    example = game.newest("NO").text.partition("up to slot 16, such as ")[2].splitlines()[0]
    game.tell("NO", example)
    game.next_turn()
    game.house.tell(game.master, "GAME corner\nROLLBACK T1")
    letter = game.newest("NO")
    assert f"// Add lines, up to slot 16, such as {example}" in letter.text
    for words in (letter.text, letter.html):
        assert "stands in the sheet below" not in words
        assert "This is on file, and it counts unless you change it:" in words


def test_2_4_a_late_sheet_is_set_aside_for_a_turn_that_was_rolled_back_too(house: House) -> None:
    """The turn before it is one of the run that was left, and was not found."""
    game = War(house)
    first = {country: game.newest(country) for country in ("NO", "EA")}
    game.next_turn()
    game.tell("EA", "1 GROW FEN", to=first["EA"])
    game.next_turn()
    game.house.tell(game.master, "GAME corner\nROLLBACK T2")
    for country, order in (("NO", "1 LEVY AKE"), ("EA", "1 LEVY ELM")):
        answer = " ".join(game.tell(country, order, to=first[country]).text.split())
        assert "Too late for Turn 1. I have set it aside, and use it for Turn 2" in answer
    game.next_turn()
    assert "armies levied in AKE" in game.newest("NO").text
    assert "armies levied in ELM" in game.newest("EA").text


def test_13_6_a_sheet_of_what_is_on_file_says_which_gifts_stay_whatever_is_taken_back(house: House) -> None:
    """It said "CLEAR and, on the next line, NO ORDERS: your units hold, and you spend nothing", and the gift went."""
    game = Italy(house)
    game.tell("MILAN", "Raise A MIL")
    game.tell("VENICE", "Raise A VER")
    game.next_phase()
    game.tell("MILAN", "Give 2 ducats to Genoa; Bodyguard for 3")
    game.tell("VENICE", "Bodyguard for 3")
    game.next_phase()
    game.house.tell(game.master, "GAME italy\nROLLBACK SPR1459C")
    letter = game.newest("MILAN")
    for words in (letter.text, letter.html):
        assert "// What cannot be taken back stays: GIVE 2 GENOA" in words
    assert "What cannot be taken back" not in game.newest("VENICE").text
