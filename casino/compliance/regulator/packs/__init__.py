"""A pack is what one regulator wants of the facts: its files, their names, forms, codes and times.

A pack is a package with two files. `pack.toml` is dated data, in the shape of `Pack`; what it leaves out,
it takes from the pack that it amends. `mapping.py` has the few functions of `Mapping`. The setting
REGULATOR_PACK names the package in force. Shared code knows kinds of facts and no family, so that another
regulator is another package.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from enum import StrEnum
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Literal, Protocol, cast

import msgspec
from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from casino.compliance.regulator.facts import Facts
from casino.compliance.regulator.facts.spans import WHOLE_DAY, Span, spans_of
from players.shared.decoding import prepare

DATA = "pack.toml"


class Kind(StrEnum):
    """The kinds of facts that a family of files is made of."""

    PEOPLE = "people"
    SESSIONS = "sessions"
    PLAY = "play"
    MONEY = "money"
    TOTALS = "totals"  # the sums of the day's play: it waits for the other files of its day
    EXCLUSIONS = "exclusions"


KIND_NAMES: dict[Kind, Promise] = {
    Kind.PEOPLE: _("players' register"),
    Kind.SESSIONS: _("visits to the site"),
    Kind.PLAY: _("activity of play"),
    Kind.MONEY: _("transactions"),
    Kind.TOTALS: _("financial summary"),
    Kind.EXCLUSIONS: _("exclusions"),
}


class Family(Struct, frozen=True, forbid_unknown_fields=True):
    """One family of files: what it tells, how many hours each file covers, and the names in it."""

    code: str
    kind: Kind
    hours: int
    schema: str = ""
    list: str = ""  # the element that holds the records
    dated: str = ""  # the element with the day, before the records

    @property
    def is_daily(self) -> bool:
        return self.hours == WHOLE_DAY

    @property
    def name(self) -> Promise:
        return KIND_NAMES[self.kind]


class Amendment(Struct, frozen=True, forbid_unknown_fields=True):
    """An element that an amendment adds. Until its printed form was obtained it is not written."""

    family: str
    element: str
    says: str
    obtained: bool


class Sealing(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How files leave the house: alone or a day together, under which name, and when an answer is due."""

    gathers: Literal["file", "day"]
    folder: str  # where the regulator fetches envelopes
    extension: str
    fetched_by: int  # the hour by which the regulator fetches what was laid down before
    again_waits: bool = False  # whether what is made again is laid down outside of the hours of fetching
    answer_days: int  # days after which an answer is missing, and one that comes is too late
    name: str = ""  # of the envelope of a day, with day and vault; one with a single file has its name
    alerts: str = (
        ""  # of one with alerts and of the file in it, with day, vault and number; without, none leave
    )


