"""Writes the evidence of the house as a pack that a stranger checks: `make evidence`.

    python -m tests.proofs.evidence                      what takes minutes; the newest results of the rest
    python -m tests.proofs.evidence --run chaos,cluster  runs these long parts, too
    python -m tests.proofs.evidence --house              replays the rounds of the house that runs here
    python -m tests.proofs.evidence --list               lists the parts and runs nothing

The parts run, and their results are kept, as those of a release (tests/release/parts.py). The pack shows of
each the command, the day, the commit and how it ended. What never ran, or ran on other files, is not good and
says so. `feltro-verify evidence dist/evidence` checks the pack (docs/reference/anybody-can-check.md).
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from casino.services.folder import PROJECT
from tests.proofs.generator_evidence import DRAW_FILES, EVIDENCE, FOLDER
from tests.release.parts import PYTHON, Part, Results, is_green, parts, run_part, state
from tests.release.record import content_digest, git

FORMAT = "feltro/evidence/v1"
LIST = "evidence.json"
PACK = PROJECT / "dist" / "evidence"
VECTORS = PROJECT / "verify" / "vectors"
MANAGE = (sys.executable, "manage.py")
SAID = 200  # characters of the last line
ENDED_WELL = "; ended with 0"
# Odds under each treatment that a rule sheet may choose: the options of `manage.py odds`.
ODDS = {
    "american-roulette": ("american-roulette",),
    "american-roulette-38": ("american-roulette", "--set", "variant=38"),
    "french-roulette": ("french-roulette", "--set", "zero_option=lose-all"),
    "french-roulette-half-back": ("french-roulette", "--set", "zero_option=la-partage"),
    "french-roulette-prison": ("french-roulette", "--set", "zero_option=en-prison"),
    "baccarat": ("baccarat",),
    "baccarat-commission-b": ("baccarat", "--set", "commission=b"),
    "blackjack": ("blackjack",),
    "caribbean-stud": ("caribbean-stud",),
    "macau-stud": ("macau-stud",),
    "holdem": ("holdem",),
}
MONITORING = "tests/casino/compliance/monitoring"
MACHINES = tuple(
    f"tests/{package}/test_machine.py"
    for package in (
        "players/wallet", "games/tables", "players/decisions", "casino/compliance/monitoring",
        "casino/public_log",
    )
)  # fmt: skip
# Rates of monitoring, by the seed of invented people, and figures of what anybody can check.
SEED = "evidence"
MEASURED = {
    "care": "cases of harm that are noticed, and ordinary people who are spoken to",
    "laundering": "launderers who are found, and honest people who are flagged",
    "bots": "programs that are found, and people who are flagged",
}
BENCHES = {
    "logged": "what the public log costs bets and what it stores",
    "balances": "the total of a million players' money",
}
# Parts of a release that are evidence, too.
OF_A_RELEASE = (
    "proofs-simulation", "proofs-draws", "proofs-planted", "proofs-collusion", "proofs-tamperings",
    "proofs-restore", "chaos", "chaos-beacon", "cluster", "mutants",
)  # fmt: skip


class EvidencePart(Struct, frozen=True):
    """A part of the pack: how it runs, what is in it besides its log, and when it runs by itself."""

    run: Part
    kind: str = "log"  # or vectors, odds: what a checker computes again
    files: tuple[Path, ...] = ()
    is_quick: bool = False
    needs_house: bool = False


class PackedFile(Struct, frozen=True):
    path: str
    sha256: str
    bytes: int


class PackedPart(Struct, frozen=True):
    """A part as the pack lists it."""

    name: str
    kind: str
    what: str
    command: str
    state: str  # good, bad, not-run, outdated
    made: str  # empty if it never ran
    commit: str
    said: str  # its last line
    why: str  # why it is neither good nor bad
    files: list[PackedFile]


class Manifest(Struct, frozen=True):
    format: str
    made: str
    commit: str
    parts: list[PackedPart]


def evidence_parts() -> list[EvidencePart]:
    """What fails soonest comes first; then what needs a running house, and what takes hours."""
    tests = (*PYTHON, "pytest", "-q", "-p", "no:cacheprovider")
    known = {part.name: part for part in parts()}
    return [
        EvidencePart(
            Part("evidence-trace", "every rule, its code, its test, its page", (*MANAGE, "trace")),
            is_quick=True,
        ),
        EvidencePart(
            Part(
                "evidence-rules",
                "worked examples of the regulations, through the engines",
                (*MANAGE, "check_vectors", "tests/vectors"),
            ),
            is_quick=True,
        ),
        EvidencePart(
            Part(
                "evidence-proofs",
                "proofs of draws, bad ones included, judged alike by the house and by browsers",
                (*tests, "tests/verify/test_vectors.py"),
            ),
            kind="vectors",
            files=tuple(sorted(VECTORS.glob("*.json"))),
            is_quick=True,
        ),
        *(
            EvidencePart(
                Part(f"evidence-odds-{name}", "odds of every bet", (*MANAGE, "odds", *options, "--json")),
                kind="odds",
                is_quick=True,
            )
            for name, options in ODDS.items()
        ),
        EvidencePart(
            Part(
                "evidence-replay", "every round replayed", (*MANAGE, "prove", "--from-start", "--jobs", "1")
            ),
            needs_house=True,
        ),
        EvidencePart(
            Part("evidence-ledger", "books, chains and seals of the record", (*MANAGE, "check_record")),
            needs_house=True,
        ),
        EvidencePart(
            Part("evidence-log", "the public log: its root, and who signed it", (*MANAGE, "public_log")),
            needs_house=True,
        ),
        EvidencePart(
            Part(
                "evidence-machines",
                "steps in any order, in which planted mistakes shrink to eight at most",
                (*tests, *MACHINES),
            )
        ),
        EvidencePart(Part("evidence-monitoring", "monitoring of players", (*tests, MONITORING))),
        *(
            EvidencePart(Part(f"evidence-{name}", what, (*PYTHON, f"tests.proofs.{name}", "--seed", SEED)))
            for name, what in MEASURED.items()
        ),
        *(
            EvidencePart(Part(f"evidence-{name}", what, (*PYTHON, "tests.bench", name)))
            for name, what in BENCHES.items()
        ),
        *(EvidencePart(known[name]) for name in OF_A_RELEASE),
    ]


def short_name(name: str) -> str:
    """As people type it and the pack shows it."""
    return name.removeprefix("evidence-").removeprefix("proofs-")


def run_evidence(chosen: Sequence[EvidencePart], results: Results) -> None:
    """A part that is green on these files is not run again. Ctrl+C ends the part that runs, and the run."""
    for each in chosen:
        if is_green(results.of(each.run.name), content_digest()):
            print(f"{short_name(each.run.name)}: green on this commit already", flush=True)
            continue
        run = run_part(each.run, results)
        name, said = short_name(each.run.name), run.said[:80]
        print(f"{name}: {run.result}, {run.seconds} s, {said}", flush=True)
        if run.result == "interrupted":
            return


def write_pack(folder: Path, known: Sequence[EvidencePart], results: Results) -> Manifest:
    """A whole pack takes the place of the one before."""
    new = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    content = content_digest()
    packed = [_packed(each, results, content, new) for each in known]
    manifest = Manifest(
        FORMAT, _moment(datetime.now(UTC)), git("rev-parse", "HEAD"), [*packed, *_generator_logs(new)]
    )
    (new / LIST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)))
    shutil.rmtree(folder, ignore_errors=True)
    new.rename(folder)
    return manifest


def _packed(each: EvidencePart, results: Results, content: str, folder: Path) -> PackedPart:
    name, kept = each.run.name, results.of(each.run.name)
    log = results.log(name)
    facts = {
        "name": short_name(name),
        "kind": each.kind,
        "what": each.run.what,
        "command": command_text(each.run),
    }
    if kept is None or not log.exists():
        option = "" if each.is_quick else "--house" if each.needs_house else f"--run {facts['name']}"
        why = f'make evidence ARGS="{option}" runs it' if option else "make evidence runs it"
        return PackedPart(**facts, state="not-run", made="", commit="", said="", why=why, files=[])
    ending = "json" if each.kind == "odds" else "log"
    copies = [_copied(log, folder, f"{short_name(name)}.{ending}")]
    copies += [_copied(file, folder, f"{short_name(name)}/{file.name}") for file in each.files]
    good, why = is_green(kept, content), state(kept, content)
    is_bad = kept.last.result == "red" and kept.last.clean and kept.last.content == content
    return PackedPart(
        **facts,
        state="good" if good else "bad" if is_bad else "outdated",
        made=_moment(kept.last.began),
        commit=kept.last.commit,
        said=kept.last.said[:SAID],
        why="" if good or is_bad else why,
        files=copies,
    )


def generator_digests() -> list[str]:
    """The files of the generator, as the head of a log names them."""
    return [f"# {hashlib.sha256((PROJECT / path).read_bytes()).hexdigest()}  {path}" for path in DRAW_FILES]


def _generator_logs(folder: Path) -> Iterator[PackedPart]:
    """The logs of docs/evidence. They hold for the generator's files whose digests they begin with."""
    digests = generator_digests()
    for log in EVIDENCE:
        file = FOLDER / log.log
        facts = {
            "name": f"generator-{log.name}",
            "kind": "log",
            "what": "what a program that tests randomness, or an attack, finds",
            "command": f"python -m tests.proofs.generator_evidence --only {log.name}",
        }
        if not file.exists():
            yield PackedPart(**facts, state="not-run", made="", commit="", said="", why="no log", files=[])
            continue
        text = file.read_text("utf-8", errors="replace")
        head, *_ = lines = text.strip().splitlines()
        made, _, commit = head.removeprefix("# ").partition(", commit ")
        is_same = all(digest in lines for digest in digests)
        is_good = lines[-1].endswith(ENDED_WELL) and not any(word in text for word in log.failures)
        yield PackedPart(
            **facts,
            state=("good" if is_good else "bad") if is_same else "outdated",
            made=made,
            commit=commit.partition(",")[0],
            said=lines[-1][:SAID],
            why="" if is_same else "the generator's files have changed since",
            files=[_copied(file, folder, f"generator/{file.name}")],
        )


