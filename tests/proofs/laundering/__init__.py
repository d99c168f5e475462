"""A labelled simulator of money laundering and of honest people, written from published typologies.

It was written before the rules and by one who had not seen them, so it knows nothing of their marks.
"""