class Pack(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The data of a pack."""

    code: str
    source: str
    in_force_from: date
    amends: str = ""
    language: str  # of the words in the files
    deadline: int  # the hour of the next day, in the regulator's time
    name: str  # of a file, with family, day, hour and vault
    again: str  # at the end of the name of a file that is made again
    again_more: str  # from the second time on
    extension: str
    site: str = ""  # how the house's host name ends, such as ".pt", where the regulator wants it
    families: tuple[Family, ...]
    envelope: Sealing
    games: dict[str, str]  # the record of each game
    codes: dict[str, dict[str, str]] = {}
    unknown: dict[str, str] = {}  # what is written where the record does not have it
    amendments: tuple[Amendment, ...] = ()

    def family(self, code: str) -> Family:
        return next(family for family in self.families if family.code == code)

    def name_of(self, code: str) -> str:
        """The name of a family; one of an earlier pack is shown by its code."""
        return next((str(family.name) for family in self.families if family.code == code), code)

    def codes_of(self, *kinds: Kind) -> list[str]:
        """The families of these kinds."""
        return [family.code for family in self.families if family.kind in kinds]

    @property
    def hourly(self) -> tuple[Family, ...]:
        """The families of which a day has several files."""
        return tuple(family for family in self.families if not family.is_daily)

    @property
    def daily(self) -> tuple[Family, ...]:
        return tuple(family for family in self.families if family.is_daily)

    def spans(self, family: Family, day: date) -> list[Span]:
        return spans_of(day, family.hours)

    def file_name(self, family: str, span: Span, sequence: int = 0) -> str:
        name = self.name.format(
            family=family, day=f"{span.day:%Y%m%d}", hour=span.hour, vault=settings.REGULATOR_VAULT
        )
        return name + self._ending(sequence)

    def envelope_name(self, day: date, sequence: int = 0) -> str:
        """The envelope of a day; the next one of the same day has what was made again."""
        name = self.envelope.name.format(day=f"{day:%Y%m%d}", vault=settings.REGULATOR_VAULT)
        return name + self._ending(sequence)

    def alerts_name(self, day: date, number: int) -> str:
        """A file with alerts and its envelope, without their extensions."""
        names = {"day": f"{day:%Y%m%d}", "vault": settings.REGULATOR_VAULT, "number": f"{number:04}"}
        return self.envelope.alerts.format(**names)

    def _ending(self, sequence: int) -> str:
        ending = "" if not sequence else self.again if sequence == 1 else self.again_more
        return ending.format(sequence=sequence)

    def code_of(self, table: str, key: str) -> str:
        """The regulator's code for what the record says; the table's «other» for what it does not list."""
        codes = self.codes[table]
        return codes.get(key, codes.get("other", ""))


class Header(Struct, frozen=True, kw_only=True):
    """What a file says of itself."""

    family: Family
    span: Span
    number: int
    made: datetime


class Figures(Struct):
    """What a file says, read back: money by player and by record of a game, and what contradicts itself."""

    rows: int = 0
    moved: Counter[str] = msgspec.field(default_factory=Counter)  # by player, by the records
    told: dict[str, tuple[int, int, int]] = msgspec.field(default_factory=dict)  # opening, moved, closing
    sums: Counter[str] = msgspec.field(default_factory=Counter)  # as «stake.poker»
    faults: list[str] = msgspec.field(default_factory=list)


class AlertRecord(Struct, frozen=True):
    """What is behind an alert: why it was raised, about whom, and when what it saw happened."""

    number: int
    rule: str
    title: str
    text: str
    since: datetime
    at: datetime
    raised: datetime
    players: tuple[int, ...]
    figures: dict[str, str]


class FileVerdict(Struct, frozen=True):
    """What the regulator says of one file, which it names with its digest."""

    name: str
    digest: str
    accepted: bool
    reason: str = ""


class ReadAnswer(Struct, frozen=True):
    """An answer of the regulator about one envelope. Without files it says that the envelope was fetched."""

    envelope: str
    digest: str
    files: tuple[FileVerdict, ...] = ()


class UnreadableAnswer(Exception):
    """It has another form than the regulator's answers."""


class UnsignedAnswer(Exception):
    """No certificate of the regulator has signed it."""


class Mapping(Protocol):
    """The functions of a pack."""

    def records(self, pack: Pack, family: Family, facts: Facts) -> Iterator[str]:
        """The records of a file, from the facts."""

    def write(self, file: BinaryIO, pack: Pack, header: Header, records: Iterator[str]) -> int:
        """Write the envelope with its records, and say how many they are."""

    def faults(self, family: Family, content: bytes) -> list[str]:
        """What is wrong with the form of a file."""

    def figures(self, pack: Pack, family: Family, content: bytes) -> Figures:
        """Read a file back."""

    def may_seal(self) -> bool:
        """Whether the house has the keys that the envelope takes."""

    def seal(self, file: BinaryIO, name: str, files: Iterable[tuple[str, bytes]]) -> None:
        """Write the envelope of that name with these files, signed and encrypted as the regulator wants."""

    def write_alerts(self, file: BinaryIO, pack: Pack, source: str, alerts: Iterable[AlertRecord]) -> None:
        """Write a file with the data behind alerts of a source."""

    def read_answer(self, content: bytes) -> ReadAnswer:
        """Read what the regulator answered, or raise UnreadableAnswer or UnsignedAnswer."""


def pack_in_force() -> Pack:
    return read_pack(settings.REGULATOR_PACK)


def mapping_in_force() -> Mapping:
    return cast("Mapping", import_module(f"{settings.REGULATOR_PACK}.mapping"))


def schemas_in_force() -> Path:
    """The folder with the schemas: of the pack, or of the one that it amends."""
    package = settings.REGULATOR_PACK
    while not (folder := _folder(package) / "schemas").is_dir() and (amended := read_pack(package).amends):
        package = amended
    return folder


prepare(Pack)


@lru_cache(maxsize=8)
def read_pack(package: str) -> Pack:
    return msgspec.convert(_data(package), Pack)


def _data(package: str) -> dict[str, Any]:
    data = tomllib.loads((_folder(package) / DATA).read_text("utf-8"))
    return _data(data["amends"]) | data if "amends" in data else data


def _folder(package: str) -> Path:
    path = import_module(package).__file__
    assert path is not None
    return Path(path).parent
