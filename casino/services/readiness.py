"""Polls `/readyz` until it answers that everything is ready."""

from __future__ import annotations

import http.client
import json
import threading

POLL_SECONDS = 0.2
ASIDE = ("reports", "past")  # a house is ready without them


class Readiness(threading.Thread):
    """Runs in its own thread, so that a slow answer does not delay the output of the processes."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(name="readiness", daemon=True)
        self.host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        self.port = port
        self.ready, self.stop = threading.Event(), threading.Event()
        self.reason = "no answer"

    def run(self) -> None:
        while not self.stop.wait(POLL_SECONDS):
            if self.ask():
                self.ready.set()
                return

    def ask(self) -> bool:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            response = connection.getresponse()
            body = json.loads(response.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.reason = f"{type(error).__name__}: {error}"
            return False
        finally:
            connection.close()
        parts = {name: part for name, part in body.items() if isinstance(part, dict) and name not in ASIDE}
        waiting = [name for name, part in parts.items() if not part.get("ok")]
        self.reason = f"waiting for {', '.join(waiting)}" if waiting else "not ready"
        return response.status == http.HTTPStatus.OK
