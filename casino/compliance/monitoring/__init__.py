"""Rules over what a person does, followed from the record while it happens."""
