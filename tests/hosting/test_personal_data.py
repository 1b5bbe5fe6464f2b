"""What the judge knows of a person: given to him, and forgotten without harm to the games he was in."""

from __future__ import annotations

import base64
import io
import json
import random
import zipfile
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import make_url, select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.archive.document import write_archive
from judge.cli.main import main
from judge.games.lookup import find_game
from judge.hosting import personal_data
from judge.mail.read import read_if_readable, read_mail
from judge.mail.redaction import redact_person, words_of
from judge.play import membership, transfer
from judge.play.archives import archive_of
from judge.rules.problems import Refused
from judge.store.tables import Base, Dispatch, Game, InboundRow, OutboundRow, Player, Pseudonym, Seat, Tenure
from tests.support.bots import gambles
from tests.support.house import House, any_house
from tests.support.soaking import some
from tests.support.table_of_seven import PLAYERS, Seven, played, seven

house = any_house

NAME, ADDRESS = "Ottokar Xylander", "ottokar xylander@example.org".replace(" ", "-")
WORDS = words_of([NAME], [ADDRESS])
CAST = PLAYERS | {"RUSSIA": "Ottokar-Xylander"}


def _forget(house: House, address: str = ADDRESS) -> tuple[str, ...]:
    return house.judge.db.write(
        lambda session: personal_data.forget(session, address, house.clock.now(), house.judge.secret)
    )


def _played(house: House) -> Seven:
    return played(house, (__name__,), lambda: _play(house))


def _play(house: House) -> Seven:
    """A game in which he plays, is spoken of by everybody, and is named by the judge."""
    table = seven(house, "pseudonyms yes", cast=CAST)
    strategies = {role: gambles(random.Random(2)) for role in CAST}
    # Until now the judge has called him as his mail program does.
    table.tell("RUSSIA", f"PROFILE NAME {NAME}\nPROFILE ZONE Europe/Vienna\nABSENCE 2026-06-01 TO 2026-06-05")
    table.tell("RUSSIA", f"PRESS TO ALL\nI, {NAME}, greet you.\nWrite to {ADDRESS}.\nEND PRESS\nOBSERVE")
    table.direct(f"INVITE {ADDRESS}")
    table.tell("FRANCE", f"PRESS TO RUSSIA\nDear Ottokar\n   Xylander,\nhow is {ADDRESS.upper()}?\nEND PRESS")
    table.tell("TURKEY", f"SUMMARY\nSTATUS\nHELLO {NAME}")
    table.tell("RUSSIA", "STATUS")
    table.play_phase(strategies)
    return table


def _traces(house: House) -> list[str]:
    """Where his name or address still stands, decoded and as it lies there."""
    found = []
    with house.judge.db.reading() as session:
        for table in Base.metadata.sorted_tables:
            for row in session.execute(select(table)).mappings():
                for column, value in row.items():
                    text = value.decode("latin-1") if isinstance(value, bytes) else json.dumps(value, default=str)
                    hidden = "\n".join(_texts_of(value)) if isinstance(value, bytes) and column == "raw" else ""
                    if WORDS.search(text) or WORDS.search(hidden) or "Xylander" in text + hidden:
                        found.append(f"{table.name}.{column} {row['id']}: {(text + hidden)[:2000]}")
    return found


def _texts_of(raw: bytes) -> list[str]:
    mail = read_mail(raw, (), address="")
    return [mail.subject, mail.sender_name, mail.sender or "", *(line.text for line in (*mail.lines, *mail.dropped))]


