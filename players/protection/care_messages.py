"""Messages about a player's play: which one waits, and how it is answered.

A rule of player protection writes one (casino/compliance/monitoring/what_follows.py). Tables show it between
rounds, and the player's pages until it is answered. Nobody on a pause or excluded sees one.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from msgspec import Struct

from players.audit import note
from players.languages import page_language
from players.models import Person, Player
from players.protection.models import CareMessage, DepositHold
from players.shared import clock
from players.shared.bulk_copy import array_literal

# Whom the house leaves alone: on a pause, excluded, or about to be.
AWAY = """
SELECT player FROM protection_standing(%s::bigint[], 'DEMO', %s, NULL)
WHERE excluded OR paused OR status NOT IN ('active', 'suspended')
"""
# The oldest unanswered message of each of these players. Few have one: the rest costs a look at an index.
WAITING = """
SELECT DISTINCT ON (player_id) player_id, id FROM protection_caremessage
WHERE player_id = ANY(%s) AND answered IS NULL ORDER BY player_id, id
"""
Answer = CareMessage.Answer


class Card(Struct, frozen=True):
    """A message as a page shows it, in the language of the page."""

    n: int
    kind: str
    title: str
    text: str
    required: bool
    answers: list[str]  # of a question


class PastMessage(Struct, frozen=True):
    """A message that was answered, with the answer in words."""

    at: datetime
    card: Card
    answer: str


def players_away(players: Collection[int]) -> set[int]:
    """Of these players, whom the house leaves alone now."""
    if not players:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(AWAY, [array_literal(sorted(players)), clock.override()])
        return {player for (player,) in cursor.fetchall()}


def waiting_messages(players: Collection[int]) -> dict[int, int]:
    """The number of the oldest unanswered message of each player who has one and is not away."""
    if not players:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(WAITING, [sorted(players)])
        waiting: dict[int, int] = dict(cursor.fetchall())
    away = players_away(waiting.keys())
    return {player: number for player, number in waiting.items() if player not in away}


def waiting_card(player: Player) -> Card | None:
    """What is to be shown to the player, if anything is."""
    number = waiting_messages([player.pk]).get(player.pk)
    return card_of(CareMessage.objects.get(pk=number)) if number is not None else None


def past_messages(player: Player, most: int) -> list[PastMessage]:
    """What the player was told and answered, the newest first. One that waits is `waiting_card`."""
    answered = CareMessage.objects.filter(player=player, answered__isnull=False).order_by("-id")[:most]
    return [PastMessage(message.at, card_of(message), answer_text(message)) for message in answered]


def card_of(message: CareMessage) -> Card:
    """In the language of the page; in the first one if the operator's text was written before it existed."""
    texts: dict[str, Any] = message.texts
    shown = texts.get(page_language().short) or next(iter(texts.values()))
    return Card(
        message.pk, message.kind, shown["title"], shown["text"], message.required, shown.get("answers", [])
    )


@transaction.atomic
def answer_message(player: Player, number: int, answer: str, request: Any = None) -> bool:
    """Records the answer. The first one counts; the same from another table changes nothing."""
    message = CareMessage.objects.select_for_update().filter(pk=number, player=player).first()
    if message is None or answer not in possible_answers(message):
        return False
    if message.answered is None:
        message.answered, message.answer = clock.now(), answer
        message.save(update_fields=["answered", "answer"])
        note(
            "limits.care-message-answered",
            player=player,
            request=request,
            about=f"caremessage:{message.pk}",
            answer=answer,
        )
    return True


def possible_answers(message: CareMessage) -> list[str]:
    """To a question, the place of one of its answers; to everything else that it was read. Ways to a pause
    and to the limits are open from each.
    """
    places = [str(place) for place in range(1, len(card_of(message).answers) + 1)]
    return [*(places or [Answer.READ]), Answer.PAUSE, Answer.LIMITS]


def answer_text(message: CareMessage) -> str:
    """The answer in words: of a question, as it was chosen."""
    if message.answer.isdigit():
        return card_of(message).answers[int(message.answer) - 1]
    return str(Answer(message.answer).label) if message.answer else ""


@transaction.atomic
def release_hold(hold: int, *, reason: str, person: Person, request: Any = None) -> bool:
    """Lets the player deposit again. Whether this did it: somebody else may have been faster."""
    row = DepositHold.objects.select_for_update().filter(pk=hold, released=None).first()
    if row is None:
        return False
    row.released, row.releaser, row.reason = clock.now(), person, reason
    row.save(update_fields=["released", "releaser", "reason"])
    note(
        "deposits.hold-released",
        person=person,
        player=row.player_id,
        request=request,
        about=f"deposithold:{hold}",
    )
    return True


def hold_of(player: Player) -> DepositHold | None:
    """The hold of the player's deposits, if they are held."""
    return DepositHold.objects.filter(player=player, released=None).first()
