"""`feltro-witness`: signs the checkpoints of a log, each only if the log has grown and changed nothing.

Whoever runs it (a regulator, a university, a newspaper) makes it impossible for the house to show different
histories to different people unnoticed. It speaks c2sp.org/tlog-witness, for any log.

    feltro-witness new witness.json --name witness.example/w1    a new key; prints the public one
    feltro-witness watch witness.json 'house.example/log+…+…'    sign for the log with this public key
    feltro-witness serve witness.json --listen 127.0.0.1:7380

One file is the whole state: name, private key, logs, and the last checkpoint of each that was signed. The
key is in it on purpose. A witness whose state is lost, or set back to a copy, could sign two histories; so it
ends with its file, and a new one begins with a new key. What a log signed that contradicts itself is appended
to a file beside it, `witness.json.evidence`.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import http.server
import json
import os
import socketserver
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from feltro_verify import log
from feltro_verify.log import COSIGNATURE, Checkpoint, Key, UnreadableLog

FORMAT = "feltro/witness/v1"
MOST_BYTES = 64_000  # of a request
MOST_EVIDENCE_BYTES = 50_000_000
MOST_CONNECTIONS = 64
IDLE_SECONDS = 10.0
SIZE_TYPE = "text/x.tlog.size"
TEXT_TYPE = "text/plain; charset=utf-8"


class WitnessError(Exception):
    """Ends the command with this sentence."""


class Refused(Exception):
    """The status of HTTP, and what the answer says."""

    def __init__(self, status: int, says: str, kind: str = TEXT_TYPE) -> None:
        super().__init__(says)
        self.status = status
        self.says = says
        self.kind = kind


class Witness:
    """The file of a witness, held by one process."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self.clock = clock
        self.changing = threading.Lock()
        self.held = _hold(path)
        try:
            state = json.loads(path.read_text("utf-8"))
            if state["format"] != FORMAT:
                raise WitnessError(f"{path} is not the file of a witness.")
            self.name: str = state["name"]
            self.private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(state["key"]))
            self.logs: dict[str, list[Key]] = {}
            for text in state["logs"]:
                key = log.read_key(text)
                self.logs.setdefault(key.name, []).append(key)
            self.signed: dict[str, str] = state["signed"]  # by origin, the note with the witness's line
        except (OSError, ValueError, KeyError, TypeError, UnreadableLog) as error:
            self.held.close()
            raise WitnessError(
                f"{path} cannot be read as the file of a witness: {type(error).__name__}."
            ) from error

    @property
    def key(self) -> Key:
        return Key(self.name, COSIGNATURE, self.private.public_key().public_bytes_raw())

    def close(self) -> None:
        self.held.close()

    def watch(self, key: Key) -> None:
        if key not in self.logs.setdefault(key.name, []):
            self.logs[key.name].append(key)
        self.save()

    def save(self) -> None:
        """Whole or not at all, also when the power fails."""
        keys = [str(key) for keys in self.logs.values() for key in keys]
        state = {
            "format": FORMAT, "name": self.name, "key": self.private.private_bytes_raw().hex(),
            "logs": keys, "signed": self.signed,
        }  # fmt: skip
        write_whole(self.path, json.dumps(state, indent=1).encode() + b"\n")

    def last(self, origin: str) -> Checkpoint:
        """The last checkpoint that was signed; of a new log the empty tree."""
        if origin not in self.signed:
            return Checkpoint(origin, 0, log.EMPTY_ROOT)
        return log.read_checkpoint(log.read_note(self.signed[origin].encode()).text)

    def add_checkpoint(self, request: bytes) -> str:
        """The line of the witness's signature. Raises `Refused` and changes nothing otherwise."""
        old_size, proof, note = read_request(request)
        checkpoint = log.read_checkpoint(note.text)
        keys = self.logs.get(checkpoint.origin)
        if keys is None:
            raise Refused(404, "This witness does not know the log.")
        if all(log.signed_at(note, key) is None for key in keys):
            raise Refused(403, "No key of the log that this witness knows has signed the checkpoint.")
        if old_size > checkpoint.size:
            raise Refused(400, "The old size is above the size of the checkpoint.")
        with self.changing:
            last = self.last(checkpoint.origin)
            if checkpoint.size == last.size and checkpoint.root != last.root:
                self._keep_evidence(checkpoint.origin, request)
                raise Refused(422, "Another tree of the same size was signed before.")
            if old_size != last.size:
                raise Refused(409, f"{last.size}", SIZE_TYPE)
            if not log.is_consistent(last.size, last.root, checkpoint.size, checkpoint.root, proof):
                self._keep_evidence(checkpoint.origin, request)
                raise Refused(
                    422, "The proof does not lead from the tree that was signed before to this one."
                )
            line = log.cosign(note.text, self.name, self.private, self._now(checkpoint.origin))
            before = self.signed.get(checkpoint.origin)
            self.signed[checkpoint.origin] = f"{note}{line}"
            try:
                self.save()
            except OSError:
                if before is None:
                    del self.signed[checkpoint.origin]
                else:
                    self.signed[checkpoint.origin] = before
                raise Refused(503, "The state cannot be written.") from None
            return str(line)

    def _now(self, origin: str) -> int:
        """Never before the last signature: a clock that was set back would make an older tree the newest."""
        now = int(self.clock())
        if origin in self.signed:
            before = log.signed_at(log.read_note(self.signed[origin].encode()), self.key) or 0
            if now < before:
                raise Refused(503, "The clock of this witness is behind its last signature.")
        return now

    def _keep_evidence(self, origin: str, request: bytes) -> None:
        path = self.path.with_name(self.path.name + ".evidence")
        line = {
            "at": int(self.clock()), "origin": origin, "signed": self.signed.get(origin, ""),
            "request": request.decode(errors="replace"),
        }  # fmt: skip
        with suppress(OSError), path.open("a", encoding="utf-8") as evidence:
            if evidence.tell() < MOST_EVIDENCE_BYTES:
                evidence.write(json.dumps(line) + "\n")


