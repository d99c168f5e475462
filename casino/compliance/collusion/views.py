"""The integrity pages: the list of cases, a case with its evidence and hidden cards, and the detection rates.

Everyone with access to the workspace may read them. Every action needs its own permission, a reason, and a
POST.
"""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from casino.compliance.collusion import cases, hidden_cards, selectors
from casino.compliance.collusion.charts import flow_charts
from casino.compliance.collusion.detection_rates import PUBLISHED
from casino.compliance.collusion.evidence_messages import EVIDENCE_KINDS, figure, once_in, sentences
from casino.compliance.collusion.models import Case, Step
from casino.compliance.workspace import page, shown_to
from games.catalogue.labels import label_for
from players.decisions.deciding import SecondPersonRequired
from players.identity.sign_in.reauthentication import step_up_required
from players.models import Person
from players.shared.list_filters import chosen_value
from players.shared.staff_reasons import reason_of

VIEW_PERMISSION = "collusion.view_case"
ACT_PERMISSION = "collusion.act_case"
OPEN_HANDS_PERMISSION = "collusion.open_hands"
MAX_OPENED_HANDS = 12


@shown_to(VIEW_PERMISSION)
def case_list(request: HttpRequest) -> HttpResponseBase:
    state = chosen_value(request.GET, "state", Case.State.values, _("state"))
    kind = chosen_value(request.GET, "kind", Case.Kind.values, _("kind"))
    page_number = _page_number(request)
    player = " ".join(request.GET.get("player", "").split())[:20]
    rows = selectors.cases(state, kind, player, page_number)
    total = rows[0]["all"] if rows else 0
    for row in rows:
        row["case"] = Case(pk=row["id"], kind=row["kind"], state=row["state"], decision=row["decision"])
        row["evidence"] = [EVIDENCE_KINDS[kind][0] for kind in row["kinds"] or [] if kind in EVIDENCE_KINDS]
        row["once_in"] = once_in(row["chance"])
    return page(
        request,
        "collusion/list.html",
        _("Integrity of hold'em"),
        rows=rows,
        total=total,
        run=selectors.last_run(),
        states=Case.State.choices,
        kinds=Case.Kind.choices,
        state=state,
        kind=kind,
        player=player,
        newer_page=page_number - 1,
        older_page=page_number + 1 if page_number * selectors.PAGE_SIZE < total else 0,
    )


def _page_number(request: HttpRequest) -> int:
    text = request.GET.get("page", "")
    is_number = text.isascii() and text.isdecimal() and len(text) < 6
    return min(10_000, max(1, int(text))) if is_number else 1


@shown_to(VIEW_PERMISSION)
def case_page(request: HttpRequest, pk: int) -> HttpResponseBase:
    return page(request, "collusion/case.html", Case(pk=pk).number, **_case_context(pk, request.user))


def _case_context(pk: int, person: Any) -> dict[str, Any]:
    row = selectors.case(pk)
    if row is None:
        raise Http404
    members = selectors.members(pk)
    names = {member["id"]: member["alias"] for member in members}
    case = Case(**{name: row[name] for name in ("id", "kind", "state", "decision")})
    charts = flow_charts(selectors.flows(members)) if case.kind == Case.Kind.PAIR else []
    may_act = person.has_perm(ACT_PERMISSION) and case.state != Case.State.CLOSED
    is_proposed = row["proposer_id"] is not None
    is_own = row["proposer_id"] == person.pk
    return {
        "case": case,
        "row": row,
        "members": members,
        "evidence": _evidence(pk, names),
        "steps": [
            {**step, "step": Step(verb=step["verb"], decision=step["decision"])}
            for step in selectors.steps(pk)
        ],
        "charts": charts,
        "awaits_signature": is_proposed and case.state != Case.State.CLOSED,
        "decisions": Case.Decision.choices,
        "may_take": may_act and case.state == Case.State.OPEN,
        "may_propose": may_act and case.state == Case.State.LOOKED_AT and not is_proposed,
        "may_sign": may_act and is_proposed and not is_own,
        "may_return": may_act and is_proposed,
        "may_note": may_act,
        "may_open": person.has_perm(OPEN_HANDS_PERMISSION) and case.state == Case.State.LOOKED_AT,
        "is_own": is_own,
        **selectors.context(members),
    }


