"""Worked examples of the regulations: how a file is read, and one adapter per game that asks its engine."""
