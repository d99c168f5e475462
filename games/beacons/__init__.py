"""Randomness beacons as services: the relays of drand, the process that fetches and verifies values, and the
sandbox beacon of the demonstration.

The process signs in to the database as house_beacon, which may only write values. It uses neither
Django nor Valkey and has no key of the house.
"""
