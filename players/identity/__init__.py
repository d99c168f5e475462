"""Registration, identity checks, documents, terms, sign-in and erasure."""
