"""Plant faults in a croupier to test the proofs. Loaded only when PYTHONPATH contains this folder."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

if os.environ.get("PLANTED") == "answer-before-commit" and "croupier" in sys.argv:
    import importlib.abc
    import importlib.util

    class Plant(importlib.abc.MetaPathFinder):
        """Lets the station be loaded, and then spoils it."""

        def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
            if name != "games.tables.croupier.worker":
                return None
            sys.meta_path.remove(self)
            spec = importlib.util.find_spec(name)
            assert spec is not None and spec.loader is not None
            load = spec.loader.exec_module

            def exec_module(module: Any) -> None:
                load(module)
                spoil(module)

            spec.loader.exec_module = exec_module
            return spec

    def spoil(worker: Any) -> None:
        from collections import defaultdict

        from games.tables.transport import envelope

        begin = worker.TableWorker.__init__
        transact = worker.TableTransaction._transact

        def __init__(self: Any, table: int, key: Any, publish: Any, *more: Any, **named: Any) -> None:  # noqa: N807
            begin(self, table, key, publish, *more, **named)
            self.transaction.publish = publish

        def _transact(self: Any, requests: Any) -> Any:
            result = transact(self, requests)
            replies = defaultdict(list)
            for outcome in result.results:
                if outcome.refused is None and (frame := worker.reply_frame(outcome)):
                    sender, socket = outcome.request.reply_to
                    replies[sender].append((socket, frame))
            self.publish(
                [(envelope.web_channel(web), envelope.encode(frames)) for web, frames in replies.items()]
            )
            time.sleep(0.1)
            return result

        worker.TableWorker.__init__ = __init__
        worker.TableTransaction._transact = _transact

    sys.meta_path.insert(0, Plant())
