"""People, players and their stays in the back office."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import PermissionDenied
from django.db.models import F, Q, QuerySet, TextField, Value
from django.db.models.functions import Concat
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from players.administration import player_lists
from players.administration.player_list_admin import (
    COLUMNS,
    ChosenList,
    chosen,
    limits_said,
    sheet,
    source_said,
    strip,
    until_said,
)
from players.identity.email_change import masked
from players.identity.views_staff import account_act, email_unmask, unmasked_players
from players.models import Person, Player, PlaySession
from players.play_records import play_records
from players.shared.admin_base import (
    IndexedSearchAdmin,
    ReadOnlyAdmin,
    TotalsAdmin,
    choices_filter,
    format_amount,
    format_moment,
)
from players.shared.collation import Alphabetical
from players.shared.exports.csv_export import csv_response
from players.wallet.models import Currency
from players.wallet.selectors import wallets_of

MOST_FOUND = 500  # players whose name holds what was typed: who means one of them types more of it
ACTS = {
    "suspend": _("Suspend"),
    "restore": _("Restore"),
    "close": _("Close for good"),
    "test": _("Mark as a test account"),
}
# Which of them an account's status allows.
MAY = {
    "pending": ("suspend", "close"),
    "active": ("suspend", "close"),
    "suspended": ("restore", "close"),
    "closed": (),
}


@admin.register(Person)
class PersonAdmin(ReadOnlyAdmin):
    """The staff and their roles, which two people change together. Players have a list of their own."""

    list_display = ("email", "full_name", "roles", "is_active", "last_login")
    list_filter = ("is_active", "groups")
    search_fields = ("email", "first_name", "last_name")
    ordering = ("email",)
    fields = ("email", "full_name", "roles", "language", "is_active", "last_login", "date_joined")
    readonly_fields = ("full_name", "roles")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Person]:
        return super().get_queryset(request).filter(player=None).prefetch_related("groups")

    @display(
        description=_("name"),
        ordering=Concat(
            Alphabetical("first_name"), Value(" "), Alphabetical("last_name"), output_field=TextField()
        ),
    )
    def full_name(self, person: Person) -> str:
        return person.get_full_name() or "–"

    @display(description=_("roles"))
    def roles(self, person: Person) -> str:
        return ", ".join(gettext(group.name) for group in person.groups.all()) or "–"


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """Every account, and the lists that the house keeps of them. Who only visits has none."""

    list_display = ("name", "email", "state", "since_said", "testing")
    list_filter = (ChosenList, "status", "testing")
    list_before_template = "backoffice/players/lists.html"
    search_fields = ("alias", "=person__email")
    list_select_related = ("person",)
    ordering = (Alphabetical("alias"), "alias")
    fields = ("alias", "email", "status", "since", "testing", "money", "credits")
    readonly_fields = ("email", "money", "credits")
    change_form_outer_after_template = "backoffice/players/actions.html"

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        return [
            path("<int:pk>/act/", guarded(account_act), name="players_player_act"),
            path("<int:pk>/unmask/", guarded(email_unmask), name="players_player_unmask"),
            path("list.csv", guarded(self.list_taken), name="players_player_csv"),
            *super().get_urls(),
        ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        rows = player_lists.told(player_lists.accounts(), chosen(request))
        return rows.annotate(full=Q(pk__in=unmasked_players(request)))

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        money = ("amount_said",) if request.user.has_perm("wallet.view_account") else ()
        return (*self.list_display, *COLUMNS.get(chosen(request), ()), *money)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        answer = super().changelist_view(request, extra_context)
        data = getattr(answer, "context_data", None)
        if data is not None and "cl" in data:
            data["strip"] = strip(request, data["cl"].queryset)
        return answer

    def list_taken(self, request: HttpRequest) -> HttpResponse:
        """The list on the screen as a spreadsheet, with the same choices."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        try:
            rows = self.get_changelist_instance(request).get_queryset(request)
        except IncorrectLookupParameters:
            return redirect("admin:players_player_changelist")
        return csv_response(sheet(request, rows))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        player = (
            Player.objects.select_related("identity").filter(pk=object_id).first()
            if object_id.isdigit()
            else None
        )
        told: dict[str, Any] = {}
        if player is not None:
            told = {
                "player": player,
                "identity": getattr(player, "identity", None),
                "full": player.pk in unmasked_players(request),
            }
            if request.user.has_perm("players.change_player"):
                told["acts"] = [
                    (act, said)
                    for act, said in ACTS.items()
                    if act in MAY[player.status] or (act == "test" and not player.testing)
                ]
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **told})

    @display(description=_("name at the tables"), ordering=Alphabetical("alias"))
    def name(self, player: Player) -> str:
        return player.alias

    # Not sortable: the order would disclose the masked addresses.
    @display(description=_("e-mail"))
    def email(self, player: Any) -> str:
        return player.person.email if player.full else masked(player.person.email)

    @display(description=_("since"), ordering="since")
    def since_said(self, player: Player) -> str:
        return format_moment(player.since)

    @display(description=_("last here"))
    def last_said(self, player: Any) -> str:
        return format_moment(player.last)

    @display(description=_("source"))
    def source_said(self, player: Any) -> str:
        return source_said(player)

    @display(description=_("until"))
    def until_said(self, player: Any) -> str:
        return until_said(player)

    @display(description=_("limits"))
    def limits_said(self, player: Any) -> str:
        return limits_said(player)

    @display(description=_("balance"), ordering="cents")
    def amount_said(self, player: Any) -> str:
        return format_amount(player.cents, "EUR")

    @display(
        description=_("status"),
        label={"pending": "info", "active": "success", "suspended": "warning", "closed": "danger"},
        ordering="status",
    )
    def state(self, player: Player) -> tuple[str, str]:
        return player.status, player.get_status_display()

    @display(description=_("balance"))
    def money(self, player: Player) -> str:
        return self._wallet(player, "EUR")

    @display(description=_("demonstration credits"))
    def credits(self, player: Player) -> str:
        return self._wallet(player, "DEMO")

    @staticmethod
    def _wallet(player: Player, currency: str) -> str:
        return next(
            (
                format_amount(wallet.balance, currency)
                for wallet in wallets_of(player)
                if wallet.currency == currency
            ),
            "–",
        )


