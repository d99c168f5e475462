"""The regulator files, hourly and daily in Lisbon's time, each validated before delivery.

`facts` reads the record, and a pack in `packs` makes what one regulator wants of it. `due_files` lists the
files that are due, `production` makes them, `validation` reconciles them with the ledger, `delivery` sends
them, and `overdue` handles late ones.
"""
