"""The visitor of a bare machine: runs both commands of the README, and looks at what Ctrl-C leaves.

It runs in the bare root (`tests.proofs.bare`), with the Python of that system and nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

# Of every kind that `make test` has: rules, scripts, pages, tests with a database, with servers, with a
# running house, and journeys in a browser.
TESTS = " ".join(
    (
        "tests/rules/baccarat",
        "tests/js/test_javascript.py",
        "tests/pages/test_chips.py",
        "tests/players/wallet/test_ledger.py",
        "tests/journeys/test_lobby.py",
    )
)
OPENING_SECONDS = 1800.0  # a start that takes longer has failed; one that progresses is waited for
CLOSING_SECONDS = 30.0
ENDING_SECONDS = 10.0  # for what ends with its parent, in the time of the processor that is left
TICK = os.sysconf("SC_CLK_TCK")


class Failed(Exception):
    """What the visitor saw and should not have seen."""


@dataclass
class House:
    """`make run`, and when it said what."""

    place: Path
    port: int
    process: subprocess.Popen[bytes] = field(init=False)
    output: list[tuple[float, float, str]] = field(default_factory=list)  # seconds, processor seconds, line
    rest: bytes = b""
    started: float = 0.0
    worked: float = 0.0

    def start(self) -> None:
        self.started, self.worked = time.monotonic(), processor_seconds()
        self.process = subprocess.Popen(
            ["make", "run"],
            cwd=self.place,
            env=os.environ | ({} if self.port == 8000 else {"PORT": str(self.port)}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C reaches this group, as it does in a terminal
        )
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdout.fileno(), False)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)
        self.note("make run")

    def note(self, line: str) -> None:
        self.output.append((time.monotonic() - self.started, processor_seconds() - self.worked, line))

    def listen(self, seconds: float) -> None:
        if not self.selector.select(seconds):
            return
        assert self.process.stdout is not None
        chunk = os.read(self.process.stdout.fileno(), 65536)
        *lines, self.rest = (self.rest + chunk).split(b"\n")
        for line in lines:
            if text := line.decode(errors="replace").rstrip():
                self.note(text)
        if not chunk:
            self.selector.unregister(self.process.stdout)

    def wait_until_open(self) -> None:
        while not is_ready(self.port):
            self.listen(0.1)
            if self.process.poll() is not None:
                raise Failed(f"`make run` ended with {self.process.returncode}:\n{self.last_lines()}")
            if time.monotonic() - self.started > OPENING_SECONDS:
                raise Failed(f"The house is not open after {OPENING_SECONDS:.0f} s:\n{self.last_lines()}")
        self.note("OPEN: /readyz answers 200")

    def wait_for_past(self) -> None:
        """What follows after the house is open: the simulated past, and the tables for money with it."""
        while not (past := report(self.port).get("past", {"ok": True}))["ok"]:
            self.listen(0.5)
            if self.process.poll() is not None or time.monotonic() - self.started > OPENING_SECONDS:
                raise Failed(f"The simulated past stands at {past}:\n{self.last_lines()}")
        at, work = time.monotonic() - self.started, processor_seconds() - self.worked
        say(f"{at:10.1f} {work:12.1f}   with its past")

    def press_ctrl_c(self) -> None:
        before = time.monotonic()
        os.killpg(self.process.pid, signal.SIGINT)
        while self.process.poll() is None:
            if time.monotonic() - before > CLOSING_SECONDS:
                raise Failed(f"Ctrl-C did not end it in {CLOSING_SECONDS:.0f} s:\n{self.last_lines()}")
            self.listen(0.1)
        say(f"Ctrl-C ended it in {time.monotonic() - before:.1f} s")

    def last_lines(self) -> str:
        return "\n".join(f"    {line}" for _, _, line in self.output[-15:])

    def print_parts(self) -> None:
        """Each line until the house was open, with the seconds until the next one: its part of the start."""
        output = [(0.0, 0.0, "make run"), *self.output[1:]]
        say(f"{'wall s':>10} {'processor s':>12}   part")
        for (at, work, line), (after, worked, _) in zip(output, output[1:]):  # noqa: B905 - shorter by one
            if after - at >= 0.05 or "|" not in line:
                say(f"{after - at:10.1f} {worked - work:12.1f}   {line[:96]}")
        at, work, _ = output[-1]
        say(f"{at:10.1f} {work:12.1f}   in all")


def say(text: str) -> None:
    print(text, flush=True)


def report(port: int) -> dict[str, dict[str, object]]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=20) as answer:
        return dict(json.loads(answer.read()))


def is_ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False


def processor_seconds() -> float:
    """Of all processes of this namespace, and of those that they waited for; zombies have theirs too."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += sum(map(int, fields[11:15]))  # utime, stime, cutime, cstime
    return ticks / TICK


