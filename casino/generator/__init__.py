"""The register of the random generator: parts, what is installed of them, changes and certificates."""
