"""One more game, made for one test: a coin falls on heads or tails, and a bet on the side that shows is paid
one to one.
"""
