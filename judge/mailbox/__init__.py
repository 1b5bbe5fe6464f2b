"""ONE MAIL, ONE ANSWER: a mail is kept, parsed, its writer identified, its lines interpreted, carried out and answered.

What one word means is in `judge.commands`, what it does in the packages below that; here is how a whole mail is
treated, whoever wrote it: players, strangers, and programs. `lines` says what its lines are, `chain` why they wait or
are refused, `reply` what the mail is answered.
"""
