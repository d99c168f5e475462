"""The life of a change to a table: proposed by one person, confirmed by another, in force from the next round on.

Here it is done in order and told on the record; that it cannot be done otherwise is the database's business (migration 0002).
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Now

from games.floor.models import ALONE, TableChange
from games.models import System, Table, TableSetting
from games.rules import GAMES
from games.rules.engine import Breach
from games.selectors import setting_of, sheet_of, sheets_in_force
from players.audit import note
from players.models import Person
from players.wallet.models import Account

State = TableChange.State


class NotYours(Exception):
    """Whoever proposed cannot confirm, and nobody but him withdraws."""


class Decided(Exception):
    """Somebody has decided it meanwhile."""


class Moved(Exception):
    """The table has another setting by now than the one that the proposal was made from."""


class AlreadyOpen(Exception):
    """A change of this table waits already."""


class Unlawful(Exception):
    """It breaks a rule, perhaps of a sheet that came in force since."""

    def __init__(self, breaches: list[Breach]) -> None:
        super().__init__(breaches)
        self.breaches = breaches


def encoded(setting: Any) -> tuple[str, str]:
    data = msgspec.json.encode(setting).decode()
    return data, hashlib.sha256(data.encode()).hexdigest()


def alone(before: Any, after: Any) -> bool:
    """Whether only what one person may set is different."""
    was, now = msgspec.to_builtins(before), msgspec.to_builtins(after)
    return all(was.get(name) == now.get(name) for name in now if name not in ALONE)


def breaches(table: Table, before: Any, after: Any) -> list[Breach]:
    """Every way in which the setting contradicts the sheet in force, the regulation, or what players have paid into the jackpot."""
    sheet = sheets_in_force().get(table.system)
    if sheet is None:
        return [Breach("", "", "no-sheet")]
    found = list(GAMES[table.system].check_setting(sheet_of(sheet), after))
    if table.system == System.MACAU_STUD and before is not None and before.jackpot is not None:
        found += _jackpot_kept(table, before.jackpot, after.jackpot)
    return found


def _jackpot_kept(table: Table, before: Any, after: Any) -> list[Breach]:
    """What players have paid in was paid for what was announced: a pot that holds it is neither taken away nor made worth less."""
    pot = Account.objects.filter(kind=Account.Kind.JACKPOT, table=table.pk, balance__gt=before.minimum).exists()
    if not pot:
        return []
    if after is None:
        return [Breach("", "jackpot", "pot-holds")]
    found = [
        Breach("", f"jackpot.{name}", "after-next-win")
        for name in ("bet", "contribution", "minimum")
        if getattr(before, name) != getattr(after, name)
    ]
    for name in before.fixed.__struct_fields__:
        if getattr(after.fixed, name) < (was := getattr(before.fixed, name)):
            found.append(Breach("MS-10.3", f"jackpot.fixed.{name}", "only-upward", {"least": was}))
    return found


def change_propose(*, table: Table, setting: Any, author: Person, reason: str) -> TableChange:
    """Proposed; where only the pace or the languages change, it is in force at once, from the next round on."""
    with transaction.atomic():
        table = Table.objects.select_for_update(of=("self",), no_key=True).select_related("setting").get(pk=table.pk)
        before = setting_of(table.system, table.setting) if table.setting else None
        if found := breaches(table, before, setting):
            raise Unlawful(found)
        if TableChange.objects.filter(table=table, state=State.PROPOSED).exists():
            raise AlreadyOpen
        data, digest = encoded(setting)
        single = before is not None and alone(before, setting)
        change = TableChange.objects.create(
            table=table, base=table.setting, data=data, digest=digest, alone=single, author=author, reason=reason
        )
        note("tables.change-proposed", person=author, about=f"table:{table.pk}", change=change.pk, digest=digest, reason=reason)
        if single:
            _take(change, table, State.APPLIED, None)
            note("tables.setting-changed", person=author, about=f"table:{table.pk}", change=change.pk, digest=digest)
    return change


def change_confirm(*, change: int, person: Person) -> TableChange:
    """The second person: the content that he saw is in force from the next round on."""
    with transaction.atomic():
        found, table = _locked(change)
        if found.author_id == person.pk:
            raise NotYours
        if found.base_id != table.setting_id:
            raise Moved
        before = setting_of(table.system, table.setting) if table.setting else None
        if wrong := breaches(table, before, msgspec.json.decode(found.data, type=GAMES[table.system].Setting)):
            raise Unlawful(wrong)
        _take(found, table, State.CONFIRMED, person)
        note("tables.setting-changed", person=person, about=f"table:{table.pk}", change=found.pk, digest=found.digest)
    return found


def change_refuse(*, change: int, person: Person, reason: str) -> None:
    """A second person says no, and why; the proposer himself withdraws."""
    with transaction.atomic():
        found, table = _locked(change)
        own = found.author_id == person.pk
        state = State.WITHDRAWN if own else State.REFUSED
        _close(found, state, None if own else person, answer=reason)
        note(f"tables.change-{state}", person=person, about=f"table:{table.pk}", change=found.pk, reason=reason)


def _take(change: TableChange, table: Table, state: str, person: Person | None) -> None:
    last = TableSetting.objects.filter(table=table).aggregate(last=Max("version"))["last"] or 0
    made = TableSetting.objects.create(table=table, version=last + 1, data=change.data, digest=change.digest, author_id=change.author_id)
    _close(change, state, person, setting=made)
    Table.objects.filter(pk=table.pk).update(setting=made)


def _close(change: TableChange, state: str, person: Person | None, **more: Any) -> None:
    TableChange.objects.filter(pk=change.pk).update(state=state, confirmer=person, decided=Now(), **more)
    change.state = state


def _locked(change: int) -> tuple[TableChange, Table]:
    """The table's row first, as everywhere: who confirms and who deals wait for each other at one place."""
    asked = TableChange.objects.filter(pk=change).values_list("table_id", flat=True).first()
    table = Table.objects.select_for_update(of=("self",), no_key=True).select_related("setting").filter(pk=asked or 0).first()
    if table is None:
        raise Decided
    found = TableChange.objects.select_for_update(of=("self",)).get(pk=change)
    if found.state != State.PROPOSED:
        raise Decided
    return found, table
