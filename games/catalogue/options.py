"""The options of a game: what its rule sheet leaves to the house, and what is set for each of its tables.

An option is declared once, in `options.py` of its game. The forms of the back office, the comparison of two
sheets, the specific rules on the rules page, the versions and the terms of a table are derived from it. The
engine alone decides what is lawful: a bound is a figure of the engine, and the declaration names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal

from django.utils.functional import lazy as evaluate_later
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext, pgettext
from msgspec import Struct, structs

from games.catalogue.labels import percentage
from games.catalogue.text import Text
from players.shared.money import format_money

# "yes" (or no); "choice" (one of `words`); "set" (several of them); "rate" (per cent); "sums" (of money). A
# question mark allows an empty field.
Kind = Literal["yes", "choice", "set", "languages", "count", "count?", "rate", "money", "money?", "sums"]
HUNDREDTHS = 10_000  # the unit of a rate is a hundredth of one per cent
LANGUAGES: Mapping[str, Text] = {"pt-pt": "Português", "en": "English"}
SECONDS, MILLISECONDS, ROUNDS, TIMES, SECOND_BETS = "seconds", "ms", "rounds", "times", "second-bets"
UNITS: Mapping[str, Text] = {
    SECONDS: lazy("seconds"),
    MILLISECONDS: lazy("milliseconds"),
    ROUNDS: lazy("rounds"),
    TIMES: lazy("times the minimum"),
    SECOND_BETS: lazy("times the second bet"),
}


class Fact(Struct, frozen=True):
    """One specific rule as players read it, with the base rules that leave it to the operator."""

    field: str
    name: str
    value: str
    rules: tuple[str, ...] = ()
    number: str = ""  # the rule's own number, if a refusal may cite it
    for_tables: bool = False  # it only says what tables may have


class Sentence(Struct, frozen=True, kw_only=True):
    """How the rules page words an option.

    `text` gets the value of the option, or of the part of the sheet that it belongs to; `of_sheet` gets the
    whole sheet. Without either, the value stands as staff read it. None shows nothing.
    """

    text: Callable[[Any], str | None] | None = None
    of_sheet: Callable[[Any], str | None] | None = None
    field: str = ""  # names it in the API and in comparisons; else the first part of the option's path
    name: Text = ""  # else the label of the option
    rules: tuple[str, ...] | None = None  # else those of the option
    number: str = ""


class Option(Struct, frozen=True):
    """One value that the operator may choose. `path` leads to it in the rule sheet or in the setting."""

    path: str
    kind: Kind
    label: Text
    help: Text = ""
    rules: tuple[str, ...] = ()
    words: Mapping[Any, Text] = {}
    least: int | None = None
    most: int | None = None
    unit: str = ""
    open: Text = "–"  # the meaning of an empty field
    placeholder: str = ""  # shown in an empty field, else `most`
    bound: Text = ""  # shown instead of least and most
    reading: bool = False  # the regulation is ambiguous here and the operator decides how to read it
    for_tables: bool = False  # of a sheet: what tables may have. What a table has stands in its setting
    default: Any = None  # of a first draft or of a new table, where the rules have none
    affects_odds: bool = False  # of a setting: the worth of a bet depends on it
    chance: str = ""  # of a setting: the chance whose limit it changes, as the engine describes it
    sentences: tuple[Sentence, ...] = (Sentence(),)

    @property
    def name(self) -> str:
        return self.path.replace(".", "-")

    @property
    def rule(self) -> str:
        return self.rules[0] if self.rules else ""

    def of(self, terms: Any) -> Any:
        """The value; of a yes-or-no option, whether that part of the sheet or setting is present."""
        value = terms
        for step in self.path.split("."):
            value = getattr(value, step, None)
        return value is not None and value is not False if self.kind == "yes" else value

    def limits(self) -> str:
        """The legal bound as text."""
        if self.bound:
            return str(self.bound)
        if self.kind == "set":
            return _("At least one of these.")
        if self.least is not None and self.most is not None:
            return _("From %(least)s to %(most)s.") % {"least": self.least, "most": self.most}
        return _("At least %(least)s.") % {"least": self.least} if self.least is not None else ""

    def format_value(self, value: Any, currency: str = "EUR") -> str:
        """The value as people read it."""
        if value is None:
            return str(self.open)
        match self.kind:
            case "yes":
                return _("yes") if value else _("no")
            case "set":
                return "; ".join(str(word) for key, word in self.words.items() if key in value) or "–"
            case "choice":
                return str(self.words.get(value, value))
            case "rate":
                return percentage(Fraction(value, HUNDREDTHS))
            case "money" | "money?":
                return format_money(int(value), currency)
            case "sums":
                return "; ".join(format_money(int(cents), currency) for cents in value) or "–"
            case "languages":
                return ", ".join(str(LANGUAGES.get(code, code)) for code in value) or "–"
        return with_unit(self.unit, value) if self.unit else str(value)

    @property
    def unit_label(self) -> Text:
        """The unit shown beside the input."""
        return UNITS.get(self.unit, self.unit)

    def facts(self, sheet: Any) -> Iterator[Fact]:
        """What players read of the option."""
        part = self.path.partition(".")[0]
        for sentence in self.sentences:
            text: str | None
            if sentence.of_sheet is not None:
                text = sentence.of_sheet(sheet)
            elif sentence.text is not None:
                text = sentence.text(getattr(sheet, part))
            elif self.kind == "set":
                text = "; ".join(str(self.words.get(key, key)) for key in self.of(sheet))
            else:
                text = self.format_value(self.of(sheet))
            if text is not None:
                rules = self.rules if sentence.rules is None else sentence.rules
                name = str(sentence.name or self.label)
                yield Fact(sentence.field or part, name, text, rules, sentence.number, self.for_tables)


class Group(Struct, frozen=True):
    """Options under one heading of a form, with a note for the person who fills it in."""

    title: Text
    fields: tuple[Option, ...]
    note: Text = ""


def sheet_option(
    path: str,
    kind: Kind,
    label: Text,
    help_text: Text,
    *rules: str,
    sentence: Sentence = Sentence(),  # noqa: B008  (frozen)
    **more: Any,
) -> Option:
    return Option(path, kind, label, help_text, rules, **{"sentences": (sentence,), **more})


def table_option(
    path: str, kind: Kind, label: Text, rule: str = "", help_text: Text = "", **more: Any
) -> Option:
    return Option(path, kind, label, help_text, (rule,) if rule else (), **more)


def with_value(terms: Any, path: str, value: Any) -> Any:
    """The sheet or setting with that one option set."""
    head, _dot, tail = path.partition(".")
    return structs.replace(terms, **{head: with_value(getattr(terms, head), tail, value) if tail else value})


# --- Texts of values and bounds


def with_unit(unit: str, count: int) -> str:
    match unit:
        case "seconds":
            text = ngettext("%(count)s second", "%(count)s seconds", count)
        case "ms":
            text = ngettext("%(count)s millisecond", "%(count)s milliseconds", count)
        case "rounds":
            text = ngettext("%(count)s round", "%(count)s rounds", count)
        case "second-bets":
            text = ngettext("%(count)s time the second bet", "%(count)s times the second bet", count)
        case _:
            text = ngettext("%(count)s time the minimum", "%(count)s times the minimum", count)
    return text % {"count": count}


def times(count: int) -> str:
    return _("%(count)s times the minimum") % {"count": count}


def up_to(most: int) -> str:
    return _("up to %(most)s") % {"most": most}


def list_counts(figures: Iterable[int]) -> str:
    """«4, 6 ou 8»"""
    *first, last = map(str, figures)
    return _("%(several)s or %(last)s") % {"several": ", ".join(first), "last": last} if first else last


def listed(words: Mapping[Any, Text]) -> Callable[[Iterable[Any]], str]:
    """The text of several choices, with commas between them."""
    return lambda keys: ", ".join(str(words.get(key, key)) for key in keys)


def _between(least: int, most: int) -> str:
    return pgettext("bound of a table", "%(least)s to %(most)s.") % {"least": least, "most": most}


def _at_least(least: int) -> str:
    return pgettext("bound of a table", "At least %(least)s.") % {"least": least}


def _at_most(most: int) -> str:
    return pgettext("bound of a table", "At most %(most)s.") % {"most": most}


def _one_of(counts: Iterable[int]) -> str:
    *first, last = map(str, counts)
    return pgettext("bound of a table", "%(several)s or %(last)s.") % {
        "several": ", ".join(first),
        "last": last,
    }


def _filled(text: Text, **figures: int) -> str:
    return str(text) % figures


# What a form says about a bound, each with the figures of the engine.
between = evaluate_later(_between, str)
at_least = evaluate_later(_at_least, str)
at_most = evaluate_later(_at_most, str)
one_of = evaluate_later(_one_of, str)
filled = evaluate_later(_filled, str)
