"""The desk's pages: the list of cases, one case with its evidence, its hands face up, and how well the desk sees.

Whoever may see the workspace sees them; taking a case, deciding and having hands opened wants rights of its own, a reason, and a POST.
"""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_POST

from casino.compliance.collusion import cases, hidden_cards, selectors
from casino.compliance.collusion.charts import HEIGHT, WIDTH, multiples
from casino.compliance.collusion.detection_rates import PUBLISHED
from casino.compliance.collusion.evidence_messages import KINDS, figure, once_in, sentences
from casino.compliance.collusion.models import Case, Step
from casino.compliance.workspace import page, shown_to
from games.catalogue.labels import label_for
from players.identity.reauthentication import step_up_required
from players.models import Person
from players.shared.staff_reasons import reason_of

SEE, ACT, OPEN = "integrity.view_case", "integrity.act_case", "integrity.open_hands"
LONGEST = 500  # of a reason
OPENED_AT_ONCE = 12


@shown_to(SEE)
def cases_list(request: HttpRequest) -> HttpResponseBase:
    state, kind = chosen(request, "state", Case.State.values), chosen(request, "kind", Case.Kind.values)
    number = request.GET.get("page", "")
    at = (
        min(10_000, max(1, int(number))) if number.isascii() and number.isdecimal() and len(number) < 6 else 1
    )
    player = " ".join(request.GET.get("player", "").split())[:20]
    found = selectors.cases(state, kind, player, at)
    total = found[0]["all"] if found else 0
    for each in found:
        each["case"] = Case(pk=each["id"], kind=each["kind"], state=each["state"], decision=each["decision"])
        each["signs"] = [KINDS[one][0] for one in each["kinds"] or [] if one in KINDS]
        each["often"] = once_in(each["chance"])
    return page(
        request,
        "collusion/list.html",
        _("Integrity of hold'em"),
        found=found,
        total=total,
        look=selectors.last_look(),
        states=Case.State.choices,
        kinds=Case.Kind.choices,
        state=state,
        kind=kind,
        player=player,
        at=at,
        before=at - 1,
        after=at + 1 if at * selectors.A_PAGE < total else 0,
    )


def chosen(request: HttpRequest, name: str, allowed: list[str]) -> str:
    given = request.GET.get(name, "")
    return given if given in allowed else ""


@shown_to(SEE)
def case_page(request: HttpRequest, pk: int) -> HttpResponseBase:
    return page(request, "collusion/case.html", Case(pk=pk).number, **told(pk, request.user))


def told(pk: int, person: Any) -> dict[str, Any]:
    found = selectors.case(pk)
    if found is None:
        raise Http404
    parties = selectors.parties(pk)
    names = {each["id"]: each["alias"] for each in parties}
    case = Case(**{name: found[name] for name in ("id", "kind", "state", "decision")})
    charts = multiples(selectors.flows(parties)) if case.kind == Case.Kind.PAIR else []
    may = person.has_perm(ACT) and found["state"] != Case.State.CLOSED
    own = found["proposer_id"] == person.pk
    return {
        "case": case,
        "found": found,
        "parties": parties,
        "evidence": _evidence(pk, names),
        "steps": [
            {**each, "said": Step(verb=each["verb"], decision=each["decision"])}
            for each in selectors.steps(pk)
        ],
        "charts": charts,
        "frame": (WIDTH, HEIGHT),
        "waits": found["proposer_id"] is not None and found["state"] != Case.State.CLOSED,
        "decisions": Case.Decision.choices,
        "may_look": may and found["state"] == Case.State.OPEN,
        "may_propose": may and found["state"] == Case.State.LOOKED_AT and found["proposer_id"] is None,
        "may_sign": may and found["proposer_id"] is not None and not own,
        "may_return": may and found["proposer_id"] is not None,
        "may_note": may,
        "may_open": person.has_perm(OPEN) and found["state"] == Case.State.LOOKED_AT,
        "own": own,
        **selectors.context(parties),
    }


def _evidence(pk: int, names: dict[int, str]) -> list[dict[str, Any]]:
    found = selectors.evidence(pk)
    known = selectors.rounds(sorted({number for each in found for number in each["rounds"]}))
    for each in found:
        figures = json.loads(each["said"])
        each["title"], each["rule"] = KINDS.get(each["kind"], (each["kind"], ""))
        each["sentences"] = sentences(each["kind"], figures, names, each["chance"])
        each["rounds"] = [known[number] for number in each["rounds"] if number in known]
        each["complaint"] = figures.get("complaint")
    return found


@shown_to(ACT, act=ACT)
@require_POST
def case_step(request: HttpRequest, pk: int) -> HttpResponseBase:
    verb, decision = request.POST.get("verb", ""), request.POST.get("decision", "")
    reason = reason_of(request)
    if not reason:
        return back(pk)
    if verb not in (Step.Verb.LOOK, Step.Verb.NOTE, Step.Verb.PROPOSE, Step.Verb.RETURN, Step.Verb.SIGN):
        messages.error(request, _("That is no step of a case."))
    elif verb == Step.Verb.PROPOSE and decision not in Case.Decision.values:
        messages.error(request, _("Choose what is to be decided."))
    else:
        _do(request, pk, verb, reason, decision if verb == Step.Verb.PROPOSE else "")
    return back(pk)


