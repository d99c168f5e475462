"""The hidden cards of a round, which only the croupier can open, and the value of folded hands.

The croupier audits the person and the reason before it replies. Cards are not stored; of folds, only the
counts are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, groupby
from operator import itemgetter
from typing import Any

from msgspec import Struct

from casino.compliance.collusion.selectors import EVENTS, SEATS
from casino.compliance.reading import rows
from games.rounds.replay.event_descriptions import event_label
from games.rounds.replay.timeline import CardFace, card_face, event_detail, shown_hands
from games.rules.holdem.events import (
    BlindPosted,
    Called,
    Checked,
    CommonTurned,
    Event,
    Folded,
    PotsPaid,
    Raised,
)
from games.rules.shared.cards import CARDS, PACK
from games.rules.shared.poker_hands import strength_of_seven
from games.tables.domain.stored_events import EventDecoder
from games.tables.transport.client import query_croupier
from games.tables.transport.protocol import RequestRound

TIMELINE_KINDS = [
    "button-placed",
    "blind-posted",
    "folded",
    "checked",
    "called",
    "raised",
    "excess-returned",
    "common-turned",
    "hand-shown",
    "pots-paid",
]
FOLD_KINDS = ["blind-posted", "folded", "checked", "called", "raised", "common-turned", "pots-paid"]
TIMEOUT = 8.0  # seconds
MAX_BOARDS = 600  # over which the value of a hand is averaged
_decode = EventDecoder(Event).decode


class FoldToRaise(Struct, frozen=True):
    """A fold of one player of a pair to a raise of the other, with the board at that moment."""

    round_id: int
    seat: int
    other: int
    board: tuple[int, ...]


def open_hands(round_id: int, person: int, reason: str) -> dict[str, Any]:
    """The hands of a round by seat, from the croupier.

    Empty if it does not reply or the round has not ended.
    """
    ended = rows("SELECT table_id FROM games_round WHERE id = %s AND ended IS NOT NULL", [round_id])
    if not ended:
        return {}
    request = RequestRound(round_id, person=person, reason=reason)
    return query_croupier(ended[0]["table_id"], request, timeout=TIMEOUT)


def timeline(round_id: int) -> list[dict[str, Any]]:
    """The public events of a round, described, with the cards that were shown."""
    entries = []
    players = players_by_seat([round_id]).get(round_id, {})
    for row in rows(EVENTS, [[round_id], TIMELINE_KINDS]):
        event = _decode(row["kind"], row["data"])
        entry = {
            "at": row["at"],
            "what": event_label("holdem", event.__struct_config__.tag),
            "player": players.get(getattr(event, "seat", 0), 0),
            "detail": event_detail("holdem", event, "EUR"),
            "cards": shown_hands(event),
        }
        entries.append(entry)
    return entries


def players_by_seat(round_ids: Sequence[int]) -> dict[int, dict[int, int]]:
    """The player at each seat, by round."""
    seats: dict[int, dict[int, int]] = {}
    for row in rows(SEATS, {"ids": list(round_ids)}):
        seats.setdefault(row["round_id"], {})[row["seat"]] = row["player"]
    return seats


def face_of(name: str) -> CardFace:
    return card_face(CARDS[name])


def folds_between(round_ids: Sequence[int], pair: Iterable[int]) -> list[FoldToRaise]:
    """The folds of one of the two to a raise of the other, in these rounds."""
    both, folds = set(pair), []
    seats = players_by_seat(round_ids)
    event_rows = rows(EVENTS, [list(round_ids), FOLD_KINDS])
    for round_id, events in groupby(event_rows, key=itemgetter("round_id")):
        board: tuple[int, ...] = ()
        raiser = 0
        for row in events:
            match _decode(row["kind"], row["data"]):
                case CommonTurned(cards=cards):
                    board, raiser = board + cards, 0
                case Raised(seat=seat):
                    raiser = seat
                case Folded(seat=seat) if (
                    raiser and {seats[round_id].get(seat), seats[round_id].get(raiser)} == both
                ):
                    folds.append(FoldToRaise(round_id, seat, raiser, board))
                case BlindPosted() | Called() | Checked() | Folded() | PotsPaid():
                    pass
    return folds


def pot_share(own: Sequence[int], other: Sequence[int], board: Sequence[int]) -> float:
    """The average share of the pot that the first hand wins, over all possible boards or a sample of them."""
    rest = [card for card in range(PACK) if card not in {*own, *other, *board}]
    missing = 5 - len(board)
    boards = list(combinations(rest, missing)) if missing < 3 else _sample_boards(rest, missing)
    if len(boards) > MAX_BOARDS:
        boards = boards[:: len(boards) // MAX_BOARDS]
    won = 0.0
    for completion in boards:
        common = (*board, *completion)
        strength, other_strength = strength_of_seven((*own, *common)), strength_of_seven((*other, *common))
        if strength > other_strength:
            won += 1.0
        elif strength == other_strength:
            won += 0.5
    return won / len(boards)


def _sample_boards(rest: Sequence[int], missing: int) -> list[tuple[int, ...]]:
    """A fixed sample of boards, spread evenly over the rest of the pack."""
    size = len(rest)
    boards = []
    for start in range(1, size):
        for step in range(1, 1 + MAX_BOARDS // (size - 1)):
            indexes = [(start * (number + 1) + number * number * step) % size for number in range(missing)]
            if len(set(indexes)) == missing:
                boards.append(tuple(rest[index] for index in indexes))
    return boards


def summarise_folds(folds: Sequence[FoldToRaise], hands: dict[int, dict[str, list[str]]]) -> dict[str, Any]:
    """In how many of these folds the better hand was folded, and its average share of the pot."""
    shares = []
    for fold in folds:
        cards = hands.get(fold.round_id, {})
        own, other = cards.get(str(fold.seat), []), cards.get(str(fold.other), [])
        if len(own) == 2 and len(other) == 2:
            own_cards, other_cards = [CARDS[name] for name in own], [CARDS[name] for name in other]
            shares.append(pot_share(own_cards, other_cards, fold.board))
    better = sum(share > 0.5 for share in shares)
    return {"folds": len(shares), "better": better, "share": sum(shares) / len(shares) if shares else 0.0}
