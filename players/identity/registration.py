"""Opening an account in steps: each is kept as it is given, and the account is there with the last one, or not at all."""

from __future__ import annotations

import hmac
import secrets
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid5

from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from players.audit import note
from players.identity import terms
from players.identity.emails import letter
from players.identity.extensions import DocumentData, registration_refusal
from players.identity.models import Draft, Identity, PaymentAccount, Terms
from players.inbox import tell
from players.models import Person, Player
from players.shared import clock
from players.shared.background import enqueue_after_commit
from players.wallet import ledger
from players.wallet.ledger import Move

ORDER = ("access", "email", "person", "papers", "payment", "terms")
DRAFT = "registration"  # in the session: which draft is this browser's
CODE_GOOD_FOR = timedelta(minutes=15)
CODE_TRIES = 5
CODES = 5  # letters with a code for one draft and address
NEXT_CODE = timedelta(seconds=30)
FORGOTTEN = timedelta(days=30)
DEMO_CREDITS = 500_000
SPACE = UUID("0c5b6a55-2f0f-4c39-9f0e-7d2c9a5d1b66")  # names of the transfers that this module asks for
# Which constraint sends somebody back to which step.
TAKEN = {
    "one_address_for_a_person": "access",
    "players_person_email_key": "access",
    "one_alias_for_a_player": "alias",
    "players_player_alias_key": "alias",
    "one_account_for_a_tax_number": "papers",
    "one_account_for_a_document": "papers",
}


DOCUMENTS = ("document_kind", "document_country", "document_number", "nif")


class Taken(Exception):
    """What makes a person one is in another account already; `step` is where it was said."""

    def __init__(self, step: str) -> None:
        super().__init__(step)
        self.step = step


