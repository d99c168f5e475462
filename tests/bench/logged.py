"""What the public log costs bets, and what an entry takes: the same bets at one table at full speed, with a
sequencer beside them and without, in turn.

The sequencer is a process of its own, as in a worker. So is the witness, which belongs to somebody else: it
keeps its file in memory, because its disk is not that of the house.
It follows the record each second. Rounds end between the measured bets, so that transfers and events enter
all the time, and rounds are played before each measurement, so that the sequencer has the record of the
seconds before to do. Many short pairs, each in the other order than the one before, because the machine and
the database are not the same from minute to minute.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest import mock

from msgspec import Struct

from casino.services.folder import PROJECT
from casino.services.postgres import tie_to_parent
from tests.bench import environment
from tests.bench.bets import CENTS, MONEY, PLAYERS, Turns
from tests.bench.measure import detail, goal, quickly, spread

VERIFY, MEMORY = PROJECT / "verify", Path("/dev/shm")
sys.path.append(str(VERIFY))

PAIRS = int(os.environ.get("LOGGED_PAIRS", quickly("6", "12")))
# Sets of bets to a round; bets to a set.
SETS, BATCH = 10, 200
# Before a measurement, so that the sequencer has the record of several seconds behind it, and measured.
ROUNDS_BEFORE, ROUNDS = 4, 8
LEAST, MOST_BYTES = 0.98, 130
STORED = "SELECT count(*), coalesce(sum(count), 0)::bigint FROM public_log_stretch"


class Followed(Struct, frozen=True):
    """How many entries the sequencer has appended, and what of a processor it took."""

    entries: int = 0
    python: float = 0.0
    server: float = 0.0

    def __add__(self, other: Followed) -> Followed:
        return Followed(self.entries + other.entries, self.python + other.python, self.server + other.server)


class Sequencer:
    """Another process, which follows the record from `follow` to `rest`, and once at `catch up`."""

    def __init__(self) -> None:
        command = tie_to_parent([sys.executable, "-m", "tests.bench.logged"], signal_number=signal.SIGTERM)
        self.process = subprocess.Popen(
            command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.answer()

    def tell(self, word: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()

    def answer(self) -> Followed:
        """What it has done since it was told something."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the sequencer has ended"
        entries, python, server = line.split()
        return Followed(int(entries), float(python), float(server))

    def do(self, word: str) -> Followed:
        self.tell(word)
        return self.answer()


def follow_when_told() -> None:
    """The process of the sequencer."""
    import django

    django.setup()
    from casino.public_log import sequencer

    print(sequencer.run(), 0, 0, flush=True)
    while word := sys.stdin.readline().strip():
        entries, python, server = 0, time.process_time(), environment.server_seconds()
        if word == "prune":
            with mock.patch.object(sequencer, "PARTIAL_TILES_STAY", timedelta(0)):
                sequencer.prune()
        while word in ("follow", "catch up"):
            begun = time.monotonic()
            entries += sequencer.run()
            pause = max(0.0, 1 - (time.monotonic() - begun))
            if word == "catch up" or select.select([sys.stdin], [], [], pause)[0]:
                break
        if word == "follow":
            sys.stdin.readline()
        used = time.process_time() - python, environment.server_seconds() - server
        print(entries, *used, flush=True)


