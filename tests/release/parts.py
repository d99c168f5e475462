"""The parts of a release: what each runs, how it ended last, and when it was last green.

A part is green only on the files that it ran on. Results lie in `.house/release/parts`, outside of what is
committed, because a commit would change what they speak of. The artefacts carry a copy, and the record of a
release another.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from casino.services.folder import PROJECT
from tests.release.record import content_digest, git

MOST_MINUTES = 90
PYTHON = (sys.executable, "-m")
SUITES = {"12": "bookworm", "13": "trixie", "testing": "testing"}
# What a command says about something that it left out. It may still end with 0.
LEFT_OUT = re.compile(r"NOT RUN|\bSKIPPED \[|not installed: left out")
OF_MAKE = re.compile(r"make(\[\d+\])?: ")
HEARTBEAT_SECONDS = 30.0
MOST_SAID = 200  # characters


class Part(Struct, frozen=True):
    name: str
    what: str
    command: tuple[str, ...]
    variables: dict[str, str] = {}
    minutes: int = MOST_MINUTES


def parts() -> list[Part]:
    """In the order in which a release runs them: what fails soonest comes first."""
    return [
        Part("checks", "lint, format, types, contracts, migrations", ("make", "check"), minutes=20),
        Part("audit", "weaknesses, secrets, vulnerable packages", ("make", "audit"), minutes=20),
        Part("test", "the whole suite", ("make", "test", "ARGS=-rs"), minutes=60),
        Part("reach", "the record of reached rules is of today", ("make", "reach"), minutes=45),
        Part(
            "upgrade",
            "a house of the last release with 3,000 rounds, upgraded under play and rolled back",
            (*PYTHON, "tests.release.upgrade"),
            minutes=45,
        ),
        Part("bare-12", "both commands of the README, an ordinary user of Debian 12", ("make", "bare")),
        Part("bare-13", "the same, root of Debian 13", ("make", "bare", "ARGS=--user root --suite trixie")),
        Part(
            "walk-12",
            "each command of the operating guide, on Debian 12",
            (*PYTHON, "tests.proofs.operator_walk"),
        ),
        Part(
            "walk-13",
            "the same on Debian 13",
            (*PYTHON, "tests.proofs.operator_walk", "--suite", "trixie"),
        ),
        Part(
            "containers-debian",
            "the guide for Debian, followed on a machine that boots systemd",
            (*PYTHON, "pytest", "-q", "-rs", "-m", "long", "tests/deploy/test_debian.py"),
        ),
        Part("containers-guide", "the guide for containers, command by command", ("make", "containers")),
        Part(
            "containers-image",
            "the image is built from its context alone and says its version",
            (*PYTHON, "tests.release.image"),
        ),
        Part("chaos", "50 kills under load and attack", ("make", "chaos", "KILLS=50", "ARGS=--attackers")),
        Part("chaos-beacon", "the same with a beacon", ("make", "chaos", "KILLS=50", "ARGS=--beacon")),
        Part("cluster", "all drills on three hosts", ("make", "cluster", "DRILL=all")),
        Part(
            "cluster-upgrades",
            "50 rolling upgrades of three hosts",
            ("make", "cluster", "DRILL=rolling upgrade"),
            {"CLUSTER_UPGRADES": "50"},
        ),
        Part(
            "proofs-simulation",
            "1,000,000 simulated actions",
            (*PYTHON, "tests.proofs.simulation", "--actions", "1000000"),
        ),
        Part(
            "proofs-frames",
            "10,000 pairs of rounds: no frame depends on a hidden card",
            (*PYTHON, "tests.proofs.interference", "--pairs", "10000"),
        ),
        Part("proofs-fuzz", "200,000 invalid messages", (*PYTHON, "tests.proofs.fuzz")),
        Part("proofs-draws", "110,000 attempts to choose a draw", (*PYTHON, "tests.proofs.chosen_draws")),
        Part(
            "proofs-generator-load",
            "the generator passes its tests at peak load",
            (*PYTHON, "tests.proofs.generator_load"),
        ),
        Part("proofs-collusion", "planted rings among honest players", (*PYTHON, "tests.proofs.collusion")),
        Part(
            "proofs-regulator",
            "eight days of the regulator's files, and 1,200 changes to them",
            (*PYTHON, "tests.proofs.regulator_days"),
        ),
        Part(
            "proofs-tamperings",
            "10,000 times an owner of database and keys rewrites the past, and an outsider notices",
            (*PYTHON, "tests.proofs.tamperings"),
        ),
        Part("proofs-restore", "a lost machine, restored to a second", (*PYTHON, "tests.proofs.restore")),
        Part(
            "proofs-planted", "each planted fault is caught", (*PYTHON, "tests.proofs.planted", "--jobs", "2")
        ),
        Part("mutants", "200 lines that cite a rule, each changed once", ("make", "mutants")),
        Part(
            "long",
            "the tests that take too long for every run",
            (*PYTHON, "pytest", "-q", "-rs", "-m", "long", "--ignore", "tests/deploy"),
        ),
        *(
            Part(f"matrix-{kind}-{name}", what, (*PYTHON, "tests.release.matrix", kind, name))
            for kind, name, what in cells()
        ),
    ]


def cells() -> list[tuple[str, str, str]]:
    """The support matrix: (kind, name, what)."""
    from tests.release.matrix import BROWSERS

    return [
        *(("python", name, f"the suite's selection on the Python of Debian {name}") for name in SUITES),
        *(
            ("servers", name, f"PostgreSQL and Valkey or Redis as Debian {name} packages them")
            for name in SUITES
        ),
        *(("browser", name, f"a round at each game's table in {name}") for name in BROWSERS),
    ]


def chosen(words: str) -> list[Part]:
    """By name or by the beginning of a name, before a dash: `matrix` is all of the matrix."""
    known = parts()
    if words == "all":
        return known
    found: list[Part] = []
    for word in words.replace(",", " ").split():
        named = [part for part in known if part.name == word or part.name.startswith(f"{word}-")]
        if not named:
            raise ValueError(f"There is no part {word!r}. The parts are: {', '.join(p.name for p in known)}.")
        found += [part for part in named if part not in found]
    return found


# --- how a part ended


class Run(Struct, frozen=True):
    result: str  # green, red, incomplete, not to be had, out of time, interrupted
    began: datetime
    seconds: int
    commit: str
    content: str  # digest of the files of that commit
    clean: bool  # whether nothing differed from the commit
    said: str  # its last line


class Kept(Struct, frozen=True):
    last: Run
    green: Run | None = None


class Place(Struct, frozen=True):
    """The tree that a part runs on."""

    commit: str
    content: str
    clean: bool

    @classmethod
    def here(cls) -> Place:
        clean = not git("status", "--porcelain")
        return cls(git("rev-parse", "HEAD"), content_digest(), clean)


class Results:
    """The kept results, one file and one log for each part."""

    def __init__(self, folder: Path = PROJECT / ".house" / "release" / "parts") -> None:
        self.folder = folder

    def log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def of(self, name: str) -> Kept | None:
        path = self.folder / f"{name}.json"
        return msgspec.json.decode(path.read_bytes(), type=Kept) if path.exists() else None

    def keep(self, name: str, run: Run) -> None:
        before = self.of(name)
        green = run if run.result == "green" else before.green if before else None
        self.folder.mkdir(parents=True, exist_ok=True)
        new = self.folder / f".{name}.json"
        new.write_bytes(msgspec.json.format(msgspec.json.encode(Kept(run, green))))
        new.replace(self.folder / f"{name}.json")


def is_green(kept: Kept | None, content: str) -> bool:
    """Whether the last run was green, on these files. With uncommitted changes it ran on others."""
    if kept is None:
        return False
    return kept.last.result == "green" and kept.last.clean and kept.last.content == content


def state(kept: Kept | None, content: str) -> str:
    """In words, for lists and for the evidence."""
    if kept is None:
        return "never ran"
    last = kept.last
    if not last.clean:
        return f"{last.result}, with changes that were not committed"
    if last.content != content:
        return f"{last.result} on another commit"
    return last.result


def describe(part: Part, kept: Kept | None, content: str) -> list[str]:
    """Name, state, and the date, commit and result of the last run and of the last green one."""
    lines = [f"{part.name:20} {state(kept, content):34} {part.what}"]
    if kept is None:
        return lines
    lines.append(f"{'':20} last   {_described(kept.last)}")
    if kept.green is None:
        lines.append(f"{'':20} green  never")
    elif kept.green != kept.last:
        lines.append(f"{'':20} green  {_described(kept.green)}")
    return lines


def _described(run: Run) -> str:
    return (
        f"{run.began.astimezone(UTC):%Y-%m-%d %H:%M} UTC  {run.commit[:10]}  {run.result}  "
        f"{run.seconds // 60} min {run.seconds % 60:02} s  {run.said[:110]}"
    )


# --- running one


def run_part(part: Part, results: Results, *, seconds: float | None = None) -> Run:
    """Run it to its end, show how it gets on, and keep how it ended."""
    place, began, started = Place.here(), datetime.now(UTC), time.monotonic()
    results.folder.mkdir(parents=True, exist_ok=True)
    limit = part.minutes * 60 if seconds is None else seconds
    log = results.log(part.name)
    with log.open("wb") as output:
        process = subprocess.Popen(
            part.command,
            cwd=PROJECT,
            env=os.environ | {"PYTHONUNBUFFERED": "1"} | part.variables,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=hear_ctrl_c,  # noqa: PLW1509 - no thread here
        )
    ended = ""
    try:
        code = _wait(part, process, log, started, limit)
    except subprocess.TimeoutExpired:
        ended, code = "out of time", -1
    except KeyboardInterrupt:
        ended, code = "interrupted", -1
    if ended:
        _end(process)
    same = Place.here() == place
    text = log.read_text(errors="replace")
    result = ended or judge(code, text)
    run = Run(
        result=result if same or result != "green" else "incomplete",
        began=began,
        seconds=round(time.monotonic() - started),
        commit=place.commit,
        content=place.content,
        clean=place.clean and same,
        said=last_line(text),
    )
    results.keep(part.name, run)
    return run


def hear_ctrl_c() -> None:
    """A release that a shell runs in the background ignores Ctrl-C, and so would its parts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _wait(part: Part, process: subprocess.Popen[bytes], log: Path, started: float, limit: float) -> int:
    while True:
        left = limit - (time.monotonic() - started)
        try:
            return process.wait(max(0.01, min(HEARTBEAT_SECONDS, left)))
        except subprocess.TimeoutExpired:
            took = time.monotonic() - started
            if took >= limit:
                raise
            print(f"  {part.name}: {took / 60:.0f} min, {last_line(_end_of(log))[:100]}", flush=True)


