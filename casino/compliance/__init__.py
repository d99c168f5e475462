"""The workspace of compliance officers and the regulator.

Nothing here plays, pays or decides anything at a table. Pages and reports read as `house_reader`
(reading.py), a database role that cannot write and sees no seed. Every act of an officer (issuing a report,
answering an alarm, signing a case) leaves a line in the audit log.
"""
