"""The rules of the games as pure functions: no Django, no clock, no chance and no people."""