def read_request(request: bytes) -> tuple[int, list[bytes], log.Note]:
    head, empty, rest = request.partition(b"\n\n")
    try:
        first, *lines = head.decode("ascii").split("\n")
        if not empty or not first.startswith("old ") or len(lines) > log.MOST_PROOF_LINES:
            raise UnreadableLog("request")
        return log.number(first[4:]), [log.hash_of(line) for line in lines], _checkpoint_note(rest)
    except (UnicodeDecodeError, UnreadableLog) as error:
        raise Refused(400, "The request is not as tlog-witness says.") from error


def _checkpoint_note(content: bytes) -> log.Note:
    note = log.read_note(content)
    log.read_checkpoint(note.text)
    return note


def _hold(path: Path) -> Any:
    """Two processes would sign two histories."""
    try:
        held = path.with_name(path.name + ".lock").open("w")
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        held.close()
        raise WitnessError(f"Another process works with {path}.") from None
    except OSError as error:
        raise WitnessError(f"{path} cannot be locked: {error.strerror}.") from error
    return held


def write_whole(path: Path, content: bytes) -> None:
    new = path.with_name(f".{path.name}.new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def new_witness(path: Path, name: str) -> Key:
    if path.exists():
        raise WitnessError(f"{path} is there already. A witness is never begun anew under its name.")
    if not log.KEY_NAME.fullmatch(name):
        raise WitnessError("A name has no space and no plus: witness.example/w1.")
    private = Ed25519PrivateKey.generate()
    state = {
        "format": FORMAT,
        "name": name,
        "key": private.private_bytes_raw().hex(),
        "logs": [],
        "signed": {},
    }
    write_whole(path, json.dumps(state, indent=1).encode() + b"\n")
    return Key(name, COSIGNATURE, private.public_key().public_bytes_raw())


# --- HTTP


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], witness: Witness) -> None:
        self.witness = witness
        self.free = threading.BoundedSemaphore(MOST_CONNECTIONS)
        super().__init__(address, Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        if not self.free.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A caller that hangs up is no error."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "feltro-witness"
    sys_version = ""
    timeout = IDLE_SECONDS
    server: Server

    def do_POST(self) -> None:
        if self.path != "/add-checkpoint":
            self._answer(404, "There is nothing here.")
            return
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            self.close_connection = True
            self._answer(413 if length.isdecimal() else 411, "The length is missing or too large.")
            return
        try:
            line = self.server.witness.add_checkpoint(self.rfile.read(int(length)))
        except Refused as refused:
            self._answer(refused.status, refused.says, refused.kind)
            return
        self._answer(200, line.removesuffix("\n"))

    def do_GET(self) -> None:
        """The last checkpoint of a log that was signed, at the digest of the log's origin."""
        witness = self.server.witness
        for origin, note in list(witness.signed.items()):
            if self.path == f"/{hashlib.sha256(origin.encode()).hexdigest()}/checkpoint":
                self._answer(200, note.removesuffix("\n"))
                return
        self._answer(404, "There is nothing here.")

    def _answer(self, status: int, text: str, kind: str = TEXT_TYPE) -> None:
        content = f"{text}\n".encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *values: object) -> None:  # noqa: A002
        """Addresses of callers are nobody's business."""


# --- the command


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="feltro-witness", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    new = commands.add_parser("new", help="make a witness with a new key")
    new.add_argument("file", type=Path)
    new.add_argument("--name", required=True, help="such as witness.example/w1")
    new.set_defaults(run=lambda options: print(new_witness(options.file, options.name)))
    watch = commands.add_parser("watch", help="sign for the log with this public key")
    watch.add_argument("file", type=Path)
    watch.add_argument("log", metavar="KEY")
    watch.set_defaults(run=run_watch)
    serve = commands.add_parser("serve", help="answer logs until it is stopped")
    serve.add_argument("file", type=Path)
    serve.add_argument("--listen", default="127.0.0.1:7380", metavar="ADDRESS:PORT")
    serve.set_defaults(run=run_server)
    show = commands.add_parser("show", help="the public key, and the last checkpoint of each log")
    show.add_argument("file", type=Path)
    show.set_defaults(run=run_show)
    options = parser.parse_args(arguments)
    try:
        options.run(options)
    except (WitnessError, UnreadableLog) as error:
        says = str(error) if isinstance(error, WitnessError) else "That is no public key of a log."
        print(f"feltro-witness: {says}", file=sys.stderr)
        return 2
    return 0


def run_watch(options: argparse.Namespace) -> None:
    witness = Witness(options.file)
    try:
        witness.watch(log.read_key(options.log))
    finally:
        witness.close()


def run_show(options: argparse.Namespace) -> None:
    witness = Witness(options.file)
    witness.close()
    print(witness.key)
    for origin in sorted(witness.logs):
        last = witness.last(origin)
        print(f"{origin}: {last.size} entries, {log.encoded(last.root)}")


def run_server(options: argparse.Namespace) -> None:
    address, _, port = options.listen.rpartition(":")
    if not address or not port.isdecimal():
        raise WitnessError("Say where to listen as ADDRESS:PORT, such as 127.0.0.1:7380.")
    witness = Witness(options.file)
    if not witness.logs:
        witness.close()
        raise WitnessError("It knows no log yet: feltro-witness watch FILE KEY.")
    with Server((address, int(port)), witness) as server:
        print(f"{witness.key}\nlistens at {address}:{server.server_address[1]}", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    witness.close()


if __name__ == "__main__":
    sys.exit(main())
