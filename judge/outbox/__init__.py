"""WHO RECEIVES WHAT: one letter a reader, made from what that reader may know; the queue of outgoing mail and its
pictures; delivery to a relay or into Maildirs; mail that bounced.

How a letter reads is in `judge.letters`.
"""
