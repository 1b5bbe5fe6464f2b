"""A GAME'S LIFE: created, set up, joined, started, its seats filled and left, rolled back, moved, ended by its
GameMaster, archived, and shown.

What happens within one phase is in `judge.phases`.
"""
