"""The rule sheet of ponto e banca and Macau, field by field."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.sheet_fields import (
    BETS,
    CARDS,
    LIMITS,
    MONEY,
    OFFER,
    PEOPLE,
    TIMES,
    Field,
    Group,
    house,
    sessions,
)
from games.catalogue.text import Text
from games.rules.baccarat.sheet import (
    DECKS,
    MACAU,
    PUNTO_BANCO,
    STAKE_MAX_TIMES,
    BetPlace,
    Charged,
    Commission,
    PairCap,
)

COMMISSIONS = {
    Commission.NONE: _("without commission"),
    Commission.A: _("5% of prizes when banca wins"),
    Commission.B: _("50% of prizes when banca wins with 5 or 6"),
}
CHARGED = {
    Charged.BANCO_BETS: _("only those of bets on banca"),
    Charged.ALL_PRIZES: _("all those of the round"),
}
PAIR_CAP = {
    PairCap.EACH: _("8% for each of the two pairs"),
    PairCap.TOGETHER: _("8% for both pairs together"),
}
BASE = _("that of the base rules")


def _most(path: str, label: Text, place: BetPlace, rule: str) -> Field:
    help_text = _("A tighter multiple of the minimum bet than the regulation's. Empty: the regulation's own.")
    return Field(
        f"max_times.{path}",
        "count?",
        label,
        help_text,
        (rule,),
        least=1,
        most=STAKE_MAX_TIMES[place],
        unit=TIMES,
        open=BASE,
    )


def groups() -> tuple[Group, ...]:
    """[PB-39] [PB-6b] [PB-10] [PB-15a] [PB-15b] [PB-15c] [PB-26] [PB-26a] [PB-26b] [PB-41] [PB-43c]
    [PB-35a] [PB-35b] [PB-37]
    """
    draw, faults, beside = house(("PB-29",), ("PB-37",))
    return (
        Group(MONEY, _money()),
        Group(
            BETS,
            (
                Field(
                    "variants",
                    "set",
                    _("Ways of playing"),
                    _("Which of the two ways tables may have."),
                    ("PB-39",),
                    {PUNTO_BANCO: _("ponto e banca"), MACAU: _("Macau")},
                ),
                Field(
                    "pairs",
                    "yes",
                    _("Bets on pairs"),
                    _("Whether tables may take bets on the ponto pair and the banca pair."),
                    ("PB-10",),
                ),
            ),
        ),
        Group(
            LIMITS,
            (
                _most("side", _("On ponto or banca"), BetPlace.PUNTO, "PB-15a"),
                _most("tie", _("On the tie"), BetPlace.TIE, "PB-15b"),
                _most("pair", _("On a pair"), BetPlace.PUNTO_PAIR, "PB-15c"),
            ),
        ),
        Group(
            CARDS,
            (
                Field(
                    "decks",
                    "set",
                    _("Decks"),
                    _("The sizes of shoe that tables may have."),
                    ("PB-6b",),
                    {count: str(count) for count in DECKS},
                ),
            ),
        ),
        Group(PEOPLE, sessions(("PB-35a",), ("PB-35b",), ("PB-36",))),
        draw,
        faults,
        Group(OFFER, beside.fields),
    )


def _money() -> tuple[Field, ...]:
    return (
        Field(
            "commissions",
            "set",
            _("Commission, one for each table"),
            _("What the house may take of prizes when banca wins. A table has one of the ways ticked here."),
            ("PB-26", "PB-26a", "PB-26b"),
            COMMISSIONS,
        ),
        Field(
            "charged",
            "choice",
            _("Prizes that bear commission"),
            _(
                "Whether the commission is taken of bets on banca alone, or of every prize of a round that "
                "banca wins."
            ),
            ("PB-26a", "PB-26b"),
            CHARGED,
            reading=True,
        ),
        Field(
            "prize_cap",
            "yes",
            _("A maximum of prizes at Macau tables"),
            _("Whether a Macau table may set the most that it pays in a round."),
            ("PB-41",),
        ),
        Field(
            "pair_cap",
            "choice",
            _("Bets on pairs under that maximum"),
            _("Whether the eight per cent hold for each pair by itself or for both together."),
            ("PB-43c",),
            PAIR_CAP,
            reading=True,
        ),
    )
