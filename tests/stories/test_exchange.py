"""A game of Exchange Payola by real mail (Payola 6.8, ruling P28): investors, CEOs below FOR lines, their books."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from judge.play.sheets import MOST_ACTS
from judge.testing.correspondent import Correspondent, Received
from judge.web.pages import Site
from tests.support.copies import migrated
from tests.support.flat import flat
from tests.support.house import House, open_house
from tests.support.table_of_seven import Seated, Seven, seven

NAMES = ("Anna", "Bert", "Carl")


class Table(Seven):
    """Three investors and a GameMaster; `led`: the first election is over."""

    def __init__(self, house: House, *options: str, led: bool = False) -> None:
        self.house, self.name = house, "oslo"
        self._know(house.once(("exchange", options, led), lambda: self._begin(*options, led=led)))

    def _know(self, everybody: Mapping[str, Correspondent]) -> None:
        self.master = everybody["Manus"]
        self.players = {name.upper(): everybody[name] for name in NAMES}

    def _begin(self, *options: str, led: bool) -> Mapping[str, Correspondent]:
        chosen = ("variant exchange", "players 3", "cash 60", "exchange 24h", "movement 72h", *options)
        begun = Seated(self.house, "payola", self.name, {name.upper(): name for name in NAMES}, *chosen, wish="")
        everybody = {"Manus": begun.master, **{name: begun.players[name.upper()] for name in NAMES}}
        if led:
            self._know(everybody)
            self.elected()
        return everybody

    def elected(self) -> None:
        """Anna leads France and Germany, Bert Italy; Carl holds nothing."""
        self.tell("ANNA", "BUY 4 FRANCE\nBUY 3 GERMANY\nELECT FRANCE ANNA\nELECT GERMANY ANNA")
        self.tell("BERT", "BUY 3 ITALY\nBUY 1 FRANCE\nELECT ITALY BERT")
        self.house.pass_time(hours=25)

    def waits_for(self, *roles: str) -> bool:
        here = self.now()
        return here is not None and here.phase.wanted == roles


def latest(player: Correspondent) -> Received:
    return player.last(lambda mail: "results" in mail.subject or "has begun" in mail.subject)


def pages_of(house: House) -> dict[str, str]:
    site = Site(house.judge, "https://judge.example.org/")
    with house.judge.db.reading() as session:
        found = {path: site.get(session, path) for path in site.paths(session)}
    return {path: file.content.decode(errors="replace") for path, file in found.items() if file is not None}


def sheet(mail: Received) -> str:
    """The form that a mail ends with."""
    return mail.text.partition("YOUR SHEET")[2].partition("\n-- \n")[0]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    url = f"sqlite:///{tmp_path / 'judge.db'}"
    migrated(url)
    with open_house(url, tmp_path) as house:
        yield Table(house)


@pytest.fixture
def led(tmp_path: Path) -> Iterator[Table]:
    url = f"sqlite:///{tmp_path / 'judge.db'}"
    migrated(url)
    with open_house(url, tmp_path) as house:
        yield Table(house, led=True)


def test_a_mail_does_so_many_things_at_once(table: Table) -> None:
    """The attack: 198 votes, most of a second of the clerk's."""
    reply = flat(table.tell("ANNA", "ELECT FRANCE ANNA\n" * (MOST_ACTS + 2)))
    assert reply.count("One mail may do so much") == 2


def test_p43_the_results_name_each_line_that_failed_and_why(table: Table) -> None:
    table.tell("ANNA", "BUY 9 FRANCE\nBUY 9 ITALY\nBUY 2 RUSSIA FROM BERT FOR 7\nELECT FRANCE ANNA")
    table.tell("BERT", "BUY 2 FRANCE\nSELL 1 TURKEY TO CARL FOR 2\nSELL 1 FRANCE TO CARL FOR 2")
    table.house.pass_time(hours=25)
    mine, others = table.results("ANNA"), table.results("BERT")
    assert "Not carried out, or not in full:" in mine.text
    assert "BUY 9 FRANCE: 8 were bought, then no shares were left." in flat(mine)
    assert "BUY 9 ITALY: 2 were bought, then your money did not reach for more." in flat(mine)
    assert "BUY 2 RUSSIA FROM BERT FOR 7: you had only 0 AgP left for it." in flat(mine)
    assert "SELL 1 TURKEY TO CARL FOR 2: you held none of Turkey when its turn came." in flat(others)
    unmatched = "SELL 1 FRANCE TO CARL FOR 2: Carl did not write the matching BUY, or could not pay."
    assert unmatched in flat(others)
    assert unmatched in others.html
    assert "Not carried out" not in table.results("CARL").text


