"""A judge daemon that runs negotiation games by e-mail."""

__version__ = "1.0.0.dev0"
