"""WATCH: whether the record, the books and the installed house are what they should be, and the log read as sentences."""
