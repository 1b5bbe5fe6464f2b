"""WHEN A PHASE ENDS: its deadline, who may move it, who is away or late, and what a judge does that was down.

What happens then is in `judge.phases.adjudication`.
"""
