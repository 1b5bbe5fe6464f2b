"""LMTP (RFC 2033): what the host's own mail system speaks to a judge behind it."""

from __future__ import annotations

import asyncio

from aiosmtpd.smtp import syntax

from judge.smtp.dialogue import Dialogue, House


class LmtpDialogue(Dialogue):
    """LHLO in place of HELO and EHLO, and after the content one reply for each recipient that was taken.

    They are all the same reply, since a mail is kept for all its recipients or for none.
    """

    protocol = "LMTP"

    def __init__(self, house: House, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(house, loop)
        del self._smtp_methods["HELO"], self._smtp_methods["EHLO"]

    @syntax("LHLO hostname")
    async def smtp_LHLO(self, hostname: str) -> None:  # noqa: N802 - aiosmtpd's name
        await self.smtp_EHLO(hostname)

    def _reply_to_content(self, status: str, recipients: int) -> str:
        # One push: a refusal for twenty recipients is still one mistake of the sender's.
        return "\r\n".join([status] * recipients)
