"""The support matrix, one cell at a time: `python -m tests.release.matrix python 13`.

    python 12|13|testing       the Python of that Debian: `make test` with a selection of every kind, in an
                               empty root of it (tests/proofs/bare)
    servers 12|13|testing      PostgreSQL, and Valkey or Redis, as its packages are: a selection of the tests
                               that write the record, against them
    browser chromium|firefox-esr|webkit
                               a bet and its result at the table of each game

A cell ends with 0 if what docs/operating/releases.md says of it holds, and with 69 if something that it needs
cannot be had on this machine; the last line says what.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from casino.services.folder import PROJECT
from tests.proofs.bare.__main__ import (
    BareError,
    check_requirements,
    make_root,
    output,
    run_in,
)
from tests.release.parts import SUITES

if TYPE_CHECKING:
    from tests.journeys.table_steps import Felt
    from tests.release.browsers import Driven

Result = TypeVar("Result")
BROWSERS = ("chromium", "firefox-esr", "webkit")
WITHIN = "FELTRO_MATRIX_ROOT"
# Tests that write the record, read the database's laws and let processes talk.
SERVER_TESTS = (
    "tests/players/wallet/test_ledger.py",
    "tests/players/shared/test_laws.py",
    "tests/casino/operation/test_health.py",
    "tests/games/tables/croupier",
)
ROUND_SECONDS = 240.0  # in which a round, and the one before it, is over on a loaded machine


class CellError(Exception):
    """Ends a cell with one sentence."""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=("python", "servers", "browser"))
    parser.add_argument("name", choices=(*SUITES, *BROWSERS))
    parser.add_argument("--only", default="", help="the games of a browser's cell, separated by commas")
    options = parser.parse_args()
    try:
        match options.kind:
            case "python":
                return python(SUITES[options.name])
            case "servers":
                return servers(SUITES[options.name])
            case _:
                return browser(options.name, options.only.split(",") if options.only else [])
    except BareError as error:
        print(error)
        return os.EX_UNAVAILABLE
    except CellError as error:
        print(error)
        return 1


# --- Python


def python(suite: str) -> int:
    command = [sys.executable, "-m", "tests.proofs.bare", "--suite", suite, "--only", "test"]
    return subprocess.run(command, cwd=PROJECT, check=False).returncode


# --- PostgreSQL and Valkey or Redis


def servers(suite: str) -> int:
    """In namespaces of its own, with which everything ends."""
    if folder := os.environ.pop(WITHIN, ""):
        return servers_within(Path(folder), suite)
    check_requirements()
    place = tempfile.mkdtemp(prefix="feltro-matrix-")
    os.chmod(place, 0o755)
    name = next(name for name, own in SUITES.items() if own == suite)
    namespaces = ["--mount", "--pid", "--ipc", "--fork", "--kill-child", "--mount-proc"]
    command = ["setpriv", "--pdeathsig", "KILL", "unshare", *namespaces, sys.executable, "-m"]
    command += ["tests.release.matrix", "servers", name]
    try:
        environment = os.environ | {WITHIN: place}
        return subprocess.run(command, cwd=PROJECT, env=environment, check=False).returncode
    finally:
        shutil.rmtree(place, ignore_errors=True)


def servers_within(folder: Path, suite: str) -> int:
    root = folder / "root"
    make_root(root, suite)
    packages = install_servers(root)
    database, postgres = start_postgres(root, folder)
    version, supported = valkey_of(root, packages)
    environment = os.environ | {"DATABASE_URL": database}
    if supported:
        environment |= {"REDIS_URL": start_valkey(root, folder, packages)}
    print(f"{postgres}; {version}", flush=True)
    tests = [path for path in SERVER_TESTS if (PROJECT / path).exists()]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rs", *tests], cwd=PROJECT, env=environment, check=False
    )
    print(f"{postgres}: {'as expected' if done.returncode == 0 else 'FAILED'}; {version}")
    return done.returncode


def install_servers(root: Path) -> str:
    """Of this Debian: PostgreSQL, and Valkey where it is packaged, else Redis. Nothing starts by itself."""
    refuse = root / "usr/sbin/policy-rc.d"
    refuse.write_text("#!/bin/sh\nexit 101\n")
    refuse.chmod(0o755)
    run_in(root, "apt-get", "update", "-qq")
    known = subprocess.run(
        ["chroot", str(root), "apt-cache", "pkgnames", "valkey-server"],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    package = "valkey-server" if "valkey-server" in known else "redis-server"
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "postgresql", package]
    output(["chroot", str(root), *install], {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"})
    return package


def start_postgres(root: Path, folder: Path) -> tuple[str, str]:
    """The address of a new cluster with the roles of a house, and its version."""
    [programs] = (root / "usr/lib/postgresql").glob("*/bin")
    inside = "/" + str(programs.relative_to(root))
    data = root / "var/lib/postgresql/matrix"
    data.mkdir()
    run_in(root, "chown", "postgres:postgres", "/var/lib/postgresql/matrix")
    as_postgres = ["chroot", "--userspec=postgres:postgres", str(root)]
    options = ["-U", "postgres", "-A", "trust", "--encoding=UTF8", "--locale=C.UTF-8"]
    output([*as_postgres, f"{inside}/initdb", "-D", "/var/lib/postgresql/matrix", *options])
    settings = ("listen_addresses=", "unix_socket_directories=/var/lib/postgresql", "fsync=off")
    server = [*as_postgres, f"{inside}/postgres", "-D", "/var/lib/postgresql/matrix"]
    server += [word for setting in settings for word in ("-c", setting)]
    log = (folder / "postgres.log").open("wb")
    subprocess.Popen(server, stdout=log, stderr=log)
    host = root / "var/lib/postgresql"
    address = f"postgresql://postgres@/postgres?host={host}"
    import psycopg

    def answered() -> str:
        with psycopg.connect(address, autocommit=True) as administrator:
            administrator.execute((PROJECT / "deploy/roles.sql").read_bytes())
            row = administrator.execute("SHOW server_version").fetchone()
            return str(row[0]) if row else ""

    version = tried(answered, psycopg.OperationalError, "PostgreSQL")
    return f"postgresql://postgres@{str(host).replace('/', '%2F')}/postgres", f"PostgreSQL {version}"


def valkey_of(root: Path, package: str) -> tuple[str, bool]:
    """Name and version of the package, and whether a house runs on it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    os.environ |= {"HOUSE_PURE": "1", "SECRET_KEY": "unused"}
    import django

    django.setup()
    from casino.operation.doctor import MIN_VALKEY

    text = output(["chroot", str(root), "dpkg-query", "-W", "-f", "${Version}", package])
    number = text.rpartition(":")[2].partition("-")[0]
    name = "Valkey" if package == "valkey-server" else "Redis"
    is_enough = name == "Valkey" and tuple(int(part) for part in number.split(".")[:2]) >= MIN_VALKEY
    oldest = ".".join(map(str, MIN_VALKEY))
    return f"{name} {number}" + ("" if is_enough else f" (too old: Valkey {oldest} is needed)"), is_enough


