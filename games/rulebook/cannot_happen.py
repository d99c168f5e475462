"""Branches of rules that cannot happen in this house, each with its reason and the test that proves the reason.

Article 11 of 61/2004 speaks of what goes wrong with cards of paper in people's hands. The engine knows every branch, and the worked
examples go through them; `manage.py trace` says of each of these that no live table reaches it.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

PROOFS = "tests/games/tables/test_macau_irregularities.py"


class Branch(Struct, frozen=True):
    """One case of a rule that no live table reaches."""

    rule: str
    case: str
    reason: str
    proof: str  # the test, as pytest names it

    def __str__(self) -> str:
        return f"{self.rule}, {self.case}: cannot happen here, because {self.reason} (proved by {self.proof})"


BRANCHES: tuple[Branch, ...] = (
    Branch(
        "MS-11.1",
        "a wrong number of cards",
        "hands are dealt from one whole pack by position, five to each hand; a pack that is not whole is found before the first card",
        f"{PROOFS}::test_MS_11_1_every_hand_has_five_cards_of_one_whole_pack",
    ),
    Branch(
        "MS-11.1",
        "two or more cards exposed by accident",
        "a covered card is turned by the steps of the round alone; no command, no timer and no person turns one",
        f"{PROOFS}::test_MS_11_2_nothing_outside_the_rules_turns_a_covered_card",
    ),
    Branch(
        "MS-11.2",
        "one card exposed by accident",
        "a covered card is turned by the steps of the round alone; no command, no timer and no person turns one",
        f"{PROOFS}::test_MS_11_2_nothing_outside_the_rules_turns_a_covered_card",
    ),
    Branch(
        "MS-11.3",
        "cards dealt to a hand without a bet",
        "the deal goes through the places with an ante and through no other",
        f"{PROOFS}::test_MS_11_3_only_places_with_an_ante_are_dealt_to",
    ),
)


def of_rule(rule: str, branches: Iterable[Branch] = BRANCHES) -> list[Branch]:
    return [branch for branch in branches if branch.rule == rule]
