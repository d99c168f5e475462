"""Why a round of cards was paid so, in sentences: the hands, what became of each bet, and the sum, each beside its rule.

A game's words are registered here by the codes of its engine. A code without words is shown as it is, rather than hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Round
from games.tables.messages import labels
from games.tables.messages.blackjack import SENTENCES as BLACKJACK
from players.shared.money import written

Words = Mapping[str, Any]
MONEY = frozenset(
    {"stake", "prize", "back", "lost", "held", "staked", "carried", "commission", "gross", "amount"}
)
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SIDES: Mapping[str, Promise] = {
    "punto": gettext_lazy("Ponto"),
    "banco": gettext_lazy("Banca"),
    "tie": gettext_lazy("Tie"),
    "punto-pair": gettext_lazy("Ponto pair"),
    "banco-pair": gettext_lazy("Banca pair"),
}
BOXES: Mapping[str, Promise] = {
    "ante": gettext_lazy("Ante"),
    "bet": gettext_lazy("Second bet"),
    "jackpot": gettext_lazy("Jackpot bet"),
}
KINDS: Mapping[str, Promise] = {
    "royal-flush": gettext_lazy("royal flush"),
    "straight-flush": gettext_lazy("straight flush"),
    "four-of-a-kind": gettext_lazy("four of a kind"),
    "full-house": gettext_lazy("full house"),
    "flush": gettext_lazy("flush"),
    "straight": gettext_lazy("straight"),
    "three-of-a-kind": gettext_lazy("three of a kind"),
    "two-pairs": gettext_lazy("two pairs"),
    "one-pair": gettext_lazy("one pair"),
    "high-cards": gettext_lazy("high cards"),
    "five-odd-cards": gettext_lazy("five odd cards"),
}


def cards_said(cards: Iterable[str]) -> str:
    """«K♠ 10♥»"""
    return " ".join(f"{card[:-1]}{SUITS[card[-1]]}" for card in cards)


def explained(system: str, line: Mapping[str, Any], currency: str) -> dict[str, str]:
    """One line of an explanation as a sentence, beside the rule it obeys."""
    if system not in SENTENCES:
        return labels.explained(line, currency)
    bare: Words = line["said"]
    figures: dict[str, Any] = {
        name: written(value, currency) if name in MONEY else value for name, value in bare.items()
    }
    if "net" in bare:
        figures["net"] = written(bare["net"], currency, signed="staked" in bare)
    if "cards" in bare:
        figures["cards"] = cards_said(bare["cards"])
    if "kind" in bare:
        figures["kind"] = labels.said(KINDS, bare["kind"])
    sentence = _any(line["code"], bare, figures) or SENTENCES[system](line["code"], bare, figures)
    return {"said": sentence or str(line["code"]), "rule": line["rule"]}


def _any(code: str, bare: Words, said: Words) -> str:
    """What every game says alike."""
    match code:
        case "void":
            back = _(" Stakes given back: %(back)s.") % said if "back" in bare else ""
            return _("Round void: %(cause)s.") % {"cause": labels.said(labels.CAUSES, bare["cause"])} + back
        case "returned" if set(bare) == {"back"}:
            return _("Stakes given back: %(back)s.") % said
        case "total" if bare.get("commission"):
            return (
                _(
                    "In all: staked %(staked)s, stakes back %(back)s, prizes %(prize)s, commission %(commission)s, net %(net)s."
                )
                % said
            )
        case "total":
            return _("In all: staked %(staked)s, stakes back %(back)s, prizes %(prize)s, net %(net)s.") % said
    return ""


def _blackjack(code: str, bare: Words, said: Words) -> str:
    match code:
        case "bank":
            if bare["result"] == "blackjack":
                return _("The bank had %(cards)s: blackjack.") % said
            return _("The bank had %(cards)s: %(total)s.") % said
        case "bank-idle":
            return _("The bank had %(cards)s and drew nothing: no bet was left to decide.") % said
    why = BLACKJACK.get(f"bj.why.{code}")
    if why is None:
        return ""
    figures = {
        **said,
        "times": "/".join(map(str, bare["times"]))
        if isinstance(bare.get("times"), list)
        else bare.get("times"),
    }
    hand = (
        f"{laid_on('blackjack', bare)}, {said['cards']} ({said['total']})"
        if "cards" in bare
        else laid_on("blackjack", bare)
    )
    return f"{hand}: {str(why).format(**figures)}."


def _baccarat(code: str, bare: Words, said: Words) -> str:
    if "hand" in bare:
        return _of_hand(code, bare, {**said, "hand": labels.said(SIDES, bare["hand"])})
    match code:
        case "winner":
            figures = {"punto": bare["punto"], "banco": bare["banco"]}
            if bare["winner"] == "tie":
                return _("Tie, %(punto)s to %(banco)s.") % figures
            return _("%(winner)s won; ponto %(punto)s, banca %(banco)s.") % {
                **figures,
                "winner": labels.said(SIDES, bare["winner"]),
            }
        case "commission":
            return _("Commission of %(percent)s%% of the prize: %(commission)s.") % said
    place = {**said, "place": laid_on("baccarat", bare)} if "place" in bare else said
    match code:
        case "won":
            return _("%(place)s won: prize %(prize)s, and the stake of %(stake)s stays yours.") % place
        case "lost":
            return _("%(place)s lost: %(lost)s collected.") % place
        case "neither":
            return _("%(place)s neither won nor lost: %(back)s come back.") % place
    return ""


def _of_hand(code: str, bare: Words, said: Words) -> str:
    match code:
        case "hand":
            return (
                ngettext(
                    "%(hand)s had %(cards)s: %(score)s point.",
                    "%(hand)s had %(cards)s: %(score)s points.",
                    bare["score"],
                )
                % said
            )
        case "natural":
            return (
                _("%(hand)s had %(on)s with the first two cards: announced at once, no card for either.")
                % said
            )
        case "draws" if "against" in bare:
            return _("%(hand)s had %(on)s against the card %(card)s: one more card.") % {
                **said,
                "card": cards_said([bare["against"]]),
            }
        case "stands" if "against" in bare:
            return _("%(hand)s had %(on)s against the card %(card)s: no more cards.") % {
                **said,
                "card": cards_said([bare["against"]]),
            }
        case "draws":
            return _("%(hand)s had %(on)s: one more card.") % said
        case "stands":
            return _("%(hand)s had %(on)s: no more cards.") % said
    return ""


def _stud(code: str, bare: Words, said: Words) -> str:
    box = {**said, "box": labels.said(BOXES, bare["box"])} if "box" in bare else said
    match code:
        case "hand":
            return _("Your hand: %(cards)s, %(kind)s.") % said
        case "bank":
            return _("The bank had %(cards)s, %(kind)s, and played.") % said
        case "no-game":
            return _("The bank had %(cards)s, less than ace and king, and did not play.") % said
        case "same-kind":
            return _("Both had %(kind)s: the higher cards decided.") % said
        case "folded":
            return _("Hand given up: the ante of %(lost)s is lost.") % said
        case "won":
            if "maximum" in bare:
                return (
                    _(
                        "%(box)s won: prize %(prize)s, the table's maximum, and the stake of %(stake)s stays yours."
                    )
                    % box
                )
            return _("%(box)s won: %(times)s × %(stake)s = %(prize)s, and the stake stays yours.") % box
        case "lost" | "jackpot-lost":
            return _("%(box)s lost: %(lost)s collected.") % box
        case "returned" | "equal":
            return _("%(box)s neither won nor lost: %(back)s come back.") % box
        case "jackpot-won":
            return _("Jackpot, %(kind)s: prize %(prize)s.") % said
        case "jackpot-held":
            return _("Jackpot bet of %(held)s held for the next round.") % said
    return ""


def _holdem(code: str, bare: Words, said: Words) -> str:
    match code:
        case "hand":
            return _("Your best hand: %(cards)s, %(kind)s.") % said
        case "folded":
            return _("Hand given up: %(lost)s stay in the pot.") % said
        case "last-in":
            return _("All others gave up their hands.")
        case "unmatched":
            return _("%(back)s that nobody matched come back.") % said
        case "pot-won" if bare["winners"] > 1:
            return (
                _(
                    "A pot of %(amount)s shared by %(winners)s: your part %(gross)s, commission %(commission)s, net %(net)s."
                )
                % said
            )
        case "pot-won":
            return _("A pot of %(amount)s won: %(gross)s, commission %(commission)s, net %(net)s.") % said
        case "commission":
            return _("Commission on pots: %(rate)s.") % {
                "rate": labels.percent(Fraction(bare["rate"], 10_000))
            }
        case "no-commission":
            return _("No commission on this round.")
    return ""


SENTENCES: Mapping[str, Callable[[str, Words, Words], str]] = {
    "blackjack": _blackjack,
    "baccarat": _baccarat,
    "caribbean-stud": _stud,
    "macau-stud": _stud,
    "holdem": _holdem,
}


def laid_on(system: str, line: Words) -> str:
    """Where a stake lay: «Lugar 3, mão 2», «Ponto», «Ante»."""
    if "box" in line:
        return labels.said(BOXES, line["box"])
    if system == "baccarat":
        return labels.said(SIDES, line["place"])
    if system == "blackjack":
        place = _("Place %(place)s") % {"place": line["place"]}
        if "hand" not in line:
            return _("%(place)s, insurance") % {"place": place}
        return (
            _("%(place)s, hand %(hand)s") % {"place": place, "hand": line["hand"] + 1}
            if line["hand"]
            else place
        )
    return labels.place_said(line["place"])


def outcome_said(system: str, outcome: str) -> str:
    """The result of a round of cards in words."""
    match system:
        case "blackjack":
            said = {"BJ": _("Bank: blackjack"), "idle": _("The bank drew no cards")}
            return said.get(outcome) or _("Bank: %(total)s") % {"total": outcome}
        case "baccarat":
            winner = labels.said({"P": SIDES["punto"], "B": SIDES["banco"], "T": SIDES["tie"]}, outcome[:1])
            return f"{winner}, {outcome[1:].rstrip('pb').replace('-', ' – ')}"
        case "caribbean-stud" | "macau-stud":
            return (
                _("Everybody gave up the hand")
                if outcome == "folded"
                else _("Bank: %(kind)s") % {"kind": labels.said(KINDS, outcome)}
            )
        case "holdem":
            kind = outcome.partition(" ")[0]
            return (
                _("All but one gave up the hand")
                if kind == "last-in"
                else labels.said(KINDS, kind).capitalize()
            )
    return outcome


def result_said(round: Round) -> str:
    """The result of a finished round in words. Its status alone says whether it is void: a round may end without an outcome to show."""
    if round.status == Round.Status.VOID:
        return _("void")
    if round.outcome:
        return outcome_said(round.table.system, round.outcome)
    return _("No cards were dealt") if round.status == Round.Status.ENDED else "–"
