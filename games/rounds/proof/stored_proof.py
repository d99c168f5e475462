"""The proof of a finished round, read from the record: the same data that its table published."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _
from msgspec import structs

from games.catalogue import GAMES
from games.draw.proof import build_seed_proof, keeps_seed_sealed
from games.draw.shoe import ShoeBefore
from games.models import Round
from games.rounds.proof.draw_inputs import beacon_use_of, recorded_end, shoe_before, shoes_before
from games.rounds.replay import replay

# Only the newest rounds are looked at, so that the query costs the same in a long history.
ROUNDS_LOOKED_AT = 500
SUIT_SIGNS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}


def stored_proof(game_round: Round, shoe: ShoeBefore | None = None) -> dict[str, Any] | None:
    """The proof that anybody may see. `shoe` is the shoe as the round found it, where that is known already.

    None if the seed is sealed, as it is for a round that was void before its bets closed, or for a committed
    pack, or if the events are in the archive alone.
    """
    try:
        return _proof(game_round, shoe)
    except replay.RoundArchived:
        return None


def _proof(game_round: Round, shoe: ShoeBefore | None) -> dict[str, Any] | None:
    system = game_round.table.system
    if not game_round.seed or keeps_seed_sealed(system):
        return None
    void, beacon = game_round.status == Round.Status.VOID, beacon_use_of(game_round)
    if void and beacon is None:
        return None
    end = None if beacon is None else recorded_end(game_round)
    drawn = GAMES[system].engine.draw_record(replay.final_state(game_round))
    nonces = {int(seat): share for seat, share in json.loads(game_round.nonces).items()}
    return build_seed_proof(
        system=system,
        table=game_round.table_id,
        round_number=game_round.number,
        commitment=game_round.commitment,
        seed=game_round.seed,
        nonces=nonces,
        drawn=structs.replace(drawn, given=end.missed) if end is not None and void else drawn,
        shoe=shoe or shoe_before(game_round),
        beacon=beacon,
        void=void,
        ending="" if end is None else end.ending or "",
    )


def stored_shoe(game_round: Round) -> list[dict[str, Any]]:
    """The proofs of the rounds of a shoe, from its first round to this one, where their seeds are open."""
    try:
        shoes = shoes_before(game_round)
    except replay.RoundArchived:
        return []
    rounds = Round.objects.filter(table=game_round.table_id, number__in=shoes).order_by("number")
    proofs = (stored_proof(row, shoes[row.number]) for row in rounds.select_related("table"))
    return [proof for proof in proofs if proof is not None]


def latest_draws() -> list[Round]:
    """The newest finished round of each game whose draw anybody may check, in the order of the games.

    A game whose last results are not shown has none here.
    """
    newest = Round.objects.order_by("-pk").values_list("pk", flat=True).first()
    if newest is None:
        return []
    systems = [
        system
        for system, game in GAMES.items()
        if game.rounds.shows_last_results and not keeps_seed_sealed(system)
    ]
    rounds = (
        Round.objects.filter(pk__gt=newest - ROUNDS_LOOKED_AT, status=Round.Status.ENDED)
        .exclude(seed="")
        .filter(table__system__in=systems)
        .order_by("table__system", "-pk")
        .distinct("table__system")
        .select_related("table")
    )
    by_system = {game_round.table.system: game_round for game_round in rounds}
    return [by_system[system] for system in systems if system in by_system]


def format_proof(proof: dict[str, object] | None) -> str:
    """The proof as people can read and copy it: one line per field."""
    if proof is None:
        return ""
    return "{\n" + ",\n".join(f' "{name}": {_format_value(value)}' for name, value in proof.items()) + "\n}"


def _format_value(value: object) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n  " + ",\n  ".join(json.dumps(item) for item in value) + "\n ]"
    return json.dumps(value, ensure_ascii=False)


def proof_facts(proof: dict[str, Any] | None) -> list[tuple[str, str]]:
    """The facts by which a person recognises the round before checking it."""
    if proof is None:
        return []
    facts = [
        (_("Game"), str(GAMES[proof["game"]].name)),
        (_("Number of the table"), str(proof["table"])),
        (_("Round"), str(proof["round"])),
    ]
    if "cards" in proof:
        cards = " ".join(card_text(opening["card"]) for opening in proof["cards"])
        return [*facts, (_("Cards opened here"), cards or "—")]
    if "shoe" not in proof:
        return [*facts, (_("Number"), " ".join(proof["drawn"]))]
    if proof["shoe"] != proof["round"]:
        facts.append((_("Round in which the shoe began"), str(proof["shoe"])))
    cards = " ".join(card_text(card) for card in proof["drawn"])
    return [*facts, (_("Cards in the order dealt"), cards or "—")]


def card_text(card: str) -> str:
    """A card as text. A card that was never turned has no name."""
    return card[:-1] + SUIT_SIGNS[card[-1]] if card else _("never turned over")
