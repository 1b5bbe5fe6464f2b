"""The two addresses of an SMTP envelope: what a sender may look like, and which recipients are the judge's own."""

from __future__ import annotations

import re

from judge.mail.addresses import HOST_MAILBOXES

# The path of MAIL and RCPT with its angle brackets, then the parameters. A quoted local part may hold blanks; nothing
# else may, and nothing may hold controls, 8-bit octets or a second bracket.
_QUOTED = r'"(?:[\x20\x21\x23-\x3b\x3d\x3f-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"@[\x21-\x3b\x3d\x3f-\x7e]*'
_PLAIN = r"[\x21\x23-\x3b\x3d\x3f-\x7e]*"
_PATH = re.compile(rf"<({_QUOTED}|{_PLAIN})>(?: +([\x20-\x7e]*))?", re.ASCII)

_LOCAL = re.compile(r"[a-z0-9._=+-]+", re.ASCII)

PATH_LIMIT = 254  # octets (RFC 5321 4.5.3.1.3, without the brackets)
LOCAL_LIMIT = 64  # octets (RFC 5321 4.5.3.1.1)
# Mailing systems sign whole addresses into their senders; refusing those would lose players' mail.
SENDER_LOCAL_LIMIT = 128


def split_path(text: str) -> tuple[str, str] | None:
    """`<a@b> SIZE=5` as path and parameters; None when it is no path. The null path `<>` has the path ``."""
    found = _PATH.fullmatch(text)
    return (found[1], found[2] or "") if found else None


def sender_refusal(path: str) -> str:
    """The reply to a MAIL that cannot be taken, or the empty string. The null sender is fit (RFC 5321 4.5.5)."""
    local, at, domain = path.rpartition("@")
    if path and (not at or not local or not domain or path.startswith("@")):
        return "553 5.1.7 The sender is not an address"
    if len(path) > PATH_LIMIT or len(local) > SENDER_LOCAL_LIMIT:
        return "553 5.1.7 The sender's address is too long"
    return ""


def recipient_refusal(path: str, address: str) -> str:
    """The reply to a RCPT that cannot be taken, or the empty string.

    Taken are the judge's address, that with `+` or `=` and a token, and the host's own mailboxes (RFC 5321 4.5.1, RFC
    2142), in any case of letters. There is no relaying: not by domain, not by source route, not by `%` or `!`.
    """
    mailbox, _, own_domain = address.lower().rpartition("@")
    if path.lower() == "postmaster":
        return ""
    local, at, domain = path.lower().rpartition("@")
    if not at or not local or not domain:
        return "553 5.1.3 The recipient is not an address"
    if len(path) > PATH_LIMIT or len(local) > LOCAL_LIMIT:
        return "553 5.1.3 The recipient's address is too long"
    if domain != own_domain or any(sign in local for sign in '@%!:"'):
        return f"550 5.7.1 No relaying: this host takes mail for {address} alone"
    if local in (mailbox, *HOST_MAILBOXES):
        return ""
    if local.startswith((f"{mailbox}+", f"{mailbox}=")) and _LOCAL.fullmatch(local):
        return ""
    return f"550 5.1.1 No such mailbox; write to {address}"
