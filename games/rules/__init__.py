"""What is lawful: the games as pure functions. Nothing here knows Django, a clock, chance or a person."""
