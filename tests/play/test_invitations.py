"""Invitations to who is nobody here yet: no word of another's choosing goes to them before they have answered."""

from __future__ import annotations

from tests.support.house import House


def test_an_invitation_to_a_stranger_holds_no_word_of_a_gamemasters(house: House) -> None:
    manus, bob = house.registered("Manus"), house.person("Bob")
    house.tell(manus, "PROFILE NAME Pills Peddler")
    house.tell(manus, "CREATE payola buypills\ntitle Cheap pills at evil.example\nEND CREATE\nINVITE bob@example.org")
    (invitation,) = bob.inbox()
    assert "pills" not in invitation.raw.decode("ascii", "replace").lower()
    assert "REGISTER and your name" in " ".join(invitation.text.split())


def test_who_answers_an_invitation_reads_to_which_game_and_joins_it_by_one_line(house: House) -> None:
    manus, bob = house.registered("Manus"), house.person("Bob")
    house.tell(manus, "CREATE payola oslo\nword sesame\ntitle The Long Game\nEND CREATE\nINVITE bob@example.org")
    bob.reply(bob.last(), "REGISTER Bob Builder")
    house.settle()
    told = bob.last(lambda mail: "An invitation to oslo" in mail.subject)
    assert "Manus invites you to The Long Game" in " ".join(told.text.split())
    assert "You have joined oslo." in house.tell(bob, "JOIN oslo", to=told, key=False).text


def test_who_joins_in_the_answer_to_an_invitation_is_not_invited_again(house: House) -> None:
    manus, bob = house.registered("Manus"), house.person("Bob")
    house.tell(manus, "CREATE payola oslo\nEND CREATE\nINVITE bob@example.org")
    house.tell(bob, "REGISTER Bob Builder\nJOIN oslo", key=False)
    assert not [mail for mail in bob.inbox() if "invitation to oslo" in mail.subject]
