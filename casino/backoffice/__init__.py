"""The back office: the staff's site, its look, its roles, and what guards its door."""
