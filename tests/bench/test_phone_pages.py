"""What the bench of pages on a phone makes of what a browser tells it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bench.phone_pages import Transfers, longest_after, moment_of_use


@pytest.mark.parametrize(
    ("tasks", "moment"),
    [
        ([], 1000),
        ([(200, 90)], 1000),  # over before the action is shown
        ([(950, 120)], 1070),  # it ends after that
        ([(1200, 60), (1700, 80)], 1780),  # not free for half a second between them
        ([(1700, 80), (1200, 60)], 1780),  # in any order
        ([(1500, 80)], 1000),  # free for half a second before it
        ([(900, 2000), (1000, 60)], 2900),  # one within the other
    ],
)
def test_a_page_can_be_used_when_the_thread_is_free(tasks: list[tuple[float, float]], moment: float) -> None:
    assert moment_of_use(1000, tasks) == moment


def test_the_longest_task_is_one_that_begins_after_the_page_could_be_used() -> None:
    tasks = [(500.0, 300.0), (1600.0, 70.0), (2400.0, 55.0)]
    assert longest_after(1000, tasks) == 70
    assert longest_after(3000, tasks) == 0


class Devtools:
    """The browser's side: hears what is wanted, and tells it."""

    def __init__(self) -> None:
        self.heard: dict[str, Any] = {}

    def on(self, name: str, handler: Any) -> None:
        self.heard[name] = handler

    def tell(self, name: str, number: str, **fields: Any) -> None:
        self.heard[f"Network.{name}"]({"requestId": number, **fields})


def test_only_what_went_over_the_line_counts() -> None:
    devtools = Devtools()
    transfers = Transfers(devtools)  # type: ignore[arg-type]

    def ask(number: str, url: str, size: int = 0, *, disk: bool = False) -> None:
        devtools.tell("requestWillBeSent", number, request={"url": url})
        devtools.tell("responseReceived", number, response={"fromDiskCache": disk})
        devtools.tell("loadingFinished", number, encodedDataLength=size)

    ask("1", "https://localhost/lobby/", 9000)
    ask("2", "https://localhost/static/css/page.css", 0, disk=True)
    ask("3", "data:image/png;base64,AA", 2)
    devtools.tell("requestWillBeSent", "4", request={"url": "https://localhost/static/js/dom.js"})
    devtools.tell("requestServedFromCache", "4")
    ask("5", "https://localhost/lobby/live/", 700)
    assert transfers.over_the_line() == {
        "1 https://localhost/lobby/": 9000,
        "5 https://localhost/lobby/live/": 700,
    }
