"""A player's messages and complaints."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.inbox import complaints, messaging
from players.inbox.forms import ComplaintForm, ReplyForm, parse_table
from players.inbox.models import Complaint, Message
from players.models import Player
from players.shared import pagination
from players.shared.decorators import for_players


@require_safe
@for_players
def inbox(request: HttpRequest, player: Player) -> HttpResponse:
    place = pagination.decode_cursor(request.GET.get("place", ""), 1)
    messages_of_player = Message.objects.filter(player=player).select_related("player").order_by("-id")
    rows = list(
        (messages_of_player.filter(pk__lt=place[0]) if place else messages_of_player)[
            : pagination.PER_PAGE + 1
        ]
    )
    shown, more = rows[: pagination.PER_PAGE], rows[pagination.PER_PAGE :]
    context = {
        "rows": [
            {
                "message": message,
                "subject": messaging.subject_and_text(message)[0],
                "notice": messaging.notice_of(message),
            }
            for message in shown
        ],
        "older": pagination.encode_cursor(shown[-1].pk) if more else "",
        "newer": place is not None,
    }
    return render(request, "portal/inbox/messages.html", context)


@require_safe
@for_players
def message(request: HttpRequest, player: Player, message_id: int) -> HttpResponse:
    """Shows a message and marks it as read."""
    message = get_object_or_404(Message.objects.select_related("player"), pk=message_id, player=player)
    messaging.open_message(message)
    subject, text = messaging.subject_and_text(message)
    context = {
        "message": message,
        "subject": subject,
        "text": text,
        "notice": messaging.notice_of(message),
    }
    return render(request, "portal/inbox/message.html", context)


@require_POST
@for_players
def mark_all_read(request: HttpRequest, player: Player) -> HttpResponse:
    messaging.read_messages(player)
    return redirect("inbox")


@require_safe
@for_players
def complaints_page(request: HttpRequest, player: Player) -> HttpResponse:
    complaints_of_player = Complaint.objects.filter(player=player).order_by("-id")[:200]
    return render(request, "portal/complaints/list.html", {"complaints": complaints_of_player})


@require_http_methods(["GET", "HEAD", "POST"])
@for_players
def complaint_new(request: HttpRequest, player: Player) -> HttpResponse:
    """Opens a complaint.

    The URL may name a round or a transfer; the text is kept when the form is invalid.  [AR-25] [FR-R26]
    """
    initial = {
        name: request.GET[name]
        for name in ("category", "round", "transfer", "table", "text")
        if request.GET.get(name)
    }
    if initial.get("round") or initial.get("table"):
        initial.setdefault("category", Complaint.Category.ROUND)
    form = ComplaintForm(player, request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        try:
            opened = complaints.open_complaint(player=player, request=request, **form.cleaned_data)
        except complaints.ComplaintRefused as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(
                request,
                _("Your complaint has arrived and has the number %(number)s.") % {"number": opened.number},
            )
            return redirect("complaint", number=opened.number)
    table = complaints.table_name_of(parse_table(form["table"].value()))
    context = {"form": form, "days": complaints.DAYS, "table": table}
    return render(request, "portal/complaints/new.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@for_players
def complaint(request: HttpRequest, player: Player, number: str) -> HttpResponse:
    complaint = get_object_or_404(Complaint, player=player, number=number)
    form = ReplyForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            complaints.reply_to_complaint(
                complaint=complaint, player=player, text=form.cleaned_data["text"], request=request
            )
        except complaints.ComplaintRefused as refused:
            form.add_error(None, refused.sentence)
        else:
            return redirect("complaint", number=number)
    context = {
        "complaint": complaint,
        "complaint_messages": complaint.messages.order_by("id"),
        "form": form,
        "late": complaints.is_late(complaint),
    }
    return render(request, "portal/complaints/complaint.html", context, status=422 if form.errors else 200)
