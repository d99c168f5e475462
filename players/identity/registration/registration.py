"""Registration in steps.

A draft stores each step; the last step opens the account, completely or not at all.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import date, datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy

from players.audit import note
from players.identity.models import Draft, Identity, PaymentAccount, Terms
from players.identity.registration import terms
from players.identity.sign_in.emails import queue_email
from players.identity.sign_in.extensions import DocumentData, registration_refusal
from players.identity.verification.changes import DOCUMENT_FIELDS
from players.identity.verification.search_marks import identities_with
from players.identity.verification.verification import enqueue_identity_check
from players.inbox import send_message
from players.languages import legal_language, page_language
from players.models import Person, Player
from players.shared import clock
from players.wallet import ledger

STEP_TITLES = {
    "access": gettext_lazy("Sign-in details"),
    "email": gettext_lazy("E-mail"),
    "person": gettext_lazy("Who you are"),
    "home": gettext_lazy("Address"),
    "papers": gettext_lazy("Documents and account"),
    "terms": gettext_lazy("Terms"),
}
STEP_ORDER = tuple(STEP_TITLES)
# Address and papers become one identity, and earlier releases asked for both in the step of the papers.
STORED_WITH = {"home": "papers"}
DRAFT = "registration"  # session key: the id of this browser's draft
PROOF = "registration_proof"  # session key: for which draft this browser gave the password, and when
PASSWORD_LIFETIME = timedelta(minutes=30)  # a registration takes a few
CODE_LIFETIME = timedelta(minutes=15)
MAX_CODE_TRIES = 5
MAX_CODES = 5  # codes sent for one draft and address
CODE_INTERVAL = timedelta(seconds=30)  # between two codes
DRAFT_LIFETIME = timedelta(days=30)
DRAFT_FIELDS = (
    "answers", "changed", "code", "code_tries", "code_until", "confirmed", "email", "password", "step",
)  # fmt: skip
# The field or step that has to change after a violation of each constraint.
STEP_BY_CONSTRAINT = {
    "one_address_for_a_person": "access",
    "players_person_email_key": "access",
    "one_alias_for_a_player": "alias",
    "players_player_alias_key": "alias",
    "one_account_for_a_tax_number": "papers",
    "one_account_for_a_document": "papers",
    "one_account_for_a_sealed_tax_number": "papers",
    "one_account_for_a_sealed_document": "papers",
}


class AlreadyRegistered(Exception):
    """Another account has this value. `step` is the step in which it was entered."""

    def __init__(self, step: str) -> None:
        super().__init__(step)
        self.step = step


class RegistrationRefused(Exception):
    """This person may not open an account. `reason` is a code from `players.identity.sign_in.extensions`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def draft_of(request: HttpRequest) -> Draft | None:
    number = request.session.get(DRAFT)
    return Draft.objects.filter(pk=number, player=None).first() if number else None


def create_registration_draft(request: HttpRequest) -> Draft:
    draft = Draft.objects.create()
    request.session[DRAFT] = str(draft.pk)
    return draft


def note_password(request: HttpRequest, draft: Draft) -> None:
    request.session[PROOF] = {"draft": str(draft.pk), "at": clock.now().isoformat()}


def is_password_recent(request: HttpRequest, draft: Draft) -> bool:
    """Whether this browser gave the password of this draft in the last half hour.

    Then the player who opens the account need not repeat it for the first limits and the first deposit. A
    registration that was left open and is finished later proves nothing.
    """
    given = request.session.get(PROOF) or {}
    if given.get("draft") != str(draft.pk):
        return False
    return clock.now() - datetime.fromisoformat(given["at"]) < PASSWORD_LIFETIME


def reached_step(draft: Draft | None) -> int:
    """The number of the first step that is not completed."""
    if draft is None:
        return 0
    # Earlier releases had no step for the address, and one after the papers for the payment account.
    step = draft.step if draft.step in STEP_ORDER else "papers"
    if step == "papers" and "address" not in saved_answers(draft, "home"):
        step = "home"
    return STEP_ORDER.index(step)


