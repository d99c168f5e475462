"""The months of the record: their partitions and their archives."""
