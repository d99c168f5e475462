"""What a report is: a question, its columns, and what the ledger must say beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.functional import Promise
from msgspec import Struct

Told = dict[str, Any]


class Column(Struct, frozen=True):
    """`kind` says how a value is shown: text, count, money, net (money with its sign), day, moment, share, or a word of `words`."""

    key: str
    label: str | Promise
    kind: str = "text"
    total: bool = False
    words: Any = None
    weight: int = 2

    @property
    def figure(self) -> bool:
        return self.kind in ("count", "money", "net", "share")


class Check(Struct, frozen=True):
    """A sum of the report beside the same sum made of transfers: `sql` answers one number, `ours` names our total."""

    label: str | Promise
    sql: str
    ours: str


class Report(Struct, frozen=True):
    code: str
    title: str | Promise
    about: str | Promise
    sql: str
    columns: tuple[Column, ...]
    fields: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    link: Callable[[Told, Told], str] | None = None  # where one row leads: asked with the row and the choice
    as_of_now: bool = (
        False  # it says how things are when it is made: it asks for no days, and is not issued for any
    )
