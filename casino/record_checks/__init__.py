"""Self-checks of the ledger, the record and the installed files; the audit log."""
