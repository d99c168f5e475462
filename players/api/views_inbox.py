"""Messages of the house and complaints to it."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from players.api import serializers
from players.api.base import PER_PAGE, Cursor, Mine, document, page_of, paged, place, read
from players.api.errors import Refusal
from players.inbox import complaints, messaging
from players.inbox.models import Complaint, Message


def message_told(message: Message) -> dict[str, Any]:
    subject, text = messaging.subject_and_text(message)
    return {
        "id": message.pk,
        "kind": message.kind,
        "at": message.at,
        "read": message.read,
        "subject": subject,
        "text": text,
    }


class Messages(Mine):
    @document(
        "Your messages, newest first", chooses=[Cursor], answer=page_of(serializers.Note), tag="messages"
    )
    def get(self, request: Request) -> Response:
        where = place(request, 1)
        kept = Message.objects.filter(player=self.me).select_related("player").order_by("-id")
        found = list((kept.filter(pk__lt=where[0]) if where else kept)[: PER_PAGE + 1])
        return paged(found, message_told, lambda message: (message.pk,))


class MessageRead(Mine):
    @document("Mark a message as read", answer=serializers.Note, tag="messages")
    def post(self, request: Request, id: int) -> Response:
        message = get_object_or_404(Message.objects.select_related("player"), pk=id, player=self.me)
        messaging.message_open(message)
        message.refresh_from_db(fields=["read"])
        return Response(message_told(message))


def complaint_told(complaint: Complaint) -> dict[str, Any]:
    return {name: getattr(complaint, name) for name in serializers.ComplaintShape().fields}


def talk_told(complaint: Complaint) -> dict[str, Any]:
    words = [
        {"house": word.house, "text": word.text, "at": word.at} for word in complaint.words.order_by("id")
    ]
    return {**complaint_told(complaint), "words": words}


class Complaints(Mine):
    @document(
        "Your complaints, newest first",
        chooses=[Cursor],
        answer=page_of(serializers.ComplaintShape),
        tag="complaints",
    )
    def get(self, request: Request) -> Response:
        where = place(request, 1)
        kept = Complaint.objects.filter(player=self.me).order_by("-id")
        found = list((kept.filter(pk__lt=where[0]) if where else kept)[: PER_PAGE + 1])
        return paged(found, complaint_told, lambda complaint: (complaint.pk,))

    @document(
        "Complain",
        asks=serializers.ComplaintWish,
        answer=serializers.ComplaintTalk,
        status=201,
        tag="complaints",
    )
    def post(self, request: Request) -> Response:
        wish = read(serializers.ComplaintWish, request.data)
        try:
            opened = complaints.complaint_open(player=self.me, request=request, **wish)
        except complaints.Refused as refused:
            raise Refusal(refused.code, refused.sentence) from refused
        return Response(talk_told(opened), status=201)


class ComplaintTalk(Mine):
    @document(
        "One complaint with all that was written in it", answer=serializers.ComplaintTalk, tag="complaints"
    )
    def get(self, request: Request, number: str) -> Response:
        return Response(talk_told(get_object_or_404(Complaint, player=self.me, number=number)))

    @document(
        "Write to the house in a complaint",
        asks=serializers.WordWish,
        answer=serializers.ComplaintTalk,
        status=201,
        tag="complaints",
    )
    def post(self, request: Request, number: str) -> Response:
        found = get_object_or_404(Complaint, player=self.me, number=number)
        try:
            text = read(serializers.WordWish, request.data)["text"]
            complaints.complaint_reply(complaint=found, player=self.me, text=text, request=request)
        except complaints.Refused as refused:
            raise Refusal(refused.code, refused.sentence) from refused
        found.refresh_from_db()
        return Response(talk_told(found), status=201)
