"""What letters must and must not tell."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from textwrap import indent

import pytest
from jinja2 import TemplateNotFound, UndefinedError
from markupsafe import Markup

from judge.letters import write
from judge.letters.briefing import Known, Misdirected
from judge.letters.columns import table
from judge.letters.renderer import Renderer
from judge.letters.tree import once, one_occasion
from judge.letters.values import (
    Answer,
    Became,
    Block,
    Deadline,
    Grace,
    Lots,
    Question,
    Reader,
    Section,
    Transcript,
    Wanted,
)
from judge.mail.text.quotations import split_quotation
from judge.mail.values import Letter, TextLine
from judge.rules.values import MASTER as MASTER_VIEWER
from judge.rules.values import PUBLIC, Event, only
from tests.letters.examples import (
    AUSTRIAN,
    AUSTRIAN_VIEW,
    DUE,
    ENDED,
    FORM,
    GAME,
    MASTER,
    MOVEMENT,
    MOVES,
    NOW,
    OBSERVER,
    OPENED,
    PLAIN,
    PUBLIC_VIEW,
    RETREATS,
    STATEMENT,
    BoardView,
    letters,
)

RENDERER = Renderer()
DEADLINE = Deadline(DUE, MOVES)
HOSTILE = "<script>alert(1)</script>{{7*7}}{% raw %}\r\nBcc: x@y\u202egnirts\x00\x1b[31m\u2028'\"&"
FOR_RUSSIA = Event(only("RUSSIA"), "statement", STATEMENT.data)


def results(reader: Reader, view: BoardView, *events: Event) -> Letter:
    return write.results(RENDERER, Known(reader, GAME, view, events), DEADLINE, "", NOW)


@pytest.mark.fault("P5")
def test_p5_an_event_that_is_anothers_to_know_is_never_shown() -> None:
    with pytest.raises(Misdirected, match="statement"):
        results(AUSTRIAN, AUSTRIAN_VIEW, MOVEMENT, FOR_RUSSIA)


@pytest.mark.fault("P5")
def test_p5_a_players_event_does_not_go_to_the_public_nor_to_the_gamemaster() -> None:
    for reader in (OBSERVER, MASTER):
        with pytest.raises(Misdirected):
            results(reader, PUBLIC_VIEW, STATEMENT)


@pytest.mark.fault("P5")
def test_p5_the_gamemasters_view_and_events_go_to_the_gamemaster_alone() -> None:
    told = Event(MASTER_VIEWER, "centers", {"year": 1901, "owned": {}, "counts": {}, "changes": []})
    assert results(MASTER, BoardView(MASTER_VIEWER), told)
    for reader in (AUSTRIAN, OBSERVER):
        with pytest.raises(Misdirected):
            results(reader, BoardView(MASTER_VIEWER), MOVEMENT)
        with pytest.raises(Misdirected):
            results(reader, PUBLIC_VIEW, told)


@pytest.mark.fault("P5")
def test_p5_another_players_view_is_never_shown() -> None:
    russian = BoardView(only("RUSSIA"), power="RUSSIA", balance=7, accept="R?")
    with pytest.raises(Misdirected, match="view"):
        Known(AUSTRIAN, GAME, russian)


def test_the_public_letter_says_nothing_of_anybodys_money() -> None:
    letter = results(OBSERVER, PUBLIC_VIEW, MOVEMENT)
    for page in (letter.text, letter.html):
        assert "AgP" not in page
        assert "only for you" not in page.lower()


def test_the_readers_own_news_comes_first_in_results() -> None:
    letter = results(AUSTRIAN, AUSTRIAN_VIEW, MOVEMENT, STATEMENT)
    for page, own, public in ((letter.text, "ONLY FOR YOU", "POSITION"), (letter.html, "Only for you", ">Position<")):
        before, _, after = page.partition(own)
        assert "due Fri 27 Nov 2026" in before
        assert public not in before
        assert public in after


def test_results_say_which_orders_of_the_readers_units_failed_and_why() -> None:
    own = results(AUSTRIAN, AUSTRIAN_VIEW, MOVEMENT).text.partition("ONLY FOR YOU")[2].partition("=" * 72)[0]
    assert "Orders of your units that failed:\n\n  F TRI S A VEN - TYR  void: the other orders did not fit" in own
    assert "A VIE - GAL" not in own
    all_done = Event(PUBLIC, "movement", {**MOVEMENT.data, "orders": MOVEMENT.data["orders"][:2]})
    assert "No order of your units failed." in results(AUSTRIAN, AUSTRIAN_VIEW, all_done).text


def test_a_private_part_with_nothing_in_it_is_left_out() -> None:
    plain = replace(GAME, system="diplomacy")
    view = BoardView(only("AUSTRIA"), power="AUSTRIA")
    letter = write.results(RENDERER, Known(AUSTRIAN, plain, view), DEADLINE, "", NOW)
    assert "only for you" not in (letter.text + letter.html).lower()


def test_p20_a_blind_winter_of_which_nothing_was_seen_is_told_alike_in_text_and_html() -> None:
    unseen = Event(PUBLIC, "adjustments", {"phase": "W1901A", "title": "Winter 1901 Adjustments", "orders": []})
    letter = results(OBSERVER, replace(PUBLIC_VIEW, blind=True), unseen)
    for page in (letter.text, letter.html):
        assert "You saw nothing built or disbanded." in page
        assert "You saw no order" not in page


def test_late_names_nobody_where_the_phase_hides_who_wrote() -> None:
    hiding = replace(MOVES, hides_writers=True)
    letter = write.late(RENDERER, Known(MASTER, GAME, PUBLIC_VIEW), Deadline(NOW, hiding), ("FRANCE",), FORM, NOW)
    assert "france" not in (letter.subject + letter.text + letter.html).lower()
    assert "not everybody has written" in letter.text


def test_late_promises_only_what_the_phase_allows() -> None:
    for late, promised in (("accept", True), ("refuse", False)):
        phase = replace(RETREATS, late=late)  # type: ignore[arg-type]
        letter = write.late(RENDERER, Known(AUSTRIAN, GAME, PUBLIC_VIEW), Deadline(NOW, phase), ("AUSTRIA",), "", NOW)
        assert ("They count" in letter.text) == promised == ("They count" in letter.html)


LOTS = Lots("00")


def test_late_does_not_tell_a_gamemaster_that_the_game_waits_beyond_the_instant_of_defaults() -> None:
    for grace, waits in (
        (Grace(NOW + timedelta(hours=12)), "The game waits until then, until they write, or"),
        (Grace(NOW + timedelta(hours=12), loses=True), "The game waits until they write, or"),
        (Grace(NOW + timedelta(hours=12), loses=True, goes_on=True), "The game waits until then, until they write, or"),
        (Grace(), "The game waits until they write, or"),
    ):
        letter = write.late(RENDERER, Known(MASTER, GAME, PUBLIC_VIEW), DEADLINE, ("ITALY",), "", NOW, grace)
        for words in (letter.text, letter.html):
            assert f"{waits} until you reply with one of these:" in " ".join(words.split())


def hostile_letters() -> list[Letter]:
    reader = replace(AUSTRIAN, name=HOSTILE, address=HOSTILE, zone=HOSTILE)
    game = replace(GAME, name=HOSTILE, title=HOSTILE, master=HOSTILE, system_title=HOSTILE)
    answer = Answer(1, HOSTILE, "problem", HOSTILE, HOSTILE)
    blocks = (Block(HOSTILE, HOSTILE), Block(HOSTILE, table([(HOSTILE, HOSTILE)])))
    transcript = Transcript((Section(HOSTILE, (HOSTILE,), (answer,), blocks),), (answer,))
    movement = Event(MOVEMENT.audience, "movement", {**MOVEMENT.data, "title": HOSTILE})
    view = replace(AUSTRIAN_VIEW, accept=HOSTILE, dummies=(HOSTILE,))
    return [
        write.reply(RENDERER, reader, transcript, HOSTILE, NOW),
        write.results(RENDERER, Known(reader, game, view, (movement,)), DEADLINE, HOSTILE, NOW),
        write.started(RENDERER, Known(reader, game, view), DEADLINE, HOSTILE, NOW, LOTS, players=((HOSTILE, HOSTILE),)),
        write.reminder(RENDERER, Known(reader, game, view), DEADLINE, HOSTILE, FORM, NOW),
        write.late(RENDERER, Known(reader, game, view), DEADLINE, (HOSTILE,), HOSTILE, NOW),
        write.notice(RENDERER, reader, game, HOSTILE, (HOSTILE,), NOW),
        write.code(RENDERER, reader, (Question((answer,), HOSTILE, DUE, HOSTILE, (HOSTILE,)),), NOW),
        write.welcome(RENDERER, reader, HOSTILE, HOSTILE, True, NOW),
        write.welcome(RENDERER, reader, HOSTILE, HOSTILE, False, NOW),
        write.press(RENDERER, reader, game, HOSTILE, (HOSTILE,), (HOSTILE,), NOW),
    ]


@pytest.mark.parametrize("letter", hostile_letters())
def test_c12_names_and_texts_are_inert(letter: Letter) -> None:
    assert "<script" not in letter.html.lower()
    assert "&lt;script&gt;" in letter.html
    assert "{{7*7}}" in letter.html
    for part in (letter.subject, letter.text, letter.html):
        assert not set("\u202e\x00\x1b\r\u2028") & set(part)
    assert "\n" not in letter.subject


def test_c12_a_line_break_in_a_name_starts_no_line_of_its_own() -> None:
    letter = write.notice(RENDERER, AUSTRIAN, replace(GAME, name=HOSTILE), "title", (), NOW)
    assert not any(line.startswith("Bcc") for line in letter.text.splitlines())


def test_a_subject_is_never_endless() -> None:
    assert len(write.notice(RENDERER, AUSTRIAN, None, "x" * 10_000, (), NOW).subject) <= 150


def test_press_keeps_its_lines_and_none_stands_where_the_judges_stand() -> None:
    lines = ("  two  blanks  ", "", "> quoted", "-- ", "x" * 200)
    letter = write.press(RENDERER, AUSTRIAN, GAME, "RUSSIA", (), lines, NOW)
    assert "\n" + indent("\n".join(lines), "  ") + "\n" in letter.text
    paper = write.newspaper(RENDERER, AUSTRIAN, GAME, "Spring 1901 Movement", [("By France", "\n".join(lines))], NOW)
    assert "\nBy France\n\n" + indent("\n".join(lines), "  ") + "\n" in paper.text


def test_a_reply_keeps_the_subject_and_counts_its_problems() -> None:
    section = Section(
        "", (), (Answer(1, "x", "problem", "no"), Answer(2, "y", "problem", "no"), Answer(3, "z", "ok", "so"))
    )
    letter = write.reply(RENDERER, AUSTRIAN, Transcript((section,)), "RE: orders", NOW)
    assert letter.subject == "RE: orders (2 problems)"
    assert "2 lines have problems. The rest is done." in letter.text
    assert write.reply(RENDERER, AUSTRIAN, Transcript(()), "", NOW).subject == "Re: your mail"


@pytest.mark.parametrize(
    ("blocks", "message", "text", "html"),
    [
        ((), "You have joined oslo.", "Done.", "Done."),
        ((Block("Your games", "oslo"),), "", "Here is what you asked for.", "Your games"),
        ((Block("Orders", "A VIE"), Block("Games", "oslo")), "", *["Here is what you asked for."] * 2),
        ((Block("Your game", "oslo"),), "oslo is yours.", "Done.", "Done."),
    ],
)
def test_a_reply_says_whether_it_did_or_shows_something(
    blocks: tuple[Block, ...], message: str, text: str, html: str
) -> None:
    section = Section("", (), (Answer(1, "COMMAND", "ok", message),), blocks)
    letter = write.reply(RENDERER, AUSTRIAN, Transcript((section,)), "", NOW)
    assert f"\n\n{text}\n\n" in letter.text
    assert f"{html}</h1>" in letter.html


def test_a_table_in_a_reply_is_one_that_fits_a_phone_for_whoever_reads_html() -> None:
    blocks = (
        Block("Account", table([("S1901M", 48), (), ("F1901M", -5)], right=(1,))),
        Block("On file", "5 : A VIE - GAL"),
    )
    letter = write.reply(RENDERER, AUSTRIAN, Transcript((Section("s", (), (), blocks),)), "x", NOW)
    assert "S1901M  48\n\nF1901M  -5" in letter.text
    assert letter.html.count("S1901M</td>") == letter.html.count("-5</td>") == 1
    assert letter.html.count("<pre") == 1
    assert 'align="right"' in letter.html


def test_every_line_of_a_mail_is_echoed_with_what_became_of_it() -> None:
    became: tuple[Became, ...] = ("ok", "warning", "problem", "waiting")
    answers = tuple(Answer(place, f"line {place}", each, "so") for place, each in enumerate(became, 1))
    letter = write.reply(RENDERER, AUSTRIAN, Transcript((Section("s", (), answers),)), "x", NOW)
    for answer in answers:
        assert f"> {answer.text}\n" in letter.text
    for word in ("WARNING in line 2", "PROBLEM in line 3", "WAITING in line 4"):
        assert word in letter.text
        assert word.capitalize() in letter.html


def test_lines_that_were_not_read_are_listed_but_never_without_end() -> None:
    unread = tuple(Answer(place, f"> line {place}", "unread", "") for place in range(1, 61))
    letter = write.reply(RENDERER, AUSTRIAN, Transcript((), unread), "x", NOW)
    assert "60 lines were not read as orders" in letter.text
    assert "> > line 40\n" in letter.text
    assert "> > line 41\n" not in letter.text
    for page in (letter.text, letter.html):
        assert "... and 20 lines more." in page


def test_orders_are_wanted_only_of_those_whom_the_phase_awaits() -> None:
    for reader, view, wanted in ((AUSTRIAN, AUSTRIAN_VIEW, True), (OBSERVER, PUBLIC_VIEW, False)):
        letter = results(reader, view, MOVEMENT)
        for page in (letter.text, letter.html):
            assert ("Please send your orders by then" in page) == wanted
            assert ("You have nothing to do now" in page) != wanted


def test_o7_a_missing_value_fails_instead_of_leaving_a_gap() -> None:
    with pytest.raises(UndefinedError):
        RENDERER.render("shared", "notice", reader=AUSTRIAN, game=None, title="x", now=NOW)


def test_templates_are_read_from_their_folders_alone() -> None:
    for purpose in ("../../pyproject.toml", "/etc/passwd", "..%2fx"):
        with pytest.raises(TemplateNotFound):
            RENDERER.render("shared", purpose)


def test_a_system_without_templates_of_its_own_uses_the_shared_ones() -> None:
    letter = write.notice(RENDERER, AUSTRIAN, replace(GAME, system="pirates"), "A title", ("words",), NOW)
    assert letter.subject == "[alpha] A title"


def test_an_installed_system_brings_its_own_templates_and_extends_the_shared_ones(tmp_path: Path) -> None:
    (tmp_path / "late.j2").write_text(
        '{% extends "shared/_letter.j2" %}{% block subject %}Ahoy{% endblock %}{% block body %}The plank!{% endblock %}'
    )
    pirates = replace(GAME, system="corsairs")
    letter = write.late(Renderer({"corsairs": tmp_path}), Known(AUSTRIAN, pirates, PUBLIC_VIEW), DEADLINE, (), "", NOW)
    assert letter.subject == "Ahoy"
    assert "The plank!\n" in letter.text
    assert ">The plank!</p>" in letter.html


def test_an_installed_system_cannot_replace_the_judges_own_templates(tmp_path: Path) -> None:
    renderer = Renderer({"shared": tmp_path, "payola": tmp_path})
    assert write.late(renderer, Known(AUSTRIAN, GAME, PUBLIC_VIEW), DEADLINE, (), "", NOW)


@pytest.mark.parametrize("letter", letters(RENDERER).values(), ids=letters(RENDERER))
def test_m11_a_reply_on_top_of_any_letter_is_told_from_it(letter: Letter) -> None:
    written = ["A VIE - GAL", "", *letter.text.splitlines()]
    new, _ = split_quotation([TextLine(number, text) for number, text in enumerate(written, 1)])
    assert [line.text for line in new] == ["A VIE - GAL"]


def test_the_year_the_results_say_that_a_unit_which_was_disbanded_had_nowhere_to_go() -> None:
    row = {"power": "GERMANY", "unit": "F POR", "order": "F POR DISBAND", "outcome": "disbanded", "why": "no order"}
    phase = {"phase": "S1901R", "title": "Spring 1901 Retreats", "orders": [{**row, "nowhere": True}]}
    letter = results(OBSERVER, PUBLIC_VIEW, Event(PUBLIC, "retreats", phase))
    for words in (letter.text, letter.html):
        assert "disbanded (nowhere to go)" in words
        assert "no order" not in words


@pytest.mark.parametrize("powers", [("GERMANY", "RUSSIA"), ("GERMANY", "RUSSIA", "TURKEY")])
def test_of_two_or_three_that_retreat_to_one_place_each_reads_that_another_went_there(powers: tuple[str, ...]) -> None:
    to_one = {"order": "A MUN - BOH", "outcome": "disbanded", "why": "collision", "nowhere": False}
    phase = {
        "phase": "S1901R",
        "title": "Spring 1901 Retreats",
        "orders": [{"power": each, **to_one} for each in powers],
    }
    letter = results(OBSERVER, PUBLIC_VIEW, Event(PUBLIC, "retreats", phase))
    for words in (letter.text, letter.html):
        assert words.count("disbanded (another went to the same place)") == len(powers)


# The letter of the end, which mail programs clip where it is too long.


def _end(phases: int, summary: str = "Austria wins.") -> Letter:
    told = [Event(PUBLIC, "opened", {**OPENED.data, "title": f"Phase {number}"}) for number in range(phases)]
    ended = Event(PUBLIC, "ended", {**ENDED.data, "summary": summary})
    return write.ended(Renderer(), Known(OBSERVER, PLAIN, PUBLIC_VIEW, (ended, *told)), NOW, Lots("ab" * 32, "cd" * 32))


def test_the_end_of_a_short_game_shows_all_that_it_opens() -> None:
    letter = _end(3)
    assert "Phase 2" in letter.html
    assert "ARCHIVE" not in letter.html


@pytest.mark.parametrize("phases", [120, 400])
def test_the_end_of_a_long_game_is_shown_whole_and_what_it_opens_is_in_its_text(phases: int) -> None:
    letter = _end(phases)
    assert 5_000 < len(letter.html.encode()) <= 100_000
    assert "</html>" in letter.html
    assert f"ARCHIVE {PLAIN.name} brings" in letter.html
    assert "Austria wins." in letter.html
    assert f"PHASE {phases - 1}" in letter.text


def test_an_end_that_is_too_long_even_so_is_text_alone() -> None:
    letter = _end(1, "Ä" * 60_000)
    assert letter.html == ""
    assert "Ä" in letter.text


# What reads alike in the letters of one occasion is made once, and nothing of one letter comes into another.


class _Macro:
    """Says what it is called with, and counts how often it is."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, *values: object) -> str:
        self.calls += 1
        return repr(values)


