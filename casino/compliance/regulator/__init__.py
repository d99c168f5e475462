"""The regulator files: six families, hourly and daily in Lisbon's time, each validated before delivery.

`due_files` lists the files that are due, `production` writes them from the record (`play`, `money`, `people`,
`summary`), `validation` checks and reconciles them, `delivery` sends them, and `overdue` handles late ones.
"""
