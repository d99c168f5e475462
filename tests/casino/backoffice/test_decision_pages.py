"""Pages on which staff decide: the decision first, with the information that it needs beside it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import translation

from games.models import Incident, Table
from players.audit.models import Line
from players.identity.models import AddressChange, Identity, PaymentAccount, UploadedDocument
from players.inbox.complaints import open_complaint
from players.inbox.models import Complaint, ComplaintMessage
from players.models import Person, Player
from players.shared import clock
from players.wallet.cashier.adjustments import balance_of, request_adjustment
from players.wallet.cashier.models import Payment
from players.wallet.cashier.withdrawal_facts import withdrawal_facts
from tests.casino.compliance.monitoring.alerts import raised_alert
from tests.demo_house import signed_in


def ana() -> Player:
    return Player.objects.select_related("person").get(alias="Ana")


def payment(direction: str, cents: int, status: str, **fields: Any) -> Payment:
    now = clock.now()
    account = PaymentAccount.objects.get(player=ana(), until=None)
    values = {"made": now, "changed": now, "account": account, **fields}
    return Payment.objects.create(
        id=uuid4(), player=ana(), direction=direction, cents=cents, status=status, **values
    )


def days_after(days: int) -> Any:
    """The time this many days after the payment account was entered. Nothing changes it later."""
    return clock.at(PaymentAccount.objects.get(player=ana(), until=None).since + timedelta(days=days))


@pytest.fixture
def held(demo: None) -> Payment:
    PaymentAccount.objects.filter(player=ana(), until=None).update(owner="match", owner_answered=clock.now())
    with days_after(391):
        payment("deposit", 10_000, "paid", credited=clock.now())
    with days_after(392):
        payment("withdrawal", 4_000, "paid", credited=clock.now())
    with days_after(398):
        payment("deposit", 2_500, "paid", credited=clock.now())
    with days_after(400):
        return payment("withdrawal", 6_000, "held", reason="large", held="large")


def test_the_withdrawal_says_what_came_and_went_and_how_old_its_account_is(held: Payment) -> None:
    with days_after(400), translation.override("en"):
        values = [value for _label, value, _detail in withdrawal_facts(held).figures]
    assert values[:5] == ["the registered account", "€25.00", "€0.00", "+€85.00", "400 days"]
    page = signed_in("caixa@feltro.example", "en").get(f"/admin/cashier/payment/{held.pk}/change/")
    text = page.content.decode()
    assert text.index("Release</button>") < text.index('id="payment_form"'), "the decision is on top"
    assert "Deposits since the last withdrawal" in text


def test_signs_name_what_changed_lately(held: Payment) -> None:
    with days_after(400):
        assert len(withdrawal_facts(held).signs) == 1, "no stakes since the deposit"
        now = clock.now()
        AddressChange.objects.create(
            person=ana().person, before="a@x.example", after="b@x.example", requested_at=now, code_until=now,
            confirmed=now,
        )  # fmt: skip
        payment("withdrawal", 1_000, "cancelled")
        assert len(withdrawal_facts(held).signs) == 3
        held.account = PaymentAccount.objects.create(
            player=ana(), iban="PT50003500010000000000000", holder="Outra Pessoa", until=now
        )
        assert len(withdrawal_facts(held).signs) == 4
    held.refresh_from_db()
    with days_after(2), translation.override("en"):
        assert "The payment account was entered less than seven days ago." in withdrawal_facts(held).signs


def test_a_ready_answer_fills_the_reason_in_the_language_of_the_player(held: Payment) -> None:
    Person.objects.filter(pk=ana().person_id).update(language="pt-pt")
    client = signed_in("caixa@feltro.example", "en")
    page = client.get(f"/admin/cashier/payment/{held.pk}/change/?template=holder").content.decode()
    assert "A conta de pagamento não está em seu nome." in page


def test_the_complaint_is_shown_with_its_movements_and_answer_templates(demo: None) -> None:
    complaint = open_complaint(player=ana(), category="other", text="Algo correu mal ontem à noite.")
    client = signed_in("apoio@feltro.example", "en")
    address = f"/admin/inbox/complaint/{complaint.pk}/change/"
    page = client.get(f"{address}?template=looking")
    assert "Estamos a apurar o que aconteceu" in page.content.decode()
    assert "movements" in page.context
    other = client.get(address).content.decode()
    assert "Estamos a apurar o que aconteceu" not in other, "the next page starts empty"
    last = ComplaintMessage.objects.filter(complaint=complaint).latest("pk").pk
    answer = {"answer": "Verificámos tudo.", "decision": "rejected", "seen": last}
    done = client.post(address, answer, follow=True).content.decode()
    assert f"Complaint {complaint.number} decided; the player has been informed." in done
    assert Complaint.objects.get(pk=complaint.pk).state == "decided"


def test_the_incident_counts_down_only_while_a_round_may_become_void(demo: None) -> None:
    incident = Incident.objects.create(
        table=Table.objects.get(name="Lisboa"), reason="system", opened=clock.now()
    )
    page = signed_in("mesas@feltro.example", "en").get(f"/admin/games/incident/{incident.pk}/change/")
    assert page.context["void_at"] is None
    assert "data-until" not in page.content.decode()


def test_the_correction_shows_the_balance_before_and_after(demo: None) -> None:
    author = Person.objects.get(email="caixa@feltro.example")
    row = request_adjustment(ana(), 1_500, "T-1", "Prémio da jogada anulada por engano.", author)
    page = signed_in("direcao@feltro.example").get(f"/admin/cashier/adjustment/{row.pk}/change/")
    text = page.content.decode()
    assert (page.context["balance"], page.context["after"]) == (balance_of(ana()), balance_of(ana()) + 1_500)
    assert text.index("Prémio da jogada anulada por engano.") < text.index('id="adjustment_form"')


def test_a_document_is_shown_beside_the_data_once_a_reason_is_given(demo: None) -> None:
    identity = Identity.objects.get(player=ana())
    Identity.objects.filter(pk=identity.pk).update(state="queued")
    document = UploadedDocument.objects.create(
        player=ana(), kind="identity", name="frente.png", type="image/png", size=9, digest="0" * 64
    )
    client = signed_in("identidade@feltro.example")
    address, picture = (
        f"/admin/identity/identity/{identity.pk}/change/",
        f'<img src="/admin/identity/identity/paper/{document.pk}/"',
    )
    assert picture not in client.get(address).content.decode()
    client.post(
        f"/admin/identity/identity/{identity.pk}/unmask/", {"reason": "Conferir o documento enviado."}
    )
    assert picture in client.get(address).content.decode()


PAGES_OF_DECISIONS = {
    "caixa": lambda payment: f"/admin/cashier/payment/{payment.pk}/change/",
    "apoio": lambda payment: f"/admin/inbox/complaint/{complain().pk}/change/",
    "identidade": lambda payment: f"/admin/identity/identity/{Identity.objects.get(player=ana()).pk}/change/",
}


def complain() -> Complaint:
    return open_complaint(player=ana(), category="other", text="Algo correu mal ontem à noite.")


@pytest.mark.parametrize("role", PAGES_OF_DECISIONS)
def test_each_decision_shows_the_player_as_far_as_the_role_may_see(held: Payment, role: str) -> None:
    """The same items as the header of the player's page, by the same rights."""
    client = signed_in(f"{role}@feltro.example", "en")
    text = client.get(PAGES_OF_DECISIONS[role](held)).content.decode()
    glance = text[text.index("The player at a glance") :].partition("</section>")[0]
    sees_money = role in ("caixa", "apoio")
    assert ("€0.00 in thirty days" in glance) == sees_money
    assert f"/admin/players/player/{ana().pk}/change/" in glance


