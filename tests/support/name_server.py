"""A name server for tests: it knows the records that it is given, and no other."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import dns.flags
import dns.message
import dns.rcode
import dns.rrset

Records = Mapping[tuple[str, str], list[str]]
"""(name without its last dot, type) -> the records as a zone file writes them."""


@contextmanager
def name_server(records: Records, at: tuple[str, int] = ("127.0.0.1", 0)) -> Iterator[str]:
    """Answers over UDP while the block runs, at this address and port; `address:port`."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(at)
        server.settimeout(0.1)
        over = threading.Event()
        thread = threading.Thread(target=_serve, args=(server, records, over))
        thread.start()
        try:
            yield "{}:{}".format(*server.getsockname())
        finally:
            over.set()
            thread.join(5)


def _serve(server: socket.socket, records: Records, over: threading.Event) -> None:
    names = {name for name, _ in records}
    while not over.is_set():
        try:
            wire, client = server.recvfrom(4096)
        except TimeoutError:
            continue
        query = dns.message.from_wire(wire)
        reply = dns.message.make_response(query)
        reply.flags |= dns.flags.AA | dns.flags.RA
        question = query.question[0]
        name, kind = question.name.to_text(omit_final_dot=True).lower(), question.rdtype.name
        found = records.get((name, kind))
        if found:
            reply.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *found))
        elif not any(each == name or each.endswith(f".{name}") for each in names):
            reply.set_rcode(dns.rcode.NXDOMAIN)
        server.sendto(reply.to_wire(), client)
