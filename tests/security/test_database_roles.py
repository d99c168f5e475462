"""The database privileges of each process, tested by signing in as its role: they hold whatever code runs
in the process.
"""

from __future__ import annotations

from uuid import uuid4

import pytest

from casino.services.postgres import LOGINS, OWNER
from players.identity.models import SignIn as SignInRow
from players.wallet.cashier.models import Adjustment, Payment
from players.wallet.ledger import open_ledger_account
from tests.hostile_web import show_proof
from tests.live_table import balance, players_with
from tests.sandbox_cashier import known
from tests.security.conftest import SignIn, refused
from tests.sessions import sign_in as session_of

pytestmark = pytest.mark.usefixtures("lasting_db")
PROCESSES = tuple(role for role in LOGINS if role != OWNER)
PLAYING = ("house_web", "house_croupier", "house_worker")  # the beacon's process has no part in the game


def transfer(
    kind: str, source: int, target: int, currency: str = "EUR", cents: int = 700
) -> tuple[str, list[object]]:
    return (
        "INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents) "
        "VALUES (%s, %s, %s, %s, %s, %s)",
        [uuid4(), kind, source, target, currency, cents],
    )


@pytest.mark.parametrize("role", LOGINS)
def test_no_role_is_a_superuser_or_can_become_more_than_it_is(sign_in: SignIn, role: str) -> None:
    database = sign_in(role)
    rights = database.execute(
        "SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication FROM pg_roles "
        "WHERE rolname = session_user"
    ).fetchone()
    assert rights == (False,) * 5
    database.execute("RESET ROLE")
    assert database.execute("SELECT current_user").fetchone() == (role,)
    for other in {"postgres", *LOGINS} - {role}:
        assert "permission denied to set role" in refused(database, f"SET ROLE {other}")
        assert "permission denied" in refused(database, f"SET SESSION AUTHORIZATION {other}")
    assert "permission denied" in refused(database, "SET session_replication_role = replica")


@pytest.mark.parametrize(
    ("role", "pause"), [("house_web", "10s"), ("house_croupier", "2s"), ("house_worker", "10s")]
)
def test_a_process_that_stops_in_a_transaction_loses_its_locks(
    sign_in: SignIn, role: str, pause: str
) -> None:
    """A paused croupier kept the lock of its table from the next one for ten seconds."""
    query = "SELECT current_setting('idle_in_transaction_session_timeout')"
    assert sign_in(role).execute(query).fetchone() == (pause,)


def test_a_croupier_that_stops_while_it_sends_rows_loses_its_locks(sign_in: SignIn) -> None:
    """It is not idle then."""
    database = sign_in("house_croupier")
    [(longest, statement)] = database.execute(
        "SELECT current_setting('transaction_timeout', true), current_setting('statement_timeout')"
    )
    assert longest in ("4s", None) and statement == "0"


@pytest.mark.parametrize("role", PROCESSES)
@pytest.mark.parametrize(
    "sql",
    [
        "ALTER TABLE wallet_transfer DISABLE TRIGGER ALL",
        "DROP TRIGGER wallet_balances_follow ON wallet_transfer",
        "CREATE TABLE mine (id int)",
        "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "UPDATE wallet_account SET balance = 0",
        "DELETE FROM wallet_transfer",
        "DELETE FROM django_admin_log",
        "UPDATE django_admin_log SET change_message = ''",
        "INSERT INTO auth_group (name) VALUES ('mine')",
        "DELETE FROM auth_group_permissions",
        "COPY wallet_account TO PROGRAM 'id'",
        "COPY wallet_account TO '/tmp/stolen'",
    ],
)
def test_no_process_reaches_behind_the_laws(sign_in: SignIn, role: str, sql: str) -> None:
    message = refused(sign_in(role), sql)
    assert "permission denied" in message or "must be owner" in message


