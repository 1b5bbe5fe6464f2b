"""One function for each thing that reads what others wrote. It raises where that raises, or is too slow."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import Any
from unicodedata import category

from judge.arena.contestant import Lost, parsed, writing_of
from judge.commands.masters.members import read_program
from judge.games.members import strength_called
from judge.identity.players import set_profile
from judge.letters.dates import when
from judge.mail.addresses import BadMailbox, mailbox
from judge.mail.automatic import bounce_of, returned_message_ids, returned_tokens
from judge.mail.fields import fingerprint, split_message
from judge.mail.proof.authentication_results import OWN_MTA, is_authenticated, received_at
from judge.mail.read import read_mail
from judge.mail.text.html_text import html_text
from judge.mail.text.lines import clean_lines
from judge.mail.text.quotations import split_quotation
from judge.mail.values import TextLine
from judge.play.practice import read_wish
from judge.rules.computers import STEADY, Heard, Situation, situation_of
from judge.rules.problems import Refused
from judge.rules.registry import systems
from judge.rules.rng import Rng
from judge.rules.values import only, sheet_of
from judge.store.tables import Player

JUDGE = "judge@host.org"

SECONDS = 2.0
"""Far more than the largest input takes, even with a fuzzer's instruments in the way."""

MAX_OCTETS = 20_000
FIRST_PHASES = 3
FEW_LINES = 50
NOW = datetime(2026, 5, 5, 10, tzinfo=UTC)


def text_of(octets: bytes) -> str:
    return octets.decode("utf-8", "replace")


def mail(octets: bytes) -> None:
    found = read_mail(octets, [JUDGE, "judge+abc@host.org"], address=JUDGE, authserv_id="mx.host.org")
    for line in (*found.lines, *found.dropped):
        assert "\n" not in line.text
        assert "\r" not in line.text
    numbers = [line.number for line in found.lines]
    assert numbers == sorted(set(numbers))
    assert found.subject.isprintable()
    assert len(fingerprint(octets)) == 64


def reports(octets: bytes) -> None:
    bounce_of(octets, split_message(octets)[0])
    returned_tokens(octets)
    returned_message_ids(octets)


def upstream(octets: bytes) -> None:
    stamp = f"Received: from a {OWN_MTA} by host.org with LMTP; Tue, 5 May 2026 10:00:00 +0000\n".encode()
    fields, _ = split_message(stamp + octets)
    is_authenticated(fields, "ann@example.org", "mx.host.org", JUDGE, datetime(2026, 5, 5, 10, tzinfo=UTC))
    received_at(fields, "host.org", "mx.host.org")


def address(octets: bytes) -> None:
    try:
        found, name = mailbox(text_of(octets))
    except BadMailbox:
        return
    assert found.isascii()
    assert found.count("@") == 1
    # A quoted local part may be the plain one: "ann"@x.org is ann@x.org (RFC 5321 4.1.2).
    assert found in text_of(octets).lower().replace('"', "").replace("\\", "")
    assert "\n" not in name


def html(octets: bytes) -> None:
    html_text(text_of(octets))


def quoting(octets: bytes) -> None:
    lines = [TextLine(number, line) for number, line in enumerate(clean_lines(text_of(octets)), 1)]
    kept, dropped = split_quotation(lines)
    numbers = [line.number for line in (*kept, *dropped)]
    assert len(numbers) == len(set(numbers)), "a line is both read and not read"


@cache
def _first_views(name: str) -> tuple[Any, ...]:
    """What one player of this game may know in its first phases, in which nobody has written."""
    system = systems()[name]
    options = {option.name: option.default for option in system.options}
    rng = Rng(b"fuzz", "START", 0)
    state = system.start(options, system.seating(options).names, rng).state
    found: list[Any] = []
    while len(found) < FIRST_PHASES and (phase := system.phase(state)) is not None:
        found.append(system.view(state, only(next(iter(phase.roles)))))
        state = system.adjudicate(state, {}, Rng(b"fuzz", phase.label, 0)).state
    return tuple(found)


