"""REPORTS: what was played, paid and decided in a stretch of days, with its totals, where to look further, and what the ledger says of it.

A report is a line of the catalogue: a question in SQL, asked as the role that reads, and its columns. Big sums come from days that were
folded when they were over; what is not folded yet is asked live. An officer issues a report, and from then on it stands as it was.
"""
