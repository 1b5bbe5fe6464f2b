"""KEYs and tokens are never repeated, kept in clear, passed on or logged (C10); commands that are not the writer's
(C11); names that would act (C12); and mail from nobody in particular (M1, M14).
"""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from judge.store.tables import LineRow
from judge.testing.correspondent import Correspondent
from tests.support.house import House, put
from tests.support.table_of_seven import Seven

EVIL = [
    "Eve\r\nBcc: victim@example.org",
    "{{7*7}}",
    "<script>alert(1)</script>",
    "\u202emoc.live\u202c Eve",
    "Eve \U0001f600",
    "E" * 900,
    "=?UTF-8?Q?x=0ABcc=3A_victim=40example.org?=",
]


def everything(who: Correspondent) -> str:
    return "\n".join(str(mail.message) + mail.text + mail.html for mail in who.inbox())


@pytest.mark.parametrize(
    "form",
    [
        "Subject: KEY {key}\n\nSTATUS\n",
        "Subject: my key {key}\n\nKEY {key}\nfoo {key}\nmy KEY {bare} is secret\n> KEY {key}\n",
        "Subject: x\n\nKEY: {upper}\nPRESS TO ALL\nKEY {key}\nEND PRESS\n",
        "Subject: x\n\nSTATUS\n--\nKEY {key}\nAnn <judge+{token}@judge.localhost>\n",
        "Subject: x\n\nOn Monday The Judge <judge+{token}@judge.localhost> wrote\nfoo judge={token}@judge.localhost\n",
    ],
)
def test_c10_a_key_or_token_is_never_logged_nor_repeated(
    house: House, form: str, capfd: pytest.CaptureFixture[str]
) -> None:
    ann = house.registered("Ann")
    house.tell(ann, "CREATE diplomacy oslo")
    told = len(ann.inbox())
    token = re.findall(r"\+([a-z2-7]{24})@", ann.last().reply_to)[0]
    key, bare = ann.key, ann.key.replace("-", "")
    secrets = (key, bare, token)
    text = form.format(key=key, bare=bare, upper=key.upper(), token=token)
    put(house, f"From: {ann.address}\nMessage-ID: <1@x>\n{text}", to=f"judge+{token}@judge.localhost")
    answers = ann.inbox()[told:]
    assert answers
    shown = "\n".join(f"{mail.subject}\n{mail.text}\n{mail.html}" for mail in answers).lower()
    assert not [secret for secret in secrets if secret in shown]
    kept = "\n".join(house.every(select(LineRow.text))).lower()
    assert not [secret for secret in secrets if secret in kept]
    out, err = capfd.readouterr()
    assert not [secret for secret in secrets if secret in (out + err).lower()]


def test_c10_a_key_in_press_reaches_nobody(house: House) -> None:
    ann, bob = house.registered("Ann"), house.registered("Bob")
    house.tell(ann, "CREATE diplomacy oslo")
    house.tell(bob, "JOIN oslo")
    house.tell(bob, "GAME oslo\nPRESS TO MASTER\nKEY " + bob.key + "\nas above: " + bob.key + "\nEND PRESS")
    assert bob.key not in everything(ann)


def test_c11_a_gamemasters_command_from_a_player_is_refused_and_he_is_told_once(house: House, table: Seven) -> None:
    told = len(table.master.inbox())
    for command in (
        "PROCESS S1901M",
        "DEADLINE +1h\nSET movement 1h\nREPLACE ITALY WITH x@example.org",
        "END GAME all over",
    ):
        assert table.tell("FRANCE", command).text.count("PROBLEM") == len(command.splitlines())
    assert [mail.subject for mail in table.master.inbox()[told:]] == ["[oslo] Fleur sent a GameMaster's command"]
    here = table.here()
    assert here.row.label == "S1901M"
    house.pass_time(hours=25)
    table.tell("FRANCE", "PROCESS S1901M")
    assert len(table.master.inbox()) == told + 2


def test_c11_a_players_command_as_an_observer_is_refused(house: House) -> None:
    ann = house.registered("Ann")
    house.tell(ann, "CREATE diplomacy oslo")
    assert "no seat" in house.tell(ann, "GAME oslo\nCLEAR").text


@pytest.mark.parametrize("name", EVIL, ids=range(len(EVIL)))
def test_c12_a_name_is_inert_wherever_it_is_shown(house: House, name: str) -> None:
    ann = house.registered("Ann")
    house.tell(ann, "CREATE diplomacy oslo")
    eve = house.person("Eve")
    put(house, f"From: {eve.address}\nMessage-ID: <1@x>\n\nREGISTER {name}\n".replace("\r\n", "\r"))
    eve.reply(eve.last(), "It is me.")
    house.settle()
    house.tell(eve, "JOIN oslo", key=False)
    house.tell(ann, "GAME oslo\nSTATUS")
    for mail in (*ann.inbox(), *eve.inbox()):
        assert mail.message["Bcc"] is None
        assert len(str(mail.message["To"])) < 300
        assert "<script" not in mail.html
        assert "\u202e" not in mail.text + mail.html + str(mail.message)
        assert " 49" not in mail.text, "a template in a name is not carried out"
        assert not re.search(r"(?m)^Bcc:", mail.text)


@pytest.mark.parametrize(
    "head",
    [
        "Subject: no From\n",
        "From: a@x.y, b@x.y\n",
        "From: group: a@x.y;\n",
        'From: "gm@game.org" <evil@x>, gm@game.org\n',
    ],
)
def test_m1_whose_mail_it_is_cannot_be_told_and_the_envelopes_sender_hears_so_once(house: House, head: str) -> None:
    somebody = house.person("Somebody")
    for number in range(3):
        put(house, f"{head}Message-ID: <{number}@x>\n\nSTATUS\n", mail_from=somebody.address)
    assert len(somebody.inbox()) == 1
    assert "cannot tell who you are" in " ".join(somebody.last().text.split())


