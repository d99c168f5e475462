"""Machines that look for the mistake: Hypothesis tries steps in any order and shrinks what fails.

A machine that finds nothing proves little, so each is shown planted mistakes, and has to shrink each of them
to at most `MOST_STEPS` steps. Runs are the same each time, and bounded: values are few, so that shrinking is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

MOST_STEPS = 8
# What Hypothesis prints of a step. Names of invariants begin with `always`.
STEP = re.compile(r"^(?:[\w, ]+ = )?state\.(?!teardown|always)(\w+)\(", re.MULTILINE)


class DatabaseMachine(RuleBasedStateMachine):
    """Each attempt has the database as the test found it."""

    def __init__(self) -> None:
        super().__init__()
        self._attempt = transaction.atomic()
        self._attempt.__enter__()
        try:
            self.prepare()
        except BaseException:
            self.teardown()
            raise

    def prepare(self) -> None:
        """What an attempt begins with."""

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self._attempt.__exit__(None, None, None)


def explore(machine: type[RuleBasedStateMachine], attempts: int, steps: int = 12) -> None:
    """Fails with the shortest steps that show a mistake."""
    bounded = settings(
        max_examples=attempts,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=bounded)


def shortest_failure(machine: type[RuleBasedStateMachine], attempts: int, steps: int = 12) -> list[str]:
    """The names of the steps to which a planted mistake shrinks; empty if nothing failed."""
    try:
        explore(machine, attempts, steps)
    except Exception as error:  # whatever shows the mistake
        return STEP.findall("\n".join(getattr(error, "__notes__", [])))
    return []


@contextmanager
def planted(owner: Any, name: str, mistake: Callable[[Any], Any]) -> Iterator[None]:
    """A mistake in the place of a function, for a while: `mistake` makes it from what is right."""
    right = getattr(owner, name)
    setattr(owner, name, mistake(right))
    try:
        yield
    finally:
        setattr(owner, name, right)
