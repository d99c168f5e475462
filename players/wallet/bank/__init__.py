"""The bank: its statements and the provider's settlements, held against the ledger day by day."""