def test_p28_whoever_leads_nothing_is_not_told_that_a_phase_that_waits_for_ceos_waits_for_nobody(led: Table) -> None:
    told = led.results("CARL")
    for text in (flat(told), told.html):
        assert "The phase does not wait for you." in text
        assert "waits for nobody" not in text
    led.house.pass_time(hours=80)
    assert led.waits_for("FRANCE", "GERMANY", "ITALY")


def test_p28_the_exchange_itself_ends_at_its_deadline_and_waits_for_nobody(table: Table) -> None:
    told = table.results("CARL")
    assert "The phase ends at its deadline and waits for nobody." in flat(told)
    table.house.pass_time(hours=25)
    assert table.waits_for()


def test_show_holds_votes_dividends_worths_and_lists(led: Table) -> None:
    led.tell("ANNA", "FOR FRANCE\nDIVIDEND 2\nWORTH PAR 9\nACCEPT FG?")
    shown = flat(led.tell("ANNA", "SHOW"))
    for said in (
        "You elect Anna for France and Germany.",
        "France's acceptance list is FG?.",
        "France's dividend in the next exchange is 2 a share.",
        "France's centers are worth BRE 17, MAR 16, PAR 9, together at most 48.",
    ):
        assert said in shown
    assert "France" not in flat(led.tell("CARL", "SHOW"))


def test_p44_rules_show_the_limit_of_dividends(table: Table) -> None:
    assert "dividends half" in flat(table.tell("ANNA", "RULES"))


def test_an_investor_whose_offers_all_failed_reads_that(led: Table) -> None:
    led.tell("CARL", "1 : A PAR - BUR")
    led.tell("ANNA", "FOR FRANCE\n9 : A PAR - PIC\nFOR GERMANY\n1 : A MUN H")
    led.tell("BERT", "FOR ITALY\n1 : A ROM H")
    led.house.pass_time(hours=73)
    assert "1 : A PAR - BUR 1 not accepted" in flat(led.results("CARL"))
    assert "not accepted" in led.results("CARL").html
    assert "Your line" not in led.results("BERT").text.partition("Italy")[0]


def test_p34_prices_speak_of_no_units_of_an_investor(led: Table) -> None:
    led.tell("ANNA", "FOR FRANCE\n9 : A PAR - PIC\nFOR GERMANY\n1 : A MUN H")
    led.tell("BERT", "FOR ITALY\n1 : A ROM H")
    led.tell("CARL", "3 : A MUN - BUR")
    led.house.pass_time(hours=73)
    told = flat(led.tell("CARL", "PRICES")).partition("WHAT")[2]
    assert told.startswith(" CARL PAID paid reduced balance S1901M 3 0 57 In all 3")
    lead = flat(led.tell("ANNA", "PRICES"))
    assert "FRANCE: WHAT ITS UNITS TOOK, AND WHAT IT PAID units took paid" in lead


def test_p47_nobody_is_told_that_the_garrisons_have_elected_nobody(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'judge.db'}"
    migrated(url)
    with open_house(url, tmp_path) as house:
        mail = Table(house, "map garrisons", led=True).results("ANNA")
        assert "Russia nobody elected" in flat(mail)
        assert "Neutral nobody" not in flat(mail)
        assert mail.html.count("nobody elected") == mail.text.count("nobody elected")


