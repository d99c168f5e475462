"""The content of the rule-change pages: comparison of rules, inbox, and steps of a request."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.options import Option
from games.models import RuleSheet
from games.rulebook import changes, consequences, table_effects
from games.rulebook.assessment import Assessment
from games.rulebook.breach_messages import describe_breach
from games.rulebook.lead_time import leads
from games.rulebook.lifecycle import (
    AUTHOR,
    EDITABLE,
    EXPIRES_AFTER,
    STEPS,
    VERBS,
    WITH_REASON,
    find_refusal,
    permissions_of,
)
from games.rulebook.models import OPEN, RuleChange, RuleStep
from games.rulebook.table_effects import TableEffect
from games.rules.shared.refusals import Breach
from players.models import Person, Player, PlaySession
from players.shared.clock import day_of, now

# The states of the progress line above the page of a request.
PROGRESS = ("draft", "submitted", "endorsed", "authorised", "scheduled", "in-force")
ACTIONS: dict[str, Promise] = {
    "submit": _("Submit the request"),
    "endorse": _("Endorse"),
    "return": _("Return to its author"),
    "authorise": _("Authorise"),
    "refuse": _("Refuse the request"),
    "schedule": _("Schedule"),
    "withdraw": _("Withdraw the request"),
}
# What a request in each state waits for.
PENDING: dict[str, Promise] = {
    "draft": _("its author finishes and submits it"),
    "returned": _("its author changes and submits it again"),
    "submitted": _("a second person endorses or returns it"),
    "endorsed": _("the regulator decides"),
    "authorised": _("the house sets the date from which it applies"),
    "scheduled": _("its start time is reached"),
}


class FieldComparison(Struct, frozen=True):
    """One field: the value in force, the proposed value, and its breaches."""

    field: Option
    before: str
    after: str
    changed: bool
    breaches: tuple[str, ...] = ()
    # Of a set: every choice, whether it is in force, whether it is proposed.
    items: tuple[tuple[Any, bool, bool], ...] = ()


class GroupComparison(Struct, frozen=True):
    title: Any
    rows: tuple[FieldComparison, ...]

    @property
    def changed(self) -> int:
        return sum(row.changed for row in self.rows)


class InboxEntry(Struct, frozen=True):
    """An open request in the inbox of a person."""

    change: RuleChange
    mine: bool
    pending: Any
    is_new: bool


def compare_sheets(
    system: str, before: Any | None, after: Any, breaches: list[Breach]
) -> list[GroupComparison]:
    """Every field of both sheets, group by group."""
    groups = []
    for group in GAMES[system].sheet.groups:
        rows = tuple(_compare_field(field, before, after, breaches) for field in group.fields)
        groups.append(GroupComparison(group.title, rows))
    return groups


def _compare_field(field: Option, before: Any | None, after: Any, breaches: list[Breach]) -> FieldComparison:
    old, new = field.of(before) if before is not None else None, field.of(after)
    sentences = [
        f"{describe_breach(breach, field)} [{breach.rule}]"
        for breach in breaches
        if breach.field == field.path
    ]
    items: tuple[tuple[Any, bool, bool], ...] = ()
    if field.kind == "set":
        items = tuple((word, key in (old or ()), key in new) for key, word in field.words.items())
    return FieldComparison(
        field=field,
        before=field.format_value(old) if before is not None else "–",
        after=field.format_value(new),
        changed=before is None or _without_order(old) != _without_order(new),
        breaches=tuple(sentences),
        items=items,
    )


def _without_order(value: object) -> object:
    """The order of a list of choices has no meaning."""
    return frozenset(value) if isinstance(value, tuple) else value


def general_breaches(system: str, breaches: list[Breach]) -> list[str]:
    """Breaches that do not belong to one field."""
    paths = {field.path for field in GAMES[system].sheet.options}
    return [f"{describe_breach(breach)} [{breach.rule}]" for breach in breaches if breach.field not in paths]


def describe_sheet(sheet: RuleSheet) -> list[GroupComparison]:
    """The fields of one sheet, compared with itself."""
    rules = changes.decode_sheet(sheet.system, sheet.data)
    return compare_sheets(sheet.system, rules, rules, [])


def is_waiting_for(
    change: RuleChange, person: Person, permissions: frozenset[str], endorser: int | None
) -> bool:
    """Whether this person can take the next step.

    A step that only ends or returns the request does not count.
    """
    if change.state in EDITABLE:
        return change.author_id == person.pk
    forward = [verb for verb in STEPS[change.state] if verb not in WITH_REASON]
    return change.state != "scheduled" and any(
        find_refusal(change, verb, person, permissions, endorser) is None for verb in forward
    )


def list_inbox(person: Person) -> list[InboxEntry]:
    """Every open request.

    Those that wait for this person come first, the oldest on top. A game has one at most.
    """
    permissions = permissions_of(person)
    open_changes = list(
        RuleChange.objects.filter(state__in=OPEN)
        .select_related("author", "base", "content")
        .order_by("changed")
    )
    endorsements = (
        RuleStep.objects.filter(change__in=open_changes, verb="endorse")
        .order_by("id")
        .values_list("change", "person", "digest")
    )
    endorsers = {(change_id, digest): person_id for change_id, person_id, digest in endorsements}
    recent = now() - timedelta(minutes=1)
    entries = []
    for change in open_changes:
        endorser = endorsers.get((change.pk, change.content.digest))
        mine = is_waiting_for(change, person, permissions, endorser)
        entries.append(InboxEntry(change, mine, PENDING[change.state], change.changed > recent))
    return sorted(entries, key=lambda entry: not entry.mine)


def change_context(change: RuleChange, person: Any) -> dict[str, Any]:
    """Everything that a person must see before signing."""
    before, after = changes.base_of(change), changes.rules_of(change)
    breaches = changes.find_breaches(change)
    base_changed = change.is_open and changes.base_changed(change)
    permissions, endorser = permissions_of(person), changes.endorser_of(change)
    own = change.author_id == person.pk
    groups = compare_sheets(change.system, before, after, breaches)
    verbs = [
        verb
        for verb in STEPS[change.state]
        if find_refusal(change, verb, person, permissions, endorser) is None
    ]
    if breaches or base_changed:
        verbs = [verb for verb in verbs if verb in WITH_REASON]
    rows = [row for group in groups for row in group.rows]
    sentences = [sentence for row in rows for sentence in row.breaches]
    return {
        **consequences.impact_context(change),
        "groups": groups,
        "changed_rows": [row for row in rows if row.changed],
        "breaches": sentences + general_breaches(change.system, breaches),
        "base_changed": base_changed,
        "actions": [(verb, ACTIONS[verb]) for verb in verbs],
        "dated_between": (changes.submitted_on(change), day_of(now())) if "authorise" in verbs else None,
        "editable": change.state in EDITABLE and own and AUTHOR in permissions,
        "own": own,
        "assessment": [
            (field.verbose_name, getattr(change, field.name))
            for field in RuleChange._meta.fields
            if field.name in Assessment.__struct_fields__
        ],
        **_schedule_context(change, after),
        **_tables_context(change, after),
    }


def _schedule_context(change: RuleChange, after: Any) -> dict[str, Any]:
    """The progress of a request, and the moments before which it cannot go on."""
    before = changes.approved_base(change)
    not_before = change.earliest
    if not_before is None and change.is_open:
        not_before = changes.earliest_moment(change)
    return {
        "requirements": leads(change.system, before, after, generator=change.generator),
        "not_before": not_before,
        "is_fixed": change.earliest is not None,
        "progress": progress(change),
        "steps": list_steps(change),
        "pending": PENDING.get(change.state, ""),
        "expires": expires(change),
    }


def _tables_context(change: RuleChange, after: Any) -> dict[str, Any]:
    if not change.is_open:
        return {"tables": [], "sessions": 0}
    return {
        "tables": [
            (effect, _forbidden_choices(change.system, effect))
            for effect in table_effects.affected_tables(change.system, after)
        ],
        "sessions": PlaySession.objects.filter(system=change.system, ended=None)
        .exclude(player__status=Player.Status.PARTNER)
        .count(),
    }


def _forbidden_choices(system: str, effect: TableEffect) -> list[str]:
    """What of a table's setting the rules do not allow, in the words of its form."""
    labels = {field.path: field for field in GAMES[system].tables.options}
    choices = []
    for breach in effect.breaches:
        field, rule = labels.get(breach.field), f"[{breach.rule}]"
        if field is None:
            choices.append(rule)
            continue
        value = field.format_value(field.of(effect.before), effect.table.currency)
        choices.append(f"{field.label}: {value} {rule}")
    return choices


def expires(change: RuleChange) -> datetime | None:
    """The moment when an open request expires without a step."""
    if not change.is_open or change.state == "scheduled":
        return None
    return change.changed + timedelta(days=EXPIRES_AFTER)


def progress(change: RuleChange) -> list[tuple[Any, str]]:
    """The states of a request, each with «done», «now» or «ahead».

    A request that ended early has only its last.
    """
    labels = dict(RuleChange.State.choices)
    state = {"returned": "draft", "superseded": "in-force"}.get(change.state, change.state)
    if state not in PROGRESS:
        return [(labels["draft"], "done"), (labels[state], "ended")]
    current = PROGRESS.index(state)
    marks = ["done" if index < current else "ahead" for index in range(len(PROGRESS))]
    marks[current] = "done" if state == "in-force" else "now"
    names = [labels[name] for name in PROGRESS]
    if change.state == "returned":
        names[current] = labels[change.state]
    return list(zip(names, marks, strict=True))


def list_steps(change: RuleChange) -> list[tuple[RuleStep, object]]:
    """The steps of a request, the newest first, each with its label."""
    return [
        (step, VERBS[step.verb])
        for step in change.steps.select_related("person", "document").defer("document__data").order_by("-id")
    ]
