"""A judge daemon that runs negotiation games by e-mail."""

__version__ = "0.2.0"