def test_p28_investors_are_told_what_they_bought_and_who_leads_what(table: Table) -> None:
    begun = table.results("ANNA")
    assert "You now have 60 AgP." in begun.text
    assert "BUY 3 AUSTRIA" in sheet(begun)
    table.elected()
    mine, others = table.results("ANNA"), table.results("CARL")
    for mail in (mine, others):
        assert "France led by Anna" in flat(mail)
        assert "Russia nobody elected: a dummy this year" in flat(mail)
        assert "led by Anna" in mail.html
    assert "Bought 4 of France -24 AgP" in flat(mine)
    assert "France, which you lead" in flat(mine)
    held = flat(mine).partition("Treasury 78 AgP Acceptance list F? Shares ")[2].partition(" unsold")[0]
    assert sorted(held.split(", ")) == ["5", "Anna 4", "Bert 1"]
    assert "treasury" not in others.text
    assert "Bought 4 of France" in mine.html


def test_p28_the_public_pages_tell_who_leads_what_and_nothing_of_treasuries(led: Table) -> None:
    pages = pages_of(led.house)
    assert "led by Anna" in pages["games/oslo/index.html"]
    games = {path: page for path, page in pages.items() if path.startswith("games/")}
    assert not [path for path, page in games.items() if "in its treasury" in page or "You now have" in page]


def test_p28_the_form_of_a_ceo_has_a_line_for_each_power_and_reads_back(led: Table) -> None:
    form = sheet(led.results("ANNA"))
    assert [line for line in form.splitlines() if line.startswith("FOR ")] == ["FOR FRANCE", "FOR GERMANY"]
    reply = led.tell("ANNA", form)
    assert "PROBLEM" not in reply.text
    assert "0 : A PAR H" in reply.text.partition("ON FILE FOR FRANCE")[2]
    assert "0 : A MUN H" in reply.text.partition("ON FILE FOR GERMANY")[2]


def test_p28_lines_below_for_are_of_that_power_and_those_above_ones_own(led: Table) -> None:
    reply = led.tell(
        "ANNA",
        "7 : A VIE - GAL\nFOR FRANCE\n5 : A PAR - BUR\nACCEPT FG?\nFOR GER\n1 : A MUN - TYR\n"
        "FOR ANNA\nTRANSFER 3 TO CARL",
    )
    assert "PROBLEM" not in reply.text
    led.tell("BERT", "FOR ITALY\n1 : A VEN - TYR")
    led.house.pass_time(hours=73)
    report = flat(led.results("ANNA"))
    assert "A VIE - GAL moved" in report
    assert "A PAR - BUR moved" in report
    assert "Anna, Spring 1901 Movement" in report
    assert "France, Spring 1901 Movement" in report
    assert "Acceptance list FG?" in report
    carls = flat(led.results("CARL"))
    assert "You now have 63 AgP" in carls
    assert "Your units" not in carls


def test_p28_for_myself_is_for_ones_own_lines(led: Table) -> None:
    reply = led.tell("ANNA", "FOR FRANCE\n5 : A PAR - BUR\n\nFor myself:\n7 : A VIE - GAL")
    assert "PROBLEM" not in reply.text
    assert "7 : A VIE - GAL" in reply.text.partition("ON FILE FOR ANNA")[2]


@pytest.mark.parametrize(
    "heading",
    [
        "For Germany, please:",
        "for germany thanks",
        "Für Deutschland, bitte:",
        "Pour l'Allemagne :",
        "PARA ALEMANIA",
        "As leader of Germany:",
    ],
)
def test_p28_a_for_line_may_be_polite_or_in_another_language(led: Table, heading: str) -> None:
    reply = led.tell("ANNA", f"{heading}\n1 : A MUN - TYR")
    assert "1 : A MUN - TYR" in reply.text.partition("ON FILE FOR GERMANY")[2]


@pytest.mark.parametrize(
    "heading",
    [
        "Germany:",
        "Für Italien:",
        "For Germany if they ask:",
        "For Germany and France:",
        "Für Deutschland und Frankreich:",
        "Germany's offers:",
    ],
)
def test_p28_below_a_heading_that_is_not_sure_nothing_is_filed(led: Table, heading: str) -> None:
    reply = led.tell("ANNA", f"{heading}\n1 : A MUN - TYR")
    assert "PROBLEM" in reply.text
    assert f"Nothing below {heading} was filed." in flat(reply)
    assert "ON FILE" not in reply.text


