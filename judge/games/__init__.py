"""A GAME AS IT STANDS: its rows as one value, its settings and calendar, its members, tenures and computer players.

Everything here reads. What changes a game is in `judge.play`.
"""
