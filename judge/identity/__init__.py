"""WHO WROTE A MAIL and how far that is believed: players, their addresses, KEYs and codes, and the table of trust.

What somebody may do in a game (seats, GameMasters) is in `judge.games` and `judge.play`.
"""
