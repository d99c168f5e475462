"""A compromised web process tries to pay itself out. It has the rights of `house_web` and every key in its
environment.

Red before, unless a test says otherwise: the web process could order payouts from the gateway, and the worker
trusted the status, the account and the account's age that the web process had written.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from django.contrib.auth.models import Group
from django.db import connection, transaction

from players.audit.models import Line
from players.identity.models import PaymentAccount
from players.identity.verification.changes import change_payment_account
from players.inbox.messaging import subject_and_text
from players.inbox.models import Message
from players.models import Person, Player
from players.shared import clock
from players.shared.signed_http import UnreachableError
from players.wallet.cashier import gateway_requests
from players.wallet.cashier.gateway import gateway
from players.wallet.cashier.models import GatewayRequest, Payment
from players.wallet.cashier.sandbox.server import SandboxServer
from players.wallet.ledger import open_ledger_account
from players.wallet.methods.drivers import Order
from tests.hostile_web import UNPROVEN, Web, show_proof, web
from tests.live_table import balance, players_with
from tests.players.wallet.cashier.test_withdrawals import add_paid_withdrawal
from tests.sandbox_cashier import IBAN, KEYS, known, reload
from tests.security.conftest import SignIn, refused
from tests.sessions import sign_in as session_of

__all__ = ["web"]
pytestmark = pytest.mark.usefixtures("lasting_db", "sandbox")
THIEF = "PT50003506510000000000033"
NOT_THIS_STEP = "may not take this step of a payment"
NO_LAW = "no law allows this in cashier_payment"
MAY_NOT_RELEASE = r"no proof of being allowed \(may cashier\.release_payment\)"


@pytest.fixture
def victim(lasting_db: None, web: Web) -> Iterator[Player]:
    """A player whose cookie the process has seen. For others it can do nothing: test_proven_authors.py."""
    player = known(players_with(1_000_000, 1)[0], nif=200_000_000 + uuid4().int % 99_999_999)
    add_paid_withdrawal(player)
    open_ledger_account(kind="withdrawal", currency="EUR")
    prove_session(web, player.person)
    yield player
    # Rows of this file stay in the database; gateway_requests of one test must not run in the next.
    gateway_requests.send_due_requests()


def member(role: str) -> Person:
    person = Person.objects.create_user(f"{uuid4().hex[:10]}@feltro.example", "x", is_staff=True)
    if role:
        person.groups.add(Group.objects.get(name=role))
    return person


def insert(web: Web, player: Player, status: str, *, cents: int = 4_000, **columns: object) -> UUID:
    """To the present account, unless the columns say another one."""
    payment, present = uuid4(), PaymentAccount.objects.get(player=player, until=None)
    values = {
        "id": payment, "player_id": player.pk, "direction": "withdrawal", "cents": cents, "status": status,
        "cause": "player", "reason": "", "reference": "", "url": "", "iban": "", "holder": "",
        "account_id": present.pk, "made": clock.now(), "changed": clock.now(), **columns,
    }  # fmt: skip
    names, places = ", ".join(values), ", ".join(["%s"] * len(values))
    web.execute(f"INSERT INTO cashier_payment ({names}) VALUES ({places})", list(values.values()))
    return payment


def forge(web: Web, player: Player, status: str = "released", **columns: Any) -> UUID:
    """A withdrawal whose money is taken from the player's wallet, with the request to pay it."""
    with web.transaction():
        payment = insert(web, player, status, **columns)
        web.execute("SELECT cashier_post_withdrawal(%s)", [payment])
        order(web, payment, "pay-out")
    return payment


def order(web: Web, payment: UUID, kind: str) -> None:
    web.execute(
        "INSERT INTO cashier_gatewayrequest (payment_id, kind, made, tries, next_try, trouble)"
        " VALUES (%s, %s, now(), 0, now(), '')",
        [payment, kind],
    )


def prove_session(web: Web, person: Person) -> None:
    show_proof(web, session_of(person))


def decide(web: Web, payment: UUID, person: Person) -> None:
    """By a member of staff whose cookie the process has seen."""
    prove_session(web, person)
    web.execute(
        "INSERT INTO cashier_decision (payment_id, person_id, verb, reason, at)"
        " VALUES (%s, %s, 'release', 'looked at', now())",
        [payment, person.pk],
    )