def test_p28_a_ceo_who_pays_units_of_the_power_is_told_whose_money_it_is(led: Table) -> None:
    own = flat(led.tell("ANNA", "1 : A MUN - TYR\n1 : A VIE - GAL"))
    assert "Your offers here are paid from your own money. From a treasury, they" in own
    assert "own money" not in led.tell("ANNA", "FOR GERMANY\n1 : A MUN - TYR").text
    assert "own money" not in led.tell("ANNA", "1 : A VIE - GAL").text


@pytest.mark.parametrize("remark", ["All from the treasury of Germany please.", "Allemaal uit de kas van Duitsland."])
def test_p28_a_remark_that_orders_are_for_another_role_of_their_writer_has_them_asked_about(
    led: Table, remark: str
) -> None:
    reply = led.house.tell(led.players["ANNA"], f"1 : A MUN - TYR\n{remark}", key=False)
    assert f"Not done yet: you wrote `{remark}`." in flat(reply)
    assert "The code files this line for ANNA. Else send all lines below FOR GERMANY." in flat(reply)
    assert reply.code
    filed = led.house.tell(led.players["ANNA"], "1 : A MUN - TYR\nGood luck to Germany!", key=False)
    assert "1 : A MUN - TYR" in filed.text.partition("ON FILE")[2]


@pytest.mark.parametrize("talk", ["Italy:", "Für den Frühling:", "Für alle:", "Anna:"])
def test_p28_a_heading_of_something_else_is_none(led: Table, talk: str) -> None:
    reply = led.tell("ANNA", f"{talk}\n1 : A MUN - TYR")
    assert "1 : A MUN - TYR" in reply.text.partition("ON FILE FOR ANNA")[2]


def test_p28_a_for_line_with_more_on_it_says_that_it_stands_alone(led: Table) -> None:
    reply = flat(led.tell("ANNA", "For Germany: 1 : A MUN - TYR"))
    assert "FOR GERMANY stands alone on its line." in reply
    assert "Write FOR GERMANY, and what is for it on the lines below." in reply
    assert "ON FILE" not in reply


def test_p28_add_below_a_for_line_is_for_that_section(led: Table) -> None:
    led.tell("ANNA", "FOR FRANCE\n5 : A PAR - BUR\nFOR GERMANY\n1 : A MUN - TYR")
    led.tell("ANNA", "FOR FRANCE\nADD\n2 : A MAR - SPA\nFOR GERMANY\n3 : A MUN - BUR")
    shown = led.tell("ANNA", "SHOW").text
    assert "5 : A PAR - BUR\n2 : A MAR - SPA" in shown
    assert "3 : A MUN - BUR" in shown
    assert "1 : A MUN - TYR" not in shown


def test_p28_each_part_is_replaced_by_itself(led: Table) -> None:
    led.tell("ANNA", "FOR FRANCE\n5 : A PAR - BUR\nFOR GERMANY\n1 : A MUN - TYR")
    reply = led.tell("ANNA", "FOR GERMANY\n2 : A MUN - BUR")
    assert "For Germany: Replaced your sheet of 1 offer by one of 1" in flat(reply)
    shown = led.tell("ANNA", "SHOW").text
    assert "5 : A PAR - BUR" in shown
    assert "2 : A MUN - BUR" in shown


def test_p28_a_sheet_below_a_refused_for_line_is_one_problem_and_that_line_alone_is_one_too(led: Table) -> None:
    reply = led.tell("CARL", "FOR FRANCE\n5 : A PAR - GAS\n2 : A MAR - SPA")
    assert "(1 problem)" in reply.subject
    assert "You cannot write for France now. Nothing below FOR FRANCE was filed." in flat(reply)
    alone = led.tell("CARL", "2 : A PAR - BUR\nFOR FRANCE")
    assert "(1 problem)" in alone.subject
    assert "> FOR FRANCE" in alone.text


