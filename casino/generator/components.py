"""The components of the whole technical system: what each is for, its files, and how much it matters.
[903-B 9.4.1, 9.4.2, 9.4.3]

They are defined by what the regulation asks of them and by their interfaces: a folder of the product that
other folders know through few functions. A file belongs to the component that names it most closely, so no
file of the product is left out. The libraries are components too, each with its version and digests.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from casino.generator.manifests import NPM_LOCK
from casino.generator.parts import PARTS, GeneratorPart, Relevance

COMPONENTS: Final = (
    GeneratorPart(
        "SIS-01",
        _("Draw and beacons"),
        _("Produces the results. Its parts have a register of their own."),
        ("games/draw", "games/beacons", "static/js/table/verification"),
        relevance=Relevance(integrity=3, traceability=2),
    ),
    GeneratorPart(
        "SIS-02",
        _("Rules of the games"),
        _("The rules, rule sheets, odds and what each game declares."),
        ("games/rules", "games/rulebook", "games/catalogue", "games/odds", "games/vectors"),
    ),
    GeneratorPart(
        "SIS-03",
        _("Tables and rounds"),
        _("Deals the rounds, takes bets and keeps the journal of every table."),
        ("games",),
        relevance=Relevance(integrity=3, availability=2, traceability=3),
    ),
    GeneratorPart(
        "SIS-04",
        _("Ledger, cashier and bank"),
        _("Every transfer of money, the payments, and their comparison with the bank."),
        ("players/wallet",),
        relevance=Relevance(confidentiality=3, integrity=3, availability=3, traceability=3),
    ),
    GeneratorPart(
        "SIS-05",
        _("Accounts and identity"),
        _("Registration, identity, sign-in and the accounts of players."),
        ("players/identity", "players/administration", "templates/account", "templates/mfa"),
        relevance=Relevance(confidentiality=3, integrity=3, availability=2, traceability=3),
    ),
    GeneratorPart(
        "SIS-06",
        _("Player protection"),
        _("Limits, pauses, exclusions and the national list."),
        ("players/protection",),
        relevance=Relevance(confidentiality=3, integrity=3, traceability=3),
    ),
    GeneratorPart(
        "SIS-07",
        _("Record and audit log"),
        _("What happened, its chains and seals, its checks and its archive."),
        ("players/audit", "players/history", "casino/record_checks", "casino/archive", "casino/generator"),
        relevance=Relevance(confidentiality=2, integrity=3, availability=2, traceability=3),
    ),
    GeneratorPart(
        "SIS-08",
        _("Files and duties to the regulator"),
        _("Makes, checks and delivers what the data model of the regulator asks for, and keeps its clocks."),
        ("casino/compliance/regulator", "casino/compliance/duties"),
        relevance=Relevance(confidentiality=3, integrity=3, availability=3, traceability=3),
    ),
    GeneratorPart(
        "SIS-09",
        _("Compliance"),
        _("Reports, monitoring, cases and the workspace of compliance."),
        ("casino/compliance",),
        relevance=Relevance(confidentiality=2, integrity=2, traceability=2),
    ),
    GeneratorPart(
        "SIS-10",
        _("Laws of the database"),
        _("Who may write what, and what nobody may change: laws that hold against every process."),
        (
            "casino/database",
            "casino/postgresql",
            "casino/migrations",
            "games/database",
            "games/migrations",
            "players/database",
            "players/migrations",
        ),
        relevance=Relevance(confidentiality=3, integrity=3, availability=2, traceability=3),
    ),
    GeneratorPart(
        "SIS-11",
        _("Back office"),
        _("The pages of staff, their roles and the decisions of two people."),
        (
            "casino/backoffice",
            "players/decisions",
            "templates/backoffice",
            "templates/admin",
            "static/js/backoffice",
        ),
        relevance=Relevance(confidentiality=2, integrity=2, traceability=3),
    ),
    GeneratorPart(
        "SIS-12",
        _("Messages"),
        _("Messages, e-mails and complaints of players."),
        ("players/inbox",),
        relevance=Relevance(confidentiality=2, integrity=2),
    ),
    GeneratorPart(
        "SIS-13",
        _("Shared parts and the API for players"),
        _("What the parts that know players have in common: money, clocks, encryption, the API."),
        ("players",),
        relevance=Relevance(confidentiality=3, integrity=3, traceability=2),
    ),
    GeneratorPart(
        "SIS-14",
        _("Server and settings"),
        _("Takes requests, reads the settings and starts the processes."),
        ("casino", "manage.py"),
        relevance=Relevance(confidentiality=2, integrity=2, availability=3, traceability=2),
    ),
    GeneratorPart(
        "SIS-15",
        _("Pages for players"),
        _("What players see: pages, styles and the table in the browser."),
        ("templates", "static"),
        relevance=Relevance(integrity=2),
    ),
    GeneratorPart(
        "SIS-16",
        _("Operation and tasks"),
        _("Commands, scheduled tasks and the services that an operator runs."),
        ("casino/operation", "casino/services", "casino/tasks", "casino/management"),
        relevance=Relevance(integrity=2, availability=3, traceability=2),
    ),
    GeneratorPart(
        "SIS-17",
        _("Optional parts"),
        _("What an operator may switch on: each says what it does."),
        ("casino/extras", "games/extras", "players/extras"),
        relevance=Relevance(confidentiality=2, integrity=2),
    ),
    GeneratorPart(
        "SIS-18",
        _("Translations"),
        _("The words of pages and messages in each language."),
        ("casino/locale", "casino/languages"),
        relevance=Relevance(integrity=2),
    ),
    GeneratorPart(
        "SIS-19",
        _("Demonstration"),
        _("Sample data. A house that takes money does not use it."),
        ("casino/demo",),
        relevance=Relevance(integrity=1),
    ),
    GeneratorPart(
        "SIS-20",
        _("Locks of the libraries"),
        _("Which version of each library is installed, with its digests."),
        ("locks", "requirements.txt", "pyproject.toml"),
    ),
)
PYTHON_LOCK: Final = "requirements.txt"
PINNED: Final = re.compile(
    r"^([A-Za-z0-9._-]+)==([^ ;\\]+)[^\n]*((?:\n    --hash=\S+(?: \\)?)*)", re.MULTILINE
)
# Of libraries that keep secrets, money, or what reaches the database.
SUBSTANTIAL: Final = {"cryptography", "django", "django-allauth", "psycopg", "pyblst"}


class Library(Struct, frozen=True):
    """A library as it is locked. The digest is of the digests that its archives may have."""

    number: str
    name: str
    version: str
    digest: str
    relevance: int


@cache
def component_of(path: str) -> GeneratorPart | None:
    """The component that names a file most closely."""
    naming = [(len(start), part) for part in COMPONENTS for start in part.files if _is_in(path, start)]
    return max(naming, key=lambda found: found[0])[1] if naming else None


def _is_in(path: str, start: str) -> bool:
    return path == start or path.startswith(f"{start}/")


def by_component(files: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The digests of files, by the number of their component."""
    sorted_files: dict[str, dict[str, str]] = {part.number: {} for part in COMPONENTS}
    for path, digest in files.items():
        if (part := component_of(path)) is not None:
            sorted_files[part.number][path] = digest
    return sorted_files


@cache
def libraries() -> tuple[Library, ...]:
    """The locked libraries of Python and npm, by name."""
    return tuple(sorted((*_python_libraries(), *_npm_libraries()), key=lambda library: library.number))


def _python_libraries() -> Iterator[Library]:
    for name, version, hashes in PINNED.findall((Path(settings.BASE_DIR) / PYTHON_LOCK).read_text()):
        digests = "\n".join(sorted(re.findall(r"sha256:\w+", hashes)))
        yield _library(f"PY:{name.lower()}", name, version, hashlib.sha256(digests.encode()).hexdigest())


def _npm_libraries() -> Iterator[Library]:
    for line in (Path(settings.BASE_DIR) / NPM_LOCK).read_text().splitlines():
        fields = line.partition("#")[0].split()
        if fields:
            yield _library(f"JS:{fields[0]}", fields[0], fields[1], fields[4])


def _library(number: str, name: str, version: str, digest: str) -> Library:
    of_generator = {package for part in PARTS for package in part.packages}
    is_substantial = name.lower() in SUBSTANTIAL | of_generator
    return Library(number, name, version, digest, 3 if is_substantial else 2)