def _evidence(pk: int, names: dict[int, str]) -> list[dict[str, Any]]:
    evidence = selectors.evidence(pk)
    rounds = selectors.rounds(sorted(_round_ids(evidence)))
    for row in evidence:
        figures = json.loads(row["figures"])
        row["title"], row["rule"] = EVIDENCE_KINDS.get(row["kind"], (row["kind"], ""))
        row["sentences"] = sentences(row["kind"], figures, names, row["chance"])
        row["rounds"] = [rounds[round_id] for round_id in row["rounds"] if round_id in rounds]
        row["complaint"] = figures.get("complaint")
    return evidence


def _round_ids(evidence: list[dict[str, Any]]) -> set[int]:
    return {round_id for row in evidence for round_id in row["rounds"]}


@shown_to(ACT_PERMISSION, act=ACT_PERMISSION)
@require_POST
def case_step(request: HttpRequest, pk: int) -> HttpResponseBase:
    verb, decision = request.POST.get("verb", ""), request.POST.get("decision", "")
    reason = reason_of(request)
    if not reason:
        return _redirect_to_case(pk)
    if verb not in (Step.Verb.TAKE, Step.Verb.NOTE, Step.Verb.PROPOSE, Step.Verb.RETURN, Step.Verb.SIGN):
        messages.error(request, _("This step does not exist for a case."))
    elif verb == Step.Verb.PROPOSE and decision not in Case.Decision.values:
        messages.error(request, _("Choose the decision."))
    else:
        _take_step(request, pk, verb, reason, decision if verb == Step.Verb.PROPOSE else "")
    return _redirect_to_case(pk)


def _take_step(
    request: HttpRequest, pk: int, verb: str, reason: str, decision: str = "", round_id: int | None = None
) -> bool:
    """Take the step and tell the person the result. Returns whether it was taken."""
    assert isinstance(request.user, Person)
    try:
        cases.take_step(
            case=pk,
            verb=verb,
            person=request.user,
            reason=reason,
            decision=decision,
            round_id=round_id,
            request=request,
        )
    except Case.DoesNotExist:
        raise Http404 from None
    except SecondPersonRequired:
        messages.error(request, _("You proposed this decision: a second person signs it."))
        return False
    except cases.StepNotAllowed:
        messages.error(
            request, _("This step is no longer possible: somebody else changed the case in the meantime.")
        )
        return False
    messages.success(request, _("It appears in the case and in the log."))
    return True


def _redirect_to_case(pk: int) -> HttpResponse:
    return redirect("compliance_integrity_case", pk)


@shown_to(OPEN_HANDS_PERMISSION, act=OPEN_HANDS_PERMISSION)
@require_POST
@step_up_required
def open_hand(request: HttpRequest, pk: int, round_id: int) -> HttpResponseBase:
    """Show the hidden cards of a round, for a reason. They are shown once and not stored."""
    if round_id not in _round_ids(selectors.evidence(pk)):
        raise Http404
    reason = reason_of(request)
    if not reason or not _take_step(request, pk, Step.Verb.HANDS, reason, round_id=round_id):
        return _redirect_to_case(pk)
    assert isinstance(request.user, Person)
    opened = hidden_cards.open_hands(round_id, request.user.pk, f"{Case(pk=pk).number}: {reason}"[:200])
    if not opened:
        messages.error(request, _("The croupier did not answer. Try again in a moment."))
        return _redirect_to_case(pk)
    seats = hidden_cards.players_by_seat([round_id]).get(round_id, {})
    names = selectors.names_of(list(seats.values()))
    members = {member["id"] for member in selectors.members(pk)}
    hands = [
        {
            "seat": int(seat),
            "name": names.get(seats.get(int(seat), 0), "–"),
            "member": seats.get(int(seat)) in members,
            "cards": [hidden_cards.face_of(card) for card in cards],
        }
        for seat, cards in opened["hands"].items()
        if cards
    ]
    timeline = hidden_cards.timeline(round_id)
    for entry in timeline:
        entry["player"] = names.get(entry["player"], "")
    return page(
        request,
        "collusion/hand.html",
        _("Hand face up"),
        case=Case(pk=pk),
        round=selectors.rounds([round_id])[round_id],
        hands=hands,
        timeline=timeline,
        reason=reason,
    )


