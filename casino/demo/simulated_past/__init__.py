"""A simulated past: a year of play, written through the engines, the database constraints and the ledger.

The same code decides the events as at a live table, and the same constraints check the money. The simulation
decides who plays when and what they bet, and writes the whole play of a table at once.
"""