def processes() -> set[str]:
    """The living processes, without this one and its ancestors. A zombie has ended, and so has one that has
    given up its memory, and with it its command, and is about to become one.
    """
    ancestors, pid = set(), os.getpid()
    while pid > 0:
        ancestors.add(pid)
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    living = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
        except OSError:
            continue
        if int(folder.name) not in ancestors and state not in "ZX" and command:
            living.add(f"process {folder.name}: {command}")
    return living


def leftovers() -> set[str]:
    """What a stopped house must not leave: processes, temporary files, shared memory, semaphores."""
    left_behind = processes()
    for folder in (Path(tempfile.gettempdir()), Path("/dev/shm"), Path("/var/tmp")):
        left_behind |= {str(path) for path in folder.iterdir()}
    for kind in ("shm", "sem", "msg"):
        lines = Path(f"/proc/sysvipc/{kind}").read_text().splitlines()[1:]
        left_behind |= {f"{kind} {line.split()[1]}" for line in lines}
    return left_behind


def check_nothing_left(before: set[str]) -> None:
    deadline = time.monotonic() + ENDING_SECONDS
    while (left := leftovers() - before) and time.monotonic() < deadline:
        time.sleep(0.2)
    if left:
        raise Failed("Ctrl-C leaves:\n" + "\n".join(f"    {item}" for item in sorted(left)))
    say("Ctrl-C leaves nothing")


def run_house(place: Path, port: int, *, journey: bool, past: bool = False) -> None:
    before = leftovers()
    house = House(place, port)
    house.start()
    try:
        house.wait_until_open()
        house.print_parts()
        if past:
            house.wait_for_past()
        if journey:
            play(place, port)
        house.press_ctrl_c()
    finally:
        if house.process.poll() is None:
            os.killpg(house.process.pid, signal.SIGKILL)
    check_nothing_left(before)


def play(place: Path, port: int) -> None:
    """A player's journey through the running house, with the browser that `make test` chose."""
    say("a player's journey: play free, sit down, bet, see the result")
    python = str(place / ".venv" / "bin" / "python")
    journey = str(Path(__file__).with_name("journey.py"))
    environment = os.environ | {"PYTHONPATH": str(place)}
    done = subprocess.run([python, journey, f"http://127.0.0.1:{port}"], env=environment, check=False)
    if done.returncode:
        raise Failed("The journey failed.")


def run_tests(place: Path, selection: str) -> None:
    before = leftovers()
    started, worked = time.monotonic(), processor_seconds()
    say(f'make test ARGS="{selection}"')
    done = subprocess.run(
        ["make", "test", f"ARGS={selection}"], cwd=place, stdin=subprocess.DEVNULL, check=False
    )
    took, work = time.monotonic() - started, processor_seconds() - worked
    if done.returncode:
        raise Failed(f"`make test` ended with {done.returncode} after {took:.0f} s.")
    say(f"make test: {took:.1f} s, {work:.1f} s of processor")
    if left := {item for item in leftovers() - before if item.startswith("process")}:
        raise Failed("`make test` leaves:\n" + "\n".join(f"    {item}" for item in sorted(left)))


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("place", type=Path)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--only", default="")
    parser.add_argument("--tests", default=TESTS)
    options = parser.parse_args()
    if os.geteuid() != 0:
        os.umask(0o077)
    try:
        if options.only != "test":
            say("\nThe first command, for the first time")
            run_house(options.place, options.port, journey=False)
        if options.only != "run":
            say("\nThe second command")
            run_tests(options.place, options.tests)
        if options.only != "test":
            say("\nThe first command, for the second time")
            run_house(options.place, options.port, journey=not options.only, past=True)
    except Failed as failure:
        say(f"\nFAILED: {failure}")
        return 1
    say(f"\nBoth commands work on a bare machine: {processor_seconds():.0f} s of processor")
    return 0


if __name__ == "__main__":
    sys.exit(main())
