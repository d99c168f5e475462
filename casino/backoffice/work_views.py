"""The pages of the work queue."""

from __future__ import annotations

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.backoffice import work_actions
from casino.backoffice.filters import WORK, saved_filters_context
from casino.backoffice.models import WorkMention
from casino.backoffice.roster import SEES
from casino.backoffice.shifts import unread_handovers
from casino.backoffice.work_queue import (
    Urgency,
    exists,
    find_item,
    panel_context,
    people_on_duty,
    queue_rows,
)
from players.models import Person
from players.shared import clock
from players.shared.admin_base import signed_in_staff
from players.shared.list_filters import chosen_value
from players.shared.staff_reasons import reason_of
from players.work_sources import work_source, work_sources, works_on_any

NOTE_LENGTHS = 3, 1000
MAX_CHOSEN = 200  # items of one step


def worker(request: HttpRequest) -> Person:
    """A member of staff who works on at least one source."""
    person = signed_in_staff(request)
    if not works_on_any(person):
        raise PermissionDenied
    return person


@never_cache
@require_GET
def work_page(request: HttpRequest) -> HttpResponse:
    person = worker(request)
    sources = work_sources(person)
    chosen = chosen_value(request.GET, "source", {source.code for source in sources}, _("Queue"))
    only = chosen_value(request.GET, "only", ("mine", "free"), _("Owner"))
    deadline = chosen_value(request.GET, "deadline", (Urgency.LATE, Urgency.SOON), _("Deadline"))
    now = clock.now()
    work_actions.end_finished_claims(person)
    rows, more = queue_rows(person, now, source=chosen, only=only, deadline=deadline)
    on_duty = people_on_duty()
    context = {
        **admin.site.each_context(request),
        "title": _("Work"),
        "rows": rows,
        "more": more,
        "now": now,
        "sources": [("", _("all queues")), *((source.code, source.title) for source in sources)],
        "source": chosen,
        "owners": [("", _("everybody's")), ("mine", _("mine")), ("free", _("unclaimed"))],
        "only": only,
        "deadlines": [("", _("any")), (Urgency.LATE, _("overdue")), (Urgency.SOON, _("close"))],
        "deadline": deadline,
        "views": saved_filters_context(request, WORK),
        "mentions": _mentions(person),
        "on_duty": on_duty,
        "own_shift": next((shift for shift in on_duty if shift.person_id == person.pk), None),
        "successors": [shift.person for shift in on_duty if shift.person_id != person.pk],
        "sees_shifts": person.has_perm(SEES),
        "unread": unread_handovers(person).count() if person.has_perm(SEES) else 0,
    }
    return render(request, "backoffice/work/queue.html", context)


def _mentions(person: Person) -> list[tuple[WorkMention, str]]:
    """The mentions that wait, each with the title of its queue, if the person still works on it."""
    waiting = work_actions.unseen_mentions(person).select_related("note__person").order_by("pk")
    return [
        (mention, str(source.title))
        for mention in waiting[:MAX_CHOSEN]
        if (source := work_source(mention.note.source)) is not None and source.allows(person)
    ]


@never_cache
@require_GET
def item_page(request: HttpRequest, source: str, key: str) -> HttpResponse:
    """The owner and the notes of one item, for sources whose own pages do not show them."""
    person = worker(request)
    panel = panel_context(person, source, key)
    if not panel:
        raise PermissionDenied
    if panel["item"] is None and not panel["notes"] and panel["claim"] is None:
        messages.info(
            request, _("This item is not waiting for you: it has been decided, or others decide it.")
        )
        return redirect("office_work")
    context = {**admin.site.each_context(request), "title": panel["source_title"], "panel": panel}
    return render(request, "backoffice/work/item.html", context)


@require_POST
def act_on_work(request: HttpRequest, source: str, key: str) -> HttpResponse:
    """Claims, releases or takes over an item, or adds a note to it."""
    person = worker(request)
    entry = work_source(source)
    if entry is None or not entry.allows(person):
        raise PermissionDenied
    item = find_item(person, source, key)
    response = redirect(_return_address(request, source, key, item.url if item else ""))
    verb = request.POST.get("verb", "")
    if item is None and (verb in ("claim", "take-over") or not exists(person, source, key)):
        messages.error(
            request, _("This item is not waiting for you: it has been decided, or others decide it.")
        )
        return response
    try:
        _act(request, person, source, key, verb)
    except work_actions.AlreadyClaimed as error:
        messages.error(
            request, _("%(who)s claimed it first. Nothing has changed.") % {"who": error.owner or "–"}
        )
    except work_actions.NotClaimed:
        messages.error(request, _("The claim has changed in the meantime. Nothing has changed."))
    return response


