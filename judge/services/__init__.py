"""USE CASES. One function, one transaction: take in a mail, join, submit, adjudicate a due phase, deliver."""
