"""What the operator owes the regulator by a date: the calendar of duties with its proofs, what was reported
to the regulator with its clocks, and how long the reporting chain was down in a month.
"""