def is_step_open(draft: Draft | None, step: str) -> bool:
    return STEP_ORDER.index(step) <= reached_step(draft)


def next_step(step: str) -> str:
    return STEP_ORDER[STEP_ORDER.index(step) + 1]


def saved_answers(draft: Draft, step: str) -> dict[str, Any]:
    return dict(draft.answers.get(STORED_WITH.get(step, step), {}))


def save_draft_step(draft: Draft, step: str, **data: Any) -> None:
    """Stores the data of a step and opens the next one."""
    is_next = STEP_ORDER[reached_step(draft)] == step
    draft.answers = {**draft.answers, STORED_WITH.get(step, step): saved_answers(draft, step) | data}
    draft.changed = clock.now()
    if is_next:
        draft.step = next_step(step)
    draft.save(update_fields=DRAFT_FIELDS)


def save_draft_papers(draft: Draft, iban: str, **papers: Any) -> None:
    draft.answers = {**draft.answers, "payment": {"iban": iban}}
    save_draft_step(draft, "papers", **papers)


# --- the address


def save_draft_access(draft: Draft, email: str, password: str, alias: str) -> None:
    """Stores the hash of the password. A changed address has to be confirmed again."""
    draft.password = make_password(password)
    if draft.email != email:
        draft.email, draft.confirmed, draft.step, draft.code_until = email, None, "access", None
        draft.answers = {key: value for key, value in draft.answers.items() if key != "codes"}
    save_draft_step(draft, "access", alias=alias)
    if draft.confirmed is None:
        send_code(draft)


@transaction.atomic
def send_code(draft: Draft) -> bool:
    """Sends a code and invalidates the previous one.

    If the address has an account, only its owner learns that.
    """
    now, sent = clock.now(), draft.answers.get("codes", 0)
    if sent >= MAX_CODES or (draft.code_until and draft.code_until - CODE_LIFETIME + CODE_INTERVAL > now):
        return False
    code = f"{secrets.randbelow(10**6):06}"
    is_taken = Person.objects.filter(email__iexact=draft.email).exists()
    draft.code = "" if is_taken else _code_hash(draft, code)  # without a stored hash no code is correct
    draft.code_until, draft.code_tries = now + CODE_LIFETIME, 0
    draft.answers = {**draft.answers, "codes": sent + 1}
    draft.save(update_fields=DRAFT_FIELDS)
    queue_email(
        draft.email,
        "known" if is_taken else "code",
        page_language().code,
        code=code,
        minutes=CODE_LIFETIME.seconds // 60,
    )
    return True


@transaction.atomic
def confirm_code(draft: Draft, code: str) -> bool:
    """Checks the code, its lifetime and the number of tries. A correct code confirms the address."""
    locked = Draft.objects.select_for_update().get(pk=draft.pk)
    if not locked.code_until or locked.code_until < clock.now() or locked.code_tries >= MAX_CODE_TRIES:
        return False
    locked.code_tries += 1
    is_correct = bool(locked.code) and hmac.compare_digest(locked.code, _code_hash(locked, code))
    if is_correct:
        locked.confirmed, locked.code = clock.now(), ""
    locked.save(update_fields=DRAFT_FIELDS)
    if is_correct:
        save_draft_step(locked, "email")
    return is_correct


def _code_hash(draft: Draft, code: str) -> str:
    return salted_hmac(f"code {draft.pk} {draft.email}", code).hexdigest()


# --- one person, one account


def refuse_documents(request: HttpRequest, papers: dict[str, Any], nationality: str) -> bool:
    """Whether these documents may not open an account: they have one already, or a check refuses them.

    The owner of the existing account is notified. The applicant gets the same answer in every case, because
    neither an account nor an entry on the national list may be disclosed.
    """
    documents = DocumentData(nationality=nationality, **{name: papers[name] for name in DOCUMENT_FIELDS})
    if reason := registration_refusal(documents):
        note_refusal(request, reason)
        return True
    known = Identity.objects.filter(identities_with(**{name: papers[name] for name in DOCUMENT_FIELDS}))
    players = [identity.player for identity in known.select_related("player__person")]
    for player in players:
        note_refusal(request, "known", player)
        if cache.add(f"registration-repeated:{player.pk}", 1, 24 * 3600):
            send_message(player, "registration-repeated")
    return bool(players)


