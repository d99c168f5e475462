"""Finds a player by whatever staff have in front of them: a name, a number, an e-mail address, an id.

The form is sent by POST, so that no URL and no log contains personal data. Tax numbers, document
numbers and IBANs match as a whole only, by keyed digest. Every search counts towards a limit and leaves one
audit line, with a digest instead of the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.core.cache import cache
from django.db.models import BooleanField, Q
from django.db.models.expressions import RawSQL
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from players.audit import note
from players.identity.models import Identity, SearchMark
from players.identity.sign_in.masking import mask_email
from players.identity.staff.views import require_permission, unmasked_players
from players.identity.verification.identifiers import parse_document_number, parse_iban, parse_nif
from players.identity.verification.search_marks import search_mark
from players.inbox.models import Complaint
from players.models import Person, Player
from players.shared.name_digests import WORD, plain, searched_digests
from players.shared.sealing import digest
from players.wallet.cashier.models import Payment
from players.wallet.models import Account, Transfer

MAX_RESULTS = 20
MAX_LENGTH = 2000  # characters; a receipt is pasted as a whole
MAX_SEARCHES = ((20, 60), (400, 24 * 3600))  # of one person: how many in how many seconds
# The words of a name that an older release wrote, as in the index `identity_by_name_words`.
NAME_WORDS = (
    "to_tsvector('simple', regexp_replace(lower(normalize(name, NFKD)), '[\\u0300-\\u036f]', '', 'g'))"
    " @@ to_tsquery('simple', %s)"
)


class Finder(Struct, frozen=True):
    """One way to find players. `find` returns their numbers, or none if the text is not of its kind."""

    name: str
    title: str | Promise
    permission: str
    find: Callable[[str], Iterable[int | None]]


_finders: dict[str, Finder] = {}


def register_finders(*finders: Finder) -> None:
    for finder in finders:
        _finders[finder.name] = finder


def finders_of(user: Any) -> list[Finder]:
    return [finder for finder in _finders.values() if user.has_perm(finder.permission)]


# --- the ways


def players_by_alias(term: str) -> list[int]:
    """The players whose name at the tables begins with the text."""
    players = Player.objects.exclude(status=Player.Status.VISITOR).annotate(lower_alias=Lower("alias"))
    matches = players.filter(lower_alias__startswith=term.lower()).order_by("lower_alias")
    return list(matches.values_list("pk", flat=True)[:MAX_RESULTS])


def players_by_email(term: str) -> list[int]:
    if "@" not in term:
        return []
    people = Person.objects.annotate(lower_email=Lower("email")).filter(lower_email=term.lower())
    return list(Player.objects.filter(person__in=people).values_list("pk", flat=True))


def _by_name(term: str) -> list[int]:
    """The players whose legal name has all these words, the last one perhaps unfinished."""
    words = WORD.findall(plain(term))
    if len("".join(words)) < 4 or len(words) != len(plain(term).split()):
        return []
    query = " & ".join([*words[:-1], f"{words[-1]}:*"])
    in_clear = Q(RawSQL(NAME_WORDS, [query], output_field=BooleanField()), papers=None)
    matches = Identity.objects.filter(Q(name_digests__contains=searched_digests(words)) | in_clear)
    return list(matches.order_by("player").values_list("player", flat=True)[:MAX_RESULTS])


def _by_mark(kind: str, value: str | None) -> list[int]:
    if value is None:
        return []
    marks = SearchMark.objects.filter(kind=kind, mark=search_mark(kind, value)).order_by("player")
    return list(marks.values_list("player", flat=True)[:MAX_RESULTS])


def _by_nif(term: str) -> list[int]:
    return _by_mark(SearchMark.Kind.NIF, parse_nif(term))


def _by_iban(term: str) -> list[int]:
    return _by_mark(SearchMark.Kind.IBAN, parse_iban(term))


def _by_document(term: str) -> list[int]:
    return _by_mark(SearchMark.Kind.DOCUMENT, parse_document_number(term) if len(term) <= 30 else None)


def _uuid(term: str) -> UUID | None:
    try:
        return UUID(term)
    except ValueError:
        return None


def _by_transfer(term: str) -> list[int | None]:
    if (transfer := _uuid(term)) is None:
        return []
    sides = Transfer.objects.filter(pk=transfer).values_list("source", "target")
    accounts = [account for side in sides for account in side]
    return list(Account.objects.filter(pk__in=accounts).values_list("player", flat=True))


def _by_payment(term: str) -> list[int]:
    payment = _uuid(term)
    return list(Payment.objects.filter(pk=payment).values_list("player", flat=True)) if payment else []


def _by_complaint(term: str) -> list[int]:
    return list(Complaint.objects.filter(number=term.upper()[:16]).values_list("player", flat=True))


register_finders(
    Finder("alias", gettext_lazy("name at the tables"), "players.view_player", players_by_alias),
    Finder("email", gettext_lazy("e-mail"), "players.view_player", players_by_email),
    Finder("name", gettext_lazy("full name"), "identity.view_searchmark", _by_name),
    Finder("nif", gettext_lazy("tax number (NIF)"), "identity.view_searchmark", _by_nif),
    Finder("document", gettext_lazy("document number"), "identity.view_searchmark", _by_document),
    Finder("iban", "IBAN", "identity.view_searchmark", _by_iban),
    Finder("transfer", gettext_lazy("transfer"), "wallet.view_transfer", _by_transfer),
    Finder("payment", gettext_lazy("payment"), "cashier.view_payment", _by_payment),
    Finder("complaint", gettext_lazy("complaint"), "inbox.view_complaint", _by_complaint),
)


# --- the page


def find_player(request: HttpRequest) -> HttpResponse:
    """The form, and the players who match. A single match opens the player's page."""
    person = require_permission(request, "players.view_player")
    finders = finders_of(person)
    page: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": _("Find a player"),
        "finders": finders,
        "longest": MAX_LENGTH,
    }
    term = request.POST.get("term", "").strip()[:MAX_LENGTH]
    if request.method != "POST" or not term:
        return render(request, "backoffice/players/find.html", page)
    if not _take_from_limit(person):
        page |= {"is_limited": True, "term": term}
        return render(request, "backoffice/players/find.html", page, status=429)
    ways = _matches(finders, term)
    note(
        "accounts.searched",
        request=request,
        about="players",
        searched=[finder.name for finder in finders if finder.name in set().union(*ways.values())],
        digest=digest("player-search", term.lower()),
        accounts=len(ways),
    )
    if len(ways) == 1:
        return redirect("admin:players_player_change", next(iter(ways)))
    page |= {"term": term, "results": _results(request, finders, ways), "most": MAX_RESULTS}
    return render(request, "backoffice/players/find.html", page)


