"""What is published of a finished round, read from the record: the same data that its table told."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue import GAMES
from games.models import Round
from games.rounds import replay
from games.rounds.proof import keeps_seed_sealed, published

SIGNS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}


def proof(round: Round) -> dict[str, Any] | None:
    """What anybody may be told of that round. Nothing while its seed is sealed, as that of a void round and of a promised pack is."""
    system = round.table.system
    if not round.seed or round.status != Round.Status.ENDED or keeps_seed_sealed(system):
        return None
    nonces = {int(seat): share for seat, share in json.loads(round.nonces).items()}
    return published(
        system=system,
        table=round.table_id,
        round=round.number,
        commitment=round.commitment,
        seed=round.seed,
        nonces=nonces,
        drawn=GAMES[system].engine.draw_record(replay.final_state(round)),
        shoe=round.shoe,
    )


def indented(told: dict[str, Any] | None) -> str:
    """The published data as people can read and copy them: a line for each thing."""
    if told is None:
        return ""
    return "{\n" + ",\n".join(f' "{name}": {_written(value)}' for name, value in told.items()) + "\n}"


def _written(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n  " + ",\n  ".join(json.dumps(each) for each in value) + "\n ]"
    return json.dumps(value, ensure_ascii=False)


def proof_facts(told: dict[str, Any] | None) -> list[tuple[str, str]]:
    """What a person wants to recognise of a round before checking it."""
    if told is None:
        return []
    facts = [
        (_("Game"), str(GAMES[told["game"]].name)),
        (_("Number of the table"), str(told["table"])),
        (_("Round"), str(told["round"])),
    ]
    if "cards" in told:
        return [
            *facts,
            (
                _("Cards that are opened here"),
                " ".join(card_text(each["card"]) for each in told["cards"]) or "—",
            ),
        ]
    if "shoe" not in told:
        return [*facts, (_("Number"), " ".join(told["drawn"]))]
    if told["shoe"] != told["round"]:
        facts.append((_("Round in which the shoe began"), str(told["shoe"])))
    return [
        *facts,
        (_("Cards, as they came out"), " ".join(card_text(card) for card in told["drawn"]) or "—"),
    ]


def card_text(card: str) -> str:
    """A card as text; a card that was never turned by its words."""
    return card[:-1] + SIGNS[card[-1]] if card else _("never turned")
