"""`python -m tests.interop.web_servers FOLDER`: nginx and Caddy with the recipes of `deploy/`, in front of a judge."""

from __future__ import annotations

import http.client
import logging
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from rich.console import Console

from judge.store.migrate import migrate
from tests.interop.mail_system import PATIENCE, free_port, listens, until
from tests.support.house import open_house
from tests.support.served import served

DEPLOY = Path(__file__).parents[2] / "deploy"
ODD_WAYS = (
    "/metrics", "/metrics?x=1", "//metrics", "/./metrics", "/x/../metrics", "/%6detrics", "/metrics/", "/metrics%2f",
    "/metrics%00", "/metrics;x", "/METRICS", "/metrics/.", "/%2e/metrics", "/x%2f..%2fmetrics", "/metrics%3fx",
    "/metrics#x", "/\\metrics", "/healthz", "//healthz", "/x/../healthz", "/%68ealthz", "/healthz/",
    "http://judge.example.org/metrics", "http://127.0.0.1/metrics",
)  # fmt: skip
OTHER, HASTY = "127.0.0.2", "127.0.0.3"
QUIET = 40  # errors only
GZIP = b"\x1f\x8b\x08"


class Between:
    """Passes requests on to the judge, and notes them: (path as it was asked for, X-Forwarded-For)."""

    def __init__(self, judge_port: int) -> None:
        self.seen: list[tuple[str, str]] = []
        between = self

        class Passing(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                between.seen.append((self.path, ", ".join(self.headers.get_all("X-Forwarded-For", []))))
                to_judge = http.client.HTTPConnection("127.0.0.1", judge_port, timeout=PATIENCE)
                to_judge.request("GET", self.path, headers={k: v for k, v in self.headers.items() if k != "Connection"})
                answer = to_judge.getresponse()
                body = answer.read()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("connection", "content-length", "transfer-encoding", "date"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Passing)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def paths(self) -> list[str]:
        return [path for path, _ in self.seen]


@contextmanager
def nginx(folder: Path, behind: int) -> Iterator[int]:
    """The recipe on a port of its own, before the judge at port `behind`."""
    port = free_port()
    text = (DEPLOY / "nginx.conf").read_text()
    for old, new in (
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("127.0.0.1:8080", f"127.0.0.1:{behind}"),
        ("/var/cache/nginx/judge", str(folder / "cache")),
    ):
        assert old in text
        text = text.replace(old, new)
    (folder / "judge.conf").write_text(text)
    whole = (
        f"user nobody nogroup;\ndaemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{\n  access_log off;\n  include {folder}/judge.conf;\n}}\n"
    )
    (folder / "nginx.conf").write_text(whole)
    with _running(["nginx", "-c", str(folder / "nginx.conf")], port):
        yield port


@contextmanager
def caddy(folder: Path, behind: int) -> Iterator[int]:
    port = free_port()
    text = (DEPLOY / "Caddyfile").read_text()
    assert "\njudge.example.org {" in text
    # Without a certificate of the world's, and without the port at which Caddy takes orders.
    text = text.replace("\njudge.example.org {", f"\nhttp://judge.example.org:{port} {{\n\tbind 127.0.0.1", 1)
    text = text.replace("127.0.0.1:8080", f"127.0.0.1:{behind}").replace(
        "{\n\tservers {", "{\n\tadmin off\n\tservers {", 1
    )
    (folder / "Caddyfile").write_text(text)
    with _running(["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"], port):
        yield port


@contextmanager
def _running(command: list[str], port: int) -> Iterator[None]:
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            until(lambda: listens(port), f"{command[0]} does not listen")
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


def ask(port: int, path: str, *, method: str = "GET", source: str = "127.0.0.1", **fields: str) -> tuple[int, bytes]:
    """Status and body; the path goes out as it stands here."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0)) as connection:
        head = {"Host": "judge.example.org", "Connection": "close", **fields}
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in head.items())
        connection.sendall(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode())
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    found = re.match(rb"HTTP/1.[01] (\d+)", answer)
    return (int(found[1]) if found else 0), answer.partition(b"\r\n\r\n")[2]


class Looker:
    def __init__(self, console: Console, name: str, port: int, between: Between) -> None:
        self.console, self.name, self.port, self.between = console, name, port, between
        self.passed = 0

    def check(self, what: str, seen: bool) -> None:
        self.console.print(f"[{'green' if seen else 'red'}]{'ok  ' if seen else 'FAIL'}[/] {self.name}: {what}")
        if not seen:
            raise SystemExit(f"interop failed: {self.name}: {what}")
        self.passed += 1

    def pages(self) -> None:
        status, body = ask(self.port, "/")
        self.check("the front page", status == 200 and b"</html>" in body)
        status, body = ask(self.port, "/games/none.html")
        self.check("a page that there is not", status == 404)
        self.check("a method that writes is refused", ask(self.port, "/", method="POST", Content_Length="0")[0] >= 400)

    def packed(self) -> None:
        """The page that writes sheets is half script."""
        for path in ("/", "/style.css", "/compose.js", "/families/diplomacy-standard.svg"):
            _, body = ask(self.port, path, Accept_Encoding="gzip")
            self.check(f"{path} comes packed", GZIP in body[:20])

    def inside(self) -> None:
        """Health and metrics are for the host's own programs, however they are asked for."""
        told = [
            way for way in ODD_WAYS if (found := ask(self.port, way))[1] and (found[0] == 200 or b"judge_" in found[1])
        ]
        self.check(f"health and metrics stay inside, asked for in {len(ODD_WAYS)} ways {told}", not told)

    def reader(self) -> None:
        """The judge is told who a reader is, whatever the reader says of that."""
        ask(self.port, "/rules.html?new", source=OTHER, X_Forwarded_For="192.0.2.99", Forwarded="for=192.0.2.99")
        self.check(f"the real address of a reader is told {self.between.seen[-1:]}", self.between.seen[-1][1] == OTHER)

    def slow(self) -> None:
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as connection:
            begun = time.monotonic()
            connection.sendall(b"GET / HTTP/1.1\r\nHost: judge.example.org\r\nX-Slow: ")
            connection.settimeout(30)
            try:
                answer = connection.recv(65536)
            except TimeoutError:
                answer = b"none"
            took = time.monotonic() - begun
        self.check(
            f"a header that is never finished is not waited for ({took:.0f} s)", 8 < took < 25 and b"200" not in answer
        )

    def large(self) -> None:
        status, _ = ask(self.port, "/large.html", X_Large="x" * 40_000)
        self.check(f"a header of 40 kB is refused ({status})", status in (0, 400, 414, 431, 494))
        before = len(self.between.seen)
        status, _ = ask(self.port, "/", method="POST", Content_Length="2000000")
        self.check(f"so is a body of megabytes ({status})", status >= 400 and len(self.between.seen) == before)


class OfNginx(Looker):
    def copies(self) -> None:
        self.between.seen.clear()
        with ThreadPoolExecutor(12) as readers:
            found = list(readers.map(lambda number: ask(self.port, f"/manuals/players.html?{number}")[0], range(50)))
        asked = self.between.paths()
        self.check(f"50 readers of a page cost the judge one ({len(asked)})", set(found) == {200} and len(asked) == 1)

    def poisoned(self) -> None:
        """What one reader asks for in an odd way must not be another's page."""
        for path, odd in (
            ("/manuals/gamemasters.html", "/x/../manuals/gamemasters.html"),
            ("/manuals/glossary.html", "//manuals//glossary.html"),
            ("/manuals/commands.html", "/manuals/%63ommands.html"),
            ("/manuals/boards.html", "/manuals%2fboards.html"),
        ):
            ask(self.port, odd, source=OTHER)
            self.check(
                f"{odd} does not spoil {path}",
                ask(self.port, path)[0] == ask(self.port, f"{path}?", source=OTHER)[0] == 200,
            )

    def limits(self) -> None:
        """However slow the machine is: all requests are there at once, and nginx has the answer."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE, (HASTY, 0)) as connection:
            each = b"HEAD / HTTP/1.1\r\nHost: judge.example.org\r\n"
            connection.sendall((each + b"\r\n") * 149 + each + b"Connection: close\r\n\r\n")
            answers = b"".join(iter(lambda: connection.recv(65536), b""))
        limited = answers.count(b"HTTP/1.1 429")
        self.check(f"of 150 requests at once {limited} are told to come later", 50 <= limited <= 100)
        self.check("meanwhile another reader is served", ask(self.port, "/", source=OTHER)[0] == 200)

    def without_judge(self) -> None:
        self.between.server.shutdown()
        self.between.server.server_close()
        self.check("what was read lately is there while the judge is not", ask(self.port, "/")[0] == 200)


def main() -> None:
    console = Console(highlight=False)
    folder = Path(sys.argv[1]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    logging.getLogger("judge").setLevel(QUIET)
    begun = time.monotonic()
    passed = 0
    with tempfile.TemporaryDirectory() as data:
        url = f"sqlite:///{data}/judge.db"
        migrate(url)
        with open_house(url, Path(data)) as house, served(house.judge) as base:
            for server, kind in ((nginx, OfNginx), (caddy, Looker)):
                own = folder / server.__name__
                own.mkdir(parents=True)
                between = Between(int(base.rpartition(":")[2].strip("/")))
                with server(own, between.port) as port:
                    looker = kind(console, server.__name__, port, between)
                    for look in (looker.pages, looker.packed, looker.inside, looker.reader, looker.large, looker.slow):
                        look()
                    if isinstance(looker, OfNginx):
                        for look in (looker.copies, looker.poisoned, looker.limits, looker.without_judge):
                            look()
                passed += looker.passed
    console.print(f"{passed} checks passed in {time.monotonic() - begun:.0f} s.")


if __name__ == "__main__":
    main()
