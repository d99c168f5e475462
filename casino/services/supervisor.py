"""The whole house under one roof: web, croupier, worker and beat, each mended when it falls, all ended together.

One thread and one loop: nothing waits inside a signal's handler, and what a process writes is passed on with its name before it.
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
from pathlib import Path

from casino.services.child_process import Child
from casino.services.console import Console
from casino.services.environment import DATABASE_ROLES, dealer, documents, outside, server_addresses, told
from casino.services.errors import ALREADY_OPEN, BAD_SETTING, BROKEN, CANNOT_WRITE, IN_USE, Trouble
from casino.services.folder import MEGABYTE, ROOM_TO_OPEN, Folder
from casino.services.processes import children, preparation
from casino.services.readiness import Readiness
from casino.services.server_lease import Borrowed, borrowed, missing

TICK = 0.1
# Ctrl-C ends the house in under five seconds: what has not gone by itself in this time is killed.
GRACE = 2.5
# A house that is not open after this long never will be; a slow machine that does other work beside it is allowed its time.
PATIENCE = 300.0
# So often in a row may a process fall soon after it started.
FALLS = 8
LITTLE_ROOM = 64 * MEGABYTE


class Closing(Exception):
    """Somebody asked the house to close."""


class House:
    def __init__(self, folder: Folder, host: str, port: int) -> None:
        self.folder, self.host, self.port = folder, host, port
        self.console = Console(folder)
        self.children: list[Child] = []
        self.servers: dict[str, Borrowed] = {}
        self.asked: set[int] = set()
        self.selector = selectors.DefaultSelector()
        self.looked_at_disk = 0.0

    # --- from opening to closing

    def run(self) -> int:
        try:
            self.folder.make()
            with self.alone(), self.listening() as listening, self.signals():
                try:
                    self.open(listening)
                    while True:
                        self.turn()
                except Closing:
                    self.console.say("house", "closing")
                finally:
                    self.close()
        except Trouble as trouble:
            self.console.say("house", str(trouble))
            return trouble.code
        except OSError as error:
            self.console.say(
                "house",
                f"the house cannot go on without {error.filename or self.folder.path}: {error.strerror}",
            )
            return CANNOT_WRITE
        self.console.say("house", "closed; its data stays in " + str(self.folder.path))
        return 0

    def open(self, listening: socket.socket) -> None:
        started = time.monotonic()
        # A house that has its files already may open where a new one may not.
        self.folder.demand_room(LITTLE_ROOM if self.folder.data.exists() else ROOM_TO_OPEN)
        self.console.follow(self.folder.logs / "keeper.log")
        self.servers = self.stack.enter_context(borrowed(self.folder, missing(os.environ)))
        environment = (
            os.environ | {"HOUSE_DEMO": os.environ.get("HOUSE_DEMO") or "1"} | told(self.folder, self.servers)
        )
        environment.pop("SEAL_KEY_FILE", None)
        strangers = self.stack.enter_context(self.elsewhere())
        environment |= outside(self.url(), strangers.getsockname()[1])
        signins = self.prepare(environment)
        addresses = {
            process: server_addresses(self.folder, self.servers, process) for process in DATABASE_ROLES
        }
        environment.pop("FILE_KEYS_FILE", None)
        keys = documents(self.folder), dealer(self.folder)
        for child in children(environment, addresses, *keys, listening.fileno(), strangers.fileno()):
            self.start(child)
        self.wait_until_ready()
        self.record()
        self.console.banner(self.url(), signins, self.folder, time.monotonic() - started)

    def prepare(self, environment: dict[str, str]) -> str:
        """Tables, first data and static files; what the preparation says aloud are the demonstration sign-ins."""
        child = preparation(environment)
        self.start(child)
        self.until(
            lambda: child.ended() is not None, f"The house was not prepared in {PATIENCE:.0f} seconds."
        )
        self.drain(child)
        self.children.remove(child)
        if child.ended() != 0:
            full = any("No space left" in line or "DiskFull" in line for line in child.said)
            raise Trouble(
                f"The disk is full at {self.folder.path}."
                if full
                else f"The house could not be prepared ({child.how_it_ended()}): {child.last_words()}",
                CANNOT_WRITE if full else BROKEN,
            )
        return "\n".join(child.kept)

    def wait_until_ready(self) -> None:
        readiness = Readiness(self.host, self.port)
        readiness.start()
        try:
            self.until(
                readiness.found.is_set,
                lambda: f"The house is not ready after {PATIENCE:.0f} seconds: {readiness.said}",
            )
        finally:
            readiness.enough.set()

    def close(self) -> None:
        """Ask everybody to end, then make them; a second Ctrl-C makes them at once."""
        self.asked.clear()
        (self.folder.locks / "house.json").unlink(missing_ok=True)
        for child in self.children:
            child.signal(signal.SIGTERM)
        end = time.monotonic() + GRACE
        while (
            any(child.ended() is None for child in self.children)
            and time.monotonic() < end
            and not self.asked
        ):
            self.listen(TICK)
        for child in self.children:
            child.kill()
            self.drain(child)
        self.console.catch_up()

    # --- the loop

    def turn(self) -> None:
        self.listen(TICK)
        if self.asked:
            raise Closing
        for server in self.servers.values():
            server.mend()
        for child in self.children:
            if child.ended() is not None and not child.once:
                self.mend(child)
        self.watch_disk()

    def until(self, done: Callable[[], bool], sentence: str | Callable[[], str]) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            if time.monotonic() > end:
                raise Trouble(sentence if isinstance(sentence, str) else sentence(), BROKEN)
            self.turn()

    def listen(self, seconds: float) -> None:
        """Pass on what was written meanwhile, and note the signals that came."""
        for event, _ in self.selector.select(seconds):
            source = event.data
            if isinstance(source, Child):
                self.pass_on(source)
            else:
                with contextlib.suppress(BlockingIOError):
                    self.asked.update(self.wakeup.recv(64))
        self.console.catch_up()

    def pass_on(self, child: Child) -> bool:
        lines = child.read()
        if lines is None:
            self.selector.unregister(child.pipe())
            child.forget_pipe()
            return False
        for line in lines:
            self.console.say(child.name, line)
        return True

    def drain(self, child: Child) -> None:
        while child.has_pipe() and self.pass_on(child):
            continue

    # --- the processes

    def start(self, child: Child) -> None:
        child.start()
        self.selector.register(child.pipe(), selectors.EVENT_READ, child)
        if child not in self.children:
            self.children.append(child)

    def mend(self, child: Child) -> None:
        """Start a fallen process again: at once if it had run well, ever later if it had not, and not for ever."""
        now = time.monotonic()
        if not child.fell_at:
            self.drain(child)
            child.note_fall(now)
            if child.falls >= FALLS:
                raise Trouble(
                    f"The {child.name} fell {child.falls} times in a row ({child.how_it_ended()}): {child.last_words()}",
                    BROKEN,
                )
            self.console.say(
                "house", f"{child.name} ended unexpectedly ({child.how_it_ended()}): starting it again"
            )
        if now >= child.due:
            self.start(child)
            if (self.folder.locks / "house.json").exists():
                self.record()

    def watch_disk(self) -> None:
        now = time.monotonic()
        if now - self.looked_at_disk < 10:
            return
        self.looked_at_disk = now
        if (free := self.folder.room()) < LITTLE_ROOM:
            self.console.say(
                "house",
                f"the disk is nearly full: {free // MEGABYTE} MB are left at {self.folder.path}; make room now",
            )

    def record(self) -> None:
        """Where the house is and who runs in it, for whoever comes after."""
        known = {
            "pid": os.getpid(),
            "url": self.url(),
            "port": self.port,
            "children": {child.name: child.number() for child in self.children},
        }
        path = self.folder.locks / "house.json"
        fresh = path.with_suffix(".new")
        # On a full disk the old one stays; the house itself goes on as long as it can.
        with contextlib.suppress(OSError):
            fresh.write_text(json.dumps(known))
            fresh.rename(path)

    def url(self) -> str:
        shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "::1": "[::1]"}.get(self.host, self.host)
        return f"http://{shown}:{self.port}"

    # --- what must be ours before anything starts

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        lock = self.folder.lock("house.lock", fcntl.LOCK_EX)
        if lock is None:
            raise Trouble(
                f"This house is open already: {where(self.folder)}. Close that one first, or set HOUSE_DIR and PORT for a second house.",
                ALREADY_OPEN,
            )
        try:
            with contextlib.ExitStack() as self.stack:
                yield
        finally:
            os.close(lock)

    @contextlib.contextmanager
    def listening(self) -> Iterator[socket.socket]:
        """The port, held from the first moment to the last: a web process that falls loses no visitor who is just coming."""
        with socket.socket(
            socket.AF_INET6 if ":" in self.host else socket.AF_INET, socket.SOCK_STREAM
        ) as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            # Inherited by every connection: a small answer never waits for the other side to acknowledge the one before.
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
    def elsewhere() -> Iterator[socket.socket]:
        """A port of this machine only, for those who stand in for the world outside."""
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as door:
            door.bind(("127.0.0.1", 0))
            door.listen(64)
            yield door

    def cannot_listen(self, error: OSError) -> Trouble:
        if error.errno == errno.EADDRINUSE:
            return Trouble(
                f"Port {self.port} of {self.host} is in use by another program: stop it, or choose another with PORT={self.port + 1}.",
                IN_USE,
            )
        if error.errno == errno.EACCES:
            return Trouble(
                f"Port {self.port} needs rights that this user does not have: choose one above 1023 with PORT=8000.",
                BAD_SETTING,
            )
        return Trouble(
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


def where(folder: Folder) -> str:
    try:
        known = json.loads((folder.locks / "house.json").read_text())
        return f"{known['url']}, process {known['pid']}"
    except (OSError, ValueError, KeyError):
        return "it is just opening or closing"


def main() -> int:
    folder = Folder.default()
    told_port = os.environ.get("PORT") or "8000"
    if not told_port.isdecimal() or int(told_port) > 65535:
        print(f"PORT should be a number from 0 to 65535, and is {told_port!r}.")
        return BAD_SETTING
    os.chdir(Path(__file__).resolve().parent.parent.parent)
    return House(folder, os.environ.get("HOST") or "127.0.0.1", int(told_port)).run()
