"""Who may write which table of the database, as `<package>/database/tables.sql` says it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from players.shared.laws import Name, file_of, read_rights, written_laws
from tests.docs.markdown import code, table

PROCESSES = {
    "house_web": "web",
    "house_croupier": "croupier",
    "house_worker": "worker",
    "house_beacon": "beacon",
    "house_app": "web, croupier and worker",
}
WRITES = ("INSERT", "UPDATE", "DELETE")
LAW = re.compile(r"'((?:[^']|'')*)'")


def database_rights() -> str:
    """One part for each package: its tables, and the laws of those that web processes write."""
    return "\n\n".join(part for package in packages() for part in described(package))


def packages() -> list[str]:
    return sorted({file_of(name).partition("/database/")[0] for name in tables()})


def tables() -> list[Name]:
    """The tables that some process writes."""
    return sorted(
        name
        for name, text in written_laws().items()
        if name.kind == "rights" and not name.name.startswith(("FUNCTION ", "SEQUENCE "))
        if any(privilege in WRITES for _, privilege, _ in read_rights(text))
    )


def described(package: str) -> Iterator[str]:
    names = [name for name in tables() if file_of(name).partition("/database/")[0] == package]
    yield f"## {code(package)}"
    yield table(
        ("table", "process", "adds", "changes", "deletes"), [row for name in names for row in rows(name)]
    )
    laws = [row for name in names for row in laws_of_web(name.name)]
    if laws:
        yield "What a web process may write there, and with whose proof:"
        yield table(("table", "what", "who"), laws)


def rows(name: Name) -> Iterator[tuple[str, ...]]:
    rights = read_rights(written_laws()[name])
    for role, process in PROCESSES.items():
        held = {(privilege, column) for holder, privilege, column in rights if holder == role}
        if not any(privilege in WRITES for privilege, _ in held):
            continue
        yield (code(name.name), process, *(granted(held, privilege) for privilege in WRITES))


def granted(held: set[tuple[str, str]], privilege: str) -> str:
    columns = sorted(column for what, column in held if what == privilege)
    if not columns:
        return ""
    return "yes" if columns[0] == "" else ", ".join(code(column) for column in columns)


def laws_of_web(place: str) -> Iterator[tuple[str, str, str]]:
    text = written_laws().get(Name("trigger", f"{place}.allowed_to_write"), "")
    for law in LAW.findall(text):
        what, _, who = law.partition(": ")
        yield code(place), code(what), who.replace(" | ", "; or ")
