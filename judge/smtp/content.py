"""The content of a mail as it comes over the wire after DATA."""

from __future__ import annotations

import asyncio

LINE_LIMIT = 1001  # octets: 998 of text (RFC 5322 2.1.1), CRLF, and the dot that was doubled

# So much of a mail that is refused anyway is read on, so that its sender hears why instead of losing the connection.
_PATIENCE = 8

TOO_LONG = "500 5.6.0 A line of the mail is longer than 998 octets"
TOO_MUCH = "552 5.3.4 The mail is larger than this host takes"


class EndlessContent(Exception):
    """The sender does not stop, many times beyond the largest size."""


async def read_content(reader: asyncio.StreamReader, max_size: int) -> bytes | str:
    """The octets of the mail up to CRLF.CRLF, doubled dots undone, else untouched; or the reply that refuses it.

    Only CRLF ends a line: a dot between bare CR or LF is content (CVE-2023-51764 and its kin). Holds at most
    `max_size` octets and a line, whatever is sent. Raises EndlessContent, and CancelledError when the sender is lost.
    """
    lines: list[bytes] = []
    size = 0
    refusal = ""
    at_start = True
    while True:
        try:
            line = await reader.readuntil(b"\r\n")
            ended = True
        except asyncio.LimitOverrunError as overrun:
            line = await reader.read(overrun.consumed)
            ended = False
        if at_start and line == b".\r\n":
            return refusal or b"".join(lines)
        if at_start and line.startswith(b"."):
            line = line[1:]
        at_start = ended
        size += len(line)
        if not ended:
            refusal = refusal or TOO_LONG
        elif size > max_size:
            refusal = refusal or TOO_MUCH
        if refusal:
            lines.clear()
            if size > _PATIENCE * max_size:
                raise EndlessContent
        else:
            lines.append(line)
