"""Reads XML of ISO 20022 that others sent: no document type, no entities, no network, a bound on the size."""

from __future__ import annotations

import re
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from msgspec import Struct

from players.shared.clock import LISBON, day_of
from players.wallet.bank.refusals import Refusal, RefusedFile

MAX_BYTES = 32 * 1024 * 1024  # a statement of 10,000 entries has about 8 MB
NAMESPACE = re.compile(r"\{urn:iso:std:iso:20022:tech:xsd:(?P<message>[a-z]{4}\.\d{3})\.001\.\d{2}\}Document")
AMOUNT = re.compile(r"\d{1,15}(\.\d{1,5})?")
BEFORE_ALL = date(2000, 1, 1)


class Document(Struct, frozen=True):
    """The message, `camt.053`, and its first element below `Document`. Names carry no namespace."""

    message: str
    root: Any


def decode(content: bytes) -> str:
    """The text of a file, if it is one and not too large."""
    if len(content) > MAX_BYTES:
        raise RefusedFile(Refusal.TOO_LARGE)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RefusedFile(Refusal.NOT_TEXT) from error
    if "\0" in text:
        raise RefusedFile(Refusal.NOT_TEXT)
    return text


def read_document(content: bytes) -> Document:
    from lxml import etree  # with the first file: a process is smaller without it

    text = decode(content)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise RefusedFile(Refusal.ENTITIES)
    parser = etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        tree = etree.fromstring(text.strip().encode(), parser)
    except etree.XMLSyntaxError as error:
        raise RefusedFile(Refusal.MALFORMED, f"{error.lineno}:{error.offset}") from error
    known = NAMESPACE.fullmatch(tree.tag)
    if known is None or len(tree) == 0:
        raise RefusedFile(Refusal.UNKNOWN_FORMAT, str(tree.tag))
    for element in tree.iter(etree.Element):
        element.tag = element.tag.rpartition("}")[2]
    return Document(known["message"], tree[0])


def find_text(element: Any, *paths: str) -> str:
    """The text at the first of these paths that has one, in one line."""
    for path in paths:
        found = element.findtext(path)
        if found and found.strip():
            return " ".join(found.split())
    return ""


def need_text(element: Any, *paths: str) -> str:
    text = find_text(element, *paths)
    if not text:
        raise RefusedFile(Refusal.INCOMPLETE, paths[0])
    return text


def read_cents(text: str) -> int:
    """An amount of ISO 20022, which has a point and no sign. A part of a cent is refused, never rounded."""
    if not AMOUNT.fullmatch(text):
        raise RefusedFile(Refusal.WRONG_VALUE, text)
    cents = Decimal(text) * 100
    if cents != cents.to_integral_value():
        raise RefusedFile(Refusal.WRONG_VALUE, text)
    return int(cents)


def read_day(text: str) -> date:
    """A date, or the day in Lisbon in which a moment lies."""
    try:
        day = date.fromisoformat(text) if len(text) == 10 else day_of(read_moment(text))
    except (ValueError, OverflowError) as error:
        raise RefusedFile(Refusal.WRONG_VALUE, text) from error
    if day < BEFORE_ALL:
        raise RefusedFile(Refusal.WRONG_VALUE, text)
    return day


def read_moment(text: str) -> datetime:
    """A moment that names no zone is Lisbon's: banks write their local time."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=LISBON)
