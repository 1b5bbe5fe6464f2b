"""E-MAIL AS VALUES: bytes to InboundMail and back. No sockets, no database. `text` finds what its writer wrote, `proof`
who really did.
"""