def test_after_it_a_search_of_the_whole_database_finds_nothing_of_him(house: House) -> None:
    table = _played(house)
    table.direct("END GAME")
    house.settle()
    assert _traces(house)
    with house.judge.db.reading() as session:
        before = write_archive(archive_of(session, table.game()))
    told = _forget(house)
    assert told[0].startswith(f"{ADDRESS} is forgotten.")
    assert _traces(house) == []
    with house.judge.db.reading() as session:
        assert write_archive(archive_of(session, table.game())) == before
    # Everything that tells of the game goes on telling.
    reply = table.tell("FRANCE", "SUMMARY oslo\nHISTORY oslo\nINFO oslo\nLIST", key=True)
    assert "problem" not in reply.text.partition("\n\n")[2].partition("\n")[0].replace("no problem", "")
    assert "a former player" in reply.text
    stranger = house.person("Ottokar-Xylander")
    stranger.write("STATUS")
    house.settle()
    assert "REGISTER" in stranger.last().text


def test_his_file_on_disk_holds_nothing_of_him_either(house: House, sqlite_url: str) -> None:
    table = _played(house)
    table.direct("END GAME")
    house.settle()
    done = CliRunner().invoke(main, ["players", "forget", ADDRESS, "--yes"], env={"JUDGE_DATABASE": sqlite_url})
    assert done.exit_code == 0, done.output
    file = Path(make_url(sqlite_url).database or "")
    for part in (file, file.with_name(file.name + "-wal")):
        octets = part.read_bytes().lower() if part.exists() else b""
        assert ADDRESS.encode() not in octets
        assert b"xylander" not in octets


def test_nobody_is_forgotten_whom_a_running_game_needs(house: House, table: Seven) -> None:
    with pytest.raises(Refused, match="Rosa is needed in oslo") as refusal:
        _forget(house, "rosa@example.org")
    assert "RESIGN or EJECT first" in refusal.value.problem.hint
    with pytest.raises(Refused, match="Manus is needed in oslo") as refusal:
        _forget(house, "manus@example.org")
    assert "judge adopt" in refusal.value.problem.hint
    with pytest.raises(Refused, match="nobody is registered"):
        _forget(house, "nobody@example.org")
    table.direct("EJECT RUSSIA")
    _forget(house, "rosa@example.org")
    assert table.game().status == "active"
    table.direct("STATUS")


def test_whoever_left_stays_in_the_books_as_a_former_player(house: House, table: Seven) -> None:
    table.direct("END GAME")
    house.settle()
    _forget(house, "rosa@example.org")
    _forget(house, "manus@example.org")
    with house.judge.db.reading() as session:
        query = select(Player.name, Player.status).join(Tenure).join(Seat).where(Seat.name == "RUSSIA")
        assert session.execute(query).one() == ("a former player", "gone")
        game = find_game(session, "oslo")
        assert game is not None
        assert session.get_one(Player, game.master_id).name == "a former player"
    assert "A Former Player" in table.tell("FRANCE", "SUMMARY oslo").text.title()


def test_a_name_that_others_share_is_left_where_others_wrote_it(house: House) -> None:
    ann = house.registered("Ann")
    other = house.registered("Annette")
    house.tell(other, "PROFILE NAME ann")
    told = _forget(house, ann.address)
    assert "are called Ann too" in told[1]
    assert house.every(select(Player.name).order_by(Player.id)) == [
        "a former player",
        "ann",
    ]


@pytest.mark.parametrize(
    "name", some(["Active", "press", "Payola", "Oslo", "results", "Master", "judge", "The Judge", "vox"], 3)
)
def test_a_name_that_is_a_word_of_the_judge_s_harms_no_game(house: House, name: str) -> None:
    table = played(house, (__name__, "Zed"), lambda: _watched_by_zed(house))
    who = table.players.pop("ZED")
    house.tell(who, f"PROFILE NAME {name}")
    before = _record(house)
    _forget(house, who.address)
    assert _record(house) == before
    assert "running" in table.tell("FRANCE", "STATUS").text
    assert "PROBLEM" not in table.tell("ITALY", "PRESS TO VOX\nGreetings.\nEND PRESS").text