def test_p28_nobody_writes_for_a_power_that_he_does_not_lead(led: Table) -> None:
    reply = led.tell("CARL", "2 : A PAR - BUR\nFOR FRANCE\n5 : A PAR - GAS\nSHOW\nDRAW YES")
    assert "You cannot write for France now." in reply.text
    assert "5 : A PAR - GAS" not in reply.text.partition("ON FILE")[2]
    assert "2 : A PAR - BUR" in reply.text.partition("ON FILE FOR CARL")[2]
    assert "treasury" not in reply.text
    assert "FOR whom" not in led.tell("CARL", "FOR ATLANTIS\nSTATEMENT").text


def test_p28_only_ceos_are_awaited_reminded_and_late(led: Table) -> None:
    assert led.waits_for("FRANCE", "GERMANY", "ITALY")
    led.tell("ANNA", "FOR FRANCE\n0 : A PAR H")
    led.tell("BERT", "FOR ITALY\n0 : A VEN H")
    led.house.pass_time(hours=50)
    assert "They are due" in led.players["ANNA"].last().text
    assert "FOR FRANCE\n0 : A PAR H" in led.players["ANNA"].last().text
    assert "results" in led.players["CARL"].last().subject
    led.house.pass_time(hours=30)
    assert "The game is waiting for orders from Germany." in led.players["CARL"].last().text
    assert "Your orders are late" in led.players["ANNA"].last().text
    status = led.tell("ANNA", "STATUS").text
    assert "Anna (France, Germany)" in status
    assert "has not written" in status
    led.tell("ANNA", "FOR GERMANY\n0 : A MUN H")
    led.house.settle()
    assert "F1901M" in (here.row.label if (here := led.now()) else "")


def test_p28_the_gamemaster_is_told_the_seat_of_the_ceo_who_is_late_and_can_eject_it(led: Table) -> None:
    led.tell("BERT", "FOR ITALY\n0 : A VEN H")
    led.house.pass_time(hours=80)
    late = led.master.last(lambda mail: "Late: France and Germany" in mail.subject)
    for text in (late.text, late.html):
        assert "EJECT ANNA" in text
        assert "REPLACE ANNA WITH" in text
        assert "EJECT FRANCE" not in text
    assert "Anna has no player now." in led.house.tell(led.master, "EJECT ANNA", to=late).text


def test_p28_an_exchange_phase_is_never_settled_before_its_deadline(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'judge.db'}"
    migrated(url)
    with open_house(url, tmp_path) as house:
        table = Table(house, "early 1h")
        for seat in table.players:
            table.tell(seat, "BUY 1 FRANCE")
        house.pass_time(hours=20)
        here = table.here()
        assert here.row.label == "S1901X"


def test_p28_show_try_clear_balance_and_statement_are_about_the_power_below_for(led: Table) -> None:
    led.tell("ANNA", "3 : A VIE - GAL\nFOR FRANCE\n5 : A PAR - BUR\nFOR GERMANY\n1 : A MUN - TYR")
    reply = led.tell(
        "ANNA", "FOR FRANCE\nSHOW\nBALANCE\nFOR GERMANY\nTRY\n2 : A MUN - BUR\nEND TRY\nCLEAR\nBALANCE"
    ).text
    assert "5 : A PAR - BUR" in reply
    assert "3 : A VIE - GAL" not in reply
    assert "France's treasury holds 78 AgP" in reply
    assert "Germany's treasury holds 66 AgP" in reply
    assert "TRIED FOR GERMANY" in reply
    shown = led.tell("ANNA", "SHOW\nBALANCE").text
    assert "3 : A VIE - GAL" in shown
    assert "1 : A MUN - TYR" not in shown
    for account in ("Your balance is 18 AgP.", "France's treasury holds 78 AgP.", "Germany's treasury holds 66 AgP."):
        assert account in " ".join(shown.split())