@pytest.mark.parametrize(
    "kind", ["deposit", "withdrawal", "withdrawal-paid", "withdrawal-back", "adjustment"]
)
@pytest.mark.parametrize("role", PROCESSES)
def test_no_process_can_post_a_payment_or_a_correction_alone(sign_in: SignIn, role: str, kind: str) -> None:
    (ana,) = players_with(1_000, 1)
    cash = open_ledger_account(kind="cash", currency="EUR")
    wallet = open_ledger_account(kind="wallet", currency="EUR", player=ana.pk)
    sql, values = transfer(kind, cash, wallet)
    message = refused(sign_in(role), sql, *values)
    reason = "may not post a transfer of the kind" if role == "house_croupier" else "permission denied"
    assert reason in message
    assert balance(ana) == 1_000


@pytest.mark.parametrize("role", ["house_web", "house_worker", "house_beacon"])
def test_only_the_croupier_posts_prizes_and_writes_events(sign_in: SignIn, role: str) -> None:
    (ana,) = players_with(1_000, 1)
    bank = open_ledger_account(kind="bank", currency="EUR", table=uuid4().int % 2**62)
    wallet = open_ledger_account(kind="wallet", currency="EUR", player=ana.pk)
    sql, values = transfer("prize", bank, wallet)
    database = sign_in(role)
    assert "permission denied" in refused(database, sql, *values)
    for table in ("games_event", "games_stake"):
        assert "permission denied" in refused(database, f"INSERT INTO {table} DEFAULT VALUES")
    assert "in its own open round" in refused(sign_in("house_croupier"), sql, *values)
    assert balance(ana) == 1_000


@pytest.mark.parametrize("role", PROCESSES)
def test_an_opening_is_of_demonstration_credits_only(sign_in: SignIn, role: str) -> None:
    """By the croupier, for practice partners. Red before: a web process gave anybody any credits."""
    (ana,) = players_with(1_000, 1)
    is_croupier = role == "house_croupier"
    for currency in ("EUR", "DEMO"):
        cash = open_ledger_account(kind="cash", currency=currency)
        wallet = open_ledger_account(kind="wallet", currency=currency, player=ana.pk)
        sql, values = transfer("opening", cash, wallet, currency)
        if is_croupier and currency == "DEMO":
            sign_in(role).execute(sql, values)
        else:
            assert ("may not post" if is_croupier else "permission denied") in refused(
                sign_in(role), sql, *values
            )


def test_a_web_process_gives_credits_to_a_new_player_and_once(sign_in: SignIn) -> None:
    """Red before: it posted openings of any amount to anybody."""
    web = sign_in("house_web")
    give = "SELECT wallet_give_credits(%s)"
    (known_player,) = players_with(0, 1)
    SignInRow.objects.create(person=known_player.person, ended=known_player.since, cause="signed-out")
    assert "no proof" in refused(web, give, known_player.pk)
    (new_player,) = players_with(0, 1)
    web.execute(give, [new_player.pk])
    web.execute(give, [new_player.pk])
    assert balance(new_player, "DEMO") == 500_000


@pytest.mark.parametrize("kind", ["wallet", "stack", "bank", "jackpot"])
def test_a_web_process_opens_no_account_for_others(sign_in: SignIn, kind: str) -> None:
    """Red before: it opened any account."""
    (ana,) = players_with(0, 1)
    SignInRow.objects.create(person=ana.person, ended=ana.since, cause="signed-out")
    is_of_a_player = kind in ("wallet", "stack")
    values = [kind, "DEMO", ana.pk if is_of_a_player else None, None if is_of_a_player else 2**40]
    web = sign_in("house_web")
    assert "permission denied" in refused(
        web,
        'INSERT INTO wallet_account (kind, currency, player_id, "table", balance, moves, latch) '
        "VALUES (%s, %s, %s, %s, 0, 0, 0)",
        *values,
    )
    assert "no proof" in refused(web, "SELECT wallet_open(%s, %s, %s, %s)", *values)


def test_the_process_of_the_beacon_reads_and_writes_nothing_but_the_beacon(sign_in: SignIn) -> None:
    """Every table is tried, so that a new grant shows here."""
    database = sign_in("house_beacon")
    tables = database.execute(
        "SELECT c.oid::regclass::text FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace "
        "WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p', 'v', 'm')"
    ).fetchall()
    reached = set()
    for (table,) in tables:
        for verb in ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE"):
            row = database.execute("SELECT has_table_privilege(%s, %s)", [table, verb]).fetchone()
            column = verb in ("SELECT", "INSERT", "UPDATE") and database.execute(
                "SELECT has_any_column_privilege(%s, %s)", [table, verb]
            ).fetchone() == (True,)
            if row == (True,) or column:
                reached.add(f"{verb} {table}")
    assert reached == {
        *("SELECT games_beaconchain", "INSERT games_beaconchain"),
        *("SELECT games_beaconvalue", "INSERT games_beaconvalue", "DELETE games_beaconvalue"),
        *("SELECT games_beaconwatch", "INSERT games_beaconwatch", "UPDATE games_beaconwatch"),
    }


