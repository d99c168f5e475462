"""What the rule-change desk shows: the rules as they are beside the rules as they would be, what waits for whom, and every step."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.sheet_fields import Field
from games.models import RuleSheet
from games.rulebook import changes, consequences, table_effects
from games.rulebook.breach_messages import breach_said
from games.rulebook.lifecycle import (
    APPROVER,
    AUTHOR,
    EDITED,
    EXPIRES_AFTER,
    REGULATOR,
    STEPS,
    VERBS,
    WITH_REASON,
    refused_to,
    rights_of,
)
from games.rulebook.models import OPEN, RuleChange, RuleStep
from games.rulebook.sheet_fields import fields_of
from games.rules.shared.refusals import Breach
from players.models import Person, PlaySession
from players.shared.clock import day_of, now

# Where a request is on its way, for the line above its page.
WAY = ("draft", "submitted", "endorsed", "authorised", "scheduled", "in-force")
ACTS: dict[str, Promise] = {
    "submit": _("Submit the request"),
    "endorse": _("Endorse"),
    "return": _("Return to its author"),
    "authorise": _("Authorise"),
    "refuse": _("Refuse the request"),
    "schedule": _("Schedule"),
    "withdraw": _("Withdraw the request"),
}
# What a request waits for, and the right of whoever it waits for.
WAITS: dict[str, tuple[str, Promise]] = {
    "draft": (AUTHOR, _("its author finishes and submits it")),
    "returned": (AUTHOR, _("its author changes and submits it again")),
    "submitted": (APPROVER, _("a second person endorses or returns it")),
    "endorsed": (REGULATOR, _("the regulator decides")),
    "authorised": (AUTHOR, _("the house says from when it applies")),
    "scheduled": ("", _("its moment")),
}


class Row(Struct, frozen=True):
    """One field: what is in force, what is proposed, and what is wrong with it."""

    field: Field
    before: str
    after: str
    changed: bool
    breaches: tuple[str, ...] = ()
    items: tuple[
        tuple[Any, bool, bool], ...
    ] = ()  # of a list of choices each by itself: its word, whether it is in force, proposed


class Rows(Struct, frozen=True):
    title: Any
    rows: tuple[Row, ...]

    @property
    def changed(self) -> int:
        return sum(row.changed for row in self.rows)


class Waiting(Struct, frozen=True):
    """An open request in the inbox."""

    change: RuleChange
    mine: bool
    waits: Any
    is_new: bool


def rows(system: str, before: Any | None, after: Any, breaches: list[Breach]) -> list[Rows]:
    """Every field of both sheets, group by group."""
    found = []
    for group in GAMES[system].sheet.groups:
        lines = []
        for field in group.fields:
            old, new = field.of(before) if before is not None else None, field.of(after)
            wrong = tuple(
                f"{breach_said(each, field)} [{each.rule}]" for each in breaches if each.field == field.path
            )
            changed = before is None or _bare(old) != _bare(new)
            items = (
                tuple((word, key in (old or ()), key in new) for key, word in field.words.items())
                if field.kind == "set"
                else ()
            )
            lines.append(
                Row(
                    field,
                    field.said(old) if before is not None else "–",
                    field.said(new),
                    changed,
                    wrong,
                    items,
                )
            )
        found.append(Rows(group.title, tuple(lines)))
    return found


def _bare(value: Any) -> Any:
    """Of a list of choices the order says nothing."""
    return frozenset(value) if isinstance(value, tuple) else value


def unplaced(system: str, breaches: list[Breach]) -> list[str]:
    """Breaches that belong to no one field."""
    known = {field.path for field in fields_of(system)}
    return [f"{breach_said(each)} [{each.rule}]" for each in breaches if each.field not in known]


def sheet_rows(sheet: RuleSheet) -> list[Rows]:
    rules = changes.read(sheet.system, sheet.data)
    return rows(sheet.system, rules, rules, [])


def is_waiting_for(change: RuleChange, person: Person, rights: frozenset[str], endorser: int | None) -> bool:
    """Whether the next step of it is this person's to take. Whoever may only withdraw it is not waited for."""
    if change.state in EDITED:
        return change.author_id == person.pk
    forward = [verb for verb in STEPS[change.state] if verb not in WITH_REASON]
    return change.state != "scheduled" and any(
        refused_to(change, verb, person, rights, endorser) is None for verb in forward
    )


