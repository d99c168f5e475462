"""`python -m games.beacons.sandbox --fd 7`: a beacon for demonstrations and tests, with a key of its own.

It has drand's HTTP interface and signature scheme, and a value every second. It proves nothing to strangers:
its one key belongs to the machine that runs the house, and every table says so. It knows no database and no
other key.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import secrets
import socket
import time
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec

from games.draw import beacon
from games.draw.beacon import SANDBOX_NAME, SCHEME, Chain

PATH = re.compile(r"/([0-9a-f]{64})/(?:(info)|public/([1-9][0-9]{0,14}|latest))")
PERIOD = 1


def new_chain(secret: int) -> Chain:
    """The sandbox's chain. Its first value is due when it is made."""
    return Chain(
        name=SANDBOX_NAME,
        public_key=beacon.public_key_of(secret),
        genesis=int(time.time()),
        period=PERIOD,
        group_hash=hashlib.sha256(b"feltro/sandbox-beacon/v1" + secrets.token_bytes(32)).hexdigest(),
    )


def stored_chain(path: Path, secret: int) -> Chain:
    """The chain in that file, which is written on the first run: the beacon keeps its schedule for good."""
    if path.exists():
        chain = msgspec.json.decode(path.read_bytes(), type=Chain)
        if chain.public_key != beacon.public_key_of(secret):
            raise ValueError(f"{path} belongs to another key of the sandbox beacon.")
        return chain
    chain = new_chain(secret)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(msgspec.json.encode(chain))
    fresh.rename(path)
    return chain


class SandboxBeacon(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, chain: Chain, secret: int, listening: socket.socket | None = None) -> None:
        super().__init__(("127.0.0.1", 0), Handler, bind_and_activate=False)
        self.chain = chain
        self.sign = lru_cache(maxsize=256)(lambda number: beacon.sign(secret, number))
        if listening is not None:
            self.socket.close()
            self.socket, self.server_address = listening, listening.getsockname()
        else:
            self.server_bind()
        self.server_activate()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def info(self) -> dict[str, object]:
        chain = self.chain
        return {
            "public_key": chain.public_key,
            "period": chain.period,
            "genesis_time": chain.genesis,
            "hash": chain.hash,
            "groupHash": chain.group_hash,
            "schemeID": SCHEME,
            "metadata": {"beaconID": chain.name},
        }

    def latest(self) -> int:
        """The number of the newest value. No later one exists before its time."""
        return self.chain.first_from(int(time.time() * 1000) + 1) - 1

    def published(self, number: int) -> dict[str, Any] | None:
        """A value as it is published; None before its time."""
        if not 1 <= number <= self.latest():
            return None
        signature = self.sign(number)
        return {"round": number, "randomness": beacon.value_of(signature), "signature": signature}


class Handler(BaseHTTPRequestHandler):
    server: SandboxBeacon
    protocol_version = "HTTP/1.1"
    timeout = 10

    def do_GET(self) -> None:
        match = PATH.fullmatch(self.path)
        body: dict[str, object] | None = None
        if match is not None and match[1] == self.server.chain.hash:
            asked = match[3]
            if asked is None:
                body = self.server.info()
            else:
                body = self.server.published(self.server.latest() if asked == "latest" else int(asked))
        content = json.dumps(body or {"error": "not found"}).encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """The house logs what it fetches."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fd", type=int)
    arguments = parser.parse_args()
    secret = int(Path(os.environ["BEACON_KEY_FILE"]).read_text().strip(), 16)
    chain = stored_chain(Path(os.environ["BEACON_CHAIN_FILE"]), secret)
    listening = socket.socket(fileno=arguments.fd) if arguments.fd is not None else None
    SandboxBeacon(chain, secret, listening).serve_forever()


if __name__ == "__main__":
    main()
