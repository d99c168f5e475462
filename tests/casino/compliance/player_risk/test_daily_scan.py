"""Player risk: each sign at and below its threshold, its pages and permissions, and the log of contacts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction

from casino.compliance.player_risk import daily_scan
from casino.compliance.player_risk.models import Contact, RiskSign, ScannedUntil
from casino.compliance.player_risk.signs import SIGNS
from players.audit.models import Line
from players.history.models import DailyPlay
from players.models import Player, PlaySession
from players.protection.models import Limit
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.demo_house import signed_in
from tests.live_table import players_with

DAY = date(2026, 3, 29)  # it has 23 hours
OVERVIEW_URL = "/admin/compliance/care/"


def at(hour: float, days_ago: int = 0) -> Any:
    return clock.midnight(DAY - timedelta(days=days_ago)) + timedelta(hours=hour)


def add_totals(player: Player, days_ago: int, staked: int, returned: int) -> None:
    DailyPlay.objects.create(
        player=player,
        day=DAY - timedelta(days=days_ago),
        table=1,
        system="baccarat",
        currency="EUR",
        rounds=9,
        staked=staked,
        returned=returned,
    )


def add_session(player: Player, days_ago: int, hour: float, minutes: int, table: int = 1) -> None:
    started = at(hour, days_ago)
    PlaySession.objects.create(
        player=player, table=table, table_name="M", system="baccarat", currency="EUR",
        started=started, rounds=1,
        ended=started + timedelta(minutes=minutes), cause="player",
    )  # fmt: skip


def add_payment(
    player: Player,
    direction: str,
    status: str,
    hour: float,
    cents: int = 5000,
    reason: str = "",
    days_ago: int = 0,
) -> None:
    moment = at(hour, days_ago)
    credited = moment if status == "paid" else None
    Payment.objects.create(
        id=uuid4(),
        player=player,
        direction=direction,
        cents=cents,
        status=status,
        reason=reason,
        made=moment,
        changed=moment,
        credited=credited,
    )


def growth(player: Player, reached: bool) -> None:
    for week in range(1, 9):
        add_totals(player, 7 * week + 2, 20_000, 18_000)
    add_totals(player, 0, 60_000 if reached else 59_000, 50_000)


def losses(player: Player, reached: bool) -> None:
    for month in range(1, 4):
        add_totals(player, 30 * month + 2, 300_000, 200_000)
    add_totals(player, 3, 500_000, 300_000 if reached else 300_100)


def chasing(player: Player, reached: bool) -> None:
    for hour in range(3 if reached else 2):
        add_payment(player, "deposit", "paid", 10 + hour)
    for status in ("failed", "refused"):
        add_payment(player, "deposit", status, 15, reason="unverified")
    add_payment(player, "withdrawal", "paid", 16)
    add_totals(player, 0, 50_000, 20_000)


def night(player: Player, reached: bool) -> None:
    for days_ago in range(8 if reached else 7):
        add_session(player, days_ago + 1, 5.9 if days_ago % 2 else 1.5, 60)
        add_session(player, days_ago + 1, 20, 60)
    add_session(player, 12, 6, 60)  # begins when the night ends


def long(player: Player, reached: bool) -> None:
    add_session(player, 0, 8, 200)
    add_session(player, 0, 9, 200, table=2)  # overlapping time at two tables counts once
    add_session(player, 0, 14, 100 if reached else 99)


def raised(player: Player, reached: bool) -> None:
    for hour in range(3 if reached else 2):
        Limit.objects.create(
            player=player,
            kind="deposit",
            period="week",
            value=1000,
            requested_at=at(9 + hour),
            starts=at(34 + hour),
        )
    Limit.objects.create(
        player=player, kind="deposit", period="day", value=1000, requested_at=at(9), starts=at(9)
    )


def refused(player: Player, reached: bool) -> None:
    for hour in range(3 if reached else 2):
        add_payment(player, "deposit", "refused", 9 + hour, reason="limit-week")
    add_payment(player, "deposit", "refused", 9, reason="unverified")


def cancelled(player: Player, reached: bool) -> None:
    for hour in range(3 if reached else 2):
        add_payment(player, "withdrawal", "cancelled", 9 + hour, days_ago=hour)
    add_payment(player, "withdrawal", "declined", 9, reason="refused-by-house")


RECORDS: dict[str, Callable[[Player, bool], None]] = {
    "growth": growth, "losses": losses, "chasing": chasing, "night": night, "long": long, "raised": raised,
    "refused": refused, "cancelled": cancelled,
}  # fmt: skip


def test_every_sign_has_a_test() -> None:
    assert RECORDS.keys() == SIGNS.keys()


@pytest.mark.django_db
@pytest.mark.parametrize("kind", RECORDS)
def test_a_sign_is_reported_at_its_threshold_and_not_below(kind: str) -> None:
    over, under, tester = players_with(0, 3)
    Player.objects.filter(pk=tester.pk).update(testing=True)
    for player, reached in ((over, True), (under, False), (tester, True)):
        RECORDS[kind](player, reached)
    daily_scan.scan_day(DAY)
    risk_signs = RiskSign.objects.filter(kind=kind)
    assert [risk_sign.player_id for risk_sign in risk_signs] == [over.pk]
    text = daily_scan.sign_text(risk_signs[0])
    assert "%(" not in text and text != kind
    assert daily_scan.scan_day(DAY) == 0, "a day is reported once"
    daily_scan.scan_day(DAY + timedelta(days=1))
    assert RiskSign.objects.filter(kind=kind).count() == 1, "the sign is not repeated the day after"


@pytest.mark.django_db
@pytest.mark.parametrize(("days_ago", "is_new"), [(13, False), (14, True)])
def test_the_same_sign_is_not_reported_again_for_fourteen_days(days_ago: int, is_new: bool) -> None:
    (player,) = players_with(0, 1)
    growth(player, reached=True)
    RiskSign.objects.create(player=player, kind="growth", day=DAY - timedelta(days=days_ago), details={})
    daily_scan.scan_day(DAY)
    assert RiskSign.objects.filter(kind="growth", day=DAY).exists() is is_new


@pytest.mark.parametrize("kind", SIGNS)
def test_a_figure_that_a_stored_sign_lacks_is_shown_as_a_dash(kind: str) -> None:
    assert "–" in daily_scan.sign_text(RiskSign(kind=kind, details={}))


@pytest.mark.django_db
def test_every_finished_day_is_scanned_once() -> None:
    with clock.at(at(12, -1)):
        daily_scan.scan_days()
        assert ScannedUntil.objects.get().day == DAY + timedelta(days=1) and daily_scan.scan_days() == 0


@pytest.fixture
def player_with_sign(demo: None) -> Player:
    ana = Player.objects.get(alias="Ana")
    RiskSign.objects.create(
        player=ana, kind="long", day=clock.day_of(clock.now()), details={"minutes": 400, "minutes_least": 360}
    )
    return ana


def test_the_pages_show_the_text_and_every_visit_is_recorded(player_with_sign: Player) -> None:
    client = signed_in("conformidade@feltro.example", "en")
    assert "Long days at the tables" in client.get(OVERVIEW_URL).content.decode()
    page = client.get(f"{OVERVIEW_URL}{player_with_sign.pk}/").content.decode()
    assert "400 minutes at the tables on one day. Flagged from 360 minutes." in page
    assert "<textarea" not in page, "a reader cannot add a contact"
    assert (
        client.get(f"{OVERVIEW_URL}?kind=nothing&days=x").status_code == 400
        and client.get(f"{OVERVIEW_URL}999999/").status_code == 404
    )
    assert client.get(f"{OVERVIEW_URL}?as=csv").status_code == 200
    kinds = list(Line.objects.filter(kind__startswith="care.").order_by("id").values_list("kind", "player"))
    assert kinds == [
        ("care.list-seen", None),
        ("care.player-seen", player_with_sign.pk),
        ("care.list-taken", None),
    ]


def test_an_officer_records_a_contact_that_cannot_be_changed(player_with_sign: Player) -> None:
    officer, url = signed_in("oficial@feltro.example"), f"{OVERVIEW_URL}{player_with_sign.pk}/"
    for method, text in (("call", "short"), ("pigeon", "We talked about limits."), ("call", "x" * 2000)):
        officer.post(url, {"method": method, "notes": text})
    assert not Contact.objects.exists()
    officer.post(url, {"method": "call", "notes": "We talked about limits; a week's limit was set."})
    assert Contact.objects.get().person.email == "oficial@feltro.example"
    assert (
        signed_in("regulador@feltro.example")
        .post(url, {"method": "call", "notes": "I talk as well."})
        .status_code
        == 403
    )
    assert Player.objects.get(pk=player_with_sign.pk).status == "active", "a sign has no automatic effect"
    with connection.cursor() as cursor:
        for table in ("care_risksign", "care_contact"):
            with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
                cursor.execute(f"UPDATE {table} SET player_id = 1")
            with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
                cursor.execute("SET LOCAL ROLE house_app")
                cursor.execute(f"DELETE FROM {table}")


@pytest.mark.parametrize("who", ["mesas", "caixa", "apoio", "autor", "identidade"])
def test_other_staff_cannot_see_the_signs(player_with_sign: Player, who: str) -> None:
    client = signed_in(f"{who}@feltro.example")
    assert (
        client.get(OVERVIEW_URL).status_code
        == client.get(f"{OVERVIEW_URL}{player_with_sign.pk}/").status_code
        == 403
    )
