"""What the first release may not change while code moves: recorded once, compared on each run.

`FROZEN=record .venv/bin/python -m pytest tests/frozen` records anew what was changed on purpose.
"""
