"""The pages of registration.

Each one stores its step and leads to the next; an interrupted registration resumes there.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from allauth.account.adapter import get_adapter
from django import forms as django_forms
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from players.identity.models import Draft
from players.identity.registration import forms, registration, terms
from players.identity.sign_in.adapters import is_within_rate, record_password_sign_in
from players.identity.sign_in.proving import prove_new_person
from players.identity.verification.identifiers import format_iban

STEP_FORMS: dict[str, type[django_forms.Form]] = {
    "access": forms.AccessForm,
    "email": forms.CodeForm,
    "person": forms.PersonForm,
    "home": forms.AddressForm,
    "papers": forms.PapersForm,
    "terms": forms.OpeningForm,
}
SHORT_TITLES = {"email": gettext_lazy("Code"), "papers": gettext_lazy("Documents")}  # six stand side by side
# The limits for one network address; a person stays far below them.
RATES = {"begin": "20/h/ip", "code": "30/h/ip", "papers": "20/h/ip"}
REFUSED_DOCUMENTS = gettext_lazy(
    "No account can be opened with this tax number or document. "
    "If you already have an account, sign in; otherwise, write to us."
)


def within_rate(request: HttpRequest, action: str) -> bool:
    return is_within_rate(request, action, RATES)


def step_titles() -> Iterator[tuple[str, str]]:
    """Each step with its name beside the others."""
    for name, title in registration.STEP_TITLES.items():
        yield name, str(SHORT_TITLES.get(name, title))


@never_cache
def registration_page(request: HttpRequest) -> HttpResponse:
    """Redirects to the first step that is not completed."""
    if request.user.is_authenticated:
        return redirect("account")
    draft = registration.draft_of(request)
    return redirect("register", registration.STEP_ORDER[registration.reached_step(draft)])


@never_cache
def step_page(request: HttpRequest, step: str) -> HttpResponse:
    if step not in STEP_FORMS:
        raise Http404
    if request.user.is_authenticated:
        return redirect("account")
    if not terms.are_published():
        return render(request, "portal/identity/not_open.html", status=503)
    draft = registration.draft_of(request)
    if not registration.is_step_open(draft, step):
        return redirect("account_signup")
    form_class = STEP_FORMS[step]
    if request.method == "POST":
        form = form_class(request.POST)
        if form.is_valid() and (response := _submit_step(request, draft, step, form)) is not None:
            return response
        if form.has_error("birth", "minor"):
            registration.note_refusal(request, "minor")
    else:
        form = form_class(initial=_initial_data(draft, step))
    return _render_step(request, draft, step, form)


def _submit_step(
    request: HttpRequest, draft: Draft | None, step: str, form: django_forms.Form
) -> HttpResponse | None:
    """Stores the data of a valid form. Returns the redirect, or None if the step is refused."""
    data = form.cleaned_data
    if step == "access":
        return _submit_access(request, draft, form)
    assert draft is not None
    match step:
        case "email":
            if draft.confirmed is None and not _confirm_code(request, draft, data["code"]):
                form.add_error("code", _("The code is wrong or has expired. Ask for another one."))
                return None
        case "papers":
            if not _may_use_documents(request, draft, data):
                form.add_error(None, REFUSED_DOCUMENTS)
                return None
            registration.save_draft_papers(draft, **data)
        case "terms":
            return _submit_terms(request, draft, form)
        case _:
            registration.save_draft_step(draft, step, **_serialize(data))
    draft.refresh_from_db()
    return redirect("register", registration.next_step(step))


def _confirm_code(request: HttpRequest, draft: Draft, code: str) -> bool:
    return within_rate(request, "code") and registration.confirm_code(draft, code)


def _may_use_documents(request: HttpRequest, draft: Draft, papers: dict[str, Any]) -> bool:
    nationality = draft.answers["person"]["nationality"]
    return within_rate(request, "papers") and not registration.refuse_documents(request, papers, nationality)


def _serialize(data: dict[str, Any]) -> dict[str, Any]:
    """The values of a form as JSON values."""
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in data.items()}


def _submit_access(request: HttpRequest, draft: Draft | None, form: django_forms.Form) -> HttpResponse | None:
    if not within_rate(request, "begin"):
        form.add_error(None, _("Too many attempts from your network. Try again in an hour."))
        return None
    with transaction.atomic():
        draft = draft or registration.create_registration_draft(request)
        data = form.cleaned_data
        registration.save_draft_access(draft, data["email"], data["password"], data["alias"])
    registration.note_password(request, draft)
    return redirect("register", "person" if draft.confirmed else "email")


def _submit_terms(request: HttpRequest, draft: Draft, form: django_forms.Form) -> HttpResponse | None:
    """The last step: opens the account and signs its owner in."""
    version = request.POST.get("version", "")
    if version != str(terms.current().version):
        form.add_error(None, _("The terms changed while you were reading them. Please read them again."))
        return None
    try:
        player = registration.complete_registration(draft, request, int(version))
    except registration.AlreadyRegistered as error:
        return _redirect_to_conflict(request, error.step)
    is_confirmed = registration.is_password_recent(request, draft)
    record_password_sign_in(request, player.person, is_confirmed=is_confirmed)
    if not prove_new_person(request, player.person):
        return redirect("account_login")  # the account was opened from another browser
    get_adapter().login(request, player.person)
    return redirect(f"{reverse('identity')}?new=1")


def _redirect_to_conflict(request: HttpRequest, step: str) -> HttpResponse:
    match step:
        case "alias":
            messages.error(request, _("This name is already taken."))
        case "papers":
            messages.error(request, REFUSED_DOCUMENTS)
        case _:
            messages.error(
                request,
                _(
                    "This e-mail cannot be used for a new account. "
                    "We have sent you a message that explains why."
                ),
            )
    return redirect("register", "papers" if step == "papers" else "access")


def _initial_data(draft: Draft | None, step: str) -> dict[str, Any]:
    """The data entered earlier in this step, without the password."""
    if draft is None:
        return {}
    data = registration.saved_answers(draft, step)
    if step == "access":
        data["email"] = draft.email
    if step == "papers" and (account := draft.answers.get("payment")):
        data["iban"] = format_iban(account["iban"])
    return data


def _render_step(
    request: HttpRequest, draft: Draft | None, step: str, form: django_forms.Form
) -> HttpResponse:
    reached = registration.reached_step(draft)
    if step != "terms":  # there the text comes first
        _focus_first_field(form)
    context = {
        "form": form,
        "step": step,
        "title": registration.STEP_TITLES[step],
        "draft": draft,
        "number": registration.STEP_ORDER.index(step) + 1,
        "count": len(STEP_FORMS),
        "steps": [
            {"name": name, "title": title, "open": number <= reached, "done": number < reached}
            for number, (name, title) in enumerate(step_titles())
        ],
    }
    if step == "terms":
        context["terms"] = terms.current()
    return render(request, "portal/identity/step.html", context, status=422 if form.errors else 200)


def _focus_first_field(form: django_forms.Form) -> None:
    """The browser writes into the first field that is wrong, or into the first one."""
    fields = form.visible_fields()
    field = next((field for field in fields if field.errors), fields[0])
    field.field.widget.attrs["autofocus"] = True


@require_POST
def resend_code(request: HttpRequest) -> HttpResponse:
    """Sends another code."""
    draft = registration.draft_of(request)
    if draft is None or draft.confirmed or not draft.email:
        return redirect("account_signup")
    if within_rate(request, "begin") and registration.send_code(draft):
        messages.info(request, _("We have sent a new code; the previous one no longer works."))
    else:
        messages.error(request, _("Wait a moment before you ask for another code."))
    return redirect("register", "email")


@require_POST
def delete_registration_draft(request: HttpRequest) -> HttpResponse:
    """Cancels the registration and deletes its data."""
    draft = registration.draft_of(request)
    if draft is not None:
        draft.delete()
        request.session.pop(registration.DRAFT, None)
        messages.info(request, _("Your registration was cancelled and what you entered was deleted."))
    return redirect(settings.ACCOUNT_LOGOUT_REDIRECT_URL)
