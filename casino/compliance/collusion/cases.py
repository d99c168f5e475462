"""The life of a case: opened by a finding or a report, looked at, decided by one person and signed by another.

That it cannot go otherwise is the database's business (migration 0002). Nothing here touches an account, a withdrawal or a table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from casino.compliance.collusion.models import Case, Evidence, Look, Party, Step
from games.models import Stake
from players.audit import note
from players.inbox.models import Complaint
from players.models import Person

OPEN, LOOKED_AT, CLOSED = Case.State.OPEN, Case.State.LOOKED_AT, Case.State.CLOSED
Verb = Step.Verb
NAMED = 20  # hands that a report names, the newest


class NotNow(Exception):
    """The case is not where it would have to be for that."""


class NotYours(Exception):
    """Whoever proposed a decision does not sign it."""


def key_of(players: Iterable[int]) -> str:
    return "-".join(map(str, sorted(players)))


def case_for(kind: str, players: list[int], key: str = "") -> Case:
    """The case that is not closed about exactly these, or a new one."""
    key = key or key_of(players)
    with transaction.atomic():
        case, made = Case.objects.exclude(state=CLOSED).get_or_create(key=key, defaults={"kind": kind})
        if made:
            Party.objects.bulk_create([Party(case=case, player_id=player) for player in players])
            note("integrity.case-opened", about=f"integrity:{case.pk}", case_kind=kind, players=players)
    return case


def evidence_add(
    *,
    case: Case,
    kind: str,
    said: dict[str, Any],
    rounds: Iterable[int] = (),
    chance: float | None = None,
    look: Look | None = None,
) -> Evidence:
    return Evidence.objects.create(
        case=case, kind=kind, said=said, rounds=list(rounds), chance=chance, look=look
    )


def report_taken(complaint: Complaint) -> Case | None:
    """A report of another player: joins the open case about people who were dealt in that round, or opens one."""
    if complaint.category != Complaint.Category.PLAYER:
        return None
    rounds = rounds_reported(complaint)
    reported = [complaint.reported_id] if complaint.reported_id else []
    case = _open_case_of(complaint, set(reported)) or case_for(
        Case.Kind.REPORT, reported, key=f"report-{complaint.number}"
    )
    said = {
        "complaint": complaint.pk,
        "number": complaint.number,
        "table_name": complaint.table_name,
        "reported": complaint.reported_id,
    }
    evidence_add(case=case, kind="report", said=said, rounds=rounds)
    note(
        "integrity.report-taken",
        player=complaint.player_id,
        about=f"integrity:{case.pk}",
        complaint=complaint.number,
        rounds=rounds,
    )
    return case


def rounds_reported(complaint: Complaint) -> list[int]:
    """The hands that a report is about: the one it names, and the last that both were dealt into at that table."""
    named = [complaint.round] if complaint.round else []
    if not complaint.reported_id or not complaint.table:
        return named
    mine = Stake.objects.filter(player=complaint.player_id, round__table=complaint.table).values("round")
    both = Stake.objects.filter(player=complaint.reported_id, round__in=mine).order_by("-round")
    return list(dict.fromkeys([*named, *both.values_list("round", flat=True)[:NAMED]]))


def _open_case_of(complaint: Complaint, reported: set[int]) -> Case | None:
    """The open case of a pair that was dealt in that round, and to which whoever was reported belongs."""
    if not complaint.round:
        return None
    dealt = set(Stake.objects.filter(round=complaint.round).values_list("player", flat=True)) - {
        complaint.player_id
    }
    open_pairs = (
        Case.objects.filter(kind=Case.Kind.PAIR, parties__player__in=dealt).exclude(state=CLOSED).distinct()
    )
    for case in open_pairs.prefetch_related("parties").order_by("pk"):
        if reported <= {party.player_id for party in case.parties.all()} <= dealt:
            return case
    return None


def step(
    *,
    case: int,
    verb: str,
    person: Person,
    reason: str,
    decision: str = "",
    round: int | None = None,
    request: Any = None,
) -> Case:
    """One step of one person, with the reason, in order and on record."""
    with transaction.atomic():
        locked_case = Case.objects.select_for_update(of=("self",)).get(pk=case)
        verb = Verb(verb)
        change = _becomes(locked_case, verb, person, reason, decision)
        Step.objects.create(
            case=locked_case, verb=verb, person=person, reason=reason, decision=decision, round=round
        )
        if change:
            Case.objects.filter(pk=locked_case.pk).update(**change)
        details: dict[str, Any] = {"reason": reason}
        if verb in (Verb.PROPOSE, Verb.SIGN, Verb.RETURN):
            details["decision"] = decision or change.get("decision", "")
        about = f"integrity:{locked_case.pk}"
        note(f"integrity.{DONE[verb]}", person=person, about=about, request=request, **details)
    locked_case.refresh_from_db()
    return locked_case


DONE = {
    Verb.LOOK: "case-taken",
    Verb.NOTE: "case-written-to",
    Verb.HANDS: "hands-opened",
    Verb.PROPOSE: "decision-proposed",
    Verb.RETURN: "decision-returned",
    Verb.SIGN: "case-closed",
}


def _becomes(case: Case, verb: Verb, person: Person, reason: str, decision: str) -> dict[str, Any]:
    """What a step makes of the case; a step that is not open now is refused."""
    if case.state == CLOSED:
        raise NotNow
    waits = case.proposer_id is not None
    match verb:
        case Verb.NOTE:
            return {}
        case Verb.LOOK if case.state == OPEN:
            return {"state": LOOKED_AT}
        case Verb.HANDS if case.state == LOOKED_AT:
            return {}
        case Verb.PROPOSE if case.state == LOOKED_AT and not waits and decision in Case.Decision.values:
            return {"decision": decision, "reason": reason, "proposer": person}
        case Verb.RETURN if waits:
            return {"decision": "", "reason": "", "proposer": None}
        case Verb.SIGN if waits:
            if case.proposer_id == person.pk:
                raise NotYours
            return {"state": CLOSED, "signer": person, "closed": Now()}
    raise NotNow


def open_about(players: Iterable[int]) -> Any:
    """Cases about any of these that are not closed."""
    return Case.objects.filter(~Q(state=CLOSED), parties__player__in=list(players)).distinct()
