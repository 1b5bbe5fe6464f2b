"""SOCKETS OUT: one mail to one recipient, by SMTP to the host's mail system or into Maildirs.

Whether a mail is tried again, and when, is not decided here but in `judge.outgoing`.
"""