def release(web: Web, payment: UUID) -> None:
    web.execute("UPDATE cashier_payment SET status = 'released', reason = '' WHERE id = %s", [payment])


# --- the key


def order_of(payment: UUID, cents: int) -> Order:
    now = clock.now()
    return Order(str(payment), cents, expires=now, asked=now, instrument="", back="/", language="en")


@pytest.mark.parametrize("step", ["pay_out", "refund", "state"])
def test_the_key_of_a_web_process_orders_no_payout(sandbox: SandboxServer, settings: Any, step: str) -> None:
    payment = uuid4()
    opened = gateway().deposit("card", order_of(payment, 4_000))
    assert opened.reference
    settings.PAYOUT_KEY = KEYS["gateway"]
    with pytest.raises(UnreachableError):
        if step == "pay_out":
            gateway().pay_out(uuid4(), 4_000, iban=THIEF, holder="Thief")
        else:
            getattr(gateway(), step)(payment, *([opened.reference] if step == "refund" else []))
    assert [row["kind"] for row in sandbox.state.payments()] == ["deposit"]
    assert not sandbox.state.payments()[0]["refunded"]


def test_without_the_key_nothing_is_paid_out(sandbox: SandboxServer, settings: Any) -> None:
    settings.PAYOUT_KEY = b""
    with pytest.raises(UnreachableError, match="PAYOUT_KEY is not set"):
        gateway().pay_out(uuid4(), 4_000, iban=IBAN, holder="Ana")
    assert sandbox.state.payments() == []


def test_the_key_for_deposits_cancels_no_payout(sandbox: SandboxServer) -> None:
    payment = uuid4()
    opened = gateway().pay_out(payment, 4_000, iban=IBAN, holder="Ana")
    gateway().cancel(payment, opened.reference)
    assert sandbox.state.payments()[0]["status"] == "pending"


# --- the withdrawal


def test_a_withdrawal_to_another_account_is_not_sent_and_the_money_returns(
    web: Web,
    victim: Player,
    sandbox: SandboxServer,
) -> None:
    payment = forge(web, victim, account_id=None, iban=THIEF, holder="Ana Martins")
    assert balance(victim) == 996_000
    gateway_requests.send_due_requests()
    assert sandbox.state.payment(str(payment)) is None
    row = reload(payment)
    assert (row.status, row.reason, balance(victim)) == ("cancelled", "account-changed", 1_000_000)


def test_a_withdrawal_to_the_account_of_another_player_is_not_sent(
    web: Web, victim: Player, sandbox: SandboxServer
) -> None:
    thief = known(players_with(0, 1)[0], nif=200_000_000 + uuid4().int % 99_999_999)
    payment = forge(web, victim, account_id=PaymentAccount.objects.get(player=thief).pk)
    gateway_requests.send_due_requests()
    assert sandbox.state.payment(str(payment)) is None and reload(payment).status == "cancelled"


def test_what_a_process_writes_beside_the_account_sends_no_money(
    web: Web, victim: Player, sandbox: SandboxServer
) -> None:
    payment = forge(web, victim, iban=THIEF, holder="Rui Thief")
    gateway_requests.send_due_requests()
    sent = sandbox.state.payment(str(payment))
    assert (sent["iban"], sent["holder"]) == (IBAN, "Ana Martins")


@pytest.mark.parametrize("is_sealed", [False, True], ids=["in clear", "sealed since"])
def test_a_withdrawal_of_an_older_release_goes_to_an_account_that_is_not_sealed(
    web: Web, victim: Player, sandbox: SandboxServer, *, is_sealed: bool
) -> None:
    """It has a copy of the account. What stands for a sealed account is equal to nothing."""
    if not is_sealed:
        with connection.cursor() as cursor, transaction.atomic():
            cursor.execute("SELECT set_config('feltro.erasing', 'yes', true)")
            cursor.execute(
                "UPDATE identity_paymentaccount SET iban = %s, holder = 'Ana Martins', sealed = NULL, "
                "iban_digest = NULL, ending = NULL WHERE player_id = %s",
                [IBAN, victim.pk],
            )
    stored = PaymentAccount.objects.values("iban", "holder").get(player=victim)
    payment = forge(web, victim, account_id=None, **stored)
    gateway_requests.send_due_requests()
    sent = sandbox.state.payment(str(payment))
    assert (sent is None) == is_sealed
    assert reload(payment).status == ("cancelled" if is_sealed else "sent")
    assert sent is None or (sent["iban"], sent["holder"]) == (IBAN, "Ana Martins")


