"""The form of a notice to many players: its texts in each language, its purpose and its group."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models.functions import Lower
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.catalogue import GAME_NAMES
from games.models import Table
from players.inbox.models import BulkNotice
from players.inbox.notice_groups import WITHOUT_ACCOUNT, GroupKind, NoticeGroup
from players.inbox.notice_texts import MAX_SUBJECT, MAX_TEXT, WRITTEN_ALWAYS, WRITTEN_IF_WANTED, NoticeText
from players.languages import Language
from players.models import Player
from players.shared import clock
from players.shared.admin_base import parse_number
from players.shared.collation import collation_key
from players.shared.number_formats import format_whole

LATEST_START = timedelta(days=90)
MAX_LISTED = 5000
SHOWN_ENTRIES = 10
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2199, 12, 31)
GROUP_LABELS = {
    GroupKind.REGISTERED: _("Players who registered in a period"),
    GroupKind.PLAYED: _("Players who played in a period"),
    GroupKind.STATUS: _("Players by the status of their account"),
    GroupKind.LISTED: _("Players of a list"),
}
DAY_LABELS = {"first": _("From"), "last": _("To (inclusive)")}


def bounded_day_field(label: Any) -> forms.DateField:
    field = forms.DateField(
        label=label,
        required=False,
        validators=[MinValueValidator(FIRST_DAY), MaxValueValidator(LAST_DAY)],
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
    field.input_formats = ["%Y-%m-%d"]
    return field


def status_choices() -> list[tuple[str, Any]]:
    return [(status.value, status.label) for status in Player.Status if status not in WITHOUT_ACCOUNT]


def games_to_choose() -> list[tuple[str, Any]]:
    games = sorted(GAME_NAMES.items(), key=lambda game: collation_key(str(game[1])))
    return [("", _("All games")), *games]


def table_choices() -> list[tuple[str, Any]]:
    tables = sorted(Table.objects.values_list("pk", "name"), key=lambda table: collation_key(table[1]))
    return [("", _("All tables")), *((str(number), name) for number, name in tables)]


class NoticeForm(forms.Form):
    purpose = forms.ChoiceField(
        label=_("Purpose"), choices=BulkNotice.Purpose.choices, widget=forms.RadioSelect, initial="service"
    )
    kind = forms.ChoiceField(label=_("Who receives it"), choices=[(kind, kind) for kind in GroupKind])
    game = forms.ChoiceField(label=_("Game"), choices=games_to_choose, required=False)
    table = forms.ChoiceField(label=_("Table"), choices=table_choices, required=False)
    statuses = forms.MultipleChoiceField(
        label=_("Status of the account"),
        choices=status_choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    listed = forms.CharField(
        label=_("Names at the tables or numbers"),
        required=False,
        max_length=200_000,
        help_text=_("One per line, or separated by commas or semicolons."),
        widget=forms.Textarea({"rows": 4, "autocomplete": "off", "spellcheck": "false"}),
    )
    starts = forms.DateTimeField(
        label=_("Begins (Lisbon time)"),
        required=False,
        input_formats=["%Y-%m-%dT%H:%M"],
        help_text=_("Empty: as soon as a second person approves it."),
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    reader = forms.CharField(
        label=_("Preview for one player"),
        required=False,
        max_length=20,
        help_text=_("The name at the tables, or the number. It does not change what is sent."),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in (GroupKind.REGISTERED, GroupKind.PLAYED):
            for end, label in DAY_LABELS.items():
                self.fields[f"{kind}_{end}"] = bounded_day_field(label)
        for language in WRITTEN_ALWAYS:
            self._add_texts(language, required=True)
        for language in WRITTEN_IF_WANTED:
            self._add_texts(language, required=False)

    def _add_texts(self, language: Language, *, required: bool) -> None:
        """The legend around the two fields names the language."""
        subject = forms.CharField(label=_("Subject"), max_length=MAX_SUBJECT, required=required)
        subject.widget.attrs.update({"lang": language.tag, "autocomplete": "off", "data-draft": ""})
        self.fields[f"subject_{language.code}"] = subject
        text = forms.CharField(label=_("Text"), max_length=MAX_TEXT, required=required, widget=forms.Textarea)
        text.widget.attrs.update(lang=language.tag, rows=4)
        self.fields[f"text_{language.code}"] = text

    def clean_starts(self) -> datetime | None:
        starts: datetime | None = self.cleaned_data["starts"]
        now = clock.now()
        if starts is not None and not now < starts <= now + LATEST_START:
            raise ValidationError(gettext("Choose a moment that is still to come, within ninety days."))
        return starts

    def clean_reader(self) -> Player | None:
        entries = list_entries(self.cleaned_data["reader"])
        if not entries:
            return None
        players, unknown = players_of_entries(entries)
        if unknown or len(players) != 1:
            raise ValidationError(gettext("There is no player with that name."))
        return Player.objects.select_related("person").get(pk=players[0])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        match cleaned.get("kind"):
            case GroupKind.REGISTERED | GroupKind.PLAYED as kind:
                self._check_days(kind, cleaned)
            case GroupKind.STATUS if not cleaned.get("statuses") and "statuses" not in self.errors:
                self.add_error("statuses", gettext("Choose at least one status."))
            case GroupKind.LISTED if "listed" in cleaned:
                self._check_list(cleaned)
        for language in WRITTEN_IF_WANTED:
            self._check_both_or_none(language, cleaned)
        return cleaned

    def _check_both_or_none(self, language: Language, cleaned: dict[str, Any]) -> None:
        names = [f"{part}_{language.code}" for part in ("subject", "text")]
        if any(cleaned.get(name) for name in names):
            for name in names:
                if not cleaned.get(name) and name not in self.errors:
                    self.add_error(name, gettext("Write both the subject and the text, or neither."))

    def _check_days(self, kind: str, cleaned: dict[str, Any]) -> None:
        first, last = (cleaned.get(f"{kind}_{end}") for end in DAY_LABELS)
        for end, day in (("first", first), ("last", last)):
            if day is None and f"{kind}_{end}" not in self.errors:
                self.add_error(f"{kind}_{end}", gettext("Choose a day."))
        if first and last and last < first:
            self.add_error(f"{kind}_last", gettext("The last day is before the first."))

    def _check_list(self, cleaned: dict[str, Any]) -> None:
        entries = list_entries(cleaned["listed"])
        if not entries:
            self.add_error("listed", gettext("Paste at least one name or number."))
        elif len(entries) > MAX_LISTED:
            message = gettext("The list has %(count)s entries; at most %(most)s are possible.")
            self.add_error(
                "listed", message % {"count": format_whole(len(entries)), "most": format_whole(MAX_LISTED)}
            )
        else:
            cleaned["players"], unknown = players_of_entries(entries)
            if unknown:
                self.add_error("listed", unknown_message(unknown))

    def group(self) -> NoticeGroup:
        data = self.cleaned_data
        kind = GroupKind(data["kind"])
        match kind:
            case GroupKind.REGISTERED:
                return NoticeGroup(kind, data["registered_first"], data["registered_last"])
            case GroupKind.PLAYED:
                table = int(data["table"] or 0)
                return NoticeGroup(kind, data["played_first"], data["played_last"], data["game"], table)
            case GroupKind.STATUS:
                return NoticeGroup(kind, statuses=tuple(data["statuses"]))
            case GroupKind.LISTED:
                return NoticeGroup(kind, players=tuple(data["players"]))

    def texts(self) -> dict[str, NoticeText]:
        data = self.cleaned_data
        return {
            language.code: NoticeText(
                " ".join(data[f"subject_{language.code}"].split()),
                data[f"text_{language.code}"].replace("\r\n", "\n").strip(),
            )
            for language in (*WRITTEN_ALWAYS, *WRITTEN_IF_WANTED)
            if data[f"subject_{language.code}"]
        }


def list_entries(text: str) -> list[str]:
    """The entries of a pasted list, each once; blanks within a name count as one."""
    entries = (" ".join(entry.split()) for line in text.splitlines() for entry in _separated(line))
    return list({entry.lower(): entry for entry in entries if entry}.values())


def _separated(line: str) -> list[str]:
    return line.replace(";", ",").replace("\t", ",").split(",")


def players_of_entries(entries: Collection[str]) -> tuple[list[int], list[str]]:
    """The numbers of players by alias or number, and the entries that name nobody.

    An alias may consist of digits; an entry that is both means the alias.
    """
    by_key = {entry.lower(): entry for entry in entries}
    players = Player.objects.exclude(status__in=WITHOUT_ACCOUNT).annotate(lower_alias=Lower("alias"))
    by_alias = dict(players.filter(lower_alias__in=list(by_key)).values_list("lower_alias", "pk"))
    numbers = {key: parse_number(key) for key in by_key if key not in by_alias}
    wanted = [number for number in numbers.values() if number is not None]
    existing = set(players.filter(pk__in=wanted).values_list("pk", flat=True))
    unknown = [by_key[key] for key, number in numbers.items() if number not in existing]
    return sorted({*by_alias.values(), *existing}), unknown


def unknown_message(unknown: list[str]) -> ValidationError:
    shown = ", ".join(entry[:40] for entry in unknown[:SHOWN_ENTRIES])
    message = ngettext(
        "%(count)s entry is not a player: %(entries)s",
        "%(count)s entries are not players: %(entries)s",
        len(unknown),
    ) % {"count": len(unknown), "entries": shown}
    return ValidationError(message + (" …" if len(unknown) > SHOWN_ENTRIES else ""))
