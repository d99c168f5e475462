"""XML for packs: records as text, money, and the reading of files too large to be held as a tree."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lxml import etree

MAX_FAULTS = 20
# Characters that XML does not allow are dropped, so that the file can be written.
_FORBIDDEN = [*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF]
_TEXT = {**dict.fromkeys(_FORBIDDEN, ""), ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"}


def euros(cents: int) -> str:
    sign, cents = ("-", -cents) if cents < 0 else ("", cents)
    return f"{sign}{cents // 100}.{cents % 100:02}"


def cents(text: str) -> int:
    """The inverse of `euros`, without floating point. Another form of a number is a ValueError."""
    sign = -1 if text.startswith("-") else 1
    whole, dot, part = text.removeprefix("-").partition(".")
    if not (whole + part).isdecimal() or not whole or len(part) != (2 if dot else 0):
        raise ValueError(f"{text!r} is no amount in euros")
    return sign * (int(whole) * 100 + int(part or 0))


def leaf(name: str, text: str) -> str:
    if not text:
        return f"<{name}/>"
    # Most texts are numbers and times: a look is quicker than a translation, of millions in a day.
    if "<" in text or "&" in text or ">" in text or not text.isprintable():
        text = text.translate(_TEXT)
    return f"<{name}>{text}</{name}>"


def record(name: str, values: Iterable[tuple[str, str]]) -> str:
    """An element with a leaf for each value, in order."""
    return f"<{name}>{''.join([leaf(child, text) for child, text in values])}</{name}>\n"


@lru_cache(maxsize=32)
def _schema(path: Path) -> etree.XMLSchema:
    from lxml import etree  # with the first file: a process is smaller without it

    return etree.XMLSchema(etree.parse(path))


def schema_faults(content: bytes, path: Path, *records: str) -> list[str]:
    """The violations of a schema. The file is never a whole tree in memory: a record is forgotten at its
    end.
    """
    from lxml import etree

    reader = etree.iterparse(
        io.BytesIO(content),
        schema=_schema(path),
        events=("end",),
        tag=records,
        resolve_entities=False,
        no_network=True,
    )
    try:
        for _event, element in reader:
            _forget(element)
    except etree.XMLSyntaxError as error:
        found = [f"{fault.line}: {fault.message}" for fault in reader.error_log]
        return (found or [str(error)])[:MAX_FAULTS]
    return []


def elements(content: bytes, *names: str) -> Iterator[Any]:
    """The elements of these names, one at a time: all together they take many times the size of a file."""
    from lxml import etree

    for _event, element in etree.iterparse(
        io.BytesIO(content), events=("end",), tag=names, resolve_entities=False, no_network=True
    ):
        yield element
        _forget(element)


def _forget(element: Any) -> None:
    element.clear()
    while element.getprevious() is not None:
        del element.getparent()[0]
