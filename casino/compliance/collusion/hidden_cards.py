"""What only the croupier can open: the hands of a round face up, for an officer who says why, and what a fold threw away.

The croupier writes on the record who asked and why before it answers. Nothing of the cards is kept here: of folds, the count alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, groupby
from operator import itemgetter
from typing import Any

import msgspec
from msgspec import Struct

from casino.compliance.collusion.new_hands import EVENTS, SEATS
from casino.compliance.reading import rows
from games.rounds.event_descriptions import event_label
from games.rounds.timeline import Face, card_face, cards_of, event_detail
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
from games.tables.transport.client import ask
from games.tables.transport.protocol import Recall

TOLD = (
    "button-placed", "blind-posted", "folded", "checked", "called", "raised", "excess-returned", "common-turned", "hand-shown", "pots-paid",
)  # fmt: skip
PATIENCE = 8.0  # seconds that an officer waits for the croupier
BOARDS = 600  # that the chances of a hand are counted over, where there are more
_decode = msgspec.json.Decoder(Event).decode


class Fold(Struct, frozen=True):
    """Somebody of a pair left the pot to the other: at which seats, with which cards on the table."""

    round: int
    seat: int
    other: int
    board: tuple[int, ...]


def opened(round: int, person: int, reason: str) -> dict[str, Any]:
    """The hands of a round by seat, as the croupier tells them; empty where none answers."""
    found = rows("SELECT table_id FROM games_round WHERE id = %s AND ended IS NOT NULL", [round])
    return (
        ask(found[0]["table_id"], Recall(round, person=person, reason=reason), patience=PATIENCE)
        if found
        else {}
    )


def steps(round: int) -> list[dict[str, Any]]:
    """What everybody saw of the round, in words, with the cards that were turned."""
    told = []
    names = seated([round]).get(round, {})
    for row in rows(EVENTS, [[round], list(TOLD)]):
        event = _decode(row["data"])
        tag = event.__struct_config__.tag
        told.append({
            "at": row["at"],
            "what": event_label("holdem", tag),
            "who": names.get(getattr(event, "seat", 0), 0),
            "detail": event_detail("holdem", event, "EUR"),
            "cards": cards_of(event),
        })  # fmt: skip
    return told


def seated(rounds: Sequence[int]) -> dict[int, dict[int, int]]:
    found: dict[int, dict[int, int]] = {}
    for row in rows(SEATS, {"ids": list(rounds)}):
        found.setdefault(row["round_id"], {})[row["seat"]] = row["player"]
    return found


def face(name: str) -> Face:
    return card_face(CARDS[name])


def folds(rounds: Sequence[int], pair: Iterable[int]) -> list[Fold]:
    """The folds of one of the two to a raise of the other, in these rounds."""
    both, found = set(pair), []
    seats = seated(rounds)
    told = rows(
        EVENTS,
        [
            list(rounds),
            ["blind-posted", "folded", "checked", "called", "raised", "common-turned", "pots-paid"],
        ],
    )
    for number, events in groupby(told, key=itemgetter("round_id")):
        board: tuple[int, ...] = ()
        raiser = 0
        for row in events:
            match _decode(row["data"]):
                case CommonTurned(cards=cards):
                    board, raiser = board + cards, 0
                case Raised(seat=seat):
                    raiser = seat
                case Folded(seat=seat) if (
                    raiser and {seats[number].get(seat), seats[number].get(raiser)} == both
                ):
                    found.append(Fold(number, seat, raiser, board))
                case BlindPosted() | Called() | Checked() | Folded() | PotsPaid():
                    pass
    return found


def share(mine: Sequence[int], theirs: Sequence[int], board: Sequence[int]) -> float:
    """How much of a pot the first hand would win of the second on average, over all boards that may come or an even part of them."""
    rest = [card for card in range(PACK) if card not in {*mine, *theirs, *board}]
    missing = 5 - len(board)
    boards = list(combinations(rest, missing)) if missing < 3 else _some(rest, missing)
    if len(boards) > BOARDS:
        boards = boards[:: len(boards) // BOARDS]
    won = 0.0
    for more in boards:
        common = (*board, *more)
        one, two = strength_of_seven((*mine, *common)), strength_of_seven((*theirs, *common))
        won += 1.0 if one > two else 0.5 if one == two else 0.0
    return won / len(boards)


def _some(rest: Sequence[int], missing: int) -> list[tuple[int, ...]]:
    """Boards spread evenly over all there are: steps through the rest of the pack that share no factor with its size."""
    size = len(rest)
    return [
        tuple(rest[(start * (way + 1) + way * way * step) % size] for way in range(missing))
        for start in range(1, size)
        for step in range(1, 1 + BOARDS // (size - 1))
        if len({(start * (way + 1) + way * way * step) % size for way in range(missing)}) == missing
    ]


def weighed(found: Sequence[Fold], hands: dict[int, dict[str, list[str]]]) -> dict[str, Any]:
    """Of these folds, in how many the better chance was given up, and how large it was on average."""
    shares = []
    for fold in found:
        cards = hands.get(fold.round, {})
        mine, theirs = cards.get(str(fold.seat), []), cards.get(str(fold.other), [])
        if len(mine) == 2 and len(theirs) == 2:
            shares.append(share([CARDS[name] for name in mine], [CARDS[name] for name in theirs], fold.board))
    better = sum(each > 0.5 for each in shares)
    return {"folds": len(shares), "better": better, "share": sum(shares) / len(shares) if shares else 0.0}