def test_a_withdrawal_that_staff_must_release_is_held_again(
    web: Web,
    victim: Player,
    sandbox: SandboxServer,
) -> None:
    payment = forge(web, victim, cents=90_000)
    gateway_requests.send_due_requests()
    row = reload(payment)
    assert sandbox.state.payment(str(payment)) is None and (row.status, row.reason) == ("held", "large")
    assert Line.objects.filter(kind="withdrawals.held-again", about=f"payment:{payment}").count() == 1


def test_one_decision_does_not_stand_for_two_whatever_the_row_says(web: Web, victim: Player) -> None:
    payment = forge(web, victim, "held", cents=600_000, reason="large", held="large")
    decide(web, payment, member("cashier"))
    assert NOT_THIS_STEP in refused(
        web, "UPDATE cashier_payment SET status = 'released' WHERE id = %s", payment
    )


def test_what_two_people_released_is_sent(web: Web, victim: Player, sandbox: SandboxServer) -> None:
    payment = forge(web, victim, "held", cents=600_000, reason="two-people", held="two-people")
    decide(web, payment, member("cashier"))
    assert NOT_THIS_STEP in refused(
        web, "UPDATE cashier_payment SET status = 'released' WHERE id = %s", payment
    )
    decide(web, payment, member("cashier"))
    release(web, payment)
    gateway_requests.send_due_requests()
    assert sandbox.state.payment(str(payment))["iban"] == IBAN and reload(payment).status == "sent"


@pytest.mark.parametrize("who", ["nobody", "player", "without a role", "another role", "no longer active"])
def test_a_release_needs_the_permission(web: Web, victim: Player, who: str) -> None:
    payment = forge(web, victim, "held", reason="first", held="first")
    if who != "nobody":
        person = (
            victim.person
            if who == "player"
            else member({"another role": "support", "no longer active": "cashier"}.get(who, ""))
        )
        Person.objects.filter(pk=person.pk).update(is_active=who != "no longer active")
        with pytest.raises(psycopg.Error, match=f"{MAY_NOT_RELEASE} in cashier_decision"):
            decide(web, payment, person)
    with pytest.raises(psycopg.Error, match=f"{MAY_NOT_RELEASE} in cashier_payment"):
        release(web, payment)
    assert reload(payment).status == "held"


def test_the_money_must_have_left_the_wallet(web: Web, victim: Player) -> None:
    with pytest.raises(psycopg.Error, match="has not left the wallet"):
        insert(web, victim, "released")
    assert balance(victim) == 1_000_000


@pytest.mark.parametrize(
    ("status", "columns"),
    [
        ("sent", {}),
        ("paid", {}),
        ("failed", {}),
        ("released", {"credited": clock.now}),
        ("released", {"cause": "closed"}),
        ("released", {"reference": "R-1"}),
        ("released", {"made": lambda: clock.now() - timedelta(days=2)}),
        ("paid", {"direction": "deposit"}),
        ("returned", {"direction": "deposit"}),
    ],
)
def test_a_payment_begins_at_its_beginning(
    web: Web, victim: Player, status: str, columns: dict[str, Any]
) -> None:
    values = {name: value() if callable(value) else value for name, value in columns.items()}
    with pytest.raises(psycopg.Error, match=f"{NOT_THIS_STEP}|{NO_LAW}"):
        insert(web, victim, status, **values)


