"""What the host decides, read once: environment variables `JUDGE_*`, then the file named by JUDGE_CONFIG (TOML)."""

from __future__ import annotations

import ipaddress
import os
import re
from dataclasses import dataclass, replace
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote

from pydantic import Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

_SERVER = re.compile(
    r"(smtps?|imaps?)://(?:([^\s/:]+)@)?([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?(?:/([^\s?]*))?"
    r"(?:\?tls=(required|none))?",
    re.ASCII,
)
_USUAL = {"smtp": (25, "offered"), "smtps": (465, "implicit"), "imap": (143, "required"), "imaps": (993, "implicit")}
_SUBMISSION = 587
_PATHS = (
    "boards",
    "web_icon",
    "secret_file",
    "tls_certificate",
    "tls_key",
    "relay_password_file",
    "fetch_password_file",
)
_PREFIXES = (("database", "sqlite:///"), ("relay", "maildir:"))
"""Settings that hold the path of a file or folder, behind such a prefix."""
_RELAYS = "is smtp://host:port, smtp://host:port?tls=required, smtps://host:port or maildir:DIR"
_ACCOUNTS = (
    "is imaps://user@host/folder,folder or imap://user@host/folder (with STARTTLS), a blank or comma in a name "
    "as %20 or %2C, and no password. On this machine imap://user@127.0.0.1:port/folder?tls=none will do"
)


@dataclass(frozen=True, slots=True)
class MailServer:
    """A server that takes mail by SMTP, or a user's mailbox by IMAP. `tls`: from the first octet (implicit), by
    STARTTLS or not at all (required), by STARTTLS where offered, or never (none).
    """

    host: str
    port: int
    tls: Literal["implicit", "required", "offered", "none"] = "offered"
    user: str = ""
    folders: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def is_local(self) -> bool:
        """Is it this machine, where nobody else reads what is sent?"""
        try:
            return self.host == "localhost" or ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


def _parse_server(text: str, protocol: str, wanted: str) -> MailServer:
    """Return the server of a URL. Raises ValueError with what is `wanted`, which never repeats `text`."""
    found = _SERVER.fullmatch(text)
    scheme, user, host, digits, path, said = found.groups() if found else ("smtp", "", "", "0", "", "")
    port, tls = int(digits or _USUAL[scheme][0]), said or _USUAL[scheme][1]
    if not scheme.startswith(protocol) or not 0 < port < 65536 or (said and scheme.endswith("s")):
        raise ValueError(wanted)
    folders = tuple(unquote(each) for each in (path or "").split(",") if each)
    return MailServer(host.strip("[]"), port, tls, unquote(user or ""), folders)  # type: ignore[arg-type]  # of these


def parse_relay(text: str) -> MailServer | Path:
    """Return the relay, or the folder of Maildirs. Raises ValueError, which never repeats `text`."""
    if text.startswith("maildir:") and text != "maildir:":
        return Path(text.removeprefix("maildir:"))
    login = ". A login stands in relay_user and relay_password_file" if "@" in text else ""
    relay = _parse_server(text, "smtp", _RELAYS + login)
    if relay.user or relay.folders:
        raise ValueError(_RELAYS + login)
    if relay.port == _USUAL["smtps"][0] and relay.tls != "implicit":
        raise ValueError("speaks TLS from the first octet at port 465: smtps://host")
    return replace(relay, tls="required") if (relay.port, relay.tls) == (_SUBMISSION, "offered") else relay


def parse_account(text: str) -> MailServer:
    """Return the mailbox of a URL. Raises ValueError, which never repeats `text`."""
    account = _parse_server(text, "imap", _ACCOUNTS)
    if not account.user or (account.tls == "none" and not account.is_local):
        raise ValueError(_ACCOUNTS)
    return account if account.folders else replace(account, folders=("INBOX",))


@dataclass(frozen=True)
class Networks:
    """Addresses and networks of the host's own. An address that is written as IPv6 for IPv4 is in the latter's."""

    networks: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]

    def __contains__(self, source: object) -> bool:
        try:
            address = ipaddress.ip_address(str(source).partition("%")[0])
        except ValueError:
            return False
        mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
        return any((mapped or address) in network for network in self.networks)


