"""Roulette: American (804/2015) and French (807/2015)."""