@admin.register(PlaySession)
class PlaySessionAdmin(IndexedSearchAdmin, TotalsAdmin):
    """Every stay, how it ended and what it cost or brought.  [AR-3e] [AR-26] [FR-3e] [FR-R27]"""

    total_columns: ClassVar[dict[str, Any]] = {
        "staked": (_("staked"), "staked"),
        "returned": (_("returned"), "returned"),
        "net": (_("net"), F("returned") - F("staked")),
    }
    list_display = (
        "started_said",
        "player",
        "table_name",
        "ended_said",
        "how",
        "rounds",
        "staked_said",
        "returned_said",
        "net_said",
    )
    list_filter = (
        choices_filter("system", _("game"), lambda: play_records().game_names()),
        choices_filter("currency", _("currency"), lambda: dict(Currency.choices)),
        "cause",
    )
    search_fields = ("player__alias", "table_name")
    list_select_related = ("player",)
    search_help_text = _("the player's name at the tables, or the name of a table as it stands")
    ordering = ("-id",)
    fields = (
        "player",
        "table_name",
        "system",
        "started_said",
        "ended_said",
        "how",
        "invited_said",
        "warned_said",
        "rounds",
        "staked_said",
        "returned_said",
        "net_said",
    )
    readonly_fields = (
        "started_said",
        "ended_said",
        "how",
        "invited_said",
        "warned_said",
        "staked_said",
        "returned_said",
        "net_said",
    )

    def search_filter(self, key: str) -> Q:
        players = list(Player.objects.filter(alias__icontains=key).values_list("pk", flat=True)[:MOST_FOUND])
        return Q(player__in=players) if players else Q(table_name=key)

    @display(description=_("started"), ordering="id")
    def started_said(self, session: PlaySession) -> str:
        return format_moment(session.started)

    @display(description=_("ended"), ordering="ended")
    def ended_said(self, session: PlaySession) -> str:
        return format_moment(session.ended)

    @display(description=_("invited to end"))
    def invited_said(self, session: PlaySession) -> str:
        return format_moment(session.invited)

    @display(description=_("warned"))
    def warned_said(self, session: PlaySession) -> str:
        return format_moment(session.warned)

    @display(description=_("how it ended"), ordering="cause")
    def how(self, session: PlaySession) -> str:
        return session.get_cause_display() if session.ended else str(_("open"))

    @display(description=_("staked"), ordering="staked")
    def staked_said(self, session: PlaySession) -> str:
        return format_amount(session.staked if session.ended else None, session.currency)

    @display(description=_("returned"), ordering="returned")
    def returned_said(self, session: PlaySession) -> str:
        return format_amount(session.returned if session.ended else None, session.currency)

    @display(description=_("net"))
    def net_said(self, session: PlaySession) -> str:
        return format_amount(session.net if session.ended else None, session.currency)
