"""What Macau stud calls its hands, bets and dealer, after articles 4 to 10 of 61/2004, where póquer sem
descarte (803/2015) has other words.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.catalogue.text import Text

HANDS: dict[str, Text] = {
    "royal-flush": pgettext_lazy("Macau stud", "royal flush"),  # [MS-8.1]
    "straight-flush": pgettext_lazy("Macau stud", "straight flush"),  # (A43) [MS-8.2]
    "four-of-a-kind": pgettext_lazy("Macau stud", "four of a kind"),  # [MS-8.3]
    "full-house": pgettext_lazy("Macau stud", "full house"),  # [MS-8.4]
    "flush": pgettext_lazy("Macau stud", "flush"),  # [MS-8.5]
    "straight": pgettext_lazy("Macau stud", "straight"),  # [MS-8.6]
    "three-of-a-kind": pgettext_lazy("Macau stud", "three of a kind"),  # [MS-8.7]
    "two-pairs": pgettext_lazy("Macau stud", "two pairs"),  # [MS-8.8]
    "one-pair": pgettext_lazy("Macau stud", "one pair"),  # [MS-8.9]
    "five-odd-cards": pgettext_lazy("Macau stud", "five different cards"),  # [MS-8.10]
}
BOXES: dict[str, Text] = {
    "ante": _("Ante"),  # [MS-5.1]
    "bet": _("Additional bet"),  # [MS-5.3]
    "jackpot": _("Jackpot bet"),  # [MS-5.2]
}
# The sentences of the live table that differ from those of póquer sem descarte.
MESSAGES: dict[str, Text] = {
    **{f"st.{kind}": label for kind, label in HANDS.items()},
    "bank.name": pgettext_lazy("Macau stud", "Dealer"),
    "kind.bet": BOXES["bet"],
    "st.box.bet": pgettext_lazy("printed on a box", "Add."),
    "st.print.pays": _("The dealer opens with ace and king or better"),  # [MS-9.1]
    "st.print.second": _("Additional bet: twice the ante"),  # [MS-6.6]
    "st.continue.detail": _("+{cost} on the additional bet"),
    "st.phase.showdown": _("The dealer turns the cards"),
    "st.say.up": _("The dealer's face-up card: {card}."),
    "st.say.turn": _(
        "Your hand: {cards}. The dealer shows {bank}. Fold and lose {lost}, or continue with {cost}."
    ),
    "st.say.turn.fold": _(
        "Your hand: {cards}. The dealer shows {bank}. You cannot stake more: the hand is folded and "
        "loses {lost}."
    ),
    "st.say.bank": _("The dealer has {cards}: {kind}."),
    "st.say.exposed.bank": _(
        "A card of the dealer was turned up by accident: {card}. It stays face up, and the round continues."
    ),
    # Jackpot bets are carried on or given back, as the cause says.  [MS-11.1] [MS-11.4]
    "void.said": _("The round is void, and antes and additional bets are returned."),
    "st.bank.plays": _("Dealer: {kind}; the hands are opened"),
    "st.bank.idle": _("Dealer: {kind}; the hands are not opened"),
    "st.bank.no": _("does not open"),
    "st.bank.last": pgettext_lazy("Macau stud", "Dealer's last hand"),
    "st.pays": _("Prizes for a winning additional bet"),
    "st.pays.times": pgettext_lazy("head of a column", "Additional"),
    "st.why.bank": pgettext_lazy("Macau stud", "Dealer"),
    "st.why.plays": _("the dealer opens the hands"),
    "st.why.no-game": _("less than ace and king: the dealer does not open"),  # [MS-9.2]
    "st.why.lost": _("the dealer's hand is higher: lost"),
    "list.bank": _("Dealer: {cards}. {kind}"),
    "list.bank.none": _("The dealer has no cards."),
}
