"""The identity check: data, documents, the identity service, and the states of an identity and an account."""
