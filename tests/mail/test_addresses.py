"""Who a mail is from: one mailbox, or nobody (M1 to M3)."""

from __future__ import annotations

import pytest

from judge.mail.addresses import BadMailbox, mailbox, other_recipients, sender_of, tokens_among
from judge.mail.fields import split_message

READ = {
    "ann@example.org": ("ann@example.org", ""),
    "<ann@example.org>": ("ann@example.org", ""),
    "Ann Otter <Ann@Example.ORG>": ("ann@example.org", "Ann Otter"),
    '"Otter, Ann" <ann@example.org>': ("ann@example.org", "Otter, Ann"),
    '"gm@game.org" <evil@x.y>': ("evil@x.y", "gm@game.org"),
    "ann@example.org <ann@example.org>": ("ann@example.org", "ann@example.org"),
    "evil@x.y (gm@game.org)": ("evil@x.y", "gm@game.org"),
    "ann@example.org (Ann (the Otter))": ("ann@example.org", "Ann (the Otter)"),
    "John Q. Public <jqp@x.y>": ("jqp@x.y", "John Q. Public"),
    "=?UTF-8?Q?J=C3=BCrgen_M=C3=BCller?= <jm@x.y>": ("jm@x.y", "Jürgen Müller"),
    "=?utf-8?b?w4RubmE=?= =?utf-8?b?IE90dGVy?= <a@x.y>": ("a@x.y", "Änna Otter"),
    "=?utf-8?q?J=C3?= =?utf-8?q?=BCrgen?= <jm@x.y>": ("jm@x.y", "Jürgen"),
    "Jürgen <jm@x.y>": ("jm@x.y", "Jürgen"),
    "=?utf-8?q?gm=40game.org=3E?= <evil@x.y>": ("evil@x.y", "gm@game.org>"),
    "'Ann' <o'neill+diplomacy@x.y>": ("o'neill+diplomacy@x.y", "'Ann'"),
    '"ann.otter"@example.org': ("ann.otter@example.org", ""),
    "root@localhost": ("root@localhost", ""),
    'Ann "the \\"Otter\\"" <ann@x.y>': ("ann@x.y", 'Ann the "Otter"'),
    "(a comment) ann@x.y": ("ann@x.y", "a comment"),
}

REFUSED = [
    "",
    "   ",
    "Ann Otter",
    "<>",
    "gm@game.org <evil@x.y>",
    "gm@game.org, evil@x.y",
    "Otter, Ann <ann@x.y>",
    "a@b)c@d",
    "a@b(c@d",
    "<gm@game.org> <evil@x.y>",
    "evil@x.y <gm@game.org",
    "gm@game.org> evil@x.y",
    "<gm@game.org> evil@x.y",
    "gm@game.org evil@x.y",
    "gm@game.org@evil.y",
    "gm @game.org",
    "gm@ game.org",
    "<@relay.org:gm@game.org>",
    "players: gm@game.org, evil@x.y;",
    "undisclosed-recipients:;",
    '"unclosed <gm@game.org>',
    '"a b"@x.y',
    '"gm@game.org"@x.y',
    "gm\0@game.org",
    "gm@game.org\rBcc: all@x.y",
    "gm@[127.0.0.1]",
    "gm@game..org",
    ".gm@game.org",
    "gm@-game.org",
    "gm@gаme.org",  # the second letter is Cyrillic
    "gmé@game.org",
    "gm@game.org;",
    "a\\b@x.y",
    "x" * 65 + "@x.y",
    "x@" + "y." * 100 + "org",
    "(" * 500 + ")" * 499 + "gm@game.org",
    "a" * 5000 + "@x.y",
]


@pytest.mark.parametrize(("value", "wanted"), READ.items())
def test_m2_one_mailbox_is_read(value: str, wanted: tuple[str, str]) -> None:
    assert mailbox(value) == wanted


@pytest.mark.parametrize("value", REFUSED)
def test_m2_what_two_programs_could_read_differently_is_refused(value: str) -> None:
    with pytest.raises(BadMailbox):
        mailbox(value)


def test_an_address_in_other_letters_is_told_from_a_bad_one() -> None:
    with pytest.raises(BadMailbox, match="letters beyond a-z"):
        mailbox("jürgen@x.y")


def test_m3_nested_comments_are_counted_not_recursed_into() -> None:
    assert mailbox("(" * 900 + ")" * 900 + "ann@x.y")[0] == "ann@x.y"


@pytest.mark.parametrize(
    ("head", "problem"),
    [
        ("To: judge@host", "no From"),
        ("From: a@x.y\nFrom: b@x.y", "more than one From"),
        ("From: a@x.y\nfrom : b@x.y", "more than one From"),
        ("From: a@x.y\nFROM:b@x.y", "more than one From"),
        ("From: a@x.y, b@x.y", "two addresses"),
        ("From: both: a@x.y;", "group"),
        ("From: gm@x.y\rX: <evil@x.y>", "control characters"),
        ("X: 1\rFrom: gm@x.y\r\rX: 2", "no From"),
        ("Sender: a@x.y\nReply-To: a@x.y", "no From"),
    ],
)
def test_m1_nobody_where_it_cannot_be_told(head: str, problem: str) -> None:
    address, _, said = sender_of(split_message(head.encode() + b"\n\nbody")[0])
    assert address is None
    assert problem in said


def test_m1_a_from_folded_over_lines_is_one() -> None:
    fields, _ = split_message(b"From: Ann\r\n Otter\r\n\t<ann@x.y>\r\n\r\n")
    assert sender_of(fields) == ("ann@x.y", "Ann Otter", "")


def test_c12_a_name_holds_nothing_that_acts() -> None:
    """Control characters, line ends and direction overrides are gone from it, and it is not endless."""
    encoded = "=?utf-8?q?Ann=0D=0ABcc=3A_all=40x.y=E2=80=AEevil=00?= <ann@x.y>"
    assert mailbox(encoded) == ("ann@x.y", "Ann Bcc: all@x.yevil")
    assert len(mailbox('"' + "a" * 3000 + '" <ann@x.y>')[1]) == 200


def test_s17_tokens_in_any_case_and_with_a_changed_plus() -> None:
    recipients = [
        "Judge+ABC@Host.org",
        "judge=abd@host.org",
        "judge@host.org",
        "judge+abc@host.org",
        "other+abe@host.org",
    ]
    assert tokens_among(recipients, "judge@host.org") == ("abc", "abd")


def test_17_4_the_other_addresses_of_to_and_cc_are_told_without_the_judges_own() -> None:
    raw = (
        b'From: a@example.org\r\nTo: The Judge <judge+token23@judge.example>, "B, C" <B@Example.org>\r\n'
        b"Cc: c@example.org (friend), judge@judge.example, b@example.org\r\n\r\nHello\r\n"
    )
    fields, _ = split_message(raw)
    assert other_recipients(fields, "judge@judge.example") == ("b@example.org", "c@example.org")
