"""Blackjack (805/2015)."""
