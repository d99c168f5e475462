"""What a newcomer has to fill in, press and read before the first deposit.

The scripted person of `tests/journeys/test_first_bets.py` takes the time; these figures hold in every run.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override

from players.identity.models import Identity
from players.identity.registration.views import step_titles
from players.languages import HOUSE_LANGUAGES, Language
from tests.journeys.scripted_person import count_words, page_texts
from tests.players.identity.applicant import STEPS, Applicant, pass_identity_check

pytestmark = pytest.mark.django_db

# A fifth of the words are those of the payment methods: what each costs and when its money is there. The last
# twenty are those about the protection of funds, which a player confirms before the first deposit.
# One press and three words more than the fewest: the address and the papers are two steps, each of which fits
# a phone.
FIELDS, PRESSES, WORDS = 20, 10, 311


@pytest.fixture(autouse=True)
def empty(valkey_url: str) -> None:
    """An empty cache, so that no rate limit applies."""


def test_a_registration_stays_short() -> None:
    applicant = Applicant(language="en")
    pages = []
    for step in STEPS:
        pages.append(applicant.client.get(f"/account/new/{step}/"))
        applicant.confirm() if step == "email" else applicant.submit(step)
    fields = [field for page in pages for field in page.context["form"].visible_fields()]
    ticks = sum(field.widget_type == "checkbox" for field in fields)
    pass_identity_check(Identity.objects.get())
    pages.append(applicant.client.get("/account/identity/?new=1", follow=True))
    assert pages[-1].request["PATH_INFO"] == "/account/limits/first/", "nothing to press on the way"
    applicant.client.post("/account/limits/first/", {"deposit-day": "50"})
    pages.append(applicant.client.get("/account/deposit/"))
    presses = ticks + len(pages)
    texts = {" ".join(text.split()) for page in pages for text in page_texts(page.content.decode())}
    words = sum(count_words(text) for text in texts)
    assert len(fields) - ticks <= FIELDS
    assert presses <= PRESSES
    assert words <= WORDS, sorted(texts, key=count_words)


@pytest.mark.parametrize("language", HOUSE_LANGUAGES, ids=lambda language: language.tag)
def test_the_names_of_the_steps_fit_beside_each_other(language: Language) -> None:
    """Six columns of 105 pixels: a longer name wraps."""
    with override(language.code):
        assert [name for _step, name in step_titles() if len(name) > 15] == []


def autocomplete(field: Any) -> str:
    return str(field.field.widget.attrs.get("autocomplete", ""))


def test_a_browser_can_fill_in_what_it_knows() -> None:
    applicant = Applicant()
    names = {}
    for step in STEPS:
        form = applicant.client.get(f"/account/new/{step}/").context["form"]
        names |= {field.name: autocomplete(field) for field in form.visible_fields()}
        applicant.confirm() if step == "email" else applicant.submit(step)
    assert names == {
        "email": "email", "password": "new-password", "alias": "nickname", "code": "one-time-code",
        "first_name": "given-name", "last_name": "family-name", "birth": "bday", "nationality": "",
        "profession": "organization-title", "address": "street-address", "postcode": "postal-code",
        "town": "address-level2", "country": "country", "district": "address-level1", "telephone": "tel",
        "document_kind": "", "document_country": "",
        "document_number": "off", "nif": "off", "iban": "off", "accept": "", "allowed": "",
    }  # fmt: skip


def test_a_person_in_portugal_chooses_no_country_and_no_kind_of_document() -> None:
    applicant = Applicant()
    applicant.complete_until("person")
    person = applicant.client.get("/account/new/person/").context["form"]
    applicant.submit("person")
    home = applicant.client.get("/account/new/home/").context["form"]
    applicant.submit("home")
    papers = applicant.client.get("/account/new/papers/").context["form"]
    chosen = {
        field.name: field.value() for field in (*person, *home, *papers) if field.widget_type == "select"
    }
    assert (
        chosen.pop("document_kind") is None and papers.fields["document_kind"].choices[0][0] == "citizen-card"
    )
    assert chosen.pop("district") is None, "and says in which district"
    assert set(chosen.values()) == {"PT"}