def note_refusal(request: HttpRequest, reason: str, player: Player | None = None) -> None:
    note("registration.refused", player=player, request=request, reason=reason)


# --- the account


def complete_registration(draft: Draft, request: HttpRequest, version: int) -> Player:
    """Opens the account in one transaction. Submitting the form twice opens one account."""
    try:
        with transaction.atomic():
            locked = Draft.objects.select_for_update().get(pk=draft.pk)
            if locked.player_id is not None:
                return Player.objects.select_related("person").get(pk=locked.player_id)
            player = _create_player(locked, request, version)
            locked.player, locked.step, locked.changed = player, "done", clock.now()
            locked.answers, locked.password = {}, ""
            locked.save(update_fields=["player", "step", "changed", "answers", "password"])
            return player
    except RegistrationRefused as error:
        note_refusal(request, error.reason)
        raise AlreadyRegistered("papers") from error
    except IntegrityError as error:
        name = getattr(getattr(error.__cause__, "diag", None), "constraint_name", "") or ""
        if name not in STEP_BY_CONSTRAINT:
            raise
        raise AlreadyRegistered(STEP_BY_CONSTRAINT[name]) from error


def _create_player(draft: Draft, request: HttpRequest, version: int) -> Player:
    data = draft.answers
    person = _create_person(draft, page_language().code)
    player = Player.objects.create(person=person, alias=data["access"]["alias"], status=Player.Status.PENDING)
    nationality = data["person"]["nationality"]
    documents = {name: data["papers"][name] for name in DOCUMENT_FIELDS}
    # Repeated, because the person may have been listed since the step with the documents.  [903-B 2.2.3]
    if reason := registration_refusal(DocumentData(nationality=nationality, **documents)):
        raise RegistrationRefused(reason)
    # The database compares what is sealed, and no row of an older release with it.
    if Identity.objects.filter(identities_with(**documents)).exists():
        raise AlreadyRegistered("papers")
    name = f"{data['person']['first_name']} {data['person']['last_name']}"
    identity = Identity.objects.create(
        player=player,
        name=name,
        birth=date.fromisoformat(data["person"]["birth"]),
        nationality=nationality,
        profession=data["person"]["profession"],
        due=clock.now(),
        **data["papers"],
    )
    PaymentAccount.objects.create(player=player, iban=data["payment"]["iban"], holder=name)
    _open_wallets(player)
    note("account.opened", person=person, player=player, about=f"player:{player.pk}", request=request)
    terms.accept_terms(
        player=player,
        terms=Terms.objects.get(pk=version),
        language=legal_language().code,
        request=request,
    )
    send_message(player, "account-opened")
    enqueue_identity_check(identity)
    return player


def _create_person(draft: Draft, language: str) -> Person:
    """The names that a person has are those of staff. A player's is in the identity, sealed."""
    person = Person.objects.create(email=draft.email, password=draft.password, language=language)
    EmailAddress.objects.create(user=person, email=draft.email, verified=True, primary=True)
    return person


def _open_wallets(player: Player) -> None:
    """Opens the wallets and credits the demonstration one, so that an unverified player can play."""
    ledger.open_ledger_account(kind="wallet", currency="EUR", player=player.pk)
    ledger.give_credits(player.pk)


def erase_drafts() -> int:
    """Erases the data of abandoned drafts; the rows remain."""
    expired = Draft.objects.filter(player=None, changed__lt=clock.now() - DRAFT_LIFETIME)
    return expired.exclude(email="", answers={}).update(
        email="", password="", answers={}, code="", step="access"
    )
