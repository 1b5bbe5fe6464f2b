"""READING A MAIL OF PAYOLA: offer sheets, and the words that take effect at once. What an offer is stands in
`judge.rules.payola.canonical`.
"""
