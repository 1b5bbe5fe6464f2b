"""A GAME AS IT STANDS: its rows as one value, its settings and its calendar, its members, seats and tenures, its
ledger and its journal.

Here is what every use case asks of a game. Nothing here mails anybody, and nothing here knows who wrote.
"""
