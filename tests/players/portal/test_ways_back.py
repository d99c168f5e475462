"""No page leaves a player without a way on: expired forms, empty lists, and the tabs of the account."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.demo_house import signed_in

pytestmark = pytest.mark.usefixtures("demo")
COMPLAINT = "A roleta parou e a minha aposta não voltou."


def expired(client: Client, page: str, data: dict[str, str], **headers: str) -> str:
    """The answer to a form whose token is too old."""
    strict = Client(enforce_csrf_checks=True, headers={"accept-language": "pt-pt", **headers})
    strict.cookies = client.cookies
    answer = strict.post(page, {**data, "csrfmiddlewaretoken": "x" * 64})
    assert answer.status_code == 403
    return answer.content.decode()


def test_an_expired_form_leads_back_to_itself_and_keeps_what_was_written() -> None:
    ana, page = signed_in("ana@feltro.example"), reverse("complaint-new")
    text = expired(
        ana, page, {"text": COMPLAINT, "category": "other"}, referer=f"http://testserver{page}?round=7"
    )
    assert f'href="http://testserver{page}?round=7">Voltar ao formulário</a>' in text
    assert f">{COMPLAINT}</textarea>" in text and "Nada foi alterado." in text


def test_an_expired_form_without_a_referrer_or_of_another_site_leads_to_its_own_address() -> None:
    ana, page = signed_in("ana@feltro.example"), reverse("complaint-new")
    for headers in ({}, {"referer": "https://evil.example/form"}):
        text = expired(ana, page, {"text": COMPLAINT}, **headers, **{"sec-fetch-site": "cross-site"})
        assert f'href="{page}">Voltar ao formulário</a>' in text and "evil.example" not in text
        assert COMPLAINT not in text, "another site may not fill in what a player is to copy"


def test_an_expired_form_shows_no_secret() -> None:
    page = reverse("account_login")
    text = expired(Client(), page, {"login": "ana@feltro.example", "password": "mesa-ana-2015"})
    assert "mesa-ana-2015" not in text and f'href="{page}">Voltar ao formulário</a>' in text


def test_staff_come_back_to_their_form_with_their_reason() -> None:
    page = reverse("admin:index")
    text = expired(signed_in("apoio@feltro.example"), page, {"reason": "O jogador pediu por escrito"})
    assert "O jogador pediu por escrito</textarea>" in text and "Voltar ao formulário" in text


@pytest.mark.parametrize(
    ("page", "narrowed", "empty"),
    [
        ("rounds", "Nenhuma jogada corresponde", "Ainda não jogou a dinheiro."),
        ("sessions", "Nenhuma sessão corresponde", "Ainda não jogou a dinheiro."),
        ("review", "Nenhuma jogada corresponde", "Não jogou desde"),
        ("movements", "Nenhum movimento corresponde", "Ainda não há movimentos"),
    ],
)
def test_an_empty_history_speaks_of_filters_only_where_one_is_set(
    page: str, narrowed: str, empty: str
) -> None:
    ana, address = signed_in("ana@feltro.example"), reverse(page)
    query = {"currency": "EUR"}
    if page == "movements":
        query = {"currency": "EUR", "kind": "prizes"}
    filtered = ana.get(address, {**query, "until": "2001-01-01"}).content.decode()
    assert narrowed in filtered and empty not in filtered
    if page != "movements":  # the demonstration begins with an opening balance
        unfiltered = ana.get(address, query).content.decode()
        assert empty in unfiltered and narrowed not in unfiltered


def test_every_page_that_the_tabs_name_has_them_and_marks_itself() -> None:
    ana = signed_in("ana@feltro.example")
    groups = re.findall(r'<nav class="tabs.*?</nav>', ana.get(reverse("account")).content.decode(), re.DOTALL)
    pages = re.findall(r'href="([^"]+)"', groups[0])
    for page in list(pages):
        navs = re.findall(r'<nav class="tabs.*?</nav>', ana.get(page).content.decode(), re.DOTALL)
        pages += re.findall(r'href="([^"]+)"', navs[1])
    assert len(set(pages)) >= 14
    for page in sorted(set(pages)):
        text = ana.get(page, follow=True).content.decode()
        navs = re.findall(r'<nav class="tabs.*?</nav>', text, re.DOTALL)
        assert len(navs) == 2, f"{page} has no tabs"
        assert re.findall(r'<a href="([^"]+)" aria-current="page"', navs[1]) == [page]
    for name in ("sign-ins", "mfa_list_webauthn"):
        text = ana.get(reverse(name), follow=True).content.decode()
        assert 'aria-current="page">Acesso e segurança' in text, name
