"""What the host decides, read once: environment variables `JUDGE_*`, then the file named by JUDGE_CONFIG (TOML)."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
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
_PATHS = ("secret_file", "tls_certificate", "tls_key", "relay_password_file", "fetch_password_file")
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
        return _is_in(str(source), self.networks)

    def __iter__(self) -> Iterator[str]:
        return map(str, self.networks)


@lru_cache(maxsize=4096)
def _is_in(source: str, networks: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]) -> bool:
    try:
        address = ipaddress.ip_address(source.partition("%")[0])
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return any((mapped or address) in network for network in networks)


class Settings(BaseSettings):
    """All settings, frozen. Each field's description is its documentation."""

    model_config = SettingsConfigDict(env_prefix="JUDGE_", frozen=True, extra="forbid", hide_input_in_errors=True)

    database: str = Field(
        "sqlite:///judge.db",
        description="SQLAlchemy URL: sqlite:///file or postgresql://user@host/name. Several: user@one,other/name. Here "
        "and below, relative paths in the settings file begin in its folder.",
    )
    secret_file: Path | None = Field(
        None,
        description="The file (mode 0600) with the secret of this installation, without which no KEY and no reply "
        "address counts. Empty: judge.secret beside an SQLite database, else in the present folder.",
    )
    secret: SecretStr = Field(
        SecretStr(""),
        description="The same secret itself, as NUMBER:HEX, where it is to come from the environment (JUDGE_SECRET) "
        "and stand in no file.",
    )
    domain: str = Field("judge.localhost", description="The domain of the judge's own address.")
    mailbox: str = Field("judge", description="The local part of the judge's own address.")
    host_address: str = Field("postmaster@localhost", description="Who runs this judge: told of what needs a human.")
    listen: str = Field(
        "127.0.0.1:8025", description="Where the SMTP listener waits: address:port. Port 0 picks a free one."
    )
    lmtp_listen: str = Field(
        "",
        description="Where a second listener waits that speaks LMTP, for the host's own mail system: address:port. "
        "Empty: none.",
    )
    upstream: str = Field(
        "127.0.0.1 ::1",
        description="Addresses of the host's own mail system and web server, or networks such as 10.89.0.0/16, "
        "separated by blanks: they have connections of their own, and what they say of a mail is believed "
        "(authserv_id, mta_name).",
    )
    proxy_protocol: bool = Field(
        False,
        description="The SMTP listener is behind a proxy: each connection begins with a PROXY header (version 1 or 2), "
        "taken from upstream addresses alone.",
    )
    tls_certificate: Path | None = Field(
        None, description="Certificate chain (PEM) with which the listener offers STARTTLS. Empty: no TLS."
    )
    tls_key: Path | None = Field(None, description="The key of that certificate, where it is in a file of its own.")
    require_tls: bool = Field(False, description="Take no mail without TLS. Not for LMTP.")
    authserv_id: str = Field(
        "",
        description="What the host's own mail system calls itself in Authentication-Results (RFC 8601). Its word for a "
        "sender's domain is then a proof. Empty: no such header proves anything.",
    )
    check_dkim: bool = Field(
        False,
        description="Check the DKIM signatures of mails that come in, where the host's own mail system does not. Needs "
        "the extra `dkim`.",
    )
    arc_sealers: str = Field(
        "",
        description="Domains of forwarders and mailing lists, separated by blanks, that are believed when they say by "
        "ARC (RFC 8617) that a mail was signed when it came to them. Needs the extra `dkim`. Empty: nobody.",
    )
    dkim_selector: str = Field(
        "", description="The selector under which the host's own mail system signs (DKIM): `judge doctor` looks it up."
    )
    mta_name: str = Field(
        "",
        description="What the host's own mail system calls itself in Received lines. A mail then counts from the "
        "instant at which that system took it in. Empty: from the instant at which the judge did.",
    )
    max_connections: int = Field(
        50,
        ge=1,
        description="Connections at the same time, of all senders together; those of upstream have as many of "
        "their own.",
    )
    max_connections_per_source: int = Field(10, ge=1, description="The same, of one address that is not upstream.")
    max_recipients: int = Field(20, ge=1, description="Recipients of one mail.")
    max_errors: int = Field(10, ge=1, description="Mistakes in one connection before it is closed.")
    idle_seconds: float = Field(60.0, gt=0, description="How long the listener waits for the next command.")
    newcomers_games: int = Field(
        2,
        ge=0,
        description="In how many games at a time a player may be who is often late, or has not written in 30 phases "
        "yet; games for practice do not count. 0: in any number.",
    )
    replies_per_hour: int = Field(
        60, ge=1, description="Answers to one address within an hour; beyond that its mails are read, but not answered."
    )
    strangers_per_hour: int = Field(
        60,
        ge=1,
        description="Letters within an hour to all addresses together that are not registered or not proved; beyond it "
        "such mail is read, but not answered.",
    )
    strangers_per_network: int = Field(
        15,
        ge=1,
        description="The same, to those of them whose mail came from one network (a /24 of IPv4, a /48 of IPv6), by "
        "the Received line of the host's own mail system.",
    )
    final_pause_seconds: int = Field(
        20,
        ge=0,
        le=3600,
        description="How long after a code was made an answer does not yet confirm what cannot be undone: nobody reads "
        "so fast, and programs answer at once. 0: no such pause.",
    )
    relay: str = Field(
        "smtp://127.0.0.1:25",
        description="Where mail goes: smtp://host:port, smtps://host:port, or maildir:DIR (one Maildir a recipient). "
        "smtp uses STARTTLS where it is offered elsewhere than on this machine, requires it at port 587 and with "
        "?tls=required, and never uses it with ?tls=none.",
    )
    relay_password: SecretStr = Field(
        SecretStr(""), description="The password of relay_user, better kept in the environment or in a file of its own."
    )
    relay_password_file: Path | None = Field(
        None, description="A file with that password. It is read at each connection."
    )
    relay_token_command: str = Field(
        "",
        description="A command that prints an OAuth access token for relay_user, which then logs in by XOAUTH2. It is "
        "run at each connection, without a shell.",
    )
    relay_user: str = Field(
        "",
        validate_default=True,
        description="Who logs in at the relay; by TLS alone, or at a relay on this machine with ?tls=none. Empty: no "
        "login.",
    )
    mail_from: Literal["letter", "account"] = Field(
        "letter",
        description="The envelope sender: `letter`, a secret address of each letter, by which a bounce names it; or "
        "`account`, the relay_user (or the judge's own address), for relays that insist on it.",
    )
    reply_address: Literal["plus", "equals", "minus", "catchall", "none"] = Field(
        "plus",
        description="Where letters are answered: at judge+TOKEN@host (plus), judge=TOKEN@host (equals), "
        "judge-TOKEN@host (minus), or reply-TOKEN@host (catchall: the mailbox gets all mail of its domain). `none`: at "
        "the judge's own address. The token then stands in the Message-ID, is a proof only beside another, and "
        "mail_from is `account`.",
    )
    relay_per_hour: int = Field(
        0,
        ge=0,
        description="How many mails the relay takes within an hour. The others wait, and results and press go first. "
        "0: any number.",
    )
    relay_per_day: int = Field(0, ge=0, description="The same, within any 24 hours.")
    fetch_password: SecretStr = Field(
        SecretStr(""), description="The password for fetch, better kept in the environment or in a file of its own."
    )
    fetch_password_file: Path | None = Field(
        None, description="A file with that password. It is read at each connection."
    )
    fetch_token_command: str = Field(
        "", description="A command that prints an OAuth access token for that mailbox, as relay_token_command does."
    )
    fetch_since: datetime | None = Field(
        None,
        description="Mail that came into that mailbox before this instant is left alone, such as "
        "2026-11-26T20:00:00+01:00. Set it anew with another mailbox or folder.",
    )
    fetch: str = Field(
        "",
        description="A mailbox from which the judge fetches its mail by IMAP: imaps://user@host/INBOX,Junk, or "
        "imap://user@host/INBOX with STARTTLS. Needs the extra `mailbox`. Empty: none.",
    )
    fetch_to: str = Field(
        "Judge", description="The folder to which it moves mail that it has kept. Empty: such mail is deleted there."
    )
    fetch_seconds: float = Field(
        60.0,
        gt=0,
        le=600,
        description="How often it looks into the mailbox, beside what the server announces (IDLE).",
    )
    creators: str = Field(
        "", description="Addresses that may CREATE games, separated by blanks or commas; * for everybody."
    )
    practice: int = Field(
        2, ge=0, le=20, description="Games for PRACTICE that one player may have at a time. 0: nobody may practice."
    )
    practice_games: int = Field(
        200, ge=0, description="Games for PRACTICE of all players together at a time. 0: nobody may practice."
    )
    max_size: int = Field(1_048_576, ge=10_000, description="Largest mail accepted, in octets.")
    web_listen: str = Field(
        "",
        description="Where the public pages are served: address:port, behind a web server that adds TLS. Empty: none.",
    )
    web_base: str = Field(
        "",
        description="What the public pages are called on the web, such as https://judge.example.org/. For feeds and "
        "links in letters.",
    )
    map_width: int = Field(
        800,
        ge=0,
        le=2000,
        description="How wide the map in HTML results mail is, in pixels; 0: none. Needs the extra `png`.",
    )
    reminder_hours: int = Field(
        24, ge=0, description="How long before a deadline those who have not written are reminded. 0: never."
    )
    outage_minutes: int = Field(
        60, ge=5, description="How long the judge may be away until what fell due meanwhile gets a new deadline."
    )
    settle_hours: int = Field(
        2, ge=0, description="How long after such an outage that new deadline is: the players' mails come in first."
    )
    webhooks: bool = Field(
        True, description="GameMasters may name an address to which the public events of their game are posted."
    )
    poll_seconds: float = Field(1.0, gt=0, description="How often the daemon looks for what is due.")
    log_level: str = Field("info", description="debug, info, warning or error.")
    log_format: Literal["text", "json"] = Field(
        "text", description="How lines of the log look: `text`, as name=value, or `json`, one object a line."
    )

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

    @field_validator("fetch_since")
    @classmethod
    def _zoned(cls, value: datetime | None) -> datetime | None:
        return value if value is None or value.tzinfo is not None else value.replace(tzinfo=UTC)

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

    @field_validator("tls_key", "require_tls")
    @classmethod
    def _needs_a_certificate(cls, value: object, info: ValidationInfo) -> object:
        if value and info.data.get("tls_certificate") is None:
            raise ValueError("needs JUDGE_TLS_CERTIFICATE")
        return value

    @property
    def upstreams(self) -> Networks:
        return Networks(tuple(ipaddress.ip_network(word) for word in sorted(_words(self.upstream))))

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
