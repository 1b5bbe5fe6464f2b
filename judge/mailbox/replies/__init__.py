"""WHAT A MAIL IS ANSWERED: the one reply, how long it may be, how often one is sent, and what it says where nothing was
found. What the lines bring about is told by those who carry them out.
"""