def _do(
    request: HttpRequest, pk: int, verb: str, reason: str, decision: str = "", round: int | None = None
) -> bool:
    assert isinstance(request.user, Person)
    try:
        cases.step(
            case=pk,
            verb=verb,
            person=request.user,
            reason=reason,
            decision=decision,
            round=round,
            request=request,
        )
    except Case.DoesNotExist:
        raise Http404 from None
    except cases.NotYours:
        messages.error(request, _("You proposed this decision: a second person signs it."))
        return False
    except cases.NotNow:
        messages.error(request, _("The case is not where that could be done: somebody was faster."))
        return False
    messages.success(request, _("It stands in the case and in the log."))
    return True


def back(pk: int) -> HttpResponse:
    return redirect("compliance_integrity_case", pk)


@shown_to(OPEN, act=OPEN)
@require_POST
@step_up_required
def hand_opened(request: HttpRequest, pk: int, round: int) -> HttpResponseBase:
    """One hand face up, told by the croupier to whoever gives a reason. It is shown once and kept nowhere."""
    if round not in {number for each in selectors.evidence(pk) for number in each["rounds"]}:
        raise Http404
    reason = reason_of(request)
    if not reason or not _do(request, pk, Step.Verb.HANDS, reason, round=round):
        return back(pk)
    assert isinstance(request.user, Person)
    seen = hidden_cards.opened(round, request.user.pk, f"{Case(pk=pk).number}: {reason}"[:200])
    if not seen:
        messages.error(request, _("The croupier did not answer. Try again in a moment."))
        return back(pk)
    seats = hidden_cards.seated([round]).get(round, {})
    names = selectors.names_of(list(seats.values()))
    parties = {each["id"] for each in selectors.parties(pk)}
    hands = [
        {
            "seat": int(seat),
            "name": names.get(seats.get(int(seat), 0), "–"),
            "party": seats.get(int(seat)) in parties,
            "cards": [hidden_cards.face(card) for card in cards],
        }
        for seat, cards in seen["hands"].items()
        if cards
    ]
    steps = hidden_cards.steps(round)
    for each in steps:
        each["who"] = names.get(each["who"], "")
    facts = selectors.rounds([round])[round]
    return page(
        request,
        "collusion/hand.html",
        _("Hand face up"),
        case=Case(pk=pk),
        round=facts,
        hands=hands,
        moments=steps,
        reason=reason,
    )


@shown_to(OPEN, act=OPEN)
@require_POST
@step_up_required
def folds_weighed(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The folds between the two are weighed with the cards in sight; the count becomes evidence, the cards do not."""
    parties = [each["id"] for each in selectors.parties(pk)]
    numbers = sorted({number for each in selectors.evidence(pk) for number in each["rounds"]}, reverse=True)
    found = hidden_cards.folds(numbers, parties) if len(parties) == 2 and numbers else []
    if not found:
        messages.info(request, _("In the hands of this case neither of them folded to the other."))
        return back(pk)
    reason = reason_of(request)
    if not reason or not _do(request, pk, Step.Verb.HANDS, reason):
        return back(pk)
    assert isinstance(request.user, Person)
    hands: dict[int, dict[str, list[str]]] = {}
    for number in list(dict.fromkeys(fold.round for fold in found))[:OPENED_AT_ONCE]:
        seen = hidden_cards.opened(number, request.user.pk, f"{Case(pk=pk).number}: {reason}"[:200])
        if not seen:
            messages.error(request, _("The croupier did not answer. Try again in a moment."))
            break
        hands[number] = seen["hands"]
    if hands:
        weighed = hidden_cards.weighed([fold for fold in found if fold.round in hands], hands)
        cases.evidence_add(case=Case.objects.get(pk=pk), kind="face-up", said=weighed, rounds=list(hands))
    return back(pk)


@shown_to(SEE)
def how_well(request: HttpRequest) -> HttpResponseBase:
    told = {name: _share(*PUBLISHED[name]) for name in ("rings", "false", "flagged", "programs", "mistaken")}
    rings = [
        {"kind": label_for(RINGS, kind), **_share(*counts)} for kind, counts in PUBLISHED["kinds"].items()
    ]
    sooner = [
        {"each": figure(each, 0), "rings": _share(*found), "false": _share(*wrong)}
        for each, found, wrong in [
            *PUBLISHED["sooner"],
            (PUBLISHED["each"], PUBLISHED["rings"], PUBLISHED["false"]),
        ]
    ]
    look = selectors.last_look()
    hands = figure(PUBLISHED["hands"], 0)
    return page(
        request,
        "collusion/sees.html",
        _("How well the desk sees"),
        told=told,
        about=PUBLISHED,
        hands=hands,
        rings=rings,
        sooner=sooner,
        look=look,
    )


def _share(part: int, of: int) -> dict[str, str]:
    return {
        "part": figure(part, 0),
        "of": figure(of, 0),
        "share": f"{figure(100 * part / of if of else 0, 2)} %",
    }


RINGS = {
    "dump": lazy("one loses to the other on purpose"),
    "soft": lazy("they do not bet against each other"),
    "whipsaw": lazy("they raise around a third player"),
    "shared": lazy("they tell each other their cards"),
}
