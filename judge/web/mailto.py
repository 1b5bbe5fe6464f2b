"""Links that open a mail to the judge with a command filled in."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from markupsafe import Markup


def mail_links(address: str) -> Callable[..., Markup]:
    """What writes such a link to the judge of this address."""

    def link(command: str, lines: str = "") -> Markup:
        """The command as a link. `lines`: what the mail says instead, where there is something to fill in."""
        to = f"mailto:{quote(address, safe='@')}?subject={quote(command)}&body={quote(lines or command)}"
        return Markup('<a class="mail" href="{}"><code>{}</code></a>').format(to, command)

    return link
