"""E-MAIL AS VALUES: bytes to InboundMail and back. No sockets, no database."""
