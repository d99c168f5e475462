"""A rule as data: what it watches, its windows, its condition, its sentences, and what follows.

A rule is written in TOML (`shipped/*.toml` are those that the house comes with). Its text is stored with each
version, so an alert is explained years later by the very sentence of its version.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal

import msgspec
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec import Struct

from casino.compliance.monitoring.expressions import Part, RuleFault, constant, named_value, parse
from players.languages import HOUSE_LANGUAGES
from players.shared.decoding import prepare
from players.shared.money import format_money

FILES = Path(__file__).with_name("shipped")
# What a person does, as the record says it (`record.py`).
EVENTS = (
    "account-opened",
    "account-activated",
    "round",
    "round-even",
    "pot-won",
    "pot-lost",
    "deposit",
    "deposit-asked",
    "deposit-failed",
    "deposit-refused",
    "deposit-over-limit",
    "bet-over-limit",
    "withdrawal",
    "withdrawal-back",
    "withdrawal-cancelled",
    "withdrawal-refused",
    "session-begun",
    "session-ended",
    "limit-set",
    "limit-lowered",
    "limit-raise-asked",
    "limit-raised",
    "limit-reached",
    "signed-in",
    "sign-in-failed",
    "payment-account-changed",
    "instrument-new",
    "account-shared",
    "sign-in-shared",
    "device-shared",
    "bot-suspected",
)
KINDS = tuple(sorted(EVENTS))  # in columns a kind is its place among these
# Events that name another player: whose chips they were, who uses the same account or device.
ABOUT_ANOTHER = frozenset({"pot-won", "pot-lost", "account-shared", "sign-in-shared"})
Adds = Literal[
    "events",
    "cents",
    "lost",
    "periods",
    "minutes",
    "idle",
    "longest-gap",
    "shrinking-gaps",
    "most-of-one",
    "others",
]
Kind = Literal["care", "laundering", "bots"]
Unit = Literal["", "cents"]
FollowKind = Literal["note", "message", "question", "pause-offered", "deposits-held", "case"]
SPOKEN = ("message", "question", "pause-offered")  # what the player reads
# About laundering and bots nobody is told anything: what follows is a note or a case for officers.
UNSPOKEN = ("note", "case")

UNITS = {"minute": 60, "hour": 3600, "day": 86400}
STEPS = {"1 minute": 60, "5 minutes": 300, "15 minutes": 900, "1 hour": 3600, "1 day": 86400}
MAX_SOURCE = 10_000  # characters of the text of a rule
MAX_STEPS = 400  # of a window, so that a state stays small
MICROSECONDS = 1_000_000
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
FIGURE = re.compile(r"[a-z][a-z0-9_]*")
PLACEHOLDER = re.compile(r"%\((\w*)\)s")
LANGUAGES = ("pt", "en")  # of staff
MAX_START = 20  # the place in a row at which something begins to follow
LEAST_AGE, MOST_AGE = 18, 120
MAX_TITLE, MAX_TEXT, MAX_ANSWER = 80, 600, 60  # characters of what players read


class Window(Struct, frozen=True, forbid_unknown_fields=True):
    """A stretch of time in steps that slides along with the events, and what it adds up.

    The current step counts as a whole, so a window of seven days begins at the midnight six days ago.
    `before` leaves the last steps out: what was usual is compared with what is.
    """

    watches: list[str]
    adds: Adds
    over: str = "1 day"
    step: str = "1 day"
    before: str = ""
    between: str = ""  # only events of these hours of Lisbon: "02:00-06:00"
    least: int = 0  # only events of at least so many cents
    most: int = 0  # and of at most so many; 0 is without end

    @property
    def divisor(self) -> int:
        """How many units of the state are one of the sentence."""
        if self.adds == "longest-gap":
            return UNITS["day"] * MICROSECONDS
        return UNITS["minute"] * MICROSECONDS if self.adds in ("minutes", "idle") else 1

    @property
    def is_money(self) -> bool:
        return self.adds in ("cents", "lost", "most-of-one")

    @property
    def step_seconds(self) -> int:
        return STEPS[self.step]

    @property
    def steps(self) -> int:
        return seconds_of(self.over) // self.step_seconds

    @property
    def skipped(self) -> int:
        return seconds_of(self.before) // self.step_seconds if self.before else 0

    @property
    def hours(self) -> tuple[int, int] | None:
        """The minutes of the day between which an event counts."""
        if not self.between:
            return None
        times = re.fullmatch(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d)", self.between)
        numbers = [int(part) for part in times.groups()] if times else [0, 0, 0, 0]
        since, until = numbers[0] * 60 + numbers[1], numbers[2] * 60 + numbers[3]
        if since >= until:
            raise RuleFault(
                _("“%(text)s” is not a time of day, such as 02:00-06:00.") % {"text": self.between}
            )
        return since, until


class Parameter(Struct, frozen=True, forbid_unknown_fields=True):
    """A number that officers may change, within its bounds."""

    value: int
    least: int
    most: int
    unit: Unit = ""


class Figure(Struct, frozen=True, forbid_unknown_fields=True):
    """A number that follows from windows and parameters."""

    is_: str = msgspec.field(name="is")
    unit: Unit = ""


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    pt: str
    en: str

    def shown(self) -> str:
        return self.pt if (get_language() or "pt").startswith("pt") else self.en


class Follow(Struct, frozen=True, forbid_unknown_fields=True):
    """What follows an alert, from its place in a row of alerts on. Texts are by language of the house."""

    kind: FollowKind
    start: int = msgspec.field(name="from", default=1)
    required: bool = False  # no bet is accepted before the player has answered
    title: dict[str, str] = msgspec.field(default_factory=dict)
    text: dict[str, str] = msgspec.field(default_factory=dict)
    answers: dict[str, list[str]] = msgspec.field(default_factory=dict)  # of a question

    @property
    def is_spoken(self) -> bool:
        return self.kind in SPOKEN


class Rule(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    name: str
    kind: Kind
    answers: str  # the law or the published case
    title: Text
    why: Text
    sentence: Text
    windows: dict[str, Window]
    condition: str
    quiet: str  # so long after an alert the rule says nothing more about the person
    # Without an entry nothing follows but the note for officers, which is the alert itself.
    follows: list[Follow] = msgspec.field(default_factory=list)
    ages: tuple[int, int] | None = None  # it speaks only of players of these years, both bounds included
    retired: bool = False  # a retired rule says nothing any more; what it said stays
    parameters: dict[str, Parameter] = msgspec.field(default_factory=dict)
    figures: dict[str, Figure] = msgspec.field(default_factory=dict)
    # The rule looks again so long after an event, and every so often while a session is open.
    wakes: str = ""

    @cached_property
    def names(self) -> dict[str, Part]:
        """Every name of the expressions: windows by their place, parameters, then figures in their order."""
        names = {
            name: named_value(index, divisor=window.divisor)
            for index, (name, window) in enumerate(self.windows.items())
        }
        names |= {name: constant(parameter.value) for name, parameter in self.parameters.items()}
        for name, figure in self.figures.items():
            part = parse(figure.is_, names)
            if part.type != "number":
                raise RuleFault(_("The figure “%(name)s” must be a number.") % {"name": name})
            names[name] = part
        return names

    @cached_property
    def compiled_condition(self) -> Part:
        part = parse(self.condition, self.names)
        if part.type != "truth":
            raise RuleFault(_("The condition must be a comparison."))
        return part

    def figures_of(self, values: list[int]) -> dict[str, int]:
        """What an alert keeps: each number that its sentence may name."""
        return {name: int(part.compute(values)) for name, part in self.names.items()}

    def explain(self, figures: Mapping[str, int]) -> str:
        """The sentence of an alert, from the figures that it keeps. An older one may lack some."""
        return self.fill(self.sentence.shown(), figures)

    def fill(self, sentence: str, figures: Mapping[str, int]) -> str:
        """Amounts are written as in the active language."""
        units: dict[str, Unit] = {name: parameter.unit for name, parameter in self.parameters.items()}
        units |= {name: figure.unit for name, figure in self.figures.items()}
        units |= {name: "cents" for name, one in self.windows.items() if one.is_money}
        shown = dict.fromkeys(PLACEHOLDER.findall(sentence), "–")
        for name, figure in figures.items():
            shown[name] = format_money(figure, "EUR") if units.get(name) == "cents" else str(figure)
        return sentence % shown

    def follows_at(self, place: int) -> list[Follow]:
        """What follows the alert at this place in a row: of what is said to the player, the last step."""
        begun = [follow for follow in self.follows if follow.start <= place]
        spoken = max(
            (follow for follow in begun if follow.is_spoken), key=lambda one: one.start, default=None
        )
        return [follow for follow in begun if not follow.is_spoken or follow is spoken]

    @property
    def events(self) -> set[str]:
        return {event for window in self.windows.values() for event in window.watches}


prepare(Rule)


def seconds_of(text: str) -> int:
    """A length of time such as "7 days"."""
    match = re.fullmatch(r"([1-9]\d{0,5}) (minute|hour|day)s?", text)
    if match is None:
        raise RuleFault(_("“%(text)s” is not a length of time, such as 7 days.") % {"text": text})
    return int(match[1]) * UNITS[match[2]]


@lru_cache(maxsize=256)
def read_rule(source: str) -> Rule:
    """The rule of a text. Raises RuleFault with the sentence why it is none."""
    try:
        rule = msgspec.convert(tomllib.loads(source), Rule)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RuleFault(_("The rule cannot be read: %(error)s") % {"error": error}) from error
    check_rule(rule)
    return rule


def check_rule(rule: Rule) -> None:
    if not NAME.fullmatch(rule.name) or len(rule.name) > 40:
        raise RuleFault(
            _("“%(name)s” is not a name: use lower-case letters, digits and hyphens.") % {"name": rule.name}
        )
    names = [*rule.windows, *rule.parameters, *rule.figures]
    for name in names:
        if not FIGURE.fullmatch(name) or names.count(name) > 1:
            raise RuleFault(_("The name “%(name)s” is wrong or used twice.") % {"name": name})
    if not rule.windows:
        raise RuleFault(_("A rule needs a window."))
    for name, window in rule.windows.items():
        check_window(name, window)
    for name, parameter in rule.parameters.items():
        if not parameter.least <= parameter.value <= parameter.most:
            raise RuleFault(
                _("%(name)s must be between %(least)s and %(most)s.")
                % {"name": name, "least": parameter.least, "most": parameter.most}
            )
    assert rule.compiled_condition.type == "truth"
    seconds_of(rule.quiet)
    if rule.wakes and seconds_of(rule.wakes) < 60:
        raise RuleFault(_("A rule wakes at most once a minute."))
    if rule.ages and not LEAST_AGE <= rule.ages[0] <= rule.ages[1] <= MOST_AGE:
        raise RuleFault(
            _("Ages must be from the younger to the older, between %(least)s and %(most)s.")
            % {"least": LEAST_AGE, "most": MOST_AGE}
        )
    check_sentences(rule)
    for follow in rule.follows:
        check_follow(rule, follow)


def check_window(name: str, window: Window) -> None:
    if unknown := sorted(set(window.watches) - set(EVENTS)):
        raise RuleFault(_("There is no event “%(name)s”.") % {"name": unknown[0]})
    if not window.watches:
        raise RuleFault(_("The window “%(name)s” watches nothing.") % {"name": name})
    if window.step not in STEPS:
        raise RuleFault(_("A step is one of: %(steps)s.") % {"steps": ", ".join(STEPS)})
    lengths = [window.over, *([window.before] if window.before else [])]
    if any(seconds_of(length) % window.step_seconds for length in lengths):
        raise RuleFault(_("The window “%(name)s” must last whole steps.") % {"name": name})
    if window.steps + window.skipped > MAX_STEPS:
        raise RuleFault(
            _("The window “%(name)s” has more than %(most)s steps.") % {"name": name, "most": MAX_STEPS}
        )
    if window.adds == "minutes" and set(window.watches) != {"session-begun", "session-ended"}:
        raise RuleFault(_("Minutes are counted between session-begun and session-ended."))
    if window.hours and window.adds in ("minutes", "idle"):
        raise RuleFault(_("The window “%(name)s” cannot be limited to hours.") % {"name": name})
    if window.adds in ("most-of-one", "others") and not set(window.watches) <= ABOUT_ANOTHER:
        raise RuleFault(
            _("The window “%(name)s” counts other players: it may watch only %(events)s.")
            % {"name": name, "events": ", ".join(sorted(ABOUT_ANOTHER))}
        )
    check_amounts(name, window)


def check_amounts(name: str, window: Window) -> None:
    if not window.least and not window.most:
        return
    if window.least < 0 or window.most and window.most < window.least:
        raise RuleFault(
            _("The amounts of the window “%(name)s” must be from the smaller to the larger.") % {"name": name}
        )
    if window.adds in ("minutes", "idle"):
        raise RuleFault(
            _("The window “%(name)s” counts time, so it cannot be limited to amounts.") % {"name": name}
        )


def check_sentences(rule: Rule) -> None:
    for text in (rule.title, rule.why, rule.sentence):
        if not (text.pt.strip() and text.en.strip()):
            raise RuleFault(_("Each text is needed in Portuguese and in English."))
    for sentence in (rule.sentence.pt, rule.sentence.en):
        check_placeholders(rule, sentence)


def check_placeholders(rule: Rule, sentence: str) -> None:
    if unknown := sorted(set(PLACEHOLDER.findall(sentence)) - rule.names.keys()):
        raise RuleFault(
            _("The sentence names “%(name)s”, which the rule does not define.") % {"name": unknown[0]}
        )
    if "%" in PLACEHOLDER.sub("", sentence).replace("%%", ""):
        raise RuleFault(_("In a sentence “%%” is written twice."))


def check_follow(rule: Rule, follow: Follow) -> None:
    if rule.kind != "care" and follow.kind not in UNSPOKEN:
        raise RuleFault(
            _("Only a rule of player protection may be followed by “%(kind)s”: nobody else is to be told.")
            % {"kind": follow.kind}
        )
    if not 1 <= follow.start <= MAX_START:
        raise RuleFault(_("“from” of what follows must be between 1 and %(most)s.") % {"most": MAX_START})
    if [(one.kind, one.start) for one in rule.follows].count((follow.kind, follow.start)) > 1:
        raise RuleFault(_("“%(kind)s” follows twice at the same place.") % {"kind": follow.kind})
    if not follow.is_spoken:
        if follow.required or follow.title or follow.text or follow.answers:
            raise RuleFault(_("“%(kind)s” has no text.") % {"kind": follow.kind})
        return
    check_texts(rule, follow)


def check_texts(rule: Rule, follow: Follow) -> None:
    """Players read it: it is there in every language of the house, and says no more than a card holds."""
    spoken = {language.short for language in HOUSE_LANGUAGES}
    for texts, most in ((follow.title, MAX_TITLE), (follow.text, MAX_TEXT)):
        if texts.keys() != spoken or not all(0 < len(text.strip()) <= most for text in texts.values()):
            raise RuleFault(
                _("“%(kind)s” needs a title and a text in each language: %(languages)s; at most "
                  "%(title)s and %(text)s characters.")
                % {
                    "kind": follow.kind, "languages": ", ".join(sorted(spoken)),
                    "title": MAX_TITLE, "text": MAX_TEXT,
                }
            )  # fmt: skip
        for text in texts.values():
            check_placeholders(rule, text)
    numbers = {len(answers) for answers in follow.answers.values()}
    answers = [answer for several in follow.answers.values() for answer in several]
    if follow.kind != "question":
        is_right = not follow.answers
    else:
        is_right = follow.answers.keys() == spoken and len(numbers) == 1 and 2 <= min(numbers) <= 4
    if not is_right or not all(0 < len(answer.strip()) <= MAX_ANSWER for answer in answers):
        raise RuleFault(
            _("A question has two to four answers, the same number in each language; nothing else has any.")
        )


def shipped_rules() -> dict[str, str]:
    """The texts of the rules that the house comes with, by name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(FILES.glob("*.toml"))}
