"""A lively demonstration is open before its past is written, whatever happens to who writes it."""

from __future__ import annotations

import json
import os
import re
import signal
import time
import urllib.request
from collections.abc import Callable, Iterator

import psutil
import pytest

from casino.demo import sample_data
from tests.running import RunningHouse, everything_below, start

pytestmark = pytest.mark.house
# As the task of each minute does.
SEAL = """
from players.audit.models import Seal
from players.audit.tasks import seal_audit_lines
seal_audit_lines()
print("seals:", Seal.objects.count())
"""
WITH_PAST = {table.name for table in sample_data.TABLES if table.has_past}


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    with RunningHouse.opened(tmp_path_factory.mktemp("lively"), DEMO="lively") as running:
        yield running


def wait(done: Callable[[], object], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.1)


def processes(house: RunningHouse) -> dict[str, int]:
    house.reload()
    return dict(house.state["children"])


def open_again(house: RunningHouse) -> None:
    # After a kill it names the processes that are gone.
    (house.folder / "locks" / "house.json").unlink(missing_ok=True)
    house.process = start(house.folder, house.log, PORT="0", DEMO="lively")
    house.wait_until_open()


def read(house: RunningHouse, path: str) -> str:
    with urllib.request.urlopen(f"{house.url}{path}", timeout=20) as answer:
        return str(answer.read().decode())


def tables_in_play(house: RunningHouse) -> int:
    tables = json.loads(read(house, "/lobby/live/"))["tables"].values()
    return sum(1 for table in tables if table["seated"] and table["phase"])


def test_the_past_is_written_beside_play_and_again_after_each_kill(lively: RunningHouse) -> None:
    past = psutil.Process(processes(lively)["past"])
    past.suspend()  # wherever it is now, this test looks at the house without it
    assert lively.ready()["ready"] and not lively.ready()["past"]["ok"]
    assert past.nice() > psutil.Process(lively.process_id("croupier")).nice()
    page = read(lively, "/lobby/")
    assert "As mesas a dinheiro abrem dentro de momentos." in page
    shown = set(re.findall(r'data-currency="(\w+)"', page))
    assert shown == {"DEMO"}
    # Rounds run while a past is half written.
    wait(lambda: tables_in_play(lively) > 0)

    past.kill()
    wait(lambda: "past ended unexpectedly (killed by SIGKILL): restarting it" in lively.read_log())
    wait(lambda: processes(lively)["past"] != past.pid)
    # A pool process that never ends: its worker would wait for it for ever.
    psutil.Process(lively.process_id("worker")).children()[0].suspend()
    os.kill(lively.process.pid, signal.SIGKILL)
    lively.process.wait(30)
    wait(lambda: everything_below(lively.folder) == [])
    open_again(lively)

    lively.wait_for_past()
    assert len(re.findall(r"past +\| [\d,]+ rounds of the simulated past in", lively.read_log())) == 1
    page = read(lively, "/lobby/")
    assert "As mesas a dinheiro abrem" not in page
    assert [name for name in WITH_PAST if name not in page] == []
    wait(lambda: "past" not in processes(lively))
    assert lively.refused_by_valkey() == []


@pytest.mark.long
def test_the_record_has_no_fault(lively: RunningHouse) -> None:
    lively.wait_for_past()
    assert lively.run_command("prove").strip().endswith(" 0 differences")
    # With a seal, which nothing dated before may follow.
    wait(lambda: lively.run_command("shell", "-c", SEAL).strip().endswith(("seals: 1", "seals: 2")))
    assert "no fault" in lively.run_command("check_record")


@pytest.mark.long
def test_the_next_start_writes_nothing_more(lively: RunningHouse) -> None:
    lively.close()
    open_again(lively)
    assert lively.ready()["past"] == {"ok": True}
    assert "past" not in processes(lively)
