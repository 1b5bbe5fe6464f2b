"""Plans and ballots by mail: what is said of them, and what may stand beside them."""

from __future__ import annotations

from tests.rules.pirates.test_by_mail import FOUR, Crew
from tests.support.house import House


def test_r1_a_later_plan_needs_no_code_behind_a_problem(house: House) -> None:
    """A plan is the whole of it: nothing on file can be gone by mistake."""
    match = Crew(house, FOUR)
    package = match.state.opened["ANNA"]
    match.tell("ANNA", f"Self: {package}")
    other = next(name for name in match.state.room_of("ANNA") if name != "ANNA")
    wrong = match.tell("ANNA", f"Self: {package}\n{other}: 1")
    assert "(1 problem)" in wrong.subject
    anna = match.players["ANNA"]
    told = match.house.tell(anna, f"Self: {package - 1}\n{other}: 1", to=wrong, key=False)
    assert "Not filed yet" not in told.text
    assert f"ANNA: {package - 1}\n{other}: 1\n" in told.text.partition("ON FILE")[2]


def test_a_plan_headed_with_another_round_is_asked_about(house: House) -> None:
    match = Crew(house, FOUR)
    package = match.state.opened["ANNA"]
    anna = match.players["ANNA"]
    opening = anna.last(lambda mail: mail.subject.startswith("["))
    told = match.house.tell(anna, f"Round 2\nSelf: {package}", to=opening, key=False)
    assert "Not done yet: you wrote `Round 2`." in " ".join(told.text.split())
    told = match.house.tell(anna, f"Round 1\nSelf: {package}", to=opening, key=False)
    assert f"ANNA: {package}" in told.text.partition("ON FILE")[2]


def test_r3_a_later_ballot_needs_no_code_behind_a_problem(house: House) -> None:
    match = Crew(house, FOUR)
    match.next_phase()
    other = next(name for name in match.state.room_of("ANNA") if name != "ANNA")
    wrong = match.tell("ANNA", f"Self: YES\n{other}: NO\nANNNA: NO")
    assert "(1 problem)" in wrong.subject
    told = match.house.tell(match.players["ANNA"], f"Self: NO\n{other}: YES", to=wrong, key=False)
    assert "Not filed yet" not in told.text
    assert f"{other}: YES" in told.text.partition("ON FILE")[2]


def test_r3_the_package_may_head_a_ballot_as_in_the_example_of_the_rules(house: House) -> None:
    match = Crew(house, FOUR)
    match.next_phase()
    other = next(name for name in match.state.room_of("ANNA") if name != "ANNA")
    told = match.tell("ANNA", f"Package: 30 gold\n\nSelf: 7 gold - YES\n\n{other}: 3 gold - NO").text
    assert "PROBLEM" not in told
    assert "it means nothing here" in told
    assert "1 yes, 1 no." in told


def test_r3_a_move_without_a_ballot_is_told_that_the_lot_votes(house: House) -> None:
    match = Crew(house, FOUR)
    match.next_phase()
    other = next(name for name in match.state.room_of("ANNA") if name != "ANNA")
    said = "You have not voted yet. Without a ballot of yours the lot votes for you."
    assert said in match.tell("ANNA", "MOVE").text
    assert said not in match.tell("ANNA", f"Self: NO\n{other}: YES").text


def test_status_tells_a_player_the_rooms(house: House) -> None:
    match = Crew(house, FOUR)
    status = " ".join(match.tell("ANNA", "STATUS").text.split())
    rooms = match.state.rooms
    own, other = rooms["ANNA"], 3 - rooms["ANNA"]
    beside = next(name.title() for name in rooms if rooms[name] == own and name != "ANNA")
    across = " and ".join(name.title() for name in rooms if rooms[name] == other)
    assert f"You are in room {own}, with {beside}. In room {other}: {across}." in status


def test_statement_takes_the_name_of_its_game_as_prices_does(house: House) -> None:
    match = Crew(house, FOUR)
    assert "ACCOUNT OF ANNA" in match.tell("ANNA", "STATEMENT hoard").text
    assert "STATEMENT must stand alone" in match.tell("ANNA", "STATEMENT of intent").text


def test_of_a_plan_that_is_tried_and_makes_no_whole_nothing_would_be_done(house: House) -> None:
    match = Crew(house, FOUR)
    told = match.tell("ANNA", "TRY\nSelf: 1\nEND TRY").text
    assert "I have not kept the plan. It adds up to 1," in told
    assert "would be done at once" not in told
    assert "Line 0" not in told