def test_p28_what_is_said_of_no_orders_and_clear_below_for_is_about_that_power_alone(led: Table) -> None:
    nothing = flat(led.tell("ANNA", "FOR GERMANY\nNO ORDERS"))
    assert "The game no longer waits for Germany. Nothing is on file for Germany." in nothing
    assert "has not written" in led.tell("ANNA", "STATUS").text  # for France
    led.tell("ANNA", "FOR FRANCE\n5 : A PAR - BUR\nFOR GERMANY\n1 : A MUN - TYR")
    stands = flat(led.tell("ANNA", "FOR GERMANY\nNO ORDERS"))
    assert "What is on file for Germany stands. CLEAR takes it back." in stands
    cleared = flat(led.tell("ANNA", "FOR GERMANY\nCLEAR"))
    assert (
        "The orders of Germany for Spring 1901 Movement are taken back. Nothing is on file for Germany now." in cleared
    )
    again = flat(led.tell("ANNA", "FOR GERMANY\nCLEAR"))
    assert "Nothing was on file for Germany to take back." in again
    assert "5 : A PAR - BUR" in led.tell("ANNA", "SHOW").text


def test_press_to_a_power_goes_to_whoever_leads_it(led: Table) -> None:
    assert "Sent to Anna" in led.tell("CARL", "PRESS TO FRANCE: a dividend, please").text
    assert "a dividend, please" in led.players["ANNA"].last().text
    assert "Nobody leads Russia now" in flat(led.tell("CARL", "PRESS TO RUSSIA: hello"))


def test_18_1_nobody_takes_the_name_of_a_power_for_his_pseudonym(led: Table) -> None:
    led.house.tell(led.master, "GAME oslo\nSET pseudonyms yes")
    assert "cannot be taken" in led.tell("CARL", "PSEUDONYM FRANCE").text
    led.tell("BERT", "PRESS TO FRANCE: to the one who leads it")
    assert "to the one who leads it" in led.players["ANNA"].last().text


def test_the_gamemaster_can_file_for_a_power_of_a_seat_where_that_is_allowed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'judge.db'}"
    migrated(url)
    with open_house(url, tmp_path) as house:
        table = Table(house, "become yes")
        table.elected()
        text = "GAME oslo\nBECOME ANNA\nFOR FRANCE\n5 : A PAR - BUR\nFOR ITALY\n1 : A VEN - TYR"
        reply = house.tell(table.master, text)
        assert "You cannot write for Italy now." in reply.text
        assert "5 : A PAR - BUR" in table.players["ANNA"].last().text
        assert "5 : A PAR - BUR" in table.tell("ANNA", "FOR FRANCE\nSHOW").text


def test_p40_when_a_seat_becomes_a_dummy_those_who_are_left_may_have_agreed_on_the_end(table: Table) -> None:
    table.tell("CARL", "BUY 1 AUSTRIA\nELECT AUSTRIA CARL")
    table.elected()
    table.tell("BERT", "FOR ITALY\nDRAW YES")
    table.tell("CARL", "FOR AUSTRIA\nDRAW YES")
    table.tell("ANNA", "RESIGN")
    assert "is now a dummy" in table.house.tell(table.master, "GAME oslo\nDUMMY ANNA").text
    assert table.now() is None
    ended = table.players["BERT"].last(lambda mail: "is over" in mail.subject)
    assert "You have won, with 3 shares" in flat(ended)


def test_p38_the_end_says_that_the_votes_of_a_seat_that_nobody_played_did_not_count(led: Table) -> None:
    while (here := led.now()) is not None and here.row.label != "S1902X":
        for seat in ("ANNA", "BERT"):
            led.tell(seat, "NO ORDERS")
        led.house.pass_time(hours=200)
    led.tell("BERT", "RESIGN")
    led.house.tell(led.master, "GAME oslo\nDUMMY BERT")
    led.house.pass_time(hours=25)
    led.house.tell(led.master, "GAME oslo\nEND GAME enough")
    over = led.players["ANNA"].last(lambda mail: "is over" in mail.subject)
    first, second = flat(over).partition("SPRING 1902 EXCHANGE")[::2]
    assert "Votes of Bert Italy: Bert" in first
    assert "Votes of Bert, not counted Italy: Bert" in second
    assert "Votes of Anna France: Anna, Germany: Anna" in second
    assert over.html.count("Votes of Bert, not counted") == 1
    assert "Votes of Bert, not counted" in pages_of(led.house)["games/oslo/S1902X.html"]