def test_the_web_process_cannot_credit_a_deposit_even_with_a_payment_of_its_own_making(
    sign_in: SignIn,
) -> None:
    ana = known(players_with(0, 1)[0])
    database, payment = sign_in("house_web"), uuid4()
    sql = (
        "INSERT INTO cashier_payment (id, player_id, direction, cents, status, cause, reason, reference, "
        "url, iban, holder, made, changed)"
        " VALUES (%s, %s, 'deposit', 500000, %s, 'player', '', '', '', '', '', now(), now())"
    )
    show_proof(database, session_of(ana.person))
    assert "may not take this step" in refused(database, sql, payment, ana.pk, "paid")
    database.execute(sql, [payment, ana.pk, "asked"])
    assert "no law allows this" in refused(
        database, "UPDATE cashier_payment SET status = 'paid' WHERE id = %s", payment
    )
    Payment.objects.filter(pk=payment).update(status="paid")
    for function in ("cashier_post_deposit", "cashier_post_withdrawal_paid"):
        assert "permission denied" in refused(database, f"SELECT {function}(%s)", payment)
    assert "permission denied" in refused(database, "SELECT cashier_post(%s, 'deposit')", payment)
    assert balance(ana) == 0


def test_the_money_of_a_withdrawal_comes_back_only_where_it_came_from_and_once(sign_in: SignIn) -> None:
    ana = known(players_with(10_000, 1)[0])
    open_ledger_account(kind="withdrawal", currency="EUR")
    payment = Payment.objects.create(
        id=uuid4(), player=ana, direction="withdrawal", cents=4_000, status="held"
    )
    web = sign_in("house_web")
    show_proof(web, session_of(ana.person))
    assert "does not allow" in refused(web, "SELECT cashier_post_withdrawal_back(%s)", payment.pk)
    web.execute("SELECT cashier_post_withdrawal(%s)", [payment.pk])
    web.execute("SELECT cashier_post_withdrawal(%s)", [payment.pk])
    assert balance(ana) == 6_000, "posted once, however often it is asked"
    web.execute("UPDATE cashier_payment SET status = 'cancelled' WHERE id = %s", [payment.pk])
    web.execute("SELECT cashier_post_withdrawal_back(%s)", [payment.pk])
    assert balance(ana) == 10_000
    assert "does not allow" in refused(web, "SELECT cashier_post_withdrawal_back(%s)", payment.pk)
    assert balance(ana) == 10_000


def test_a_correction_is_posted_only_when_two_people_of_the_staff_decided_it(sign_in: SignIn) -> None:
    ana, rui, eva = (known(player) for player in players_with(0, 3))
    open_ledger_account(kind="adjustment", currency="EUR")
    adjustment = Adjustment.objects.create(
        player=ana, cents=5_000, ticket="T-1", reason="x" * 10, requested_by=rui.person
    )
    web = sign_in("house_web")
    assert "was not decided by two people" in refused(
        web, "SELECT cashier_post_adjustment(%s)", adjustment.pk
    )
    show_proof(web, session_of(eva.person))
    assert "no proof of being allowed (may cashier.approve_adjustment)" in refused(
        web,
        "UPDATE cashier_adjustment SET status = 'done', decided_by_id = %s, decided = now() WHERE id = %s",
        eva.person_id,
        adjustment.pk,
    )
    Adjustment.objects.filter(pk=adjustment.pk).update(
        status="done", decided_by=eva.person, decided=eva.since
    )
    message = refused(web, "SELECT cashier_post_adjustment(%s)", adjustment.pk)
    assert "was not decided by two people" in message, "players are no staff"
    assert balance(ana) == 0