def _watched_by_zed(house: House) -> Seven:
    """A game with a pseudonym and press, and Zed, who has no part in it, among its people."""
    table = seven(house, "pseudonyms yes")
    table.tell("FRANCE", "PSEUDONYM VOX\nPRESS TO ALL\nGreetings.\nEND PRESS")
    table.players["ZED"] = house.registered("Zed")
    return table


def _record(house: House) -> list[tuple[object, ...]]:
    """What the judge itself goes by, of games, press and mails."""
    columns = (
        (Game.name, Game.status, Game.system, Game.settings),
        (Dispatch.kind, Dispatch.sender, Dispatch.reach, Dispatch.signed),
        (OutboundRow.purpose, OutboundRow.status, OutboundRow.encloses, OutboundRow.recipient),
        (Pseudonym.name,),
    )
    with house.judge.db.reading() as session:
        queries = [select(*each).where(each[0].class_.id < 50).order_by(each[0].class_.id) for each in columns]
        return [tuple(row) for query in queries for row in session.execute(query) if "zed@example.org" not in row]


def test_a_mail_that_is_yet_to_be_sent_and_names_him_can_be_answered_all_the_same(house: House) -> None:
    table = seven(house, cast=CAST)
    table.tell("RUSSIA", f"PROFILE NAME {NAME}")
    table.direct("EJECT RUSSIA")
    table.players["FRANCE"].reply(table.results("FRANCE"), f"PRESS TO ITALY\nWhere is {NAME}?\nEND PRESS")
    house.clerk.work_off()
    _forget(house)
    house.settle()
    came = table.players["ITALY"].last()
    assert "Where is a former player?" in came.text
    assert "PROBLEM" not in house.tell(table.players["ITALY"], "PRESS TO FRANCE\nGone.\nEND PRESS", key=False).text
    assert came.message["Auto-Submitted"] == "auto-generated"
    assert came.message["Message-ID"]


def test_a_code_for_a_mail_that_named_him_carries_out_nothing_else(house: House) -> None:
    table = seven(house, cast=CAST)
    table.tell("RUSSIA", f"PROFILE NAME {NAME}")
    table.direct("EJECT RUSSIA")
    said = f"PRESS TO ITALY\nWhere is\n{NAME.replace(' ', chr(10))}?\nEND PRESS\nRESIGN\nDRAW"
    table.tell("FRANCE", said, key=False)
    asking = table.players["FRANCE"].last(lambda mail: mail.code != "")
    _forget(house)
    answer = house.tell(table.players["FRANCE"], f"CONFIRM {asking.code}", to=asking, key=False)
    assert "That is no code of yours" in answer.text


def test_a_game_that_is_taken_back_does_not_wait_for_him(house: House) -> None:
    table = seven(house, cast=CAST)
    other = house.registered("Rosa")
    now = house.clock.now()
    judge = house.judge

    def away(work: Work) -> None:
        transfer.send_away(work, _oslo(work.session), "judge@new.example", checked=True)

    judge.write(away)
    _forget(house)
    _forget(house, "manus@example.org")
    judge.write(lambda work: transfer.take_back(work.at(now), _oslo(work.session)))
    house.settle()
    assert "stays at this judge" in table.players["FRANCE"].last(lambda mail: "stays" in mail.subject).subject
    judge.write(
        lambda work: membership.hand_over(
            work.at(now), _oslo(work.session), membership.registered(work.session, other.address), None
        )
    )
    third = house.registered("Tristan")
    house.tell(other, f"REPLACE RUSSIA WITH {third.address}")
    assert "You now play Russia" in house.agree(third).text


def _oslo(session: Session) -> Game:
    game = find_game(session, "oslo")
    assert game is not None
    return game


