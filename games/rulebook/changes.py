"""What people and the hour do to a rule change. Each act is one step of it and one line of the audit log, in one transaction."""

from __future__ import annotations

import hashlib
from datetime import date, datetime, timedelta
from typing import Any

import msgspec
import structlog
from django.db import IntegrityError, transaction
from django.db.models import F, OuterRef, Q, Subquery
from django.db.models.functions import Now

from games.catalogue import GAMES
from games.models import RuleSheet
from games.rulebook import table_effects
from games.rulebook.lead_time import earliest, leads
from games.rulebook.lifecycle import (
    AUTHOR,
    EDITED,
    EXPIRES_AFTER,
    WITH_REASON,
    Refusal,
    RuleRefused,
    person_may,
    refused_to,
    rights_of,
)
from games.rulebook.models import OPEN, RuleChange, RuleContent, RuleDocument, RuleStep
from games.rules.shared.refusals import Breach
from players.audit import note
from players.models import Person
from players.shared.clock import day_of, now
from players.shared.form_versions import form_version
from players.shared.staff_reasons import MIN_LENGTH

log = structlog.get_logger("rulebook")
PAST = {
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
LARGEST = 8 * 1024 * 1024
DEMONSTRATION = "DEMO-1"  # the reference of rules that nobody approved
# What a file is says its own beginning, never its name or the browser.
BEGINNINGS = (
    (b"%PDF-", "application/pdf"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
)


def sheet_in_force(system: str) -> RuleSheet | None:
    return RuleSheet.objects.filter(system=system, status=RuleSheet.Status.IN_FORCE).first()


def read(system: str, data: str) -> Any:
    return msgspec.json.decode(data, type=GAMES[system].engine.sheet_type)


def first_sheet(system: str) -> Any:
    """What a game's first draft says: the regulation's defaults, and a lawful choice where it has none."""
    game = GAMES[system]
    own = {"system": system} if "system" in game.engine.sheet_type.__struct_fields__ else {}
    return msgspec.convert({**own, **game.sheet.first_draft}, type=game.engine.sheet_type, strict=False)


def rules_of(change: RuleChange) -> Any:
    return read(change.system, change.content.data)


def base_of(change: RuleChange) -> Any | None:
    return read(change.system, change.base.data) if change.base is not None else None


def approved_base(change: RuleChange) -> Any | None:
    """The rules that the change follows, where anybody approved them: the demonstration's were approved by nobody."""
    demo = change.base is not None and change.base.reference == DEMONSTRATION
    return None if demo else base_of(change)


def breaches(change: RuleChange) -> list[Breach]:
    return GAMES[change.system].engine.check_sheet(rules_of(change))


def has_moved(change: RuleChange) -> bool:
    """Did other rules come in force since this was begun?"""
    current = sheet_in_force(change.system)
    return (current.pk if current else None) != change.base_id


def endorser_of(change: RuleChange) -> int | None:
    """Who endorsed this very content since it was last submitted."""
    steps = (
        change.steps.filter(verb__in=("submit", "endorse"))
        .order_by("-id")
        .values_list("verb", "person", "digest")[:1]
    )
    return next(
        (person for verb, person, digest in steps if verb == "endorse" and digest == change.content.digest),
        None,
    )


def content_keep(system: str, sheet: Any) -> RuleContent:
    data = msgspec.json.encode(sheet).decode()
    digest = hashlib.sha256(data.encode()).hexdigest()
    return RuleContent.objects.get_or_create(system=system, digest=digest, defaults={"data": data})[0]


def change_begin(
    *, system: str, person: Person, title: str, again: RuleSheet | None = None, request: Any = None
) -> RuleChange:
    """A draft with the rules in force, with those of an earlier version, or, where a game has none yet, with the defaults."""
    if not person_may(person, AUTHOR):
        raise RuleRefused(Refusal.NO_ROLE)
    base = sheet_in_force(system)
    source = again or base
    if source is not None and source.system != system:
        raise RuleRefused(Refusal.NOT_NOW)
    sheet = read(system, source.data) if source is not None else first_sheet(system)
    try:
        with transaction.atomic():
            content = content_keep(system, sheet)
            change = RuleChange.objects.create(
                system=system, title=title, base=base, content=content, again=again, author=person
            )
            note(
                "rules.change-begun",
                person=person,
                about=f"rulechange:{change.pk}",
                request=request,
                game=system,
                title=title,
            )
    except IntegrityError as fault:
        raise RuleRefused(Refusal.OPEN_ALREADY) from fault
    return change


def _locked(change: int) -> RuleChange:
    # Locked by a statement without joins: a joined content that was saved meanwhile is not in its snapshot, and the row
    # would seem to be gone.
    RuleChange.objects.select_for_update().only("pk").get(pk=change)
    return RuleChange.objects.select_related("content", "base", "again", "author").get(pk=change)


class DraftMoved(Exception):
    """The draft was saved from another window since this one read it."""


def draft_edition(change: RuleChange) -> str:
    return form_version(change.content.digest, change.title, change.reason, change.generator, change.base_id)


def draft_save(
    *,
    change: int,
    person: Person,
    sheet: Any,
    title: str,
    reason: str,
    generator: bool = False,
    edition: str = "",
    request: Any = None,
) -> RuleChange:
    """The draft says this now. A draft may contradict the regulation; a submitted request may not."""
    with transaction.atomic():
        found = _locked(change)
        if found.state not in EDITED:
            raise RuleRefused(Refusal.NOT_NOW)
        if found.author_id != person.pk or not person_may(person, AUTHOR):
            raise RuleRefused(Refusal.NOT_YOURS)
        if edition and edition != draft_edition(found):
            raise DraftMoved
        was = found.content.digest
        found.content, found.title, found.reason, found.generator = (
            content_keep(found.system, sheet),
            title,
            reason,
            generator,
        )
        found.save(update_fields=["content", "title", "reason", "generator"])
        said = {"before": was, "after": found.content.digest}
        note("rules.draft-saved", person=person, about=f"rulechange:{found.pk}", request=request, **said)
    return found


def draft_rebase(*, change: int, person: Person, request: Any = None) -> RuleChange:
    """Lays a draft on the rules that came in force since it was begun: what it proposes stays as it is."""
    with transaction.atomic():
        found = _locked(change)
        if found.state not in EDITED:
            raise RuleRefused(Refusal.NOT_NOW)
        if found.author_id != person.pk or not person_may(person, AUTHOR):
            raise RuleRefused(Refusal.NOT_YOURS)
        found.base = sheet_in_force(found.system)
        found.save(update_fields=["base"])
        version = found.base.version if found.base else 0
        note(
            "rules.draft-rebased",
            person=person,
            about=f"rulechange:{found.pk}",
            request=request,
            version=version,
        )
    return found


def document_keep(*, change: RuleChange, person: Person, name: str, data: bytes) -> RuleDocument:
    type = next((type for mark, type in BEGINNINGS if data.startswith(mark)), None)
    if type is None or len(data) > LARGEST:
        raise RuleRefused(Refusal.BAD_FILE)
    called = "".join(sign for sign in name if sign.isprintable())[-120:] or "documento"
    digest = hashlib.sha256(data).hexdigest()
    return RuleDocument.objects.create(
        change=change, person=person, name=called, type=type, digest=digest, data=data
    )


def change_step(
    *,
    change: int,
    verb: str,
    person: Person,
    digest: str,
    reason: str = "",
    reference: str = "",
    dated: date | None = None,
    document: tuple[str, bytes] | None = None,
    moment: datetime | None = None,
    request: Any = None,
) -> RuleChange:
    """One step by one person, about the content of that digest. Whatever is refused here the database refuses too."""
    try:
        with transaction.atomic():
            found = _locked(change)
            _check(found, verb, person, digest, reason, moment)
            paper = None
            if verb == "authorise":
                if not (reference and dated and dated <= day_of(now()) and document):
                    raise RuleRefused(Refusal.NO_PROOF)
                if dated < submitted_on(found):
                    raise RuleRefused(Refusal.DATED_BEFORE)
                paper = document_keep(change=found, person=person, name=document[0], data=document[1])
            if verb == "endorse":
                moment = not_before(found)
            elif verb == "schedule":
                moment = max(moment or now(), now())
            else:
                moment = None
            step = {
                "reason": reason,
                "reference": reference,
                "dated": dated if paper else None,
                "document": paper,
                "moment": moment,
            }
            RuleStep.objects.create(change=found, person=person, verb=verb, digest=digest, **step)
            said = {
                "digest": digest,
                "reason": reason,
                "reference": reference,
                "moment": moment.isoformat() if moment else "",
            }
            told = {name: value for name, value in said.items() if value}
            note(
                f"rules.change-{PAST[verb]}",
                person=person,
                about=f"rulechange:{found.pk}",
                request=request,
                **told,
            )
    except IntegrityError as fault:
        # The database knows the same laws, and it has the last word.
        log.warning("step refused by the database", change=change, verb=verb, why=str(fault).splitlines()[0])
        raise RuleRefused(Refusal.NOT_NOW) from fault
    found.refresh_from_db()
    return found


def submitted_on(change: RuleChange) -> date:
    """The day, by Lisbon's clocks, on which what is before the regulator now was submitted."""
    return day_of(change.steps.filter(verb="submit").values_list("at", flat=True).latest("at"))


def _check(
    change: RuleChange, verb: str, person: Person, digest: str, reason: str, moment: datetime | None
) -> None:
    refusal = refused_to(change, verb, person, rights_of(person), endorser_of(change))
    if refusal is not None:
        raise RuleRefused(refusal)
    if digest != change.content.digest:
        raise RuleRefused(Refusal.OTHER_CONTENT)
    if verb in WITH_REASON:
        if len(reason) < MIN_LENGTH:
            raise RuleRefused(Refusal.NO_REASON)
        return
    if has_moved(change):
        raise RuleRefused(Refusal.BASE_MOVED)
    if breaches(change):
        raise RuleRefused(Refusal.BREACHES)
    if verb == "submit" and not change.generator and change.base is not None and change.base.digest == digest:
        raise RuleRefused(Refusal.NOTHING_CHANGES)
    if verb == "submit" and len(change.reason.strip()) < MIN_LENGTH:
        raise RuleRefused(Refusal.NO_REASON)
    if verb == "schedule" and change.earliest is not None and max(moment or now(), now()) < change.earliest:
        raise RuleRefused(Refusal.TOO_SOON)


def not_before(change: RuleChange) -> datetime:
    """The earliest moment at which the change may apply if it is asked for now."""
    waits = leads(change.system, approved_base(change), rules_of(change), generator=change.generator)
    return earliest(now(), waits, GAMES[change.system].approval.countries)


def activate_due() -> int:
    """Puts in force what is scheduled and whose moment has passed: each once, however many workers ask."""
    current = RuleSheet.objects.filter(system=OuterRef("system"), status=RuleSheet.Status.IN_FORCE).values(
        "pk"
    )[:1]
    due = RuleChange.objects.filter(state=RuleChange.State.SCHEDULED, moment__lte=now())
    done = 0
    for pk in list(
        due.annotate(current=Subquery(current))
        .filter(Q(base=F("current")) | Q(base=None, current=None))
        .order_by("moment")
        .values_list("pk", flat=True)
    ):
        with transaction.atomic():
            found = (
                RuleChange.objects.select_for_update(of=("self",), skip_locked=True)
                .filter(pk=pk, state="scheduled")
                .first()
            )
            if found is None:
                continue
            RuleStep.objects.create(change=found, verb="activate", digest=found.content.digest)
            found.refresh_from_db()
            assert found.sheet is not None
            tables = table_effects.tables_follow(found)
            said = {"version": found.sheet.version, "digest": found.content.digest, "tables": tables}
            note("rules.change-came-in-force", about=f"rulechange:{found.pk}", **said)
            done += 1
    return done


def expire_due() -> int:
    """Ends what has waited too long: an approval is of its day."""
    states = [state for state in OPEN if state != RuleChange.State.SCHEDULED]
    late = RuleChange.objects.filter(
        state__in=states, changed__lt=Now() - timedelta(days=EXPIRES_AFTER)
    ).select_related("content")
    found_late = list(late)
    for found in found_late:
        with transaction.atomic():
            RuleStep.objects.create(change=found, verb="expire", digest=found.content.digest)
            note("rules.change-expired", about=f"rulechange:{found.pk}")
    return len(found_late)
