"""The cashier: money that comes in from outside and goes back there, by a gateway that may be late, silent
or say things twice.
"""
