"""Branches of rules that cannot happen in this house, each with the reason and the test that proves it.

Article 11 of 61/2004 is about errors with paper cards handled by people. The engine implements every branch,
and the worked examples cover them. `manage.py trace` reports that no live table reaches these.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

PROOFS = "tests/games/tables/test_macau_irregularities.py"
CONNECTION = "tests/games/tables/test_connection_lost.py"
DISCONNECTED = (
    "a connection is not part of a table's state: no rule reads it, "
    "so the round continues and is settled as drawn"
)


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
        "hands are dealt by position from one whole pack, five cards to a hand; "
        "an incomplete pack is detected before the first card",
        f"{PROOFS}::test_MS_11_1_every_hand_has_five_cards_of_one_whole_pack",
    ),
    Branch(
        "MS-11.1",
        "two or more cards exposed by accident",
        "only the steps of the round turn a covered card; no command, timer or person does",
        f"{PROOFS}::test_MS_11_2_nothing_outside_the_rules_turns_a_covered_card",
    ),
    Branch(
        "MS-11.2",
        "one card exposed by accident",
        "only the steps of the round turn a covered card; no command, timer or person does",
        f"{PROOFS}::test_MS_11_2_nothing_outside_the_rules_turns_a_covered_card",
    ),
    Branch(
        "MS-11.3",
        "cards dealt to a hand without a bet",
        "only places with an ante are dealt to",
        f"{PROOFS}::test_MS_11_3_only_places_with_an_ante_are_dealt_to",
    ),
    *(
        Branch(
            rule,
            "a connection lost after a bet",
            DISCONNECTED,
            f"{CONNECTION}::test_PB_30_a_connection_lost_after_a_bet_voids_nothing",
        )
        for rule in ("AR-22", "AR-23", "FR-R23", "FR-R24", "PB-30a", "PB-30b")
    ),
    Branch(
        "BJ-29",
        "a void asked for because of a player",
        "a lost connection leads to the default decision; only the house's own faults ask for a void round",
        f"{CONNECTION}::test_BJ_29_no_table_asks_for_a_void_because_of_a_player",
    ),
    *(
        Branch(
            rule,
            "the draw gives no valid number",
            "a word of the generator gives one of the pockets or is drawn again; "
            "what stops the generator stops the table before the round",
            "tests/games/draw/test_generator.py::test_AR_20_a_word_gives_a_pocket_of_the_wheel_or_is_drawn_again",
        )
        for rule in ("AR-20", "FR-R21")
    ),
)


class Definition(Struct, frozen=True):
    """A rule that defines a word and requires nothing of the house. No line needs to cite it."""

    rule: str
    reason: str
    proof: str  # the test, as pytest names it

    def __str__(self) -> str:
        return f"{self.rule}: a definition that requires nothing; {self.reason} (proved by {self.proof})"


PUBLISHED = (
    "tests/players/portal/test_public_pages.py"
    "::test_AR_P4_FR_P4_the_rules_are_public_and_every_rule_has_its_anchor"
)

DEFINITIONS: tuple[Definition, ...] = (
    *(
        Definition(rule, "the rules page shows its sentence under its number", PUBLISHED)
        for rule in (
            "AR-2a",
            "FR-1",
            "FR-2a",
            "BJ-2d",
            "BJ-2g",
            "CS-2g",
            "HE-P5",
            "HE-2t",
            "PB-2d",
            "MS-P1",
            "MS-P2",
            "MS-P3",
        )
    ),
    Definition(
        "HE-30",
        "a combination is compared by its ranks alone, so hands that differ in suits only share the pot",
        "tests/games/tables/test_holdem_showdowns_live.py::test_HE_61_equal_hands_share_the_pot",
    ),
)


def excuses_for(
    rule: str, cases: Iterable[Branch | Definition] = (*BRANCHES, *DEFINITIONS)
) -> list[Branch | Definition]:
    return [case for case in cases if case.rule == rule]
