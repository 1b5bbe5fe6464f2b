"""READING A LETTER OF A PLAYER (17.1): its sentences, clauses and lists as what they say. What an order is stands in
`judge.rules.machiavelli.orders`.
"""
