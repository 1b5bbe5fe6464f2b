"""Reply tokens: what may stand behind the judge's name in an address, and what that proves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail.tokens import Purpose, answered_token, make_token, read_token, reply_address, token_of, without_token

KEY = b"the host's own key, 32 octets..."
JUDGE = "judge@example.org"


@given(st.integers(0, 2**40 - 1))
def test_a_token_reads_back_to_its_number(number: int) -> None:
    assert read_token(KEY, make_token(KEY, number)) == number


def test_a_token_is_lower_case_letters_and_digits_and_fits_a_local_part() -> None:
    token = make_token(KEY, 2**40 - 1)
    assert token.isascii()
    assert token.isalnum()
    assert token == token.lower()
    assert len(f"judge+{token}") <= 64


@pytest.mark.fault("P4")
def test_p4_tokens_do_not_tell_how_many_mails_lie_between_them() -> None:
    assert len({make_token(KEY, number)[:4] for number in range(200)}) > 190


@pytest.mark.parametrize("number", [-1, 2**40])
def test_a_number_beyond_five_octets_has_no_token(number: int) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        make_token(KEY, number)


def test_another_host_key_makes_another_token() -> None:
    assert read_token(b"another key", make_token(KEY, 7)) is None


@given(st.integers(0, 23), st.sampled_from("abcdefghijklmnopqrstuvwxyz234567"))
def test_a_token_with_one_letter_changed_proves_nothing(at: int, letter: str) -> None:
    token = make_token(KEY, 4711)
    changed = token[:at] + letter + token[at + 1 :]
    assert read_token(KEY, changed) == (4711 if changed == token else None)


@given(st.text())
def test_noise_is_no_token(noise: str) -> None:
    assert read_token(KEY, noise) is None


@pytest.mark.parametrize(
    "change", [lambda t: t[:-1], lambda t: t + "a", lambda t: t + "=", lambda t: " " + t, lambda t: t + "\n"]
)
def test_a_token_cut_or_lengthened_proves_nothing(change: object) -> None:
    assert callable(change)
    assert read_token(KEY, change(make_token(KEY, 1))) is None


def test_letters_that_only_fold_to_ascii_are_no_token() -> None:
    token = make_token(KEY, 3)
    for letter, twin in (("s", "ſ"), ("i", "ı"), ("k", "\u212a")):
        assert letter not in token or read_token(KEY, token.replace(letter, twin)) is None


def test_s17_a_reply_address_carries_the_token_there_and_back() -> None:
    token = make_token(KEY, 12)
    address = reply_address(JUDGE, token)
    assert address == f"judge+{token}@example.org"
    assert token_of(address, JUDGE) == token


@pytest.mark.parametrize(
    ("recipient", "token"),
    [
        ("judge+abc@example.org", "abc"),
        ("judge=abc@example.org", "abc"),
        ("JUDGE+ABC@EXAMPLE.ORG", "abc"),
        (f"judge-{'a2' * 12}@example.org", "a2" * 12),
        (f"Reply-{'A2' * 12}@Example.org", "a2" * 12),
        ("judge-abc@example.org", None),
        ("judge-office@example.org", None),
        (f"{'a2' * 12}@example.org", None),
        (f"reply+{'a2' * 12}@example.org", None),
        (f"other-{'a2' * 12}@example.org", None),
        ("Judge=aBc@Example.Org", "abc"),
        ("judge@example.org", None),
        ("judge+@example.org", None),
        ("judge=@example.org", None),
        ("judgeabc@example.org", None),
        ("judges+abc@example.org", None),
        ("other+abc@example.org", None),
        ("judge+abc@elsewhere.org", None),
        ("+abc@example.org", None),
        ("", None),
        ("judge+abc", None),
    ],
)
def test_s17_a_token_upper_cased_or_behind_an_equals_sign_is_found_and_a_missing_one_is_none(
    recipient: str, token: str | None
) -> None:
    assert token_of(recipient, JUDGE) == token


def test_s17_an_upper_cased_token_still_reads() -> None:
    token = token_of(reply_address(JUDGE, make_token(KEY, 99)).upper(), JUDGE)
    assert token is not None
    assert read_token(KEY, token.upper()) == 99


@pytest.mark.parametrize("form", ["plus", "equals", "minus", "catchall"])
@pytest.mark.parametrize("judge", [JUDGE, "diplomacy-judge@example.org", "J+x@example.org"])
def test_an_address_of_each_form_is_read_again(form: str, judge: str) -> None:
    token = make_token(KEY, 4711)
    assert token_of(reply_address(judge, token, form), judge) == token


def test_a_message_id_holds_the_token_of_the_latest_letter_and_of_this_judge() -> None:
    mine, older = (f"<{'0f' * 12}.{make_token(KEY, number, Purpose.MESSAGE)}@example.org>" for number in (1, 2))
    token = answered_token(("<a@b>", older, mine.upper(), "<c@d>"), JUDGE)
    assert token is not None
    assert read_token(KEY, token, Purpose.MESSAGE) == 1
    assert read_token(KEY, token) is None, "it is no token of a reply address"
    assert answered_token(("<a@b>", mine.replace("example.org", "example.com")), JUDGE) is None
    assert without_token(mine) == f"<{'0f' * 12}.{'0' * 24}@example.org>"
    assert without_token("<a@b>") == "<a@b>"
