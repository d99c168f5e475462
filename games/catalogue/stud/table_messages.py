"""The sentences of póquer sem descarte and Macau stud at their live tables."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.catalogue.text import Text

MESSAGES: dict[str, Text] = {
    # The cloth and its boxes.  [CS-6a] [MS-2.2]
    "st.print.pays": _("The bank plays with ace and king or better"),
    "st.print.second": _("Second bet: twice the ante"),
    "st.box.ante": pgettext_lazy("printed on a box", "Ante"),
    "st.box.bet": pgettext_lazy("printed on a box", "Bet"),
    "st.box.jackpot": pgettext_lazy("printed on a box", "Jackpot"),
    "kind.ante": _("Ante"),
    "kind.bet": _("Second bet"),
    "kind.jackpot": _("Jackpot bet"),
    "st.spot": _("ante from {minimum} to {maximum}"),
    "st.jackpot.bet": _("Jackpot bet of {cost}"),
    "st.jackpot.needs": _("with an ante"),
    "st.jackpot.carried": _("Jackpot bet carried from the void round: {carried}"),
    # Combinations, from the highest.  [CS-7a] [CS-7j] [MS-8.1] [MS-8.10]
    "st.royal-flush": _("royal flush"),
    "st.straight-flush": _("straight flush"),
    "st.four-of-a-kind": _("four of a kind"),
    "st.full-house": _("full house"),
    "st.flush": _("flush"),
    "st.straight": _("straight"),
    "st.three-of-a-kind": _("three of a kind"),
    "st.two-pairs": _("two pairs"),
    "st.one-pair": _("one pair"),
    "st.high-cards": _("high card"),
    # A place between its cards and the showdown, and after it.
    "st.hand.mine": _("Your hand"),
    "st.state.open": pgettext_lazy("a hand", "to decide"),
    "st.state.warned": pgettext_lazy("a hand", "extra time"),
    "st.state.folded": pgettext_lazy("a hand", "folded"),
    "st.state.continued": pgettext_lazy("a hand", "in play"),
    # Decisions, each with what it costs.  [CS-20a] [CS-20b] [CS-22] [CS-23] [MS-6.6] [MS-6.7]
    "st.keys": pgettext_lazy("keys of giving up the hand and of going on", "F C"),
    "st.fold": _("Fold"),
    "st.fold.detail": _("the ante of {lost} is lost"),
    "st.continue": _("Continue"),
    "st.continue.detail": _("+{cost} on the second bet"),
    "st.ask": _("Fold or continue?"),
    "st.ask.fold": _("You cannot stake more: you can only fold."),
    "st.alone": _("Nobody may speak with you while you decide."),
    # The round.  [CS-14b] [CS-19a] [CS-19b] [CS-24] [CS-27] [CS-31] [CS-33]
    "phase.closed": _("No more bets, cards are being dealt"),
    "st.phase.mine": _("Your decision"),
    "st.phase.others": _("The other players decide"),
    "st.phase.showdown": _("The bank turns its cards"),
    "st.phase.nobody": _("Nobody made an ante"),
    "st.phase.reveal": _("The hands are compared"),
    "st.phase.idle": _("Nobody stayed in play"),
    "phase.collect": _("Losing bets are collected"),
    "phase.pay": _("Winning bets are paid"),
    "st.phase.fed": _("Jackpot bets are added to the pot"),
    "st.phase.jackpot": _("The jackpot is paid: place {seat}"),
    "st.shuffled.shoe": _("The pack is shuffled by hand, cut with the white card and put in the shoe."),
    "st.shuffled.shuffler": _("The pack comes from the shuffler, without a cut."),
    "st.say.discarded": _("The first card, {card}, is placed face up with the discards."),
    "st.say.up": _("The bank's face-up card: {card}."),
    "st.say.turn": _(
        "Your hand: {cards}. The bank shows {bank}. Fold and lose {lost}, or continue with {cost}."
    ),
    "st.say.turn.fold": _(
        "Your hand: {cards}. The bank shows {bank}. You cannot stake more: the hand is folded and "
        "loses {lost}."
    ),
    "st.say.warned": _("Your time is up. You have {seconds} more seconds; then your hand folds."),
    "st.say.folded": _("Place {place} folds."),
    "st.say.lapsed": _("Place {place} did not decide: the hand folds."),
    "st.say.continued": _("Place {place} continues."),
    "st.say.bank": _("The bank has {cards}: {kind}."),
    "st.say.fed": _("{cents} added to the jackpot."),
    "st.say.jackpot": _("Jackpot: place {place}, {kind}, {cents}."),
    "st.say.exposed": _("A card of place {place} was turned up by accident: {card}. The round continues."),
    "st.say.exposed.bank": _(
        "A card of the bank was turned up by accident: {card}. It stays face up, and the round continues."
    ),
    "st.say.voided": _(
        "Place {place} was dealt cards without a bet: that hand is void, and the round continues."
    ),
    "st.say.returned": _("Carried jackpot bets are returned."),
    "void.cause.wrong-deal": _("Cause: the cards were dealt wrongly. Jackpot bets stand for the next round."),
    "void.cause.wrong-number-of-cards": _(
        "Cause: a wrong number of cards was dealt. Jackpot bets stand for the next round."
    ),
    "void.cause.two-cards-exposed": _(
        "Cause: two or more cards were turned up by accident. Jackpot bets stand for the next round."
    ),
    "void.cause.shuffler-failure": _("Cause: the shuffler failed. Jackpot bets stand for the next round."),
    # The bank's results.
    "st.lasts": _("The dealer's last hands"),
    "st.last.folded": _("nobody stayed in play"),
    "st.bank.plays": _("Bank: {kind}; it plays"),
    "st.bank.idle": _("Bank: {kind}; it does not play"),
    "st.bank.no": _("does not play"),
    "st.bank.none": _("No result yet"),
    "st.bank.quiet": _("Past hands are not listed at this game"),
    "st.bank.last": _("Dealer's last hand"),
    "st.bank.folded": _("Nobody stayed in play"),
    # Prizes and jackpot.  [CS-12a] [CS-38] [MS-9.5] [MS-10.2] [MS-10.3] [MS-10.4] [MS-10.7]
    "st.pays": _("Prizes for a winning second bet"),
    "st.pays.kind": _("Combination"),
    "st.pays.times": _("2nd bet"),
    "st.pays.jackpot": _("Jackpot"),
    "st.pays.capped": _("* at most {maximum} for one hand"),
    "st.pays.ante": _("A winning ante pays 1 to 1."),
    # How long a decision may take.  [CS-21] [CS-31] [CS-32]
    "st.time": _("Time to decide: {seconds} s and {extra} s more; then the hand folds."),
    "st.limits": _("Ante"),
    "st.meter": _("Jackpot"),
    "st.meter.bet": _("Bet {bet}; {contribution} of it goes to the pot"),
    "st.jackpot.all": _("all, min. {fixed}"),
    "st.jackpot.part": _("{percent} %, min. {fixed}"),
    "st.order": _("Paid from the dealer's left to the right; a straight flush before a royal flush."),
    "st.paid": _("Jackpot paid, in this order"),
    "st.paid.one": _("Place {place}: {kind}, {cents}"),
    "st.forbidden": _("At this table it is forbidden:"),
    # Why bets were paid.  [CS-22] [CS-26] [CS-28a] [CS-28b] [CS-29] [MS-9.2] [MS-9.4] [MS-9.5] [MS-10.2]
    "st.box": _("Box"),
    "st.why.hand": _("Your hand"),
    "st.why.bank": _("Bank"),
    "st.why.plays": _("the bank plays"),
    "st.why.no-game": _("less than ace and king: the bank does not play"),
    "st.why.same-kind": _("Both have {kind}: the cards decide."),
    "st.why.folded": _("folded: the ante is lost"),
    "st.why.won": _("won: {times} × {stake} = {prize}, and the stake stays yours"),
    "st.why.won.kind": _("won with {kind}: {times} × {stake} = {prize}, and the stake stays yours"),
    "st.why.won.capped": _(
        "won with {kind}: {times} × {stake}, at most {maximum} at this table; prize {prize}, and the stake "
        "stays yours"
    ),
    "st.why.lost": _("the bank's hand is higher: lost"),
    "st.why.equal": _("equal hands: the stake is returned"),
    "st.why.returned": _("the stake is returned ({back})"),
    "st.why.jackpot-lost": _("no jackpot prize: the bet is lost"),
    "st.why.jackpot-won": _("jackpot with {kind}: prize {prize}; the bet is not returned"),
    "st.why.jackpot-held": _("The jackpot bet of {held} stands for the next round."),
    "st.why.void": _("Void round."),
    "st.carried": _("Jackpot bet carried"),
    "st.order.paid": _("Losing bets are collected first, then winning bets are paid, and the jackpot last."),
    # What a lost connection and a close of bets mean here.  [CS-23] [CS-35] [CS-36]
    "coach.clock": _(
        "3 of 3 · Bets close when this clock runs out; at a table for one, when you start the deal. "
        "Until then you can take yours back. A bet of twice the ante, made after you have seen the "
        "cards, stays on the table."
    ),
    "lost.stake": _(
        "Your accepted bets ({stake}) stay on the table, and the round is valid. If you have not "
        "decided when the time and the extra time run out, your hand folds and the ante is lost."
    ),
    # The table as a list.
    "list.place": pgettext_lazy("at a card table", "Place"),
    "list.whose": _("Played by"),
    "list.stake": _("Bets"),
    "list.cards": _("Cards"),
    "list.state": _("State"),
    "list.bank": _("Bank: {cards}. {kind}"),
    "list.bank.none": _("The bank has no cards."),
    "st.list.bets": _("{box} {cents}"),
    "st.list.meter": _("Jackpot: {cents}."),
    "st.list.ante": _("Amount of the ante"),
    "st.list.limits": _("Ante from {minimum} to {maximum}."),
    # Refusals.  [CS-16] [CS-23] [MS-10.1]
    "refused.above-maximum": _("Above the maximum of the box “{box}”: {limit}. You can still bet {room}."),
    "refused.above-maximum.short": _("Above the maximum."),
    "refused.below-minimum": _("Below the minimum of the box “{box}”: {minimum}."),
    "refused.below-minimum.short": _("Below the minimum."),
    "refused.no-such-bet": _("Bet on the boxes of your own place."),
    "refused.not-offered": _("This table does not offer that bet."),
    "refused.nothing-bet": _("Make an ante first."),
    "refused.not-your-turn": _("You have nothing to decide now."),
    "refused.stale": _("That decision was for another round and was not accepted."),
    # Words that a player may type, and answers of the command line.
    "typed.fold": pgettext_lazy("typed", "fold"),
    "typed.continue": pgettext_lazy("typed", "continue, play"),
    "typed.jackpot": pgettext_lazy("typed", "jackpot"),
}
