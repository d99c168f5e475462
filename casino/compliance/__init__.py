"""WHAT WAS DONE: the workspace of compliance officers and of the regulator, on the record that the rest of the house leaves.

Nothing here plays, pays or decides anything at a table. What is read is read as `house_reader` (reading.py), a role of the database that
can write nothing and sees no seed. What an officer does (issue a report, acknowledge an alarm, sign a case) leaves a line in the log.
"""
