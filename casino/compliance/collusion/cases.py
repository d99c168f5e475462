"""The lifecycle of a case: a finding or a report opens it, one person proposes a decision, another signs it.

The database enforces this order with triggers. Cases never change an account, a withdrawal or a table.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from casino.compliance.collusion.models import AnalysisRun, Case, CaseMember, Evidence, Step
from games.models import Stake
from players.audit import note
from players.decisions.deciding import SecondPersonRequired
from players.inbox.models import Complaint
from players.models import Person

OPEN, LOOKED_AT, CLOSED = Case.State.OPEN, Case.State.LOOKED_AT, Case.State.CLOSED
Verb = Step.Verb
# The same two players make new evidence of one kind after this time at the earliest.
AGAIN_AFTER = timedelta(days=1)
MAX_REPORT_ROUNDS = 20  # the newest rounds that a report refers to


class StepNotAllowed(Exception):
    """The state of the case does not allow this step."""


def case_key(players: Iterable[int]) -> str:
    return "-".join(map(str, sorted(players)))


def get_or_open_case(kind: str, players: list[int], key: str = "") -> Case:
    """The case about exactly these players that is not closed, or a new one."""
    key = key or case_key(players)
    with transaction.atomic():
        case, is_new = Case.objects.exclude(state=CLOSED).get_or_create(key=key, defaults={"kind": kind})
        if is_new:
            CaseMember.objects.bulk_create([CaseMember(case=case, player_id=player) for player in players])
            note("integrity.case-opened", about=f"integrity:{case.pk}", case_kind=kind, players=players)
    return case


def add_evidence(
    *,
    case: Case,
    kind: str,
    figures: dict[str, Any],
    rounds: Iterable[int] = (),
    chance: float | None = None,
    run: AnalysisRun | None = None,
) -> Evidence:
    return Evidence.objects.create(
        case=case, kind=kind, figures=figures, rounds=list(rounds), chance=chance, run=run
    )


@transaction.atomic
def add_if_new(
    *, kind: str, players: Iterable[int], at: datetime, figures: dict[str, Any], rounds: Iterable[int] = ()
) -> bool:
    """Adds what was noticed about two players to their case, unless the same was within a day."""
    two = sorted(players)
    is_known = Evidence.objects.filter(
        kind=kind, case__key=case_key(two), case__kind=Case.Kind.PAIR, at__gt=at - AGAIN_AFTER
    ).exists()
    if not is_known:
        case = get_or_open_case(Case.Kind.PAIR, two)
        add_evidence(case=case, kind=kind, figures=figures, rounds=rounds)
    return not is_known


def record_report(complaint: Complaint) -> Case | None:
    """Add a report of another player to the open case about players of that round, or open a case."""
    if complaint.category != Complaint.Category.PLAYER:
        return None
    rounds = reported_rounds(complaint)
    reported = [complaint.reported_id] if complaint.reported_id else []
    case = _open_pair_case(complaint, set(reported)) or get_or_open_case(
        Case.Kind.REPORT, reported, key=f"report-{complaint.number}"
    )
    figures = {
        "complaint": complaint.pk,
        "number": complaint.number,
        "table_name": complaint.table_name,
        "reported": complaint.reported_id,
    }
    add_evidence(case=case, kind="report", figures=figures, rounds=rounds)
    note(
        "integrity.report-taken",
        player=complaint.player_id,
        about=f"integrity:{case.pk}",
        complaint=complaint.number,
        rounds=rounds,
    )
    return case


def reported_rounds(complaint: Complaint) -> list[int]:
    """The round that a report names, and the last ones that both were dealt into at that table."""
    named = [complaint.round] if complaint.round else []
    if not complaint.reported_id or not complaint.table:
        return named
    rounds = Stake.objects.filter(player=complaint.player_id, round__table=complaint.table).values("round")
    shared = Stake.objects.filter(player=complaint.reported_id, round__in=rounds).order_by("-round")
    return list(dict.fromkeys([*named, *shared.values_list("round", flat=True)[:MAX_REPORT_ROUNDS]]))


def _open_pair_case(complaint: Complaint, reported: set[int]) -> Case | None:
    """The open case about a pair that was dealt in the reported round and includes the reported player."""
    if not complaint.round:
        return None
    players = set(Stake.objects.filter(round=complaint.round).values_list("player", flat=True))
    dealt = players - {complaint.player_id}
    open_pairs = (
        Case.objects.filter(kind=Case.Kind.PAIR, members__player__in=dealt).exclude(state=CLOSED).distinct()
    )
    for case in open_pairs.prefetch_related("members").order_by("pk"):
        if reported <= {member.player_id for member in case.members.all()} <= dealt:
            return case
    return None


def take_step(
    *,
    case: int,
    verb: str,
    person: Person,
    reason: str,
    decision: str = "",
    round_id: int | None = None,
    request: Any = None,
) -> Case:
    """Take a step, if the state of the case allows it, and audit it."""
    with transaction.atomic():
        locked_case = Case.objects.select_for_update(of=("self",)).get(pk=case)
        verb = Verb(verb)
        change = _changed_fields(locked_case, verb, person, reason, decision)
        Step.objects.create(
            case=locked_case, verb=verb, person=person, reason=reason, decision=decision, round=round_id
        )
        if change:
            Case.objects.filter(pk=locked_case.pk).update(**change)
        details: dict[str, Any] = {"reason": reason}
        if verb in (Verb.PROPOSE, Verb.SIGN, Verb.RETURN):
            details["decision"] = decision or change.get("decision", "")
        about = f"integrity:{locked_case.pk}"
        note(f"integrity.{AUDIT_KINDS[verb]}", person=person, about=about, request=request, **details)
    locked_case.refresh_from_db()
    return locked_case


# The audit kind of each step, after "integrity.".
AUDIT_KINDS = {
    Verb.TAKE: "case-taken",
    Verb.NOTE: "case-written-to",
    Verb.HANDS: "hands-opened",
    Verb.PROPOSE: "decision-proposed",
    Verb.RETURN: "decision-returned",
    Verb.SIGN: "case-closed",
}


def _changed_fields(case: Case, verb: Verb, person: Person, reason: str, decision: str) -> dict[str, object]:
    """The fields that a step changes. Raises StepNotAllowed."""
    if case.state == CLOSED:
        raise StepNotAllowed
    is_proposed = case.proposer_id is not None
    match verb:
        case Verb.NOTE:
            return {}
        case Verb.TAKE if case.state == OPEN:
            return {"state": LOOKED_AT}
        case Verb.HANDS if case.state == LOOKED_AT:
            return {}
        case Verb.PROPOSE if case.state == LOOKED_AT and not is_proposed and decision in Case.Decision.values:
            return {"decision": decision, "reason": reason, "proposer": person}
        case Verb.RETURN if is_proposed:
            return {"decision": "", "reason": "", "proposer": None}
        case Verb.SIGN if is_proposed:
            if case.proposer_id == person.pk:
                raise SecondPersonRequired
            return {"state": CLOSED, "signer": person, "closed": Now()}
    raise StepNotAllowed