@pytest.mark.parametrize("said", [None, timedelta(days=3650), timedelta(hours=20)])
def test_no_promise_is_so_late_that_the_alarm_never_rings(
    web: Web, victim: Player, said: timedelta | None
) -> None:
    """A web process could promise the end of a review in ten years: nobody would have been alarmed."""
    began = clock.now()
    payment = forge(
        web, victim, "held", reason="first", held="first", promised=None if said is None else began + said
    )
    review = reload(payment).promised
    longest = timedelta(days=7)
    assert review is not None
    assert abs(review - began - min(said or longest, longest)) < timedelta(minutes=1)
    decide(web, payment, member("cashier"))
    web.execute(
        "UPDATE cashier_payment SET status = 'released', reason = '', promised = now() + interval '1 year'"
        " WHERE id = %s",
        [payment],
    )
    queue = reload(payment).promised
    assert queue is not None and queue - began < timedelta(days=1, minutes=1)
    with pytest.raises(psycopg.Error, match=NO_LAW):
        web.execute(
            "UPDATE cashier_payment SET promised = now() + interval '1 year' WHERE id = %s", [payment]
        )


@pytest.mark.parametrize("status", ["sent", "paid", "failed", "returned", "pending", "asked"])
@pytest.mark.parametrize("role", ["house_web", "house_croupier"])
def test_what_follows_the_answer_of_the_gateway_is_the_workers(
    web: Web,
    sign_in: SignIn,
    victim: Player,
    role: str,
    status: str,
) -> None:
    payment = forge(web, victim)
    message = refused(sign_in(role), "UPDATE cashier_payment SET status = %s WHERE id = %s", status, payment)
    assert (NO_LAW if role == "house_web" else "permission denied") in message


@pytest.mark.parametrize("column", ["credited = now()", "before = 0, after = 0"])
def test_a_web_process_rewrites_no_settlement(web: Web, victim: Player, column: str) -> None:
    payment = forge(web, victim)
    assert "permission denied" in refused(web, f"UPDATE cashier_payment SET {column} WHERE id = %s", payment)


def test_the_worker_sends_nothing_that_did_not_leave_the_wallet(
    web: Web,
    sign_in: SignIn,
    victim: Player,
) -> None:
    worker = sign_in("house_worker")
    elsewhere = forge(web, victim, account_id=None, iban=THIEF, holder="Ana Martins")
    stuck = Payment.objects.create(
        id=uuid4(), player=victim, direction="withdrawal", cents=100, status="released",
        account=PaymentAccount.objects.get(player=victim),
    )  # fmt: skip
    good = forge(web, victim)
    for payment in (elsewhere, stuck.pk):
        assert NOT_THIS_STEP in refused(
            worker, "UPDATE cashier_payment SET status = 'sent' WHERE id = %s", payment
        )
    worker.execute("UPDATE cashier_payment SET status = 'sent' WHERE id = %s", [good])
    Payment.objects.filter(pk=stuck.pk).update(status="cancelled")


def test_a_deposit_that_was_credited_is_not_sent_back(
    web: Web, victim: Player, sandbox: SandboxServer
) -> None:
    payment = uuid4()
    gateway().deposit("card", order_of(payment, 5_000))
    Payment.objects.create(
        id=payment, player=victim, direction="deposit", cents=5_000, status="paid", credited=clock.now()
    )
    assert NO_LAW in refused(web, "UPDATE cashier_payment SET status = 'returned' WHERE id = %s", payment)
    with pytest.raises(psycopg.Error, match="no law allows this in cashier_gatewayrequest"):
        order(web, payment, "refund")
    GatewayRequest.objects.create(payment_id=payment, kind=GatewayRequest.Kind.REFUND)
    gateway_requests.send_due_requests()
    assert sandbox.state.payment(str(payment))["refunded"] is False


# --- the account


def account(web: Web, player: Player, **columns: object) -> None:
    values = {"player_id": player.pk, "iban": THIEF, "holder": "Ana Martins", **columns}
    names, places = ", ".join(values), ", ".join(["%s"] * len(values))
    with web.transaction():
        web.execute(
            "UPDATE identity_paymentaccount SET until = now() WHERE player_id = %s AND until IS NULL",
            [player.pk],
        )
        web.execute(f"INSERT INTO identity_paymentaccount ({names}) VALUES ({places})", list(values.values()))


def test_an_account_is_not_made_older_than_it_is(
    web: Web,
    victim: Player,
    sandbox: SandboxServer,
) -> None:
    long_ago = clock.now() - timedelta(days=400)
    with pytest.raises(psycopg.Error, match="must wait"):
        account(web, victim, since=long_ago)
    account(web, victim, since=long_ago, usable=long_ago)
    row = PaymentAccount.objects.get(player=victim, until=None)
    assert (row.iban, clock.now() - row.since < timedelta(minutes=5)) == (THIEF, True)
    payment = forge(web, victim)
    gateway_requests.send_due_requests()
    assert sandbox.state.payment(str(payment)) is None
    assert (reload(payment).status, reload(payment).reason) == ("held", "new-account")