def test_signs_of_risk_above_a_decision_leave_an_audit_line(held: Payment) -> None:
    """Who may read them is recorded, as on the page of the player."""
    raised_alert(ana(), "long", {"minutes": 400})
    client = signed_in("oficial@feltro.example", "en")
    before = Line.objects.filter(kind="care.player-seen").count()
    text = client.get(f"/admin/cashier/payment/{held.pk}/change/").content.decode()
    assert "1 sign in thirty days" in text
    assert Line.objects.filter(kind="care.player-seen").count() == before + 1
    assert (
        "sign in thirty days"
        not in signed_in("caixa@feltro.example", "en")
        .get(f"/admin/cashier/payment/{held.pk}/change/")
        .content.decode()
    )


def test_a_complaint_begins_with_the_clock_of_the_law_and_what_was_written(demo: None) -> None:
    complaint = complain()
    client = signed_in("apoio@feltro.example", "en")
    text = client.get(f"/admin/inbox/complaint/{complaint.pk}/change/").content.decode()
    order = ("Decision due", "What was written", "Algo correu mal ontem", "Ready answers", 'name="answer"')
    places = [text.index(words) for words in order]
    assert places == sorted(places)
    with clock.at(complaint.due + timedelta(hours=3)):
        late = client.get(f"/admin/inbox/complaint/{complaint.pk}/change/").content.decode()
    assert "late by 3 h 00" in late.replace("\N{NO-BREAK SPACE}", " ")


def test_a_ready_answer_says_what_it_means_to_who_reads_another_language(held: Payment) -> None:
    Person.objects.filter(pk=ana().person_id).update(language="pt-pt")
    address = f"/admin/cashier/payment/{held.pk}/change/?template=holder"
    assert (
        "<q>The payment account is not in your name."
        in signed_in("caixa@feltro.example", "en").get(address).content.decode()
    )
    assert "<q>" not in signed_in("caixa@feltro.example", "pt-pt").get(address).content.decode()
