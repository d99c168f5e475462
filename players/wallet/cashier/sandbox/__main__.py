"""`python -m players.wallet.cashier.sandbox --fd 7` serves on a listening socket; `--port` opens one."""

from __future__ import annotations

import argparse
import os
import socket
from pathlib import Path

from players.wallet.cashier.sandbox.server import SandboxServer
from players.wallet.cashier.sandbox.state import SandboxState


def key(name: str) -> bytes:
    path = os.environ.get(f"{name}_FILE", "")
    return bytes.fromhex(Path(path).read_text().strip() if path else os.environ.get(name, ""))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fd", type=int)
    parser.add_argument("--port", type=int, default=0)
    arguments = parser.parse_args()
    folder = Path(os.environ.get("HOUSE_DIR") or ".house")
    folder.mkdir(parents=True, exist_ok=True)
    server = SandboxServer(
        SandboxState(folder / "sandbox.json"),
        os.environ.get("HOUSE_URL", "http://127.0.0.1:8000"),
        {name: key(f"{name.upper()}_KEY") for name in ("gateway", "payout", "register")},
    )
    if arguments.fd is not None:
        server.socket.close()
        server.socket = socket.socket(fileno=arguments.fd)
        server.server_address = server.socket.getsockname()
    else:
        server.server_address = ("127.0.0.1", arguments.port)
        server.server_bind()
    server.server_activate()
    server.serve()


if __name__ == "__main__":
    main()
