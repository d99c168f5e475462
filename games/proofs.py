"""What is published of a finished round, read from the record: the same data that its table told."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games import replay
from games.models import Event, Round, System
from games.rules import GAMES
from games.tables.published import PROMISED, published

SIGNS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
# The events that take one card each out of a shoe that may be kept.
CARDS_OUT = {"blackjack": ("card-dealt", "bank-dealt", "hole-dealt"), "baccarat": ("card-dealt", "card-drawn")}


def proof(round: Round) -> dict[str, Any] | None:
    """What anybody may be told of that round. Nothing while its seed is sealed, as that of a void round and of a promised pack is."""
    system = round.table.system
    if not round.seed or round.status != Round.Status.ENDED or system in PROMISED:
        return None
    drawn, shoe = GAMES[system].drawn(replay.final_state(round)), round.shoe or round.number
    if system in CARDS_OUT:
        drawn = replace(drawn, start=_dealt_before(round, shoe))
    nonces = {int(seat): share for seat, share in json.loads(round.nonces).items()}
    return published(
        system=system,
        table=round.table_id,
        round=round.number,
        commitment=round.commitment,
        seed=round.seed,
        nonces=nonces,
        drawn=drawn,
        shoe=shoe,
    )


def _dealt_before(round: Round, shoe: int) -> int:
    """How many cards the earlier rounds of its shoe took."""
    earlier = Event.objects.filter(table=round.table_id, round__number__gte=shoe, round__number__lt=round.number)
    return earlier.filter(round__table=round.table_id, kind__in=CARDS_OUT[round.table.system]).count()


def indented(told: dict[str, Any] | None) -> str:
    """The published data as people can read and copy them."""
    return json.dumps(told, indent=1, ensure_ascii=False) if told is not None else ""


def proof_facts(told: dict[str, Any] | None) -> list[tuple[str, str]]:
    """What a person wants to recognise of a round before checking it."""
    if told is None:
        return []
    facts = [(_("Game"), str(System(told["game"]).label)), (_("Number of the table"), str(told["table"])), (_("Round"), str(told["round"]))]
    if "shoe" not in told:
        return [*facts, (_("Number"), " ".join(told["drawn"]))]
    if told["shoe"] != told["round"]:
        facts.append((_("Round in which the shoe began"), str(told["shoe"])))
    return [*facts, (_("Cards, as they came out"), " ".join(card_text(card) for card in told["drawn"]) or "—")]


def card_text(card: str) -> str:
    """A card as text; a card that was never turned by its words."""
    return card[:-1] + SIGNS[card[-1]] if card else _("never turned")
