"""SOCKETS IN: the SMTP and LMTP listeners, what is said on one connection, and its limits.

A mail that was taken whole goes to the intake as bytes, and `250` is said once that returns. What a mail means is for
others to say: nothing here parses one, and nothing here knows a game or the database.
"""