def command_text(part: Part) -> str:
    """As a person types it."""
    words = ["python" if word == sys.executable else word for word in part.command]
    return " ".join([*(f"{name}={value}" for name, value in part.variables.items()), *words])


def _copied(source: Path, folder: Path, path: str) -> PackedFile:
    data = source.read_bytes()
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    return PackedFile(path, hashlib.sha256(data).hexdigest(), len(data))


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def chosen_parts(known: Sequence[EvidencePart], words: str, with_house: bool) -> list[EvidencePart]:
    named = set(filter(None, words.split(",")))
    names = {short_name(each.run.name): each for each in known}
    if unknown := named - set(names):
        raise ValueError(f"There is no part {min(unknown)!r}. The parts are: {', '.join(names)}.")
    return [
        each
        for name, each in names.items()
        if each.is_quick or name in named or (with_house and each.needs_house)
    ]


def print_list(manifest: Manifest) -> None:
    for part in manifest.parts:
        said = part.said if part.state in ("good", "bad") and part.kind != "odds" else part.why
        print(f"{part.name:28} {part.state:9} {part.made:22} {said[:90]}")


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="make evidence", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--run", default="", metavar="PARTS", help="long parts to run, separated by commas")
    parser.add_argument("--house", action="store_true", help="replay the rounds of the house that runs here")
    parser.add_argument("--list", action="store_true", help="run nothing")
    parser.add_argument("--to", type=Path, default=PACK, help="the folder of the pack")
    options = parser.parse_args(words)
    results, known = Results(), evidence_parts()
    try:
        selected = chosen_parts(known, options.run, options.house)
    except ValueError as error:
        print(f"make evidence: {error}", file=sys.stderr)
        return 2
    if not options.list:
        run_evidence(selected, results)
    manifest = write_pack(options.to, known, results)
    print_list(manifest)
    print(f"Check it: feltro-verify evidence {options.to}")
    return 1 if any(part.state == "bad" for part in manifest.parts) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
