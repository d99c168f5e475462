"""A round for the back office: every event with its label, and the transfers that the ledger has for it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.cards import SUIT_SYMBOLS
from games.catalogue.description import RoundDescription
from games.catalogue.labels import CAUSES, label_for
from games.draw import hidden_events
from games.models import Event, Round
from games.rounds.replay.event_descriptions import event_label
from games.rules.shared.cards import NAMES
from games.tables.domain.events import TABLE_EVENTS
from games.tables.domain.pending_changes import transfer_id
from games.tables.journal_reading import event_decoder
from players.models import Player
from players.shared.money import format_money
from players.wallet.models import Transfer
from players.wallet.transfer_kinds import transfer_kind_name

MAX_EVENTS = 2000  # shown of one round


class TransferTotal(Struct, frozen=True):
    """The transfers of one kind that an event made."""

    label: str
    cents: int


class CardFace(Struct, frozen=True):
    """A card as it is drawn: its text, and whether the text is red.

    The text is empty if the card is face down.
    """

    text: str
    red: bool


class ShownHand(Struct, frozen=True):
    """Cards, and whose they are."""

    owner: str
    cards: tuple[CardFace, ...]


class TimelineEntry(Struct, frozen=True):
    """One event of a round, as a row of the page."""

    seq: int
    at: datetime
    label: str
    details: str
    player: str
    transfers: tuple[TransferTotal, ...]
    hands: tuple[ShownHand, ...] = ()


def timeline(game_round: Round) -> list[TimelineEntry]:
    """The events of a round in three queries, whatever its length."""
    system, currency = game_round.table.system, game_round.table.currency
    engine = GAMES[system].engine
    rows = list(Event.objects.filter(round=game_round, **game_round.within()).order_by("seq")[:MAX_EVENTS])
    decode = event_decoder(system).decode
    key = bytes.fromhex(game_round.seed)
    events = [_decode(decode, row, key) for row in rows]
    # The ids of an event's transfers follow from its number, so the transfers shown are those in the ledger.
    ids: dict[int, list[UUID]] = {}
    for row, event in zip(rows, events, strict=True):
        postings = () if event is None or isinstance(event, TABLE_EVENTS) else engine.postings(event)
        ids[row.seq] = [transfer_id(game_round.table_id, row.seq, index) for index in range(len(postings))]
    transfers = Transfer.objects.filter(round=game_round.pk, **game_round.within())
    ledger = {transfer.id: transfer for transfer in transfers}
    names = dict(
        Player.objects.filter(pk__in={row.player for row in rows if row.player}).values_list("pk", "alias")
    )
    return [
        TimelineEntry(
            row.seq,
            row.at,
            event_label(system, row.kind),
            event_detail(system, event, currency),
            names.get(row.player or 0, ""),
            total_by_kind([ledger[number] for number in ids[row.seq] if number in ledger]),
            shown_hands(event),
        )
        for row, event in zip(rows, events, strict=True)
    ]


def _decode(decode: Any, row: Event, key: bytes) -> Any:
    """The event, or None if it is sealed. No sealed event moves money."""
    if not hidden_events.is_hidden(row.data):
        return decode(row.kind, row.data)
    return decode(row.kind, hidden_events.reveal(key, row.table_id, row.seq, row.data)) if key else None


def event_detail(system: str, event: Any, currency: str) -> str:
    """The details of an event: the seat, the places and amounts of a bet, the result, the reason."""
    if event is None:
        return _("is sealed")
    rounds = GAMES[system].rounds
    details = [*_place_details(rounds, event), *_amounts(event, currency)]
    bets = getattr(event, "on", None)
    if isinstance(bets, dict):
        details += [
            f"{rounds.place_label(place)}: {format_money(cents, currency)}" for place, cents in bets.items()
        ]
    details += rounds.event_details(event)
    if cause := getattr(event, "cause", None):
        details.append(label_for(CAUSES, cause))
    if getattr(event, "lapsed", False) or getattr(event, "why", "") == "time":
        details.append(_("time ran out"))
    if getattr(event, "all_in", False):
        details.append(_("all in"))
    return "; ".join(details)


def _place_details(rounds: RoundDescription, event: object) -> list[str]:
    seat, hand = getattr(event, "seat", None), getattr(event, "hand", None)
    place = getattr(event, "place", None)
    details = [_("seat %(seat)s") % {"seat": seat}] if isinstance(seat, int) and seat else []
    if isinstance(place, str) and place != str(seat):
        details.append(_("place %(place)s") % {"place": place})
    if isinstance(hand, str):
        details.append(rounds.place_label(hand))
    elif isinstance(hand, int) and hand and isinstance(place, str):
        details.append(_("hand %(hand)s") % {"hand": hand + 1})
    if isinstance(score := getattr(event, "score", None), int):
        details.append(str(score))
    return details


def _amounts(event: object, currency: str) -> list[str]:
    return [
        f"{label}: {format_money(cents, currency)}"
        for name, label in AMOUNTS.items()
        if isinstance(cents := getattr(event, name, None), int) and cents
    ]


AMOUNTS: dict[str, Promise] = {
    "stake": lazy("stake"),
    "cents": lazy("amount"),
    "to": lazy("up to"),
    "prize": lazy("prize"),
    "back": lazy("back"),
    "lost": pgettext_lazy("a bet", "lost"),
    "commission": lazy("commission"),
}


def shown_hands(event: Any) -> tuple[ShownHand, ...]:
    """The cards that an event shows: one, several, or a hand for each seat."""
    card, cards, hands = (getattr(event, name, None) for name in ("card", "cards", "hands"))
    if isinstance(card, int):
        return (ShownHand("", _faces([card])),)
    if isinstance(hands, dict):
        return tuple(_seat_hand(seat, hand) for seat, hand in sorted(hands.items()))
    if isinstance(cards, dict):
        return tuple(_seat_hand(seat, [seat_card]) for seat, seat_card in sorted(cards.items()))
    return (ShownHand("", _faces(cards)),) if isinstance(cards, tuple) and cards else ()


def _seat_hand(seat: int, cards: Iterable[int]) -> ShownHand:
    return ShownHand(_("seat %(seat)s") % {"seat": seat}, _faces(cards))


def _faces(cards: Iterable[int]) -> tuple[CardFace, ...]:
    return tuple(card_face(card) for card in cards)


def card_face(card: int) -> CardFace:
    """The face of a card. A negative number is a card that was not revealed."""
    if card < 0:
        return CardFace("", False)
    name = NAMES[card]
    return CardFace(f"{name[:-1]}{SUIT_SYMBOLS[name[-1]]}", name[-1] in "HD")


def total_by_kind(transfers: list[Transfer]) -> tuple[TransferTotal, ...]:
    """The transfers of one event by kind: the settlement of two thousand players is still three lines."""
    by_kind: dict[str, int] = {}
    for transfer in transfers:
        by_kind[transfer.kind] = by_kind.get(transfer.kind, 0) + transfer.cents
    return tuple(TransferTotal(transfer_kind_name(kind), cents) for kind, cents in by_kind.items())
