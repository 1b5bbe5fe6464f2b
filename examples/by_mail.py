#!/usr/bin/env python3
"""A player that lives in a mailbox and plays by real mail, in any game of any judge.

    by_mail.py ~/Maildir mail.example.org:25 robot@example.org

Register at the judge with this address, JOIN a game, and write PROFILE MAIL DATA once. From then on each letter brings
a file `letter.json` (docs/data.md). Run this whenever you like, say from cron: it reads the new mail, and answers
the latest letter of each game that asks for a sheet. It needs no KEY: the address that it replies to is proof enough.
Needs nothing but Python.
"""

import argparse
import json
import mailbox
import re
import smtplib
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import make_msgid

ASKING = ("started", "results", "reminder", "late")


def letter_of(mail):
    """What the judge's letter says as JSON; None for any other mail."""
    for part in mail.walk():
        if part.get_filename() == "letter.json":
            return json.loads(part.get_payload(decode=True))
    return None


def sheet(letter):
    """The sheet to answer with. In Payola, half of the money goes to one's own units, each as much."""
    form, money = letter["form"], (letter.get("view") or {}).get("balance")
    offers = re.findall(r"^0 : ", form, re.MULTILINE)
    if money is None or not offers:
        return form
    return re.sub(r"^0 : ", f"{money // 2 // len(offers)} : ", form, flags=re.MULTILINE)


def answer_to(mail, letter, address):
    answer = EmailMessage(policy=policy.SMTP)
    answer["From"], answer["To"] = address, mail["Reply-To"]
    answer["Subject"] = f"Re: {letter['subject']}"
    answer["In-Reply-To"], answer["Message-ID"] = mail["Message-ID"], make_msgid(domain=address.partition("@")[2])
    answer.set_content(sheet(letter))
    return answer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("maildir")
    parser.add_argument("smtp", help="host:port of the server that sends your mail")
    parser.add_argument("address", help="your own")
    given = parser.parse_args()
    box = mailbox.Maildir(given.maildir, create=False)
    latest = {}
    for key, raw in sorted(box.items(), key=lambda each: each[1].get_date()):
        if raw.get_subdir() != "new":
            continue
        mail = BytesParser(policy=policy.default).parsebytes(box.get_bytes(key))
        letter = letter_of(mail)
        if letter and letter["letter"] in ASKING and letter.get("form", "").strip():
            latest[letter["game"]["name"]] = (mail, letter)
        raw.set_subdir("cur")
        raw.add_flag("S")
        box[key] = raw
    host, _, port = given.smtp.partition(":")
    for mail, letter in latest.values():
        with smtplib.SMTP(host, int(port or 25), timeout=30) as server:
            server.send_message(answer_to(mail, letter, given.address))
        print(f"{letter['game']['name']}: answered {letter['subject']!r}")


main()
