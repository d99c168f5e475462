"""Upgrade a house of the last release to HEAD under play, and roll it back.

    python -m tests.release.upgrade --rounds 3000 --players 5 --seconds 30 [--from COMMIT]

The code of the last release (its tag; HEAD, until there is one) makes the house, writes rounds of all games
and opens tables. Its processes serve players over real sockets. Then the steps of `feltro upgrade` follow in
their order: migrate, record the files, one croupier after the other, one web process after the other, worker
and beat; some play; and back, without undoing a migration. HEAD gets one migration more than it has, as the
next release may.

What players were told is compared with the record, as `make chaos` does: nothing acknowledged is lost,
nothing stands twice, the books are at zero, no round is void, no table is on hold, every row from before is
as it was, and both releases prove every round.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import websockets

from casino.services import valkey
from casino.services.environment import DATABASE_ROLES
from casino.services.folder import PROJECT, Folder
from casino.services.postgres import database_url, tie_to_parent
from tests.proofs.chaos import GAMES, play_all, retry_accepted
from tests.proofs.chaos_check import Report, check
from tests.proofs.chaos_player import ChaosPlayer
from tests.proofs.cluster.changes import LATER_MIGRATION
from tests.proofs.running_system import connected, drain, query, wait_until_settled
from tests.release.record import git, last_release
from tests.running import house_environment

SITE = "http://127.0.0.1:8000"
PROCESSES = ("web-1", "web-2", "croupier-1", "croupier-2", "worker-1", "beat-1")
START_SECONDS = 240.0
REBALANCE_SECONDS = 3.0  # as deploy/debian/steps/releases.py waits between two croupiers
# The tables of the record: the column that names a row's round, and the order of the rows.
RECORD_TABLES = {
    "games_round": ("id", "id"),
    "games_event": ("round_id", "table_id, seq"),
    "games_stake": ("round_id", "id"),
    "wallet_transfer": ("round", "id"),
}
SETTING = SimpleNamespace(minimum=50, rebuys=(10_000, 20_000))


def named(kind: str) -> list[str]:
    return [name for name in PROCESSES if name.startswith(kind)]


class UpgradeError(Exception):
    """Ends the proof with one sentence."""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3_000, help="that the house has before the upgrade")
    parser.add_argument("--players", type=int, default=5, help="at the table of each game")
    parser.add_argument("--seconds", type=float, default=30.0, help="of play before, between and after")
    parser.add_argument("--from", dest="start", default="", help="another commit than the last release")
    parser.add_argument("--seed", type=int, default=None, help="of the players' decisions")
    options = parser.parse_args()
    last = last_release()
    start = options.start or (last.commit if last else "HEAD")
    seed = options.seed if options.seed is not None else secrets.randbelow(2**31)
    print(f"seed {seed}; from {start} ({git('rev-parse', '--short', start)}) to HEAD", flush=True)
    place = Path(tempfile.mkdtemp(prefix="feltro-upgrade-"))
    place.chmod(0o711)  # PostgreSQL, started as root, drops its rights and enters it
    try:
        return prove_upgrade(place, start, options, seed)
    except UpgradeError as error:
        print(error)
        return 1
    finally:
        if keep := os.environ.get("UPGRADE_KEEP"):
            shutil.copytree(place / "logs", keep, dirs_exist_ok=True)
        shutil.rmtree(place, ignore_errors=True)


def prove_upgrade(place: Path, start: str, options: argparse.Namespace, seed: int) -> int:
    earlier, later = unpack(start, place / "earlier"), unpack("HEAD", place / "later")
    add_migration(later)
    house = House(place, earlier)
    house.make(options.rounds)
    party = house.party(options.players)
    with connected(house.folder.path):
        before = house.record()
        rounds = before.rows["games_round"][0]
        print(f"{rounds} rounds are on the record of the earlier release", flush=True)
        if rounds < options.rounds:
            raise UpgradeError(f"The house has {rounds} rounds, of {options.rounds}.")
        with house.processes(), Play(house, place, party, seed) as play:
            play.go_on(options.seconds)
            play.note("the migration")
            house.prepare(later)
            house.change_over(later, play.note)
            print("upgraded", flush=True)
            play.go_on(options.seconds)
            house.change_over(earlier, play.note)
            print("rolled back", flush=True)
            play.go_on(options.seconds)
            report = play.end()
        report.wrong += changed_rows(before, house.record(before))
        for release in (earlier, later):
            report.wrong += house.proven(release)
    return print_result(report, play)


def print_result(report: Report, play: Play) -> int:
    for line in (*report.lost[:10], *report.twice[:10], *report.wrong[:10]):
        print("  ", line)
    print(", ".join(f"{count} rounds {status}" for status, count in sorted(report.rounds.items())))
    silence, step = play.longest_silence()
    print(f"longest time without an answer to anybody: {silence:.1f} s, during or after {step}")
    print(
        f"an upgrade and a rollback, {report.acknowledged} acknowledged, {len(report.lost)} lost, "
        f"{len(report.twice)} paid twice, ledger {report.ledger}, {len(report.wrong)} other contradictions"
    )
    return 0 if report.clean() and report.acknowledged else 1


# --- releases in folders


def unpack(commit: str, folder: Path) -> Path:
    """The files of a commit with an environment of its own locked requirements."""
    folder.mkdir(mode=0o755)
    archive = subprocess.run(["git", "archive", commit], cwd=PROJECT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)
    if (folder / "requirements.txt").read_bytes() == (PROJECT / "requirements.txt").read_bytes():
        (folder / ".venv").symlink_to(PROJECT / ".venv")
    else:
        run(folder, "make", "setup", "EXTRAS=warehouse")
    run(folder, ".venv/bin/python", "-m", "casino.languages.translations", "--compile")
    return folder


def add_migration(release: Path) -> None:
    migrations = release / "casino" / "migrations"
    before = max(path.stem for path in migrations.glob("[0-9]*.py"))
    (migrations / "9999_later_release.py").write_text(LATER_MIGRATION.format(before=before))


def run(folder: Path, *command: str, environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=1800, check=False
    )
    if done.returncode:
        raise UpgradeError(
            f"{' '.join(command)} in {folder.name} ended with {done.returncode}: "
            f"{(done.stdout + done.stderr).strip()[-2000:]}"
        )
    return done.stdout


# --- the house


class House:
    """A house on this machine, each process started as its unit does: by deploy/run of a release."""

    def __init__(self, place: Path, release: Path) -> None:
        self.place, self.release = place, release
        self.folder = Folder(place / "house")
        self.logs = place / "logs"
        self.logs.mkdir(mode=0o755)
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def make(self, rounds: int) -> None:
        """The earlier release makes the house and writes its rounds."""
        self.folder.make()
        self.manage("prepare")
        self.manage("simulate_house", "--rounds", str(rounds), "--players", "60", "--days", "30")

    def manage(self, *words: str, release: Path | None = None) -> str:
        """A command with the rights of the owner; the servers are those of this folder."""
        release = release or self.release
        environment = house_environment(self.folder.path, {"HOUSE_URL": SITE} | self.outside())
        return run(release, ".venv/bin/python", "manage.py", *words, environment=environment)

    def party(self, each: int) -> dict[str, Any]:
        environment = house_environment(self.folder.path, {"HOUSE_URL": SITE} | self.outside())
        words = (".venv/bin/python", "-m", "tests.release.upgrade_party", str(each))
        return dict(json.loads(run(self.release, *words, environment=environment).splitlines()[-1]))

    def outside(self) -> dict[str, str]:
        """Nothing answers there: no player of this proof pays."""
        return {"GATEWAY_URL": "http://127.0.0.1:9", "REGISTER_URL": "http://127.0.0.1:9/register"}

    # --- processes

    @contextlib.contextmanager
    def processes(self) -> Iterator[None]:
        try:
            for name in PROCESSES:
                self.start(name)
            for name in PROCESSES:
                self.wait_for(name)
            wait_until(self.ready, START_SECONDS, "the house is not ready")
            yield
        finally:
            for process in self.running.values():
                process.send_signal(signal.SIGTERM)
            for process in self.running.values():
                end(process)

    def start(self, name: str) -> None:
        kind = name.partition("-")[0]
        command = [str(self.release / "deploy" / "run"), kind]
        with (self.logs / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                tie_to_parent(command, signal_number=signal.SIGTERM),
                cwd=self.release,
                env=self.environment(name),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def environment(self, name: str) -> dict[str, str]:
        """The settings of one process: its role, its users of Valkey, and no other's keys."""
        kind = name.partition("-")[0]
        kept = ("PATH", "HOME", "LANG", "TZ", "TMPDIR")
        settings = {word: os.environ[word] for word in kept if word in os.environ} | self.outside() | {
            "HOUSE_DIR": str(self.folder.path),
            "HOUSE_URL": SITE,
            "HOUSE_DEMO": "1",
            "ODDS_EVERY": "86400",
            "WORKER_PROCESSES": "1",
            "DATABASE_URL": database_url(self.folder, DATABASE_ROLES[kind]),
            "SECRET_KEY_FILE": str(self.folder.secret_key()),
        }  # fmt: skip
        settings |= valkey.addresses(self.folder, kind)
        if kind == "croupier":
            return settings | {"SEAL_KEY_FILE": str(self.folder.seal_key())}
        settings |= {
            "COMMAND_KEY_FILE": str(self.folder.command_key()),
            "GATEWAY_KEY_FILE": str(self.folder.gateway_key()),
        }
        if kind == "web":
            settings |= {
                "FILE_KEYS_FILE": str(self.folder.file_keys()),
                "DATABASE_POOL": "8",
                "WEB_SOCKET": str(self.socket(name)),
            }
        if kind == "worker":
            settings |= {
                "PAYOUT_KEY_FILE": str(self.folder.payout_key()),
                "REGISTER_KEY_FILE": str(self.folder.register_key()),
            }
        return settings

    def socket(self, name: str) -> Path:
        return self.place / f"{name}.sock"

    def wait_for(self, name: str) -> None:
        if name.startswith("web"):
            wait_until(lambda: self.answers(name, "/healthz"), START_SECONDS, f"{name} does not answer")
        elif name.startswith("croupier"):
            count = sum(other.startswith("croupier") for other in self.running)
            wait_until(
                lambda: croupiers_with_lists(self.folder) == count, START_SECONDS, f"{name} serves nothing"
            )
        if self.running[name].poll() is not None:
            raise UpgradeError(f"{name} ended: {(self.logs / f'{name}.log').read_text()[-1500:]}")
        cwd = psutil.Process(self.running[name].pid).cwd()
        if Path(cwd) != self.release:
            raise UpgradeError(f"{name} runs in {cwd}, not in {self.release}.")

    def answers(self, name: str, path: str) -> bool:
        with contextlib.suppress(OSError, http.client.HTTPException):
            client = http.client.HTTPConnection("127.0.0.1:8000", timeout=10)
            client.sock = socket.socket(socket.AF_UNIX)
            client.sock.settimeout(10)
            client.sock.connect(str(self.socket(name)))
            try:
                client.request("GET", path)
                return client.getresponse().status == http.client.OK
            finally:
                client.close()
        return False

    def ready(self) -> bool:
        return all(self.answers(name, "/readyz") for name in self.running if name.startswith("web"))

    # --- the steps of `feltro upgrade`, in their order (deploy/debian/steps/releases.py)

    def prepare(self, release: Path) -> None:
        self.manage("migrate", "--no-input", "--verbosity", "0", release=release)
        if not query("SELECT to_regclass('later_release')", [])[0][0]:
            raise UpgradeError("The later release migrated nothing.")
        self.manage("manifest", "--record", "release of the proof", release=release)

    def change_over(self, release: Path, note: Callable[[str], None]) -> None:
        """One process after the other; what is about to change is noted."""
        self.release = release
        others = [name for name in PROCESSES if not name.startswith(("croupier", "web"))]
        for name in (*named("croupier"), *named("web"), *others):
            note(f"the change of {name}")
            self.restart(name)
            if name.startswith("croupier"):
                time.sleep(REBALANCE_SECONDS)
        wait_until(self.ready, START_SECONDS, "the house is not ready after the change")

    def restart(self, name: str) -> None:
        self.running[name].send_signal(signal.SIGTERM)
        end(self.running[name])
        self.start(name)
        self.wait_for(name)

    # --- the record

    def record(self, before: Record | None = None) -> Record:
        """The rows of all rounds, or of those of then in the columns of then."""
        last = before.last if before else ask("SELECT max(id) FROM games_round")[0][0]
        found = Record(last, {}, {})
        for table, (round_column, order) in RECORD_TABLES.items():
            columns = before.columns[table] if before else columns_of(table)
            row = ", ".join(f'"{name}"' for name in columns)
            [(count, digest)] = ask(
                f"SELECT count(*), md5(string_agg(md5(row({row})::text), '' ORDER BY {order})) FROM {table} "
                f'WHERE "{round_column}" <= %s',
                last,
            )
            found.columns[table], found.rows[table] = columns, (count, digest)
        return found

    def proven(self, release: Path) -> list[str]:
        """What `prove` of a release finds in all rounds."""
        try:
            said = self.manage("prove", release=release).strip().splitlines()[-1]
        except UpgradeError as error:
            return [str(error)]
        print(f"prove of {release.name}: {said}", flush=True)
        return [] if " 0 differences" in said else [f"prove of {release.name}: {said}"]