def test_a_ceos_vote_falls_where_the_gamemaster_gives_his_seat_to_another(led: Table) -> None:
    dora = led.house.registered("Dora")
    led.tell("ANNA", "FOR FRANCE\nDRAW YES\nFOR GERMANY\nDRAW YES")
    led.house.tell(led.master, "GAME oslo\nREPLACE ANNA dora@example.org")
    assert "You now play Anna" in led.house.agree(dora).text
    led.tell("BERT", "FOR ITALY\nDRAW YES")
    assert led.now() is not None
    led.house.tell(dora, "GAME oslo\nFOR FRANCE\nDRAW YES\nFOR GERMANY\nDRAW YES")
    assert led.now() is None


def test_a_rollback_over_an_election_gives_back_shares_money_and_offices(led: Table) -> None:
    assert "PROBLEM" not in led.house.tell(led.master, "GAME oslo\nROLLBACK S1901X A mistake").text
    here = led.here()
    assert here.row.label == "S1901X"
    assert set(here.phase.roles) == set(led.players)
    assert "Your balance is 60 AgP" in led.tell("ANNA", "BALANCE").text
    led.house.pass_time(hours=25)
    assert "France led by Anna" in flat(led.results("CARL"))


def test_lines_that_begin_with_for_mean_nothing_new_in_other_games(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'judge.db'}"
    migrated(url)
    with open_house(url, tmp_path) as house:
        table = seven(house)
        reply = table.tell("FRANCE", "For what it is worth:\n5 : A PAR - BUR")
        assert "5 : A PAR - BUR" in reply.text.partition("ON FILE")[2]
        assert "The lines below are for" not in reply.text


def year_ends(table: Table, *, bert: str) -> None:
    """The year 1901 is played, and the exchange of 1902 settled."""
    for order in ("2 : A PAR - BUR", "0 : F BRE H"):
        table.tell("ANNA", f"FOR FRANCE\n{order}\nDIVIDEND 2\nFOR GERMANY\n0 : A MUN H")
        table.tell("BERT", "FOR ITALY\n0 : A VEN H")
        table.house.pass_time(hours=73)
    here = table.here()
    assert here.row.label == "S1902X"
    table.tell("BERT", bert)
    table.house.pass_time(hours=25)


def test_p28_next_years_ceo_reads_the_books_of_the_past_and_the_old_one_not_the_new_ones(led: Table) -> None:
    year_ends(led, bert="BUY 5 FRANCE\nELECT FRANCE BERT")
    assert "France led by Bert" in flat(led.results("CARL"))
    history = led.tell("BERT", "HISTORY S1901M\nFOR FRANCE\nSTATEMENT").text
    assert "France, Spring 1901 Movement" in history
    assert "\nFrance\n" in history
    assert "France, which you lead" not in history
    assert "France, which you lead\n" in led.tell("BERT", "HISTORY S1902X").text + led.results("BERT").text
    assert "A PAR - BUR" in history.partition("ONLY FOR YOU")[2].partition("=" * 72)[0]
    assert "dividend of 2 a share" in history
    assert "paid to France A PAR" in " ".join(history.split())
    led.tell("BERT", "FOR FRANCE\n4 : A BUR - MUN\nFOR ITALY\n0 : A VEN H")
    led.tell("ANNA", "FOR GERMANY\n0 : A MUN H")
    led.house.pass_time(hours=73)
    old = led.tell("ANNA", "HISTORY S1902M\nFOR FRANCE\nSTATEMENT\nSHOW").text
    assert "France, Spring 1902 Movement" not in old
    assert "You cannot write for France now." in old
    assert "A BUR - MUN" not in old.partition("ONLY FOR YOU")[2].partition("=" * 72)[0]
    assert "Germany, Spring 1902 Movement" in old
    assert "France, Spring 1902 Movement" in led.results("BERT").text


