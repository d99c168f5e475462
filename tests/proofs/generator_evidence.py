"""Writes the evidence on the draw into docs/evidence: `python -m tests.proofs.generator_evidence`.

Each log begins with the day, the state of the code, the digest of the generator's files and the command, and
ends with the bytes read, where bytes are read, the time and how the command ended. While it is written its
name ends in `.unfinished`: a run that is cut off leaves that, and the log of the last whole run stays.
`--only dieharder,nist` runs some of them. Programs that are not installed are named and left out:

    attacks     python -m tests.proofs.chosen_draws
    nist        the package sp80022suite, see tests/proofs/nist_suite.py
    dieharder   Debian's package dieharder; reads the generator's bytes from a pipe for hours
    practrand   RNG_test of PractRand; reads 64 GiB of them, or as many as --practrand says
"""

from __future__ import annotations

import argparse
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct, structs

from tests.proofs import audit

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "evidence"
SOURCE = "python -m tests.proofs.generator_bytes"
PRACTRAND_LENGTH = "64GB"
DRAW_FILES = ("games/draw/entropy.py", "games/draw/beacon.py", "games/draw/generator.py")


class EvidenceLog(Struct, frozen=True):
    """One log: the command that makes it, what it needs, and the words in its output that are a failure."""

    name: str
    log: str
    command: tuple[str, ...]
    program: str = ""
    package: str = ""
    is_piped: bool = False  # the generator's bytes are its input
    failures: tuple[str, ...] = ()

    @property
    def is_installed(self) -> bool:
        has_program = not self.program or shutil.which(self.program) is not None
        return has_program and (not self.package or find_spec(self.package) is not None)


EVIDENCE = (
    EvidenceLog("attacks", "chosen-draws.txt", ("python", "-m", "tests.proofs.chosen_draws")),
    EvidenceLog(
        "nist",
        "nist-sp800-22.txt",
        ("python", "-m", "tests.proofs.nist_suite", "--sequences", "100"),
        package="sp80022suite",
    ),
    EvidenceLog(
        "dieharder",
        "dieharder.txt",
        ("dieharder", "-a", "-g", "200"),
        program="dieharder",
        is_piped=True,
        failures=("FAILED",),
    ),
    EvidenceLog(
        "practrand",
        "practrand.txt",
        ("RNG_test", "stdin", "-tlmax", PRACTRAND_LENGTH),
        program="RNG_test",
        is_piped=True,
        failures=("FAIL",),
    ),
)


def head_lines(evidence: EvidenceLog) -> Iterator[str]:
    """What was tested: the code, and the generator's files in it."""
    state = audit.run("git", "describe", "--always", "--dirty").stdout.strip()
    day = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    yield f"# {day}, commit {state or 'unknown'}, Python {platform.python_version()}"
    for path in DRAW_FILES:
        yield f"# {sha256((ROOT / path).read_bytes()).hexdigest()}  {path}"
    source = f"{SOURCE} | " if evidence.is_piped else ""
    yield f"# {source}{' '.join(evidence.command)}"


def write_log(evidence: EvidenceLog, folder: Path) -> bool:
    """Runs the command and writes its log; whether its result is good."""
    path = folder / evidence.log
    unfinished = path.with_suffix(".unfinished")
    begun = time.monotonic()
    with unfinished.open("wb") as log:
        log.write("\n".join([*head_lines(evidence), "", ""]).encode())
        log.flush()
        status, read = run_command(evidence, log)
        log.write(f"\n# {read}{time.monotonic() - begun:,.0f} s; ended with {status}\n".encode())
    unfinished.rename(path)
    text = path.read_text("utf-8", errors="replace")
    return status == 0 and not any(word in text for word in evidence.failures)


def run_command(evidence: EvidenceLog, log: BinaryIO) -> tuple[int, str]:
    """How the command ended, and how many bytes of the generator it read."""
    command = [sys.executable if part == "python" else part for part in evidence.command]
    if not evidence.is_piped:
        with tempfile.TemporaryDirectory() as folder:
            if evidence.package:
                command += ["--record", str(Path(folder) / "values")]
            return subprocess.run(command, cwd=ROOT, stdout=log, check=False).returncode, ""
    with tempfile.TemporaryFile() as written:
        source = subprocess.Popen(
            [sys.executable, "-m", "tests.proofs.generator_bytes"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=written,
        )
        test = subprocess.run(command, stdin=source.stdout, stdout=log, stderr=log, check=False)
        assert source.stdout is not None
        source.stdout.close()
        source.wait()
        written.seek(0)
        return test.returncode, written.read().decode().strip() + "; "


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", default="", help="names, separated by commas")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--practrand", default=PRACTRAND_LENGTH, metavar="LENGTH", help="bytes, as 32GB")
    options = parser.parse_args(arguments)
    names = set(options.only.split(",")) if options.only else {evidence.name for evidence in EVIDENCE}
    if unknown := names - {evidence.name for evidence in EVIDENCE}:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    options.folder.mkdir(parents=True, exist_ok=True)
    good = True
    for evidence in EVIDENCE:
        if evidence.name not in names:
            continue
        if not evidence.is_installed:
            print(f"{evidence.name}: {evidence.program or evidence.package} is not installed")
            continue
        command = tuple(options.practrand if part == PRACTRAND_LENGTH else part for part in evidence.command)
        is_good = write_log(structs.replace(evidence, command=command), options.folder)
        result = "good" if is_good else "NOT GOOD"
        print(f"{evidence.name}: {result}, {options.folder / evidence.log}", flush=True)
        good = good and is_good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