def sheets_of(name: str) -> Callable[[bytes], None]:
    """Reads what is on file, and behind a form feed what comes later: a correction, an addition, or all anew."""

    def read(octets: bytes) -> None:
        system, views = systems()[name], _first_views(name)
        view = views[len(octets) % len(views)]
        (role,) = view.viewer.roles[:1]
        first, _, later = text_of(octets).partition("\f")
        filed = system.read(view, role, sheet_of(first)).parts
        reading = system.read(view, role, sheet_of(later, filed))
        parts = {**filed, **reading.parts}
        system.show(view, parts)
        system.estimate(view, parts)

    return read


def practice(octets: bytes) -> None:
    try:
        found = read_wish(text_of(octets))
    except Refused:
        return
    known = {option.name for option in found.system.options}
    assert {name for name, _ in found.options} <= known


def profile(octets: bytes) -> None:
    what, _, value = text_of(octets).partition(" ")
    player = Player(name="Ann", zone="UTC", dates="", plain_only=False, wants_data=False)
    try:
        set_profile(player, what.strip().upper(), value, NOW)
    except Refused:
        return
    assert not {"Cc", "Zl", "Zp"} & {category(letter) for letter in player.name}
    assert when(NOW, player)


def arena(octets: bytes) -> None:
    """The answer of a program, as one line."""
    views = {"AUSTRIA": _first_views("payola")[0]}
    here = Situation("AUSTRIA", views, {}, {}, (), (), ("FRANCE", "ITALY"), 1, Rng(b"fuzz", "S1901M", 0))
    found, why = None, ""
    try:
        found = writing_of(parsed(octets), here)
    except Lost as lost:
        why = str(lost)
    assert why.isprintable()
    if found is not None:
        assert set(found.sheets) <= set(views)
        assert all(set(each.to) <= set(here.addressees) for each in found.messages)


def computer(octets: bytes) -> None:
    """The words behind COMPUTER, for each game."""
    for system in systems().values():
        try:
            seat, word = read_program(text_of(octets))
            strength = strength_called(system, word)
        except Refused:
            continue
        assert seat.split() == [seat]
        assert strength in system.opponents


@cache
def _first_state(name: str) -> Any:
    system = systems()[name]
    options = {option.name: option.default for option in system.options}
    return system.start(options, system.seating(options).names, Rng(b"fuzz", "START", 0)).state


def programs_press(octets: bytes) -> None:
    """Letters of others, and its own behind a form feed, as a program reads them: its sheet is good all the same."""
    others, _, own = text_of(octets).partition("\f")
    for name, writers in (("diplomacy", ("RUSSIA", "ITALY")), ("payola", ("GERMANY", "RUSSIA"))):
        system, state = systems()[name], _first_state(name)
        here = situation_of(
            system,
            state,
            "AUSTRIA",
            Rng(b"fuzz", "S1901M", 0),
            heard=[Heard("S1901M", sender, (), others) for sender in (*writers, "Nightingale")],
            said=[Heard("S1901M", "AUSTRIA", writers[:1], own)],
            addressees=writers,
            turn=len(octets) % 2,
        )
        assert here is not None
        writing = system.opponents[STEADY].write(here)
        reading = system.read(here.views["AUSTRIA"], "AUSTRIA", sheet_of(writing.sheets["AUSTRIA"]))
        assert not [problem for problem in reading.problems if not problem.warning]
        assert all(set(each.to) <= set(writers) and each.text.isprintable() for each in writing.messages)


FAMILIES = ("diplomacy", "empires", "exchange", "machiavelli", "payola", "pirates")

TARGETS: dict[str, Callable[[bytes], None]] = {
    "address": address,
    "arena": arena,
    "computer": computer,
    "html": html,
    "mail": mail,
    "practice": practice,
    "profile": profile,
    "programs-press": programs_press,
    "quoting": quoting,
    "reports": reports,
    **{f"sheet-{name}": sheets_of(name) for name in FAMILIES},
    "upstream": upstream,
}


def within_time(target: Callable[[bytes], None], octets: bytes, seconds: float = SECONDS) -> None:
    start = time.process_time()
    target(octets)
    spent = time.process_time() - start
    assert spent < seconds, f"{len(octets)} octets took {spent:.1f} s"
