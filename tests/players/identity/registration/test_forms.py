"""Fields about a person say what they are for, so that browsers and assistive programs can fill them in."""

from __future__ import annotations

import pytest
from django import forms

from players.identity.registration import forms as identity_forms

# The purposes that WCAG 1.3.5 lists, by the names of our fields.
PURPOSES = {
    "email": "email",
    "first_name": "given-name",
    "last_name": "family-name",
    "birth": "bday",
    "profession": "organization-title",
    "address": "street-address",
    "postcode": "postal-code",
    "town": "address-level2",
    "country": "country",
    "district": "address-level1",
    "telephone": "tel",
}
FORMS = [
    form
    for form in vars(identity_forms).values()
    if isinstance(form, type) and issubclass(form, forms.Form) and form.__module__ == identity_forms.__name__
]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_every_field_about_a_person_states_its_purpose(form: type[forms.Form]) -> None:
    for name, field in form.base_fields.items():
        if name in PURPOSES:
            assert field.widget.attrs["autocomplete"] == PURPOSES[name], name


def test_every_purpose_is_that_of_a_field() -> None:
    assert set(PURPOSES) <= {name for form in FORMS for name in form.base_fields}
