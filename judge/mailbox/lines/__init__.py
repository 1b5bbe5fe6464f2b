"""WHAT THE LINES OF A MAIL ARE: commands, blocks below them, sheets, and what is none of these.

Nothing is carried out here.
"""