def test_nobody_answers_for_the_bank(web: Web, victim: Player) -> None:
    for answer in ({"owner": "match", "owner_answered": clock.now()}, {"owner_answered": clock.now()}):
        with pytest.raises(psycopg.Error, match="no law allows this|an_owner_was_answered"):
            account(web, victim, usable=clock.now() + timedelta(hours=48), **answer)
    statement = "UPDATE identity_paymentaccount SET owner = 'match' WHERE player_id = %s AND until IS NULL"
    assert "permission denied" in refused(web, statement, victim.pk)


def test_the_owner_is_notified_of_every_new_payment_account(web: Web, victim: Player) -> None:
    account(web, victim, usable=clock.now() + timedelta(hours=48))
    message = Message.objects.get(player=victim, kind="payment-account-changed")
    _subject, text = subject_and_text(message)
    assert message.mail == Message.Mail.WAITING and message.due and THIEF[-4:] in text
    for change in ("mail = 'sent'", "due = NULL", "tries = 99"):
        statement = f"UPDATE inbox_message SET {change} WHERE id = %s"
        assert "permission denied" in refused(web, statement, message.pk)
    assert "permission denied" in refused(web, "DELETE FROM inbox_message WHERE id = %s", message.pk)
    web.execute("UPDATE inbox_message SET read = now() WHERE id = %s", [message.pk])


def test_a_changed_account_keeps_its_wait_and_an_older_one_its_end(web: Web, victim: Player) -> None:
    change_payment_account(identity=victim.identity, iban=THIEF, by=victim.person)
    for column in ("usable = NULL", "usable = now()"):
        message = refused(
            web,
            f"UPDATE identity_paymentaccount SET {column} WHERE player_id = %s AND until IS NULL",
            victim.pk,
        )
        assert "permission denied" in message
    prove_session(web, victim.person)
    message = refused(
        web,
        "UPDATE identity_paymentaccount SET until = NULL WHERE player_id = %s AND until IS NOT NULL",
        victim.pk,
    )
    assert "no law allows" in message


def test_the_first_payment_account_of_a_player_with_money_waits(web: Web) -> None:
    (player,) = players_with(5_000, 1)
    with pytest.raises(psycopg.Error, match="must wait"):
        account(web, player)


def test_the_account_of_a_registration_does_not_wait(web: Web) -> None:
    """Not red before: the way that remains."""
    (player,) = players_with(0, 1)
    account(web, player)
    assert PaymentAccount.objects.get(player=player).usable is None


def test_a_correction_needs_two_people_with_the_permissions(web: Web, victim: Player) -> None:
    ask = (
        "INSERT INTO cashier_adjustment"
        " (player_id, cents, ticket, reason, status, requested_at, requested_by_id)"
        " VALUES (%s, 5000, 'T-1', 'because I say so', 'asked', now(), %s) RETURNING id"
    )
    one, two, nobody = member("cashier"), member("management"), member("")
    prove_session(web, nobody)
    assert f"{UNPROVEN} of being allowed (may cashier.add_adjustment)" in refused(
        web, ask, victim.pk, nobody.pk
    )
    prove_session(web, one)
    adjustment = web.execute(ask, [victim.pk, one.pk]).fetchone()[0]  # type: ignore[index]
    decide = (
        "UPDATE cashier_adjustment SET status = 'done', decided = now(), decided_by_id = %s WHERE id = %s"
    )
    for person in (nobody, one):  # without the right, and whoever asked for it
        prove_session(web, person)
        assert UNPROVEN in refused(web, decide, person.pk, adjustment)
    assert "was not decided by two people" in refused(web, "SELECT cashier_post_adjustment(%s)", adjustment)
    assert balance(victim) == 1_000_000
    open_ledger_account(kind="adjustment", currency="EUR")
    prove_session(web, two)
    web.execute(decide, [two.pk, adjustment])
    web.execute("SELECT cashier_post_adjustment(%s)", [adjustment])
    assert balance(victim) == 1_005_000
