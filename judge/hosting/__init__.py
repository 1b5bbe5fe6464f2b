"""WHAT ONLY THE HOST MAY DO: bans, merges, a person's data, quarantine, old mail forgotten, the check-up of a judge.

Everything here is called from the command line. What a GameMaster may do by mail is in `judge.play` and
`judge.play`.
"""
