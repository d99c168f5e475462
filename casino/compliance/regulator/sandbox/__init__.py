"""A regulator for tests and trials: it knows the printed schemas and the files, and nothing of the house."""