def inbox(person: Person) -> list[Waiting]:
    """Every open request, what waits for this person first and the oldest on top. There is one of a game at most."""
    rights = rights_of(person)
    found = list(
        RuleChange.objects.filter(state__in=OPEN)
        .select_related("author", "base", "content")
        .order_by("changed")
    )
    signed = (
        RuleStep.objects.filter(change__in=found, verb="endorse")
        .order_by("id")
        .values_list("change", "person", "digest")
    )
    endorsers = {(change, digest): who for change, who, digest in signed}
    fresh = now() - timedelta(minutes=1)
    waiting = [
        Waiting(
            each,
            is_waiting_for(each, person, rights, endorsers.get((each.pk, each.content.digest))),
            WAITS[each.state][1],
            each.changed > fresh,
        )
        for each in found
    ]
    return sorted(waiting, key=lambda each: not each.mine)


def told(change: RuleChange, person: Any) -> dict[str, Any]:
    """Everything that somebody must see before signing."""
    before, after = changes.base_of(change), changes.rules_of(change)
    wrong, moved = changes.breaches(change), change.is_open and changes.has_moved(change)
    endorser = changes.endorser_of(change)
    rights = rights_of(person)
    groups = rows(change.system, before, after, wrong)
    lead = changes.leads(change.system, changes.approved_base(change), after, generator=change.generator)
    verbs = [
        verb for verb in STEPS[change.state] if refused_to(change, verb, person, rights, endorser) is None
    ]
    if wrong or moved:
        verbs = [verb for verb in verbs if verb in WITH_REASON]
    return {
        **consequences.told(change),
        "groups": groups,
        "changed_rows": [row for group in groups for row in group.rows if row.changed],
        "breaches": [text for group in groups for row in group.rows for text in row.breaches]
        + unplaced(change.system, wrong),
        "moved": moved,
        "lead": lead,
        "not_before": change.earliest or (changes.not_before(change) if change.is_open else None),
        "promised": change.earliest is not None,
        "way": way(change),
        "steps": steps(change),
        "dated_between": (changes.submitted_on(change), day_of(now())) if "authorise" in verbs else None,
        "acts": [(verb, ACTS[verb]) for verb in verbs],
        "editable": change.state in EDITED and change.author_id == person.pk and AUTHOR in rights,
        "waits": WAITS[change.state][1] if change.state in WAITS else "",
        "own": change.author_id == person.pk,
        "expires": expires(change),
        "tables": table_effects.followed(change.system, after) if change.is_open else [],
        "sessions": PlaySession.objects.filter(system=change.system, ended=None).count()
        if change.is_open
        else 0,
    }


def expires(change: RuleChange) -> datetime | None:
    return (
        change.changed + timedelta(days=EXPIRES_AFTER)
        if change.is_open and change.state != "scheduled"
        else None
    )


def way(change: RuleChange) -> list[tuple[Any, str]]:
    """The stations of a request with «done», «now» or «ahead»; where it ended elsewhere, that is its last."""
    labels = dict(RuleChange.State.choices)
    state = (
        "draft"
        if change.state == "returned"
        else "in-force"
        if change.state == "superseded"
        else change.state
    )
    if state not in WAY:
        return [(labels["draft"], "done"), (labels[state], "ended")]
    here = WAY.index(state)
    marks = ["done" if index < here else "ahead" for index in range(len(WAY))]
    marks[here] = "done" if state == "in-force" else "now"
    names = [
        labels[change.state] if index == here and change.state == "returned" else labels[each]
        for index, each in enumerate(WAY)
    ]
    return list(zip(names, marks, strict=True))


def steps(change: RuleChange) -> list[tuple[RuleStep, Any]]:
    """Newest first, each with its word."""
    return [
        (step, VERBS[step.verb])
        for step in change.steps.select_related("person", "document").defer("document__data").order_by("-id")
    ]
