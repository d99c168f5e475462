"""What the regulator is sent: six families of files, by the hour and by the day of Lisbon, each checked before it leaves.

The way of a file: `hours` says which are due and what they are called, `making` writes them from the record (`play`, `money`, `people`,
`summary`), `checking` validates and reconciles them, `delivery` hands them over, `chain` says since when the house owes one.
"""
