"""Lines on which an order stands beside something that may change it: no such line may be filed unsaid.

`doubts.toml` holds the words; `floors.toml` how many lines of each game and kind are filed today, which may only fall.
`python -m tests.reading.safety [game ...]` prints the table and the unsafe lines; `--write` writes the floors.
"""
