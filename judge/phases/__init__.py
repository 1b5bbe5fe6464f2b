"""A PHASE'S LIFE: sheets and acts on file, deadlines and the clock, absences and lateness, adjudication, held results,
and the end that the rules bring.

Who plays, and what else becomes of a game, is in `judge.lifecycle`.
"""
