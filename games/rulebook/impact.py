"""The impact of a rule change: counted once for each exact content, beside the house's work, and shown to whoever signs.

What it says belongs to the rules before, the rules after and the tables as they are set: when one of the three is another, so is
the impact. Nobody has to wait for it to submit; whoever endorses is told where it is not finished.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import structlog
from django.db import connection
from django.db.models import Q
from django.db.models.functions import Now
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.round_sums import RoundSums
from games.models import Round, RuleSheet, Table
from games.rulebook import changes, what_if
from games.rulebook.house_edges import (
    Edge,
    case_of,
    edges_keep,
    edges_kept,
    published_cases,
    systems_with_published_cases,
)
from games.rulebook.models import OPEN, Impact, RuleChange, RuleContent
from games.rulebook.selectors import setting_of, sheet_of
from games.rulebook.table_effects import conformed

log = structlog.get_logger("rulebook")
ROUNDS = 100  # the last ones that are played again
LOST = timedelta(minutes=15)  # without a sign of life, whoever counted is gone
LATCH = 0x1AFAC7  # one counts at a time


class Stopped(Exception):
    """Somebody said that it need not be counted."""


class Case(Struct, frozen=True):
    """Every bet at the tables of that name, before and after; nothing after where the tables must be set anew."""

    tables: tuple[str, ...]
    about: dict[str, Any]
    will: dict[str, Any] | None
    before: tuple[Edge, ...]
    after: tuple[Edge, ...] | None


class Liability(Struct, frozen=True):
    """The most that one round of a table can cost the bank; None where nothing bounds it."""

    table: str
    currency: str
    before: int | None
    after: int | None
    waits: bool = False


class Replayed(Struct, frozen=True):
    """The last rounds once more: how many, how many compared, why the others were not, and what they came to both times."""

    asked: int
    found: int
    compared: int
    differing: int
    apart: dict[str, int]
    before: RoundSums
    after: RoundSums


class Figures(Struct, frozen=True):
    cases: tuple[Case, ...]
    liabilities: tuple[Liability, ...]
    rounds: Replayed


def tables_of(system: str) -> list[Table]:
    found = Table.objects.filter(system=system, setting__isnull=False).exclude(status=Table.Status.CLOSED)
    return list(found.select_related("setting").order_by("-currency", "id"))


def settings_digest(tables: list[Table]) -> str:
    return hashlib.sha256(
        msgspec.json.encode(sorted((table.pk, table.setting.digest) for table in tables if table.setting))
    ).hexdigest()


def _key(change: RuleChange) -> dict[str, str]:
    base = change.base.digest if change.base is not None else ""
    return {
        "system": change.system,
        "base": base,
        "content": change.content.digest,
        "settings": settings_digest(tables_of(change.system)),
    }


def impact_of(change: RuleChange) -> Impact | None:
    """What is known of exactly this content at the tables as they are set now; of a closed request, what was known last."""
    if not change.is_open:
        base = change.base.digest if change.base is not None else ""
        known = Impact.objects.filter(
            system=change.system, base=base, content=change.content.digest, state=Impact.State.DONE
        )
        return known.order_by("-touched").first()
    return Impact.objects.filter(**_key(change)).first()


def is_known(change: RuleChange) -> bool:
    found = impact_of(change)
    return found is not None and found.state == Impact.State.DONE


def impact_ask(change: RuleChange) -> Impact:
    """Puts it in the queue, unless it stands there or is counted; what was stopped or has failed is tried again."""
    found, _new = Impact.objects.get_or_create(**_key(change))
    again = Impact.objects.filter(pk=found.pk, state__in=(Impact.State.STOPPED, Impact.State.FAILED))
    if again.update(state=Impact.State.WAITING, percent=0, doing="", touched=Now()):
        found.refresh_from_db()
    return found


def impact_stop(change: RuleChange) -> bool:
    running = Impact.objects.filter(**_key(change), state__in=(Impact.State.WAITING, Impact.State.COUNTING))
    return bool(running.update(state=Impact.State.STOPPED, touched=Now()))


def due() -> Any:
    """What waits, and what somebody began and never finished."""
    lost = Q(state=Impact.State.COUNTING, touched__lt=Now() - LOST)
    return Impact.objects.filter(Q(state=Impact.State.WAITING) | lost).order_by("asked")


def missing() -> list[tuple[RuleSheet, dict[str, Any]]]:
    """Of the sheets in force, the published figures that are not counted yet."""
    sheets = RuleSheet.objects.filter(
        status=RuleSheet.Status.IN_FORCE, system__in=systems_with_published_cases()
    )
    wanted = [(sheet, published_cases(sheet.system, sheet_of(sheet))) for sheet in sheets]
    return [
        (sheet, case)
        for sheet, cases in wanted
        for case, kept in zip(cases, edges_kept(sheet.system, sheet.digest, cases), strict=True)
        if kept is None
    ]


def asked_for_all() -> int:
    """Every open request has its impact in the queue, whoever forgot to ask."""
    found = RuleChange.objects.filter(state__in=OPEN).select_related("content", "base")
    return sum(
        impact_ask(change).state == Impact.State.WAITING
        for change in found
        if countable(change) and impact_of(change) is None
    )


def countable(change: RuleChange) -> bool:
    """Rules that contradict the regulation are worth nothing, and rules that say the same change nothing."""
    return (
        change.base is not None
        and change.base.digest != change.content.digest
        and not changes.breaches(change)
    )


def count_all(published: bool = True) -> int:
    """Counts what is due, one after another, and then what is published; where somebody counts already, nothing."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LATCH])
        if not cursor.fetchone()[0]:
            return 0
    done = 0
    try:
        while (found := due().first()) is not None:
            count(found)
            done += 1
        for sheet, case in missing() if published else ():
            edges_keep(sheet.system, sheet_of(sheet), sheet.digest, case)
            done += 1
            while (found := due().first()) is not None:  # people who wait come before pages
                count(found)
                done += 1
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LATCH])
    return done


