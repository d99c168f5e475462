"""A release: its parts, its artefacts, the record of it, and what later releases owe it (`make release`)."""
