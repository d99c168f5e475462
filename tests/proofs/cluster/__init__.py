"""Three hosts on one machine, and drills on them: `make cluster`, `make cluster DRILL=all`."""
