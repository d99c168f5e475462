"""Days of the record for a data warehouse: Parquet files, and what logical replication may publish.

`schema.py` declares every column that leaves the house. There are no secrets and no personal data among
them: a player is the number of an account.
"""
