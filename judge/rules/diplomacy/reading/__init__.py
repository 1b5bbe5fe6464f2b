"""READING ORDERS FOR A DIPLOMACY BOARD: from the lines of a mail to orders of one power, and what is told of lines that
are none. What an order is stands in `judge.rules.diplomacy.orders`.
"""
