"""What the host decides, read once: environment variables `JUDGE_*`, then the file named by JUDGE_CONFIG (TOML)."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import Field, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)


class Settings(BaseSettings):
    """All settings, frozen. Each field's description is its documentation."""

    model_config = SettingsConfigDict(env_prefix="JUDGE_", frozen=True, extra="forbid")

    database: str = Field(
        "sqlite:///judge.db", description="SQLAlchemy URL: sqlite:///file or postgresql://user@host/name."
    )
    domain: str = Field("judge.localhost", description="The domain of the judge's own address.")
    mailbox: str = Field("judge", description="The local part of the judge's own address.")
    host_address: str = Field("postmaster@localhost", description="Who runs this judge: told of what needs a human.")
    listen: str = Field(
        "127.0.0.1:8025", description="Where the SMTP listener waits: address:port. Port 0 picks a free one."
    )
    relay: str = Field(
        "smtp://127.0.0.1:25",
        description="Where mail goes: smtp://host:port, or maildir:DIR (one Maildir a recipient).",
    )
    creators: str = Field(
        "", description="Addresses that may CREATE games, separated by blanks or commas; * for everybody."
    )
    max_size: int = Field(1_048_576, ge=10_000, description="Largest mail accepted, in octets.")
    reminder_hours: int = Field(
        24, ge=0, description="How long before a deadline those who have not written are reminded. 0: never."
    )
    poll_seconds: float = Field(1.0, gt=0, description="How often the daemon looks for what is due.")
    log_level: str = Field("info", description="debug, info, warning or error.")

    @field_validator("relay")
    @classmethod
    def _known_relay(cls, value: str) -> str:
        if not value.startswith(("smtp://", "maildir:")):
            raise ValueError("is smtp://host:port or maildir:DIR")
        return value

    @field_validator("listen")
    @classmethod
    def _address_and_port(cls, value: str) -> str:
        host, _, port = value.rpartition(":")
        if not host or not port.isdigit() or int(port) > 65535:
            raise ValueError("is address:port, such as 127.0.0.1:8025")
        return value

    @property
    def address(self) -> str:
        return f"{self.mailbox}@{self.domain}"

    def may_create(self, address: str) -> bool:
        listed = self.creators.lower().replace(",", " ").split()
        return "*" in listed or address.lower() in listed

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
        toml = (TomlConfigSettingsSource(settings_cls, Path(config)),) if config else ()
        return (init_settings, env_settings, *toml)
