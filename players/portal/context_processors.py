"""What every page shows about its reader: name, balances and unread messages.

Each is queried once, if the page uses it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from players.inbox.messaging import unread
from players.models import Person, Player
from players.protection.exclusions import is_kept_from_play
from players.protection.limits_question import waits_for_answer
from players.protection.restrictions import Restriction, restriction_of
from players.wallet.models import Account
from players.wallet.selectors import wallets_of

# Who licenses and supervises online gambling in Portugal.  [903-B 5.1.3]
REGULATOR = "Serviço de Regulação e Inspeção de Jogos"
REGULATOR_URL = "https://www.srij.turismodeportugal.pt/"


class House:
    regulator, regulator_url = REGULATOR, REGULATOR_URL

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.demo: bool = settings.HOUSE_DEMO
        self.licence: str = settings.HOUSE_LICENCE
        self.mail: str = settings.HOUSE_MAIL
        self.operator: str = settings.HOUSE_OPERATOR
        self.address: str = settings.HOUSE_ADDRESS

    @cached_property
    def player(self) -> Player | None:
        user = getattr(self.request, "user", None)
        return Player.objects.filter(person=user).first() if isinstance(user, Person) else None

    @cached_property
    def name(self) -> str:
        """The alias of a player; the name of a member of staff, or the part of the e-mail address before
        the @.
        """
        if self.player is not None:
            return self.player.alias
        user = self.request.user
        return (user.get_full_name() or user.email.partition("@")[0]) if isinstance(user, Person) else ""

    @cached_property
    def restrictions(self) -> dict[str, Restriction | None]:
        """The restriction that keeps the player from the tables of each currency."""
        if self.player is None:
            return {}
        return {currency: restriction_of(self.player, currency) for currency in ("EUR", "DEMO")}

    @cached_property
    def offers_deposit(self) -> bool:
        """Whether pages offer a deposit: not to players on a pause or excluded. The cashier decides."""
        player = self.player
        if player is None or player.status != Player.Status.ACTIVE:
            return False
        return not is_kept_from_play(player)

    @cached_property
    def asks_about_limits(self) -> bool:
        """Whether the question about limits waits for an answer."""
        return self.player is not None and waits_for_answer(self.player)

    @cached_property
    def unread(self) -> int:
        return unread(self.player) if self.player is not None else 0

    @cached_property
    def wallets(self) -> list[Account]:
        """Money first, then demonstration credits.  [AR-25] [FR-R26]"""
        return list(wallets_of(self.player)) if self.player is not None else []


def house(request: HttpRequest) -> dict[str, Any]:
    return {"house": House(request)}
