"""Reports: what was played, paid and decided in a span of days, with totals, links and a ledger comparison.

A report is an SQL query, run as the read-only role, and its columns. Sums of completed days
are precomputed ("folded"); later days are queried live. A report that an officer issues never changes again.
"""
