"""A table as the lobby shows it: what it is, what may be bet at it, how full it is, and what came out last."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from msgspec import Struct

from games.catalogue import GAMES
from games.models import Table
from games.rounds.explanations import KINDS, outcome_said
from games.rules.roulette import engine as roulette
from games.rules.roulette.layout import colour
from games.tables.messages.labels import COLOURS, WHEELS, said
from players.shared.money import written

Facts = tuple[tuple[str, str], ...]


class Result(Struct, frozen=True):
    """One of the last results: what is written, how it is marked, and what it says in words."""

    text: str
    mark: str = ""
    said: str = ""


class Tile(Struct, frozen=True):
    table: Table
    setting: Any
    facts: Facts
    results: tuple[Result, ...]
    meter: int | None = None  # of the jackpot, where the table has one  [MS-1.4]
    own: int | None = None  # for a player who sits here: how much of their money is on the table

    @property
    def individual(self) -> bool:
        return bool(self.setting.mode == "individual")

    @property
    def free(self) -> int:
        return max(0, int(self.setting.seats) - self.table.seated)

    @property
    def open(self) -> bool:
        """Whether somebody could sit down now."""
        return self.free > 0 and not self.table.waiting and self.table.status == Table.Status.OPEN

    @property
    def state(self) -> str:
        """How full it is, or what keeps people from sitting down."""
        if self.table.status == Table.Status.HELD:
            return _("On hold")
        if self.table.status == Table.Status.DRAINING:
            return _("Closing after this round")
        if self.individual:
            return _("Free") if self.free else _("Taken")
        return _("%(seated)s of %(seats)s seated") % {
            "seated": self.table.seated,
            "seats": self.setting.seats,
        }

    @property
    def progress(self) -> str:
        """What is said where there are no results to show."""
        return (
            _("Round %(number)s") % {"number": self.table.round}
            if self.table.round
            else _("No round played yet")
        )

    @property
    def queue(self) -> str:
        """Who waits for a seat, where somebody does."""
        count = self.table.waiting
        return (
            ngettext("%(count)s waits for a seat", "%(count)s wait for a seat", count) % {"count": count}
            if count
            else ""
        )

    @property
    def own_seat(self) -> str:
        if self.own is None:
            return ""
        return (
            _("Your seat · %(money)s") % {"money": written(self.own, self.table.currency)}
            if self.own
            else _("Your seat")
        )

    @property
    def jackpot(self) -> str:
        return "" if self.meter is None else written(self.meter, self.table.currency)


def results_of(table: Table) -> tuple[Result, ...]:
    """The last results, newest first, in the short form that the display shows.  [AR-6e] [FR-6e] [BJ-4c]"""
    outcomes = table.recent.split("|") if table.recent else []
    if GAMES[table.system].engine is roulette:
        return tuple(Result(number, colour(number), str(COLOURS[colour(number)])) for number in outcomes)
    if table.system in RECORDLESS:
        return ()
    show = SHOWN[table.system]
    return tuple(show(outcome) for outcome in outcomes)


def facts_of(table: Table, setting: Any, described: Mapping[str, Any]) -> Facts:
    """What somebody must know before sitting down: the limits, and what sets this table apart.

    [AR-10] [FR-R11] [BJ-32] [PB-32] [HE-24a-ii] [HE-38] [HE-66]
    """
    return FACTS[table.system](setting, described, lambda cents: written(cents, table.currency))


Money = Callable[[int], str]


def _roulette(setting: Any, described: Mapping[str, Any], money: Money) -> Facts:
    most = {kind: money(each["max"]) for kind, each in described["kinds"].items()}
    return (
        (_("Minimum"), money(setting.minimum)),
        (_("Maximum on a number"), most["straight"]),
        (_("Wheel"), said(WHEELS, setting.variant)),
        (_("Maximum on an even chance"), most["red"]),
    )


def _blackjack(setting: Any, described: Mapping[str, Any], money: Money) -> Facts:
    decks = _("%(decks)s decks") % {"decks": setting.decks}
    return (
        (_("Minimum"), money(setting.minimum)),
        (_("Maximum"), money(setting.maximum)),
        (_("Shoe"), decks if setting.shoe == "fresh" else _("%(decks)s, with a cut card") % {"decks": decks}),
        (_("Places"), str(setting.places)),
    )


def _baccarat(setting: Any, described: Mapping[str, Any], money: Money) -> Facts:
    most, charged = described["kinds"]["punto"].get("max"), described["commission"]
    names = {"none": _("none"), "a": _("5% when banca wins"), "b": _("50% when banca wins with 5 or 6")}
    if most is not None:
        limit = (_("Maximum on ponto or banca"), money(most))
    else:
        limit = (_("Prizes on the difference, at most"), _cap(setting, money))
    return (
        (_("Minimum"), money(setting.minimum)),
        limit,
        (_("Way of playing"), "Macau" if setting.variant == "macau" else _("Ponto e banca")),
        (_("Commission"), names.get(charged["mode"], charged["mode"])),
    )


def _cap(setting: Any, money: Money) -> str:
    return money(setting.prize_cap) if setting.prize_cap is not None else _("none")


def _holdem(setting: Any, described: Mapping[str, Any], money: Money) -> Facts:
    limits = {
        "half-pot": _("half pot"),
        "fixed-raises": ngettext("%(count)s raise a turn", "%(count)s raises a turn", setting.raises)
        % {"count": setting.raises},
        "pot-limit": _("pot"),
        "no-limit": pgettext("poker limit", "none"),
    }
    return (
        (_("Blinds"), f"{money(setting.small_blind)} / {money(setting.minimum)}"),
        (_("Buy-in"), money(setting.buy_in)),
        (_("Rebuys"), " / ".join(map(money, setting.rebuys))),  # [HE-14]
        (_("Limit"), limits[str(setting.limit)]),
        (_("Table"), _("session") if setting.regime == "session" else _("continuous")),
    )


def _stud(setting: Any, described: Mapping[str, Any], money: Money) -> Facts:
    facts = ((_("Ante from"), money(setting.minimum)), (_("Ante up to"), money(setting.maximum)))
    if setting.jackpot is None:
        return (*facts, (_("Second bet"), _("twice the ante")), (_("Places"), str(setting.seats)))
    return (*facts, (_("Jackpot bet"), money(setting.jackpot.bet)), (_("Places"), str(setting.seats)))


FACTS: Mapping[str, Callable[[Any, Mapping[str, Any], Money], Facts]] = {
    "american-roulette": _roulette,
    "french-roulette": _roulette,
    "blackjack": _blackjack,
    "baccarat": _baccarat,
    "holdem": _holdem,
    "caribbean-stud": _stud,
    "macau-stud": _stud,
}


def _bank_at_blackjack(outcome: str) -> Result:
    if outcome == "BJ":
        return Result(outcome, "high", _("bank: blackjack"))
    if outcome == "idle":
        return Result("–", "plain", _("the bank drew no cards"))
    return Result(outcome, "plain", _("bank: %(total)s") % {"total": outcome})


def _coup(outcome: str) -> Result:
    """`P8-6pb`: which side won, with both scores, and the pairs."""
    names = {"P": ("punto", _("ponto")), "B": ("banco", _("banca")), "T": ("tie", _("tie"))}
    mark, word = names.get(outcome[:1], ("", ""))
    return Result(outcome[:1], mark, f"{word} {outcome[1:].rstrip('pb').replace('-', ' – ')}")


def _bank_at_stud(outcome: str) -> Result:
    sentence = outcome_said("caribbean-stud", outcome)
    return Result(sentence if outcome == "folded" else said(KINDS, outcome), WORDS, sentence)


def _winning_hand(outcome: str) -> Result:
    """`two-pairs 600`: the best hand that was shown, and the pot; nobody need show the last hand in play."""
    kind = outcome.partition(" ")[0]
    name = _("without showdown") if kind == "last-in" else said(KINDS, kind)
    return Result(name, WORDS, outcome_said("holdem", outcome))


WORDS = "words"  # the mark of a result that is written out
# At Macau stud nothing may record past results, so the house shows none either.  [MS-12.1]
RECORDLESS = ("macau-stud",)
SHOWN: Mapping[str, Callable[[str], Result]] = {
    "blackjack": _bank_at_blackjack,
    "baccarat": _coup,
    "caribbean-stud": _bank_at_stud,
    "holdem": _winning_hand,
}
