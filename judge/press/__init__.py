"""PRESS: letters between players at once or with the results, pseudonyms, blocks and complaints, the newspaper.

What the judge itself tells players is in `judge.outbox` and `judge.letters`.
"""
