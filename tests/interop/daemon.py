"""The real daemon, with LMTP for Postfix to hand mail to, and Postfix as its relay."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.interop.mail_system import DOMAIN, NAME, PATIENCE


@contextmanager
def judge(
    folder: Path, lmtp_port: int, postfix_port: int, more: Mapping[str, str] = {}
) -> Iterator[subprocess.Popen[str]]:
    """Runs while the block does; `more` are settings. Its database is `judge.db` in the folder."""
    settings = {
        "JUDGE_DATABASE": f"sqlite:///{folder / 'judge.db'}",
        "JUDGE_DOMAIN": DOMAIN,
        "JUDGE_LISTEN": "127.0.0.1:0",
        "JUDGE_LMTP_LISTEN": f"127.0.0.1:{lmtp_port}",
        "JUDGE_RELAY": f"smtp://127.0.0.1:{postfix_port}",
        "JUDGE_MTA_NAME": NAME,
        "JUDGE_AUTHSERV_ID": NAME,
        "JUDGE_POLL_SECONDS": "0.1",
        "JUDGE_FINAL_PAUSE_SECONDS": "0",
        **more,
    }
    environment = {**{k: v for k, v in os.environ.items() if not k.startswith("JUDGE_")}, **settings}
    command = [sys.executable, "-m", "judge"]
    subprocess.run([*command, "migrate"], env=environment, check=True, stdout=subprocess.DEVNULL)
    with (
        (folder / "judge.log").open("w") as log,
        subprocess.Popen(
            [*command, "serve"], env=environment, stdout=subprocess.PIPE, stderr=log, text=True
        ) as process,
    ):
        assert process.stdout is not None
        assert "listens on" in process.stdout.readline(), (folder / "judge.log").read_text()
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
