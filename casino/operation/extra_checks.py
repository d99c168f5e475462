"""The checks of an installation that optional apps add to those of `doctor.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from casino.operation.problems import Problem

Check = Callable[[str], Iterator[Problem]]
_checks: dict[str, Check] = {}


def register_check(title: str, check: Check) -> None:
    _checks[title] = check


def extra_checks() -> dict[str, Check]:
    return dict(_checks)