def test_m14_a_command_in_the_subject_alone_is_done(house: House) -> None:
    ann = house.registered("Ann")
    put(
        house,
        f"From: {ann.address}\nMessage-ID: <1@x>\nSubject: LIST\n\n\n",
        to=ann.last().reply_to.split("<")[1].strip(">"),
    )
    assert "There are none yet" in ann.last().text


def test_m14_a_sheet_in_an_attachment_is_refused_with_what_would_help(house: House) -> None:
    ann = house.registered("Ann")
    raw = (
        f"From: {ann.address}\nMessage-ID: <1@x>\nSubject: my orders\nContent-Type: application/msword\n"
        "Content-Disposition: attachment; filename=orders.docx\n\nAAAA\n"
    )
    put(house, raw, to=ann.last().reply_to.split("<")[1].strip(">"))
    assert "plain text" in ann.last().text


def test_a_wrong_key_is_called_wrong(table: Seven) -> None:
    reply = table.house.tell(
        table.players["FRANCE"], "KEY abcd-efgh-ijkl-mnop\nSHOW", to=table.results("FRANCE"), key=False
    )
    assert "The KEY in your mail is wrong" in " ".join(reply.text.split())
    assert "abcd-efgh" not in reply.text


def test_the_mail_that_asks_for_a_code_names_the_game_and_tells_of_the_key(table: Seven) -> None:
    mail = table.tell("FRANCE", "TRANSFER 5 TO ITALY", key=False)
    assert mail.subject == "[oslo] Please confirm: TRANSFER 5 TO ITALY"
    assert "In oslo, this is not done yet" in mail.text
    asking = " ".join(mail.text.split())
    assert "5 AgP go from you (43 AgP left) to Italy, for good." in asking
    assert "Next time, add your KEY line: then I need not ask." in asking


def test_a_mail_without_proof_is_asked_about_with_the_game_and_until_when_it_would_count(
    house: House, table: Seven
) -> None:
    france = table.players["FRANCE"]
    france.write("3 : A PAR - BUR")
    house.settle()
    asked = " ".join(france.last().text.split())
    assert france.last().subject == "Was this mail yours?"
    assert "Its orders would be for oslo, Spring 1901 Movement, and count only if you answer before" in asked
    house.pass_time(hours=2)
    france.write("ZONE UTC")
    house.settle()
    assert "Its orders" not in france.last().text, "it has none"


def test_what_no_key_would_have_spared_is_not_said_to_be(table: Seven) -> None:
    mail = table.tell("FRANCE", "TRANSFER ALL TO ITALY", key=False)
    assert "add your KEY" not in mail.text.partition(mail.code)[2]


def test_what_waits_and_what_is_done_are_told_in_one_mail(table: Seven) -> None:
    before = len(table.players["FRANCE"].inbox())
    mail = table.tell("FRANCE", "TRANSFER 5 TO ITALY\n3 : A PAR - BUR\n5 : A ATLANTIS - YOR", key=False)
    assert len(table.players["FRANCE"].inbox()) == before + 1
    assert mail.subject == "[oslo] Please confirm: TRANSFER 5 TO ITALY (1 problem)"
    assert mail.text.count("> TRANSFER 5 TO ITALY") == 1
    assert "3 : A PAR - BUR" in mail.text
    table.tell("FRANCE", f"CONFIRM {mail.code}\n3 : A PAR - BUR", key=False)
    assert "43 AgP" in table.tell("FRANCE", "BALANCE").text, "who writes an order of theirs again is no program"


def test_a_question_about_what_is_no_games_names_no_game(table: Seven) -> None:
    france = table.players["FRANCE"]
    mail = table.tell("FRANCE", "REVOKE", key=False)
    assert france.last() == mail
    assert mail.subject.startswith("Please confirm")
    assert "In oslo" not in mail.text


@pytest.mark.parametrize("field", ["To: {judge}, {other}", "To: {judge}\nCc: A friend <{other}>"])
@pytest.mark.parametrize("other", ["bob@example.org", "mother@nowhere.org"])
def test_whoever_shows_their_key_to_others_is_told_how_to_get_a_new_one_whoever_these_are(
    house: House, field: str, other: str
) -> None:
    ann, _ = house.registered("Ann"), house.registered("Bob")
    fields = field.format(judge=house.judge.settings.address, other=other)
    put(house, f"From: {ann.address}\n{fields}\nMessage-ID: <1@x>\n\nKEY {ann.key}\nSTATUS\n")
    told = " ".join(ann.last().text.split())
    assert "Your KEY stands in this mail, and the mail also went to others." in told
    assert "REVOKE makes it void and mails you a new one." in told
    assert other.partition("@")[0] not in told.lower()


def test_a_key_in_a_mail_to_the_judge_and_its_writer_alone_is_shown_to_nobody(house: House) -> None:
    ann = house.registered("Ann")
    judge = house.judge.settings.address
    put(house, f"From: {ann.address}\nTo: {judge}\nCc: {ann.address}\nMessage-ID: <1@x>\n\nKEY {ann.key}\nSTATUS\n")
    assert "stands in this mail" not in ann.last().text
    put(house, f"From: {ann.address}\nTo: {judge}, bob@b.org\nMessage-ID: <2@x>\n\nKEY no-such-key\nSTATUS\n")
    assert "stands in this mail" not in ann.last().text
