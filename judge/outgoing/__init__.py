"""WHO IS TOLD WHAT: one letter a reader, made of what that reader may know; the queue of outgoing mail, its pictures,
its delivery and what comes back.

How a letter reads is in `judge.letters`; how it goes over the wire in `judge.relay`.
"""
