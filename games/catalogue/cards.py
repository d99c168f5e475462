"""Cards and poker hands as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.catalogue.labels import label_for
from games.catalogue.text import Text

SUIT_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
POKER_HANDS: dict[str, Text] = {
    "royal-flush": _("royal flush"),
    "straight-flush": _("straight flush"),
    "four-of-a-kind": _("four of a kind"),
    "full-house": _("full house"),
    "flush": _("flush"),
    "straight": _("straight"),
    "three-of-a-kind": _("three of a kind"),
    "two-pairs": _("two pairs"),
    "one-pair": _("one pair"),
    "high-cards": _("high card"),
}


class DrawnCard(Struct, frozen=True):
    """A card as a page draws it: «10♥», and the letter of its suit for the colour."""

    text: str
    suit: str


def drawn_cards(cards: Iterable[str]) -> list[DrawnCard]:
    return [DrawnCard(card_symbols([card]), card[-1]) for card in cards]


def card_symbols(cards: Iterable[str]) -> str:
    """«K♠ 10♥»"""
    return " ".join(f"{card[:-1]}{SUIT_SYMBOLS[card[-1]]}" for card in cards)


def poker_hand_details(hands: Mapping[str, Text], event: object) -> Iterator[str]:
    """The poker hand that an event names, in the words of the game."""
    if kind := getattr(event, "kind", None):
        yield label_for(hands, kind)
