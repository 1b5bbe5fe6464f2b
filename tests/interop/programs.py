"""People's mail programs, driven as people drive them: each sends one mail through the mail system."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from judge.testing.correspondent import Correspondent, Received
from tests.interop.mail_system import PATIENCE


def reply_address(mail: Received) -> str:
    return mail.reply_to.rpartition("<")[2].strip(">")


def swaks(
    who: Correspondent, port: int, text: str, *, to: Received | None = None, headers: Mapping[str, str] = {}
) -> None:
    """The Swiss army knife of SMTP: a plain mail, of exactly these words."""
    command = ["swaks", "--silent", "2", "--server", "127.0.0.1", "--port", str(port), "--from", who.address]
    command += ["--to", reply_address(to) if to else who.judge, "--h-From", f"{who.name} <{who.address}>"]
    if to is not None:
        command += ["--h-Subject", f"Re: {to.subject}", "--add-header", f"In-Reply-To: {to.message['Message-ID']}"]
    for name, value in headers.items():
        command += ["--add-header", f"{name}: {value}"]
    subprocess.run([*command, "--body", text], check=True, capture_output=True, timeout=PATIENCE)


def s_nail(who: Correspondent, port: int, text: str, folder: Path) -> None:
    """Opens the Maildir and replies to the last mail, which it quotes."""
    settings = [
        f"from={who.name} <{who.address}>",
        f"mta=smtp://127.0.0.1:{port}",
        "v15-compat",
        "smtp-auth=none",
        "reply-to-honour",
        "quote",
        "sendwait",
        "indentprefix=> ",
        "fullnames",
    ]
    command = ["s-nail", "-n", "-#", *(part for each in settings for part in ("-S", each))]
    # The quotation comes first: an answer below it.
    script = f"reply $\n{text}\n~.\nx\n"
    environment = {**os.environ, "HOME": str(folder), "MAILRC": "/dev/null"}
    box = who.mailbox / who.address
    subprocess.run(
        [*command, "-f", str(box)],
        input=script.encode(),
        env=environment,
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )


def mutt(who: Correspondent, port: int, text: str, folder: Path) -> None:
    """In a terminal: opens the Maildir, replies to the last mail above its quotation, sends, and quits."""
    editor = folder / "editor"
    (folder / "orders").write_text(text + "\n\n")
    editor.write_text(f'#!/bin/sh\ncat {folder}/orders "$1" > {folder}/edited && cat {folder}/edited > "$1"\n')
    editor.chmod(0o755)
    settings = {
        "realname": who.name,
        "from": who.address,
        "use_from": "yes",
        "smtp_url": f"smtp://127.0.0.1:{port}/",
        "ssl_starttls": "no",
        "ssl_force_tls": "no",
        "editor": str(editor),
        "include": "yes",
        "fast_reply": "yes",
        "copy": "no",
        "move": "no",
        "record": "",
        "folder": str(folder),
        "postponed": str(folder / "postponed"),
        "reply_to": "yes",
        "mbox_type": "Maildir",
        "wait_key": "no",
        "sort": "date",
        "beep": "no",
        "header_cache": "",
    }
    config = folder / "muttrc"
    lines = [f'set {name}="{value}"' for name, value in settings.items()]
    config.write_text("\n".join([*lines, 'push "<last-entry><reply>"', ""]))
    (folder / "Mail").mkdir(exist_ok=True)
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(HOME=str(folder), TERM="xterm", LINES="40", COLUMNS="120")
        os.execvp("mutt", ["mutt", "-n", "-F", str(config), "-f", str(who.mailbox / who.address)])
    try:
        _expect(terminal, b"Compose")
        os.write(terminal, b"y")
        _expect(terminal, b"Mail sent")
        os.write(terminal, b"x")
        _drain(terminal)
    finally:
        os.close(terminal)
        os.waitpid(child, 0)


def _expect(terminal: int, wanted: bytes) -> None:
    shown = b""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        if ready:
            shown += os.read(terminal, 65536)
            if wanted in shown:
                return
    raise TimeoutError(f"mutt did not show {wanted!r}; it shows {shown[-1500:]!r}")


def _drain(terminal: int) -> None:
    """Reads what is shown until the program ends."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        try:
            if ready and not os.read(terminal, 65536):
                return
        except OSError:
            return
