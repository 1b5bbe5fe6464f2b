"""A Postfix of its own, from `deploy/postfix`, before and behind the judge; it delivers the players' mail too."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import trustme

DEPLOY = Path(__file__).parents[2] / "deploy" / "postfix"

DOMAIN = "judge.localhost"
NAME = "mx.judge.localhost"
PATIENCE = 180.0
"""Seconds for one step, before a machine that is busy with something else is thought to hang."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def listens(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


def until(seen: Callable[[], bool], trouble: str) -> None:
    end = time.monotonic() + PATIENCE
    while not seen():
        if time.monotonic() > end:
            raise SystemExit(f"interop failed: {trouble}")
        time.sleep(0.1)


class Postfix:
    """`port` takes mail from everybody, `own_port` from the judge; `mail` holds a Maildir for each of the addresses,
    whose domain is example.org or below it. `recipe` is a file of deploy/ with further lines for main.cf, `more` what
    else this machine needs there.
    """

    def __init__(
        self,
        folder: Path,
        lmtp_port: int,
        addresses: Sequence[str],
        recipe: Path | None = None,
        more: Mapping[str, str] = {},
    ) -> None:
        self.folder = folder
        self.port = free_port()
        self.own_port = free_port()
        self.config = folder / "etc"
        self.mail = folder / "mail"
        self.log = folder / "mail.log"
        self._lmtp_port = lmtp_port
        self._addresses = addresses
        self._recipe = recipe.read_text() if recipe else ""
        self._more = more

    def set_up(self) -> None:
        shutil.copytree(DEPLOY, self.config)
        for file in self.config.iterdir():
            text = file.read_text().replace("mx.judge.example", NAME).replace("judge.example", DOMAIN)
            file.write_text(text.replace(r"judge\.example", DOMAIN.replace(".", r"\.")))
            file.chmod(0o644)
        master = self.config / "master.cf"
        services = master.read_text().replace("smtp       inet", f"127.0.0.1:{self.port} inet")
        master.write_text(services.replace("127.0.0.1:2525 inet", f"127.0.0.1:{self.own_port} inet"))
        self.mail.mkdir()
        shutil.chown(self.mail, "nobody")
        data = self.folder / "data"
        data.mkdir()
        shutil.chown(data, "postfix")
        (self.folder / "queue").mkdir()
        (self.config / "gone").write_text("")
        (self.config / "players").write_text("".join(f"{each} {each}/\n" for each in self._addresses))
        chain = self.folder / "chain.pem"
        trustme.CA().issue_cert(NAME).private_key_and_cert_chain_pem.write_to_path(chain)
        main = (self.config / "main.cf").read_text().replace("127.0.0.1:8024", f"127.0.0.1:{self._lmtp_port}")
        transports = f"inline:{{ {DOMAIN}=lmtp:inet:127.0.0.1:{self._lmtp_port} }}"
        main = main.replace(
            f"transport_maps = {transports}", f"transport_maps = regexp:{self.config}/gone, {transports}"
        )
        assert f"regexp:{self.config}/gone" in main, "deploy/postfix/main.cf has changed"
        # What this machine needs, and the players' mailboxes.
        more = {
            "inet_interfaces": "127.0.0.1",
            "inet_protocols": "ipv4",
            "queue_directory": self.folder / "queue",
            "data_directory": data,
            "smtpd_tls_chain_files": chain,
            "maillog_file": self.log,
            "maillog_file_prefixes": self.folder,
            "virtual_mailbox_domains": " ".join(sorted({each.rpartition("@")[2] for each in self._addresses})),
            "virtual_mailbox_base": self.mail,
            "virtual_mailbox_maps": f"texthash:{self.config}/players",
            "virtual_uid_maps": "static:65534",
            "virtual_gid_maps": "static:65534",
            "virtual_minimum_uid": "100",
            **self._more,
        }
        main += "\n" + self._recipe
        main = "\n".join(line for line in main.splitlines() if line.partition(" =")[0] not in more)
        (self.config / "main.cf").write_text(
            main + "".join(f"\n{name} = {value}" for name, value in more.items()) + "\n"
        )

    def command(self, *arguments: str) -> None:
        subprocess.run(["postfix", "-c", str(self.config), *arguments], check=True, capture_output=True)

    def holds(self) -> bool:
        """Whether any mail waits to be delivered, or to be tried again."""
        queue = subprocess.run(["postqueue", "-c", str(self.config), "-j"], check=True, capture_output=True, text=True)
        return queue.stdout != ""

    def lose_mailbox(self, address: str) -> None:
        """From now on mail to this address is accepted and then comes back."""
        (self.config / "gone").write_text(f"/^{address.replace('.', '[.]')}$/ error:5.1.1 mailbox gone\n")
        self.command("stop")
        self.command("start")


@contextmanager
def postfix(
    folder: Path,
    lmtp_port: int,
    addresses: Sequence[str],
    recipe: Path | None = None,
    more: Mapping[str, str] = {},
) -> Iterator[Postfix]:
    """Runs while the block does."""
    made = Postfix(folder, lmtp_port, addresses, recipe, more)
    made.set_up()
    made.command("check")
    made.command("start")
    try:
        yield made
    finally:
        made.command("stop")
