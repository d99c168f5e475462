"""A file as XML, written row by row: a header, the records, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings
from lxml import etree
from msgspec import Struct

from players.shared import clock

NAMESPACE = "urn:feltro:regulator-files:1"
VERSION = "1.0"
SCHEMAS = Path(__file__).with_name("schemas")
Facts = Mapping[str, Any]


class Euros(Struct, frozen=True):
    """Cents, to be written as euros and cents."""

    cents: int


class Record(Struct, frozen=True):
    name: str
    facts: Facts
    below: tuple[Record, ...] = ()


class Contents(Struct):
    """What stands in a file. `sums` is filled while the records are written: how often, and how much, of each thing."""

    records: Iterable[Record]
    sums: dict[str, tuple[int, int]] = {}
    rows: int = 0

    def count(self, what: str, cents: int = 0) -> None:
        times, so_far = self.sums.get(what, (0, 0))
        self.sums[what] = (times + 1, so_far + cents)


def euros(cents: int) -> str:
    sign, cents = ("-", -cents) if cents < 0 else ("", cents)
    return f"{sign}{cents // 100}.{cents % 100:02}"


def cents(text: str) -> int:
    """What `euros` wrote, without a detour by binary fractions."""
    sign = -1 if text.startswith("-") else 1
    whole, _dot, part = text.lstrip("-").partition(".")
    return sign * (int(whole) * 100 + int(part))


def said(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case Euros():
            return euros(value.cents)
        case datetime():
            return value.astimezone(clock.LISBON).isoformat(timespec="milliseconds")
        case date():
            return value.isoformat()
        case _:
            # What no XML may hold is not worth a file that cannot be made.
            return "".join(
                letter
                for letter in str(value)
                if letter in "\t\n" or letter >= " " and letter not in "\ufffe\uffff"
            )


def facts(given: Facts) -> dict[str, str]:
    """Attributes in the order in which they are given; what is not known is not said."""
    return {
        name.replace("_", "-"): said(value)
        for name, value in given.items()
        if value is not None and value != ""
    }


def write(file: BinaryIO, *, name: str, family: str, header: Facts, contents: Contents) -> None:
    with etree.xmlfile(file, encoding="utf-8") as out:
        out.write_declaration()
        with out.element(
            f"{{{NAMESPACE}}}file",
            {"family": family, "name": name, "version": VERSION},
            nsmap={None: NAMESPACE},
        ):
            out.write("\n")
            _element(out, "header", {"entity": settings.REGULATOR_CODE, **header})
            with out.element(f"{{{NAMESPACE}}}records"):
                out.write("\n")
                for record in contents.records:
                    contents.rows += 1
                    _element(out, record.name, record.facts, record.below)
            out.write("\n")
            with out.element(f"{{{NAMESPACE}}}totals", {"rows": str(contents.rows)}):
                out.write("\n")
                for what, (count, amount) in sorted(contents.sums.items()):
                    _element(out, "total", {"of": what, "count": count, "amount": Euros(amount)})
            out.write("\n")


def _element(out: Any, name: str, given: Facts, below: tuple[Record, ...] = ()) -> None:
    with out.element(f"{{{NAMESPACE}}}{name}", facts(given)):
        for each in below:
            _element(out, each.name, each.facts, each.below)
    out.write("\n")


def schema_of(family: str) -> Path:
    return SCHEMAS / f"{family.lower()}.xsd"


def faults(path: Path, family: str) -> list[str]:
    """In what a file breaks its schema."""
    schema = etree.XMLSchema(etree.parse(schema_of(family)))
    try:
        document = etree.parse(path, etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError as error:
        return [str(error)]
    schema.validate(document)
    return [f"{fault.line}: {fault.message}" for fault in schema.error_log][:20]


def records_of(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Each record of a file by name, one at a time: a file may be longer than memory."""
    inside = 0
    records = f"{{{NAMESPACE}}}records"
    for what, element in etree.iterparse(
        path, events=("start", "end"), resolve_entities=False, no_network=True
    ):
        if element.tag == records:
            inside += 1 if what == "start" else -1
        elif inside and what == "end":
            yield etree.QName(element).localname, dict(element.attrib)
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]


def totals_of(path: Path) -> dict[str, tuple[int, int]]:
    tag = f"{{{NAMESPACE}}}total"
    return {
        element.get("of"): (int(element.get("count")), cents(element.get("amount")))
        for _what, element in etree.iterparse(
            path, events=("end",), tag=tag, resolve_entities=False, no_network=True
        )
    }
