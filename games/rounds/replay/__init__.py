"""A finished round again: the engine applies its events, for players, staff and hand histories."""
