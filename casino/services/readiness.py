"""Ask the house whether it is ready, until it is."""

from __future__ import annotations

import http.client
import json
import threading

EVERY = 0.2


class Readiness(threading.Thread):
    """A thread of its own: the answer may be slow in coming, and the lines of the processes should not wait for it."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(name="readiness", daemon=True)
        self.host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        self.port = port
        self.found, self.enough = threading.Event(), threading.Event()
        self.said = "it does not answer"

    def run(self) -> None:
        while not self.enough.wait(EVERY):
            if self.ask():
                self.found.set()
                return

    def ask(self) -> bool:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            answer = connection.getresponse()
            body = json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.said = f"{type(error).__name__}: {error}"
            return False
        finally:
            connection.close()
        waiting = [name for name, part in body.items() if isinstance(part, dict) and not part.get("ok")]
        self.said = f"no sign of {', '.join(waiting)}" if waiting else "it says that it is not"
        return answer.status == http.HTTPStatus.OK