def count(impact: Impact) -> None:
    def at(percent: int, doing: str) -> None:
        mine = Impact.objects.filter(pk=impact.pk, state=Impact.State.COUNTING)
        if not mine.update(percent=percent, doing=doing, touched=Now()):
            raise Stopped

    if not due().filter(pk=impact.pk).update(state=Impact.State.COUNTING, touched=Now()):
        return
    try:
        figures = figures_of(impact, at)
    except Stopped:
        return
    except Exception:
        log.exception("impact could not be counted", impact=impact.pk)
        Impact.objects.filter(pk=impact.pk).update(state=Impact.State.FAILED, touched=Now())
        return
    data = msgspec.json.encode(figures).decode()
    done = {"state": Impact.State.DONE, "percent": 100, "doing": "", "data": data, "touched": Now()}
    Impact.objects.filter(pk=impact.pk, state=Impact.State.COUNTING).update(**done)


def figures_of(impact: Impact, at: Callable[[int, str], None]) -> Figures:
    system = impact.system
    draft = changes.read(system, RuleContent.objects.get(system=system, digest=impact.content).data)
    base = changes.read(
        system, RuleSheet.objects.filter(system=system, digest=impact.base).order_by("-version")[0].data
    )
    tables = tables_of(system)
    at(1, "liability")
    liabilities = tuple(_liability(table, base, draft) for table in tables)
    at(3, "rounds")
    rounds = replayed(system, impact.base, draft)
    return Figures(_cases(impact, base, draft, tables, at), liabilities, rounds)


def _liability(table: Table, base: Any, draft: Any) -> Liability:
    setting = setting_of(table.system, table.setting)  # type: ignore[arg-type]
    will = conformed(GAMES[table.system].engine, draft, setting)
    greatest_cost = GAMES[table.system].odds.greatest_cost
    after = greatest_cost(draft, will) if will is not None else None
    return Liability(table.name, table.currency, greatest_cost(base, setting), after, will is None)


def _cases(
    impact: Impact, base: Any, draft: Any, tables: list[Table], at: Callable[[int, str], None]
) -> tuple[Case, ...]:
    """Tables that differ in nothing that matters to the odds stand together."""
    system, together = impact.system, dict[bytes, tuple[list[str], dict[str, Any], dict[str, Any] | None]]()
    for table in tables:
        setting = setting_of(system, table.setting)  # type: ignore[arg-type]
        will = conformed(GAMES[system].engine, draft, setting)
        case, after = case_of(system, setting), case_of(system, will) if will is not None else None
        together.setdefault(msgspec.json.encode((case, after)), ([], case, after))[0].append(table.name)
    found = []
    for number, (names, case, after) in enumerate(together.values()):
        at(5 + 95 * 2 * number // (2 * len(together)), "before")
        before = edges_keep(system, base, impact.base, case)
        at(5 + 95 * (2 * number + 1) // (2 * len(together)), "after")
        would = edges_keep(system, draft, impact.content, after) if after is not None else None
        found.append(Case(tuple(names), msgspec.to_builtins(case), msgspec.to_builtins(after), before, would))
    return tuple(found)


def replayed(system: str, base: str, draft: Any, count: int = ROUNDS) -> Replayed:
    """The last rounds for money in which somebody bet, played under the rules in force, once more under the draft."""
    money = Table.objects.filter(system=system, currency="EUR").values_list("pk", flat=True)
    under = RuleSheet.objects.filter(system=system, digest=base).values_list("pk", flat=True)
    known = Round.objects.filter(
        table__in=list(money), sheet__in=list(under), status=Round.Status.ENDED, staked__gt=0
    )
    rounds = list(known.select_related("table").order_by("-id")[:count])
    rows, apart, differing = what_if.rows_of(rounds), Counter[str](), 0
    before = after = RoundSums()
    for round in rounds:
        try:
            was, will = what_if.compared(round, rows[round.pk], draft)
        except what_if.Apart as reason:
            apart[str(reason)] += 1
            continue
        before, after, differing = before + was, after + will, differing + (was != will)
    return Replayed(count, len(rounds), len(rounds) - apart.total(), differing, dict(apart), before, after)


def read(impact: Impact | None) -> Figures | None:
    if impact is None or impact.state != Impact.State.DONE:
        return None
    return msgspec.json.decode(impact.data, type=Figures)
