"""Opening an account, step by step: each page asks one thing, keeps it, and leads on. Whoever leaves comes back to where he was."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms as django_forms
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from players.identity import forms, registration, terms
from players.identity.adapters import is_within_rate, record_password_sign_in
from players.identity.identifiers import iban_written
from players.identity.models import Draft

STEPS: dict[str, tuple[Any, type[django_forms.Form]]] = {
    "access": (gettext_lazy("Sign-in"), forms.AccessForm),
    "email": (gettext_lazy("E-mail"), forms.CodeForm),
    "person": (gettext_lazy("Who you are"), forms.PersonForm),
    "papers": (gettext_lazy("Address and document"), forms.PapersForm),
    "payment": (gettext_lazy("Payment account"), forms.PaymentForm),
    "terms": (gettext_lazy("Terms"), forms.OpeningForm),
}
# More than a person means, from one address.
RATES = {"begin": "20/h/ip", "code": "30/h/ip", "papers": "20/h/ip"}


def allowed(request: HttpRequest, action: str) -> bool:
    return is_within_rate(request, action, RATES)


@never_cache
def begin(request: HttpRequest) -> HttpResponse:
    """The door of the registration: to the step that waits."""
    if request.user.is_authenticated:
        return redirect("account")
    draft = registration.draft_of(request)
    return redirect("register", draft.step if draft else registration.ORDER[0])


@never_cache
def register(request: HttpRequest, step: str) -> HttpResponse:
    if step not in STEPS:
        raise Http404
    if request.user.is_authenticated:
        return redirect("account")
    draft = registration.draft_of(request)
    if not registration.reached(draft, step):
        return redirect("account_signup")
    form_class = STEPS[step][1]
    if request.method == "POST":
        form = form_class(request.POST)
        if form.is_valid() and (done := _take(request, draft, step, form)) is not None:
            return done
        if form.has_error("birth", "minor"):
            registration.refused(request, "minor")
    else:
        form = form_class(initial=_said(draft, step))
    return _shown(request, draft, step, form)


def _take(
    request: HttpRequest, draft: Draft | None, step: str, form: django_forms.Form
) -> HttpResponse | None:
    """Keeps what a valid form said; where to go on, or None where it is refused after all."""
    data = form.cleaned_data
    if step == "access":
        return _access(request, draft, form)
    assert draft is not None
    match step:
        case "email":
            if draft.confirmed is None and not (
                allowed(request, "code") and registration.code_check(draft, data["code"])
            ):
                form.add_error("code", _("This is not the code, or it is too old. Ask for another one."))
                return None
        case "papers" if not allowed(request, "papers") or _papers_taken(request, draft, data):
            form.add_error(None, TAKEN())
            return None
        case "payment":
            registration.draft_keep(draft, step, iban=data["iban"])
        case "terms":
            return _open(request, draft, form)
        case _:
            said = {
                name: value.isoformat() if hasattr(value, "isoformat") else value
                for name, value in data.items()
            }
            registration.draft_keep(draft, step, **said)
    draft.refresh_from_db()
    return redirect("register", registration.after(step))


def _papers_taken(request: HttpRequest, draft: Draft, papers: dict[str, Any]) -> bool:
    return registration.papers_taken(request, papers, draft.said["person"]["nationality"])


def TAKEN() -> str:  # noqa: N802  (a sentence, said when it is needed)
    return _(
        "No account can be opened with this tax number or document. Whoever has an account signs in to it; if you do not know why "
        "this is so, write to us."
    )


def _access(request: HttpRequest, draft: Draft | None, form: django_forms.Form) -> HttpResponse | None:
    if not allowed(request, "begin"):
        form.add_error(None, _("Too many attempts from your network. Try again in an hour."))
        return None
    with transaction.atomic():
        draft = draft or registration.draft_begin(request)
        data = form.cleaned_data
        registration.access_keep(draft, data["email"], data["password"], data["alias"])
    return redirect("register", "person" if draft.confirmed else "email")


def _open(request: HttpRequest, draft: Draft, form: django_forms.Form) -> HttpResponse | None:
    """The last step: the account is opened, and its owner is signed in."""
    shown = request.POST.get("version", "")
    if shown != str(terms.current().version):
        form.add_error(None, _("The terms have changed while you read them. Please read them once more."))
        return None
    try:
        player = registration.account_open(draft, request, int(shown))
    except registration.Taken as taken:
        return _back(request, taken.step)
    record_password_sign_in(request, player.person)
    get_adapter().login(request, player.person)
    return redirect("identity")


def _back(request: HttpRequest, step: str) -> HttpResponse:
    match step:
        case "alias":
            messages.error(request, _("Somebody at the tables has this name already."))
        case "papers":
            messages.error(request, TAKEN())
        case _:
            messages.error(
                request,
                _("This e-mail cannot be used for a new account. Look at your mail: we have written to it."),
            )
    return redirect("register", "papers" if step == "papers" else "access")


def _said(draft: Draft | None, step: str) -> dict[str, Any]:
    """What was said here before; never a password."""
    if draft is None:
        return {}
    said = dict(draft.said.get(step, {}))
    if step == "access":
        said["email"] = draft.email
    if "iban" in said:
        said = {"iban": iban_written(said["iban"]), "own": True}
    return said


def _shown(request: HttpRequest, draft: Draft | None, step: str, form: django_forms.Form) -> HttpResponse:
    reached = registration.ORDER.index(draft.step) if draft else 0
    context = {
        "form": form,
        "step": step,
        "title": STEPS[step][0],
        "draft": draft,
        "number": registration.ORDER.index(step) + 1,
        "count": len(STEPS),
        "steps": [
            {"name": name, "title": title, "open": at <= reached, "done": at < reached}
            for at, (name, (title, _form)) in enumerate(STEPS.items())
        ],
    }
    if step == "payment" and draft:
        about = draft.said.get("person", {})
        context["holder"] = f"{about.get('first_name', '')} {about.get('last_name', '')}".strip()
    if step == "terms":
        context["terms"] = terms.current()
    return render(request, "portal/identity/step.html", context, status=422 if form.errors else 200)


@require_POST
def code(request: HttpRequest) -> HttpResponse:
    """Another code, for somebody who got none."""
    draft = registration.draft_of(request)
    if draft is None or draft.confirmed or not draft.email:
        return redirect("account_signup")
    if allowed(request, "begin") and registration.code_send(draft):
        messages.info(request, _("A new code is on its way; the one before no longer works."))
    else:
        messages.error(request, _("Wait a moment before you ask for another code."))
    return redirect("register", "email")


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Whoever changes his mind takes with him what was said so far."""
    draft = registration.draft_of(request)
    if draft is not None:
        draft.delete()
        request.session.pop(registration.DRAFT, None)
        messages.info(request, _("What you had written has been erased. No account was opened."))
    return redirect(settings.ACCOUNT_LOGOUT_REDIRECT_URL)
