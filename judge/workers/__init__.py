"""LOOPS: the clerk, who reads mails and closes phases in the order of time, and the courier, who sends.

A loop takes the lease that only one of its kind may have, finds what is to be done next, and calls the use case for
it. What is done to a mail or a phase stands below, not here.
"""
