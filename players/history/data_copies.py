"""Copies of a player's data: one archive with JSON for programs and a page for people, kept for a week.

The contents follow from the tables: every row that belongs to the player or the person, except secrets. A
table that is added later is included automatically. A model of findings sets `INTERNAL = True` and is left
out, as are the audit lines of `players.audit.internal`. A model lists in `STAFF_COLUMNS` what staff write for
staff; the messages, which are included, give the player the reasons.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.utils import translation

from players.audit import note
from players.audit.internal import internal_kinds
from players.audit.models import Line
from players.history.models import Copy
from players.inbox import send_message
from players.inbox.models import Message
from players.models import Person, Player
from players.shared import clock, person_keys
from players.shared.background import enqueue_after_commit
from players.shared.keeping import RECORD
from players.shared.person_keys import KeyDestroyed
from players.shared.personal_columns import SealedRow, open_details, unsealed_values
from players.wallet.cashier.models import Payment

KEPT_FOR = timedelta(days=7)
SEALED_COPY, ZIP = "history_copy.data", b"PK"
MAX_ROWS_SHOWN = 1000  # rows of one table on the page; the JSON file has all
# Totals of rows that are included, and credentials.
EXCLUDED_MODELS = {
    "history.played",
    "history.moved",
    "history.copy",
    "mfa.authenticator",
    "admin.logentry",
    "usersessions.usersession",
}
SECRET_COLUMNS = {"password", "session", "token", "key", "secret", "code", "latch", "seal"}
STAFF_DETAILS = {"reason", "ticket"}  # details of audit lines that staff write for staff
# Columns that name the owner of a row. Other columns that name a person say who handled it.
OWNED_BY = {"player", "person", "user", "author"}


def request_copy(player: Player, request: Any = None) -> Copy | None:
    """Requests a copy from the worker; None if one is already being made."""
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if Copy.objects.filter(player=player, state=Copy.State.ASKED).exists():
            return None
        copy = Copy.objects.create(player=player)
        note(
            "personal-data.copy-asked",
            person=player.person,
            player=player,
            about=f"copy:{copy.pk}",
            request=request,
        )
        enqueue_after_commit("players.history.tasks.build_copy", copy.pk)
    return copy


def make_copy(copy: int) -> bool:
    """Makes a requested copy once and notifies the player."""
    with transaction.atomic():
        requested = Copy.objects.select_for_update(of=("self",)).select_related("player__person")
        row = requested.filter(pk=copy, state=Copy.State.ASKED).first()
        if row is None:
            return False
        with translation.override(row.player.person.language):
            data = archive(row.player)
        expires = clock.now() + KEPT_FOR
        digest = hashlib.sha256(data).hexdigest()
        sealed = person_keys.seal(row.player_id, RECORD, SEALED_COPY, data)
        Copy.objects.filter(pk=copy).update(
            state=Copy.State.READY, expires=expires, bytes=len(data), digest=digest, data=sealed
        )
        note(
            "personal-data.copy-made",
            player=row.player,
            about=f"copy:{copy}",
            bytes=len(data),
            digest=digest,
        )
        send_message(row.player, "personal-data-ready", expires=expires)
    return True


def content_of(copy: Copy) -> bytes | None:
    """The archive of a copy; None if it has expired. Copies of older releases are not sealed."""
    if copy.data is None:
        return None
    data = bytes(copy.data)
    if data.startswith(ZIP):
        return data
    try:
        return person_keys.unseal(SEALED_COPY, data)
    except KeyDestroyed:
        return None


def copies_due() -> list[int]:
    """Copies whose task was lost."""
    pending = Copy.objects.filter(state=Copy.State.ASKED, requested_at__lt=Now() - timedelta(minutes=2))
    return list(pending.order_by("pk").values_list("pk", flat=True)[:20])


def expire_copies() -> int:
    """Deletes the data of copies after a week and keeps their rows."""
    over = Copy.objects.filter(state=Copy.State.READY, expires__lte=clock.now())
    return over.update(state=Copy.State.EXPIRED, data=None)


def archive(player: Player) -> bytes:
    parts = {name: list(rows) for name, rows in tables_of(player)}
    document = {"house": settings.HOUSE_NAME, "made": clock.now(), "player": player.alias, "parts": parts}
    tables = [
        {
            "name": name,
            "columns": list(rows[0]),
            "rows": [list(row.values()) for row in rows[:MAX_ROWS_SHOWN]],
            "all": len(rows),
        }
        for name, rows in parts.items()
    ]
    page = render_to_string(
        "portal/history/copy.html",
        {"player": player, "made": document["made"], "tables": tables, "shown": MAX_ROWS_SHOWN},
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "data.json", json.dumps(document, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
        )
        archive.writestr("data.html", page)
    return out.getvalue()


def tables_of(player: Player) -> Iterator[tuple[str, Iterator[dict[str, Any]]]]:
    """The rows of each table that belong to the player, then the transfers of the wallets."""
    for model in sorted(apps.get_models(), key=lambda model: model._meta.label_lower):
        label = model._meta.label_lower
        is_included = (
            label not in EXCLUDED_MODELS and model._meta.managed and not getattr(model, "INTERNAL", False)
        )
        owned = own_rows(model, player) if is_included else None
        if owned is not None and owned.exists():
            yield label, plain_rows(owned)
    wallets = list(player.accounts.values_list("pk", flat=True))
    transfer = apps.get_model("wallet", "Transfer")
    transfers = transfer.objects.filter(models.Q(source__in=wallets) | models.Q(target__in=wallets))
    if transfers.exists():
        yield "wallet.transfer", plain_rows(transfers)


def own_rows(model: type[models.Model], player: Player) -> Any:
    manager: Any = model._default_manager
    if model is Person:
        return manager.filter(pk=player.person_id)
    if model is Player:
        return manager.filter(pk=player.pk)
    owned_by = models.Q()
    for field in model._meta.concrete_fields:
        if field.is_relation and field.name in OWNED_BY and field.related_model in (Person, Player):
            owned_by |= models.Q(
                **{field.name: player.pk if field.related_model is Player else player.person_id}
            )
    if model._meta.label_lower == "inbox.complaintmessage":
        # The answers of staff belong to the complaint.
        owned_by |= models.Q(complaint__player=player.pk)
    if model is Line:
        return manager.filter(owned_by).exclude(
            reduce(or_, (models.Q(kind__startswith=kind) for kind in internal_kinds()))
        )
    return manager.filter(owned_by) if owned_by else None


def plain_rows(queryset: Any) -> Iterator[dict[str, Any]]:
    """The rows as plain columns, without binary data, secrets, and the names and reasons of staff."""
    model = queryset.model
    excluded = SECRET_COLUMNS | set(getattr(model, "STAFF_COLUMNS", ()))
    fields = [
        field.attname
        for field in model._meta.concrete_fields
        if not isinstance(field, models.BinaryField)
        and field.name not in excluded
        and not (field.is_relation and field.related_model is Person and field.name not in ("person", "user"))
    ]
    sealed = model.sealed_columns() if issubclass(model, SealedRow) else []
    for stored in queryset.order_by("pk").values(*fields, *sealed).iterator(2000):
        row = unsealed_values(model, stored) if sealed else stored
        if model is Line:
            row["details"] = {
                name: value
                for name, value in open_details(row["details"]).items()
                if name not in STAFF_DETAILS
            }
        elif model is Message:
            row["details"] = open_details(row["details"])
        elif model is Payment and row["status"] == Payment.Status.HELD:
            row["reason"] = ""  # the rule by which staff review it
        yield row
