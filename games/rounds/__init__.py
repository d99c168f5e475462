"""What happened: the record of rounds, read and offered to others."""
