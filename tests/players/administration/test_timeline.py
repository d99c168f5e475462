"""The timeline of a player: one order of time over all sources, filters, and pages that lose nothing."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction

from players.administration.timeline import (
    FOLDED_FROM,
    PAGE_SIZE,
    PlayerTimelineEntry,
    TimelinePosition,
    TimelineSource,
    register_sources,
    sources_of,
    timeline_page,
    timeline_runs,
)
from players.audit import note
from players.audit.models import Line
from players.identity.models import SignIn
from players.inbox.complaints import open_complaint
from players.models import Person, Player
from players.protection.limits import set_limits
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.demo_house import signed_in


@pytest.fixture
def player(demo: None) -> Player:
    return Player.objects.select_related("person").get(alias="Ana")


def person(name: str) -> Person:
    return Person.objects.get(email=f"{name}@feltro.example")


def pay(player: Player, at: datetime) -> Payment:
    return Payment.objects.create(
        id=uuid4(), player=player, direction="deposit", cents=1000, status="paid", made=at
    )


def all_pages(player: Player, sources: Any) -> list[tuple[str, PlayerTimelineEntry]]:
    entries: list[tuple[str, PlayerTimelineEntry]] = []
    position = None
    for _turn in range(20):
        page = timeline_page(player, sources, position=position)
        entries += [(source.name, entry) for source, entry in page.entries]
        if page.next is None:
            return entries
        position = TimelinePosition.parse(str(page.next))
        assert position is not None
    raise AssertionError("the pages do not end")


def test_pages_hold_every_entry_once_in_order_of_time(player: Player) -> None:
    """Many entries of two sources happen at the same moment, across the border of a page."""
    now = clock.now()
    for step in range(PAGE_SIZE + 7):
        at = now - timedelta(hours=step // 5)
        pay(player, at)
        SignIn.objects.create(person=player.person, began=at)
    sources = sources_of(person("direcao"))
    entries = all_pages(player, sources)
    keys = [(entry.at, name, entry.key) for name, entry in entries]
    assert len(set(keys)) == len(keys)
    assert all(one[:2] >= other[:2] for one, other in pairwise(keys))
    assert (
        sum(name == "payment" for name, _entry in entries)
        == PAGE_SIZE + 7 + Payment.objects.filter(player=player, made__lt=now - timedelta(days=2)).count()
    )
    assert sum(name == "sign-in" for name, _entry in entries) >= PAGE_SIZE + 7


def test_a_long_run_of_one_source_is_folded_beside_others(player: Player) -> None:
    now = clock.midnight(clock.day_of(clock.now())) - timedelta(hours=2)
    for minute in range(FOLDED_FROM):
        SignIn.objects.create(person=player.person, began=now + timedelta(minutes=minute))
    sources = [source for source in sources_of(person("direcao")) if source.name in ("sign-in", "payment")]
    (alone,) = timeline_runs(timeline_page(player, sources, ["sign-ins"]))
    assert not alone.is_folded, "nothing else would be on the page"
    pay(player, now + timedelta(hours=1))
    other, run = timeline_runs(timeline_page(player, sources, until=now + timedelta(hours=2)))[:2]
    assert (other.source.name, other.is_folded) == ("payment", False)
    assert (run.source.name, len(run.entries), run.earliest) == ("sign-in", FOLDED_FROM, now)
    assert run.is_folded
    page = signed_in("direcao@feltro.example", "en").get(f"/admin/players/player/{player.pk}/change/")
    assert f"{FOLDED_FROM} entries since" in page.content.decode()


@pytest.mark.parametrize(
    "position",
    ["", "x", "~~", "2026-01-01T00:00:00~payment~5", "2026-01-01T00:00:00+00:00~payment~" + "9" * 30,
     "2026-13-01T00:00:00+00:00~payment~5", "2026-01-01T00:00:00+00:00~payment~zz"],
)  # fmt: skip
def test_a_position_that_makes_no_sense_is_ignored(player: Player, position: str) -> None:
    assert TimelinePosition.parse(position) is None
    page = signed_in("direcao@feltro.example").get(
        f"/admin/players/player/{player.pk}/change/", {"after": position}
    )
    assert page.status_code == 200


def test_a_key_of_another_type_finds_nothing_of_that_source(player: Player) -> None:
    pay(player, clock.now())
    address = f"/admin/players/player/{player.pk}/change/"
    for key in (5, uuid4()):
        for source in ("payment", "sign-in", "unknown"):
            after = f"{(clock.now() + timedelta(days=1)).isoformat()}~{source}~{key}"
            assert signed_in("direcao@feltro.example").get(address, {"after": after}).status_code == 200


def test_filters_choose_kinds_and_days(player: Player) -> None:
    now = clock.now()
    pay(player, now - timedelta(days=3))
    open_complaint(player=player, category="other", text="Something went wrong.")
    set_limits(player, {("deposit", "day"): 5000})
    client = signed_in("direcao@feltro.example", "en")
    address = f"/admin/players/player/{player.pk}/change/"

    def kinds(query: str) -> set[str]:
        page = client.get(address + query).content.decode()
        return set(re.findall(r'class="player-kind office-soft">([^<]+)<', page))

    assert {"Payments", "Complaints", "Limits and exclusions", "Messages"} <= kinds("")
    assert kinds("?kind=payments&kind=complaints") == {"Payments", "Complaints"}
    assert "Complaints" not in kinds(f"?until={clock.day_of(now - timedelta(days=2))}")
    assert kinds("?until=2001-01-01") == set()
    for query in ("?until=nonsense", "?kind=nonsense"):
        assert client.get(address + query).status_code == 400 and kinds(query) == set()


def test_sources_need_their_rights(player: Player) -> None:
    pay(player, clock.now())
    SignIn.objects.create(person=player.person)
    note("identity.accepted", player=player, person=person("identidade"), about="identity:1")
    seen = {
        role: {source.name for source in sources_of(person(role))}
        for role in ("caixa", "identidade", "apoio", "oficial")
    }
    assert seen["caixa"] == {"payment", "session"}
    assert seen["identidade"] == {"sign-in", "session"}
    assert "staff" not in seen["apoio"] and "round" in seen["apoio"]
    assert {"staff", "account", "sign", "case", "round", "message"} <= seen["oficial"]


def test_acts_of_staff_are_sentences(player: Player) -> None:
    note("identity.accepted", player=player, person=person("identidade"), about="identity:1", reason="ok")
    page = signed_in("oficial@feltro.example", "en").get(
        f"/admin/players/player/{player.pk}/change/?kind=staff"
    )
    text = page.content.decode()
    assert "identidade@feltro.example accepted the documents of Ana." in text
    own = signed_in("oficial@feltro.example", "en").get(
        f"/admin/players/player/{player.pk}/change/?kind=account"
    )
    assert "accepted the documents" not in own.content.decode()


def test_what_players_do_themselves_is_no_act_of_staff(player: Player) -> None:
    note("account.opened", player=player, person=player.person)
    note("account.closed", player=player, person=person("direcao"), reason="ok")
    client = signed_in("oficial@feltro.example", "en")
    lines = Line.objects.filter(player=player, kind__in=("account.opened", "account.closed"))
    links = {line.kind: f"/admin/audit/line/{line.pk}/change/" for line in lines}
    address = f"/admin/players/player/{player.pk}/change/"
    staff = client.get(f"{address}?kind=staff").content.decode()
    own = client.get(f"{address}?kind=account").content.decode()
    assert links["account.closed"] in staff and links["account.closed"] not in own
    assert links["account.opened"] in own and links["account.opened"] not in staff


def test_a_source_names_a_known_category() -> None:
    with pytest.raises(ValueError, match="names no category"):
        register_sources(TimelineSource("lost", "nowhere", "x.view_y", lambda player, query: []))


INDEXES = {
    "sign-in": "sign_in_by_time",
    "payment": "payment_by_player",
    "session": "session_by_start",
    "message": "message_by_time",
    "reality-check": "reality_check_by_time",
    "round": "stake_by_player",
    "staff": "audit_by_player_and_time",
    "account": "audit_by_player_and_time",
}


OTHER_INDEXES = """
SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class AS c ON c.oid = indexrelid
WHERE indrelid = (SELECT indrelid FROM pg_index WHERE indexrelid = to_regclass(%s))
AND c.relname <> %s AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = indexrelid)
"""


def test_sources_that_grow_read_their_index_in_order(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables are small here, and statistics come and go with the load of the machine. So every other way
    to read them is ruled out: what remains is whether the index gives the rows in order.
    """
    plans: dict[str, str] = {}

    def explain(self: Any, queryset: Any, source: str, column: str) -> list[Any]:
        sql, parameters = queryset.order_by(f"-{column}", "-pk")[: self.limit].query.sql_with_params()
        with connection.cursor() as cursor:
            for method in ("seqscan", "sort", "bitmapscan"):
                cursor.execute(f"SET LOCAL enable_{method} = off")
            index = INDEXES.get(source, "")
            cursor.execute(OTHER_INDEXES, [index, index])
            with transaction.atomic():
                point = transaction.savepoint()
                for (other,) in cursor.fetchall():
                    cursor.execute(f"DROP INDEX {other}")
                cursor.execute(f"EXPLAIN {sql}", parameters)
                plans[source] = "\n".join(row[0] for row in cursor.fetchall())
                transaction.savepoint_rollback(point)
        return []

    with connection.cursor() as cursor:
        cursor.execute(
            "SET CONSTRAINTS ALL IMMEDIATE"
        )  # nothing is left to do on a table when its index goes
    monkeypatch.setattr("players.administration.timeline.TimelineQuery.rows", explain)
    timeline_page(player, sources_of(person("direcao")))
    unused = {source: plans[source] for source, index in INDEXES.items() if index not in plans[source]}
    assert unused == {}
    whole_sort = re.compile(r"(?<!Incremental )Sort  \(")
    assert [source for source in INDEXES if whole_sort.search(plans[source])] == []
