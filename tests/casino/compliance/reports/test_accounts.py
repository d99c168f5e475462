"""The reports of accounts and complaints: who counts as inactive, and what was late."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import build
from casino.compliance.reports.parameters import ReportChoice
from players.identity.models import Draft, Identity, SignIn
from players.identity.verification.account_status import close_player, restore_player, suspend_player
from players.inbox.complaints import open_complaint
from players.inbox.models import Complaint
from players.models import Person, Player, PlaySession
from players.shared import clock
from players.wallet import ledger
from players.wallet.cashier.models import Payment, WithdrawalDecision
from players.wallet.cashier.withdrawals import note_refused_amount
from players.wallet.ledger import Move
from players.wallet.models import Account
from tests.live_table import players_with
from tests.sandbox_cashier import identified

pytestmark = pytest.mark.django_db


def rows(code: str, **choice: Any) -> dict[Any, dict[str, Any]]:
    """The rows of a report by player."""
    today = clock.day_of(clock.now())
    built = build(REPORTS[code], ReportChoice(today - timedelta(days=60), today, **choice))
    names = [column.key for column in built.report.columns]
    listed = [dict(zip(names, row, strict=True)) for row in built.rows]
    return {row["player"]: row for row in listed}


def set_age(player: Any, days: int) -> None:
    Player.objects.filter(pk=player.pk).update(since=clock.now() - timedelta(days=days))


def test_P15_inactive_is_who_gave_no_sign_for_more_than_ninety_days() -> None:
    """[P15] Each kind of activity counts on its own."""
    never, signed_in, played, long_ago, newcomer, tester = people = players_with(0, 6)
    for player in people:
        set_age(player, 200)
    set_age(newcomer, 80)
    Player.objects.filter(pk=tester.pk).update(testing=True)
    now = clock.now()
    SignIn.objects.create(person_id=signed_in.person_id, seen=now - timedelta(days=89))
    for player, days in ((played, 89), (long_ago, 91)):
        ended = now - timedelta(days=days)
        PlaySession.objects.create(
            player_id=player.pk, table=1, table_name="M", system="baccarat", currency="EUR", rounds=1,
            started=ended - timedelta(hours=1), ended=ended, cause="player",
        )  # fmt: skip
    listed = rows("accounts")
    assert {player: row["part"] for player, row in listed.items()} == {
        never.pk: "inactive",
        long_ago.pk: "inactive",
    }
    assert set(rows("accounts", testing=True)) == {tester.pk}


def test_P15_suspended_accounts_and_closed_ones_that_hold_money_are_listed() -> None:
    suspended, rich, poor = people = players_with(0, 3)
    (rich,) = players_with(700, 1)
    for player, status in ((suspended, "suspended"), (rich, "closed"), (poor, "closed")):
        Player.objects.filter(pk=player.pk).update(status=status)
    listed = rows("accounts")
    assert {player: (row["part"], row["cents"]) for player, row in listed.items()} == {
        suspended.pk: ("suspended", 0),
        rich.pk: ("closed", 700),
    }
    assert people[1].pk not in listed, "an active player is not listed"


def test_P15_money_that_lies_at_a_table_keeps_a_closed_account_listed() -> None:
    """In the wallet, in a stack, in both, or in neither."""
    for in_wallet, in_stack in ((700, 0), (0, 700), (300, 400), (0, 0)):
        (player,) = players_with(in_wallet + in_stack, 1)
        if in_stack:
            stack = ledger.open_ledger_account(kind="stack", currency="EUR", player=player.pk, table=1)
            wallet = Account.objects.get(kind="wallet", player=player, currency="EUR").pk
            ledger.post([Move(uuid4(), "buy-in", wallet, stack, "EUR", in_stack)])
        Player.objects.filter(pk=player.pk).update(status="closed")
        listed = rows("accounts")
        assert (player.pk in listed) == bool(in_wallet + in_stack)
        assert not in_wallet + in_stack or listed[player.pk]["cents"] == 700


@pytest.mark.parametrize(
    ("status", "days"),
    [("paid", ["credited"]), ("returned", ["credited"]), ("refused", ["made"]), ("failed", ["made"])],
)
def test_a_payment_belongs_to_the_day_on_which_it_was_paid(status: str, days: list[str]) -> None:
    """Or to the day on which it was asked for, if nothing was paid."""
    (player,) = players_with(0, 1)
    midnight = clock.midnight(clock.day_of(clock.now()))
    moments = {"made": midnight - timedelta(minutes=5), "credited": midnight + timedelta(minutes=5)}
    Payment.objects.create(
        id=uuid4(), player_id=player.pk, direction="deposit", cents=4_321, status=status,
        made=moments["made"], credited=moments["credited"] if "credited" in days else None,
    )  # fmt: skip
    for name, moment in moments.items():
        day = clock.day_of(moment)
        report = build(REPORTS["payments"], ReportChoice(day, day))
        place = report.report.position
        own = [row for row in report.rows if row[place("cents")] == 4_321]
        assert len(own) == (name in days), name


def test_payments_are_told_apart_by_method() -> None:
    """[903-B 5.4.1.7]"""
    players, now = players_with(0, 2), clock.now()
    for player, method, status, cents in (
        (0, "mb-way", "paid", 1_000), (1, "mb-way", "paid", 2_000), (0, "mb-way", "failed", 4_000),
        (0, "card", "refused", 8_000),
    ):  # fmt: skip
        Payment.objects.create(
            id=uuid4(), player=players[player], direction="deposit", cents=cents, status=status,
            method=method, made=now, credited=now if status == "paid" else None,
        )  # fmt: skip
    day = clock.day_of(now)
    report = build(REPORTS["payment-methods"], ReportChoice(day, day))
    wanted = ("method", "times", "others", "players", "cents", "net")
    rows = [tuple(row[report.report.position(name)] for name in wanted) for row in report.rows]
    assert rows == [("card", 0, 1, 0, 0, 0), ("mb-way", 2, 1, 2, 3_000, 3_000)]


def test_a_complaint_is_late_by_when_it_was_decided() -> None:
    """Not by when the report is read."""
    in_time, late, waits = players_with(0, 3)
    now = clock.now()
    for player, decided, due in (
        (in_time, now - timedelta(days=3), now - timedelta(days=2)),
        (late, now - timedelta(days=1), now - timedelta(days=2)),
        (waits, None, now + timedelta(days=1)),
    ):
        with clock.at(now - timedelta(days=5)):
            made = open_complaint(
                player=Player.objects.get(pk=player.pk), category="other", text="The round stood still."
            )
        Complaint.objects.filter(pk=made.pk).update(
            due=due, decided=decided,
            **({"state": "decided", "outcome": "rejected"} if decided else {}),
        )  # fmt: skip
    listed = rows("complaints")
    assert {player: row["clock"] for player, row in listed.items()} == {
        in_time.pk: "in-time",
        late.pk: "late",
        waits.pk: "in-time",
    }


def test_every_deactivation_is_listed_with_reason_person_and_balance() -> None:
    """[903-B 5.2.4.3] [903-B 5.5.1.10] [P16] Also one that was taken back since."""
    (rich,), (leaver, tester) = players_with(700, 1), players_with(0, 2)
    officer = Person.objects.create_user("oficial@feltro.example", "x", is_staff=True)
    people = {player.pk: Player.objects.get(pk=player.pk) for player in (rich, leaver, tester)}
    Player.objects.filter(pk__in=people).update(status="active")
    Player.objects.filter(pk=tester.pk).update(testing=True)
    suspend_player(people[rich.pk], "signs of fraud", by=officer)
    restore_player(people[rich.pk], "cleared", by=officer)
    close_player(people[leaver.pk], "own wish", by=people[leaver.pk].person)
    suspend_player(people[tester.pk], "a test")
    listed = rows("deactivations")
    keys = ("part", "reason", "person", "balance", "status", "cents")
    assert {player: tuple(row[key] for key in keys) for player, row in listed.items()} == {
        rich.pk: ("suspended", "signs of fraud", "oficial@feltro.example", 700, "active", 700),
        leaver.pk: ("closed", "own wish", "", 0, "closed", 0),
    }
    assert set(rows("deactivations", testing=True)) == {tester.pk}


def test_every_refused_withdrawal_is_listed_with_its_reason() -> None:
    """[903-B 5.4.2.9] Refused at once, in the form, by staff and by the payment service; none that waits."""
    (ana,), (tester,) = players_with(10_000, 1), players_with(0, 1)
    Player.objects.filter(pk=tester.pk).update(testing=True)
    officer = Person.objects.create_user("oficial@feltro.example", "x", is_staff=True)
    now = clock.now()
    made = {
        status: Payment.objects.create(
            id=uuid4(), player_id=ana.pk, direction="withdrawal", method="sepa", cents=cents, made=now,
            changed=now + timedelta(minutes=5), status=status, reason=reason,
        )
        for status, cents, reason in (
            ("refused", 1_000, "unverified"), ("declined", 2_000, "refused-by-house"),
            ("failed", 3_000, "failed-at-gateway"), ("cancelled", 4_000, "withdrawn"),
            ("released", 5_000, ""),
        )
    }  # fmt: skip
    WithdrawalDecision.objects.create(
        payment=made["declined"], person=officer, verb="refuse", reason="papers do not agree"
    )
    for player, cents in ((ana, 99_999), (tester, 77)):
        note_refused_amount(Player.objects.get(pk=player.pk), cents, "not-enough", None)

    def listed(**choice: Any) -> set[tuple[Any, ...]]:
        built = build(REPORTS["refused-withdrawals"], ReportChoice(*[clock.day_of(now)] * 2, **choice))
        wanted = ("part", "cents", "reason", "words", "person")
        return {tuple(row[built.report.position(key)] for key in wanted) for row in built.rows}

    assert listed() == {
        ("refused", 1_000, "unverified", "", ""),
        ("declined", 2_000, "refused-by-house", "papers do not agree", "oficial@feltro.example"),
        ("failed", 3_000, "failed-at-gateway", "", ""),
        ("refused", 99_999, "not-enough", "", ""),
    }
    assert listed(testing=True) == {("refused", 77, "not-enough", "", "")}


def test_every_registration_is_listed_complete_or_not() -> None:
    """[903-B 5.5.1.6]"""
    waiting, done, tester, visitor, plain = players_with(0, 5)
    Player.objects.filter(pk=tester.pk).update(testing=True)
    Player.objects.filter(pk=visitor.pk).update(status="visitor")
    now = clock.now()
    begun = Draft.objects.create(step="papers", email="x@feltro.example", confirmed=now)
    for player in (waiting, done, tester):
        Draft.objects.create(step="done", player_id=player.pk)
    Draft.objects.update(begun=now)
    Player.objects.update(since=now)
    for player in (waiting, done, tester):
        identified(Player.objects.get(pk=player.pk))
    Identity.objects.filter(player=waiting.pk).update(state="asked", verified=None)

    def listed(**choice: Any) -> set[tuple[Any, ...]]:
        built = build(REPORTS["registrations"], ReportChoice(*[clock.day_of(now)] * 2, **choice))
        wanted = ("number", "part", "step", "player")
        rows = {tuple(row[built.report.position(key)] for key in wanted) for row in built.rows}
        return {row for row in rows if row[3] in {None, waiting.pk, done.pk, tester.pk, visitor.pk, plain.pk}}

    number = {draft.player_id: str(draft.pk)[:8].upper() for draft in Draft.objects.all()}
    assert listed() == {
        (number[None], "begun", "papers", None),
        (number[waiting.pk], "waiting", "done", waiting.pk),
        (number[done.pk], "effective", "done", done.pk),
        ("", "waiting", "done", plain.pk),
    }
    assert listed(testing=True) == {(number[tester.pk], "effective", "done", tester.pk)}
    assert number[None] == str(begun.pk)[:8].upper()


def test_a_session_is_told_whole_from_sign_in_to_its_end() -> None:
    """[903-B 6.3.6.2] What happens belongs to the stay that began last, so that nothing counts twice."""
    (ana,) = players_with(0, 1)
    now = clock.now()
    began, later = now - timedelta(hours=5), now - timedelta(hours=2)
    SignIn.objects.create(
        person_id=ana.person_id,
        began=began,
        seen=now,
        ended=now,
        cause="signed-out",
        device="Firefox",
        address="192.0.2.7",
    )
    SignIn.objects.create(
        person_id=ana.person_id,
        began=later,
        seen=later + timedelta(minutes=30),
        ended=later + timedelta(hours=1),
        cause="idle",
        device="Safari",
    )
    for hours, staked, returned in ((4, 5_000, 3_000), (1.5, 700, 0)):
        PlaySession.objects.create(
            player_id=ana.pk, table=1, table_name="Mesa 1", system="baccarat", currency="EUR", rounds=3,
            staked=staked, returned=returned, started=now - timedelta(hours=hours),
            ended=now - timedelta(hours=hours - 0.2), cause="player",
        )  # fmt: skip
    for direction, hours, cents, status in (
        ("deposit", 3, 2_000, "paid"), ("deposit", 3, 999, "failed"), ("withdrawal", 1.2, 1_500, "held"),
        ("withdrawal", 1.2, 888, "refused"), ("deposit", 9, 777, "paid"),
    ):  # fmt: skip
        at = now - timedelta(hours=hours)
        is_refused = status in {"failed", "refused"}
        Payment.objects.create(
            id=uuid4(), player_id=ana.pk, direction=direction, cents=cents, status=status, made=at,
            credited=at if status == "paid" else None, before=None if is_refused else 9_000,
        )  # fmt: skip
    days = ReportChoice(clock.day_of(now - timedelta(days=1)), clock.day_of(now))
    built = build(REPORTS["stays"], days)
    names = [column.key for column in built.report.columns]
    listed = [dict(zip(names, row, strict=True)) for row in built.rows]
    first, second = [row for row in listed if row["player"] == ana.pk]
    keys = ("device", "address", "part", "tables", "rounds", "staked", "returned", "deposited", "withdrawn")
    assert [first[key] for key in keys] == [
        "Firefox", "192.0.2.7", "signed-out", "Mesa 1", 3, 5_000, 3_000, 2_000, 0,
    ]  # fmt: skip
    assert [second[key] for key in keys] == ["Safari", "", "idle", "Mesa 1", 3, 700, 0, 0, 1_500]
    assert first["deposits"].endswith(" €20.00") and second["withdrawals"].endswith(" €15.00")
    assert first["deposits"].count(":") == 2, "each with its time"
