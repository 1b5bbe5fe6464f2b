"""The milters of `deploy/milters` as their recipes say, with a name server of their own."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.interop.mail_system import DOMAIN, NAME, PATIENCE, free_port, listens, until

RECIPES = Path(__file__).parents[2] / "deploy" / "milters"
SELECTOR = "judge"
NAME_SERVER = "127.0.0.54"


def signing_key(folder: Path, owner: str) -> tuple[Path, str]:
    """Made as the recipe says: the file, and the record to be published."""
    folder.mkdir()
    command = ["opendkim-genkey", "--bits=2048", f"--domain={DOMAIN}", f"--selector={SELECTOR}"]
    subprocess.run([*command, f"--directory={folder}"], check=True)
    record = "".join(re.findall(r'"([^"]*)"', (folder / f"{SELECTOR}.txt").read_text()))
    key = folder / f"{SELECTOR}.private"
    key.chmod(0o600)
    for each in (folder, key):
        shutil.chown(each, owner)
    return key, record


def _named(text: str) -> str:
    return text.replace("mx.judge.example", NAME).replace("judge.example", DOMAIN)


@contextmanager
def _running(folder: Path, command: Sequence[str], port: int) -> Iterator[None]:
    """With our name server for the machine's, until the block ends."""
    resolver = folder / "resolv.conf"
    resolver.write_text(f"nameserver {NAME_SERVER}\n")
    script = f'mount --bind {resolver} /etc/resolv.conf && exec "$@"'
    log = folder / f"{Path(command[0]).name}.log"
    with (
        log.open("w") as output,
        subprocess.Popen(
            ["unshare", "--mount", "sh", "-c", script, "sh", *command], stdout=output, stderr=output
        ) as process,
    ):
        try:
            until(lambda: listens(port), f"nothing listens; see {log}")
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


class Filters:
    """`recipe` is the file with lines for Postfix's main.cf, `more` what replaces some of them: other ports; `record`
    the public key of what they sign.
    """

    def __init__(self, recipe: Path, ports: Sequence[int], record: str) -> None:
        self.recipe = recipe
        self.more = {"smtpd_milters": ", ".join(f"inet:127.0.0.1:{port}" for port in ports)}
        self.record = record


@contextmanager
def opendkim(folder: Path) -> Iterator[Filters]:
    """OpenDKIM and OpenDMARC."""
    recipe = RECIPES / "opendkim"
    key, record = signing_key(folder / "keys", "opendkim")
    ports = free_port(), free_port()
    commands = []
    for name, usual, port in zip(("opendkim", "opendmarc"), (8891, 8893), ports, strict=True):
        text = _named((recipe / f"{name}.conf").read_text()).replace(f"inet:{usual}@", f"inet:{port}@")
        text = text.replace("/etc/dkimkeys/judge.private", str(key))
        text = re.sub(r"(?m)^PidFile.*$", f"PidFile {folder}/{name}.pid", text)
        if name == "opendkim":  # Debian's asks the world's name servers itself, and a checkout may be in /tmp
            text += f"Nameservers {NAME_SERVER}\nRequireSafeKeys no\n"
        (folder / f"{name}.conf").write_text(text)
        commands.append([f"/usr/sbin/{name}", "-f", "-c" if name == "opendmarc" else "-x", f"{folder}/{name}.conf"])
    with ExitStack() as stack:
        for command, port in zip(commands, ports, strict=True):
            stack.enter_context(_running(folder, command, port))
        yield Filters(recipe / "main.cf", ports, record)


@contextmanager
def rspamd(folder: Path) -> Iterator[Filters]:
    recipe = RECIPES / "rspamd"
    key, record = signing_key(folder / "keys", "_rspamd")
    port = free_port()
    shutil.copytree(recipe / "local.d", folder / "rspamd" / "local.d")
    local = folder / "rspamd" / "local.d"
    signing = local / "dkim_signing.conf"
    signing.write_text(_named(signing.read_text()).replace("/etc/dkimkeys/judge.private", str(key)))
    # Other ports, one process, and nothing of the world.
    (local / "worker-proxy.inc").write_text(
        f'bind_socket = "127.0.0.1:{port}";\nupstream "local" {{ default = yes; self_scan = yes; }}\n'
    )
    for worker in ("normal", "controller", "fuzzy"):
        (local / f"worker-{worker}.inc").write_text("enabled = false;\n")
    for module in ("rbl", "surbl", "fuzzy_check", "phishing", "asn", "mx_check", "rspamd_update"):
        (local / f"{module}.conf").write_text("enabled = false;\n")
    places = {"DBDIR": folder / "rspamd-data", "RUNDIR": folder / "rspamd-data", "LOGDIR": folder / "rspamd-data"}
    (folder / "rspamd-data").mkdir()
    shutil.chown(folder / "rspamd-data", "_rspamd")
    variables = [f"--var={name}={place}" for name, place in {**places, "LOCAL_CONFDIR": folder / "rspamd"}.items()]
    command = ["/usr/bin/rspamd", "-f", "-u", "_rspamd", "-g", "_rspamd", "-c", "/etc/rspamd/rspamd.conf", *variables]
    with _running(folder, command, port):
        yield Filters(recipe / "main.cf", (port,), record)
