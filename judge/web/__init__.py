"""PAGES: what the whole world may read of the games, as HTML, feeds, plots and an exported site; and the metrics.

Pages of games are made of `judge.play.public_record` and of nothing else; which games may be shown says
`judge.play.public_record`. They change nothing, but for a POST by which an observer leaves. What only players may know
never comes here.
"""
