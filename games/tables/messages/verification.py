"""The texts of a check of the draw, by the codes of its checks, for the table and the page of a round."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from games.catalogue.signature_script import script_url
from games.draw.proof import verification_data
from games.models.house_keys import receipt_keys
from players.languages import language_of

MESSAGES: dict[str, Promise] = {
    "verify.open": _("Verify"),
    "verify.title": _("Check of the draw"),
    "verify.intro": _(
        "Your browser draws the round again from what was published, without asking us anything."
    ),
    "verify.again": _("Your browser drew it again:"),
    "verify.how": _("How it was checked"),
    "verify.later": _("The seed is published when the round ends."),
    "verify.insecure": _(
        "This browser can only compute the draw on a secure connection (https). The figures are also "
        "in your rounds."
    ),
    "verify.failed": _("The check could not be made."),
    "verify.data": _("Published data of this round"),
    "verify.page": _("Check a round on its own page"),
    "verify.yes": _("agrees"),
    "verify.no": _("does not agree"),
    "verify.part": _("agrees in part"),
    "verify.good": _("The draw is the one that was promised."),
    "verify.good.pack": _("The cards are those that were promised before the deal."),
    "verify.good.part": _(
        "Everything that could be checked here agrees. The signature of the beacon could not be "
        "checked on this page."
    ),
    "verify.good.ending": _("Whether the round counted or was void could not be checked."),
    "verify.good.shoe": _(
        "The draws are the ones that were promised, and the rounds of the shoe follow each other "
        "from the full shoe on."
    ),
    "verify.bad": _(
        "The draw does not agree with what was promised. Please complain; the figures above are the proof."
    ),
    "verify.bad.ending": _(
        "The data do not say what we signed about the end of the round. Please complain; the figures above "
        "are the proof."
    ),
    "verify.unreadable": _("Nothing could be checked."),
    "verify.unturned": _("never turned over"),
    "verify.shoe": _("Check the shoe from its first round"),
    "verify.shoe.failed": _("The earlier rounds of the shoe could not be loaded."),
    "verify.round": _("Round {round}"),
    "verify.seen.shoe": _("In these rounds, the promise is the one that this browser saw before the bets."),
    # What decides a result at the table.
    "draw.without": _(
        "At this table, only the seed of the house and the shares of the browsers decide, without a beacon."
    ),
    "draw.beacon": _(
        "At this table, the seed of the house, the shares of the browsers and the public beacon "
        "{name} decide. Nobody, the house included, can choose a result or know it before bets close."
    ),
    "draw.sandbox": _(
        "At this table, the seed of the house, the shares of the browsers and a sandbox beacon "
        "decide. The sandbox runs on the machine of this demonstration, so it proves nothing to "
        "outsiders."
    ),
    "draw.rule": _(
        "The close of bets fixes the first value that is due at least {margin} milliseconds later. "
        "If it has not come {seconds} seconds after its time, the round is void and every stake is "
        "returned."
    ),
    "draw.number": _("Value of this round: number {number}."),
    "draw.value": _("It has arrived:"),
    "draw.void": _("The round became void after bets had closed, so its seed is published:"),
    # What this browser saw before bets opened.
    "verify.seen": _("The house's promise is the one that this browser received before the bets."),
    "verify.seen.not": _(
        "This browser was not connected before the bets, so it uses the promise as published."
    ),
    "verify.number": _(
        "The beacon value has the number that was announced to this browser before the value was due."
    ),
    "verify.number.late": _(
        "By the clock of this device, the number of the beacon value arrived only after the value "
        "was due. If the clock is right and your connection is good, please complain."
    ),
    "verify.share": _("The share that this browser gave is among the shares."),
    "verify.share.other": _(
        "Another window of yours gave the share of your seat, so the draw is checked with that one. If you "
        "had no other window open, please complain."
    ),
    "verify.shares": _("Shares given by browsers, by seat"),
    "verify.shares.none": _("No browser gave a share."),
    # The checks, by their codes.
    "check.game": _("The data are of this game."),
    "check.unreadable": _("The data have the form in which rounds are published."),
    "check.promise": _("The seed is the one that was promised before bets opened."),
    "check.beacon-number": _("The close of bets fixed this beacon value, by the rule of the round."),
    "check.beacon-number.hand": _(
        "When the players of the hand were fixed, the rule of the round selected this beacon value."
    ),
    "check.beacon": _("The beacon signed the value: nobody at the table could choose it."),
    "check.beacon.not": _("This page could not check the signature of the beacon."),
    "check.wheel": _("The wheel is one of this game."),
    "check.shoe": _("The round drew from a full shoe, or from the cards that earlier rounds left in it."),
    "check.follows": _(
        "The first round drew from the full shoe, and each later round from the cards that were "
        "left. Each round names the digest of the round before."
    ),
    "check.drawn": _("Seed and shares give exactly this result."),
    "check.drawn.beacon": _("Seed, shares and the beacon value give exactly this result."),
    "check.drawn.void": _(
        "Seed, shares and the beacon value give the result that the void round would have had. Every "
        "stake was returned."
    ),
    "check.root": _(
        "The hash published before the deal binds this pack, the promise of the seed and the shares of the "
        "browsers."
    ),
    "check.button-promise": _(
        "The seed of the lot for the button is the one that was promised before the shares were given."
    ),
    "check.button": _(
        "Seed of the lot, shares and the beacon value give this button among the players of the "
        "hand, and the deal started to its left."
    ),
    "check.button.moved": _("The button moved to the next player, and the deal started to its left."),
    "check.order": _(
        "The cards were dealt in the required order: one to each player, one more in the same order, then "
        "the table."
    ),
    "check.pack": _("No card and no position in the pack appears twice."),
    "check.opening": _("Before the deal, {card} was at place {place} of the pack, for seat {to}."),
    "check.opening.table": _("Before the deal, {card} was at place {place} of the pack, for the table."),
    "check.tree": _("Seed and shares make the whole pack that was promised."),
    "check.ending": _("The house signed that the round counted."),
    "check.ending.void": _("The house signed that the round was void."),
    "check.ending.wrong.void": _(
        "The data say that the round was void, but the house signed that it counted."
    ),
    "check.ending.wrong.counted": _(
        "The data say that the round counted, but the house signed that it was void."
    ),
    "check.ending.wrong.other": _(
        "The signature of how the round ended is not the house's, or belongs to another table, another round "
        "or another promise."
    ),
    "check.ending.not.browser": _("This browser cannot check the signature of how the round ended."),
    "check.ending.not.key": _(
        "The signature of how the round ended was not checked: this page has no key of the house."
    ),
    "check.ending.not.signature": _(
        "The data have no signature of how the round ended. That it counted, or was void, is the word of the "
        "house."
    ),
    "check.ending.not.beacon": _("The end of a round without a beacon is not signed."),
    # Figures of a check.
    "figure.hash": _("SHA-256 of the label and the seed: {made}"),
    "figure.seed": _("seed: {seed}"),
    "figure.beacon": _("beacon: {beacon}, chain {chain}"),
    "figure.beacon.number": _("value number {number}; bets closed at {closed}, the value was due at {at}"),
    "figure.beacon.number.hand": _(
        "value number {number}; the players were fixed at {closed}, the value was due at {at}"
    ),
    "figure.beacon.value": _("value, SHA-256 of the signature: {value}"),
    "figure.label": _("label: {label}"),
    "figure.key": _("key, HMAC-SHA-256 of the label by the seed: {key}"),
    "figure.word": _("{word} mod {pockets} = {index}; words discarded before it: {thrown}"),
    "figure.pocket": _("pocket {position}, clockwise from 0"),
    "figure.shoe": _(
        "decks: {decks}; the shoe began with round {shoe}; cards of this round: {first} to {last}"
    ),
    "figure.shoe.none": _("decks: {decks}; the shoe began with round {shoe}; no card in this round"),
    "figure.follows": _("{count} rounds, from {first} to {last}"),
    "figure.broken": _("round {broken} does not follow from the one before"),
    "figure.drawn": _("came out"),
    "figure.made": _("computed here"),
    "figure.root": _("root: {made}"),
    "figure.button": _("players of the hand: {players}; button: seat {button}"),
    "figure.button.made": _("the lot gives seat {made}"),
    "figure.top": _("top of the tree: {made}"),
    "figure.cards": _("the whole pack"),
}


def check_messages(language: str) -> dict[str, str]:
    """Every sentence by its code, in the language of the page."""
    with override(language_of(language).code):
        return {code: str(sentence) for code, sentence in MESSAGES.items()}


def known_to_browser() -> dict[str, object]:
    """What a browser needs to check a round by itself."""
    return verification_data() | {"signatures": script_url(), "keys": receipt_keys()}


def for_page(language: str) -> dict[str, object]:
    """What a page must carry so that its browser can check a round."""
    return {"words": check_messages(language), "known": known_to_browser(), "language": language}


# Only a game whose cards are promised one by one needs these; the pages of other tables go without them.
PACK_CODES = frozenset(
    {
        "verify.good.pack",
        "check.beacon-number.hand",
        "figure.beacon.number.hand",
        "check.root",
        "check.button-promise",
        "check.button",
        "check.button.moved",
        "check.order",
        "check.pack",
        "check.opening",
        "check.opening.table",
        "check.tree",
        "figure.root",
        "figure.button",
        "figure.button.made",
        "figure.top",
        "figure.cards",
    }
)

# Only a game whose shoe may be kept needs these.
SHOE_CODES = frozenset(
    {
        "verify.good.shoe",
        "verify.shoe",
        "verify.shoe.failed",
        "verify.round",
        "verify.seen.shoe",
        "check.follows",
        "figure.follows",
        "figure.broken",
    }
)
