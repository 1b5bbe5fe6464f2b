"""docs/mail.md says of each setting of the mail edge what the setting says of itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.settings import Settings

PAGE = (Path(__file__).parents[1] / "docs" / "mail.md").read_text()

OF_MAIL = [
    *("domain", "mailbox", "host_address", "listen", "lmtp_listen", "upstream", "proxy_protocol", "tls_certificate"),
    *(
        "tls_key",
        "require_tls",
        "authserv_id",
        "check_dkim",
        "arc_sealers",
        "dkim_selector",
        "mta_name",
        "max_size",
        "max_connections",
    ),
    *("max_connections_per_source", "max_recipients", "max_errors", "idle_seconds", "replies_per_hour", "relay"),
    *(
        "relay_user",
        "relay_password",
        "relay_password_file",
        "relay_token_command",
        "mail_from",
        "reply_address",
        "relay_per_hour",
        "relay_per_day",
    ),
    *("fetch", "fetch_password", "fetch_password_file", "fetch_token_command"),
    *("fetch_since", "fetch_to", "fetch_seconds"),
    *("strangers_per_hour", "strangers_per_network", "final_pause_seconds"),
]


@pytest.mark.parametrize("name", OF_MAIL)
def test_each_setting_is_documented_as_it_is(name: str) -> None:
    field = Settings.model_fields[name]
    shown = str(field.default).lower() if isinstance(field.default, bool) else str(field.default)
    default = f"`{shown}`" if shown not in ("", "None") else ""
    assert f"| `{name}` | {default} | {field.description} |" in PAGE
