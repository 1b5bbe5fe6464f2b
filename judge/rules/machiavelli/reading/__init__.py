"""READING LETTERS OF ABSENCE OF PLAGUE: the statements of a player's mail, and what they mean on the board. What an
order is stands in `judge.rules.machiavelli.canonical`.
"""
