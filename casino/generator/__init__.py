"""The registers of components and of changes: of the random generator, and of the whole technical system."""