@contextmanager
def log_kept(folder: Path) -> Iterator[None]:
    """The settings of a house with a log and one witness."""
    from feltro_verify.log import read_key
    from feltro_verify.witness import Witness, new_witness

    from casino.public_log.notes import LogKey

    (folder / "key").write_text("5" * 64)
    own = LogKey(folder / "key", "house.example/log")
    elsewhere = Path(tempfile.mkdtemp(prefix="feltro-witness-", dir=MEMORY if MEMORY.is_dir() else None))
    new_witness(elsewhere / "witness.json", "witness.example/w1")
    witness = Witness(elsewhere / "witness.json")
    witness.watch(read_key(str(own.public)))
    witness.close()
    served = ["serve", str(elsewhere / "witness.json"), "--listen", "127.0.0.1:0"]
    process = subprocess.Popen(
        tie_to_parent([sys.executable, "-m", "feltro_verify.witness", *served], signal_number=signal.SIGTERM),
        cwd=VERIFY,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        key, listens = process.stdout.readline().strip(), process.stdout.readline().strip()
        os.environ |= {
            "PUBLIC_LOG_KEY_FILE": str(folder / "key"),
            "PUBLIC_LOG_DIR": str(folder / "log"),
            "PUBLIC_LOG_ORIGIN": own.origin,
            "PUBLIC_LOG_WITNESSES": f"http://{listens.rpartition(' ')[2]} {key}",
        }
        yield
    finally:
        process.terminate()
        process.wait(10)
        shutil.rmtree(elsewhere)


def rate(own: Any, turns: Turns, rounds: int = ROUNDS) -> float:
    """Bets a second over some rounds, without the time to create them and to settle the rounds."""
    spent, count = 0.0, 0
    for _ in range(rounds):
        own.until("bets-opened")
        with environment.rights_of("house_croupier"):
            for _ in range(SETS):
                requests = own.bets([turns.next() for _ in range(BATCH)])
                begun = time.perf_counter()
                own.accepted(requests)
                spent += time.perf_counter() - begun
                count += BATCH
        own.until("round-ended")
    return count / spent


def logged() -> None:
    with (
        tempfile.TemporaryDirectory() as place,
        log_kept(Path(place)),
        environment.servers(as_administrator=True) as folder,
    ):
        from tests.bench.own_table import OwnTable
        from tests.live_table import limit_stakes, players_with

        people = players_with(MONEY, PLAYERS)
        limit_stakes(people, PLAYERS * MONEY)
        own, sequencer = OwnTable(folder.path, people, CENTS), Sequencer()
        turns = Turns(own.players)
        rate(own, turns)  # what is slow for the first time is measured nowhere
        on, off, followed = [], [], Followed()
        for pair in range(PAIRS):
            for is_logged in (True, False) if pair % 2 else (False, True):
                sequencer.do("catch up")
                if is_logged:
                    sequencer.tell("follow")
                rate(own, turns, ROUNDS_BEFORE)
                (on if is_logged else off).append(rate(own, turns))
                if is_logged:
                    followed += sequencer.do("rest")
        bets = PAIRS * (ROUNDS_BEFORE + ROUNDS) * SETS * BATCH
        # A second of the last bets, which is not settled, is left when it rests.
        assert followed.entries > bets, f"the log took {followed.entries} in while {bets} bets were accepted"
        ratios = [one / other for one, other in zip(on, off, strict=True)]
        detail(f"bets/s with the log {spread(on)}; without {spread(off)}")
        detail(f"{followed.entries:,} entries while {bets:,} bets were accepted, in rounds that ended")
        python, server = (1e6 * used / followed.entries for used in (followed.python, followed.server))
        detail(
            f"microseconds of a processor for an entry: {python:.1f} in Python, {server:.1f} in PostgreSQL"
        )
        goal("logged-bets", ratios, least=LEAST, beside="the same without the log")
        measure_entries(Path(place) / "log", own, sequencer)


def measure_entries(files: Path, own: Any, sequencer: Sequencer) -> None:
    """What an entry takes once old partial tiles are gone, and what a receipt gets."""
    from casino.public_log import proofs
    from games.models import Event, Round

    time.sleep(2)  # until the last of the record is settled
    sequencer.do("catch up")
    sequencer.do("prune")
    ((stretches, entries),) = environment.query(STORED)
    sizes = {path: path.stat().st_size for path in files.rglob("*") if path.is_file()}
    whole, folder = sum(sizes.values()), files / "tile" / "entries"
    bundles = sum(size for path, size in sizes.items() if path.is_relative_to(folder))
    detail(f"{entries:,} entries in {stretches} checkpoints")
    detail(f"bytes an entry: {bundles / entries:.1f} itself, {(whole - bundles) / entries:.1f} of hashes")
    goal("logged-bytes", whole / entries, most=MOST_BYTES, beside="no peer")
    ended = Round.objects.filter(table=own.table, status="ended").earliest("number")
    event = Event.objects.filter(round=ended, player__isnull=False).earliest("seq")
    part = proofs.part_of_receipt(own.table, event.seq, ended.ended)
    detail(f"a receipt's part about the log: {sum(map(len, part.values())):,} characters")
    goal("logged-proof", len(part["proof"]), most=2048, beside="two kilobytes")


if __name__ == "__main__":
    follow_when_told()
