"""The people and exclusions of a quarter, as figures: accounts by age and place, exclusions by kind.

Nobody is named. With the gross revenue by game they are the figures of a quarter.  [903-B 3.2.3]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casino.compliance.reports.definition import ReportDefinition
from players.shared.exports.list_document import Column

# In whole years on the day of which a row tells. Nobody younger than 18 has an account.
AGE_BANDS: Final[Mapping[str, str | Promise]] = {
    "18-24": "18–24", "25-34": "25–34", "35-44": "35–44", "45-54": "45–54", "55-64": "55–64", "65": "65+",
    "": _("unknown"),
}  # fmt: skip
BOUNDS: Final = ((25, "18-24"), (35, "25-34"), (45, "35-44"), (55, "45-54"), (65, "55-64"))


def age_band(birth: str, day: str) -> str:
    """The SQL of the band of an age on a day."""
    years = f"extract(year FROM age({day}, {birth}))"
    cases = " ".join(f"WHEN {years} < {bound} THEN '{band}'" for bound, band in BOUNDS)
    return f"CASE WHEN {birth} IS NULL THEN '' {cases} ELSE '65' END"


# The birth date is sealed; the first day of its month is not, and ages count from it. Rows of an older
# release have the date, and those of people who are forgotten stand for none.
BIRTH: Final = "coalesce(i.birth_month, date_trunc('month', nullif(i.birth, date '1900-01-01'))::date)"
# Registration asks for the district since release 1.1. Of an earlier account the first two digits of the
# postal code are told, which name an area of the post; of an address abroad the country.
POSTAL_AREA: Final = (
    "CASE i.country WHEN 'PT' THEN coalesce(i.postal_area, left(nullif(i.postcode, '‹sealed›'), 2), '') "
    "ELSE coalesce(i.country, '') END"
)
PLACE: Final = f"coalesce(nullif(i.district, ''), {POSTAL_AREA})"

ACCOUNT_FIGURES = f"""
SELECT date_trunc(%(step)s, d.day)::date AS period, {age_band(BIRTH, "d.day")} AS part,
       {PLACE} AS area, sum(d.opened)::bigint AS opened, sum(d.closed)::bigint AS closed,
       sum(d.opened - d.closed)::bigint AS change
FROM (
    SELECT p.id, (p.since AT TIME ZONE 'Europe/Lisbon')::date AS day, 1 AS opened, 0 AS closed
    FROM players_player AS p
    WHERE p.since >= %(from)s AND p.since < %(to)s AND p.testing = %(testing)s
    UNION ALL
    SELECT p.id, (l.at AT TIME ZONE 'Europe/Lisbon')::date, 0, 1
    FROM audit_line AS l JOIN players_player AS p ON p.id = l.player_id
    WHERE l.kind = 'account.closed' AND l.at >= %(from)s AND l.at < %(to)s AND p.testing = %(testing)s
) AS d LEFT JOIN identity_identity AS i ON i.player_id = d.id
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
# How long it was asked for, whatever became of it later.
EXCLUSION_FIGURES = """
SELECT date_trunc(%(step)s, x.starts AT TIME ZONE 'Europe/Lisbon')::date AS period, x.source AS part,
       CASE WHEN x.ends IS NULL THEN 'endless'
            WHEN x.ends <= x.starts + interval '42 days 12 hours' THEN 'weeks'
            WHEN x.ends < x.starts + interval '6 months' - interval '12 hours' THEN 'months'
            WHEN x.ends < x.starts + interval '1 year' - interval '12 hours' THEN 'half'
            ELSE 'year' END AS span,
       count(*) AS times, count(DISTINCT x.player_id) AS players, count(x.noticed) AS noticed
FROM (
    SELECT player_id, source, starts, coalesce(requested_until, ends) AS ends, noticed
    FROM protection_exclusion
    UNION ALL
    SELECT player_id, 'pause', starts, ends, NULL FROM protection_pause
) AS x JOIN players_player AS p ON p.id = x.player_id
WHERE x.starts >= %(from)s AND x.starts < %(to)s AND p.testing = %(testing)s
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
KINDS: Final = {"own": _("own request"), "national": _("national list"), "pause": _("pause")}
SPANS: Final = {
    "weeks": _("up to six weeks"), "months": _("up to six months"), "half": _("six months to a year"),
    "year": _("a year or more"), "endless": _("without end"),
}  # fmt: skip

REPORTS = (
    ReportDefinition(
        "account-figures",
        _("Accounts opened and closed, by age and place"),
        _(
            "How many accounts were opened and closed, by the age of the players on that day, counted from "
            "the first day of the month of birth, and by place: the district, or the country. For an account "
            "whose district is not known, the first two digits of the postal code are shown."
        ),
        ACCOUNT_FIGURES,
        (
            Column(_("Period from"), "day", key="period"),
            Column(_("Age"), "word", key="part", words=AGE_BANDS),
            Column(pgettext_lazy("of residence", "Place"), "word", key="area", words={"": _("unknown")}),
            Column(pgettext_lazy("accounts", "Opened"), "count", key="opened", total=True),
            Column(pgettext_lazy("accounts", "Closed"), "count", key="closed", total=True),
            Column(_("Difference"), "count", key="change", total=True),
        ),
        ("step", "testing"),
        measure="change",
    ),
    ReportDefinition(
        "exclusion-figures",
        _("Exclusions and pauses, by kind"),
        _(
            "How many exclusions and pauses began, by their source and by how long they were asked for, and "
            "for how many an early end was requested."
        ),
        EXCLUSION_FIGURES,
        (
            Column(_("Period from"), "day", key="period"),
            Column(_("Kind"), "word", key="part", words=KINDS),
            Column(_("Length"), "word", key="span", words=SPANS, weight=3),
            Column(_("Number of times"), "count", key="times", total=True),
            Column(_("Players"), "count", key="players"),
            Column(_("Early end requested"), "count", key="noticed", total=True),
        ),
        ("step", "testing"),
        measure="times",
    ),
)