def _act(request: HttpRequest, person: Person, source: str, key: str, verb: str) -> None:
    match verb:
        case "claim":
            work_actions.claim_work_item(source=source, key=key, person=person, request=request)
            messages.success(request, _("Claimed: it is yours now."))
        case "release":
            work_actions.release_work_item(source=source, key=key, person=person, request=request)
            messages.success(request, _("Released: it is back in the queue."))
        case "take-over":
            if reason := reason_of(request):
                work_actions.take_over_work_item(
                    source=source, key=key, person=person, reason=reason, request=request
                )
                messages.success(request, _("Taken over: it is yours now."))
        case "note":
            least, most = NOTE_LENGTHS
            if text := reason_of(request, name="note", minimum=least, maximum=most):
                _written, mentions = work_actions.note_work_item(
                    source=source, key=key, person=person, text=text, request=request
                )
                _say_who_was_told(request, mentions)
        case _:
            messages.error(request, _("This step does not exist."))


def _say_who_was_told(request: HttpRequest, mentions: work_actions.Mentions) -> None:
    if mentions.people:
        names = ", ".join(colleague.email for colleague in mentions.people)
        messages.success(request, _("Note added. It tells %(who)s.") % {"who": names})
    else:
        messages.success(request, _("Note added."))
    if mentions.unknown:
        names = ", ".join(f"@{name}" for name in mentions.unknown)
        text = _("Nobody was told by %(names)s: that is not one colleague of this queue.")
        messages.warning(request, text % {"names": names})


def _return_address(request: HttpRequest, source: str, key: str, decision_url: str) -> str:
    """The page from which the action was taken, or the decision page after a claim from the queue."""
    match request.POST.get("from", ""):
        case "queue":
            return (
                decision_url
                if request.POST.get("verb") == "claim" and decision_url
                else reverse("office_work")
            )
        case "page" if decision_url:
            return decision_url
    return reverse("office_work_item", args=[source, key])


@require_POST
def dismiss_mention(request: HttpRequest, pk: int) -> HttpResponse:
    person = worker(request)
    if not work_actions.dismiss_mention(pk=pk, person=person, request=request):
        messages.info(request, _("This mention does not wait for you. Nothing has changed."))
    return redirect("office_work")


@require_POST
def act_on_items(request: HttpRequest) -> HttpResponse:
    """Claims, releases or assigns the items that are chosen in the queue. It decides none of them."""
    person = worker(request)
    chosen = {
        work_actions.Reference(*text.split(":", 1)) for text in request.POST.getlist("item") if ":" in text
    }
    if not chosen or len(chosen) > MAX_CHOSEN:
        messages.error(request, _("Choose items first, at most %(most)s.") % {"most": MAX_CHOSEN})
        return redirect("office_work")
    try:
        _act_on_items(request, person, chosen)
    except work_actions.AlreadyClaimed:
        messages.error(request, _("A colleague claimed one of them first. Nothing has changed."))
    except work_actions.ShiftRefused:
        messages.error(request, _("This colleague is not on duty. Nothing has changed."))
    return redirect("office_work")


def _act_on_items(request: HttpRequest, person: Person, chosen: set[work_actions.Reference]) -> None:
    match request.POST.get("verb", ""):
        case "claim":
            count = work_actions.claim_work_items(chosen, person=person, owner=person, request=request)
            done = ngettext("%(count)s item is yours now.", "%(count)s items are yours now.", count)
            done %= {"count": count}
        case "assign":
            colleague = _colleague(request, person)
            count = work_actions.claim_work_items(chosen, person=person, owner=colleague, request=request)
            done = ngettext("%(who)s has %(count)s item now.", "%(who)s has %(count)s items now.", count)
            done %= {"count": count, "who": colleague.email}
        case "release":
            count = work_actions.release_work_items(chosen, person=person, request=request)
            done = ngettext(
                "%(count)s item is back in the queue.", "%(count)s items are back in the queue.", count
            )
            done %= {"count": count}
        case _:
            messages.error(request, _("This step does not exist."))
            return
    if count:
        messages.success(request, done)
    if left_out := len(chosen) - count:
        text = ngettext(
            "%(count)s item was left out: others are working on it, or it is not waiting for both of you.",
            "%(count)s items were left out: others are working on them, or they are not waiting for "
            "both of you.",
            left_out,
        )
        messages.warning(request, text % {"count": left_out})


def _colleague(request: HttpRequest, person: Person) -> Person:
    chosen = request.POST.get("colleague", "")
    on_duty = (shift.person for shift in people_on_duty())
    found = next((other for other in on_duty if str(other.pk) == chosen and other.pk != person.pk), None)
    if found is None:
        raise work_actions.ShiftRefused
    return found


admin_view = admin.site.admin_view
urlpatterns = [
    path("work/", admin_view(work_page), name="office_work"),
    path("work/items/", admin_view(act_on_items), name="office_work_items"),
    path("work/mentions/<int:pk>/dismiss/", admin_view(dismiss_mention), name="office_mention_dismiss"),
    path("work/<slug:source>/<str:key>/", admin_view(item_page), name="office_work_item"),
    path("work/<slug:source>/<str:key>/act/", admin_view(act_on_work), name="office_work_act"),
]
