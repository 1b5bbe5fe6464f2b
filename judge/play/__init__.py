"""THE LIFE OF A GAME: created, set up, joined and started; its phases with their sheets, deadlines, absences and
lateness, adjudicated or held; seats left and filled; rolled back, moved to another judge, ended, archived, and shown.

A use case here knows nothing of the command that calls it. A game's rows and settings are read in `judge.games`.
"""
