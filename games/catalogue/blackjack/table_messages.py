"""The sentences of blackjack at its live table."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.catalogue.text import Text

MESSAGES: dict[str, Text] = {
    # The cloth.  [BJ-4a] [BJ-17b] [BJ-25a] [BJ-25f]
    "bj.print.blackjack": _("Blackjack pays {pays}"),
    "bj.print.bank": _("The bank draws to 16 and stands on 17"),
    "bj.print.insurance": _("Insurance pays {pays}"),
    "bj.spot": _("bet from {minimum} to {maximum}"),
    # Hands.  [BJ-8a] [BJ-19a]
    "bj.blackjack": _("Blackjack"),
    "bj.hand": _("Hand"),
    "bj.hand.number": _("hand {hand}"),
    "bj.against": _("{cards} against {bank}"),
    "bj.special": _("special prize {prize}"),
    "bj.state.won": pgettext_lazy("a hand", "won"),
    "bj.state.lost": pgettext_lazy("a hand", "lost"),
    "bj.state.tie": pgettext_lazy("a hand", "tie"),
    "bj.state.surrendered": pgettext_lazy("a hand", "surrendered"),
    "bj.state.turn": _("to decide"),
    # Decisions with their cost. The keys are in the order of the decisions.  [BJ-15a] [BJ-15e] [BJ-24a]
    "bj.keys": pgettext_lazy("keys of hit, stand, double, split, surrender", "H S D P R"),
    "bj.keys.offer": pgettext_lazy("keys of insurance, even money, no", "I E N"),
    "bj.hit": _("Hit"),
    "bj.hit.detail": _("one more card"),
    "bj.stand": _("Stand"),
    "bj.stand.detail": _("no more cards"),
    "bj.double": pgettext_lazy("blackjack", "Double"),
    "bj.double.detail": _("+{cost}, one card only"),
    "bj.split": pgettext_lazy("blackjack", "Split"),
    "bj.split.detail": _("+{cost}, two hands"),
    "bj.surrender": _("Surrender"),
    "bj.surrender.detail": _("{back} back"),
    "bj.insurance": _("Insurance"),
    "bj.insurance.ask": _("Insurance?"),
    "bj.insurance.amount": _("Amount of the insurance"),
    "bj.insurance.detail": _("+{cost}; wins {prize} if the bank has blackjack"),
    "bj.even-money": _("Even money"),
    "bj.even-money.ask": _("Even money?"),
    "bj.even-money.detail": _("prize {prize} at once, and {back} returned"),
    "bj.decline": _("No, thank you"),
    "bj.decline.insurance": _("play on without insurance"),
    "bj.decline.even-money": _("wait for the bank's second card"),
    # The round.  [BJ-12b]
    "phase.closed": _("No more bets, cards are being dealt"),
    "phase.dealt": _("No more bets, cards are being dealt"),
    "bj.phase.naturals": _("Blackjacks are paid"),
    "bj.phase.offers": _("The bank shows an ace: players are asked"),
    "bj.phase.offers.mine": _("The bank shows an ace"),
    "bj.phase.mine": _("Your turn: place {place}"),
    "bj.phase.playing": _("Place {place} decides"),
    "bj.phase.bank": _("The bank plays"),
    "phase.collect": _("Losing bets are collected"),
    "phase.pay": _("Winning bets are paid"),
    "bj.say.card": _("Place {place}: {card}, {total}."),
    "bj.say.bank": _("Bank: {card}, {total}."),
    "bj.say.hole": _("The bank's second card is face down."),
    "bj.say.turned": _("The bank turns {card}: {total}."),
    "bj.say.hand": _("Place {place}: {state}."),
    "bj.say.special": _("Place {place}: special combination {combination}, prize {prize}."),
    "bj.say.turn": _("Your turn. Place {place}: {cards}, {total}. Bank: {bank}."),
    "bj.say.offers": _("The bank shows an ace. Choose for each of your places."),
    # The bank's results and what the table pays.  [BJ-4c] [BJ-32]
    "bj.lasts": _("Last results of the bank"),
    "bj.last.blackjack": _("blackjack"),
    "bj.last.bust": _("over 21"),
    "bj.last.stand": _("stood"),
    "bj.last.idle": _("drew no cards"),
    "bj.bank.blackjack": _("The bank has blackjack"),
    "bj.bank.bust": _("The bank went over 21"),
    "bj.bank.stand": _("The bank stands on {total}"),
    "bj.bank.idle": _("No bet was left for the bank to decide."),
    "bj.bank.last": _("Last result of the bank"),
    "bj.bank.none": _("No result yet"),
    "bj.pays.blackjack": _("Blackjack"),
    "bj.pays.win": _("A hand that wins"),
    "bj.pays.insurance": _("Insurance"),
    "bj.pays.special": _("7-7-7, or 6-7-8 of one suit"),
    "bj.limits": _("Bet on each place"),
    "bj.decks": _("Decks in the shoe"),
    # The options of this table.  [BJ-7] [BJ-16]
    "bj.rules": _("Rules of this table"),
    "bj.rules.double": _("Doubling"),
    "bj.rules.double.any": _("with any total"),
    "bj.rules.double.some": _("with 9, 10 or 11"),
    "bj.rules.cards": _("Cards when doubling"),
    "bj.rules.cards.two": _("the first two"),
    "bj.rules.cards.any": _("any number"),
    "bj.rules.split": _("Splitting"),
    "bj.rules.split.pairs": _("only pairs"),
    "bj.rules.split.value": _("two cards of one value"),
    "bj.rules.splits": _("Splits per seat"),
    "bj.rules.splits.most": _("up to {most}"),
    "bj.rules.splits.none": _("no limit"),
    "bj.rules.surrender": _("Surrender"),
    "bj.rules.surrender.first": _("as the first decision"),
    "bj.rules.surrender.any": _("at any decision"),
    "bj.rules.lapse": _("When it runs out"),
    "bj.rules.lapse.draws": _("a card with {most} or less"),
    "bj.rules.places": _("Places of one player"),
    # Why each bet was paid so.  [BJ-25a] [BJ-26]
    "bj.why.blackjack-at-once": _(
        "blackjack that the bank cannot match: {times} × {stake} = {prize}, and the stake stays yours"
    ),
    "bj.why.even-money": _("even money for the blackjack: {prize}, and the stake stays yours"),
    "bj.why.surrendered": _("surrendered: half is lost ({lost}), half is returned ({back})"),
    "bj.why.blackjack": _("blackjack: {times} × {stake} = {prize}, and the stake stays yours"),
    "bj.why.bust": _("over 21: lost"),
    "bj.why.nearer": _("closer to 21 than the bank: prize {prize}, and the stake stays yours"),
    "bj.why.bank-bust": _("the bank went over 21: prize {prize}, and the stake stays yours"),
    "bj.why.farther": _("further from 21 than the bank: lost"),
    "bj.why.bank-blackjack": _("the bank has blackjack: lost"),
    "bj.why.tie": _("tie: the stake is returned"),
    "bj.why.special": _("special combination: {times} × {stake} = {prize}"),
    "bj.why.insurance-won": _("insurance, the bank has blackjack: prize {prize}, and {back} returned"),
    "bj.why.insurance-lost": _("insurance, the bank has no blackjack: lost"),
    # What stays once it is staked.  [BJ-15b] [BJ-15f] [BJ-21a]
    "coach.clock": _(
        "3 of 3 · Bets close when this clock runs out; at a table for one, when you start the deal. "
        "Until then you can take yours back. What you add later to double, split or insure stays on "
        "the table."
    ),
    # A lost connection.  [BJ-29] [BJ-30]
    "lost.stake": _(
        "Your accepted bets ({stake}) stay on the table, and the round is valid. When your time to "
        "decide runs out, your hand draws or stands as the rules of this table say; nothing more is "
        "staked for you."
    ),
    # The table as a list.
    "list.place": pgettext_lazy("at a card table", "Place"),
    "list.whose": _("Played by"),
    "list.stake": _("Bet"),
    "list.cards": _("Cards"),
    "list.state": _("State"),
    "list.bet": _("Place bet"),
    "list.bank": _("Bank: {cards}; {total}."),
    "list.bank.none": _("The bank has no cards."),
    "chances.limits.short": _("From {minimum} to {maximum} on each place."),
    # Refusals.  [BJ-7] [BJ-9] [BJ-15f]
    "refused.above-maximum": _("Above the maximum: {limit}."),
    "refused.above-maximum.short": _("Above the maximum."),
    "refused.below-minimum": _("Below the minimum: {minimum}."),
    "refused.below-minimum.short": _("Below the minimum."),
    "refused.place-taken": _("This place belongs to another player."),
    "refused.not-offered": _("A player may bet on {most} places at this table."),
    "refused.not-offered.short": _("This table does not offer that to you now."),
    # Words that a player may type, and answers of the command line.
    "typed.hit": pgettext_lazy("typed", "hit, card"),
    "typed.stand": pgettext_lazy("typed", "stand"),
    "typed.double": pgettext_lazy("typed", "double"),
    "typed.split": pgettext_lazy("typed", "split"),
    "typed.surrender": pgettext_lazy("typed", "surrender"),
    "typed.insurance": pgettext_lazy("typed", "insurance"),
    "typed.even-money": pgettext_lazy("typed", "even money"),
    "typed.decline": pgettext_lazy("typed", "no, no thanks, decline"),
}
