"""Legal holds: an authority orders that a player's data are kept, and later that they need not be any longer.

Each order is entered by one person and decided by another. No line of the audit log about it names the
player, and who asks for an erasure reads what everybody reads whose data must be kept longer: nobody may warn
the player.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from players.decisions.deciding import propose
from players.decisions.kinds import Kind, Step, closing_steps
from players.identity.models import LegalHold
from players.identity.sign_in.reauthentication import step_up_required
from players.models import Person, Player
from players.shared.bound_queries import call

VIEWS, PROPOSES, DECIDES = (f"identity.{action}_legalhold" for action in ("view", "add", "approve"))
LEGAL_HOLD_TARGET = timedelta(hours=24)  # the operator's own; no regulation sets it
State = LegalHold.State


class OrderIsEntered(Exception):
    """The same order was entered before, or the hold is already lifted."""


def is_held(player: int) -> bool:
    """Whether an order keeps the data of this player; the database says it (`database/legal_holds.sql`)."""
    (held,) = call("SELECT is_under_legal_hold(%s)", [player])
    return bool(held)


LEGAL_HOLD: Kind[LegalHold] = Kind(
    name="legal-hold",
    model=LegalHold,
    proposes=PROPOSES,
    steps=(
        Step(
            State.PROPOSED,
            State.IN_FORCE,
            "approve",
            _("It agrees with the order"),
            (DECIDES,),
            "legal-holds.approved",
        ),
        *closing_steps(State.PROPOSED, (DECIDES,), "legal-holds.", author_rights=(PROPOSES,)),
    ),
    proposed="legal-holds.proposed",
    about=lambda row: f"legalhold:{row.pk}",
    confirmed_by=step_up_required,
    title=_("Legal holds"),
    record=lambda row: f"{row._meta.verbose_name} · {row}",
    item=lambda row: (str(row), row.reason),
    page="admin:identity_legalhold_change",
    waits=_("It waits for a second person. Until then nothing changes."),
    related=("player", "lifts", "author", "decider"),
    target=LEGAL_HOLD_TARGET,
)


def propose_hold(
    *,
    player: Player,
    authority: str,
    reference: str,
    ordered: date,
    reason: str,
    person: Person,
    lifts: LegalHold | None = None,
    request: Any = None,
) -> LegalHold:
    """Enters an order. With `lifts` it is one that ends an earlier order about the same player."""
    try:
        with transaction.atomic():
            return propose(
                LEGAL_HOLD,
                person=person,
                details={},
                request=request,
                player=player,
                lifts=lifts,
                authority=authority,
                reference=reference,
                ordered=ordered,
                reason=reason,
            )
    except IntegrityError as error:
        raise OrderIsEntered from error
