"""What others rely on and no change of code may move by accident: recorded once, compared on each run.

`FROZEN=record .venv/bin/python -m pytest tests/frozen` records anew what was changed on purpose.
"""