def _end_of(log: Path) -> str:
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - 4096))
        return file.read().decode(errors="replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ctrl-C for the whole group, so that servers stop and folders go; then what is left is killed."""
    for number, patience in ((signal.SIGINT, 60), (signal.SIGKILL, 10)):
        if process.poll() is None:
            os.killpg(process.pid, number)
            try:
                process.wait(patience)
            except subprocess.TimeoutExpired:
                continue


def judge(code: int, text: str) -> str:
    """A command that ends well but left something out is not green."""
    if code == os.EX_UNAVAILABLE:
        return "not to be had"
    if code:
        return "red"
    return "incomplete" if LEFT_OUT.search(text) else "green"


def last_line(text: str) -> str:
    """What a command said last: its beginning, as a failure may quote all that a browser holds. Make's own
    lines, which name folders of a machine, say nothing of it.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip() and not OF_MAKE.match(line)]
    return re.sub(r"\x1b\[[0-9;]*m", "", lines[-1])[:MOST_SAID] if lines else ""


def run_parts(selected: Sequence[Part], results: Results, *, again: bool = False) -> bool:
    """Whether all are green. A part that is green on this commit is not run again."""
    for part in selected:
        content = content_digest()
        kept = results.of(part.name)
        if is_green(kept, content) and not again:
            print(f"{part.name}: green on this commit already (ARGS=--again runs it again)", flush=True)
            continue
        print(
            f"{part.name}: {part.what}; at most {part.minutes} minutes, {results.log(part.name)}", flush=True
        )
        run = run_part(part, results)
        print(f"{part.name}: {_described(run)}", flush=True)
        if run.result == "interrupted":
            return False
    content = content_digest()
    return all(is_green(results.of(part.name), content) for part in selected)
