"""One process of `make test` runs every test of the running house, and the others share the rest."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import plugin
from tests.house_worker import HouseWorkerScheduling

HOUSE = "from tests.running import RunningHouse\n"


class Worker:
    """What the scheduling sees of a process: it is sent numbers of tests, and told to end."""

    def __init__(self, name: str) -> None:
        self.gateway = SimpleNamespace(id=name)
        self.shutting_down = False
        self.received: list[int] = []

    def send_runtest_some(self, indices: Sequence[int]) -> None:
        self.received += indices

    def shutdown(self) -> None:
        self.shutting_down = True


class Run:
    """Files with two tests each; a name with `house` is a file of the running house."""

    def __init__(self, folder: Path, files: list[str], count: int = 3) -> None:
        plugin.needs_house.cache_clear()
        for name in files:
            (folder / name).write_text(HOUSE if "house" in name else "")
        self.tests = [f"{name}::test_{number}" for name in files for number in (1, 2)]
        option = SimpleNamespace(loadscopereorder=False)
        config: Any = SimpleNamespace(getvalue=lambda _: ["popen"] * count, option=option, rootpath=folder)
        self.scheduling = HouseWorkerScheduling(config)
        self.workers = [Worker(f"gw{number}") for number in range(count)]
        for worker in self.workers:
            self.join(worker)
        self.scheduling.schedule()

    def join(self, worker: Worker) -> None:
        self.scheduling.add_node(worker)
        self.scheduling.add_node_collection(worker, self.tests)

    def work(self) -> dict[str, list[str]]:
        """Everybody does what they have, one test after the other; the files of each, in order."""
        done: dict[str, list[str]] = {worker.gateway.id: [] for worker in self.workers}
        while any(worker.received for worker in self.workers):
            for worker in self.workers:
                if worker.received:
                    number = worker.received.pop(0)
                    done[worker.gateway.id].append(self.tests[number].partition("::")[0])
                    self.scheduling.mark_test_complete(worker, number)
        return {name: list(dict.fromkeys(files)) for name, files in done.items()}


def test_the_first_worker_runs_the_files_of_the_house_and_the_others_share_the_rest(tmp_path: Path) -> None:
    run = Run(tmp_path, ["a.py", "house_1.py", "b.py", "c.py", "house_2.py", "house_3.py", "d.py", "e.py"])
    assert run.work() == {
        "gw0": ["house_1.py", "house_2.py", "house_3.py"],
        "gw1": ["a.py", "c.py", "e.py"],
        "gw2": ["b.py", "d.py"],
    }
    assert run.scheduling.tests_finished and all(worker.shutting_down for worker in run.workers)


def test_the_worker_of_the_house_ends_with_its_last_file(tmp_path: Path) -> None:
    run = Run(tmp_path, ["house.py", *(f"{letter}.py" for letter in "abcdef")])
    assert [worker.shutting_down for worker in run.workers] == [True, False, False]
    assert run.work()["gw0"] == ["house.py"]


@pytest.mark.parametrize("files", [["a.py"], ["a.py", "b.py", "c.py", "d.py"], ["house.py"]])
def test_every_file_runs_when_there_is_only_one_kind(tmp_path: Path, files: list[str]) -> None:
    run = Run(tmp_path, files)
    assert sorted(file for shared in run.work().values() for file in shared) == files


def test_what_a_crashed_worker_of_the_house_left_is_run_by_another(tmp_path: Path) -> None:
    run = Run(tmp_path, ["house_1.py", "house_2.py", "house_3.py", "house_4.py", "a.py", "b.py", "c.py"])
    crashed = run.workers.pop(0)
    assert run.scheduling.remove_node(crashed) == "house_1.py::test_1"
    replacement = Worker("gw3")
    run.workers.append(replacement)
    run.join(replacement)
    run.scheduling.schedule()
    ran = run.work()
    houses = {name: [file for file in files if "house" in file] for name, files in ran.items()}
    assert sorted(filter(None, houses.values())) == [["house_3.py", "house_4.py", "house_1.py", "house_2.py"]]
    assert sorted(file for files in ran.values() for file in files) == sorted(
        {test.partition("::")[0] for test in run.tests}
    )


def test_the_import_of_its_type_makes_a_file_one_of_the_house(tmp_path: Path) -> None:
    for number, (text, expected) in enumerate(
        [
            (HOUSE, True),
            ("from tests.running import OPENING_TIMEOUT, RunningHouse, start\n", True),
            ("from tests.running import house_environment\n", False),
            ("class TestTheRoleOfTheRunningHouse: ...\n", False),
        ]
    ):
        file = tmp_path / f"test_{number}.py"
        file.write_text(text)
        assert plugin.needs_house(file) is expected


def test_a_file_that_hides_its_house_is_refused() -> None:
    """Otherwise a second process would open one."""
    item: Any = SimpleNamespace(
        path=Path(__file__), fixturenames=["house"], get_closest_marker=lambda name: None, stash={}
    )
    config: Any = SimpleNamespace(stash={})
    with pytest.raises(pytest.UsageError, match="test_house_worker.py"):
        plugin.pytest_collection_modifyitems(config, [item])
