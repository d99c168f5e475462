"""The XML of a file, written record by record: a header, the records and their totals."""

from __future__ import annotations

import io
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
    """Cents that are written as euros."""

    cents: int


class XmlRecord(Struct, frozen=True):
    name: str
    facts: Facts
    children: tuple[XmlRecord, ...] = ()


class Contents(Struct):
    """The contents of a file. `sums` is filled while records are written: count and amount by code."""

    records: Iterable[XmlRecord]
    sums: dict[str, tuple[int, int]] = {}
    rows: int = 0

    def count(self, code: str, cents: int = 0) -> None:
        count, amount = self.sums.get(code, (0, 0))
        self.sums[code] = (count + 1, amount + cents)


def euros(cents: int) -> str:
    sign, cents = ("-", -cents) if cents < 0 else ("", cents)
    return f"{sign}{cents // 100}.{cents % 100:02}"


def cents(text: str) -> int:
    """The inverse of `euros`, without floating point."""
    sign = -1 if text.startswith("-") else 1
    whole, _dot, part = text.lstrip("-").partition(".")
    return sign * (int(whole) * 100 + int(part))


def attribute_text(value: object) -> str:
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
            # Characters that XML does not allow are dropped, so that the file can be written.
            return "".join(
                letter
                for letter in str(value)
                if letter in "\t\n" or letter >= " " and letter not in "\ufffe\uffff"
            )


def attributes(facts: Facts) -> dict[str, str]:
    """The attributes of an element, in order; unknown values are left out."""
    return {
        name.replace("_", "-"): attribute_text(value)
        for name, value in facts.items()
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
                    _element(out, record.name, record.facts, record.children)
            out.write("\n")
            with out.element(f"{{{NAMESPACE}}}totals", {"rows": str(contents.rows)}):
                out.write("\n")
                for code, (count, amount) in sorted(contents.sums.items()):
                    _element(out, "total", {"of": code, "count": count, "amount": Euros(amount)})
            out.write("\n")


def _element(out: Any, name: str, facts: Facts, children: tuple[XmlRecord, ...] = ()) -> None:
    with out.element(f"{{{NAMESPACE}}}{name}", attributes(facts)):
        for child in children:
            _element(out, child.name, child.facts, child.children)
    out.write("\n")


def schema_of(family: str) -> Path:
    return SCHEMAS / f"{family.lower()}.xsd"


def schema_faults(content: bytes, family: str) -> list[str]:
    """The violations of a file's schema."""
    schema = etree.XMLSchema(etree.parse(schema_of(family)))
    try:
        document = etree.parse(io.BytesIO(content), etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError as error:
        return [str(error)]
    schema.validate(document)
    return [f"{fault.line}: {fault.message}" for fault in schema.error_log][:20]


def records_of(content: bytes) -> Iterator[tuple[str, dict[str, str]]]:
    """The records of a file with their names, one at a time: all together they take many times its size."""
    depth = 0
    records = f"{{{NAMESPACE}}}records"
    for event, element in etree.iterparse(
        io.BytesIO(content), events=("start", "end"), resolve_entities=False, no_network=True
    ):
        if element.tag == records:
            depth += 1 if event == "start" else -1
        elif depth and event == "end":
            yield etree.QName(element).localname, dict(element.attrib)
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]


def totals_of(content: bytes) -> dict[str, tuple[int, int]]:
    tag = f"{{{NAMESPACE}}}total"
    return {
        element.get("of"): (int(element.get("count")), cents(element.get("amount")))
        for _what, element in etree.iterparse(
            io.BytesIO(content), events=("end",), tag=tag, resolve_entities=False, no_network=True
        )
    }
