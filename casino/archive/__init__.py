"""The months of the record: their partitions, their archives, and how they leave the database."""
