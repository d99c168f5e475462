"""Player protection: each sign at its threshold and below it, who sees them, and the log of contacts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction

from casino.compliance.player_risk import daily_scan
from casino.compliance.player_risk.models import Contact, Marker, Night
from casino.compliance.player_risk.signs import SIGNS
from players.audit.models import Line
from players.history.models import Played
from players.models import Player, PlaySession
from players.protection.models import Limit
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)
from tests.room import players_with

DAY = date(2026, 3, 29)  # it has 23 hours
CARE = "/admin/compliance/care/"


def at(hour: float, back: int = 0) -> Any:
    return clock.midnight(DAY - timedelta(days=back)) + timedelta(hours=hour)


def plays(player: Player, back: int, staked: int, returned: int) -> None:
    Played.objects.create(
        player=player,
        day=DAY - timedelta(days=back),
        table=1,
        system="baccarat",
        currency="EUR",
        rounds=9,
        staked=staked,
        returned=returned,
    )


def stays(player: Player, back: int, hour: float, minutes: int, table: int = 1) -> None:
    started = at(hour, back)
    PlaySession.objects.create(
        player=player, table=table, table_name="M", system="baccarat", currency="EUR", started=started, rounds=1,
        ended=started + timedelta(minutes=minutes), cause="player",
    )  # fmt: skip


def pays(
    player: Player,
    direction: str,
    status: str,
    hour: float,
    cents: int = 5000,
    reason: str = "",
    back: int = 0,
) -> None:
    when = at(hour, back)
    settled = when if status == "paid" else None
    Payment.objects.create(
        id=uuid4(),
        player=player,
        direction=direction,
        cents=cents,
        status=status,
        reason=reason,
        made=when,
        changed=when,
        credited=settled,
    )


def growth(player: Player, much: bool) -> None:
    for week in range(1, 9):
        plays(player, 7 * week + 2, 20_000, 18_000)
    plays(player, 0, 60_000 if much else 59_000, 50_000)


def losses(player: Player, much: bool) -> None:
    for month in range(1, 4):
        plays(player, 30 * month + 2, 300_000, 200_000)
    plays(player, 3, 500_000, 300_000 if much else 300_100)


def chasing(player: Player, much: bool) -> None:
    for hour in range(3 if much else 2):
        pays(player, "deposit", "paid", 10 + hour)
    plays(player, 0, 50_000, 20_000)


def night(player: Player, much: bool) -> None:
    for back in range(8 if much else 7):
        stays(player, back + 1, 5.9 if back % 2 else 1.5, 60)
        stays(player, back + 1, 20, 60)
    stays(player, 12, 6, 60)  # begins as the night ends


def long(player: Player, much: bool) -> None:
    stays(player, 0, 8, 200)
    stays(player, 0, 9, 200, table=2)  # at two tables at once: the hours of a day count once
    stays(player, 0, 14, 100 if much else 99)


def raised(player: Player, much: bool) -> None:
    for hour in range(3 if much else 2):
        Limit.objects.create(
            player=player, kind="deposit", period="week", value=1000, asked=at(9 + hour), starts=at(34 + hour)
        )
    Limit.objects.create(player=player, kind="deposit", period="day", value=1000, asked=at(9), starts=at(9))


def refused(player: Player, much: bool) -> None:
    for hour in range(3 if much else 2):
        pays(player, "deposit", "refused", 9 + hour, reason="limit-week")
    pays(player, "deposit", "refused", 9, reason="unverified")


def cancelled(player: Player, much: bool) -> None:
    for hour in range(3 if much else 2):
        pays(player, "withdrawal", "cancelled", 9 + hour, back=hour)
    pays(player, "withdrawal", "cancelled", 9, reason="refused-by-house")


SHOWN: dict[str, Callable[[Player, bool], None]] = {
    "growth": growth, "losses": losses, "chasing": chasing, "night": night, "long": long, "raised": raised, "refused": refused,
    "cancelled": cancelled,
}  # fmt: skip


def test_every_sign_is_shown_here() -> None:
    assert SHOWN.keys() == SIGNS.keys()


@pytest.mark.django_db
@pytest.mark.parametrize("kind", SHOWN)
def test_a_sign_is_told_at_its_threshold_and_not_below(kind: str) -> None:
    over, under, tester = players_with(0, 3)
    Player.objects.filter(pk=tester.pk).update(testing=True)
    for player, much in ((over, True), (under, False), (tester, True)):
        SHOWN[kind](player, much)
    daily_scan.looked_at(DAY)
    found = Marker.objects.filter(kind=kind)
    assert [marker.player_id for marker in found] == [over.pk]
    told = daily_scan.sentence(found[0])
    assert "%(" not in told and told != kind
    assert daily_scan.looked_at(DAY) == 0, "once"
    daily_scan.looked_at(DAY + timedelta(days=1))
    assert Marker.objects.filter(kind=kind).count() == 1, "and not again the day after"


@pytest.mark.django_db
def test_every_day_that_is_over_is_looked_at_once() -> None:
    with clock.at(at(12, -1)):
        daily_scan.look()
        assert Night.objects.get().day == DAY + timedelta(days=1) and daily_scan.look() == 0


@pytest.fixture
def signed(demo: None) -> Player:  # noqa: F811
    ana = Player.objects.get(alias="Ana")
    Marker.objects.create(
        player=ana, kind="long", day=clock.day_of(clock.now()), said={"minutes": 400, "minutes_least": 360}
    )
    return ana


def test_the_list_and_the_page_tell_it_in_words_and_every_look_is_on_the_record(signed: Player) -> None:
    client = signed_in("conformidade@feltro.example", "en")
    assert "Long days at the tables" in client.get(CARE).content.decode()
    page = client.get(f"{CARE}{signed.pk}/").content.decode()
    assert "400 minutes at the tables on one day. Told from 360 minutes on." in page
    assert "<textarea" not in page, "a reader notes nothing"
    assert (
        client.get(f"{CARE}?kind=nothing&days=x").status_code == 200
        and client.get(f"{CARE}999999/").status_code == 404
    )
    assert client.get(f"{CARE}?as=csv").status_code == 200
    kinds = list(Line.objects.filter(kind__startswith="care.").order_by("id").values_list("kind", "player"))
    assert kinds == [
        ("care.list-seen", None),
        ("care.player-seen", signed.pk),
        ("care.list-seen", None),
        ("care.list-taken", None),
    ]


def test_an_officer_notes_a_contact_and_it_stays(signed: Player) -> None:
    officer, address = signed_in("oficial@feltro.example"), f"{CARE}{signed.pk}/"
    for road, said in (("call", "short"), ("pigeon", "We talked about limits."), ("call", "x" * 2000)):
        officer.post(address, {"road": road, "said": said})
    assert not Contact.objects.exists()
    officer.post(address, {"road": "call", "said": "We talked about limits; a week's limit was set."})
    assert Contact.objects.get().person.email == "oficial@feltro.example"
    assert (
        signed_in("regulador@feltro.example")
        .post(address, {"road": "call", "said": "I talk as well."})
        .status_code
        == 403
    )
    assert Player.objects.get(pk=signed.pk).status == "active", "nothing follows by itself"
    with connection.cursor() as cursor:
        for table in ("care_marker", "care_contact"):
            with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
                cursor.execute(f"UPDATE {table} SET player_id = 1")
            with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
                cursor.execute("SET LOCAL ROLE house_app")
                cursor.execute(f"DELETE FROM {table}")


@pytest.mark.parametrize("who", ["mesas", "caixa", "apoio", "autor", "identidade"])
def test_nobody_else_sees_them(signed: Player, who: str) -> None:
    client = signed_in(f"{who}@feltro.example")
    assert client.get(CARE).status_code == client.get(f"{CARE}{signed.pk}/").status_code == 403