def test_a_person_gets_all_that_is_kept_of_him_and_nothing_of_others(
    house: House, sqlite_url: str, tmp_path: Path
) -> None:
    table = _played(house)
    table.tell("AUSTRIA", "9 : A VIE H % only Anna knows")
    file = tmp_path / "his.zip"
    env = {"JUDGE_DATABASE": sqlite_url}
    done = CliRunner().invoke(main, ["players", "export", ADDRESS, str(file)], env=env)
    assert done.exit_code == 0, done.output
    assert file.stat().st_mode & 0o777 == 0o600
    assert CliRunner().invoke(main, ["players", "export", ADDRESS, str(file)], env=env).exit_code == 1
    with zipfile.ZipFile(io.BytesIO(file.read_bytes())) as packed:
        data = json.loads(packed.read("data.json"))
        everything = b"".join(packed.read(name) for name in packed.namelist())
        mails = [name for name in packed.namelist() if name.startswith("from-you/")]
    game = table.game()
    assert data["players"][0]["name"] == NAME
    assert [row["address"] for row in data["addresses"]] == [ADDRESS]
    assert data["game_names"] == {str(game.id): "oslo"}
    assert {row["role"] for row in data["orders"]} == {"RUSSIA"}
    assert data["absences"][0]["begins"].startswith("2026-05-31T22:00")
    assert len(mails) > 3
    master = house.judge.db.write(
        lambda session: personal_data.everything_about(session, "manus@example.org", house.judge.secret)
    )
    for secret in (game.seed.hex().encode(), b"only Anna knows", b"key_hash", base64.b64encode(b"only Anna knows")):
        assert secret not in everything
        assert secret not in master["data.json"]


@pytest.mark.parametrize("encode", ["7bit", "base64", "html"])
def test_a_mail_that_names_him_keeps_its_other_words(encode: str) -> None:
    said = f"Ask Ottokar\n> Xylander at {ADDRESS.upper()} about A VIE - GAL."
    message: MIMEText | MIMEMultipart
    if encode == "html":
        message = MIMEMultipart("alternative")
        message.attach(MIMEText("A VIE - GAL.", "plain"))
        message.attach(MIMEText(f"<p>A VIE - GAL.</p><p>{NAME}</p>", "html", "utf-8"))
    else:
        message = MIMEText(said, "plain", "utf-8" if encode == "base64" else "us-ascii")
    message["From"] = "Ann <ann@example.org>"
    message["Subject"] = f"For {NAME}"
    raw = message.as_bytes()
    found = redact_person(raw, read_if_readable(raw), WORDS, "a former player")
    assert not WORDS.search(found.decode())
    mail = read_mail(found, (), address="")
    assert (mail.sender, mail.subject) == ("ann@example.org", "For a former player")
    assert "A VIE - GAL." in "\n".join(line.text for line in (*mail.lines, *mail.dropped))


def test_a_mail_that_does_not_name_him_stays_to_the_octet() -> None:
    raw = b"From: Ann <ann@example.org>\r\nSubject: Xylanders\r\n\r\nOttokar\xff, not he.\r\n"
    assert redact_person(raw, read_if_readable(raw), WORDS, "a former player") is raw


def test_a_mail_that_cannot_be_read_and_names_him_is_emptied() -> None:
    raw = f"Content-Type: application/pkcs7-mime\r\nFrom: {ADDRESS}\r\n\r\n\x00{NAME}".encode()
    assert not WORDS.search(redact_person(raw, read_if_readable(raw), WORDS, "a former player").decode())


@pytest.mark.usefixtures("reader_that_stumbles")
def test_d7_a_mail_at_which_the_reader_fails_keeps_nobody_from_being_forgotten(house: House) -> None:
    anna, bert = house.registered("Anna"), house.registered("Bert")
    for who in (anna, bert):
        who.write(f"STUMBLE over {anna.address}")
    house.settle()
    assert "is forgotten" in _forget(house, anna.address)[0]
    kept = house.every(select(InboundRow.raw).where(InboundRow.status == "quarantined"))
    assert len(kept) == 2
    assert all(anna.address.encode() not in raw for raw in kept)
