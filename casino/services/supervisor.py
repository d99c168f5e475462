"""The supervisor of a one-machine installation: starts all processes, restarts them, stops them together.

One thread and one loop: signal handlers only wake the loop, and the output of each process is prefixed with
its name.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import selectors
import signal
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from casino.services.child_process import ChildProcess, kill_all
from casino.services.console import Console
from casino.services.environment import (
    DATABASE_ROLES,
    WORKER_KEY_NAMES,
    document_key_settings,
    embedded_settings,
    external_addresses,
    person_key_settings,
    push_public_settings,
    sandbox_beacon_settings,
    seal_key_settings,
    server_addresses,
    worker_key_settings,
)
from casino.services.errors import ALREADY_OPEN, BAD_SETTING, BROKEN, CANNOT_WRITE, IN_USE, StartupError
from casino.services.folder import FREE_SPACE_FOR_NEW_HOUSE, MEGABYTE, Folder
from casino.services.gate import Gate
from casino.services.processes import children, croupier_count, past_writing, preparation
from casino.services.readiness import Readiness
from casino.services.server_lease import ServerLease, leased_servers, servers_to_run

TICK = 0.1
# Ctrl-C stops everything in under five seconds: processes that have not ended by then are killed.
GRACE = 2.5
# A start-up that makes no progress for so long has failed. While it progresses, it is waited for.
PATIENCE_SECONDS = 300.0
LOOK_SECONDS = 1.0
# A process that crashes this often in a row, each time soon after its start, stops the installation.
MAX_CRASHES = 8
MINIMUM_FREE_SPACE = 64 * MEGABYTE


class StopRequested(Exception):
    """A signal asked the supervisor to stop."""


@dataclass(frozen=True)
class PreparedHouse:
    """What `manage.py prepare` prints."""

    signins: list[str]
    past_awaited: bool


class Supervisor:
    def __init__(
        self, folder: Folder, host: str, port: int, croupiers: int = 1, *, lively: bool = False
    ) -> None:
        self.folder, self.host, self.port, self.croupiers = folder, host, port, croupiers
        self.lively = lively
        self.console = Console(folder)
        self.children: list[ChildProcess] = []
        self.servers: dict[str, ServerLease] = {}
        self.signals_received: set[int] = set()
        self.selector = selectors.DefaultSelector()
        self.disk_checked_at = 0.0

    # --- start and stop

    def run(self) -> int:
        try:
            self.folder.make()
            with self.exclusive_lock(), self.listening() as listening, self.signals():
                try:
                    self.open(listening)
                    while True:
                        self.run_once()
                except StopRequested:
                    self.console.say("house", "closing")
                finally:
                    self.close()
        except StartupError as error:
            self.console.say("house", str(error))
            return error.code
        except OSError as error:
            self.console.say(
                "house",
                f"cannot continue without {error.filename or self.folder.path}: {error.strerror}",
            )
            return CANNOT_WRITE
        self.console.say("house", "closed; its data stays in " + str(self.folder.path))
        return 0

    def open(self, listening: socket.socket) -> None:
        started = time.monotonic()
        is_new = not self.folder.data.exists()
        # An existing installation needs less free space than a new one.
        self.folder.require_free_space(FREE_SPACE_FOR_NEW_HOUSE if is_new else MINIMUM_FREE_SPACE)
        self.console.follow(self.folder.logs / "keeper.log")
        names = servers_to_run(os.environ)
        environment = (
            os.environ
            | {"HOUSE_DEMO": os.environ.get("HOUSE_DEMO") or "1", "HOUSE_LIVELY": "1" if self.lively else ""}
            | embedded_settings(self.folder, names)
        )
        for name in ("SEAL_KEY_FILE", *WORKER_KEY_NAMES):
            environment.pop(name, None)
        sandbox = self.stack.enter_context(self.sandbox_socket())
        environment |= external_addresses(self.url(), sandbox.getsockname()[1])
        sandbox_beacon = self.stack.enter_context(self.sandbox_socket())
        environment |= push_public_settings(self.folder)
        environment |= sandbox_beacon_settings(self.folder, sandbox_beacon.getsockname()[1])
        # Every password that a process signs in with is made here, before the servers read them.
        addresses = {process: server_addresses(self.folder, names, process) for process in DATABASE_ROLES}
        # In a new house, the others load their code when `prepare` has compiled it for all. They work when it
        # has ended.
        running, loaded, prepared = self.gate(), self.gate(), self.gate()
        preparing = preparation(environment | person_key_settings(self.folder), running, loaded)
        self.start(preparing)
        loaded.open()
        self.servers = self.stack.enter_context(leased_servers(self.folder, names))
        running.open()
        if is_new:
            self.wait_for_preparation(preparing, loaded.is_open)
        environment.pop("FILE_KEYS_FILE", None)
        environment.pop("PERSON_KEYS_FILE", None)
        keys = (
            document_key_settings(self.folder),
            person_key_settings(self.folder),
            seal_key_settings(self.folder),
            worker_key_settings(self.folder),
            {"BEACON_KEY_FILE": str(self.folder.beacon_key())},
        )
        sockets = listening.fileno(), sandbox.fileno(), sandbox_beacon.fileno()
        processes = children(environment, addresses, *keys, *sockets, prepared, self.croupiers)
        waiting = [child for child in processes if prepared.reading in child.passed]
        for child in waiting:
            self.start(child)
        result = self.finish_preparing(preparing)
        prepared.open()
        for child in processes:
            if child not in waiting:
                self.start(child)
        if result.past_awaited:
            self.start(past_writing(environment, keys[1] | keys[2], bar=self.console.coloured))
        self.wait_until_ready()
        self.record()
        took = time.monotonic() - started
        self.console.banner(
            self.url(), result.signins, self.folder, took, past_awaited=self.is_running("past")
        )

    def gate(self) -> Gate:
        gate = Gate()
        self.stack.callback(gate.close)
        return gate

    def wait_for_preparation(self, child: ChildProcess, done: Callable[[], bool]) -> None:
        self.wait_until(
            done,
            child.processor_ticks,
            lambda: (
                f"The preparation of the house has made no progress for {PATIENCE_SECONDS:.0f} seconds; it "
                f"last said: {child.last_output()}"
            ),
        )

    def finish_preparing(self, child: ChildProcess) -> PreparedHouse:
        """Wait until tables, first data and static files are there."""
        self.wait_for_preparation(child, lambda: child.exit_code() is not None)
        self.drain(child)
        self.children.remove(child)
        if child.exit_code() != 0:
            full = any("No space left" in line or "DiskFull" in line for line in child.output)
            raise StartupError(
                f"The disk is full at {self.folder.path}."
                if full
                else f"The house could not be prepared ({child.exit_description()}): {child.last_output()}",
                CANNOT_WRITE if full else BROKEN,
            )
        return PreparedHouse(**json.loads("\n".join(child.result_lines)))

    def is_running(self, name: str) -> bool:
        return any(child.name == name and child.exit_code() is None for child in self.children)

    def wait_until_ready(self) -> None:
        readiness = Readiness(self.host, self.port)
        readiness.start()
        try:
            self.wait_until(
                readiness.ready.is_set,
                lambda: readiness.reason,
                lambda: f"The house is not ready after {PATIENCE_SECONDS:.0f} seconds: {readiness.reason}",
            )
        finally:
            readiness.stop.set()

    def close(self) -> None:
        """Ask every process to end, then kill what is left; a second Ctrl-C kills at once."""
        self.signals_received.clear()
        self.console.draw_bar("")
        (self.folder.locks / "house.json").unlink(missing_ok=True)
        for child in self.children:
            child.send_signal(signal.SIGTERM)
        end = time.monotonic() + GRACE
        while (
            any(child.exit_code() is None for child in self.children)
            and time.monotonic() < end
            and not self.signals_received
        ):
            self.read_output(TICK)
        for child in kill_all(self.children):
            self.drain(child)
        self.console.catch_up()

    # --- the loop

    def run_once(self) -> None:
        self.read_output(TICK)
        if self.signals_received:
            raise StopRequested
        for server in self.servers.values():
            server.start_keeper()
        for child in list(self.children):
            if child.ends and child.exit_code() == 0:
                self.forget(child)
            elif child.exit_code() is not None and not child.once:
                self.restart(child)
        self.watch_disk()

    def wait_until(
        self, done: Callable[[], bool], progress: Callable[[], object], message: Callable[[], str]
    ) -> None:
        """Wait as long as `progress` changes: a slow machine takes its time."""
        known, looked = progress(), time.monotonic()
        end = looked + PATIENCE_SECONDS
        while not done():
            self.run_once()
            now = time.monotonic()
            if now - looked >= LOOK_SECONDS:
                looked, before, known = now, known, progress()
                if known != before:
                    end = now + PATIENCE_SECONDS
            if now > end:
                raise StartupError(message(), BROKEN)

    def read_output(self, seconds: float) -> None:
        """Forward new output and collect signals."""
        for event, _ in self.selector.select(seconds):
            source = event.data
            if isinstance(source, ChildProcess):
                self.forward_output(source)
            else:
                with contextlib.suppress(BlockingIOError):
                    self.signals_received.update(self.wakeup.recv(64))
        self.console.catch_up()

    def forward_output(self, child: ChildProcess) -> bool:
        lines = child.read()
        if lines is None:
            self.selector.unregister(child.pipe())
            child.forget_pipe()
            return False
        for line in lines:
            self.console.say(child.name, line)
        if child.ends:
            self.console.draw_bar(child.unfinished_line())
        return True

    def drain(self, child: ChildProcess) -> None:
        while child.has_pipe() and self.forward_output(child):
            continue

    # --- the processes

    def start(self, child: ChildProcess) -> None:
        child.start()
        self.selector.register(child.pipe(), selectors.EVENT_READ, child)
        if child not in self.children:
            self.children.append(child)

    def forget(self, child: ChildProcess) -> None:
        """A process whose work is done."""
        self.drain(child)
        self.children.remove(child)
        self.console.draw_bar("")
        if (self.folder.locks / "house.json").exists():
            self.record()

    def restart(self, child: ChildProcess) -> None:
        """Restart a crashed process: at once if it had run for a while, else after growing delays, up to
        MAX_CRASHES.
        """
        now = time.monotonic()
        if not child.crashed_at:
            self.drain(child)
            child.note_crash(now)
            if child.crashes >= MAX_CRASHES:
                raise StartupError(
                    (
                        f"The {child.name} process crashed {child.crashes} times in a row "
                        f"({child.exit_description()}): {child.last_output()}"
                    ),
                    BROKEN,
                )
            self.console.say(
                "house", f"{child.name} ended unexpectedly ({child.exit_description()}): restarting it"
            )
        if now >= child.due:
            self.start(child)
            if (self.folder.locks / "house.json").exists():
                self.record()

    def watch_disk(self) -> None:
        now = time.monotonic()
        if now - self.disk_checked_at < 10:
            return
        self.disk_checked_at = now
        if (free := self.folder.free_space()) < MINIMUM_FREE_SPACE:
            self.console.say(
                "house",
                (
                    f"the disk is nearly full: {free // MEGABYTE} MB left at {self.folder.path}; free some "
                    "space now"
                ),
            )

    def record(self) -> None:
        """Write the address and the process ids to a file, for commands and tests."""
        known = {
            "pid": os.getpid(),
            "url": self.url(),
            "port": self.port,
            "children": {child.name: child.pid() for child in self.children},
        }
        path = self.folder.locks / "house.json"
        fresh = path.with_suffix(".new")
        # On a full disk the old file stays, and the processes continue.
        with contextlib.suppress(OSError):
            fresh.write_text(json.dumps(known))
            fresh.rename(path)

    def url(self) -> str:
        shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "::1": "[::1]"}.get(self.host, self.host)
        return f"http://{shown}:{self.port}"

    # --- what the supervisor holds before it starts processes

    @contextlib.contextmanager
    def exclusive_lock(self) -> Iterator[None]:
        lock = self.folder.lock("house.lock", fcntl.LOCK_EX)
        if lock is None:
            raise StartupError(
                (
                    f"This installation is running already: {running_instance(self.folder)}. Stop it first, "
                    "or set HOUSE_DIR and PORT for a second one."
                ),
                ALREADY_OPEN,
            )
        # After a kill it names processes that are gone, and perhaps somebody else's by now.
        (self.folder.locks / "house.json").unlink(missing_ok=True)
        try:
            with contextlib.ExitStack() as self.stack:
                yield
        finally:
            os.close(lock)

    @contextlib.contextmanager
    def listening(self) -> Iterator[socket.socket]:
        """The public port, open until the end: a crash of the web process refuses no new connection."""
        with socket.socket(
            socket.AF_INET6 if ":" in self.host else socket.AF_INET, socket.SOCK_STREAM
        ) as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            # Inherited by each connection: small replies do not wait for the acknowledgement of earlier ones.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                listening.bind((self.host, self.port))
                listening.listen(1024)
            except OSError as error:
                raise self.cannot_listen(error) from error
            self.port = listening.getsockname()[1]
            yield listening

    @staticmethod
    @contextlib.contextmanager
    def sandbox_socket() -> Iterator[socket.socket]:
        """A loopback port for a sandbox: the gateway with the register, or the beacon."""
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as sandbox:
            sandbox.bind(("127.0.0.1", 0))
            sandbox.listen(64)
            yield sandbox

    def cannot_listen(self, error: OSError) -> StartupError:
        if error.errno == errno.EADDRINUSE:
            return StartupError(
                (
                    f"Port {self.port} of {self.host} is in use by another program. Stop it, or choose "
                    f"another port with PORT={self.port + 1}."
                ),
                IN_USE,
            )
        if error.errno == errno.EACCES:
            return StartupError(
                f"Port {self.port} requires privileges. Choose a port above 1023, for example PORT=8000.",
                BAD_SETTING,
            )
        return StartupError(
            f"The house cannot listen on {self.host} port {self.port}: {error.strerror}.", BAD_SETTING
        )

    @contextlib.contextmanager
    def signals(self) -> Iterator[None]:
        self.wakeup, writing = socket.socketpair()
        self.wakeup.setblocking(False)
        writing.setblocking(False)
        signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: None)
        self.selector.register(self.wakeup, selectors.EVENT_READ, None)
        try:
            yield
        finally:
            signal.set_wakeup_fd(-1)
            self.wakeup.close()
            writing.close()


def running_instance(folder: Folder) -> str:
    try:
        record = json.loads((folder.locks / "house.json").read_text())
        return f"{record['url']}, process {record['pid']}"
    except (OSError, ValueError, KeyError):
        return "it is starting or stopping"


def main() -> int:
    folder = Folder.default()
    port = os.environ.get("PORT") or "8000"
    if not port.isdecimal() or int(port) > 65535:
        print(f"PORT must be a number from 0 to 65535, not {port!r}.")
        return BAD_SETTING
    try:
        croupiers = croupier_count(os.environ.get("CROUPIERS") or "1", os.cpu_count() or 1)
    except ValueError as error:
        print(error)
        return BAD_SETTING
    if (demo := os.environ.get("DEMO") or "empty") not in ("lively", "empty"):
        print(f"DEMO must be lively or empty, not {demo!r}.")
        return BAD_SETTING
    lively = demo == "lively"
    os.chdir(Path(__file__).resolve().parent.parent.parent)
    return Supervisor(
        folder, os.environ.get("HOST") or "127.0.0.1", int(port), croupiers, lively=lively
    ).run()
