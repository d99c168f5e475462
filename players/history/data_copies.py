"""A copy of all that the house keeps about a player: for programs (JSON) and for people (a page), in one archive, for a week.

What is in it follows from the tables: every row that belongs to the player or to the person, but for secrets and for what the
house needs to tell sign-ins apart. A table that is added later is in it by itself. A model of findings says `INTERNAL = True` and is
left out, and so are the audit lines of `players.audit.internal`. A model names in `STAFF_COLUMNS` what staff write for staff: what a
player may read of a reason stands in the messages, which the copy has.
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
from players.inbox import tell
from players.models import Person, Player
from players.shared import clock
from players.shared.background import enqueue_after_commit
from players.wallet.cashier.models import Payment

KEPT = timedelta(days=7)
SHOWN = 1000  # rows of one table on the page for people; the part for programs has all
# Sums of what is there already, and what would let somebody else in.
LEFT_OUT = {
    "history.played",
    "history.moved",
    "history.copy",
    "mfa.authenticator",
    "admin.logentry",
    "usersessions.usersession",
}
SECRET = {"password", "session", "token", "key", "secret", "code", "latch", "seal"}
REASONS = {"reason", "ticket"}  # of an audit line
# Columns by which a row is somebody's own; any other column that names a person says who dealt with it.
OWNED_BY = {"player", "person", "user", "author"}


def copy_ask(player: Player, request: Any = None) -> Copy | None:
    """Asks the worker for a copy; nothing where one is being made."""
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
        enqueue_after_commit("players.history.tasks.copy_build", copy.pk)
    return copy


def copy_make(copy: int) -> bool:
    """Makes one copy and says that it is there; made once, however often it is asked."""
    with transaction.atomic():
        asked = Copy.objects.select_for_update(of=("self",)).select_related("player__person")
        found = asked.filter(pk=copy, state=Copy.State.ASKED).first()
        if found is None:
            return False
        with translation.override(found.player.person.language):
            data = archive(found.player)
        expires = clock.now() + KEPT
        digest = hashlib.sha256(data).hexdigest()
        Copy.objects.filter(pk=copy).update(
            state=Copy.State.READY, expires=expires, bytes=len(data), digest=digest, data=data
        )
        note(
            "personal-data.copy-made",
            player=found.player,
            about=f"copy:{copy}",
            bytes=len(data),
            digest=digest,
        )
        tell(found.player, "personal-data-ready", expires=expires)
    return True


def copies_due() -> list[int]:
    """Copies whose job was lost on the way."""
    waiting = Copy.objects.filter(state=Copy.State.ASKED, asked__lt=Now() - timedelta(minutes=2))
    return list(waiting.order_by("pk").values_list("pk", flat=True)[:20])


def copies_expire() -> int:
    """After a week the copy is gone; that it was made stays."""
    over = Copy.objects.filter(state=Copy.State.READY, expires__lte=clock.now())
    return over.update(state=Copy.State.EXPIRED, data=None)


def archive(player: Player) -> bytes:
    parts = {name: list(rows) for name, rows in parts_of(player)}
    told = {"house": settings.HOUSE_NAME, "made": clock.now(), "player": player.alias, "parts": parts}
    tables = [
        {
            "name": name,
            "columns": list(rows[0]),
            "rows": [list(row.values()) for row in rows[:SHOWN]],
            "all": len(rows),
        }
        for name, rows in parts.items()
    ]
    page = render_to_string(
        "portal/history/copy.html",
        {"player": player, "made": told["made"], "tables": tables, "shown": SHOWN},
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data.json", json.dumps(told, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1))
        archive.writestr("data.html", page)
    return out.getvalue()


def parts_of(player: Player) -> Iterator[tuple[str, Iterator[dict[str, Any]]]]:
    """Table by table, the rows that are the player's own; the movements of the wallets after them."""
    for model in sorted(apps.get_models(), key=lambda model: model._meta.label_lower):
        label = model._meta.label_lower
        told = label not in LEFT_OUT and model._meta.managed and not getattr(model, "INTERNAL", False)
        mine = own(model, player) if told else None
        if mine is not None and mine.exists():
            yield label, rows(mine)
    wallets = list(player.accounts.values_list("pk", flat=True))
    transfer = apps.get_model("wallet", "Transfer")
    moved = transfer.objects.filter(models.Q(source__in=wallets) | models.Q(target__in=wallets))
    if moved.exists():
        yield "wallet.transfer", rows(moved)


def own(model: type[models.Model], player: Player) -> Any:
    manager: Any = model._default_manager
    if model is Person:
        return manager.filter(pk=player.person_id)
    if model is Player:
        return manager.filter(pk=player.pk)
    mine = models.Q()
    for field in model._meta.concrete_fields:
        if field.is_relation and field.name in OWNED_BY and field.related_model in (Person, Player):
            mine |= models.Q(**{field.name: player.pk if field.related_model is Player else player.person_id})
    if model._meta.label_lower == "inbox.complaintword":
        # What the house answered belongs to the complaint.
        mine |= models.Q(complaint__player=player.pk)
    if model is Line:
        return manager.filter(mine).exclude(
            reduce(or_, (models.Q(kind__startswith=kind) for kind in internal_kinds()))
        )
    return manager.filter(mine) if mine else None


def rows(found: Any) -> Iterator[dict[str, Any]]:
    """Plain columns; binaries, secrets, and the staff's own names and reasons stay with the house."""
    model = found.model
    left_out = SECRET | set(getattr(model, "STAFF_COLUMNS", ()))
    fields = [
        field.attname
        for field in model._meta.concrete_fields
        if not isinstance(field, models.BinaryField)
        and field.name not in left_out
        and not (field.is_relation and field.related_model is Person and field.name not in ("person", "user"))
    ]
    for row in found.order_by("pk").values(*fields).iterator(2000):
        if model is Line:
            row["said"] = {name: said for name, said in row["said"].items() if name not in REASONS}
        elif model is Payment and row["status"] == Payment.Status.HELD:
            row["reason"] = ""  # by which rule the house looks at it
        yield row
