"""Pictures that hold the digest of what they were painted from: painters of other versions paint other octets."""

from __future__ import annotations

import hashlib
import struct
import zlib

LABEL = b"Source\0"


def digest(*parts: bytes) -> str:
    """Of what a picture is painted from, in this order."""
    return hashlib.sha256(b"".join(parts)).hexdigest()


def source_of(png: bytes) -> str:
    """The digest of what this picture was painted from; empty where it holds none."""
    _, found, rest = png.partition(b"tEXt" + LABEL)
    return rest[:64].decode() if found else ""


def sourced(png: bytes, source: str) -> bytes:
    """The picture with this digest behind its head (a signature of 8 octets and a chunk of 25)."""
    chunk = b"tEXt" + LABEL + source.encode()
    return png[:33] + struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) + png[33:]