@dataclass
class Record:
    """The rows of the rounds up to one: their columns, their number, and a digest of them."""

    last: int
    columns: dict[str, list[str]]
    rows: dict[str, tuple[int, str]]


def changed_rows(before: Record, after: Record) -> list[str]:
    """Rows of the earlier release that are not as they were."""
    return [
        f"{table}: {count} rows of before the upgrade are {after.rows[table][0]} others now"
        for table, (count, digest) in before.rows.items()
        if after.rows[table] != (count, digest)
    ]


def columns_of(table: str) -> list[str]:
    rows = ask(
        "SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' "
        "AND table_name = %s ORDER BY column_name",
        table,
    )
    return [str(name) for (name,) in rows]


def ask(sql: str, *values: object) -> list[tuple[Any, ...]]:
    """Unlike `query` of the other proofs it does not wait for a database that comes back: a fault shows."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def croupiers_with_lists(folder: Folder) -> int:
    """How many croupiers serve lists of commands, by the leases."""
    import redis

    with redis.Redis.from_url(valkey.valkey_url(folder, valkey.ADMIN), decode_responses=True) as admin:
        leases = admin.mget([f"lease:{shard}" for shard in range(64)])
    return len({owner for owner in leases if owner}) if all(leases) else 0


def end(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(10)


def wait_until(done: Callable[[], bool], seconds: float, what: str) -> None:
    limit = time.monotonic() + seconds
    while not done():
        if time.monotonic() > limit:
            raise UpgradeError(f"{what} after {seconds:.0f} seconds")
        time.sleep(0.2)


# --- play


class ProxiedPlayer(ChaosPlayer):
    """Reaches whichever web process answers, as people do behind a proxy."""

    sockets: list[Path]

    def _connection(self) -> Any:
        path = self.chance.choice([path for path in self.sockets if path.exists()] or self.sockets)
        return websockets.unix_connect(
            str(path),
            self.address,
            additional_headers={"Cookie": self.cookie},
            origin=self._origin(),
            open_timeout=15,
            compression=None,
        )


class Play:
    """Players at the tables of the house, from before the upgrade until after the rollback."""

    def __init__(self, house: House, place: Path, party: dict[str, Any], seed: int) -> None:
        self.systems = {int(table): str(system) for table, system in party["systems"].items()}
        self.journals = [place / f"player-{number}.journal" for number in range(len(party["players"]))]
        self.players = [
            self._player(house, entry, journal, seed + number)
            for number, (entry, journal) in enumerate(zip(party["players"], self.journals, strict=True))
        ]
        self.stop = asyncio.Event()
        self.loop = asyncio.new_event_loop()
        # A daemon: players without an answer must not keep a proof that has failed.
        self.thread = threading.Thread(
            target=play_all, args=(self.loop, self.players, self.stop), daemon=True
        )
        self.began = 0.0
        self.steps: list[tuple[float, str]] = []

    def _player(self, house: House, entry: dict[str, Any], journal: Path, seed: int) -> ProxiedPlayer:
        system = self.systems[entry["table"]]
        minimum = 100 if system == "american-roulette" else SETTING.minimum
        rules = SimpleNamespace(
            setting=SimpleNamespace(minimum=minimum, rebuys=SETTING.rebuys), sheet=SimpleNamespace(calls=())
        )
        address = f"{SITE.replace('http', 'ws')}/ws/table/{entry['table']}/"
        player = ProxiedPlayer(
            address, entry["cookie"], journal, seed, GAMES[system][0], rules, entry["player"], entry["table"]
        )
        player.sockets = [house.socket(name) for name in named("web")]
        return player

    def __enter__(self) -> Play:
        self.thread.start()
        wait_until(
            lambda: all(player.answered for player in self.players),
            START_SECONDS,
            "not every player is served",
        )
        self.began = time.monotonic()
        return self

    def __exit__(self, *_: object) -> None:
        self._leave()

    def _leave(self) -> None:
        if self.thread.is_alive():
            self.loop.call_soon_threadsafe(self.stop.set)
            self.thread.join(120)
        if self.thread.is_alive():
            raise UpgradeError("Players still wait for answers.")

    def go_on(self, seconds: float) -> None:
        """Play for a while, in which people at each table must be served."""
        since = time.monotonic()
        time.sleep(seconds)
        wait_until(lambda: self.tables_served(since) == set(self.systems), 120, "a table serves nobody")

    def tables_served(self, since: float) -> set[int]:
        return {
            player.table_id
            for player in self.players
            if any(answered > since for _, answered in list(player.answered))
        }

    def note(self, step: str) -> None:
        self.steps.append((time.monotonic(), step))

    def longest_silence(self) -> tuple[float, str]:
        """The longest time in which no command was accepted, and the last step before its end."""
        times = sorted(answered for player in self.players for _, answered in player.answered)
        times = [moment for moment in times if moment > self.began]
        gaps = [(later - earlier, later) for earlier, later in zip(times, times[1:], strict=False)]
        longest, until = max(gaps, default=(0.0, 0.0))
        return longest, next((step for at, step in reversed(self.steps) if at < until), "the start")

    def end(self) -> Report:
        tables = list(self.systems)
        self._leave()
        held = query("SELECT name FROM games_table WHERE id = ANY(%s) AND status = 'held'", [tables])
        drain(tables)
        wait_until_settled(tables)
        report = check(self.journals, self.systems, query)
        report.wrong += [f"table {name} is on hold" for (name,) in held]
        report.wrong += [f"{report.rounds['void']} rounds are void"] if report.rounds["void"] else []
        report.wrong += retry_accepted(list(self.players), report)
        return report


if __name__ == "__main__":
    sys.exit(main())
