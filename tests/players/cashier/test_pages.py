"""The pages of money and limits: they answer, in both languages, in few questions, and refuse with a sentence at the field."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Round, Stake
from players.models import Person, Player, PlaySession
from players.protection.limits import limits_ask
from players.protection.models import RealityCheck
from players.protection.play_time import LATE
from players.shared import clock
from players.shared.amount_field import parse_cents
from players.wallet.cashier.models import Adjustment, Decision, Payment
from players.wallet.cashier.withdrawals import withdrawal_request
from tests.players.conftest import signed_in
from tests.room import balance, table_open

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox", "valkey_url")]
Rich = Callable[[int], Player]
PAGES = ("cashier/", "deposit/", "withdraw/", "limits/", "limits/first/", "exclusion/")


def at_home(player: Player, language: str = "pt-pt") -> Client:
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
    ("typed", "cents"),
    [("20", 2_000), ("20,5", 2_050), ("20.50", 2_050), ("1 234,50 €", 123_450), ("1.234,50", 123_450), ("1,234.50", 123_450),
     ("1 234", 123_400), ("1.234.567", 123_456_700), ("1,234,567.5", 123_456_750), ("12345,00", 1_234_500), ("0,5", 50),
     ("1.234", None), ("12,345", None), ("€ 12,345", None), ("12,345,6", None), ("1.234,567", None), ("1 234.567", None),
     ("€ 7", 700), ("", None), ("-5", None), ("1,2,3", None), ("abc", None), ("9" * 15, None)],
)  # fmt: skip
def test_amounts_are_read_as_people_type_them(typed: str, cents: int | None) -> None:
    assert parse_cents(typed) == cents


@pytest.mark.parametrize("page", ["deposit/", "withdraw/"])
def test_an_ambiguous_amount_is_refused_with_both_ways_to_write_it(rich: Rich, page: str) -> None:
    answer = at_home(rich(2_000_000), "en").post(
        f"/account/{page}", {"amount": "12,345", "payment": str(uuid4())}
    )
    text = answer.content.decode()
    assert answer.status_code == 422 and "can be read in two ways" in text and "12345 or 12.34" in text
    assert not Payment.objects.exists()


@pytest.mark.parametrize("language", ["pt-pt", "en"])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_answers_in_fewer_than_thirty_questions_whatever_the_history(
    rich: Rich, page: str, language: str
) -> None:
    ana = rich(100_000)
    limits_ask(ana, {("deposit", "day"): 5_000, ("stake", "week"): 9_000, ("time", "day"): 60})
    client = at_home(ana, language)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(f"/account/{page}").status_code == 200
        counts.append(len(asked))
        for _ in range(15):
            withdrawal_request(ana, uuid4(), 1_000)
    assert counts[1] <= counts[0] and counts[0] < 30, counts


@pytest.mark.parametrize("page", PAGES)
def test_strangers_are_asked_to_sign_in(client: Client, page: str) -> None:
    assert client.get(f"/account/{page}")["Location"].startswith("/account/sign-in/")


@pytest.mark.parametrize("amount", ["", "abc", "-1", "0", "1e9", "9" * 20, "\x00", "1;2", "５"])
@pytest.mark.parametrize("page", ["deposit/", "withdraw/"])
def test_what_is_no_amount_is_refused_at_its_field_and_stays_there(
    rich: Rich, page: str, amount: str
) -> None:
    client = at_home(rich(10_000))
    answer = client.post(f"/account/{page}", {"amount": amount, "payment": str(uuid4())})
    assert answer.status_code == 422 and b'role="alert"' in answer.content


def test_limits_that_cannot_be_read_are_refused_each_at_its_field(rich: Rich) -> None:
    client = at_home(rich(0))
    answer = client.post("/account/limits/", {"deposit-day": "x", "time-day": "99:99", "stake-day": "100"})
    assert (
        answer.status_code == 422
        and answer.content.count(b'role="alert"') == 2
        and b'value="100"' in answer.content
    )


def test_money_asks_once_more_who_is_there(rich: Rich) -> None:
    ana = rich(10_000)
    ana.person.set_password("uma-palavra-longa")
    ana.person.save()
    client = Client()
    client.force_login(ana.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    answer = client.post("/account/withdraw/", {"amount": "20", "payment": str(uuid4())})
    assert (
        answer.status_code == 302
        and "/account/confirm/" in answer["Location"]
        and not Payment.objects.filter(player=ana).exists()
    )


def test_a_form_sent_twice_is_one_withdrawal(rich: Rich) -> None:
    ana = rich(10_000)
    client, form = at_home(ana), {"amount": "20", "payment": str(uuid4())}
    assert (
        client.post("/account/withdraw/", form)["Location"]
        == client.post("/account/withdraw/", form)["Location"]
    )
    assert balance(ana) == 8_000
    assert (
        client.post("/account/withdraw/", {**form, "amount": "30"}).status_code == 422
        and balance(ana) == 8_000
    )


def test_U05_a_reality_check_is_acknowledged_for_an_open_stay_of_ones_own(rich: Rich) -> None:
    ana, other = rich(0), rich(0)
    stay = PlaySession.objects.create(
        player=ana, table=1, table_name="x", system="american-roulette", currency="EUR", started=clock.now()
    )

    def seen(player: Player, **said: object) -> int:
        return (
            at_home(player)
            .post(
                "/account/limits/reality-check/seen/",
                {"session": stay.pk, "answer": "continue", **said},
                "application/json",
            )
            .status_code
        )

    table = table_open()
    round = Round.objects.create(
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
    Stake.objects.create(round=round, player=ana, session=stay.pk, seat=1, at=clock.now(), **figures)
    assert seen(ana, net=999_999) == 400, "what the stay came to is the house's to say"
    assert seen(ana) == 200 and RealityCheck.objects.get(player=ana).net == -250
    assert (
        seen(other) == 404
        and seen(ana, answer="perhaps") == 404
        and seen(ana, session="x") == 400
        and seen(ana, more=1) == 400
    )
    # Who answers by ending the session may have left before the answer is here; long after the end there is nothing to answer.
    PlaySession.objects.filter(pk=stay.pk).update(ended=clock.now())
    assert seen(ana, answer="end") == 200
    PlaySession.objects.filter(pk=stay.pk).update(ended=clock.now() - 2 * LATE)
    assert seen(ana, answer="end") == 404


# --- the back office


@pytest.fixture
def office(demo: None) -> Callable[[str], Client]:
    return lambda name: signed_in(f"{name}@feltro.example")


def test_the_cashier_releases_and_others_only_look_or_not_even_that(
    rich: Rich, office: Callable[[str], Client]
) -> None:
    ana = rich(10_000)
    payment = withdrawal_request(ana, uuid4(), 4_000)
    page, act = f"/admin/cashier/payment/{payment.pk}/change/", f"/admin/cashier/payment/{payment.pk}/decide/"
    assert office("caixa").get("/admin/cashier/payment/").status_code == 200
    assert (
        b"why-decide" in office("caixa").get(page).content
        and b"why-decide" not in office("auditoria").get(page).content
    )
    assert office("mesas").get(page).status_code == 403
    for name in ("auditoria", "regulador", "apoio", "mesas"):
        assert office(name).post(act, {"verb": "release", "reason": "porque sim, sim"}).status_code == 403
    office("caixa").post(act, {"verb": "release", "reason": "curto"})
    office("caixa").post(act, {"verb": "steal", "reason": "porque sim, sim"})
    assert not Decision.objects.filter(payment=payment).exists()
    office("caixa").post(act, {"verb": "release", "reason": "documento confere"})
    assert Payment.objects.get(pk=payment.pk).status == "released"


def test_P03_whoever_asks_for_a_correction_cannot_approve_it(
    rich: Rich, office: Callable[[str], Client]
) -> None:
    ana = rich(1_000)
    said = {"player": ana.alias, "amount": "2,50", "way": "in", "ticket": "T-1", "reason": "erro de leitura"}
    assert office("caixa").get("/admin/cashier/adjustment/").status_code == 200
    office("caixa").post("/admin/cashier/adjustment/ask/", said)
    assert not Adjustment.objects.filter(player=ana).exists(), "what was understood is repeated first"
    office("caixa").post("/admin/cashier/adjustment/ask/", {**said, "confirmed": "250"})
    asked = Adjustment.objects.get(player=ana)
    act = f"/admin/cashier/adjustment/{asked.pk}/decide/"
    office("caixa").post(act, {"verb": "approve"})
    assert balance(ana) == 1_000
    assert office("direcao").get(f"/admin/cashier/adjustment/{asked.pk}/change/").status_code == 200
    office("direcao").post(act, {"verb": "approve"})
    assert balance(ana) == 1_250
    assert office("apoio").post("/admin/cashier/adjustment/ask/", said).status_code == 403
