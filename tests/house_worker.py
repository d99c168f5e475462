"""Which process of `make test` runs which file: one opens the running house, and has all tests of it.

Those tests mostly wait for real time. Two other processes compute meanwhile, one for each processor, and
there is no second house, which would take a quarter of one.
"""

from __future__ import annotations

from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

from tests.plugin import needs_house


class HouseWorkerScheduling(LoadFileScheduling):
    """One process gets every file that needs a house, and ends with the last of them."""

    house_worker: WorkerController | None = None

    def next_file(self, node: WorkerController) -> str | None:
        if self.house_worker not in self.assigned_work:  # at the start, and after a crash
            left = any(map(self.is_of_house, self.workqueue))
            self.house_worker = node if left else self.house_worker
        is_house_worker = node is self.house_worker
        return next((file for file in self.workqueue if self.is_of_house(file) == is_house_worker), None)

    def is_of_house(self, file: str) -> bool:
        return needs_house(self.config.rootpath / file)

    def _assign_work_unit(self, node: WorkerController) -> None:
        file = self.next_file(node)
        if file is None:
            node.shutdown()
            return
        self.workqueue.move_to_end(file, last=False)
        super()._assign_work_unit(node)

    def _reschedule(self, node: WorkerController) -> None:
        if not node.shutting_down and self.next_file(node) is None:
            node.shutdown()
        else:
            super()._reschedule(node)
