"""When each right was last used.

What people do is in the audit log: each kind of line belongs to the right that its action needs. What people
only read is not there, so the pages that a right opens are recorded once an hour for each person.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Max
from django.http import HttpRequest, HttpResponseBase

from casino.backoffice.models import RightUse
from casino.backoffice.registered import registered_admins
from casino.backoffice.theme import NAVIGATION
from players.audit.models import Line
from players.decisions.queue import decision_kinds
from players.models import Person
from players.shared import clock

# Older uses do not count: a permission that was not used for a year is not needed.
LONGEST_PERIOD = timedelta(days=366)
EVERY_HOUR = "1 hour"
# The last part of the name of an admin page, and the verb of its permission.
VERBS = {"changelist": "view", "change": "view", "history": "view", "add": "add", "delete": "delete"}
# The kinds of audit lines that an action under a right writes, apart from decisions of two people.
ACTIONS: Mapping[str, tuple[str, ...]] = {
    "administration.add_playernote": ("account.note-written", "account.tag-added", "account.tag-removed"),
    "backoffice.add_plannedshift": ("shifts.planned", "shifts.plan-withdrawn"),
    "backoffice.send_webhook": ("webhooks.test-asked", "webhooks.retried"),
    "bank.add_bankfile": ("bank.file-sent", "bank.batch-fetched"),
    "care.add_contact": ("care.contact-noted",),
    "duties.add_filing": ("duties.filed",),
    "duties.add_occurrence": (
        "duties.occurrence-entered",
        "duties.occurrence-reported",
        "duties.occurrence-plan",
        "duties.occurrence-cause",
        "duties.occurrence-solution",
        "duties.occurrence-closed",
    ),
    "duties.add_question": ("duties.question-entered", "duties.question-run", "duties.question-answered"),
    "duties.release_question": ("duties.question-released", "duties.question-refused"),
    "cashier.release_payment": ("withdrawals.released", "withdrawals.refused"),
    "cashier.review_payer": ("deposits.payer-reviewed",),
    "collusion.act_case": (
        "integrity.case-taken",
        "integrity.case-written-to",
        "integrity.decision-proposed",
        "integrity.decision-returned",
        "integrity.case-closed",
    ),
    "collusion.open_hands": ("integrity.hands-opened",),
    "floor.add_tablesuspension": ("tables.suspended", "tables.game-suspended"),
    "floor.release_tablesuspension": ("tables.suspension-ended", "tables.game-released"),
    "games.add_table": ("tables.made",),
    "games.add_tablesession": ("tables.session-announced",),
    "games.change_chatline": ("chat.line-hidden", "chat.player-muted"),
    "games.change_incident": ("tables.release-proposed", "tables.release-confirmed"),
    "games.change_table": (
        "tables.renamed",
        "tables.opened",
        "tables.drained",
        "tables.closed",
        "tables.looked-at-again",
        "tables.setting-changed",
        "tables.hours-set",
    ),
    "games.change_tablesession": ("tables.session-cancelled",),
    "identity.add_apitoken": ("api-token.made",),
    "identity.change_identity": (
        "identity.accepted",
        "identity.returned",
        "identity.refused",
        "identity.doubted",
    ),
    "identity.view_uploadeddocument": ("identity.document-seen",),
    "identity.view_searchmark": ("accounts.searched",),
    "inbox.change_complaint": ("complaints.written-to", "complaints.answered", "complaints.decided"),
    "monitoring.add_ruleversion": ("monitoring.replay-stopped", "monitoring.replay-repeated"),
    "monitoring.decide_bots_case": ("monitoring.bots-case-closed",),
    "monitoring.decide_care_case": ("monitoring.care-case-closed",),
    "laundering.act_file": (
        "laundering.measure-entered",
        "laundering.measure-ended",
        "laundering.report-made",
        "laundering.report-communicated",
    ),
    "laundering.view_file": ("laundering.file-seen", "laundering.files-seen"),
    "monitoring.decide_laundering_case": ("monitoring.laundering-case-closed",),
    "monitoring.view_ruleversion": ("monitoring.evidence-seen",),
    "protection.release_deposithold": ("deposits.hold-released",),
    "players.change_player": (
        "account.suspended",
        "account.restored",
        "account.closed",
        "account.marked-test",
    ),
    "regulator.reprocess_regulatorfile": ("regulator-files.asked-again",),
    "reports.add_closingsignature": ("reports.month-signed",),
    "reports.add_issue": ("reports.issued", "reports.month-sent"),
    "reports.add_reportschedule": ("reports.scheduled", "reports.schedule-ended"),
    "rtp_monitoring.add_answer": ("returns.alarm-answered",),
    "rulebook.add_rulechange": (
        "rules.change-begun",
        "rules.draft-saved",
        "rules.draft-rebased",
        "rules.change-submitted",
        "rules.change-scheduled",
        "rules.change-withdrawn",
    ),
    "rulebook.authorise_rulechange": ("rules.change-authorised", "rules.change-refused"),
    "rulebook.endorse_rulechange": ("rules.change-endorsed", "rules.change-returned"),
    "rulebook.view_ruledocument": ("rules.document-read",),
    "self_checks.add_manifest": (
        "watch.manifest-recorded",
        "watch.holder-entered",
        "watch.approval-entered",
        "watch.certificate-entered",
        "watch.hardware-entered",
    ),
    "self_checks.add_systemchange": (
        "watch.change-proposed",
        "watch.change-notified",
        "watch.change-authorised",
        "watch.change-made",
        "watch.change-verified",
    ),
    "self_checks.approve_systemchange": ("watch.change-approved", "watch.change-rejected"),
    "self_checks.add_proof": ("watch.looked",),
}
Uses = dict[tuple[int, str], datetime]


def actions() -> dict[str, str]:
    """The right under which each kind of audit line is written."""
    rights = {kind: permission for permission, kinds in ACTIONS.items() for kind in kinds}
    for decision in decision_kinds():
        rights[decision.proposed] = decision.proposes
        rights |= {step.audit: step.rights[0] for step in decision.steps if step.audit}
    return rights


def permission_of_page(request: HttpRequest) -> str:
    """The permission that opens the page of a request, or nothing for pages that all staff have."""
    match = request.resolver_match
    if match is None:
        return ""
    if permission := getattr(match.func, "permission", ""):
        return str(permission)
    name = match.url_name or ""
    for options in (model_admin.opts for model_admin in registered_admins()):
        start = f"{options.app_label}_{options.model_name}_"
        if name.startswith(start) and (verb := VERBS.get(name.removeprefix(start))):
            return f"{options.app_label}.{verb}_{options.model_name}"
    items = (item for group in NAVIGATION for item in group["items"] if "right" in item)
    return next((item["right"] for item in items if str(item["link"]) == request.path), "")


def record_page(request: HttpRequest, response: HttpResponseBase) -> None:
    """Records that a person opened a page, unless that was recorded within the hour."""
    if request.method != "GET" or response.status_code != 200 or not isinstance(request.user, Person):
        return
    permission = permission_of_page(request)
    if not permission or not request.user.has_perm(permission):
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO backoffice_rightuse (person_id, permission) SELECT %(person)s, %(permission)s "
            "WHERE NOT EXISTS (SELECT FROM backoffice_rightuse WHERE person_id = %(person)s "
            "AND permission = %(permission)s AND at > now() - %(age)s::interval) "
            "ON CONFLICT (person_id, permission) DO UPDATE SET at = now()",
            {"person": request.user.pk, "permission": permission, "age": EVERY_HOUR},
        )


def last_uses(now: datetime) -> Uses:
    """When each member of staff last used each right, within the last year."""
    since = now - LONGEST_PERIOD
    uses: Uses = {
        (person, permission): at
        for person, permission, at in RightUse.objects.filter(at__gte=since).values_list(
            "person", "permission", "at"
        )
    }
    permissions = actions()
    lines = Line.objects.filter(person__is_staff=True, kind__in=permissions, at__gte=since)
    for person, kind, at in lines.order_by().values_list("person", "kind").annotate(Max("at")):
        key = person, permissions[kind]
        uses[key] = max(at, uses.get(key, at))
    return uses


def recorded_since() -> datetime | None:
    """The first page that was recorded: before it, what people read is not known."""
    first: datetime | None = RightUse.objects.order_by("first").values_list("first", flat=True).first()
    return first and clock.midnight(clock.day_of(first))
