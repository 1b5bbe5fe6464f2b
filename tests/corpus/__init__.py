"""Whole mails as people write them, each with what its writer meant, and a measure of how many are understood.

`frozen/` was written from the players' pages alone, before the first mend; `second/` the same way, from the pages and
openings of later, and is never edited either; `open/` from the kinds of misreading that were found. A mail's table,
seat and meaning are in its TOML file; `programs.py` makes of its words what the mail program of its writer would send.
"""
