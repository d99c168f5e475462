"""The bank's pages in the back office open, and the form of an open match decides it."""

from __future__ import annotations

import pytest

from players.wallet.bank.models import BankFile, Chargeback, Match, PayoutBatch, Recovery, SettlementLine
from tests.demo_house import signed_in
from tests.players.wallet.bank.files import statement
from tests.proposals import bank_match, decide_about_the_bank, named, recover_a_chargeback

LISTS = (
    "bankfile", "statement", "reconciliationday", "match", "matchdecision", "chargeback", "recovery",
    "payoutbatch", "fundsday",
)  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_a_list_opens(demo: None, name: str) -> None:
    assert signed_in("caixa@feltro.example").get(f"/admin/bank/{name}/").status_code == 200


def test_records_open(demo: None) -> None:
    decide_about_the_bank(named("direcao"))
    recover_a_chargeback(named("direcao"))
    PayoutBatch.objects.create(number="P1", cents=1, payments=1, content="<x/>")
    match = Match.objects.get()
    client = signed_in("caixa@feltro.example")
    for path in (
        f"match/{match.pk}",
        f"matchdecision/{match.decisions.get().pk}",
        f"chargeback/{Chargeback.objects.get().pk}",
        f"recovery/{Recovery.objects.get().pk}",
        f"bankfile/{BankFile.objects.get().pk}",
        f"payoutbatch/{PayoutBatch.objects.get().pk}",
        f"reconciliationday/{match.day_id}",
    ):
        assert client.get(f"/admin/bank/{path}/change/").status_code == 200, path


def test_a_page_of_an_open_match_has_its_form(demo: None) -> None:
    match = bank_match(people=1)
    page = signed_in("caixa@feltro.example").get(f"/admin/bank/match/{match.pk}/change/").content.decode()
    assert f"/admin/bank/match/{match.pk}/propose/" in page


def test_a_refused_file_is_counted(demo: None) -> None:
    from players.wallet.bank.importing import receive_file

    file = receive_file(name="../x.xml", content=statement()[:-9], person=named("caixa"))
    assert (file.name, file.state, file.refusal) == ("x.xml", "refused", "malformed")


def test_the_pages_speak_portuguese_and_name_the_currency(demo: None) -> None:
    """The bank of a payment is not the bank of a table, and pounds are not shown as euros."""
    recover_a_chargeback(named("direcao"))
    file = BankFile.objects.get()
    line = SettlementLine.objects.create(
        file=file, transaction="G1", day=file.received.date(), reference="g", kind="payment", currency="GBP",
        cents=-2000, fee=0, batch="G",
    )  # fmt: skip
    match = bank_match(people=1, reason="currency", provider=(line.pk,))
    client = signed_in("caixa@feltro.example")
    page = client.get(f"/admin/bank/match/{match.pk}/change/").content.decode()
    assert "<h2>Banco</h2>" in page and "−20,00 GBP" in page and match.amount in page
    day = client.get(f"/admin/bank/reconciliationday/{match.day_id}/change/").content.decode()
    assert match.amount in day and "€" not in match.amount and f"{match.amount}\u00a0€" not in page + day
    chargeback = client.get(f"/admin/bank/chargeback/{Chargeback.objects.get().pk}/change/").content.decode()
    assert "Estorno · 5,00" in chargeback and "Chargeback" not in chargeback
