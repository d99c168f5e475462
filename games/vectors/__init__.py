"""Worked examples of the regulations: the file reader, and one adapter for each game's engine."""
