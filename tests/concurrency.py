"""Run jobs concurrently, each in a thread with its own database connection."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection


def run_concurrently(*jobs: Callable[[], Any], refused: tuple[type[BaseException], ...] = ()) -> None:
    """Start all jobs together, wait for them, and raise the first failure that is not in `refused`."""
    failures: list[BaseException] = []
    start = threading.Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> None:
        try:
            start.wait(60)
            job()
        except refused:
            return
        except BaseException as failure:
            failures.append(failure)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
