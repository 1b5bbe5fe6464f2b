"""WHO REALLY WROTE A MAIL: what the host's mail system, signatures and seals say of it. Who the mail itself names is in
`judge.mail.addresses`.
"""
