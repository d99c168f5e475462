"""The specific rules of the two studs against the house in rule_facts."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue import rule_facts
from games.catalogue.rule_facts import Amount, Fact
from games.rules.stud.sheet import Setting, Sheet
from games.rules.stud.variant import CARIBBEAN, MACAU, Cor, Dealing

SESSIONS = (
    "CS-41a",
    "CS-41b",
    "CS-42",
)  # the text of Macau is silent on sessions, so both are held to these (A50)
RULES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    CARIBBEAN: {
        "modes": ("CS-4",),
        "seats": ("CS-6a",),
        "deals": ("CS-15",),
        "maximum": ("CS-18",),
        "royal": ("CS-12a",),
        "decision": ("CS-21",),
        "extra": ("CS-31", "CS-32"),
        "sessions": SESSIONS,
        "void": ("CS-33",),
        "demo": ("CS-43",),
    },
    MACAU: {
        "modes": (),
        "seats": ("MS-2.1",),
        "deals": (),
        "maximum": (),
        "royal": ("MS-9.5.9", "MS-13"),
        "decision": (),
        "extra": (),
        "sessions": (),
        "void": (),
        "demo": (),
    },
}


def facts(sheet: Sheet) -> tuple[Fact, ...]:
    rules = RULES[sheet.system]
    return (
        rule_facts.modes_fact(sheet.modes, *rules["modes"]),  # [CS-4]
        Fact(
            "most_seats",
            _("Places at a table"),
            _("up to %(most)s") % {"most": sheet.most_seats},
            rules["seats"],
        ),
        Fact(
            "player_deals",
            _("The player of a table for one starts the deal"),
            rule_facts.whether(sheet.player_deals),
            rules["deals"],
        ),
        Fact("max_times", _("Maximum ante"), rule_facts.times(sheet.max_times), rules["maximum"]),
        _royal(sheet, rules["royal"]),
        *(_of_caribbean(sheet) if sheet.system == CARIBBEAN else _of_macau(sheet)),
        Fact(
            "least_extra_seconds.lapse",
            _("When the time to decide is over"),
            _("a warning and the extra time follow; then the hand folds and the ante is lost"),
            rules["extra"],
        ),
        *rule_facts.decision_times(
            sheet.least_decision_seconds, sheet.least_extra_seconds, rules["decision"], rules["extra"][:1]
        ),
        *rule_facts.inactivity(sheet.inactivity, *rules["sessions"]),
        rule_facts.draw(sheet.draw, *rules["void"]),
        rule_facts.faults(sheet.resume_within, *rules["void"], decisions=True),
        rule_facts.demo(sheet.demo, *rules["demo"]),
        rule_facts.chat(sheet.chat),
    )


def _royal(sheet: Sheet, rules: tuple[str, ...]) -> Fact:
    if sheet.system == MACAU:
        name, value = (
            pgettext("Macau stud", "Prize of a royal flush"),
            _("%(count)s times the additional bet"),
        )
    else:
        name, value = _("Prize of a royal flush"), _("%(count)s times the second bet")
    return Fact("royal_times", name, value % {"count": sheet.royal_times}, rules)


def _of_caribbean(sheet: Sheet) -> tuple[Fact, ...]:
    cor = {
        Cor.SUIT: _("three of one suit win"),
        Cor.COLOUR: _("red or black: both hands always have three, so it is a tie"),
    }
    return (Fact("cor", _("Five equal single cards, «colour»"), cor[sheet.cor], ("CS-9b",)),)


def _of_macau(sheet: Sheet) -> tuple[Fact, ...]:
    # Whether the cards come from a shoe or a shuffler.  [MS-1.2] [MS-1.3]
    dealings = {
        Dealing.SHOE: _("one by one, from a shoe"),
        Dealing.SHUFFLER: _("five by five, from a shuffler"),
    }
    return (
        Fact(
            "dealings",
            _("How cards are dealt"),
            "; ".join(dealings[way] for way in sheet.dealings),
            ("MS-7.1", "MS-7.2"),
        ),
        Fact(
            "house_maximum",
            _("A maximum of what one hand wins"),
            rule_facts.whether(sheet.house_maximum),
            ("MS-9.5.7",),
        ),
        Fact("jackpot", _("Progressive jackpot"), rule_facts.whether(sheet.jackpot), ("MS-1.4",)),
    )


def limits(sheet: Sheet, setting: Setting) -> tuple[Amount, ...]:
    """[CS-17] [CS-38] [MS-10.3]"""
    of_macau = (
        Amount(_("Most that a hand wins"), setting.house_maximum, _("no limit of its own")),
        Amount(
            _("Jackpot bet"), setting.jackpot.bet if setting.jackpot else None, _("not offered at this table")
        ),
    )
    return (
        Amount(_("Minimum ante"), setting.minimum),
        Amount(_("Maximum ante"), setting.maximum),
        *(of_macau if sheet.system == MACAU else ()),
    )
