"""A round for the back office: every event in words, and beside it the money that the ledger says it moved."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.cards import SUIT_SYMBOLS
from games.catalogue.description import RoundDescription
from games.catalogue.labels import CAUSES, label_for
from games.draw import generator
from games.models import Event, Round
from games.rounds.event_descriptions import event_label
from games.rules.shared.cards import NAMES
from games.tables.croupier.journal import event_decoder
from games.tables.domain.events import TABLE_EVENTS
from games.tables.domain.pending_changes import transfer_id
from players.models import Player
from players.shared.money import format_money
from players.wallet.models import Transfer
from players.wallet.transfer_kinds import transfer_kind_name

LONGEST = 2000  # events shown of one round


class Moved(Struct, frozen=True):
    what: str
    cents: int


class Face(Struct, frozen=True):
    """A card as it is drawn: what stands on it, and whether in red; nothing stands on one that lies face down."""

    text: str
    red: bool


class Hand(Struct, frozen=True):
    whose: str
    cards: tuple[Face, ...]


class Moment(Struct, frozen=True):
    seq: int
    at: datetime
    what: str
    detail: str
    who: str
    moved: tuple[Moved, ...]
    cards: tuple[Hand, ...] = ()


def timeline(round: Round) -> list[Moment]:
    """Three queries, whatever the length of the round."""
    system, currency = round.table.system, round.table.currency
    engine: Any = GAMES[system].engine
    rows = list(Event.objects.filter(round=round).order_by("seq")[:LONGEST])
    decode = event_decoder(system).decode
    key = bytes.fromhex(round.seed)
    events = [_read(decode, row, key) for row in rows]
    # The ids of an event's transfers follow from its place in the record: what the ledger holds is found, not assumed.
    ids: dict[int, list[Any]] = {}
    for row, event in zip(rows, events, strict=True):
        postings = () if event is None or isinstance(event, TABLE_EVENTS) else engine.postings(event)
        ids[row.seq] = [transfer_id(round.table_id, row.seq, index) for index in range(len(postings))]
    ledger = {transfer.id: transfer for transfer in Transfer.objects.filter(round=round.pk)}
    names = dict(
        Player.objects.filter(pk__in={row.player for row in rows if row.player}).values_list("pk", "alias")
    )
    return [
        Moment(
            row.seq,
            row.at,
            event_label(system, row.kind),
            event_detail(system, event, currency),
            names.get(row.player or 0, ""),
            summed([ledger[id] for id in ids[row.seq] if id in ledger]),
            cards_of(event),
        )
        for row, event in zip(rows, events, strict=True)
    ]


def _read(decode: Any, row: Event, key: bytes) -> Any:
    """The event, or None of one that lies sealed: no sealed event moves money."""
    if not generator.concealed(row.data):
        return decode(row.data)
    return decode(generator.reveal(key, row.table_id, row.seq, row.data)) if key else None


def event_detail(system: str, event: Any, currency: str) -> str:
    """What an event says besides its kind: the seat, the places and amounts of a bet, the result, the reason."""
    if event is None:
        return _("lies sealed")
    rounds = GAMES[system].rounds
    told = [*_where(rounds, event), *_amounts(event, currency)]
    on = getattr(event, "on", None)
    if isinstance(on, dict):
        told += [
            f"{rounds.place_label(place)}: {format_money(cents, currency)}" for place, cents in on.items()
        ]
    told += rounds.event_details(event)
    if cause := getattr(event, "cause", None):
        told.append(label_for(CAUSES, cause))
    if getattr(event, "lapsed", False) or getattr(event, "why", "") == "time":
        told.append(_("time was up"))
    if getattr(event, "all_in", False):
        told.append(_("all in"))
    return "; ".join(told)


def _where(rounds: RoundDescription, event: Any) -> list[str]:
    seat, hand = getattr(event, "seat", None), getattr(event, "hand", None)
    place = getattr(event, "place", None)
    told = [_("seat %(seat)s") % {"seat": seat}] if isinstance(seat, int) and seat else []
    if isinstance(place, str) and place != str(seat):
        told.append(_("place %(place)s") % {"place": place})
    if isinstance(hand, str):
        told.append(rounds.place_label(hand))
    elif isinstance(hand, int) and hand and isinstance(place, str):
        told.append(_("hand %(hand)s") % {"hand": hand + 1})
    if isinstance(score := getattr(event, "score", None), int):
        told.append(str(score))
    return told


def _amounts(event: Any, currency: str) -> list[str]:
    return [
        f"{words}: {format_money(cents, currency)}"
        for name, words in AMOUNTS.items()
        if isinstance(cents := getattr(event, name, None), int) and cents
    ]


AMOUNTS: dict[str, Promise] = {
    "stake": lazy("stake"),
    "cents": lazy("amount"),
    "to": lazy("up to"),
    "prize": lazy("prize"),
    "back": lazy("back"),
    "lost": lazy("lost"),
    "commission": lazy("commission"),
}


def cards_of(event: Any) -> tuple[Hand, ...]:
    """The cards that an event shows: one, several, or a hand for each seat."""
    card, cards, hands = (getattr(event, name, None) for name in ("card", "cards", "hands"))
    if isinstance(card, int):
        return (Hand("", _faces([card])),)
    if isinstance(hands, dict):
        return tuple(
            Hand(_("seat %(seat)s") % {"seat": seat}, _faces(given)) for seat, given in sorted(hands.items())
        )
    if isinstance(cards, dict):
        return tuple(
            Hand(_("seat %(seat)s") % {"seat": seat}, _faces([given]))
            for seat, given in sorted(cards.items())
        )
    return (Hand("", _faces(cards)),) if isinstance(cards, tuple) and cards else ()


def _faces(cards: Iterable[int]) -> tuple[Face, ...]:
    return tuple(card_face(card) for card in cards)


def card_face(card: int) -> Face:
    """Less than nought is a card that nobody has seen."""
    name = NAMES[card] if card >= 0 else ""
    return Face(f"{name[:-1]}{SUIT_SYMBOLS[name[-1]]}", name[-1] in "HD") if name else Face("", False)


def summed(transfers: list[Transfer]) -> tuple[Moved, ...]:
    """The transfers of one event by kind: a settlement of two thousand players is still three lines."""
    by_kind: dict[str, int] = {}
    for transfer in transfers:
        by_kind[transfer.kind] = by_kind.get(transfer.kind, 0) + transfer.cents
    return tuple(Moved(transfer_kind_name(kind), cents) for kind, cents in by_kind.items())
