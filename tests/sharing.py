"""Which of the test processes runs which file.

What drives a house or a browser waits much of its time: all processes but the last drive, and the last one computes meanwhile. It opens
no house for itself. Files go to a process whole, in the order that tests/plugin.py gives them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

NAMED = "TEST_HOUSE_FILES"  # in the environment: where the processes say which files drive a house, for the one that shares out


def say(items: list[pytest.Item]) -> None:
    """All processes collect the same, so it does not matter who was the last to say it."""
    if NAMED in os.environ:
        Path(os.environ[NAMED]).write_text("\n".join(sorted({item.nodeid.split("::", 1)[0] for item in items})))


class Sharing(LoadFileScheduling):
    def schedule(self) -> None:
        named = Path(os.environ[NAMED])
        self.driving = set(named.read_text().splitlines()) if named.exists() else set()
        super().schedule()

    def computes(self, node: Any) -> bool:
        return len(self.nodes) > 1 and node is self.nodes[-1]

    def computable(self) -> str | None:
        return next((scope for scope in self.workqueue if scope not in self.driving), None)

    def _assign_work_unit(self, node: Any) -> None:
        if self.computes(node) and (scope := self.computable()) is not None:
            self.workqueue.move_to_end(scope, last=False)
        super()._assign_work_unit(node)

    def _reschedule(self, node: Any) -> None:
        if self.computes(node) and self.workqueue and self.computable() is None:
            node.shutdown()
            return
        super()._reschedule(node)