class NotAllowed(Exception):
    """This person may not open an account; `reason` says why (`players.identity.extensions`)."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def draft_of(request: HttpRequest) -> Draft | None:
    number = request.session.get(DRAFT)
    return Draft.objects.filter(pk=number, player=None).first() if number else None


def draft_begin(request: HttpRequest) -> Draft:
    draft = Draft.objects.create()
    request.session[DRAFT] = str(draft.pk)
    return draft


def reached(draft: Draft | None, step: str) -> bool:
    return ORDER.index(step) <= (ORDER.index(draft.step) if draft else 0)


def after(step: str) -> str:
    return ORDER[ORDER.index(step) + 1]


def draft_keep(draft: Draft, step: str, **said: Any) -> None:
    """What was said in a step, and that the next one is open."""
    draft.said = {**draft.said, step: said}
    draft.changed = clock.now()
    if draft.step == step:
        draft.step = after(step)
    draft.save()


# --- the address


def access_keep(draft: Draft, email: str, password: str, alias: str) -> None:
    """The password is kept as its hash alone. Another address than before has to be confirmed anew."""
    from django.contrib.auth.hashers import make_password

    draft.password = make_password(password)
    if draft.email != email:
        draft.email, draft.confirmed, draft.step, draft.code_until = email, None, "access", None
        draft.said = {key: value for key, value in draft.said.items() if key != "codes"}
    draft_keep(draft, "access", alias=alias)
    if draft.confirmed is None:
        code_send(draft)


@transaction.atomic
def code_send(draft: Draft) -> bool:
    """A new code makes the old one void. Whoever has an account is told so by mail, and nobody else is."""
    now, sent = clock.now(), draft.said.get("codes", 0)
    if sent >= CODES or (draft.code_until and draft.code_until - CODE_GOOD_FOR + NEXT_CODE > now):
        return False
    code = f"{secrets.randbelow(10**6):06}"
    known = Person.objects.filter(email__iexact=draft.email).exists()
    # For an address that has an account no code is right: what is kept is the mark of nothing.
    draft.code = "" if known else _mark(draft, code)
    draft.code_until, draft.code_tries = now + CODE_GOOD_FOR, 0
    draft.said = {**draft.said, "codes": sent + 1}
    draft.save()
    letter(
        draft.email,
        "known" if known else "code",
        get_language() or "pt-pt",
        code=code,
        minutes=CODE_GOOD_FOR.seconds // 60,
    )
    return True


@transaction.atomic
def code_check(draft: Draft, code: str) -> bool:
    """Right, in time, and within the number of tries."""
    locked = Draft.objects.select_for_update().get(pk=draft.pk)
    if not locked.code_until or locked.code_until < clock.now() or locked.code_tries >= CODE_TRIES:
        return False
    locked.code_tries += 1
    right = bool(locked.code) and hmac.compare_digest(locked.code, _mark(locked, code))
    if right:
        locked.confirmed, locked.code = clock.now(), ""
    locked.save()
    if right:
        draft_keep(locked, "email")
    return right


def _mark(draft: Draft, code: str) -> str:
    return salted_hmac(f"code {draft.pk} {draft.email}", code).hexdigest()


# --- one person, one account


def papers_taken(request: HttpRequest, papers: dict[str, Any], nationality: str) -> bool:
    """Whether the tax number or the document has an account. Its owner is told; whoever tries is not told whose it is.

    Somebody on the national list opens no account either, and gets the same answer: who stands on it is nobody else's business.
    """
    documents = DocumentData(nationality=nationality, **{name: papers[name] for name in DOCUMENTS})
    if reason := registration_refusal(documents):
        refused(request, reason)
        return True
    document = {name: papers[name] for name in ("document_kind", "document_country", "document_number")}
    owners = Player.objects.filter(identity__nif=papers["nif"]) | Player.objects.filter(
        **{f"identity__{name}": value for name, value in document.items()}
    )
    found = list(owners.select_related("person"))
    for player in found:
        refused(request, "known", player)
        if cache.add(f"registration-repeated:{player.pk}", 1, 24 * 3600):
            tell(player, "registration-repeated")
    return bool(found)


def refused(request: HttpRequest, reason: str, player: Player | None = None) -> None:
    note("registration.refused", player=player, request=request, reason=reason)


# --- the account


def account_open(draft: Draft, request: HttpRequest, version: int) -> Player:
    """Person, player, identity, payment account and acceptance stand together, or none of them does. A form sent twice opens one."""
    try:
        with transaction.atomic():
            locked = Draft.objects.select_for_update().get(pk=draft.pk)
            if locked.player_id is not None:
                return Player.objects.select_related("person").get(pk=locked.player_id)
            player = _open(locked, request, version)
            locked.player, locked.step, locked.said, locked.password, locked.changed = (
                player,
                "done",
                {},
                "",
                clock.now(),
            )
            locked.save()
            return player
    except NotAllowed as error:
        refused(request, error.reason)
        raise Taken("papers") from error
    except IntegrityError as error:
        name = getattr(getattr(error.__cause__, "diag", None), "constraint_name", "") or ""
        if name not in TAKEN:
            raise
        raise Taken(TAKEN[name]) from error


def _open(draft: Draft, request: HttpRequest, version: int) -> Player:
    said, language = draft.said, get_language() or "pt-pt"
    about = said["person"]
    person = Person.objects.create(
        email=draft.email,
        password=draft.password,
        first_name=about["first_name"],
        last_name=about["last_name"],
        language=language,
    )
    EmailAddress.objects.create(user=person, email=draft.email, verified=True, primary=True)
    player = Player.objects.create(person=person, alias=said["access"]["alias"], status=Player.Status.PENDING)
    name = f"{about['first_name']} {about['last_name']}"
    papers = {name: said["papers"][name] for name in DOCUMENTS}
    # Checked again: the person may have come onto a list after the step in which the documents were given.  [903-B 2.2.3]
    if reason := registration_refusal(DocumentData(nationality=about["nationality"], **papers)):
        raise NotAllowed(reason)
    identity = Identity.objects.create(
        player=player,
        name=name,
        birth=date.fromisoformat(about["birth"]),
        nationality=about["nationality"],
        profession=about["profession"],
        due=clock.now(),
        **said["papers"],
    )
    PaymentAccount.objects.create(player=player, iban=said["payment"]["iban"], holder=name)
    wallets = ledger.wallets_open(player.pk)
    # Whoever is not verified yet can play with demonstration credits: the same engine, the same chances, no money.
    cash = ledger.account_open(kind="cash", currency="DEMO")
    ledger.post(
        [Move(uuid5(SPACE, f"credits {player.pk}"), "opening", cash, wallets["DEMO"], "DEMO", DEMO_CREDITS)]
    )
    note("account.opened", person=person, player=player, about=f"player:{player.pk}", request=request)
    terms.terms_accept(player=player, terms=Terms.objects.get(pk=version), language=language, request=request)
    tell(player, "account-opened")
    identity_soon(identity)
    return player


def identity_soon(identity: Identity) -> None:
    """The service is asked by a worker, as soon as the transaction stands; a lost message is made good by the sweep."""
    enqueue_after_commit("players.identity.tasks.identity_ask", identity.pk)


def drafts_forget() -> int:
    old = Draft.objects.filter(player=None, changed__lt=clock.now() - FORGOTTEN).exclude(email="", said={})
    return old.update(email="", password="", said={}, code="", step="access")
