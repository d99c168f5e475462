"""The tiles of the overview. Each is a declaration: its right, its kind, and what it shows of the house.

A person chooses among the tiles that their rights allow at this moment (`dashboard.py`). Whoever loses a
right loses the tile with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from enum import StrEnum
from functools import cached_property, partial
from typing import Any

from django.db import connection
from django.db.models import Count, Max, Q, Sum
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from msgspec import Struct

from casino.backoffice.daily_figures import DailyFigure, daily_figures
from casino.backoffice.models import WorkClaim
from casino.backoffice.roster import SEES as SEES_SHIFTS
from casino.backoffice.roster import coming_plans
from casino.backoffice.shifts import unread_handovers
from casino.backoffice.work_queue import people_on_duty, summaries
from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.daily_totals import gross_revenue
from casino.compliance.reports.models import Issue
from games.models import Round, Stake, Table
from players.models import Person, Player, PlaySession
from players.shared import clock
from players.shared.money import format_money
from players.wallet.ledger import total
from players.wallet.models import Currency
from players.work_sources import work_sources, works_on_any

SEES_PLAY, SEES_ACCOUNTS = "games.view_round", "wallet.view_account"
SEES_PAYMENTS, SEES_REPORTS = "cashier.view_payment", "reports.view_issue"
COMING = 3
Card = dict[str, Any]


class Kind(StrEnum):
    """How a tile looks. Neighbours of one kind stand under one heading."""

    WAITING = "waiting"
    SHIFTS = "shifts"
    CARD = "card"
    PRACTICE = "practice"  # a card of the demonstration, apart from those of money
    FIGURE = "figure"
    PLAYED = "played"
    REPORT = "report"


HEADINGS: dict[Kind, Promise] = {
    Kind.WAITING: lazy("Waiting for you"),
    Kind.SHIFTS: lazy("Shifts"),
    Kind.CARD: lazy("The house now"),
    Kind.PRACTICE: lazy("Demonstration"),
    Kind.FIGURE: lazy("Today and the last fifteen days"),
    Kind.PLAYED: lazy("Played today"),
    Kind.REPORT: lazy("Reports"),
}


class House:
    """What tiles read of the house, for one person and moment: each part at most once, and only if asked."""

    def __init__(self, person: Person, now: datetime, wanted: Collection[str]) -> None:
        self.person, self.now, self.wanted = person, now, wanted

    @cached_property
    def _today(self) -> tuple[list[dict[str, Any]], dict[str, int]]:
        return played_today(self.now)

    @property
    def played(self) -> list[dict[str, Any]]:
        return self._today[0]

    @property
    def voided(self) -> dict[str, int]:
        return self._today[1]

    @cached_property
    def tables(self) -> dict[str, int]:
        is_open, is_held = Q(status=Table.Status.OPEN), Q(status=Table.Status.HELD)
        return Table.objects.aggregate(open=Count("pk", filter=is_open), held=Count("pk", filter=is_held))

    @cached_property
    def sums(self) -> dict[str, int]:
        return total()

    @cached_property
    def figures(self) -> dict[str, DailyFigure]:
        day, gross = clock.day_of(self.now), 0
        if "gross-revenue" in self.wanted and self.person.has_perm(SEES_PLAY):
            gross = sum(row["gross"] for row in self.played if row["table__currency"] == Currency.EUR)
        return {row.code: row for row in daily_figures(self.person, day, gross, wanted=self.wanted)}

    @cached_property
    def issued(self) -> dict[str, datetime]:
        """When each of the wanted reports was last issued."""
        codes = [code for code in REPORTS if f"report-{code}" in self.wanted]
        rows = Issue.objects.filter(code__in=codes).values_list("code").annotate(Max("at")).order_by("code")
        return dict(rows)

    def alarms(self) -> list[Card]:
        """What is wrong now. It stands first on every overview, whatever somebody chose.

        An alarm leads to what it is about, if the person may open it.
        """
        cards: list[Card] = []
        if self.person.has_perm(SEES_PLAY):
            void = f"{reverse('admin:games_round_changelist')}?status__exact={Round.Status.VOID}"
            held = f"{reverse('admin:games_table_changelist')}?status__exact={Table.Status.HELD}"
            sees_tables = self.person.has_perm("games.view_table")
            cards = [
                _card(_("Tables on hold"), self.tables["held"], held if sees_tables else ""),
                _card(_("Void rounds for money today"), self.voided.get(Currency.EUR, 0), void),
                _card(_("Void demonstration rounds today"), self.voided.get(Currency.DEMO, 0), void),
            ]
        if self.person.has_perm(SEES_ACCOUNTS) and any(self.sums.values()):
            cards.append(_account_sum(self))
        return [{**card, "alarm": True} for card in cards if card["value"]]


class Tile(Struct, frozen=True):
    code: str
    title: str | Promise
    kind: Kind
    # What it shows; nothing while there is nothing to show.
    show: Callable[[House], Any]
    # The right that it needs; without one, whoever works on a queue has it.
    right: str = ""
    # Whether it is on the overview of somebody who chose nothing.
    is_usual: bool = True

    def allows(self, person: Person) -> bool:
        return person.has_perm(self.right) if self.right else works_on_any(person)


def _card(title: str, value: object, url: str = "") -> Card:
    return {"title": title, "value": value, "url": url}


def _waiting(house: House) -> dict[str, Any]:
    waiting = summaries(house.person, house.now)
    waits = {queue.code for queue in waiting}
    return {
        "waiting": waiting,
        "idle": [str(source.title) for source in work_sources(house.person) if source.code not in waits],
        "claimed": WorkClaim.objects.filter(person=house.person, ended=None).count(),
    }


def _shifts(house: House) -> dict[str, Any]:
    return {
        "on_duty": people_on_duty(),
        "coming": coming_plans(house.person, house.now)[:COMING],
        "unread": unread_handovers(house.person).count(),
    }


def _sessions(house: House) -> Card:
    sessions = PlaySession.objects.filter(ended=None).exclude(player__status=Player.Status.PARTNER)
    return _card(_("Play sessions open"), sessions.count())


def _practice(house: House) -> Card | None:
    count = _rounds_of(house.played, Currency.DEMO)
    return _card(_("Demonstration rounds today"), count) if count else None


def _account_sum(house: House) -> Card:
    is_wrong = any(house.sums.values())
    right = format_money(0, "EUR") if house.sums else "–"  # without an account
    accounts = reverse("admin:wallet_account_changelist")
    return {
        **_card(_("Sum of all accounts"), _("not zero") if is_wrong else right, accounts),
        "alarm": is_wrong,
    }


def _figure(code: str, house: House) -> DailyFigure | None:
    return house.figures.get(code)


def _report(code: str, house: House) -> Card:
    report = REPORTS[code]
    address = reverse("compliance_report", args=[code])
    return {"title": report.title, "about": report.about, "url": address, "issued": house.issued.get(code)}


# In the order of an overview that nobody arranged.
TILES: dict[str, Tile] = {
    tile.code: tile
    for tile in (
        Tile("waiting", lazy("What waits for you"), Kind.WAITING, _waiting),
        Tile("shifts", lazy("Shifts"), Kind.SHIFTS, _shifts, SEES_SHIFTS, is_usual=False),
        Tile(
            "tables",
            lazy("Tables open"),
            Kind.CARD,
            lambda house: _card(_("Tables open"), house.tables["open"]),
            SEES_PLAY,
        ),
        Tile("sessions", lazy("Play sessions open"), Kind.CARD, _sessions, SEES_PLAY),
        Tile(
            "rounds",
            lazy("Rounds for money today"),
            Kind.CARD,
            lambda house: _card(_("Rounds for money today"), _rounds_of(house.played, Currency.EUR)),
            SEES_PLAY,
        ),
        Tile("accounts", lazy("Sum of all accounts"), Kind.CARD, _account_sum, SEES_ACCOUNTS),
        Tile("practice", lazy("Demonstration rounds today"), Kind.PRACTICE, _practice, SEES_PLAY),
        *(
            Tile(code, title, Kind.FIGURE, partial(_figure, code), right)
            for code, title, right in (
                ("gross-revenue", lazy("Gross revenue"), SEES_PLAY),
                ("active-players", lazy("Active players"), SEES_PLAY),
                ("deposit", lazy("Deposits"), SEES_PAYMENTS),
                ("withdrawal", lazy("Withdrawals paid"), SEES_PAYMENTS),
            )
        ),
        Tile(
            "played",
            lazy("What was played today, by table"),
            Kind.PLAYED,
            lambda house: _by_currency(house.played),
            SEES_PLAY,
        ),
        *(
            Tile(
                f"report-{code}",
                report.title,
                Kind.REPORT,
                partial(_report, code),
                SEES_REPORTS,
                is_usual=False,
            )
            for code, report in REPORTS.items()
        ),
    )
}


def _rounds_of(rows: list[dict[str, Any]], currency: str) -> int:
    return sum(row["rounds"] for row in rows if row["table__currency"] == currency)


def played_today(now: datetime) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """Today's rounds by table, without what test accounts staked and got back. Void ones by currency."""
    midnight = clock.midnight(clock.day_of(now))
    games = Round.objects.filter(
        ended__gte=midnight, status__in=(Round.Status.ENDED, Round.Status.VOID)
    ).values("status", "table__currency", "table__system", "table__name", "table")
    sums = games.annotate(rounds=Count("id"), staked=Sum("staked"), returned=Sum("returned"))
    rows: list[dict[str, Any]] = [dict(row) for row in sums.order_by("-table__currency", "table__name")]
    void_rows = [row for row in rows if row["status"] == Round.Status.VOID]
    voided = {currency: _rounds_of(void_rows, currency) for currency in Currency.values}
    played = [row for row in rows if row["status"] == Round.Status.ENDED]
    test_play = _test_account_play(midnight)
    with connection.cursor() as cursor:
        revenue = gross_revenue(cursor, clock.day_of(now))
    for row in played:
        staked, returned = test_play.get(row["table"], (0, 0))
        row["staked"], row["returned"] = row["staked"] - staked, row["returned"] - returned
        # What people lose to a test account is no revenue. (A86)
        is_money = row["table__currency"] == Currency.EUR
        row["gross"] = revenue.get(row["table"], 0) if is_money else row["staked"] - row["returned"]
    return played, voided


def _by_currency(played: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The tables that people played at, with their totals: those for money apart from the demonstration."""
    groups = []
    for currency, name in Currency.choices:
        # Tables at which only test accounts or house players sat would be rows of zeros.
        rows = [
            row for row in played if row["table__currency"] == currency and (row["staked"] or row["returned"])
        ]
        if rows:
            figures = ("rounds", "staked", "returned", "gross")
            sums = {figure: sum(row[figure] for row in rows) for figure in figures}
            groups.append({"currency": currency, "name": name, "rows": rows, "total": sums})
    return groups


def _test_account_play(midnight: datetime) -> dict[int, tuple[int, int]]:
    """What test accounts and house players staked and got back today, by table. It is not revenue."""
    stakes = Stake.objects.filter(
        Q(player__testing=True) | Q(player__status=Player.Status.PARTNER),
        at__gte=midnight,
        round__status=Round.Status.ENDED,
    ).values_list("round__table")
    back = Sum("back") + Sum("prize") - Sum("commission")
    rows = stakes.annotate(Sum("staked"), got=back)
    return {table: (staked, returned) for table, staked, returned in rows}
