"""WHAT TRIES A GAME: the laws that every rule system keeps, how its players write (a scenario), its letters, its words
and options beside the judge's own, and a table at which a game is played by mail.

For those who write games, here and elsewhere, and for `judge check-game`: nothing here needs more than what the judge
itself does, and the judge that serves never loads any of it. What knows a single game does not belong here.
"""
