"""Where a picture stands in a letter until it is sent: a line that names it, in the place of its octets.

No other line of a letter can be taken for one: quoted-printable never has two equals signs side by side, base64 has
them only at its end, and a field's further lines begin with a blank.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping

_BLANK = re.compile(rb"(?<=\r\n)==([0-9a-f]{64})==\r\n")


def image_blank(digest: str) -> bytes:
    """The line that stands for the picture of this digest (64 hex digits)."""
    return f"=={digest}==\r\n".encode("ascii")


def images_in(raw: bytes) -> tuple[str, ...]:
    """The digests of the pictures that a letter shows and does not hold yet."""
    return tuple(dict.fromkeys(found[1].decode("ascii") for found in _BLANK.finditer(raw)))


def with_images(raw: bytes, pngs: Mapping[str, bytes]) -> bytes:
    """The letter with its pictures, by digest. The place of one that is not there stays empty: mail programs show what
    the HTML says instead of it.
    """
    encoded = {digest: base64.encodebytes(png).replace(b"\n", b"\r\n") for digest, png in pngs.items()}
    return _BLANK.sub(lambda found: encoded.get(found[1].decode("ascii"), b""), raw)
