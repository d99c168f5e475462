"""Faults planted in a croupier, so that the proofs themselves are proved: each must be found. Loaded only where PYTHONPATH says so."""

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

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
            return spec

    def spoil(station: Any) -> None:
        from collections import defaultdict

        from games.tables.transport import envelope

        begin = station.Station.__init__
        decide = station.Desk._serve

        def __init__(self: Any, table: int, key: Any, say: Any, *more: Any, **named: Any) -> None:
            begin(self, table, key, say, *more, **named)
            self.desk.say = say

        def _serve(self: Any, asked: Any) -> Any:
            served = decide(self, asked)
            replies = defaultdict(list)
            for answer in served.answers:
                if answer.refused is None and (frame := station.reply(answer)):
                    replies[answer.asked.back[0]].append((answer.asked.back[1], frame))
            self.say(
                [(envelope.web_channel(web), envelope.encode(frames)) for web, frames in replies.items()]
            )
            time.sleep(0.1)
            return served

        station.Station.__init__ = __init__
        station.Desk._serve = _serve

    sys.meta_path.insert(0, Plant())
