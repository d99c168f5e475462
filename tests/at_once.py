"""Several jobs at the same moment, each in a thread with a database connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection


def at_once(*jobs: Callable[[], Any], refused: tuple[type[BaseException], ...] = ()) -> None:
    """Starts them together and waits for all; the first failure is raised, save for what is raised where another was faster."""
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
