"""The `judge` command. Each command is in a file of its own, in a folder for whom it serves, and imports what it needs
when it is run; what several of them share is here.
"""
