"""What staff do with identities: examine documents, correct, erase."""
