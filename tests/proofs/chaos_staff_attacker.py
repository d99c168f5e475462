"""A hostile member of staff, signed in and freshly confirmed, through the pages of the back office and of
players.
"""

from __future__ import annotations

import random
import re
import time
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import requests

HIDDEN = re.compile(r"""(&quot;|["'])(hole|seed|shoe|deck)\1\s*:""")
# Columns that no list may be asked about, and through which relations they could be reached.
SECRETS = (
    "password",
    "session",
    "secret",
    "digest",
    "key",
    "data",
    "seed",
    "tax_number",
    "iban",
    "shoe",
    "salt",
)
RELATIONS = ("", "person__", "player__person__", "proposed_by__", "user__", "round__", "author__")
OPERATORS = ("startswith", "gte", "regex", "contains", "isnull", "in", "exact")
CSRF = "c" * 32
REASON = "há uma razão para isto"


class StaffAttacker:
    """One person alone. What requires two people must not happen, whatever this person's role permits."""

    def __init__(self, url: str, person: Any, gains: Any, chance: random.Random) -> None:
        from casino.demo.sample_data import DOMAIN

        self.url, self.person, self.gains, self.chance = url.rstrip("/"), person, gains, chance
        self.name = person.email.removesuffix(f"@{DOMAIN}")
        self.browser = requests.Session()
        self.browser.headers.update(
            {
                "Cookie": f"{fresh_cookie(person)}; csrftoken={CSRF}",
                "X-CSRFToken": CSRF,
                "Origin": self.url,
            }
        )
        self.lists = change_lists()
        self.players = other_players()
        self.kinds = [
            self.look_up, self.look_up, self.ask_for_money, self.approve_own, self.pay_out,
            self.change_staff, self.read_others, self.read_rounds, self.write_record,
        ]  # fmt: skip

    @classmethod
    def of_every_role(cls, url: str, gains: Any, chance: random.Random) -> list[StaffAttacker]:
        from players.models import Person

        staff = Person.objects.filter(is_staff=True, is_active=True).order_by("pk")
        return [cls(url, person, gains, random.Random(chance.random())) for person in staff]

    def attempt(self) -> None:
        attack = self.chance.choice(self.kinds)
        try:
            attack()
        except (requests.RequestException, OSError):
            time.sleep(0.1)  # the web process was killed
            return
        self.gains.count(f"staff: {attack.__name__.replace('_', ' ')}")

    def get(self, path: str, **query: str) -> requests.Response:
        more = f"?{urlencode(query)}" if query else ""
        return self.browser.get(f"{self.url}{path}{more}", timeout=20, allow_redirects=False)

    def post(self, path: str, **fields: str) -> requests.Response:
        return self.browser.post(f"{self.url}{path}", data=fields, timeout=20, allow_redirects=False)

    def look_up(self) -> None:
        """A filter on a column that the list does not offer.

        An answer whose rows depend on it tells the column bit by bit.
        """
        path = self.chance.choice(self.lists)
        column = self.chance.choice(RELATIONS) + self.chance.choice(SECRETS)
        operator = self.chance.choice(OPERATORS)
        responses = [
            self.get(path, **{f"{column}__{operator}": value})
            for value in (("True", "False") if operator == "isnull" else ("~", "a"))
        ]
        rows = [
            set(re.findall(r'name="_selected_action" value="[^"]*"|/change/', answer.text))
            for answer in responses
        ]
        counts = [answer.text.count("/change/") for answer in responses]
        if all(answer.status_code == 200 for answer in responses) and (
            rows[0] != rows[1] or counts[0] != counts[1]
        ):
            self.gains.sessions.append(f"{self.name} filtered {path} by {column}__{operator}")

    def ask_for_money(self) -> None:
        euros, way = str(self.chance.randint(1, 999)), self.chance.choice(("in", "out"))
        cents = int(euros) * 100 * (1 if way == "in" else -1)
        self.post(
            "/admin/cashier/adjustment/ask/", player=self.chance.choice(self.players)[1], amount=euros,
            way=way, ticket="T-1", reason=REASON, confirmed=str(cents),
        )  # fmt: skip

    def approve_own(self) -> None:
        from django.db import Error, connection

        from players.wallet.cashier.models import Adjustment

        try:
            own = list(Adjustment.objects.filter(requested_by=self.person).values_list("pk", flat=True)[:20])
        except Error:
            connection.close()
            own = []
        number = self.chance.choice(own) if own else self.chance.randint(1, 50)
        if own or self.name not in ("direcao", "caixa"):
            self.post(f"/admin/cashier/adjustment/{number}/decide/", verb="approve", reason=REASON)

    def pay_out(self) -> None:
        """Tries to obtain players' money through the pages of the cashier."""
        number = str(UUID(int=self.chance.getrandbits(128)))
        attempts = (
            ("/account/withdraw", {"amount": "50", "id": number}),
            ("/account/deposit", {"amount": "50", "id": number}),
            (f"/admin/cashier/payment/{number}/decide/", {"verb": "release", "reason": REASON}),
            (
                "/admin/wallet/transfer/add/",
                {"kind": "adjustment", "cents": "5000", "source": "1", "target": "2"},
            ),
            ("/admin/wallet/account/1/change/", {"balance": "500000"}),
        )
        path, fields = self.chance.choice(attempts)
        self.post(path, **fields)

    def change_staff(self) -> None:
        """Tries to give an accomplice a role and to confirm it as the same person."""
        self.post(
            "/admin/backoffice/staffchange/propose/", kind=self.chance.choice(("grant", "revoke", "create")),
            email=self.person.email, role=str(self.chance.randint(1, 12)), reason=REASON,
        )  # fmt: skip
        self.post(
            f"/admin/players/person/{self.person.pk}/change/", is_superuser="on", is_staff="on", groups="1"
        )

    def read_others(self) -> None:
        player, alias = self.chance.choice(self.players)
        path = self.chance.choice(
            (
                "/api/v1/account/",
                "/account/",
                "/account/history/",
                f"/api/v1/players/{player}/",
                f"/media/{player}/",
            )
        )
        answer = self.get(path, player=str(player))
        if (
            answer.status_code == 200
            and alias in answer.text
            and path.startswith(("/account", "/api/v1/account"))
        ):
            self.gains.sessions.append(f"{self.name} read {alias} at {path}")

    def read_rounds(self) -> None:
        number = self.chance.randint(1, 2000)
        path = self.chance.choice(
            (
                f"/admin/games/round/{number}/change/",
                f"/admin/games/event/{number}/change/",
                "/admin/games/event/",
            )
        )
        answer = self.get(path)
        if answer.status_code == 200 and HIDDEN.search(answer.text):
            self.gains.cards.append(f"{self.name} at {path}")

    def write_record(self) -> None:
        path = self.chance.choice(self.lists)
        number = self.chance.randint(1, 2000)
        action = self.chance.choice((f"{path}{number}/delete/", f"{path}add/", path))
        if "/games/table/" not in path and "/players/player/" not in path:
            self.post(action, post="yes", action="delete_selected", _selected_action=str(number))

    def try_sessions(self, tokens: list[str]) -> None:
        """Whether data from Valkey gives access to an account."""
        from django.conf import settings

        for token in tokens:
            answer = requests.get(
                f"{self.url}/account/", timeout=20, allow_redirects=False,
                headers={"Cookie": f"{settings.SESSION_COOKIE_NAME}={token}"},
            )  # fmt: skip
            if answer.status_code == 200:
                self.gains.sessions.append("a session that was found on Valkey")


