"""Detection of programs that play hold'em, from what the server sees of every player.

Nothing follows by itself: a finding opens a case, and a person decides.
"""
