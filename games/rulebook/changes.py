"""The steps of a rule change, by people and by scheduled tasks.

Each writes one audit line in its transaction.
"""

from __future__ import annotations

import hashlib
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

import msgspec
import redis
import structlog
from django.db import IntegrityError, transaction
from django.db.models import F, OuterRef, Q, Subquery
from django.db.models.functions import Now

from games.catalogue import GAMES
from games.models import RuleSheet, Table
from games.rulebook import table_effects
from games.rulebook.assessment import NOT_ASSESSED, Assessment, assessment_of
from games.rulebook.lead_time import changes_draw, earliest, leads
from games.rulebook.lifecycle import (
    AUTHOR,
    EDITABLE,
    EXPIRES_AFTER,
    WITH_REASON,
    RuleRefused,
    StepRefusal,
    find_refusal,
    has_role_permission,
    permissions_of,
)
from games.rulebook.models import OPEN, RuleChange, RuleContent, RuleDocument, RuleStep
from games.rules.shared.refusals import Breach
from games.tables.transport.client import send_to_tables
from games.tables.transport.protocol import CheckInactivity
from players.audit import note
from players.models import Person
from players.shared.clock import day_of, now
from players.shared.form_versions import form_version
from players.shared.staff_reasons import MIN_LENGTH

log = structlog.get_logger("rulebook")
AUDIT_KINDS = {
    "submit": "submitted",
    "endorse": "endorsed",
    "return": "returned",
    "authorise": "authorised",
    "refuse": "refused",
    "schedule": "scheduled",
    "withdraw": "withdrawn",
    "expire": "expired",
    "activate": "came-in-force",
}
MAX_FILE_SIZE = 8 * 1024 * 1024
DEMONSTRATION = "DEMO-1"  # the reference of rules without an approval
# The first bytes of a file decide its type, not its name or the browser.
FILE_SIGNATURES = (
    (b"%PDF-", "application/pdf"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
)


def sheet_in_force(system: str) -> RuleSheet | None:
    return RuleSheet.objects.filter(system=system, status=RuleSheet.Status.IN_FORCE).first()


def decode_sheet(system: str, data: str) -> object:
    """The rules in `data` as the engine of the game reads them."""
    return msgspec.json.decode(data, type=GAMES[system].engine.sheet_type)


def first_sheet(system: str) -> Any:
    """The first draft of a game: the regulation's defaults, and a lawful choice where it has none."""
    game = GAMES[system]
    sheet_type: Any = game.engine.sheet_type
    own = {"system": system} if "system" in sheet_type.__struct_fields__ else {}
    return msgspec.convert({**own, **game.sheet.first_draft}, type=sheet_type, strict=False)


def rules_of(change: RuleChange) -> Any:
    return decode_sheet(change.system, change.content.data)


def base_of(change: RuleChange) -> Any | None:
    return decode_sheet(change.system, change.base.data) if change.base is not None else None


def approved_base(change: RuleChange) -> object | None:
    """The rules that the change replaces, if they were approved. The demonstration's rules were not."""
    demo = change.base is not None and change.base.reference == DEMONSTRATION
    return None if demo else base_of(change)


def find_breaches(change: RuleChange) -> list[Breach]:
    return GAMES[change.system].engine.check_sheet(rules_of(change))


def base_changed(change: RuleChange) -> bool:
    """Whether other rules came into force after this change began."""
    current = sheet_in_force(change.system)
    return (current.pk if current else None) != change.base_id


def endorser_of(change: RuleChange) -> int | None:
    """The person who endorsed exactly this content after its last submission."""
    steps = (
        change.steps.filter(verb__in=("submit", "endorse"))
        .order_by("-id")
        .values_list("verb", "person", "digest")[:1]
    )
    return next(
        (person for verb, person, digest in steps if verb == "endorse" and digest == change.content.digest),
        None,
    )


def save_content(system: str, sheet: object) -> RuleContent:
    data = msgspec.json.encode(sheet).decode()
    digest = hashlib.sha256(data.encode()).hexdigest()
    return RuleContent.objects.get_or_create(system=system, digest=digest, defaults={"data": data})[0]


def begin_rule_change(
    *, system: str, person: Person, title: str, earlier: RuleSheet | None = None, request: object = None
) -> RuleChange:
    """Begins a draft with the rules in force, an earlier version, or the defaults of a game without rules."""
    if not has_role_permission(person, AUTHOR):
        raise RuleRefused(StepRefusal.NO_ROLE)
    base = sheet_in_force(system)
    source = earlier or base
    if source is not None and source.system != system:
        raise RuleRefused(StepRefusal.NOT_NOW)
    sheet = decode_sheet(system, source.data) if source is not None else first_sheet(system)
    try:
        with transaction.atomic():
            content = save_content(system, sheet)
            change = RuleChange(
                system=system, title=title, base=base, content=content, reinstated=earlier, author=person
            )
            # An earlier version may name another beacon than the sheet in force.
            change.generator = changes_draw(approved_base(change), sheet)
            change.save()
            note(
                "rules.change-begun",
                person=person,
                about=f"rulechange:{change.pk}",
                request=request,
                game=system,
                title=title,
            )
    except IntegrityError as fault:
        raise RuleRefused(StepRefusal.OPEN_ALREADY) from fault
    return change


def begin_again(*, change: int, person: Person, request: object = None) -> RuleChange:
    """Begins a draft with the rules of a request that the regulator refused, on the rules now in force."""
    refused = RuleChange.objects.select_related("content").get(pk=change)
    if refused.state != RuleChange.State.REFUSED:
        raise RuleRefused(StepRefusal.NOT_NOW)
    if refused.author_id != person.pk:
        raise RuleRefused(StepRefusal.NOT_YOURS)
    with transaction.atomic():
        draft = begin_rule_change(system=refused.system, person=person, title=refused.title, request=request)
        return save_draft(
            change=draft.pk,
            person=person,
            sheet=rules_of(refused),
            title=refused.title,
            reason=refused.reason,
            generator=refused.generator,
            assessment=assessment_of(refused),
            request=request,
        )


def _lock_change(change: int) -> RuleChange:
    # The locking statement has no joins: a joined content saved after its snapshot would make the row appear
    # missing.
    RuleChange.objects.select_for_update().only("pk").get(pk=change)
    return RuleChange.objects.select_related("content", "base", "reinstated", "author").get(pk=change)


class DraftConflict(Exception):
    """Another window saved the draft after this one read it."""


def draft_edition(change: RuleChange) -> str:
    return form_version(
        change.content.digest,
        change.title,
        change.reason,
        change.generator,
        assessment_of(change),
        change.base_id,
    )


def save_draft(
    *,
    change: int,
    person: Person,
    sheet: object,
    title: str,
    reason: str,
    generator: bool = False,
    assessment: Assessment = NOT_ASSESSED,
    edition: str = "",
    request: object = None,
) -> RuleChange:
    """Saves a draft. A draft may contradict the regulation; a submitted request may not."""
    with transaction.atomic():
        row = _lock_change(change)
        if row.state not in EDITABLE:
            raise RuleRefused(StepRefusal.NOT_NOW)
        if row.author_id != person.pk or not has_role_permission(person, AUTHOR):
            raise RuleRefused(StepRefusal.NOT_YOURS)
        if edition and edition != draft_edition(row):
            raise DraftConflict
        before = row.content.digest
        row.content, row.title, row.reason, row.generator = (
            save_content(row.system, sheet),
            title,
            reason,
            # Beacon and shares are parts of the generator: another draw is a change of it, with its notice.
            generator or changes_draw(approved_base(row), sheet),
        )
        for name, value in msgspec.structs.asdict(assessment).items():
            setattr(row, name, value)
        row.save(update_fields=["content", "title", "reason", "generator", *Assessment.__struct_fields__])
        note(
            "rules.draft-saved",
            person=person,
            about=f"rulechange:{row.pk}",
            request=request,
            before=before,
            after=row.content.digest,
        )
    return row


def rebase_draft(*, change: int, person: Person, request: object = None) -> RuleChange:
    """Bases a draft on the rules now in force. Its content stays the same."""
    with transaction.atomic():
        row = _lock_change(change)
        if row.state not in EDITABLE:
            raise RuleRefused(StepRefusal.NOT_NOW)
        if row.author_id != person.pk or not has_role_permission(person, AUTHOR):
            raise RuleRefused(StepRefusal.NOT_YOURS)
        row.base = sheet_in_force(row.system)
        row.generator = row.generator or changes_draw(approved_base(row), rules_of(row))
        row.save(update_fields=["base", "generator"])
        version = row.base.version if row.base else 0
        note(
            "rules.draft-rebased",
            person=person,
            about=f"rulechange:{row.pk}",
            request=request,
            version=version,
        )
    return row


def save_document(*, change: RuleChange, person: Person, name: str, data: bytes) -> RuleDocument:
    file_type = next((name for prefix, name in FILE_SIGNATURES if data.startswith(prefix)), None)
    if file_type is None or len(data) > MAX_FILE_SIZE:
        raise RuleRefused(StepRefusal.BAD_FILE)
    file_name = "".join(sign for sign in name if sign.isprintable())[-120:] or "documento"
    digest = hashlib.sha256(data).hexdigest()
    return RuleDocument.objects.create(
        change=change, person=person, name=file_name, type=file_type, digest=digest, data=data
    )


def take_change_step(
    *,
    change: int,
    verb: str,
    person: Person,
    digest: str,
    reason: str = "",
    reference: str = "",
    dated: date | None = None,
    document: RuleDocument | None = None,
    moment: datetime | None = None,
    request: Any = None,
) -> RuleChange:
    """Takes one step by one person about the content of that digest. The database refuses the same cases."""
    try:
        with transaction.atomic():
            row = _lock_change(change)
            _check(row, verb, person, digest, reason, moment)
            proof = None
            if verb == "authorise":
                if not (reference and dated and dated <= day_of(now()) and document):
                    raise RuleRefused(StepRefusal.NO_PROOF)
                if dated < submitted_on(row):
                    raise RuleRefused(StepRefusal.DATED_BEFORE)
                proof = document
            if verb == "endorse":
                moment = earliest_moment(row)
            elif verb == "schedule":
                moment = max(moment or now(), now())
            else:
                moment = None
            step = {
                "reason": reason,
                "reference": reference,
                "dated": dated if proof else None,
                "document": proof,
                "moment": moment,
            }
            RuleStep.objects.create(change=row, person=person, verb=verb, digest=digest, **step)
            details = {
                "digest": digest,
                "reason": reason,
                "reference": reference,
                "moment": moment.isoformat() if moment else "",
            }
            given: dict[str, Any] = {name: value for name, value in details.items() if value}
            note(
                f"rules.change-{AUDIT_KINDS[verb]}",
                person=person,
                about=f"rulechange:{row.pk}",
                request=request,
                **given,
            )
    except IntegrityError as fault:
        # The database enforces the same rules and decides.
        log.warning("step refused by the database", change=change, verb=verb, why=str(fault).splitlines()[0])
        raise RuleRefused(StepRefusal.NOT_NOW) from fault
    row.refresh_from_db()
    return row


def submitted_on(change: RuleChange) -> date:
    """The day in Lisbon on which the present request was submitted."""
    return day_of(change.steps.filter(verb="submit").values_list("at", flat=True).latest("at"))


def _check(
    change: RuleChange, verb: str, person: Person, digest: str, reason: str, moment: datetime | None
) -> None:
    refusal = find_refusal(change, verb, person, permissions_of(person), endorser_of(change))
    if refusal is not None:
        raise RuleRefused(refusal)
    if digest != change.content.digest:
        raise RuleRefused(StepRefusal.OTHER_CONTENT)
    if verb in WITH_REASON:
        if len(reason) < MIN_LENGTH:
            raise RuleRefused(StepRefusal.NO_REASON)
        return
    if base_changed(change):
        raise RuleRefused(StepRefusal.BASE_MOVED)
    if find_breaches(change):
        raise RuleRefused(StepRefusal.BREACHES)
    if verb == "submit" and not change.generator and change.base is not None and change.base.digest == digest:
        raise RuleRefused(StepRefusal.NOTHING_CHANGES)
    if verb == "submit" and len(change.reason.strip()) < MIN_LENGTH:
        raise RuleRefused(StepRefusal.NO_REASON)
    if verb == "schedule":
        _check_moment(change, moment)


def _check_moment(change: RuleChange, moment: datetime | None) -> None:
    """A typed moment is meant. Forms give whole minutes, so the present minute has not passed."""
    present = now()
    first = max(change.earliest or present, present)
    if moment is not None and moment < present.replace(second=0, microsecond=0):
        raise RuleRefused(StepRefusal.PAST, earliest=first)
    if max(moment or present, present) < first:
        raise RuleRefused(StepRefusal.TOO_SOON, earliest=first)


def earliest_moment(change: RuleChange) -> datetime:
    """The earliest moment at which the change may apply if it is requested now."""
    requirements = leads(change.system, approved_base(change), rules_of(change), generator=change.generator)
    return earliest(now(), requirements, GAMES[change.system].approval.countries)


def activate_due() -> int:
    """Puts scheduled changes into force once their moment has passed.

    Concurrent workers do each change once.
    """
    current = RuleSheet.objects.filter(system=OuterRef("system"), status=RuleSheet.Status.IN_FORCE).values(
        "pk"
    )[:1]
    due = RuleChange.objects.filter(state=RuleChange.State.SCHEDULED, moment__lte=now())
    activated = 0
    for pk in list(
        due.annotate(current=Subquery(current))
        .filter(Q(base=F("current")) | Q(base=None, current=None))
        .order_by("moment")
        .values_list("pk", flat=True)
    ):
        with transaction.atomic():
            row = (
                RuleChange.objects.select_for_update(of=("self",), skip_locked=True)
                .filter(pk=pk, state="scheduled")
                .first()
            )
            if row is None:
                continue
            RuleStep.objects.create(change=row, verb="activate", digest=row.content.digest)
            row.refresh_from_db()
            assert row.sheet is not None
            note(
                "rules.change-came-in-force",
                about=f"rulechange:{row.pk}",
                version=row.sheet.version,
                digest=row.content.digest,
                tables=table_effects.update_tables(row),
            )
            transaction.on_commit(partial(wake_tables, row.content.system))
            activated += 1
    return activated


def wake_tables(system: str) -> None:
    """Has the croupiers tell the new rules to the pages of empty tables at once. At the others they come with
    the first bets under them.  [AR-25] [FR-R26] [BJ-32] [PB-32] [CS-38] [HE-66] [MS-10.3]
    """
    tables = list(Table.objects.filter(system=system, setting__isnull=False).values_list("pk", flat=True))
    try:
        send_to_tables(tables, CheckInactivity())
    except redis.RedisError as error:
        log.warning("tables not notified", system=system, error=str(error))


def expire_due() -> int:
    """Ends requests without a step for too long, so that no approval outlives its circumstances."""
    states = [state for state in OPEN if state != RuleChange.State.SCHEDULED]
    overdue = RuleChange.objects.filter(
        state__in=states, changed__lt=Now() - timedelta(days=EXPIRES_AFTER)
    ).select_related("content")
    expired = list(overdue)
    for change in expired:
        with transaction.atomic():
            RuleStep.objects.create(change=change, verb="expire", digest=change.content.digest)
            note("rules.change-expired", about=f"rulechange:{change.pk}")
    return len(expired)
