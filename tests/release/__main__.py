"""`make release`: the artefacts of this commit, signed by a key that is thrown away, and the state of each
part of a release.

    make release                                a dry run: artefacts and the list of parts
    make release PART=upgrade                   run a part; PART=matrix runs the matrix, PART=all every one
    make release PART=upgrade ARGS=--again      run it although it is green on this commit
    make release LIST=1                         the list of parts alone
    make release RECORD=1.0.0                   record the release in deploy/releases.toml, commit and tag it
    make release RESULTS=/media/rack-2/parts    add what ran elsewhere or later to the record
    make release RELEASE_KEY=/media/key/feltro  the artefacts of the tag, signed by the operator's key

A part that never ran, ran on other files, or left something out is not green and is shown as what it is.
Recording asks for all parts; ACCEPT="cluster matrix" names those that may be missing, and the record says how
they ended.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from datetime import UTC, date, datetime
from pathlib import Path

from casino.services.folder import PROJECT
from casino.version import VERSION
from tests.release import artefacts, record
from tests.release.artefacts import ReleaseError
from tests.release.parts import Kept, Part, Results, chosen, describe, is_green, parts, run_parts, state
from tests.release.record import FILE, PartResult, Release, git

CHANGELOG = PROJECT / "CHANGELOG.md"


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="make release", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", default="", help="a part, a group of parts, or all")
    parser.add_argument("--again", action="store_true", help="run parts that are green on this commit")
    parser.add_argument("--list", action="store_true", help="list the parts and make nothing")
    parser.add_argument("--record", default="", metavar="VERSION", help="record this release")
    parser.add_argument("--accept", default="", metavar="PARTS", help="parts that the record may lack")
    parser.add_argument("--results", type=Path, metavar="FOLDER", help="add these results to the record")
    parser.add_argument("--key", type=Path, help="sign with this key of OpenSSH")
    options = parser.parse_args(words)
    results = Results()
    try:
        if options.part:
            return 0 if run_parts(chosen(options.part), results, again=options.again) else 1
        if options.record:
            set_up_django()
            return record_release(options.record, options.accept, results)
        if options.results:
            return add_results(Results(options.results))
        if not options.list:
            make_artefacts(options.key)
        print_list(results)
    except (ReleaseError, ValueError) as error:
        print(f"make release: {error}", file=sys.stderr)
        return 1
    return 0


def print_list(results: Results) -> None:
    content = record.content_digest()
    known = parts()
    for part in known:
        print("\n".join(describe(part, results.of(part.name), content)))
    green = sum(is_green(results.of(part.name), content) for part in known)
    print(f"{green} of {len(known)} parts are green on {git('rev-parse', '--short', 'HEAD')}")


# --- the artefacts


def make_artefacts(key: Path | None) -> None:
    if key is not None:
        check_released()
    elif git("status", "--porcelain"):
        print("Changes that are not committed are not part of the artefacts.")
    started = time.monotonic()
    folder = artefacts.build(key=key)
    artefacts.verify(folder, artefacts.SIGNER if key else artefacts.DRY_RUN)
    for path in sorted(folder.iterdir()):
        print(f"{path.stat().st_size:>12,}  {path.relative_to(PROJECT)}")
    kind = "signed" if key else "a dry run, signed by a key that is thrown away"
    print(f"{VERSION} at {git('rev-parse', '--short', 'HEAD')}, {kind}: {time.monotonic() - started:.0f} s")


def check_released() -> None:
    """The operator's key signs only what is recorded, tagged and unchanged."""
    last = record.last_release()
    if last is None or last.version != VERSION:
        raise ReleaseError(f"{VERSION} is not recorded: make release RECORD={VERSION}")
    if git("status", "--porcelain"):
        raise ReleaseError("There are changes that are not committed.")
    if f"v{VERSION}" not in git("tag", "--points-at", "HEAD").splitlines():
        raise ReleaseError(f"This commit has no tag v{VERSION}: git checkout v{VERSION}")
    if record.content_digest() != last.content:
        raise ReleaseError(f"The tag v{VERSION} does not name what was recorded.")