def test_p28_a_ceo_reads_his_own_dividend_as_a_shareholder(led: Table) -> None:
    year_ends(led, bert="SHOW")
    assert "Dividend of France, 2 a share +8 AgP" in flat(led.results("ANNA"))
    assert "Dividend of France, 2 a share +2 AgP" in flat(led.results("BERT"))
    assert "Dividend of 2 a share -10 AgP" in flat(led.results("ANNA"))
    assert "Dividend of 2 a share -10 AgP" not in flat(led.results("BERT"))


def test_p28_the_end_does_not_tell_a_dividend_that_was_not_covered_as_paid(led: Table) -> None:
    for germany in ("DIVIDEND 3\n66 : A MUN - RUH", "0 : A BER H"):
        led.tell("ANNA", f"FOR FRANCE\n0 : A PAR H\nFOR GERMANY\n{germany}")
        led.tell("BERT", "FOR ITALY\n0 : A VEN H")
        led.house.pass_time(hours=73)
    led.house.pass_time(hours=25)
    assert "Dividend of 3 a share, not covered" in flat(led.results("ANNA"))
    led.house.tell(led.master, "GAME oslo\nEND GAME Abandoned")
    end = led.players["BERT"].last(lambda mail: "is over" in mail.subject)
    for text in (end.text, end.html):
        assert "Dividend of Germany" not in text
        assert "Dividend set by Germany" in text


def test_p40_a_successor_leads_the_powers_of_the_seat_and_reads_their_books(led: Table) -> None:
    led.tell("ANNA", "FOR FRANCE\n5 : A PAR - BUR\nFOR GERMANY\n0 : A MUN H")
    led.house.pass_time(hours=1)
    assert "You have left" in led.tell("ANNA", "RESIGN").text
    dora = led.house.registered("Dora")
    led.house.tell(dora, "TAKEOVER oslo AS ANNA")
    position = dora.last(lambda mail: "You now play" in mail.subject).text
    assert "FOR FRANCE" in position
    assert position.count("YOUR SHEET") == 1
    assert "France, which you lead Treasury 78 AgP" in " ".join(position.split())
    led.tell("BERT", "FOR ITALY\n0 : A VEN H")
    led.house.pass_time(hours=73)
    assert "A PAR - BUR" in latest(dora).text


def test_p28_no_treasury_is_told_as_a_successors_own_money_where_they_read_of_its_past(led: Table) -> None:
    led.tell("ANNA", "RESIGN")
    led.house.pass_time(hours=1)
    dora = led.house.registered("Dora")
    led.house.tell(dora, "TAKEOVER oslo AS ANNA")
    past = led.house.tell(dora, "HISTORY oslo S1901X")
    for text in (flat(past), past.html):
        assert "which you lead" not in text, "nobody led France when that exchange began"
        assert "Acceptance list" in text
        assert "Bought 4 of France" not in text
        assert "You now have" not in text
        assert "Your acceptance list" not in text


def test_p28_a_worth_that_does_not_bind_yet_is_told_with_what_the_center_brings_before(house: House) -> None:
    table = Table(house, "nmr default", "adjustments 24h", led=True)
    for sheet in ("5 : A PAR - BUR", "5 : A BUR - BEL"):
        table.tell("ANNA", f"FOR FRANCE\n{sheet}")
        house.pass_time(hours=73)
    told = flat(table.tell("ANNA", "FOR FRANCE\nWORTH BEL 3"))
    assert "BEL has not paid France yet, so once it brings 17, and 3 from then on." in told
    assert "yet" not in flat(table.tell("ANNA", "FOR FRANCE\nWORTH PAR 3"))
    house.pass_time(hours=25)
    house.pass_time(hours=25)
    assert "Worth of BEL 17" in flat(table.results("ANNA"))
    assert "worth BEL 3, BRE 16" in flat(table.tell("ANNA", "FOR FRANCE\nSHOW"))
