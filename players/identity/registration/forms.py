"""The forms of registration and of a player's identity pages, with the validation of each field."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db.models import TextChoices
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.identity.models import Document, UploadedDocument
from players.identity.sign_in.lookalikes import is_latin, looks_like
from players.identity.verification import identifiers
from players.identity.verification.countries import DISTRICTS, HOME_COUNTRY, country_choices
from players.models import Person, Player
from players.shared import clock

# Names that other players would mistake for the operator's own.
RESERVED_NAMES = (
    "admin",
    "banca",
    "casa",
    "croupier",
    "crupie",
    "dealer",
    "feltro",
    "house",
    "mesa",
    "staff",
    "suporte",
    "support",
)
MAX_AGE = 120


def input_attributes(**attrs: str) -> dict[str, str]:
    """The HTML attributes of an input, among them the standard names by which browsers fill it in."""
    return attrs


def capitalised_choices(choices: type[TextChoices]) -> list[tuple[str, str]]:
    """The choices with a capital initial, as a list shows them."""
    return [(value, capfirst(str(label))) for value, label in choices.choices]


def document_choices() -> list[tuple[str, str]]:
    """What a check of an identity may ask for. Proof of a change has a form of its own."""
    choices = capitalised_choices(UploadedDocument.Kind)
    return [(value, label) for value, label in choices if value != UploadedDocument.Kind.CHANGE]


class AccessForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail"), widget=forms.EmailInput(input_attributes(autocomplete="email"))
    )
    # Once: static/js/portal/show_password.js lets people read what they have typed.
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(
            {"autocomplete": "new-password", "data-show": _("Show"), "data-hide": _("Hide")}
        ),
        help_text=_("At least ten characters; use a phrase that you remember."),
    )
    alias = forms.CharField(
        label=_("Name at the tables"),
        min_length=3,
        max_length=20,
        validators=[
            RegexValidator(r"^[\w][\w .\-]*[\w]$", _("Letters, digits, spaces, full stops and hyphens."))
        ],
        widget=forms.TextInput(input_attributes(autocomplete="nickname", spellcheck="false")),
        help_text=_("Other players see it. It cannot be changed later."),
    )

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).strip().lower()

    def clean_alias(self) -> str:
        alias = " ".join(str(self.cleaned_data["alias"]).split())
        if not is_latin(alias):
            raise ValidationError(gettext("Only Latin letters, with or without accents."), code="letters")
        if looks_like(alias, RESERVED_NAMES):
            raise ValidationError(gettext("This name is reserved."), code="reserved")
        if Player.objects.filter(alias__iexact=alias).exists():
            raise ValidationError(gettext("This name is already taken."), code="taken")
        return alias

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if (password := data.get("password")) is None:
            return data
        try:
            password_validation.validate_password(password, Person(email=data.get("email", "")))
        except ValidationError as error:
            self.add_error("password", error)
        return data


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code"),
        max_length=12,
        widget=forms.TextInput(input_attributes(autocomplete="one-time-code", inputmode="numeric")),
    )

    def clean_code(self) -> str:
        code = identifiers.remove_separators(self.cleaned_data["code"])
        if not re.fullmatch(r"[0-9]{6}", code):
            raise ValidationError(gettext("The code has six digits."), code="shape")
        return code


class EmailForm(forms.Form):
    """A new e-mail address, different from the present one."""

    email = forms.EmailField(
        label=_("New e-mail"), max_length=254, widget=forms.EmailInput(input_attributes(autocomplete="email"))
    )

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.present_email = email

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"]).strip().lower()
        if email == self.present_email.lower():
            raise ValidationError(gettext("This is already your address."), code="same")
        return email


class PersonForm(forms.Form):
    """The person as the identity document states it, because the identity service compares."""

    first_name = forms.CharField(
        label=_("First names"),
        max_length=80,
        widget=forms.TextInput(input_attributes(autocomplete="given-name")),
    )
    last_name = forms.CharField(
        label=_("Surname"),
        max_length=80,
        widget=forms.TextInput(input_attributes(autocomplete="family-name")),
    )
    birth = forms.DateField(
        label=_("Date of birth"),
        widget=forms.DateInput({"type": "date", "autocomplete": "bday"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y"],
    )
    nationality = forms.ChoiceField(label=_("Nationality"), choices=country_choices, initial=HOME_COUNTRY)
    profession = forms.CharField(
        label=_("Profession"),
        max_length=80,
        widget=forms.TextInput(input_attributes(autocomplete="organization-title")),
    )

    def clean_birth(self) -> Any:
        birth, today = self.cleaned_data["birth"], clock.day_of(clock.now())
        if birth > today or birth.year < today.year - MAX_AGE:
            raise ValidationError(gettext("Check the date of birth."), code="impossible")
        if not identifiers.is_of_age(birth, today):
            raise ValidationError(gettext("Only people aged 18 or over may open an account."), code="minor")
        return birth


# As people write it: 1000-001, 1000001, 1000 001. It is stored in the first form.
PORTUGUESE_POSTCODE = re.compile(r"([1-9][0-9]{3})[ \-–]{0,3}([0-9]{3})", re.ASCII)


class AddressForm(forms.Form):
    """The address of residence, entered at registration and changed by the player later."""

    address = forms.CharField(
        label=_("Address"),
        max_length=200,
        widget=forms.TextInput(input_attributes(autocomplete="street-address")),
    )
    postcode = forms.CharField(
        label=_("Postal code"),
        max_length=12,
        widget=forms.TextInput(input_attributes(autocomplete="postal-code")),
    )
    town = forms.CharField(
        label=_("Town"),
        max_length=80,
        widget=forms.TextInput(input_attributes(autocomplete="address-level2")),
    )
    country = forms.ChoiceField(
        label=_("Country of residence"),
        choices=country_choices,
        initial=HOME_COUNTRY,
        widget=forms.Select(input_attributes(autocomplete="country")),
    )
    district = forms.ChoiceField(
        label=_("District"),
        required=False,  # abroad
        choices=[("", "–"), *((name, name) for name in DISTRICTS)],
        widget=forms.Select(input_attributes(autocomplete="address-level1")),
    )
    telephone = forms.CharField(
        label=_("Telephone"),
        max_length=24,
        widget=forms.TextInput(input_attributes(autocomplete="tel", inputmode="tel")),
    )

    def clean_telephone(self) -> str:
        if (number := identifiers.parse_telephone(self.cleaned_data["telephone"])) is None:
            raise ValidationError(
                gettext("Enter a number with its country, such as +351 912 345 678."), code="shape"
            )
        return number

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("country") != HOME_COUNTRY:
            data["district"] = ""
            return data
        if data.get("district") == "":
            self.add_error("district", gettext("Choose the district in which you live."))
        if "postcode" in data:
            code = PORTUGUESE_POSTCODE.fullmatch(data["postcode"])
            if code is None:
                self.add_error("postcode", gettext("A Portuguese postal code looks like 1000-001."))
            else:
                data["postcode"] = f"{code[1]}-{code[2]}"
        return data


class AddressAndProfessionForm(AddressForm):
    profession = PersonForm.base_fields["profession"]


class DocumentForm(forms.Form):
    document_kind = forms.ChoiceField(
        label=_("Identity document"), choices=lambda: capitalised_choices(Document)
    )
    document_country = forms.ChoiceField(label=_("Issued by"), choices=country_choices, initial=HOME_COUNTRY)
    document_number = forms.CharField(
        label=_("Document number"),
        max_length=30,
        widget=forms.TextInput(input_attributes(autocomplete="off", spellcheck="false")),
    )
    nif = forms.CharField(
        label=_("Tax number (NIF)"),
        max_length=15,
        widget=forms.TextInput(input_attributes(autocomplete="off", inputmode="numeric")),
        help_text=_("Nine digits. One account for each person."),
    )

    def clean_document_number(self) -> str:
        if (number := identifiers.parse_document_number(self.cleaned_data["document_number"])) is None:
            raise ValidationError(
                gettext("A document number has at least five letters and digits."), code="shape"
            )
        return number

    def clean_nif(self) -> str:
        if (number := identifiers.parse_nif(self.cleaned_data["nif"])) is None:
            raise ValidationError(
                gettext("This tax number is not valid. Please check each digit."), code="check"
            )
        return number


class IbanForm(forms.Form):
    """The payment account, which a player has to name at the registration.  [903-B 5.1.2.5, 5.2.1.1]"""

    iban = forms.CharField(
        label=_("IBAN of your own account"),
        max_length=45,
        widget=forms.TextInput(input_attributes(autocomplete="off", spellcheck="false")),
        help_text=_("We pay withdrawals only to it."),
    )

    def clean_iban(self) -> str:
        if (iban := identifiers.parse_iban(self.cleaned_data["iban"])) is None:
            raise ValidationError(
                gettext("This IBAN is not valid. Please check each character."), code="check"
            )
        return iban


class PapersForm(DocumentForm, IbanForm):
    """A step of the registration: who confirms the person, and where winnings go."""

    field_order = (*DocumentForm.base_fields, *IbanForm.base_fields)


class PaymentAccountForm(IbanForm):
    """Another payment account, named later."""

    own = forms.BooleanField(label=_("The account is in my own name."))


class TermsForm(forms.Form):
    accept = forms.BooleanField(label=_("I have read the terms and accept them."))


class OpeningForm(TermsForm):
    allowed = forms.BooleanField(
        label=_(
            "No law, court or exclusion bars me from play, I do not work for this house, "
            "and I play only for myself."
        )
    )


class CorrectionForm(forms.Form):
    """Corrections of the data that the identity service could not match."""

    name = forms.CharField(
        label=_("Full name"), max_length=160, widget=forms.TextInput(input_attributes(autocomplete="name"))
    )
    birth = PersonForm.base_fields["birth"]
    document_kind = DocumentForm.base_fields["document_kind"]
    document_number = DocumentForm.base_fields["document_number"]
    nif = DocumentForm.base_fields["nif"]

    clean_birth = PersonForm.clean_birth
    clean_nif = DocumentForm.clean_nif
    clean_document_number = DocumentForm.clean_document_number


class ChangeProofForm(forms.Form):
    """A document that proves a change of data.  [903-B 5.2.3.4]"""

    file = forms.FileField(
        label=_("File"),
        widget=forms.ClearableFileInput({"accept": "application/pdf,image/jpeg,image/png"}),
        help_text=_("PDF, JPEG or PNG, up to 8 MB."),
    )


class DocumentUploadForm(forms.Form):
    kind = forms.ChoiceField(label=_("What it is"), choices=document_choices)
    file = ChangeProofForm.base_fields["file"]