# --- the record


def record_release(version: str, accept: str, results: Results) -> int:
    check_version(version)
    if git("status", "--porcelain"):
        raise ReleaseError("There are changes that are not committed.")
    content, known = record.content_digest(), parts()
    accepted = {part.name for part in chosen(accept)} if accept else set()
    missing = [
        part for part in known
        if part.name not in accepted and not is_green(results.of(part.name), content)
    ]  # fmt: skip
    if missing:
        names = ", ".join(f"{part.name} ({state(results.of(part.name), content)})" for part in missing)
        raise ReleaseError(f"Not green on this commit: {names}. ACCEPT names what the record may lack.")
    from casino.generator.manifests import files_digest, installed_files

    release = Release(
        version=version,
        date=datetime.now(UTC).date(),
        commit=git("rev-parse", "HEAD"),
        content=content,
        product=files_digest(installed_files()),
        migrations=record.migration_digests(),
        laws=record.law_digests(),
        parts={part.name: result_of(part, results.of(part.name), content) for part in known},
    )
    record.append(release)
    git("add", FILE)
    git("commit", "--quiet", "--message", f"Record release {version}")
    git("tag", "--annotate", f"v{version}", "--message", f"Feltro {version}")
    print(f"{version} is recorded in {FILE} and tagged v{version}; sign it: make release RELEASE_KEY=…")
    return 0


def add_results(results: Results) -> int:
    """Of parts that ran on the files of a recorded release, on another machine or after it was recorded."""
    if git("status", "--porcelain"):
        raise ReleaseError("There are changes that are not committed.")
    added, recorded = [], record.releases()
    for release in recorded:
        for part in parts():
            kept = results.of(part.name)
            if kept is None or not kept.last.clean or kept.last.content != release.content:
                continue
            new = result_of(part, kept, release.content)
            before = release.parts.get(part.name)
            if before is None or before.date < new.date:
                release.parts[part.name] = new
                added.append(f"{release.version} {part.name}: {new.result}, {new.date}")
    if not added:
        raise ReleaseError(f"{results.folder} has nothing new of a recorded release.")
    record.write(recorded)
    git("commit", "--quiet", "--message", "Add results of parts to the record", "--", FILE)
    print("\n".join(added))
    return 0


def set_up_django() -> None:
    """For the laws and for the digest of the product; no database is asked."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    os.environ |= {"HOUSE_PURE": "1", "SECRET_KEY": "unused"}
    import django

    django.setup()


def check_version(version: str, changelog: str | None = None) -> None:
    """It is that of the code, it is new, and the changelog says since when and what it is."""
    if version != VERSION or version.endswith("-dev"):
        raise ReleaseError(f"casino/version.py says {VERSION}. Set {version} there first, without -dev.")
    last = record.last_release()
    if last is not None and record.order_of(version) <= record.order_of(last.version):
        raise ReleaseError(f"{last.version} is recorded already; {version} is not newer.")
    text = changelog if changelog is not None else CHANGELOG.read_text("utf-8")
    if not any(is_heading(line, version) for line in text.splitlines()):
        raise ReleaseError(f"CHANGELOG.md needs a heading «## {version} · 2026-12-31» with the day of it.")


def is_heading(line: str, version: str) -> bool:
    beginning, _, day = line.rpartition(" · ")
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return beginning == f"## {version}"


def result_of(part: Part, kept: Kept | None, content: str) -> PartResult:
    if kept is None:
        return PartResult(state(kept, content), "", "", 0, "")
    last = kept.last
    return PartResult(
        state(kept, content), f"{last.began:%Y-%m-%d %H:%M} UTC", last.commit, last.seconds, last.said
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
