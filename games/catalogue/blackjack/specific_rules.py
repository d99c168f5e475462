"""The specific rules of blackjack in rule_facts."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.catalogue import rule_facts
from games.catalogue.rule_facts import Amount, Fact
from games.rules.blackjack.sheet import Setting, Sheet


def facts(sheet: Sheet) -> tuple[Fact, ...]:
    """[BJ-16] [BJ-16a] [BJ-16b] [BJ-16c] [BJ-16d] [BJ-16e]"""
    return (
        Fact("decks", _("Decks"), rule_facts.list_counts(sheet.decks), ("BJ-4b",)),  # [BJ-4b]
        rule_facts.kept_shoe("BJ-4b"),
        rule_facts.modes_fact(sheet.modes, "BJ-5"),  # [BJ-5]
        Fact(
            "player_starts",
            _("The player of a table for one starts the deal"),
            rule_facts.whether(sheet.player_starts),
            ("BJ-13",),
        ),
        Fact(
            "places_per_player",
            _("Places on which one player may bet"),
            _places(sheet.places_per_player),
            ("BJ-7",),
        ),
        Fact("max_times", _("Maximum bet"), rule_facts.times(sheet.max_times), ("BJ-11",)),
        Fact("double_any", _("Doubling"), _doubling(sheet), ("BJ-15b", "BJ-16a")),
        Fact("double_any_low_ace", _("An ace counted as 1 in a double"), _low_ace(sheet), ("BJ-8a-ii",)),
        Fact(
            "double_late",
            _("Cards of a hand that may be doubled"),
            _("any number") if sheet.double_late else _("the first two, also of split hands"),
            ("BJ-15b", "BJ-23"),
        ),
        Fact("surrender_late", _("Surrender"), _surrender(sheet), ("BJ-15e",)),
        Fact(
            "pairs_only",
            _("Splitting"),
            _("pairs alone") if sheet.pairs_only else _("any two cards of one value"),
            ("BJ-16b",),
        ),
        Fact("split_limit", _("Splits per seat in a round"), _splits(sheet.split_limit), ("BJ-16c",)),
        Fact(
            "resplit_aces",
            _("Splitting aces again"),
            rule_facts.whether(sheet.resplit_aces),
            ("BJ-22", "BJ-16c"),
        ),
        Fact("insurance", _("Insurance"), rule_facts.whether(sheet.insurance), ("BJ-15f", "BJ-16d")),
        Fact(
            "special_prizes",
            _("Special prizes for 6-7-8 of one suit and 7-7-7"),
            rule_facts.whether(sheet.special_prizes),
            ("BJ-16e", "BJ-25i"),
        ),
        Fact(
            "lapse_draws_to",
            _("When the time to decide is over"),
            _lapse(sheet.lapse_draws_to),
            ("BJ-15a",),
        ),
        *rule_facts.decision_times(
            sheet.least_decision_seconds, sheet.least_extra_seconds, ("BJ-24b",), ("BJ-24b",)
        ),
        *rule_facts.inactivity(sheet.inactivity, "BJ-35a", "BJ-35b", "BJ-36"),
        rule_facts.draw(sheet.draw, "BJ-27"),
        rule_facts.faults(sheet.resume_within, "BJ-27", decisions=True),
        rule_facts.demo(sheet.demo, "BJ-37"),
        rule_facts.chat(sheet.chat),
    )


def _places(most: int) -> str:
    return _("only the player's own") if most == 1 else _("up to %(most)s") % {"most": most}


def _doubling(sheet: Sheet) -> str:
    return _("with any total") if sheet.double_any else _("with 9, 10 or 11")


def _surrender(sheet: Sheet) -> str:
    """(A17)  [BJ-15e]"""
    if sheet.surrender_late:
        return _("at any decision on a hand that was not split, unless the bank shows an ace")
    return _(
        "only as the first decision on a hand, not after a card or a split, unless the bank shows an ace"
    )


def _lapse(most: int) -> str:
    """(A03)  [BJ-15a]"""
    return _(
        "the hand takes a card with %(most)s or less and stands with %(more)s or more; split aces stand. "
        "Insurance and even money are declined, and nothing is doubled, split or surrendered for the player"
    ) % {"most": most, "more": most + 1}


def _low_ace(sheet: Sheet) -> str:
    """Where doubling is free it binds no ace, unless the sheet says so."""
    if sheet.double_any and not sheet.double_any_low_ace:
        return _("stays free where any total may be doubled")
    if sheet.double_any_low_ace:
        return _("stays 1, also where any total may be doubled")
    return _("stays 1")


def _splits(limit: int | None) -> str:
    return _("no limit") if limit is None else _("up to %(most)s") % {"most": limit}


def limits(sheet: Sheet, setting: Setting) -> tuple[Amount, ...]:
    """[BJ-10] [BJ-32]"""
    return Amount(_("Minimum"), setting.minimum), Amount(_("Maximum"), setting.maximum)
