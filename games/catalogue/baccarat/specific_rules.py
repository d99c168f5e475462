"""The specific rules of ponto e banca and Macau in rule_facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from games.catalogue import rule_facts
from games.catalogue.rule_facts import Amount, Fact
from games.rules.baccarat.sheet import (
    MACAU,
    PUNTO_BANCO,
    BetPlace,
    Charged,
    Commission,
    PairCap,
    Setting,
    Sheet,
    bet_limits,
)


def facts(sheet: Sheet) -> tuple[Fact, ...]:
    commissions = _commissions()
    return (
        Fact(
            "variants",
            _("Ways of playing"),
            rule_facts.listed(_variants()[variant] for variant in sheet.variants),
            ("PB-39",),
        ),
        Fact("decks", _("Decks"), rule_facts.list_counts(sheet.decks), ("PB-6b",)),  # [PB-6b]
        rule_facts.kept_shoe("PB-6b"),
        Fact("pairs", _("Bets on pairs"), rule_facts.whether(sheet.pairs), ("PB-10",)),
        Fact(
            "max_times",
            _("Maximum bets"),
            "; ".join(_tighter(sheet)) or _("those of the base rules"),
            ("PB-15a", "PB-15b", "PB-15c"),
        ),
        Fact(
            "commissions",
            _("Commission, one for each table"),
            "; ".join(commissions[way] for way in sheet.commissions),
            ("PB-26",),
        ),
        Fact("charged", _("Prizes that bear commission"), _charged()[sheet.charged], ("PB-26a", "PB-26b")),
        Fact(
            "prize_cap",
            _("A maximum of prizes at Macau tables"),
            rule_facts.whether(sheet.prize_cap),
            ("PB-41",),
        ),
        Fact("pair_cap", _("Bets on pairs under that maximum"), _pair_cap()[sheet.pair_cap], ("PB-43c",)),
        *rule_facts.inactivity(sheet.inactivity, "PB-35a", "PB-35b", "PB-36"),
        rule_facts.draw(sheet.draw, "PB-29"),
        rule_facts.faults(sheet.resume_within, "PB-29"),
        rule_facts.demo(sheet.demo, "PB-37"),
        rule_facts.chat(sheet.chat),
    )


def _variants() -> Mapping[str, str]:
    return {PUNTO_BANCO: _("ponto e banca"), MACAU: _("Macau")}


def _commissions() -> Mapping[Commission, str]:
    return {
        Commission.NONE: _("without commission"),
        Commission.A: _("5% of prizes when banca wins"),
        Commission.B: _("50% of prizes when banca wins with 5 or 6"),
    }


def _charged() -> Mapping[Charged, str]:
    return {
        Charged.BANCO_BETS: _("only those of bets on banca"),
        Charged.ALL_PRIZES: _("all those of the round"),
    }


def _pair_cap() -> Mapping[PairCap, str]:
    return {
        PairCap.EACH: _("8% for each of the two pairs"),
        PairCap.TOGETHER: _("8% for both pairs together"),
    }


def _tighter(sheet: Sheet) -> Iterator[str]:
    names = {BetPlace.PUNTO: _("Ponto or banca"), BetPlace.TIE: _("Tie"), BetPlace.PUNTO_PAIR: _("Pairs")}
    for place, name in names.items():
        if (given := sheet.max_times.of(place)) is not None:
            yield f"{name}: {rule_facts.times(given)}"


def limits(sheet: Sheet, setting: Setting) -> tuple[Amount, ...]:
    """[PB-14] [PB-32]"""
    most = {place: bound.maximum for place, bound in bet_limits(sheet, setting).items()}
    free = _("no limit")
    return (
        Amount(_("Minimum"), setting.minimum),
        Amount(_("On ponto or banca"), most[BetPlace.PUNTO], free),
        Amount(_("On the tie"), most[BetPlace.TIE], free),
        Amount(
            _("On a pair"),
            most.get(BetPlace.PUNTO_PAIR),
            free if BetPlace.PUNTO_PAIR in most else _("not offered at this table"),
        ),
        Amount(_("Prizes of a round"), setting.prize_cap, free),
    )
