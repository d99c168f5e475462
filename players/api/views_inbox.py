"""Messages of the operator, and complaints."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from players.api import serializers
from players.api.base import (
    PER_PAGE,
    Cursor,
    PlayerView,
    cursor_position,
    operation,
    page_of,
    page_response,
    validate,
)
from players.api.errors import ApiError
from players.inbox import complaints, messaging
from players.inbox.models import Complaint, Message


def message_data(message: Message) -> dict[str, Any]:
    subject, text = messaging.subject_and_text(message)
    return {
        "id": message.pk,
        "kind": message.kind,
        "at": message.at,
        "read": message.read,
        "subject": subject,
        "text": text,
    }


class Messages(PlayerView):
    @operation(
        "Your messages, newest first",
        query=[Cursor],
        response=page_of(serializers.InboxMessage),
        tag="messages",
    )
    def get(self, request: Request) -> Response:
        cursor = cursor_position(request, 1)
        rows = Message.objects.filter(player=self.player).select_related("player").order_by("-id")
        if cursor:
            rows = rows.filter(pk__lt=cursor[0])
        return page_response(list(rows[: PER_PAGE + 1]), message_data, lambda message: (message.pk,))


class MessageRead(PlayerView):
    @operation("Mark a message as read", response=serializers.InboxMessage, tag="messages")
    def post(self, request: Request, id: int) -> Response:  # noqa: A002 (named in the documented URL)
        message = get_object_or_404(Message.objects.select_related("player"), pk=id, player=self.player)
        messaging.open_message(message)
        message.refresh_from_db(fields=["read"])
        return Response(message_data(message))


def complaint_data(complaint: Complaint) -> dict[str, Any]:
    return {name: getattr(complaint, name) for name in serializers.ComplaintSummary().fields}


def thread_data(complaint: Complaint) -> dict[str, Any]:
    messages = [
        {"house": message.house, "text": message.text, "at": message.at}
        for message in complaint.messages.order_by("id")
    ]
    return {**complaint_data(complaint), "words": messages}


class Complaints(PlayerView):
    @operation(
        "Your complaints, newest first",
        query=[Cursor],
        response=page_of(serializers.ComplaintSummary),
        tag="complaints",
    )
    def get(self, request: Request) -> Response:
        cursor = cursor_position(request, 1)
        rows = Complaint.objects.filter(player=self.player).order_by("-id")
        if cursor:
            rows = rows.filter(pk__lt=cursor[0])
        return page_response(list(rows[: PER_PAGE + 1]), complaint_data, lambda complaint: (complaint.pk,))

    @operation(
        "Open a complaint",
        body=serializers.NewComplaint,
        response=serializers.ComplaintThread,
        status=201,
        tag="complaints",
    )
    def post(self, request: Request) -> Response:
        data = validate(serializers.NewComplaint, request.data)
        try:
            complaint = complaints.open_complaint(player=self.player, request=request, **data)
        except complaints.ComplaintRefused as refused:
            raise ApiError(refused.code, refused.sentence) from refused
        return Response(thread_data(complaint), status=201)


class ComplaintTalk(PlayerView):
    @operation("One complaint with all its messages", response=serializers.ComplaintThread, tag="complaints")
    def get(self, request: Request, number: str) -> Response:
        return Response(thread_data(get_object_or_404(Complaint, player=self.player, number=number)))

    @operation(
        "Reply in a complaint",
        body=serializers.ComplaintReply,
        response=serializers.ComplaintThread,
        status=201,
        tag="complaints",
    )
    def post(self, request: Request, number: str) -> Response:
        complaint = get_object_or_404(Complaint, player=self.player, number=number)
        try:
            text = validate(serializers.ComplaintReply, request.data)["text"]
            complaints.reply_to_complaint(complaint=complaint, player=self.player, text=text, request=request)
        except complaints.ComplaintRefused as refused:
            raise ApiError(refused.code, refused.sentence) from refused
        complaint.refresh_from_db()
        return Response(thread_data(complaint), status=201)
