"""A regulator that does not exist: lines of JSON, every six hours, with a signature."""
