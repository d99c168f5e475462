"""A simulated past: a year of play as the croupier would have written it, through the engines, the laws and the ledger, and fast.

The events are decided by the same stage, house and engines as at a live table, the money moves by the same laws of the database; what
is the simulation's own is who sits down when, what they like, and that a whole sitting is written as one set.
"""
