"""Decisions of two people: one proposes, another decides.

`kinds` is what a kind declares, `deciding` proposes and takes a step, `queue` and `pages` show it to staff. A
new kind is a `Kind` and the function that carries it out. The database enforces the steps itself
(`database/decisions.sql`); tests/players/decisions holds both equal.
"""
