"""The specific rules of hold'em in rule_facts."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.catalogue import rule_facts
from games.catalogue.labels import percentage
from games.catalogue.rule_facts import Amount, Fact
from games.rules.holdem.sheet import (
    LEAST_RAISE_RULE,
    SHORT_RAISE_RULE,
    BetMaximum,
    Commission,
    Entry,
    LeastRaise,
    Regime,
    Setting,
    Sheet,
    Showdown,
)
from players.shared.money import format_money

RATE_UNITS = 10_000  # the unit of a rate is a hundredth of one per cent


def facts(sheet: Sheet) -> tuple[Fact, ...]:
    return (
        Fact("commission", _("Commission"), _commission()[sheet.commission], ("HE-16",)),
        Fact(
            "rate",
            _("Rate of the commission"),
            percentage(Fraction(sheet.rate, RATE_UNITS)),
            ("HE-17a", "HE-17b"),
        ),
        Fact("free_flop", _("No commission"), _free(sheet.free_flop), ("HE-18",)),
        Fact(
            "limits",
            _("Limits of bets"),
            rule_facts.listed(_limits()[limit] for limit in sheet.limits),
            ("HE-24a-i", "HE-24b", "HE-24c"),
        ),
        Fact(
            "regimes",
            _("Running of tables"),
            rule_facts.listed(_regimes()[regime] for regime in sheet.regimes),
            ("HE-6a", "HE-6b"),
        ),
        Fact(
            "most_seats", _("Places at a table"), _("up to %(most)s") % {"most": sheet.most_seats}, ("HE-4a",)
        ),  # [HE-5]
        *_of_bets(sheet),
        *_of_cards(sheet),
        Fact("extra_time", _("Extra time to decide"), rule_facts.whether(sheet.extra_time), ("HE-44",)),
        Fact("rest_rounds", _("Rounds that a player may sit out"), _rest(sheet.rest_rounds), ("HE-68",)),
        Fact(
            "rest_after_lapse",
            _("When the time to decide runs out"),
            _lapse(sheet.rest_after_lapse),
            ("HE-45", "HE-68"),
        ),
        Fact(
            "invite_short",
            _("Invited to end the session when below the minimum"),
            rule_facts.whether(sheet.invite_short),
            ("HE-70a",),
        ),
        *_sessions(sheet),
        rule_facts.draw(sheet.draw, "HE-72"),
        rule_facts.faults(sheet.resume_within, "HE-72", decisions=True),
        rule_facts.demo(sheet.demo, "HE-74"),
        rule_facts.chat(sheet.chat),
    )


def _of_bets(sheet: Sheet) -> tuple[Fact, ...]:
    raises = {
        LeastRaise.MINIMUM: _("the bet to match goes up by the minimum of the table at least"),
        LeastRaise.LAST_RAISE: _(
            "the bet to match goes up by at least as much as the last raise of the turn, and never by less "
            "than the minimum"
        ),
    }
    reopens = _("players who have already decided in this turn may raise again after it")
    closed = _(
        "players who have already decided in this turn may match it or fold, and may raise again only after "
        "a full raise"
    )
    entry = {Entry.BLIND: _("with the big blind"), Entry.FREE: _("with the next round")}
    return (
        Fact(
            "least_raise",
            _("The least raise"),
            raises[sheet.least_raise],
            ("HE-23", "HE-34d"),
            LEAST_RAISE_RULE,
        ),
        Fact(
            "opening_counts",
            _("The first bet counts as a raise"),
            rule_facts.whether(sheet.opening_counts),
            ("HE-24a-ii", "HE-38"),
        ),
        Fact(
            "short_raise_reopens",
            _("An all-in below the least raise"),
            reopens if sheet.short_raise_reopens else closed,
            ("HE-37", "HE-39"),
            SHORT_RAISE_RULE,
        ),
        Fact("entry", _("Who sits down during play comes in"), entry[sheet.entry], ("HE-21",)),
    )


def _of_cards(sheet: Sheet) -> tuple[Fact, ...]:
    shown = {
        Showdown.EVERYBODY: _("those of all who are still in"),
        Showdown.UNBEATEN: _("those that what is turned does not already beat"),
    }
    return (
        Fact("showdown", _("Cards turned at the end"), shown[sheet.showdown], ("HE-59",)),
        Fact(
            "all_in_face_up",
            _("Cards turned as soon as nobody can bet"),
            rule_facts.whether(sheet.all_in_face_up),
            ("HE-59",),
        ),
    )


def _commission() -> Mapping[Commission, str]:
    return {Commission.POT: _("of each pot"), Commission.BUY_IN: _("of each purchase of chips")}


def _free(is_free: bool) -> str:
    if is_free:
        return _(
            "when a round ends before the flop with the blinds alone, or in the flop turn without a bet in "
            "that turn"
        )
    return _("when a round ends before or in the flop turn with nothing bet but the blinds")


def _limits() -> Mapping[BetMaximum, str]:
    return {
        BetMaximum.HALF_POT: _("half of the pot"),
        BetMaximum.FIXED_RAISES: _("a number of raises"),
        BetMaximum.POT_LIMIT: _("the pot"),
        BetMaximum.NO_LIMIT: _("no limit"),
    }


def _regimes() -> Mapping[Regime, str]:
    return {Regime.CONTINUOUS: _("continuous"), Regime.SESSION: _("in sessions of one hour")}


def _rest(rounds: int) -> str:
    if not rounds:
        return pgettext("rounds", "none")
    return _("up to %(most)s; a player who is still away then is invited to end the session") % {
        "most": rounds
    }


def _lapse(sits_out: bool) -> str:
    if sits_out:
        return _("the player checks if possible and otherwise folds, and sits out until coming back")
    return _("the player checks if possible and otherwise folds; nothing else changes")


def _sessions(sheet: Sheet) -> tuple[Fact, Fact]:
    """Hold'em has no tables for one player, so inactivity is counted in rounds only."""
    terms = sheet.inactivity
    rounds, after = terms.invited_after_rounds, terms.warned_after_rounds
    return (
        Fact(
            "inactivity.invited_after",
            _("Invitation to end a session"),
            _(
                "after more than %(rounds)s rounds in which the player neither bets nor decides in time. "
                "Folding in time is a decision; "
                "posting a blind is not. Rounds spent resting or waiting for the big blind do not count."
            )
            % {"rounds": rounds},
            ("HE-70b",),
        ),
        Fact(
            "inactivity.warned_after",
            _("Warning after the invitation"),
            rule_facts.rounds_later(after),
            ("HE-71",),
        ),
    )


def limits(sheet: Sheet, setting: Setting) -> tuple[Amount, ...]:
    """[HE-14] [HE-24a-i] [HE-24b] [HE-24c] [HE-66]"""
    return (
        Amount(_("Small blind"), setting.small_blind),
        Amount(_("Big blind and minimum bet"), setting.minimum),
        Amount(_("Buy-in"), setting.buy_in),
        Amount(
            _("Rebuys"), None, " / ".join(format_money(cents, setting.currency) for cents in setting.rebuys)
        ),
        Amount(_("Maximum bet"), None, _maximum(setting)),
    )


def _maximum(setting: Setting) -> str:
    """The betting limit of a table, with the number of raises if they are limited.  [HE-24a-ii] [HE-38]"""
    if setting.limit is not BetMaximum.FIXED_RAISES:
        return _limits()[setting.limit]
    return ngettext("%(count)s raise a turn", "%(count)s raises a turn", setting.raises) % {
        "count": setting.raises
    }
