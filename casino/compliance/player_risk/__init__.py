"""Signs that a player may be losing control of play, and staff's contacts about them.

Nothing follows automatically.
"""