def test_equal_values_are_put_into_words_once() -> None:
    macro = _Macro()
    with one_occasion():
        said = [once(macro, [{"a": ("b", each)} for each in range(3)], "x").content for _ in range(4)]
    assert (macro.calls, len(set(said))) == (1, 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a", "b"),
        ("<b>", Markup("<b>")),
        (1, True),
        ((1,), [1]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({"a": [{"b": 1}]}, {"a": [{"b": True}]}),
        (None, ""),
    ],
)
def test_values_that_read_otherwise_are_put_into_words_anew(one: object, other: object) -> None:
    macro = _Macro()
    with one_occasion():
        assert [once(macro, each).content for each in (one, other, one)] == [
            repr((each,)) for each in (one, other, one)
        ]
    assert macro.calls == 2


def test_two_macros_do_not_share() -> None:
    one, other = _Macro(), _Macro()
    with one_occasion():
        once(one, "a")
        once(other, "a")
    assert (one.calls, other.calls) == (1, 1)


def test_nothing_is_kept_from_one_occasion_to_the_next_or_outside() -> None:
    macro = _Macro()
    for _ in range(2):
        with one_occasion():
            once(macro, "a")
    once(macro, "a")
    once(macro, "a")
    assert macro.calls == 4


def test_the_end_says_who_played_whom_and_what_wants_players_and_the_seed_last() -> None:
    known = Known(AUSTRIAN, PLAIN, AUSTRIAN_VIEW, (ENDED,))
    players = (("AUSTRIA", "Anna"), ("FRANCE", "Fleur"))
    wanted = (Wanted("bergen", "Payola Diplomacy", 3), Wanted("turin", "Empires", 1))
    letter = write.ended(RENDERER, known, NOW, Lots("ab" * 32, "cd" * 32), players=players, wanted=wanted)
    assert "WHO PLAYED\n\nAustria  Anna (you)\nFrance   Fleur\n\nThank you for playing." in letter.text
    assert "JOIN bergen  Payola Diplomacy: 3 players are wanted" in letter.text
    assert "JOIN turin   Empires: 1 player is wanted" in letter.text
    assert letter.text.index("WHO PLAYED") < letter.text.index("GAMES THAT WANT") < letter.text.index("THE SEED")
