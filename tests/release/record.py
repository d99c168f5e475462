"""The record of the releases, `deploy/releases.toml`, and what it forbids from then on.

A release is recorded once, by `make release RECORD=1.0.0`. From then on its migrations stay as they are, its
laws change only by a migration, and its version names no other program.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path

from msgspec import Struct, convert

from casino.services.folder import PROJECT

FILE = "deploy/releases.toml"
CORE = "core"
HEAD = """# The releases, oldest first. `make release RECORD=1.0.0` adds one; nobody edits them. A
# release's migrations stay as they are, and its laws (*/database/*.sql) change only by a
# migration (tests/law_migration.py): tests/release/test_record.py compares.
"""


class PartResult(Struct, frozen=True):
    """How a part of a release ended when it last ran on what is released."""

    result: str
    date: str
    commit: str
    seconds: int
    said: str  # its last line


class Release(Struct, frozen=True):
    version: str
    date: date
    commit: str  # on which its parts ran; the tag names the next one, which adds this record
    content: str  # digest of that commit's files, without this record
    product: str  # digest of the files that a house runs
    migrations: dict[str, str]
    laws: dict[str, str]  # digest of the laws of the core, and of each optional app
    parts: dict[str, PartResult]


def releases(root: Path = PROJECT) -> list[Release]:
    path = root / FILE
    if not path.exists():
        return []
    return convert(tomllib.loads(path.read_text("utf-8")).get("release", []), list[Release])


def last_release(root: Path = PROJECT) -> Release | None:
    return next(reversed(releases(root)), None)


def append(release: Release, root: Path = PROJECT) -> None:
    write([*releases(root), release], root)


def write(recorded: Iterable[Release], root: Path = PROJECT) -> None:
    (root / FILE).write_text(HEAD + "".join(map(printed, recorded)), "utf-8")


def printed(release: Release) -> str:
    """As TOML, which the standard library only reads."""
    lines = ["", "[[release]]", f"version = {json.dumps(release.version)}", f"date = {release.date}"]
    lines += [f"{name} = {json.dumps(getattr(release, name))}" for name in ("commit", "content", "product")]
    for name in ("migrations", "laws"):
        lines += ["", f"[release.{name}]"]
        values: dict[str, str] = getattr(release, name)
        lines += [f"{json.dumps(key)} = {json.dumps(value)}" for key, value in sorted(values.items())]
    for part, result in release.parts.items():
        lines += ["", f"[release.parts.{json.dumps(part)}]"]
        lines += [
            f"{name} = {json.dumps(getattr(result, name), ensure_ascii=False)}"
            for name in PartResult.__struct_fields__
        ]
    return "\n".join(lines) + "\n"


# --- what a release is made of


def content_digest(commit: str = "HEAD", root: Path = PROJECT) -> str:
    """Of every file of a commit but the record itself, so that recording a release does not change it."""
    listing = git("ls-tree", "-r", "--full-tree", commit, root=root).splitlines()
    kept = [line for line in listing if line.partition("\t")[2] != FILE]
    return hashlib.sha256("\n".join(kept).encode()).hexdigest()


def git(*words: str, root: Path = PROJECT) -> str:
    return subprocess.run(
        ["git", *words], cwd=root, capture_output=True, text=True, check=True
    ).stdout.strip()


def migration_digests(root: Path = PROJECT) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for package in ("casino", "games", "players")
        for path in sorted((root / package).rglob("migrations/[0-9]*.py"))
    }


def law_digests(recorded: Iterable[str] | None = None) -> dict[str, str]:
    """Of the laws as these migrations leave them: changes of later ones are taken back. None means all."""
    from django.conf import settings

    return {
        app or CORE: digest_of_laws(laws_after(app, None if recorded is None else set(recorded)))
        for app in ("", *settings.EXTRAS)
    }


def laws_after(app: str, recorded: set[str] | None) -> Mapping[object, str]:
    from django.db.migrations.loader import MigrationLoader

    from players.shared.law_operations import ChangeLaws
    from players.shared.laws import laws_of, read_laws

    laws = dict(laws_of(app))
    graph = MigrationLoader(None).graph
    order = dict.fromkeys(node for leaf in sorted(graph.leaf_nodes()) for node in graph.forwards_plan(leaf))
    for node in reversed(order):
        module = type(graph.nodes[node]).__module__
        if recorded is None or f"{module.replace('.', '/')}.py" in recorded:
            continue
        for operation in reversed(graph.nodes[node].operations):
            if isinstance(operation, ChangeLaws) and belongs_to(module, app):
                for name in read_laws(operation.new):
                    laws.pop(name, None)
                laws |= read_laws(operation.old)
    return laws


def belongs_to(module: str, app: str) -> bool:
    from players.shared.extras import extra_of

    return extra_of(module) == app


def digest_of_laws(laws: Mapping[object, str]) -> str:
    text = "".join(f"{name}\n{laws[name]}\n" for name in sorted(laws, key=str))
    return hashlib.sha256(text.encode()).hexdigest()


# --- what it forbids


def changed_migrations(release: Release, found: Mapping[str, str]) -> Iterator[str]:
    for path, digest in release.migrations.items():
        if path not in found:
            yield (
                f"{path} is gone, and databases of {release.version} have applied it. Restore it "
                f"(git checkout v{release.version} -- {path})."
            )
        elif found[path] != digest:
            yield (
                f"{path} is not as released with {release.version}: databases that have applied it do not "
                f"apply it again. Restore it (git checkout v{release.version} -- {path}) and write the "
                "change as a new migration."
            )


def changed_laws(release: Release, found: Mapping[str, str]) -> Iterator[str]:
    for app, digest in release.laws.items():
        if app in found and found[app] != digest:
            option = "" if app == CORE else f" --app {app.rpartition('.')[2]}"
            yield (
                f"The laws of {app} (database/*.sql) are not those of {release.version} and the migrations "
                "since, so that databases would keep the old ones. Run `python -m tests.law_migration NAME"
                f"{option}`."
            )


def reused_version(release: Release, version: str, product: str) -> str:
    if version != release.version or product == release.product:
        return ""
    return (
        f"{version} is released, and the product has changed since. Name the next version in "
        "casino/version.py, with -dev until it is recorded (1.1.0-dev)."
    )


def order_of(version: str) -> tuple[int, int, int, bool]:
    """For comparing: 1.1.0-dev comes before 1.1.0."""
    numbers, _, before = version.partition("-")
    major, minor, patch = (int(number) for number in numbers.split("."))
    return major, minor, patch, not before