def fresh_cookie(person: Any) -> str:
    """A cookie of a session that was just confirmed with a password, for the pages and for the database."""
    from django.conf import settings

    from players.identity.models import SignIn
    from players.identity.sign_in.session_store import SessionStore, proof_digest, session_proof
    from tests.proofs.running_system import cookie

    ticket = cookie(person)
    session = SessionStore(session_key=ticket.removeprefix(f"{settings.SESSION_COOKIE_NAME}="))
    confirmed = time.time() + 3600
    session["account_authentication_methods"] = [{"method": "password", "at": confirmed}]
    session["account_authentication_methods_user"] = str(person.pk)
    session.save()
    proof = proof_digest(session_proof(session.session_key))
    SignIn.objects.filter(session=proof).update(confirmed=datetime.fromtimestamp(confirmed, UTC))
    return ticket


def change_lists() -> list[str]:
    """Every list of the back office."""
    from django.apps import apps
    from django.contrib import admin
    from django.urls import get_resolver, reverse

    assert (
        get_resolver().url_patterns
    )  # loads the addresses, and with them the administration of every application
    names = [
        (model._meta.app_label, model._meta.model_name)
        for model in apps.get_models()
        if admin.site.is_registered(model)
    ]
    return [reverse(f"admin:{label}_{name}_changelist") for label, name in names]


def other_players() -> list[tuple[int, str]]:
    """Demonstration players who do not take part in this proof."""
    from casino.demo.sample_data import DOMAIN
    from players.models import Player

    people = Player.objects.filter(person__email__endswith=f"@{DOMAIN}").order_by("pk")
    return list(people.values_list("pk", "alias")[:20])
