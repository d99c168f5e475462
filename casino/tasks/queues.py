"""The queues of tasks: what players or sweeps wait for, and what may take minutes or hours."""

from __future__ import annotations

FAST, SLOW = QUEUES = ("celery", "slow")