@shown_to(OPEN_HANDS_PERMISSION, act=OPEN_HANDS_PERMISSION)
@require_POST
@step_up_required
def review_folds(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Compare the hidden cards of folds between the two. Only the counts become evidence, not the cards."""
    members = [member["id"] for member in selectors.members(pk)]
    round_ids = sorted(_round_ids(selectors.evidence(pk)), reverse=True)
    folds = hidden_cards.folds_between(round_ids, members) if len(members) == 2 and round_ids else []
    if not folds:
        messages.info(request, _("In the hands of this case neither of them folded to the other."))
        return _redirect_to_case(pk)
    reason = reason_of(request)
    if not reason or not _take_step(request, pk, Step.Verb.HANDS, reason):
        return _redirect_to_case(pk)
    assert isinstance(request.user, Person)
    hands: dict[int, dict[str, list[str]]] = {}
    for round_id in list(dict.fromkeys(fold.round_id for fold in folds))[:MAX_OPENED_HANDS]:
        opened = hidden_cards.open_hands(round_id, request.user.pk, f"{Case(pk=pk).number}: {reason}"[:200])
        if not opened:
            messages.error(request, _("The croupier did not answer. Try again in a moment."))
            break
        hands[round_id] = opened["hands"]
    if hands:
        figures = hidden_cards.summarise_folds([fold for fold in folds if fold.round_id in hands], hands)
        case = Case.objects.get(pk=pk)
        cases.add_evidence(case=case, kind="face-up", figures=figures, rounds=list(hands))
    return _redirect_to_case(pk)


@shown_to(VIEW_PERMISSION)
def detection_rates(request: HttpRequest) -> HttpResponseBase:
    names = ("rings", "false", "flagged", "programs", "mistaken")
    rings = [
        {"kind": label_for(RINGS, kind), **_share(*counts)} for kind, counts in PUBLISHED["kinds"].items()
    ]
    full_count = (PUBLISHED["each"], PUBLISHED["rings"], PUBLISHED["false"])
    by_hands = [
        {"hands": figure(hands, 0), "rings": _share(*detected), "false": _share(*flagged)}
        for hands, detected, flagged in [*PUBLISHED["sooner"], full_count]
    ]
    return page(
        request,
        "collusion/sees.html",
        _("How well the desk detects collusion"),
        rates={name: _share(*PUBLISHED[name]) for name in names},
        published=PUBLISHED,
        hands=figure(PUBLISHED["hands"], 0),
        rings=rings,
        by_hands=by_hands,
        run=selectors.last_run(),
    )


def _share(part: int, of: int) -> dict[str, str]:
    return {
        "part": figure(part, 0),
        "of": figure(of, 0),
        "share": f"{figure(100 * part / of if of else 0, 2)} %",
    }


RINGS = {
    "dump": gettext_lazy("one loses to the other on purpose"),
    "soft": gettext_lazy("they do not bet against each other"),
    "whipsaw": gettext_lazy("they raise around a third player"),
    "shared": gettext_lazy("they tell each other their cards"),
}
