"""The impact of a rule change, computed in the background once for each content, and shown before signing.

An impact belongs to the rules before, the rules after and the settings of the tables. If one of the three
differs, it is another impact. A request can be submitted before its impact is computed; the endorser sees
that it is missing.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import structlog
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.round_sums import RoundSums
from games.models import Round, RuleSheet, Table
from games.rulebook import changes, what_if
from games.rulebook.house_edges import (
    Edge,
    case_of,
    get_edges,
    published_cases,
    stored_edges,
    systems_with_published_cases,
)
from games.rulebook.models import OPEN, Impact, RuleChange, RuleContent
from games.rulebook.table_effects import adapt_setting
from games.tables.sheet_selectors import setting_of, sheet_of
from players.audit.online_record import online_since
from players.shared.decoding import prepare
from players.shared.exclusive_work import Claim, claim_work
from players.shared.progress import Advance, ignore_progress

log = structlog.get_logger("rulebook")
ROUNDS = 100  # the last rounds, replayed
LOST = timedelta(minutes=15)  # without progress, the computing process is gone
CLAIM = timedelta(hours=1)  # of the one process that computes; renewed with each computation


class Stopped(Exception):
    """A person stopped the computation."""


class ImpactCase(Struct, frozen=True):
    """Every bet at those tables, before and after. `after` is None if staff must set the tables.

    Stored as JSON under the names of the first release.
    """

    tables: tuple[str, ...]
    setting_before: dict[str, Any]
    setting_after: dict[str, Any] | None
    before: tuple[Edge, ...]
    after: tuple[Edge, ...] | None


class Liability(Struct, frozen=True):
    """The most that one round of a table can cost the bank. None means no bound."""

    table: str
    currency: str
    before: int | None
    after: int | None
    needs_setting: bool = False


class ReplayTotals(Struct, frozen=True):
    """The replay of the last rounds: counts, reasons for skipped rounds, and sums before and after."""

    requested: int
    rounds: int
    compared: int
    differing: int
    skipped: dict[str, int]
    before: RoundSums
    after: RoundSums


class Figures(Struct, frozen=True):
    cases: tuple[ImpactCase, ...]
    liabilities: tuple[Liability, ...]
    rounds: ReplayTotals


prepare(Figures)


def tables_of(system: str) -> list[Table]:
    """The tables of a game that have a setting and are not closed."""
    tables = Table.objects.filter(system=system, setting__isnull=False).exclude(status=Table.Status.CLOSED)
    return list(tables.select_related("setting").order_by("-currency", "id"))


def settings_digest(tables: list[Table]) -> str:
    return hashlib.sha256(
        msgspec.json.encode(sorted((table.pk, table.setting.digest) for table in tables if table.setting))
    ).hexdigest()


def _key(change: RuleChange) -> dict[str, Any]:
    base = change.base.digest if change.base is not None else ""
    return {
        "system": change.system,
        "base": base,
        "content": change.content.digest,
        "settings": settings_digest(tables_of(change.system)),
    }


def impact_of(change: RuleChange) -> Impact | None:
    """The impact of this content at the present settings; of a closed request, the last computed one."""
    if not change.is_open:
        base = change.base.digest if change.base is not None else ""
        computed = Impact.objects.filter(
            system=change.system, base=base, content=change.content.digest, state=Impact.State.DONE
        )
        return computed.order_by("-touched").first()
    return Impact.objects.filter(**_key(change)).first()


def is_computed(change: RuleChange) -> bool:
    impact = impact_of(change)
    return impact is not None and impact.state == Impact.State.DONE


def request_impact(change: RuleChange) -> Impact:
    """Queues the computation unless it is queued, running or done.

    A stopped or failed one is queued again.
    """
    impact = Impact.objects.get_or_create(**_key(change))[0]
    ended = Impact.objects.filter(pk=impact.pk, state__in=(Impact.State.STOPPED, Impact.State.FAILED))
    if ended.update(state=Impact.State.WAITING, percent=0, doing="", touched=Now()):
        impact.refresh_from_db()
    return impact


def stop_impact(change: RuleChange) -> bool:
    running = Impact.objects.filter(**_key(change), state__in=(Impact.State.WAITING, Impact.State.COUNTING))
    return bool(running.update(state=Impact.State.STOPPED, touched=Now()))


def due() -> QuerySet[Impact]:
    """The queued impacts, and those whose computing process is gone."""
    lost = Q(state=Impact.State.COUNTING, touched__lt=Now() - LOST)
    return Impact.objects.filter(Q(state=Impact.State.WAITING) | lost).order_by("requested_at")


def missing() -> list[tuple[RuleSheet, dict[str, object]]]:
    """The published edges of the sheets in force that are not computed yet."""
    sheets = RuleSheet.objects.filter(
        status=RuleSheet.Status.IN_FORCE, system__in=systems_with_published_cases()
    )
    pairs = []
    for sheet in sheets:
        cases = published_cases(sheet.system, sheet_of(sheet))
        stored = stored_edges(sheet.system, sheet.digest, cases)
        pairs += [(sheet, case) for case, edges in zip(cases, stored, strict=True) if edges is None]
    return pairs


def request_all() -> int:
    """Queues the missing impacts of all open requests. Returns how many wait."""
    open_changes = RuleChange.objects.filter(state__in=OPEN).select_related("content", "base")
    return sum(
        request_impact(change).state == Impact.State.WAITING
        for change in open_changes
        if is_computable(change) and impact_of(change) is None
    )


def is_computable(change: RuleChange) -> bool:
    """Whether the rules are lawful and differ from the present ones."""
    return (
        change.base is not None
        and change.base.digest != change.content.digest
        and not changes.find_breaches(change)
    )


def compute_all(published: bool = True, advance: Advance = ignore_progress) -> int:
    """Computes the due impacts and then the published edges. Does nothing if another process is computing."""
    with claim_work("impacts", duration=CLAIM) as claim:
        if claim is None:
            return 0
        computed = _compute_due(claim, advance)
        for sheet, case in missing() if published else ():
            claim.renew()
            get_edges(sheet.system, sheet_of(sheet), sheet.digest, case)
            advance(1)
            computed += 1 + _compute_due(claim, advance)  # People who wait come before published pages.
    return computed


def _compute_due(claim: Claim, advance: Advance) -> int:
    computed = 0
    while (impact := due().first()) is not None:
        claim.renew()
        compute(impact)
        advance(1)
        computed += 1
    return computed


def compute(impact: Impact) -> None:
    """Computes and stores one impact, unless another process does it or a person stops it."""

    def report(percent: int, doing: str) -> None:
        running = Impact.objects.filter(pk=impact.pk, state=Impact.State.COUNTING)
        if not running.update(percent=percent, doing=doing, touched=Now()):
            raise Stopped

    if not due().filter(pk=impact.pk).update(state=Impact.State.COUNTING, touched=Now()):
        return
    try:
        figures = compute_figures(impact, report)
    except Stopped:
        return
    except KeyboardInterrupt:
        # Without this it would look as if it were being computed until LOST has passed.
        interrupted = Impact.objects.filter(pk=impact.pk, state=Impact.State.COUNTING)
        interrupted.update(state=Impact.State.WAITING, percent=0, doing="", touched=Now())
        raise
    except Exception:
        log.exception("impact computation failed", impact=impact.pk)
        Impact.objects.filter(pk=impact.pk).update(state=Impact.State.FAILED, touched=Now())
        return
    data = msgspec.json.encode(figures).decode()
    done = {"state": Impact.State.DONE, "percent": 100, "doing": "", "data": data, "touched": Now()}
    Impact.objects.filter(pk=impact.pk, state=Impact.State.COUNTING).update(**done)


def compute_figures(impact: Impact, report: Callable[[int, str], None]) -> Figures:
    system = impact.system
    draft = changes.decode_sheet(system, RuleContent.objects.get(system=system, digest=impact.content).data)
    base = changes.decode_sheet(
        system, RuleSheet.objects.filter(system=system, digest=impact.base).order_by("-version")[0].data
    )
    tables = tables_of(system)
    report(1, "liability")
    liabilities = tuple(_liability(table, base, draft) for table in tables)
    report(3, "rounds")
    rounds = replay_rounds(system, impact.base, draft)
    return Figures(_compare_cases(impact, base, draft, tables, report), liabilities, rounds)


def _liability(table: Table, base: object, draft: object) -> Liability:
    assert table.setting is not None
    setting = setting_of(table.system, table.setting)
    adapted = adapt_setting(GAMES[table.system].engine, draft, setting)
    greatest_cost = GAMES[table.system].odds.greatest_cost
    after = greatest_cost(draft, adapted) if adapted is not None else None
    return Liability(table.name, table.currency, greatest_cost(base, setting), after, adapted is None)


def _compare_cases(
    impact: Impact, base: object, draft: object, tables: list[Table], report: Callable[[int, str], None]
) -> tuple[ImpactCase, ...]:
    """The edges before and after. Tables whose settings do not differ for the odds share a case."""
    system = impact.system
    groups: dict[bytes, tuple[list[str], dict[str, object], dict[str, object] | None]] = {}
    for table in tables:
        assert table.setting is not None
        setting = setting_of(system, table.setting)
        adapted = adapt_setting(GAMES[system].engine, draft, setting)
        old, new = case_of(system, setting), case_of(system, adapted) if adapted is not None else None
        groups.setdefault(msgspec.json.encode((old, new)), ([], old, new))[0].append(table.name)
    cases = []
    for number, (names, old, new) in enumerate(groups.values()):
        report(5 + 95 * 2 * number // (2 * len(groups)), "before")
        before = get_edges(system, base, impact.base, old)
        report(5 + 95 * (2 * number + 1) // (2 * len(groups)), "after")
        after = get_edges(system, draft, impact.content, new) if new is not None else None
        cases.append(
            ImpactCase(tuple(names), msgspec.to_builtins(old), msgspec.to_builtins(new), before, after)
        )
    return tuple(cases)


def replay_rounds(system: str, base: str, draft: object, count: int = ROUNDS) -> ReplayTotals:
    """Replays the last rounds for money with bets under the rules in force, and again under the draft."""
    money = Table.objects.filter(system=system, currency="EUR").values_list("pk", flat=True)
    sheets = RuleSheet.objects.filter(system=system, digest=base).values_list("pk", flat=True)
    finished = Round.objects.filter(
        table__in=list(money), sheet__in=list(sheets), status=Round.Status.ENDED, staked__gt=0
    )
    if (online := online_since()) is not None:
        finished = finished.filter(opened__gte=online)
    rounds = list(finished.select_related("table").order_by("-id")[:count])
    rows, skipped, differing = what_if.events_of(rounds), Counter[str](), 0
    before = after = RoundSums()
    for played in rounds:
        try:
            old, new = what_if.compare_round(played, rows[played.pk], draft)
        except what_if.NotComparable as reason:
            skipped[str(reason)] += 1
            continue
        before, after, differing = before + old, after + new, differing + (old != new)
    compared = len(rounds) - skipped.total()
    return ReplayTotals(count, len(rounds), compared, differing, dict(skipped), before, after)


def read_figures(impact: Impact | None) -> Figures | None:
    """The figures of a computed impact. None if it is not computed yet."""
    if impact is None or impact.state != Impact.State.DONE:
        return None
    return msgspec.json.decode(impact.data, type=Figures)
