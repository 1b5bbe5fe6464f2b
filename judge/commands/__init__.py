"""THE WORDS EVERY GAME SHARES: each command parses what stands behind its name and calls its use case.

One file for words that belong together, in a folder for whom they serve; a new one is an entry in its file's COMMANDS.
`Request` is the mail that is being carried out. How a mail is taken apart into lines is in `judge.mailbox`, and
what a game's own words mean, its rules know.
"""
