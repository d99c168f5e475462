"""The pages of the cashier and of limits: both languages, few queries, errors at the field."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Round, Stake
from players.audit.models import Line
from players.history import exports
from players.history.totals import HistorySelection
from players.models import Person, Player, PlaySession
from players.protection.limits import set_limits
from players.protection.models import RealityCheck
from players.protection.play_time import ANSWER_GRACE
from players.shared import clock
from players.shared.amount_field import AmbiguousAmountError, parse_amount
from players.shared.exports.list_document import Money
from players.wallet import ledger
from players.wallet.cashier.deposits import request_deposit
from players.wallet.cashier.models import Adjustment, GatewayRequest, Payment, WithdrawalDecision
from players.wallet.cashier.sandbox.server import SandboxServer
from players.wallet.cashier.withdrawals import cancel_withdrawal, request_withdrawal
from players.wallet.models import Account
from tests.demo_house import signed_in
from tests.live_table import balance, table_open
from tests.players.wallet.cashier.test_deposits import notification
from tests.sandbox_cashier import deliver_notification

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox", "valkey_url")]
Rich = Callable[[int], Player]
PAGES = ("cashier/", "deposit/", "withdraw/", "limits/", "limits/first/", "exclusion/")


def client_of(player: Player, language: str = "pt-pt") -> Client:
    Person.objects.filter(pk=player.person_id).update(language=language)
    client = Client(headers={"accept-language": language})
    client.force_login(player.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    session = client.session
    session["account_authentication_methods"] = [
        {"method": "password", "at": clock.now().timestamp(), "reauthenticated": True}
    ]
    session.save()
    return client


@pytest.mark.parametrize(
    ("text", "cents"),
    [("20", 2_000), ("20,5", 2_050), ("20.50", 2_050), ("1 234,50 €", 123_450), ("1.234,50", 123_450),
     ("1,234.50", 123_450), ("1 234", 123_400), ("1.234.567", 123_456_700), ("1,234,567.5", 123_456_750),
     ("12345,00", 1_234_500), ("0,5", 50),
     ("12,345,6", None), ("1.234,567", None), ("1 234.567", None),
     ("0,001", None), ("0.500", None), ("00,100", None),
     ("€ 7", 700), ("", None), ("-5", None), ("1,2,3", None), ("abc", None), ("9" * 15, None)],
)  # fmt: skip
def test_amounts_are_parsed_in_both_notations(text: str, cents: int | None) -> None:
    assert parse_amount(text) == cents


@pytest.mark.parametrize("text", ["1.234", "12,345", "€ 12,345"])
def test_an_amount_that_reads_in_two_ways_is_none(text: str) -> None:
    with pytest.raises(AmbiguousAmountError):
        parse_amount(text)


@pytest.mark.parametrize("page", ["deposit/", "withdraw/"])
def test_an_ambiguous_amount_is_refused_with_both_spellings(rich: Rich, page: str) -> None:
    response = client_of(rich(2_000_000), "en").post(
        f"/account/{page}", {"amount": "12,345", "payment": str(uuid4())}
    )
    text = response.content.decode()
    assert response.status_code == 422 and "can be read in two ways" in text and "12345 or 12.35" in text
    assert not Payment.objects.exists()
    choices = re.findall(r'<input type="radio" name="amount" value="([^"]+)"> ([^<]+)</label>', text)
    assert choices == [
        ("12345", "€12,345.00 (twelve thousand three hundred and forty-five euros)"),
        ("12.35", "€12.35 (twelve euros and thirty-five cents)"),
    ]


def test_the_reading_that_is_chosen_counts(rich: Rich) -> None:
    client, form = client_of(rich(2_000_000), "en"), {"payment": str(uuid4())}
    client.post("/account/withdraw/", {**form, "amount": ["12,345", "12.35"]})
    assert list(Payment.objects.values_list("cents", flat=True)) == [1_235]


@pytest.mark.parametrize(
    ("page", "amount", "sentence"),
    [
        ("withdraw/", "999999", "The balance is lower than the amount."),
        ("withdraw/", "9,99", "(€10.00)"),
        ("deposit/", "4,99", "(€5.00)"),
        ("deposit/", "10000,01", "(€10,000.00)"),
    ],
)
def test_a_mistyped_amount_is_a_mistake_in_the_form_and_no_payment(
    rich: Rich, page: str, amount: str, sentence: str
) -> None:
    """A slip of the finger stayed in the history of payments for ever."""
    response = client_of(rich(100_000), "en").post(
        f"/account/{page}", {"amount": amount, "payment": str(uuid4())}
    )
    assert response.status_code == 422 and sentence in response.content.decode()
    assert not Payment.objects.exists()
    # [903-B 5.4.2.9] The report of refused withdrawals has the attempt.
    lines = Line.objects.filter(kind="withdrawals.refused").values_list("details__reason", flat=True)
    reason = "not-enough" if amount == "999999" else "below-withdrawal"
    assert list(lines) == ([reason] if page == "withdraw/" else [])


def test_a_quick_amount_counts_instead_of_the_empty_field(rich: Rich) -> None:
    client = client_of(rich(100_000), "en")
    page = client.get("/account/deposit/").content.decode()
    assert re.findall(r'name="amount" value="(\d+)">', page) == ["20", "50", "100", "200"]
    client.post("/account/deposit/", {"amount": ["", "50"], "payment": str(uuid4())})
    assert list(Payment.objects.values_list("cents", flat=True)) == [5_000]


def test_after_the_amount_the_browser_goes_on_to_the_payment_service(rich: Rich, settings: Any) -> None:
    """A person need not press «Pay» on a page between the two; who comes back later sees that page."""
    client = client_of(rich(100_000), "en")
    response = client.post("/account/deposit/", {"amount": "50", "payment": str(uuid4())})
    payment = Payment.objects.get()
    settings.PAYMENT_PAGES = ["pay.example"]
    Payment.objects.filter(pk=payment.pk).update(
        status="pending", url="https://pay.example/1?a=b&c=d", instructions={}
    )
    assert response["Location"] == f"/account/payments/{payment.pk}/?pay=1"
    onward = 'http-equiv="refresh" content="0; url=https://pay.example/1?a=b&amp;c=d"'
    assert onward in client.get(response["Location"]).content.decode()
    assert "http-equiv" not in client.get(f"/account/payments/{payment.pk}/").content.decode()
    Payment.objects.filter(pk=payment.pk).update(status="failed")
    assert "http-equiv" not in client.get(response["Location"]).content.decode()


def test_quick_amounts_keep_within_the_limits(rich: Rich) -> None:
    ana = rich(100_000)
    set_limits(ana, {("deposit", "day"): 5_000})
    page = client_of(ana, "en").get("/account/deposit/").content.decode()
    assert re.findall(r'name="amount" value="(\d+)">', page) == ["20", "50"]


def test_quick_amounts_stand_before_the_button_and_enter_sends_what_was_written(rich: Rich) -> None:
    """The Enter key presses the first button of a form."""
    page = client_of(rich(100_000), "en").get("/account/deposit/").content.decode()
    form = page.partition('action="/account/deposit/"')[2].partition("</form>")[0]
    first, *quick, last = re.findall(r"<button([^>]*)>", form)
    assert 'tabindex="-1"' in first and "name=" not in first and "name=" not in last
    assert quick and all('name="amount"' in button for button in quick)


@pytest.mark.parametrize("language", ["pt-pt", "en"])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_needs_few_queries_whatever_the_history(rich: Rich, page: str, language: str) -> None:
    ana = rich(100_000)
    set_limits(ana, {("deposit", "day"): 5_000, ("stake", "week"): 9_000, ("time", "day"): 60})
    client = client_of(ana, language)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/account/{page}").status_code == 200
        counts.append(len(queries))
        for _ in range(15):
            request_withdrawal(ana, uuid4(), 1_000)
    assert counts[1] <= counts[0] and counts[0] <= 30, counts


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_need_a_sign_in(client: Client, page: str) -> None:
    assert client.get(f"/account/{page}")["Location"].startswith("/account/sign-in/")


@pytest.mark.parametrize("amount", ["", "abc", "-1", "0", "1e9", "9" * 20, "\x00", "1;2", "５"])
@pytest.mark.parametrize("page", ["deposit/", "withdraw/"])
def test_an_invalid_amount_is_refused_at_its_field(rich: Rich, page: str, amount: str) -> None:
    client = client_of(rich(10_000))
    response = client.post(f"/account/{page}", {"amount": amount, "payment": str(uuid4())})
    assert response.status_code == 422 and b'role="alert"' in response.content


def test_invalid_limits_are_refused_at_their_fields(rich: Rich) -> None:
    client = client_of(rich(0))
    response = client.post("/account/limits/", {"deposit-day": "x", "time-day": "99:99", "stake-day": "100"})
    assert (
        response.status_code == 422
        and response.content.count(b'role="alert"') == 2
        and b'value="100"' in response.content
    )


def test_a_withdrawal_needs_reauthentication(rich: Rich) -> None:
    ana = rich(10_000)
    ana.person.set_password("uma-palavra-longa")
    ana.person.save()
    client = Client()
    client.force_login(ana.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    response = client.post("/account/withdraw/", {"amount": "20", "payment": str(uuid4())})
    assert (
        response.status_code == 302
        and "/account/confirm/" in response["Location"]
        and not Payment.objects.filter(player=ana).exists()
    )


def test_all_of_a_balance_is_withdrawn_with_one_press(rich: Rich) -> None:
    """The button sends its value after what was typed, and the last value of a name counts."""
    ana = rich(12_345)
    client = client_of(ana)
    page = client.get("/account/withdraw/").content.decode()
    value = re.search(r'<button[^>]* name="amount" value="([^"]+)"', page)
    assert value is not None and value[1] == "123,45"
    client.post("/account/withdraw/", {"amount": ["", value[1]], "payment": str(uuid4())})
    assert Payment.objects.get(player=ana, direction="withdrawal").cents == 12_345


def test_a_form_sent_twice_is_one_withdrawal(rich: Rich) -> None:
    ana = rich(10_000)
    client, form = client_of(ana), {"amount": "20", "payment": str(uuid4())}
    assert (
        client.post("/account/withdraw/", form)["Location"]
        == client.post("/account/withdraw/", form)["Location"]
    )
    assert balance(ana) == 8_000
    assert (
        client.post("/account/withdraw/", {**form, "amount": "30"}).status_code == 422
        and balance(ana) == 8_000
    )


def test_U05_a_reality_check_is_acknowledged_for_the_players_own_open_session(rich: Rich) -> None:
    ana, other = rich(0), rich(0)
    session = PlaySession.objects.create(
        player=ana, table=1, table_name="x", system="american-roulette", currency="EUR", started=clock.now()
    )

    def acknowledge(player: Player, **changes: object) -> int:
        return (
            client_of(player)
            .post(
                "/account/limits/reality-check/seen/",
                {"session": session.pk, "answer": "continue", **changes},
                "application/json",
            )
            .status_code
        )

    table = table_open()
    ended_round = Round.objects.create(
        table=table,
        number=1,
        status="ended",
        commitment="",
        sealed=b"",
        ended=clock.now(),
        staked=300,
        returned=50,
    )
    figures = {"staked": 300, "lost": 300, "back": 0, "prize": 50, "held": 0, "commission": 0}
    Stake.objects.create(round=ended_round, player=ana, session=session.pk, seat=1, at=clock.now(), **figures)
    assert acknowledge(ana, net=999_999) == 400, "the server computes the net result"
    assert acknowledge(ana) == 200 and RealityCheck.objects.get(player=ana).net == -250
    assert (
        acknowledge(other) == 404
        and acknowledge(ana, answer="perhaps") == 404
        and acknowledge(ana, session="x") == 400
        and acknowledge(ana, more=1) == 400
    )
    # The response that ends the session may arrive shortly after the end, but not later.
    PlaySession.objects.filter(pk=session.pk).update(ended=clock.now())
    assert acknowledge(ana, answer="end") == 200
    PlaySession.objects.filter(pk=session.pk).update(ended=clock.now() - 2 * ANSWER_GRACE)
    assert acknowledge(ana, answer="end") == 404


# --- back office


@pytest.fixture
def staff_client(demo: None) -> Callable[[str], Client]:
    return lambda name: signed_in(f"{name}@feltro.example")


def test_only_the_cashier_releases_a_withdrawal(rich: Rich, staff_client: Callable[[str], Client]) -> None:
    ana = rich(10_000)
    payment = request_withdrawal(ana, uuid4(), 4_000)
    page, decide = (
        f"/admin/cashier/payment/{payment.pk}/change/",
        f"/admin/cashier/payment/{payment.pk}/decide/",
    )
    assert staff_client("caixa").get("/admin/cashier/payment/").status_code == 200
    assert (
        b"why-decide" in staff_client("caixa").get(page).content
        and b"why-decide" not in staff_client("auditoria").get(page).content
    )
    assert staff_client("mesas").get(page).status_code == 403
    for name in ("auditoria", "regulador", "apoio", "mesas"):
        assert (
            staff_client(name).post(decide, {"verb": "release", "reason": "porque sim, sim"}).status_code
            == 403
        )
    staff_client("caixa").post(decide, {"verb": "release", "reason": "curto"})
    staff_client("caixa").post(decide, {"verb": "steal", "reason": "porque sim, sim"})
    assert not WithdrawalDecision.objects.filter(payment=payment).exists()
    staff_client("caixa").post(decide, {"verb": "release", "reason": "documento confere"})
    assert Payment.objects.get(pk=payment.pk).status == "released"


@pytest.mark.parametrize(("old", "new"), [
    ("errand/?done=1", "gatewayrequest/?done=1"), ("errand/7/change/", "gatewayrequest/7/change/"),
])  # fmt: skip
def test_the_old_address_of_requests_to_the_gateway_leads_on(
    staff_client: Callable[[str], Client], old: str, new: str
) -> None:
    response = staff_client("caixa").get(f"/admin/cashier/{old}")
    assert (response.status_code, response.headers["location"]) == (302, f"/admin/cashier/{new}")


def test_why_a_request_to_the_gateway_failed_stands_in_words(
    rich: Rich, staff_client: Callable[[str], Client]
) -> None:
    """Red before: the list showed what a library had said, in English."""
    payment = request_withdrawal(rich(10_000), uuid4(), 4_000)
    request = GatewayRequest.objects.create(
        payment=payment, kind=GatewayRequest.Kind.PAY_OUT, tries=3, trouble="HTTPError: HTTP Error 503: Busy"
    )
    office, place = staff_client("caixa"), "/admin/cashier/gatewayrequest/"
    pages = [office.get(place).content.decode(), office.get(f"{place}{request.pk}/change/").content.decode()]
    assert all("o destinatário está avariado (503)" in page for page in pages)
    assert ["HTTP Error 503" in page for page in pages] == [False, True], "the text is for who asks further"


def test_a_withdrawal_that_was_held_again_is_released_again(
    rich: Rich, staff_client: Callable[[str], Client]
) -> None:
    """Red before: its gateway request was there already, and a web process may not write all of it."""
    payment = request_withdrawal(rich(10_000), uuid4(), 4_000)
    GatewayRequest.objects.create(
        payment=payment, kind=GatewayRequest.Kind.PAY_OUT, done=payment.made, tries=3
    )
    decide = f"/admin/cashier/payment/{payment.pk}/decide/"
    staff_client("caixa").post(decide, {"verb": "release", "reason": "documento confere"})
    assert Payment.objects.get(pk=payment.pk).status == "released"
    request = GatewayRequest.objects.get(payment=payment)
    assert (request.done, request.tries) == (None, 0)


def test_P03_a_correction_cannot_be_approved_by_its_requester(
    rich: Rich, staff_client: Callable[[str], Client]
) -> None:
    ana = rich(1_000)
    data = {"player": ana.alias, "amount": "2,50", "way": "in", "ticket": "T-1", "reason": "erro de leitura"}
    assert staff_client("caixa").get("/admin/cashier/adjustment/").status_code == 200
    staff_client("caixa").post("/admin/cashier/adjustment/ask/", data)
    assert not Adjustment.objects.filter(player=ana).exists(), "the amount is confirmed first"
    staff_client("caixa").post("/admin/cashier/adjustment/ask/", {**data, "confirmed": "250"})
    adjustment = Adjustment.objects.get(player=ana)
    decide = f"/admin/cashier/adjustment/{adjustment.pk}/decide/"
    staff_client("caixa").post(decide, {"verb": "approve"})
    assert balance(ana) == 1_000
    assert (
        staff_client("direcao").get(f"/admin/cashier/adjustment/{adjustment.pk}/change/").status_code == 200
    )
    staff_client("direcao").post(decide, {"verb": "approve"})
    assert balance(ana) == 1_250
    assert staff_client("apoio").post("/admin/cashier/adjustment/ask/", data).status_code == 403


def test_what_was_deposited_and_withdrawn_is_the_same_figure_wherever_a_player_reads_it(
    ana: Player, sandbox: SandboxServer
) -> None:
    """An opening balance is no deposit, and a withdrawal on its way has left the balance."""
    client = client_of(ana, "en")
    accounts = [
        ledger.open_ledger_account(kind="cash", currency="EUR"),
        ledger.open_ledger_account(kind="wallet", currency="EUR", player=ana.pk),
    ]
    ledger.post([ledger.Move(uuid4(), "opening", *accounts, "EUR", 150_000)])

    def check(net: str, cents: int) -> None:
        for page in ("cashier", "movements"):
            text = client.get(reverse(page)).content.decode()
            assert f"Deposits less withdrawals {net} " in re.sub(r"(<[^>]*>|\s)+", " ", text), page
            assert "less the withdrawals, including those on their way" in text
        assert client.get("/api/v1/sums/").json()["net_deposits"] == cents
        document = exports.movements_document(
            ana, Account.objects.get(pk=accounts[1]), HistorySelection(), ""
        )
        assert dict(document.sums)["Deposits less withdrawals"] == Money(cents, signed=True)

    check("€0.00", 0)
    payment = request_deposit(ana, uuid4(), 5_000)
    assert deliver_notification(sandbox, notification(payment, "paid")) == "settled"
    check("+€50.00", 5_000)
    first, second = (request_withdrawal(ana, uuid4(), cents) for cents in (2_000, 100_000))
    check("−€970.00", -97_000)
    assert cancel_withdrawal(ana, second.pk)
    check("+€30.00", 3_000)
    Payment.objects.filter(pk=first.pk).update(status="paid", credited=clock.now())
    check("+€30.00", 3_000)