class Settings(BaseSettings):
    """All settings, frozen. docs/settings.md says what each of them means."""

    model_config = SettingsConfigDict(env_prefix="JUDGE_", frozen=True, extra="forbid", hide_input_in_errors=True)

    database: str = "sqlite:///judge.db"
    secret_file: Path | None = None
    secret: SecretStr = SecretStr("")
    domain: str = "judge.localhost"
    mailbox: str = "judge"
    host_address: str = "postmaster@localhost"
    listen: str = "127.0.0.1:8025"
    lmtp_listen: str = ""
    upstream: str = "127.0.0.1 ::1"
    proxy_protocol: bool = False
    tls_certificate: Path | None = None
    tls_key: Path | None = None
    require_tls: bool = False
    authserv_id: str = ""
    check_dkim: bool = False
    arc_sealers: str = ""
    dkim_selector: str = ""
    mta_name: str = ""
    max_connections: int = Field(50, ge=1)
    replies_per_hour: int = Field(60, ge=1)
    strangers_per_hour: int = Field(60, ge=1)
    strangers_per_network: int = Field(15, ge=1)
    final_pause_seconds: int = Field(20, ge=0, le=3600)
    relay: str = "smtp://127.0.0.1:25"
    relay_password: SecretStr = SecretStr("")
    relay_password_file: Path | None = None
    relay_token_command: str = ""
    relay_user: str = Field("", validate_default=True)
    mail_from: Literal["letter", "account"] = "letter"
    reply_address: Literal["plus", "equals", "minus", "catchall", "none"] = "plus"
    relay_per_hour: int = Field(0, ge=0)
    relay_per_day: int = Field(0, ge=0)
    fetch_password: SecretStr = SecretStr("")
    fetch_password_file: Path | None = None
    fetch_token_command: str = ""
    fetch_since: datetime | None = None
    fetch: str = ""
    fetch_to: str = "Judge"
    fetch_seconds: float = Field(60.0, gt=0, le=600)
    creators: str = ""
    boards: Path | None = None
    practice: int = Field(2, ge=0, le=20)
    practice_games: int = Field(200, ge=0)
    newcomers_games: int = Field(2, ge=0)
    max_size: int = Field(1_048_576, ge=10_000)
    web_listen: str = ""
    web_base: str = ""
    web_name: str = "Games by e-mail"
    web_icon: Path | None = None
    map_width: int = Field(800, ge=0, le=2000)
    reminder_hours: int = Field(24, ge=0)
    outage_minutes: int = Field(60, ge=5)
    settle_hours: int = Field(2, ge=0)
    webhooks: bool = True
    poll_seconds: float = Field(1.0, gt=0)
    log_level: str = "info"
    log_format: Literal["text", "json"] = "text"

    @field_validator("relay")
    @classmethod
    def _known_relay(cls, value: str) -> str:
        parse_relay(value)
        return value

    @field_validator("upstream")
    @classmethod
    def _own_networks(cls, value: str) -> str:
        for word in _words(value):
            try:
                ipaddress.ip_network(word)
            except ValueError:
                raise ValueError(
                    f"has addresses and networks, such as 192.0.2.1 10.89.0.0/16; {word} is neither"
                ) from None
        return value

    @field_validator("relay_password", "fetch_password")
    @classmethod
    def _plain_password(cls, value: SecretStr) -> SecretStr:
        if not value.get_secret_value().isascii():
            raise ValueError("must be ASCII: a login has no room for other characters")
        return value

    @field_validator("relay_user")
    @classmethod
    def _whole_login(cls, value: str, info: ValidationInfo) -> str:
        means = [
            name for name in ("relay_password", "relay_password_file", "relay_token_command") if info.data.get(name)
        ]
        if not value and means:
            raise ValueError(f"must say whose {means[0]} that is")
        if not value or "relay" not in info.data:
            return value
        if len(means) != 1 or not value.isascii():
            raise ValueError("is ASCII, and needs one of relay_password, relay_password_file, relay_token_command")
        relay = parse_relay(info.data["relay"])
        if isinstance(relay, Path) or relay.tls == "offered" or (relay.tls == "none" and not relay.is_local):
            raise ValueError(
                "logs in by TLS alone: smtps://host:465, smtp://host:587, or smtp://host:port?tls=required. At a relay "
                "on this machine smtp://127.0.0.1:port?tls=none will do"
            )
        return value

    @field_validator("fetch")
    @classmethod
    def _whole_account(cls, value: str, info: ValidationInfo) -> str:
        if not value:
            return value
        parse_account(value)
        means = ("fetch_password", "fetch_password_file", "fetch_token_command")
        if sum(bool(info.data.get(name)) for name in means) != 1:
            raise ValueError("needs one of fetch_password, fetch_password_file, fetch_token_command")
        if info.data.get("fetch_since") is None:
            raise ValueError("needs fetch_since, or old mail would be answered")
        if find_spec("imapclient") is None:
            raise ValueError("needs the extra `mailbox`: pip install pbem-judge[mailbox]")
        return value

    @field_validator("check_dkim", "arc_sealers")
    @classmethod
    def _can_check(cls, value: bool | str) -> bool | str:
        if value and find_spec("dkim") is None:
            raise ValueError("needs the extra `dkim`: pip install pbem-judge[dkim]")
        return value

    @field_validator("listen", "lmtp_listen", "web_listen")
    @classmethod
    def _address_and_port(cls, value: str, info: ValidationInfo) -> str:
        if not value and info.field_name != "listen":
            return value
        host, _, port = value.rpartition(":")
        if not host or not port.isdigit() or int(port) > 65535:
            raise ValueError("is address:port, such as 127.0.0.1:8025")
        return value

    @field_validator(*_PATHS, "fetch_since", mode="before")
    @classmethod
    def _none(cls, value: object) -> object:
        return None if value == "" else value  # an empty variable is none, not the present folder

    @field_validator("web_icon")
    @classmethod
    def _is_there(cls, value: Path | None) -> Path | None:
        if value is not None and not value.is_file():
            raise ValueError("names no file")
        return value

    @field_validator("tls_key", "require_tls")
    @classmethod
    def _needs_a_certificate(cls, value: object, info: ValidationInfo) -> object:
        if value and info.data.get("tls_certificate") is None:
            raise ValueError("needs JUDGE_TLS_CERTIFICATE")
        return value

    @property
    def upstreams(self) -> Networks:
        return Networks(tuple(map(ipaddress.ip_network, sorted(_words(self.upstream)))))

    @property
    def sealers(self) -> frozenset[str]:
        """The domains whose ARC seals count."""
        return _words(self.arc_sealers.lower())

    @property
    def checks_itself(self) -> bool:
        """Does the judge itself look at signatures?"""
        return self.check_dkim or bool(self.sealers)

    @property
    def address(self) -> str:
        return f"{self.mailbox}@{self.domain}"

    @property
    def account(self) -> str:
        """The envelope sender that the relay knows as its user's."""
        return self.relay_user if "@" in self.relay_user else self.address

    @property
    def sends_from_account(self) -> bool:
        """Is the account the envelope sender? Without addresses for answers there are none for bounces."""
        return self.mail_from == "account" or self.reply_address == "none"

    @property
    def has_practice(self) -> bool:
        """May anybody practice here?"""
        return bool(self.practice and self.practice_games)

    def may_create(self, address: str) -> bool:
        return not _words(self.creators.lower()).isdisjoint(("*", address.lower()))

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        config = os.environ.get("JUDGE_CONFIG")
        toml = (_File(settings_cls, Path(config)),) if config else ()
        return (init_settings, env_settings, *toml)


class _File(TomlConfigSettingsSource):
    """The settings file. Relative paths in it begin in its own folder, wherever the judge is started."""

    def __call__(self) -> dict[str, Any]:
        values = {"database": Settings.model_fields["database"].default, **super().__call__()}
        folder = Path(str(self.toml_file_path)).absolute().parent
        for name, prefix in (*_PREFIXES, *((name, "") for name in _PATHS)):
            value = values.get(name)
            path = value.removeprefix(prefix) if isinstance(value, str) and value.startswith(prefix) else ""
            if path and not path.startswith((":", "file:")):  # which are no files: refused elsewhere
                values[name] = f"{prefix}{folder / path}"
        return values


def _words(text: str) -> frozenset[str]:
    return frozenset(text.replace(",", " ").split())