def _matches(finders: Sequence[Finder], term: str) -> dict[int, list[str]]:
    """The players found, each with the names of the ways that found them."""
    ways: dict[int, list[str]] = {}
    for finder in finders:
        for player in finder.find(term):
            if player is not None and finder.name not in ways.setdefault(player, []):
                ways[player].append(finder.name)
    return ways


def _results(
    request: HttpRequest, finders: Sequence[Finder], ways: dict[int, list[str]]
) -> list[dict[str, Any]]:
    titles = {finder.name: finder.title for finder in finders}
    players = Player.objects.filter(pk__in=list(ways)[:MAX_RESULTS]).select_related("person")
    unmasked = unmasked_players(request)
    return [
        {
            "player": player,
            "email": player.person.email if player.pk in unmasked else mask_email(player.person.email),
            "ways": [titles[name] for name in ways[player.pk]],
        }
        for player in players.exclude(status=Player.Status.VISITOR).order_by(Lower("alias"))
    ]


def _take_from_limit(person: Person) -> bool:
    """Counts one search. Returns whether the person may still search."""
    is_allowed = True
    for most, seconds in MAX_SEARCHES:
        counter = f"player-search:{person.pk}:{seconds}"
        cache.add(counter, 0, seconds)
        is_allowed &= cache.incr(counter) <= most
    return is_allowed
