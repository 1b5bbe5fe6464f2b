"""Games among programs: no mail, no database, no clock but the limit of a turn.

A *contestant* is who takes part in a series of games; it sits down at one seat or more of each. `judge.arena.series`
plays many games, `judge.arena.play` one. docs/arena.md is for those who write programs.
"""