def start_valkey(root: Path, folder: Path, package: str) -> str:
    inside = root / "run/matrix"
    inside.mkdir()
    options = ["--port", "0", "--unixsocket", "/run/matrix/valkey.sock", "--save", ""]
    log = (folder / "valkey.log").open("wb")
    subprocess.Popen(["chroot", str(root), package, *options], stdout=log, stderr=log)
    path = inside / "valkey.sock"
    tried(path.stat, FileNotFoundError, "Valkey")
    return f"unix://{path}"


def tried(action: Callable[[], Result], error: type[Exception], what: str) -> Result:
    end = time.monotonic() + 60
    while True:
        try:
            return action()
        except error as cause:
            if time.monotonic() > end:
                raise CellError(f"{what} does not answer: {cause}") from cause
            time.sleep(0.2)


# --- browsers


LINK = (
    """(name) => [...document.querySelectorAll("a")].find((link) => link.textContent.trim() === name)?.href"""
)
SIGN_IN = """(email, password) => {
  document.querySelector("input[name=login]").value = email;
  document.querySelector("input[name=password]").value = password;
  document.querySelector("input[name=password]").form.requestSubmit();
}"""
SIGNED_IN = """() => document.readyState === "complete" && !document.querySelector("input[name=password]")"""
# Faults of scripts from now on: the page's own code is not touched.
LISTEN = """() => {
  window.faults = [];
  addEventListener("error", (event) => faults.push(event.message));
  addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
}"""
FAULTS = "() => window.faults"
# Press the first of these that is shown and enabled. Returns which.
PRESS = """(selectors) => {
  for (const selector of selectors) {
    const found = [...document.querySelectorAll(selector)].find(
      (node) => !node.disabled && node.getClientRects().length,
    );
    if (found) {
      found.scrollIntoView({ block: "center" });
      found.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));
      return selector;
    }
  }
  return null;
}"""
SEATED = """() => document.getElementById("table")?.hasAttribute("data-seated") ?? false"""
MAY_BET = """() => document.getElementById("table").dataset.phase === "betting"
  && Number(document.querySelector(".ring-seconds").textContent) >= 4"""
