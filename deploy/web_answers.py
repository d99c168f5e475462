#!/usr/bin/python3
"""Waits until the web process at $WEB_SOCKET answers, and then until the proxy has heard of it.

A web process loads its pages with its first request, seconds after its socket is there. Who restarts two of
them one after the other must not stop the second before the first one answers. Without $WEB_SOCKET (several
hosts) the balancer decides. $MAINPID is the process; the unit's TimeoutStartSec= limits the time.
"""

from __future__ import annotations

import http.client
import os
import socket
import sys
import time
from pathlib import Path

PROXY_SECONDS = 2.0  # the proxy asks each second


def answers(path: str) -> bool:
    connection = http.client.HTTPConnection("localhost", timeout=5)
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.settimeout(5)
    try:
        connection.sock.connect(path)
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def main() -> int:
    path, process = os.environ.get("WEB_SOCKET"), os.environ.get("MAINPID")
    if not path:
        return 0
    while not answers(path):
        if process and not Path("/proc", process).exists():
            print("web ended before it answered.", file=sys.stderr)
            return 1
        time.sleep(0.1)
    time.sleep(PROXY_SECONDS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