STAKED = """() => Number(
  document.querySelector("[data-figure=stake] .figure").textContent.replace(/\\D/g, "")) > 0"""
RESULTS = "() => window.passed.results"
STACK = """() => !!document.querySelector(".he-seat[data-mine]")
  && !document.querySelector('[data-act="buy-in"]')"""
OFFERS = [".seat-offer:not([hidden]) button", '[data-act="buy-in"]', ".he-plate"]
CHOICES = ("decline", "check", "call", "stand", "continue", "fold", "hit")
DECISIONS = [f'.decision[data-choice="{choice}"]' for choice in CHOICES]


def browser(name: str, only: list[str]) -> int:
    from tests.journeys.table_steps import ANA, FELTS, tables_open
    from tests.release.browsers import NotInstalled, opened
    from tests.running import RunningHouse

    felts = [felt for felt in FELTS if not only or felt.system in only]
    with tempfile.TemporaryDirectory() as place:
        try:
            with opened(name) as driven, RunningHouse.opened(Path(place)) as house:
                print(driven.version, flush=True)
                tables_open(house)
                driven.open(f"{house.url}/account/sign-in/")
                driven.run(SIGN_IN, ANA.email, ANA.password)
                wait_until(lambda: driven.run(SIGNED_IN), f"{ANA.email} is not signed in")
                for felt in felts:
                    print(f"{felt.system}: {play(driven, house.url, felt)}", flush=True)
        except NotInstalled as missing:
            print(missing)
            return os.EX_UNAVAILABLE
    print(f"{driven.version}: {len(felts)} games")
    return 0


def play(driven: Driven, url: str, felt: Felt) -> str:
    """A seat, a bet and its result; between players, where one alone is dealt nothing, a seat and a stack."""
    from tests.journeys.table_steps import WATCH

    driven.open(f"{url}/lobby/?game={felt.system}&money=EUR&mode=multiple")
    driven.open(wait_until(lambda: driven.run(LINK, felt.table), f"the lobby does not list {felt.table}"))
    driven.run(LISTEN)
    if felt.between:
        wait_until(lambda: driven.run(PRESS, OFFERS) and driven.run(STACK), f"{felt.table}: no stack")
        said = "a seat and a stack"
    else:
        wait_until(lambda: driven.run(SEATED) or not driven.run(PRESS, OFFERS[:1]) and driven.run(SEATED),
                   f"{felt.table}: no seat")  # fmt: skip
        driven.run(WATCH)
        wait_until(lambda: driven.run(MAY_BET), f"{felt.table}: bets do not open")
        driven.run(PRESS, [felt.spot])
        wait_until(lambda: driven.run(STAKED), f"{felt.table}: no bet lies on the table")
        results = wait_until(
            lambda: driven.run(RESULTS) or (driven.run(PRESS, DECISIONS) and None), f"{felt.table}: no result"
        )
        said = " ".join(str(results[0]).split())
    if faults := driven.run(FAULTS):
        raise CellError(f"{felt.table}: faults of scripts: {faults}")
    return said


def wait_until(look: Callable[[], Any], what: str) -> Any:
    end = time.monotonic() + ROUND_SECONDS
    while not (found := look()):
        if time.monotonic() > end:
            raise CellError(what)
        time.sleep(0.3)
    return found


if __name__ == "__main__":
    sys.exit(main())
